package org.ibassay.suite.c15;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// One transfer of a long table, of which the tester is the receiver: what was received, and how
/// far the window is open.
final class TableTransfer {
  /// NewWindowLast of one who takes all there is.
  static final long HUGE = 0xFFFF_FFFFL;

  /// How long a segment may take that the window is open for.
  static final Duration ANSWER = Duration.ofMillis(700);

  /// How long what crosses an ACK may be on its way.
  private static final Duration CROSSING = Duration.ofMillis(100);

  /// Senders that know no packet lifetime wait for some seconds before they send again; after so
  /// long there is none that does not.
  static final Duration LONG = Duration.ofMinutes(1);

  private final Steps steps;
  private final SegmentExchange exchange;
  private final List<SegmentSpec> received = new ArrayList<>();
  private long windowLast = 1;

  private TableTransfer(Steps steps, SegmentExchange exchange) {
    this.steps = steps;
    this.exchange = exchange;
  }

  /// Sends a request, and receives the first MAD of the answer.
  static TableTransfer ask(Steps steps, SegmentExchange exchange, SaRequest request)
      throws TestException {
    TableTransfer transfer = new TableTransfer(steps, exchange);
    transfer.received.add(exchange.ask(request));
    return transfer;
  }

  /// Everything that was received, in its order.
  List<SegmentSpec> received() {
    return received;
  }

  /// The first MAD that was received.
  SegmentSpec first() {
    return received.getFirst();
  }

  /// The segment of a number, as it was received first; null when it was not.
  @Nullable SegmentSpec segment(long number) {
    return received.stream()
        .filter(segment -> segment.isData() && segment.number() == number)
        .findFirst()
        .orElse(null);
  }

  /// Acknowledges segments; the window never shrinks.
  void ack(long number, long newWindowLast) throws TestException {
    windowLast = Math.max(windowLast, newWindowLast);
    exchange.ack(number, newWindowLast);
  }

  /// Acknowledges segments, and drops what crosses that on its way.
  void ackAndSettle(long number, long newWindowLast) throws TestException {
    ack(number, newWindowLast);
    receive(CROSSING);
  }

  /// Receives what is sent in a time.
  List<SegmentSpec> receive(Duration time) throws TestException {
    List<SegmentSpec> more = exchange.all(time);
    received.addAll(more);
    return more;
  }

  /// Receives what is sent until a segment is, or the transfer is ended.
  ///
  /// @return all that was received
  List<SegmentSpec> receiveUntil(long number, Duration time) throws TestException {
    long end = steps.now() + time.toNanos();
    List<SegmentSpec> more = new ArrayList<>();
    SegmentSpec next;
    do {
      next = exchange.next(Duration.ofNanos(Math.max(0, end - steps.now())));
      if (next != null) {
        more.add(next);
      }
    } while (next != null && !next.isEnd() && !(next.isData() && next.number() == number));
    received.addAll(more);
    return more;
  }

  /// The present step's check: no segment is beyond the window.
  boolean verifyWindow() {
    return verifyOnly(received, 1, windowLast);
  }

  /// The present step's check: of segments there are only those.
  boolean verifyOnly(List<SegmentSpec> segments, long from, long to) {
    SegmentSpec wrong =
        segments.stream()
            .filter(SegmentSpec::isData)
            .filter(segment -> segment.number() < from || segment.number() > to)
            .findFirst()
            .orElse(null);
    return steps
        .checks()
        .verify(
            wrong == null ? 0 : wrong.frame(),
            wrong == null,
            () -> from > to ? "no segment" : "segments from %d to %d only".formatted(from, to),
            () -> String.valueOf(wrong));
  }

  /// The present step's check: no segment is sent any more.
  boolean verifyNoSegment(List<SegmentSpec> segments) {
    return verifyOnly(segments, 1, 0);
  }

  /// The present step's check: nothing is sent any more.
  boolean verifySilence(List<SegmentSpec> mads) {
    SegmentSpec first = mads.isEmpty() ? null : mads.getFirst();
    return steps
        .checks()
        .verify(
            first == null ? 0 : first.frame(),
            first == null,
            () -> "nothing more",
            () -> String.valueOf(first));
  }

  /// The present step's check: a segment is among what was received.
  boolean verifyHas(List<SegmentSpec> segments, long number) {
    boolean has = segments.stream().anyMatch(s -> s.isData() && s.number() == number);
    return steps
        .checks()
        .verify(0, has, () -> "segment %d again".formatted(number), () -> "not sent" + ended());
  }

  /// The present step's check: what was sent again is what it was at first.
  boolean verifySame() {
    SegmentSpec other =
        received.stream()
            .filter(SegmentSpec::isData)
            .filter(segment -> !segment.isSentAgainAs(firstOf(segment)))
            .findFirst()
            .orElse(null);
    return steps
        .checks()
        .verify(
            other == null ? 0 : other.frame(),
            other == null,
            () -> "%s identical to the first".formatted(other),
            () -> "other bytes");
  }

  private SegmentSpec firstOf(SegmentSpec again) {
    SegmentSpec first = segment(again.number());
    return first == null ? again : first;
  }

  /// The present step's check: segments were received, all of them, since the transfer began.
  boolean verifyReceived(long from, long to) {
    for (long number = from; number <= to; number++) {
      long missing = number;
      if (segment(number) == null) {
        return steps
            .checks()
            .verify(0, false, () -> "segment " + missing, () -> "no such segment" + ended());
      }
    }
    return steps.checks().verify(0, true, () -> "", () -> "");
  }

  /// The present step's check: the DUT has not ended the transfer.
  boolean verifyNotEnded() {
    SegmentSpec end = end();
    return steps
        .checks()
        .verify(
            end == null ? 0 : end.frame(),
            end == null,
            () -> "neither STOP nor ABORT",
            () -> String.valueOf(end));
  }

  private String ended() {
    SegmentSpec end = end();
    return end == null ? "" : ", but " + end;
  }

  /// What ended the transfer; null when the DUT did not.
  @Nullable SegmentSpec end() {
    return received.stream().filter(SegmentSpec::isEnd).findFirst().orElse(null);
  }

  /// The present step's check: if the DUT has sent a STOP or an ABORT, it is an ABORT for one of
  /// these reasons, or for none that it names.
  boolean verifyReason(Integer... reasons) {
    SegmentSpec end = end();
    long status = end == null ? 0 : end.header(RmppHeader.STATUS);
    boolean isRight =
        end == null
            || (end.header(RmppHeader.TYPE) == RmppHeader.TYPE_ABORT
                && (Arrays.asList(reasons).contains((int) status)
                    || status == RmppStatus.UNSPECIFIED));
    return steps
        .checks()
        .verify(
            end == null ? 0 : end.frame(),
            isRight,
            () -> "ABORT with RMPPStatus %s or 127".formatted(Arrays.toString(reasons)),
            () -> String.valueOf(end));
  }

  /// Notes which way the DUT goes: whether it has sent an ABORT.
  ///
  /// @param otherwise the way of the reading where it has not
  void note(Reading reading, String otherwise) {
    SegmentSpec end = end();
    if (end != null) {
      steps.reading(end.frame(), reading, "abort");
    } else if (exchange.isLossless()) {
      steps.reading(0, reading, otherwise);
    }
  }

  /// Sends an ACK that is wrong.
  ///
  /// @param spoil makes it so
  void wrongAck(long number, long newWindowLast, Consumer<MemorySegment> spoil)
      throws TestException {
    exchange.ack(number, newWindowLast, spoil);
  }

  /// Ends the transfer before its time.
  ///
  /// @param type STOP or ABORT
  void end(int type, int status) throws TestException {
    exchange.end(type, status);
  }

  /// Ends the transfer, if the DUT has not.
  void abandon() throws TestException {
    if (end() == null) {
      exchange.end(RmppHeader.TYPE_ABORT, RmppStatus.UNSPECIFIED);
    }
  }
}
