package org.ibassay.fuzz;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.packet.IcrcExplanation;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;

/// Parses a transport packet and formats it. The first byte selects the link type.
public final class PacketFuzz {
  private static final LinkType[] LINKS = LinkType.values();

  private PacketFuzz() {}

  /// Called by the fuzzer.
  ///
  /// @param input any bytes
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    MemorySegment in = MemorySegment.ofArray(input);
    TransportPacket packet = new TransportPacket(in);
    boolean isSound = packet.read(LINKS[(input[0] & 0xFF) % LINKS.length], 1, input.length - 1);
    if (isSound && !(packet.isTransport() && packet.isWhole())) {
      throw new IllegalStateException("sound, but not a whole packet of the transport");
    }
    if (packet.payloadBytes() != packet.payload().byteSize()) {
      throw new IllegalStateException("its payload is not as long as it says");
    }
    String _ = IcrcExplanation.of(packet).toString();
    String _ = packet.toString();
  }
}
