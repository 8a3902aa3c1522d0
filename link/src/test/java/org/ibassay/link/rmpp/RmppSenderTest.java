package org.ibassay.link.rmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.rmpp.RmppTransfer.State;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RmppSenderTest {
  private static final long SILENCE = 1000;
  private static final RmppLimits LIMITS = new RmppLimits(SILENCE, 2, 10_000, 1, 1);
  private static final MemorySegment MESSAGE = Answers.of(new byte[56 + 9 * 200 + 30]);

  private final RmppSender sender = new RmppSender(MESSAGE, LIMITS, 0);

  @Test
  void windowIsTheReceivers() {
    assertThat(numbers(sender.start())).containsExactly(1L);
    assertThat(numbers(ack(1, 4))).containsExactly(2L, 3L, 4L);
    assertThat(numbers(ack(3, 4))).isEmpty();
    assertThat(numbers(ack(4, 0xFFFF_FFFFL))).containsExactly(5L, 6L, 7L, 8L, 9L, 10L);
    assertThat(ack(10, 0xFFFF_FFFFL)).isEmpty();
    assertThat(sender.state()).isEqualTo(State.COMPLETE);
    assertThat(sender.deadline()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void segmentsSayWhatTheyAre() {
    MemorySegment first = sender.start().getFirst();
    List<MemorySegment> rest = ack(1, 10);

    assertThat(RmppHeader.FLAGS.get(first, 0)).isEqualTo(3);
    assertThat(RmppHeader.PAYLOAD_LENGTH.get(first, 0)).isEqualTo(10 * 20 + 9 * 200 + 30);
    assertThat(RmppHeader.FLAGS.get(rest.get(3), 0)).isEqualTo(1);
    assertThat(RmppHeader.FLAGS.get(rest.getLast(), 0)).isEqualTo(5);
    assertThat(RmppHeader.PAYLOAD_LENGTH.get(rest.getLast(), 0)).isEqualTo(50);
    assertThat(MadHeader.METHOD.get(rest.getLast(), 0)).isEqualTo(SaMethod.GET_TABLE_RESP);
  }

  @Test
  void oldAcknowledgementsAreIgnored() {
    sender.start();
    ack(1, 4);
    ack(3, 8);

    assertThat(ack(1, 4)).isEmpty();
    assertThat(ack(3, 8)).isEmpty();
    assertThat(sender.state()).isEqualTo(State.RUNNING);
  }

  @Test
  void whatIsMissingGoesAgain() {
    sender.start();
    ack(1, 5);
    ack(2, 5);

    assertThat(numbers(sender.expire(SILENCE))).containsExactly(3L, 4L, 5L);
    assertThat(numbers(ack(4, 6))).containsExactly(6L);
  }

  @Test
  void lostAcknowledgementsAreGivenUp() {
    sender.start();
    assertThat(numbers(sender.expire(SILENCE))).containsExactly(1L);
    assertThat(numbers(sender.expire(2 * SILENCE))).containsExactly(1L);

    MemorySegment abort = sender.expire(3 * SILENCE).getFirst();

    assertThat(RmppHeader.TYPE.get(abort, 0)).isEqualTo(RmppHeader.TYPE_ABORT);
    assertThat(RmppHeader.STATUS.get(abort, 0)).isEqualTo(RmppStatus.TOO_MANY_RETRIES);
    assertThat(MadHeader.METHOD.get(abort, 0)).isEqualTo(SaMethod.GET_TABLE_RESP);
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 122", "5, 8, 123", "11, 11, 123", "4294967295, 4294967295, 123"})
  void impossibleAcknowledgementIsRefused(long number, long windowLast, int status) {
    sender.start();
    ack(1, 4);

    MemorySegment abort = ack(number, windowLast).getFirst();

    assertThat(RmppHeader.TYPE.get(abort, 0)).isEqualTo(RmppHeader.TYPE_ABORT);
    assertThat(RmppHeader.STATUS.get(abort, 0)).isEqualTo(status);
    assertThat(sender.state()).isEqualTo(State.FAILED);
  }

  @Test
  void receiverMayStop() {
    sender.start();
    MemorySegment stop =
        RmppSegments.end(
            RmppSegments.turned(MESSAGE), RmppHeader.TYPE_STOP, RmppStatus.RESOURCES_EXHAUSTED);

    assertThat(sender.accept(stop, 0)).isEmpty();
    assertThat(sender.failure())
        .hasToString("STOP after 0 of 10 segments acknowledged" + " (resources exhausted)");
  }

  /// A receiver that opens the window by one segment at a time and acknowledges nothing.
  @Test
  void receiverThatNeverAcknowledgesIsStoppedByTime() {
    sender.start();
    long now = 0;
    for (int window = 2; sender.state() == State.RUNNING; window++) {
      now += SILENCE / 2;
      sender.accept(RmppSegments.ack(RmppSegments.turned(MESSAGE), 0, window), now);
      sender.expire(now);
    }

    assertThat(now).isEqualTo(10_000);
  }

  private List<MemorySegment> ack(long number, long windowLast) {
    return sender.accept(RmppSegments.ack(RmppSegments.turned(MESSAGE), number, windowLast), 0);
  }

  private static List<Long> numbers(List<MemorySegment> mads) {
    return mads.stream().map(mad -> RmppHeader.SEGMENT_NUMBER.get(mad, 0)).toList();
  }
}
