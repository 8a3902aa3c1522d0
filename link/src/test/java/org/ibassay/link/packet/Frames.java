package org.ibassay.link.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.OptionalInt;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;

/// Two stations, and frames between them.
final class Frames {
  static final Mac TESTER_MAC = Mac.parse("02:00:c0:00:02:01");
  static final Mac DUT_MAC = Mac.parse("02:00:00:00:00:02");
  static final Station TESTER = station(TESTER_MAC, "192.0.2.1");
  static final Station DUT = station(DUT_MAC, "192.0.2.2");
  static final Station TESTER6 = station(TESTER_MAC, "2001:db8::1");
  static final Station DUT6 = station(DUT_MAC, "2001:db8::2");

  private Frames() {}

  private static Station station(Mac mac, String address) {
    return new Station(mac, InetAddress.ofLiteral(address), OptionalInt.empty());
  }

  static Station inVlan(Station station, int vid) {
    return new Station(station.mac(), station.address(), OptionalInt.of(vid));
  }

  static Envelope envelope(Station from, Station to) {
    return Envelope.roceV2(to.mac(), from.mac(), from.address(), to.address());
  }

  static byte[] acknowledge(Envelope envelope, int psn) {
    MemorySegment out = MemorySegment.ofArray(new byte[200]);
    int bytes =
        new PacketWriter(out).begin(envelope, OpCode.RC_ACK, 0).set(Header.BTH, Bth.PSN, psn).end();
    return out.asSlice(0, bytes).toArray(JAVA_BYTE);
  }

  /// Returns the frame by which a station requests another one's address.
  static byte[] question(Station from, Station to) {
    MemorySegment out = MemorySegment.ofArray(new byte[128]);
    int bytes = resolution(from, to).ask(out);
    return out.asSlice(0, bytes).toArray(JAVA_BYTE);
  }

  /// Returns a station's answer to a frame; empty for none.
  static byte[] answer(Station station, Station other, byte[] frame) {
    MemorySegment out = MemorySegment.ofArray(new byte[128]);
    int bytes = resolution(station, other).answer(MemorySegment.ofArray(frame), frame.length, out);
    return out.asSlice(0, bytes).toArray(JAVA_BYTE);
  }

  static Resolution resolution(Station own, Station other) {
    return NeighborCache.resolution(own, other.address());
  }
}
