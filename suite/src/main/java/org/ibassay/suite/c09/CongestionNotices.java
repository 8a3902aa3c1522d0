package org.ibassay.suite.c09;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.RcConnection;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// Bursts of packets whose ECN reports congestion, and the CNPs by which the DUT reports it to
/// their sender (17.9.3).
final class CongestionNotices {
  private static final int CONGESTION = 3;
  private static final int IN_BURST = 4;
  private static final int BURSTS = 64;
  private static final byte[] RESERVED = new byte[16];
  private static final double NANOS_PER_MICRO = 1e3;

  private final TransportTester<RcConnection> tt;
  private final DutResponder responder;
  private final Header ip;
  private final Field ecn;

  /// @param ip IP header of the connection
  /// @param ecn field of that header
  CongestionNotices(TransportTester<RcConnection> tt, Header ip, Field ecn) {
    this.tt = tt;
    this.responder = new DutResponder(tt);
    this.ip = ip;
    this.ecn = ecn;
  }

  /// Sends the bursts, as the first requests of a connection; receives the ACK of each burst.
  ///
  /// @return number of packets sent
  int send() throws TestException {
    MemoryRegion region = tt.memory().register();
    int bursts = tt.dut().isLossless() ? BURSTS : 1;
    int sent = 0;
    for (int burst = 0; burst < bursts; burst++) {
      for (int i = 0; i < IN_BURST; i++) {
        PacketOut write = PacketOut.write(region, MessageData.pattern(Long.BYTES));
        tt.packets().send(write.set(ip, ecn, CONGESTION), tt.channel().cc().psn(sent++));
      }
      responder.verifyResponsePacket(OpCode.RC_ACK, tt.channel().cc().psn(sent - 1), sent);
    }
    return sent;
  }

  /// Verifies the CNPs received.
  ///
  /// @return how many there are, and their least distance, as a text
  String verify(int sent) throws TestException {
    List<PacketIn> notices = tt.packets().notices();
    for (PacketIn notice : notices) {
      tt.packets().verifyNotice(notice);
      verify(notice, Bth.PSN, 0);
      verify(notice, Bth.BECN, 1);
      verify(notice, Bth.FECN, 0);
      verify(notice, Bth.SE, 0);
      verify(notice, Bth.A, 0);
      byte[] data = notice.payload();
      tt.checks()
          .verify(
              notice,
              Arrays.equals(data, RESERVED),
              () -> "a CNP with 16 bytes of 0 after the BTH",
              () -> "a CNP with " + MessageData.difference(data, RESERVED));
      tt.checks()
          .verify(
              notice,
              notice.get(ip, ecn) != CONGESTION,
              () -> "a CNP whose ECN does not report congestion",
              () -> "a CNP with ECN 3");
    }
    return "%d CNPs for %d packets whose ECN reports congestion%s"
        .formatted(notices.size(), sent, distance(notices));
  }

  private void verify(PacketIn notice, Field field, long expected) {
    tt.checks().verifyValue(notice, Header.BTH, field, expected);
  }

  private static String distance(List<PacketIn> notices) {
    return notices.size() < 2
        ? ""
        : ", at least %.1f us apart"
            .formatted(
                IntStream.range(1, notices.size())
                        .mapToLong(i -> notices.get(i).nanos() - notices.get(i - 1).nanos())
                        .min()
                        .orElse(0)
                    / NANOS_PER_MICRO);
  }
}
