package org.ibassay.link.rmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.link.rmpp.Answers.ack;
import static org.ibassay.link.rmpp.Answers.segment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ibassay.link.rmpp.RmppTransfer.State;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RmppReceiverTest {
  private static final long SILENCE = 1000;
  private static final RmppLimits LIMITS = new RmppLimits(SILENCE, 2, 10_000, 4, 2000);

  private final RmppReceiver receiver = new RmppReceiver(LIMITS, segment(1, 3), 0);

  @Test
  void acknowledgesTheFirstTheWindowAndTheLast() {
    assertThat(ack(only(take(segment(1, 7))))).containsExactly(1L, 5L);
    assertThat(take(segment(2, 7))).isEmpty();
    assertThat(take(segment(3, 7))).isEmpty();
    assertThat(take(segment(4, 7))).isEmpty();
    assertThat(ack(only(take(segment(5, 7))))).containsExactly(5L, 9L);
    assertThat(take(segment(6, 7))).isEmpty();
    assertThat(ack(only(take(segment(7, 7)))).getFirst()).isEqualTo(7);
    assertThat(receiver.state()).isEqualTo(State.COMPLETE);
    assertThat(receiver.deadline()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void acknowledgementGoesBackInTheSameTransaction() {
    MemorySegment ack = only(take(segment(1, 3)));

    assertThat(MadHeader.TRANSACTION_ID.get(ack, 0)).isEqualTo(0x1234_5678_9ABCL);
    assertThat(MadHeader.METHOD.get(ack, 0)).isEqualTo(SaMethod.GET_TABLE);
    assertThat(MadHeader.ATTRIBUTE_ID.get(ack, 0)).isEqualTo(0x35);
    assertThat(RmppHeader.RMPP_VERSION.get(ack, 0)).isEqualTo(1);
    assertThat(RmppHeader.FLAGS.get(ack, 0)).isEqualTo(1);
    assertThat(RmppHeader.STATUS.get(ack, 0)).isZero();
  }

  /// The last ACK of a request in segments: the direction changes, and the window opens for the
  /// first segment of the response. A peer that acknowledges forever is not answered forever.
  @Test
  void acknowledgementBeforeTheAnswerTurnsTheDirection() {
    MemorySegment last = RmppSegments.ack(segment(1, 1), 8, 12);

    assertThat(ack(only(take(last)))).containsExactly(0L, 1L);
    assertThat(ack(only(receiver.expire(SILENCE)))).containsExactly(0L, 1L);
    for (int i = 0; i < 20; i++) {
      take(last);
    }
    assertThat(take(last)).isEmpty();
    assertThat(ack(only(take(segment(1, 1)))).getFirst()).isEqualTo(1);
    assertThat(take(last)).isEmpty();
  }

  @Test
  void segmentsMayComeInAnyOrderAndTwice() {
    take(segment(1, 4));
    assertThat(take(segment(4, 4))).isEmpty();
    assertThat(take(segment(3, 4))).isEmpty();
    assertThat(take(segment(4, 4))).isEmpty();
    assertThat(ack(only(take(segment(1, 4))))).containsExactly(1L, 5L);
    take(segment(2, 4));

    RmppMessage message = receiver.takeMessage();
    assertThat(message.segments()).isEqualTo(4);
    assertThat(message.bytes().byteSize()).isEqualTo(56 + 800);
    for (int i = 0; i < 800; i++) {
      assertThat(message.bytes().get(ValueLayout.JAVA_BYTE, 56 + i))
          .isEqualTo((byte) (1 + i / 200));
    }
  }

  @Test
  void duplicateOfTheLastIsAcknowledgedAgain() {
    take(segment(1, 2));
    MemorySegment last = only(take(segment(2, 2)));
    receiver.takeMessage();

    assertThat(ack(only(take(segment(2, 2))))).isEqualTo(ack(last));
    assertThat(receiver.state()).isEqualTo(State.COMPLETE);
  }

  @Test
  void whatIsBeyondTheWindowIsDropped() {
    assertThat(take(segment(2, 9))).isEmpty();
    take(segment(1, 9));
    assertThat(take(segment(6, 9))).isEmpty();
    assertThat(take(with(segment(5, 9), RmppHeader.SEGMENT_NUMBER, 0xFFFF_FFFFL))).isEmpty();
    take(segment(2, 9));
    take(segment(3, 9));
    take(segment(4, 9));
    assertThat(ack(only(take(segment(5, 9))))).containsExactly(5L, 9L);
    assertThat(receiver.state()).isEqualTo(State.RUNNING);
  }

  @Test
  void emptyAnswerIsOneSegment() {
    MemorySegment empty = RmppSegments.data(Answers.of(new byte[56]), 1);
    assertThat(RmppHeader.PAYLOAD_LENGTH.get(empty, 0)).isEqualTo(20);
    take(empty);

    RmppMessage message = receiver.takeMessage();
    assertThat(message.bytes().byteSize()).isEqualTo(56);
    assertThat(message.declaredLength()).isEqualTo(20).isEqualTo(message.actualLength());
  }

  @Test
  void lengthNeedNotBeDeclared() {
    take(with(segment(1, 2), RmppHeader.PAYLOAD_LENGTH, 0));
    take(with(segment(2, 2), RmppHeader.PAYLOAD_LENGTH, 60));

    RmppMessage message = receiver.takeMessage();
    assertThat(message.bytes().byteSize()).isEqualTo(56 + 200 + 40);
    assertThat(message.declaredLength()).isZero();
  }

  /// The message is returned with both lengths, for callers that judge them.
  @Test
  void lastMayComeBeforeTheLengthDeclared() {
    take(with(segment(1, 2), RmppHeader.PAYLOAD_LENGTH, 700));
    take(segment(2, 2));

    RmppMessage message = receiver.takeMessage();
    assertThat(message.declaredLength()).isEqualTo(700);
    assertThat(message.actualLength()).isEqualTo(440);
  }

  @Test
  void refusalHasNoData() {
    MemorySegment refusal = with(segment(1, 1), RmppHeader.PAYLOAD_LENGTH, 0);
    take(with(refusal, MadHeader.STATUS, 0x0200));

    assertThat(receiver.takeMessage().bytes().byteSize()).isEqualTo(56);
  }

  @ParameterizedTest
  @CsvSource({
    "RMPPVersion, 2, 125",
    "RMPPType, 0, 121",
    "RMPPType, 9, 121",
    "RMPPStatus, 1, 124",
    "SegmentNumber, 1, 120",
    "SegmentNumber, 0, 120",
    "First, 1, 120"
  })
  void segmentThatIsWrongInItselfIsRefused(String field, long value, int status) {
    take(segment(1, 5));

    MemorySegment answer = only(take(with(segment(2, 5), field, value)));

    assertThat(RmppHeader.TYPE.get(answer, 0)).isEqualTo(RmppHeader.TYPE_ABORT);
    assertThat(RmppHeader.STATUS.get(answer, 0)).isEqualTo(status);
    assertThat(receiver.state()).isEqualTo(State.FAILED);
    assertThat(take(segment(3, 5))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"221", "19", "0", "4294967295"})
  void lastOfAnImpossibleLengthIsRefused(long length) {
    take(segment(1, 2));

    MemorySegment answer = only(take(with(segment(2, 2), RmppHeader.PAYLOAD_LENGTH, length)));

    assertThat(RmppHeader.STATUS.get(answer, 0)).isEqualTo(RmppStatus.LAST_AND_PAYLOAD_LENGTH);
    assertThat(receiver.failure())
        .asString()
        .contains("segment 2 has Last and PayloadLength " + length);
  }

  @Test
  void lengthDeclaredEndsTheMessage() {
    take(with(segment(1, 4), RmppHeader.PAYLOAD_LENGTH, 440));

    MemorySegment answer = only(take(segment(2, 4)));

    assertThat(RmppHeader.STATUS.get(answer, 0)).isEqualTo(RmppStatus.LAST_AND_PAYLOAD_LENGTH);
  }

  @Test
  void thereIsOneLast() {
    take(segment(1, 4));
    take(segment(4, 4));

    MemorySegment answer = only(take(with(segment(2, 4), RmppHeader.LAST, 1)));

    assertThat(RmppHeader.STATUS.get(answer, 0)).isEqualTo(RmppStatus.LAST_AND_PAYLOAD_LENGTH);
  }

  @Test
  void nothingFollowsTheLast() {
    take(segment(1, 9));
    take(segment(3, 3));

    MemorySegment answer = only(take(segment(4, 9)));

    assertThat(RmppHeader.STATUS.get(answer, 0)).isEqualTo(RmppStatus.LAST_AND_PAYLOAD_LENGTH);
    assertThat(receiver.failure()).asString().contains("segment 4 follows the last, 3");
  }

  @Test
  void peerMayBreakOff() {
    take(segment(1, 5));
    MemorySegment abort =
        RmppSegments.end(segment(1, 5), RmppHeader.TYPE_ABORT, RmppStatus.TOO_MANY_RETRIES);

    assertThat(take(abort)).isEmpty();

    assertThat(receiver.failure()).hasToString("ABORT after 1 segment in order (too many retries)");
  }

  @Test
  void silenceIsAnsweredAndThenGivenUp() {
    take(segment(1, 5));
    assertThat(receiver.deadline()).isEqualTo(SILENCE);
    assertThat(receiver.expire(SILENCE - 1)).isEmpty();
    assertThat(ack(only(receiver.expire(SILENCE)))).containsExactly(1L, 5L);
    assertThat(ack(only(receiver.expire(2 * SILENCE)))).containsExactly(1L, 5L);

    MemorySegment abort = only(receiver.expire(3 * SILENCE));

    assertThat(RmppHeader.STATUS.get(abort, 0)).isEqualTo(RmppStatus.TOO_MANY_RETRIES);
    assertThat(receiver.failure())
        .hasToString("1 segment in order, then silence (too many retries)");
    assertThat(receiver.expire(9 * SILENCE)).isEmpty();
  }

  @Test
  void endlessSenderIsStoppedByLength() {
    List<MemorySegment> answer = List.of();
    for (int n = 1; receiver.state() == State.RUNNING; n++) {
      answer = take(with(segment(n, 99), RmppHeader.PAYLOAD_LENGTH, 0));
    }

    assertThat(RmppHeader.TYPE.get(only(answer), 0)).isEqualTo(RmppHeader.TYPE_STOP);
    assertThat(receiver.failure())
        .hasToString("the message is longer than 2000 bytes (resources exhausted)");
  }

  @Test
  void slowSenderIsStoppedByTime() {
    RmppReceiver patient =
        new RmppReceiver(new RmppLimits(SILENCE, 2, 10_000, 4, 1 << 20), segment(1, 1), 0);
    long now = 0;
    List<MemorySegment> answer = List.of();
    for (int n = 1; patient.state() == State.RUNNING; n++) {
      patient.accept(with(segment(n, 99), RmppHeader.PAYLOAD_LENGTH, 0), now);
      now += SILENCE / 2;
      answer = patient.expire(now);
    }

    assertThat(now).isEqualTo(10_000);
    assertThat(RmppHeader.STATUS.get(only(answer), 0)).isEqualTo(RmppStatus.TOTAL_TIME_TOO_LONG);
  }

  /// Duplicates are no progress.
  @Test
  void senderThatRepeatsItselfIsGivenUp() {
    take(segment(1, 5));
    long now = 0;
    while (receiver.state() == State.RUNNING) {
      now += SILENCE / 4;
      receiver.accept(segment(1, 5), now);
      receiver.expire(now);
    }

    assertThat(now).isEqualTo(3 * SILENCE);
  }

  private List<MemorySegment> take(MemorySegment mad) {
    return receiver.accept(mad, 0);
  }

  private static MemorySegment only(List<MemorySegment> mads) {
    assertThat(mads).hasSize(1);
    return mads.getFirst();
  }

  private static MemorySegment with(MemorySegment mad, Field field, long value) {
    field.set(mad, 0, value);
    return mad;
  }

  private static MemorySegment with(MemorySegment mad, String field, long value) {
    return with(mad, RmppHeader.LAYOUT.field(field).orElseThrow(), value);
  }
}
