package org.ibassay.link.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.junit.jupiter.api.Test;

class PacketPortTest {
  private static final Envelope TO_TESTER = Frames.envelope(Frames.DUT, Frames.TESTER);
  private static final long SECOND = 1_000_000_000;

  private final List<String> captured = new ArrayList<>();
  private final Tap tap =
      new Tap() {
        @Override
        public long mad(
            Direction direction,
            MemorySegment mad,
            int bytes,
            int peerLid,
            int qp,
            long nanos,
            Label label) {
          throw new AssertionError("a MAD");
        }

        @Override
        public long packet(
            Direction direction,
            LinkType link,
            MemorySegment packet,
            int bytes,
            long nanos,
            Label label) {
          captured.add("%s %d bytes at %d: %s".formatted(direction, bytes, nanos, label));
          return captured.size();
        }
      };

  private final FakeCarrier carrier = new FakeCarrier(LinkType.ETHERNET);

  /// Returns a port that has found the DUT; the time is 5 then.
  private PacketPort found() throws Exception {
    return found(Frames.TESTER, Frames.DUT);
  }

  private PacketPort found(Station tester, Station dut) throws Exception {
    byte[] question = Frames.question(tester, dut);
    carrier.comes(5, Frames.answer(dut, tester, question));
    PacketPort port =
        PacketPort.overEthernet(carrier, tap, tester, dut.address(), 1024, Timing.DEFAULT);
    assertThat(carrier.sent).singleElement().isEqualTo(question);
    carrier.sent.clear();
    captured.clear();
    return port;
  }

  private static ReceivedPacket next(PacketPort port, long deadline) throws Exception {
    return Objects.requireNonNull(port.receive(deadline), "nothing came");
  }

  private static long psn(ReceivedPacket received) {
    return received.packet().get(Header.BTH, Bth.PSN);
  }

  @Test
  void throwsAwayWhatAFloodBrings() throws Exception {
    PacketPort port = found();
    byte[] packet = Frames.acknowledge(Frames.envelope(Frames.DUT, Frames.TESTER), 7);
    for (int i = 0; i < 20_000; i++) {
      carrier.comes(6, packet);
    }
    port.waitUntil(10);
    assertThat(port.isFlooded()).isTrue();
    assertThat(port.discard()).isBetween(8_000, 16_000);
    assertThat(port.isFlooded()).isFalse();
  }

  @Test
  void isNotHeldByOneWhoNeverStopsSending() throws Exception {
    byte[] packet = Frames.acknowledge(TO_TESTER, 7);
    FakeCarrier endless =
        new FakeCarrier(LinkType.ETHERNET) {
          @Override
          public int receive(MemorySegment into, long deadline) {
            comes(now, packet);
            return super.receive(into, deadline);
          }
        };
    PacketPath path =
        new PacketPath(
            TO_TESTER,
            PortAddress.ofIp(Frames.TESTER.address()),
            PortAddress.ofIp(Frames.DUT.address()),
            0,
            1024);
    PacketPort port = new PacketPort(endless, path, tap, Timing.DEFAULT);
    port.pump();
    assertThat(port.counters().received()).isEqualTo(PacketPort.MOST_PUMPED);
    assertThat(port.isFlooded()).isTrue();
  }

  @Test
  void findsTheDut() throws Exception {
    PacketPort port = found();
    assertThat(port.path().envelope()).isEqualTo(Frames.envelope(Frames.TESTER, Frames.DUT));
    assertThat(port.path().tester()).isEqualTo(PortAddress.ofIp(Frames.TESTER.address()));
    assertThat(port.path().dut()).isEqualTo(PortAddress.ofIp(Frames.DUT.address()));
    assertThat(port.path().mtu()).isEqualTo(1024);
    assertThat(carrier.now).isEqualTo(5);
  }

  @Test
  void findsADutOverIpv6() throws Exception {
    assertThat(found(Frames.TESTER6, Frames.DUT6).path().envelope())
        .isEqualTo(Frames.envelope(Frames.TESTER6, Frames.DUT6));
  }

  @Test
  void findsADutInAVlan() throws Exception {
    PacketPort port = found(Frames.inVlan(Frames.TESTER, 7), Frames.inVlan(Frames.DUT, 7));
    assertThat(port.path().envelope().get(Header.VLAN, Vlan.VID)).isEqualTo(7);
    assertThat(port.path().envelope().get(Header.ETHERNET, Ethernet.TYPE)).isEqualTo(Ethernet.VLAN);
  }

  @Test
  void saysThatNobodyIsThere() {
    assertThatThrownBy(() ->
            PacketPort.overEthernet(
                carrier, tap, Frames.TESTER, Frames.DUT.address(), 0, Timing.DEFAULT))
        .isInstanceOf(LinkException.class)
        .hasMessage(
            "no response from 192.0.2.2 on the link (asked 10 times from 192.0.2.1);"
                + " is the DUT's port up, and is this its address?");
    assertThat(carrier.sent).hasSize(10);
    assertThat(carrier.isClosed).isTrue();
  }

  @Test
  void sendsAndReceivesInOrder() throws Exception {
    PacketPort port = found();
    port.setLabel(Label.of("step 3"));
    byte[] request = Frames.acknowledge(port.path().envelope(), 1);
    SentPacket sent = port.send(MemorySegment.ofArray(request), request.length);
    assertThat(sent).isEqualTo(new SentPacket(5, 1));
    assertThat(carrier.sent).containsExactly(request);

    carrier.comes(10, Frames.acknowledge(TO_TESTER, 7));
    carrier.comes(20, Frames.acknowledge(TO_TESTER, 8));
    ReceivedPacket first = next(port, 15);
    assertThat(psn(first)).isEqualTo(7);
    assertThat(first.nanos()).isEqualTo(10);
    assertThat(first.frame()).isEqualTo(2);
    assertThat(port.receive(15)).isNull();
    assertThat(carrier.now).isEqualTo(15);
    assertThat(psn(next(port, SECOND))).isEqualTo(8);
    assertThat(psn(first)).as("the first one is kept as it was").isEqualTo(7);
    assertThat(captured)
        .containsExactly(
            "SENT 62 bytes at 5: step 3",
            "RECEIVED 62 bytes at 10: step 3",
            "RECEIVED 62 bytes at 20: step 3");
    assertThat(port.counters()).isEqualTo(new PacketPort.Counters(1, 2, 0, 0));
  }

  /// A tester that stalled cannot conclude that nothing was sent.
  @Test
  void aPacketReceivedDuringAStallIsFound() throws Exception {
    carrier.isReal = true;
    PacketPort port = found();
    carrier.stalled = SECOND;
    carrier.comes(SECOND / 2, Frames.acknowledge(TO_TESTER, 7));
    assertThat(psn(next(port, SECOND / 100))).isEqualTo(7);
    assertThat(port.holdUps().longest()).isEqualTo(SECOND);
  }

  @Test
  void handsOverWhatIsWrong() throws Exception {
    PacketPort port = found();
    byte[] packet = Frames.acknowledge(TO_TESTER, 7);
    packet[packet.length - 1] ^= 1;
    carrier.comes(10, packet);
    carrier.comes(11, Arrays.copyOf(Frames.acknowledge(TO_TESTER, 7), 44));
    assertThat(next(port, SECOND).packet().findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.ICRC);
    assertThat(next(port, SECOND).packet().isTransport()).isFalse();
  }

  @Test
  void answersWhileItIsPumped() throws Exception {
    PacketPort port = found();
    byte[] question = Frames.question(Frames.DUT, Frames.TESTER);
    carrier.comes(carrier.now, question);
    carrier.comes(carrier.now, Frames.acknowledge(TO_TESTER, 9));
    port.pump();
    assertThat(carrier.sent).containsExactly(Frames.answer(Frames.TESTER, Frames.DUT, question));
    assertThat(carrier.now).as("takes no time").isEqualTo(5);
    assertThat(psn(next(port, 0))).isEqualTo(9);
    assertThat(captured)
        .containsExactly(
            "RECEIVED 42 bytes at 5: address resolution",
            "SENT 42 bytes at 5: address resolution",
            "RECEIVED 62 bytes at 5: ");
    assertThat(port.counters()).isEqualTo(new PacketPort.Counters(0, 1, 1, 0));
  }

  @Test
  void answersWhileItWaits() throws Exception {
    PacketPort port = found(Frames.TESTER6, Frames.DUT6);
    byte[] question = Frames.question(Frames.DUT6, Frames.TESTER6);
    carrier.comes(10, question);
    carrier.comes(30, Frames.acknowledge(Frames.envelope(Frames.DUT6, Frames.TESTER6), 9));
    port.waitUntil(50);
    assertThat(carrier.sent).containsExactly(Frames.answer(Frames.TESTER6, Frames.DUT6, question));
    assertThat(carrier.now).isEqualTo(50);
    assertThat(next(port, 0).nanos()).isEqualTo(30);
  }

  @Test
  void keepsTheStrangersOut() throws Exception {
    PacketPort port = found();
    Envelope toOtherIp = Frames.envelope(Frames.DUT, Frames.DUT);
    carrier.comes(10, Frames.acknowledge(toOtherIp, 1));
    carrier.comes(
        11,
        Frames.acknowledge(
            TO_TESTER.with(Header.ETHERNET, Ethernet.DESTINATION, 0x0200_0000_0009L), 1));
    carrier.comes(12, Frames.question(Frames.DUT, Frames.DUT));
    carrier.comes(13, new byte[20]);
    assertThat(port.receive(SECOND)).isNull();
    assertThat(carrier.sent).isEmpty();
    assertThat(captured).isEmpty();
    assertThat(port.counters()).isEqualTo(new PacketPort.Counters(0, 0, 0, 4));
  }

  @Test
  void discardsReceivedPackets() throws Exception {
    PacketPort port = found();
    carrier.comes(carrier.now, Frames.acknowledge(TO_TESTER, 1));
    carrier.comes(carrier.now, Frames.acknowledge(TO_TESTER, 2));
    assertThat(port.discard()).isEqualTo(2);
    assertThat(port.receive(SECOND)).isNull();
  }

  @Test
  void onNativeLinksNobodyIsLookedFor() throws Exception {
    FakeCarrier link = new FakeCarrier(LinkType.INFINIBAND);
    Envelope envelope = Envelope.local(1, 2);
    PacketPath path =
        new PacketPath(
            envelope,
            PortAddress.ofIp(Frames.TESTER.address()),
            PortAddress.ofIp(Frames.DUT.address()),
            0,
            0);
    PacketPort port = new PacketPort(link, path, Tap.NONE, Timing.DEFAULT);
    link.comes(3, Frames.acknowledge(envelope, 4));
    assertThat(psn(next(port, SECOND))).isEqualTo(4);
    assertThat(port.link()).isEqualTo(LinkType.INFINIBAND);
  }

  @Test
  void anInterruptionEndsTheWait() throws Exception {
    PacketPort port = found();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> port.receive(SECOND)).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> port.waitUntil(SECOND)).isInstanceOf(InterruptedException.class);
    assertThat(carrier.now).isEqualTo(5);
  }
}
