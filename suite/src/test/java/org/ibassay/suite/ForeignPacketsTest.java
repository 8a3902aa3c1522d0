package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Clock;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a DUT may send beside the connection is passed over, and what is legal is no failure.
final class ForeignPacketsTest {
  private static final int PSN = 7;
  private static final int GSI = 1;

  private final Frames frames = new Frames();
  private final Steps steps = new Steps();
  private final TransportTester tt = new TransportTester(steps, "R1", "R2");
  private Dut sim;

  @BeforeEach
  void open() throws Exception {
    sim = new SimDriver().parse(DutUri.parse("sim:ca")).open(Tap.NONE, Timing.DEFAULT);
    PacketPort port =
        new PacketPort(frames, sim.packetPort().orElseThrow().path(), Tap.NONE, Timing.DEFAULT);
    Page page = Pages.all().stream().filter(p -> p.id().equals("R09_PsnGap")).findFirst().get();
    steps.attach(
        new TestContext(new Talker(sim, port), page, _ -> List.of(), 1, (_, _) -> {}), null);
    steps.step("2");
    tt.connection().open();
  }

  @AfterEach
  void close() {
    sim.close();
  }

  private void comes(PacketOut packet, int qpn) {
    comes(packet, qpn, 0);
  }

  private void comes(PacketOut packet, int qpn, int padding) {
    byte[] bytes =
        packet
            .bytes(tt.dut().packetPort().path().envelope(), qpn, PSN)
            .toArray(ValueLayout.JAVA_BYTE);
    frames.waiting.add(Arrays.copyOf(bytes, bytes.length + padding));
  }

  private int qpn() {
    return tt.connection().cc().ttQpn();
  }

  private long failures(String step) {
    CheckLog.Tally tally = steps.log().steps().get(step);
    return tally == null ? 0 : tally.failures();
  }

  @Test
  void datagramsForOtherQpsAndCongestionArePassedOver() throws Exception {
    comes(PacketOut.of(OpCode.UD_SEND_ONLY).payload(new byte[256]), GSI);
    comes(PacketOut.of(OpCode.UD_SEND_ONLY).payload(new byte[256]), GSI);
    comes(PacketOut.of(OpCode.CNP).payload(new byte[16]), qpn());
    comes(PacketOut.of(OpCode.RC_ACK).ack(1), qpn());
    assertThat(tt.packets().receive(OpCode.RC_ACK, PSN).psn()).isEqualTo(PSN);
    assertThat(steps.log().allPassed()).isTrue();
    assertThat(tt.packets().foreign())
        .isEqualTo(Map.of("UD_SEND_ONLY to QP 1", 2, "CNP to QP " + qpn(), 1));
  }

  @Test
  void whatIsPassedOverDoesNotBreakSilence() throws Exception {
    comes(PacketOut.of(OpCode.UD_SEND_ONLY).payload(new byte[256]), GSI);
    assertThat(tt.packets().verifySilence(PSN)).isTrue();
  }

  @Test
  void anAcknowledgeForAnotherQpIsNotForeign() throws Exception {
    comes(PacketOut.of(OpCode.RC_ACK).ack(1), qpn() + 1);
    assertThat(tt.packets().verifySilence(PSN)).isFalse();
    assertThat(failures("R2")).isOne();
  }

  @Test
  void theDutMayBeALimitedMemberOfThePartition() throws Exception {
    comes(PacketOut.of(OpCode.RC_ACK).ack(1).set(Bth.P_KEY, 0x7FFF), qpn());
    tt.packets().receive(OpCode.RC_ACK, PSN);
    assertThat(failures("R2")).isZero();
    comes(PacketOut.of(OpCode.RC_ACK).ack(1).set(Bth.P_KEY, 0x7FFE), qpn());
    tt.packets().receive(OpCode.RC_ACK, PSN);
    assertThat(failures("R2")).isOne();
  }

  @Test
  void whatFollowsAnIpPacketIsPaddingOfTheFrame() throws Exception {
    comes(PacketOut.of(OpCode.RC_ACK).ack(1), qpn(), 100);
    tt.packets().receive(OpCode.RC_ACK, PSN);
    assertThat(failures("R1")).isZero();
  }

  /// A DUT that sends what the test says.
  private record Talker(Dut sim, PacketPort port) implements Dut {
    @Override
    public DutUri uri() {
      return sim.uri();
    }

    @Override
    public Clock clock() {
      return port.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of();
    }

    @Override
    public Optional<PacketPort> packetPort() {
      return Optional.of(port);
    }

    @Override
    public Optional<UpperTester> upperTester() {
      return sim.upperTester();
    }

    @Override
    public void close() {}
  }

  private static final class Frames implements Carrier {
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long nanos;

    @Override
    public Clock clock() {
      return () -> nanos;
    }

    @Override
    public boolean isSimulated() {
      return true;
    }

    @Override
    public boolean isLossless() {
      return true;
    }

    @Override
    public LinkType link() {
      return LinkType.ETHERNET;
    }

    @Override
    public void send(MemorySegment packet, int bytes) {
      // to nobody
    }

    @Override
    public int receive(MemorySegment into, long deadline) {
      byte[] frame = waiting.poll();
      if (frame == null) {
        nanos = Math.max(nanos, deadline);
        return 0;
      }
      into.copyFrom(MemorySegment.ofArray(frame));
      return frame.length;
    }

    @Override
    public void close() {}
  }
}
