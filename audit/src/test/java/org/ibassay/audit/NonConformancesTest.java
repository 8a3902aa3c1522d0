package org.ibassay.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.ibassay.audit.AuditReport.Finding;
import org.ibassay.audit.Wire.Frame;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.junit.jupiter.api.Test;

/// Non-conformances of no device in the qualification, in a stream of SENDs that are acknowledged
/// one by one.
final class NonConformancesTest {
  private static final Wire.Path THERE = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);
  private static final Wire.Path BACK = THERE.back();
  private static final long MICROSECOND = 1_000;
  private static final int ACK = 0x1F;

  private final Wire wire = new Wire();
  private final List<Frame> frames = new ArrayList<>();
  private long now = 1_000_000_000;
  private int psn = 100;
  private int msn;
  private int partition = 0xFFFF;

  private void request(OpCode code, int at, int payload) {
    wire.begin(THERE, code, 2, at, true);
    if (code == OpCode.RC_RDMA_READ_REQ) {
      wire.reth(0x1000, 2000);
    }
    now += 10 * MICROSECOND;
    frames.add(wire.end(THERE, now, code == OpCode.RC_RDMA_READ_REQ ? 0 : payload));
  }

  private void response(OpCode code, int at, int syndrome, int number, int payload) {
    wire.begin(BACK, code, 1, at, false).set(Header.BTH, Bth.P_KEY, partition);
    wire.aeth(syndrome, number);
    now += 10 * MICROSECOND;
    frames.add(wire.end(BACK, now, payload));
  }

  private void send() {
    request(OpCode.RC_SEND_ONLY, psn, 64);
    response(OpCode.RC_ACK, psn++, ACK, ++msn, 0);
  }

  private List<Rule> rules(boolean complete, IntConsumer nonConformance) {
    for (int i = 0; i < 40; i++) {
      send();
    }
    for (int i = 0; i < 10; i++) {
      nonConformance.accept(i);
      send();
      send();
    }
    return Wire.audit(frames, complete).findings().stream().map(Finding::rule).toList();
  }

  private void message(int first, OpCode last, int rest) {
    request(OpCode.RC_SEND_FIRST, psn++, first);
    request(last, psn, rest);
    response(OpCode.RC_ACK, psn++, ACK, ++msn, 0);
  }

  @Test
  void aPathMtuThatChanges() {
    assertThat(rules(false, i -> message(i % 2 == 0 ? 512 : 1024, OpCode.RC_SEND_LAST, 10)))
        .containsOnly(Rule.PATH_MTU);
  }

  @Test
  void anOnlyOverThePathMtu() {
    assertThat(
            rules(
                false,
                _ -> {
                  message(256, OpCode.RC_SEND_LAST, 10);
                  request(OpCode.RC_SEND_ONLY, psn, 2048);
                  response(OpCode.RC_ACK, psn++, ACK, ++msn, 0);
                }))
        .containsOnly(Rule.PATH_MTU);
  }

  @Test
  void anAckInAnotherPartition() {
    assertThat(
            rules(
                false,
                _ -> {
                  partition = 0x8001;
                  send();
                  partition = 0xFFFF;
                }))
        .containsOnly(Rule.PARTITION);
  }

  @Test
  void aReservedNak() {
    assertThat(
            rules(
                false,
                _ -> {
                  request(OpCode.RC_SEND_ONLY, psn, 64);
                  response(OpCode.RC_ACK, psn, 0x7F, msn, 0);
                  response(OpCode.RC_ACK, psn++, ACK, ++msn, 0);
                }))
        .containsOnly(Rule.HEADER);
  }

  @Test
  void aReadInTwoOnlies() {
    assertThat(
            rules(
                false,
                _ -> {
                  request(OpCode.RC_RDMA_READ_REQ, psn, 0);
                  response(OpCode.RC_RDMA_READ_RESP_ONLY, psn++, ACK, ++msn, 1024);
                  response(OpCode.RC_RDMA_READ_RESP_ONLY, psn++, ACK, msn, 976);
                }))
        .containsOnly(Rule.READ_RESPONSE);
  }

  @Test
  void aWrongMsnIsCountedOnce() {
    assertThat(
            rules(
                false,
                _ -> {
                  request(OpCode.RC_SEND_ONLY, psn, 64);
                  msn++;
                  response(OpCode.RC_ACK, psn++, ACK, 0, 0);
                }))
        .containsOnly(Rule.MSN);
    assertThat(Wire.audit(frames, false).findings().getFirst().count()).isEqualTo(10);
  }

  @Test
  void aGapThatIsAcknowledged() {
    assertThat(
            rules(
                true,
                _ -> {
                  psn++;
                  send();
                }))
        .containsExactlyInAnyOrder(Rule.CONTINUITY, Rule.GAP);
  }

  @Test
  void acksFarAhead() {
    assertThat(
            rules(
                true,
                _ -> {
                  now += 1000 * MICROSECOND;
                  response(OpCode.RC_ACK, psn + 5, ACK, msn + 1, 0);
                  now += 1000 * MICROSECOND;
                  for (int k = 0; k < 6; k++) {
                    send();
                  }
                }))
        .contains(Rule.RESPONSE_PSN);
  }

  @Test
  void aRetryLongBeforeItsTime() {
    assertThat(
            rules(
                false,
                _ -> {
                  request(OpCode.RC_SEND_ONLY, psn, 64);
                  response(OpCode.RC_ACK, psn, 0x20 | 14, msn, 0);
                  now += 1100 * MICROSECOND;
                  send();
                }))
        .containsOnly(Rule.RNR_WAIT);
  }
}
