package org.ibassay.fuzz;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;

/// Reads a capture, and the packets in it.
public final class CaptureFuzz {
  private CaptureFuzz() {}

  /// Called by the fuzzer.
  ///
  /// @param input any bytes
  public static void fuzzerTestOneInput(byte[] input) {
    try (CaptureReader capture = CaptureReader.of(MemorySegment.ofArray(input))) {
      long last = 0;
      while (capture.next()) {
        if (capture.frame() != ++last || last > input.length) {
          throw new IllegalStateException("frame " + capture.frame() + " after " + (last - 1));
        }
        read(capture);
      }
      String _ = capture.damages().toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void read(CaptureReader capture) {
    MemorySegment packet = capture.packet();
    if (packet.byteSize() != capture.captured()) {
      throw new IllegalStateException("the packet is not as long as it says");
    }
    String _ = String.valueOf(capture.comment());
    LinkType link =
        capture.linkType() == CaptureReader.ETHERNET ? LinkType.ETHERNET : LinkType.INFINIBAND;
    TransportPacket transport = new TransportPacket(packet);
    transport.read(link, 0, capture.captured());
    String _ = transport.toString();
  }
}
