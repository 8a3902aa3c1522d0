package org.ibassay.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.ibassay.audit.AuditReport.Finding;
import org.ibassay.audit.BadCaptures.Capture;
import org.ibassay.audit.Wire.Frame;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Unreliable connections and datagrams: no findings for conforming senders in any kind of capture,
/// and findings for non-conformances.
final class OneWayTrafficTest {
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", 20);
  private static final Wire.Path PATH = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);
  private static final long MICROSECOND = 1_000;

  private final Wire wire = new Wire();
  private final List<Frame> frames = new ArrayList<>();
  private long now = 1_000_000_000;
  private int psn = 50;

  static List<Arguments> captures() {
    return BadCaptures.all();
  }

  @Test
  void aWholeCaptureIsClean() {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertClean(OneWayTraffic.connections(new SplittableRandom(seed)), true, seed);
      assertClean(OneWayTraffic.datagrams(new SplittableRandom(seed)), true, seed);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("captures")
  void anyCaptureIsClean(String how, Capture capture) {
    List<Function<SplittableRandom, List<Frame>>> traffic =
        List.of(OneWayTraffic::connections, OneWayTraffic::datagrams);
    for (Function<SplittableRandom, List<Frame>> one : traffic) {
      for (int seed = 0; seed < SEEDS; seed++) {
        SplittableRandom random = new SplittableRandom(seed);
        assertClean(capture.apply(random, one.apply(random)), false, seed);
      }
    }
  }

  private static void assertClean(List<Frame> all, boolean complete, int seed) {
    assertThat(Wire.audit(all, complete).findings()).as("seed %d", seed).isEmpty();
  }

  private void packet(OpCode code, int at, int bytes) {
    wire.begin(PATH, code, 7, at, false);
    now += 5 * MICROSECOND;
    frames.add(wire.end(PATH, now, bytes));
  }

  private List<Rule> rules(boolean complete, IntConsumer some) {
    for (int i = 0; i < 10; i++) {
      packet(OpCode.UC_SEND_ONLY, psn++, 64);
      some.accept(i);
      packet(OpCode.UC_SEND_ONLY, psn++, 64);
    }
    return Wire.audit(frames, complete).findings().stream().map(Finding::rule).toList();
  }

  @Test
  void aMiddleAfterAnOnly() {
    assertThat(rules(false, _ -> packet(OpCode.UC_SEND_MIDDLE, psn++, 256)))
        .containsExactly(Rule.UC_SEQUENCE);
  }

  @Test
  void aPathMtuThatChanges() {
    assertThat(
            rules(
                false,
                i -> {
                  packet(OpCode.UC_SEND_FIRST, psn++, 256 << (i & 1));
                  packet(OpCode.UC_SEND_LAST, psn++, 10);
                }))
        .containsExactly(Rule.UC_PATH_MTU);
  }

  @Test
  void aLastThatIsTooLong() {
    assertThat(
            rules(
                false,
                _ -> {
                  packet(OpCode.UC_SEND_FIRST, psn++, 256);
                  packet(OpCode.UC_SEND_LAST, psn++, 300);
                }))
        .containsExactly(Rule.UC_SEQUENCE);
  }

  @Test
  void aPartitionThatChanges() {
    assertThat(
            rules(
                false,
                _ -> {
                  wire.begin(PATH, OpCode.UC_SEND_ONLY, 7, psn++, false)
                      .set(Header.BTH, Bth.P_KEY, 0x8001);
                  frames.add(wire.end(PATH, ++now, 64));
                }))
        .containsExactly(Rule.UC_PARTITION);
  }

  @Test
  void aGapIsOneWhereNothingIsMissing() {
    assertThat(rules(true, _ -> psn++)).containsExactly(Rule.UC_CONTINUITY);
    frames.clear();
    assertThat(rules(false, _ -> psn++)).isEmpty();
  }

  @Test
  void aPacketThatIsSentTwice() {
    assertThat(rules(true, _ -> packet(OpCode.UC_SEND_ONLY, psn - 1, 64)))
        .containsExactly(Rule.UC_ONCE);
  }

  @Test
  void aDatagramToAGroupThatIsNone() {
    wire.begin(PATH, OpCode.UD_SEND_ONLY, 0xFF_FFFF, psn, false).set(Header.DETH, Deth.SRC_QP, 5);
    frames.add(wire.end(PATH, now, 64));
    assertThat(Wire.audit(frames, false).findings())
        .extracting(Finding::rule)
        .containsExactly(Rule.UD_WAY);
  }

  @Test
  void aDatagramOfQp1() {
    wire.begin(PATH, OpCode.UD_SEND_ONLY, 1, psn, true)
        .set(Header.DETH, Deth.SRC_QP, 1)
        .set(Header.DETH, Deth.Q_KEY, 1);
    frames.add(wire.end(PATH, now, 252));
    assertThat(Wire.audit(frames, false).findings())
        .extracting(Finding::rule)
        .containsExactly(Rule.GSI_LENGTH, Rule.GSI_Q_KEY, Rule.GSI_ACK_REQ);
  }

  @Test
  void aReservedBitAndNoPartition() {
    wire.begin(PATH, OpCode.UD_SEND_ONLY, 9, psn, false)
        .set(Header.DETH, Deth.SRC_QP, 5)
        .set(Header.BTH, Bth.RESV8A, 1);
    frames.add(wire.end(PATH, now, 8));
    wire.begin(PATH, OpCode.UC_SEND_ONLY, 10, psn, false).set(Header.BTH, Bth.P_KEY, 0x8000);
    frames.add(wire.end(PATH, now, 8));
    assertThat(Wire.audit(frames, false).findings())
        .extracting(Finding::rule)
        .containsExactly(Rule.UD_HEADER, Rule.UC_HEADER);
  }
}
