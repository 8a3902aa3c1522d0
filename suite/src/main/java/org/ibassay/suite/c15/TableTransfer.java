package org.ibassay.suite.c15;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// One transfer of a long table, of which the tester is the receiver: the MADs received, and the
/// end of the window.
final class TableTransfer {
  /// NewWindowLast that opens the window for everything.
  static final long HUGE = 0xFFFF_FFFFL;

  /// How long a segment may take for which the window is open.
  static final Duration ANSWER = Duration.ofMillis(700);

  /// How long packets that cross an ACK may be in flight.
  private static final Duration CROSSING = Duration.ofMillis(100);

  /// Senders that know no packet lifetime wait for some seconds before they retransmit; none waits
  /// this long.
  static final Duration LONG = Duration.ofMinutes(1);

  private final Steps steps;
  private final SegmentExchange exchange;
  private final List<SegmentSpec> received = new ArrayList<>();
  private long windowLast = 1;

  private TableTransfer(Steps steps, SegmentExchange exchange) {
    this.steps = steps;
    this.exchange = exchange;
  }

  /// Sends a request, and receives the first MAD of the response.
  static TableTransfer ask(Steps steps, SegmentExchange exchange, SaRequest request)
      throws TestException {
    TableTransfer transfer = new TableTransfer(steps, exchange);
    transfer.received.add(exchange.ask(request));
    return transfer;
  }

  /// Returns everything received, in order.
  List<SegmentSpec> received() {
    return received;
  }

  /// Returns the first MAD received.
  SegmentSpec first() {
    return received.getFirst();
  }

  /// Returns a segment as first received; null if it was not.
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

  /// Acknowledges segments, and drops packets that cross the ACK.
  void ackAndSettle(long number, long newWindowLast) throws TestException {
    ack(number, newWindowLast);
    receive(CROSSING);
  }

  /// Receives for some time.
  List<SegmentSpec> receive(Duration time) throws TestException {
    List<SegmentSpec> more = exchange.all(time);
    received.addAll(more);
    return more;
  }

  /// Receives until a segment is received, or the transfer has ended.
  ///
  /// @return everything received
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

  /// Verifies that no segment is beyond the window.
  boolean verifyWindow() {
    return verifyOnly(received, 1, windowLast);
  }

  /// Verifies that all segments are in a range.
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

  /// Verifies that no further segment is sent.
  boolean verifyNoSegment(List<SegmentSpec> segments) {
    return verifyOnly(segments, 1, 0);
  }

  /// Verifies that nothing further is sent.
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

  /// Verifies that a segment is among those received.
  boolean verifyHas(List<SegmentSpec> segments, long number) {
    boolean has = segments.stream().anyMatch(s -> s.isData() && s.number() == number);
    return steps
        .checks()
        .verify(0, has, () -> "segment %d again".formatted(number), () -> "none" + ended());
  }

  /// Verifies that retransmissions are identical to the first transmission.
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
            () -> Objects.requireNonNull(other).differenceFrom(firstOf(other)));
  }

  private SegmentSpec firstOf(SegmentSpec again) {
    SegmentSpec first = segment(again.number());
    return first == null ? again : first;
  }

  /// Verifies that all segments of a range were received since the transfer began.
  boolean verifyReceived(long from, long to) {
    for (long number = from; number <= to; number++) {
      long missing = number;
      if (segment(number) == null) {
        return steps.checks().verify(0, false, () -> "segment " + missing, () -> "none" + ended());
      }
    }
    return steps.checks().verify(0, true, () -> "", () -> "");
  }

  /// Verifies that the DUT has not ended the transfer.
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

  /// Returns the MAD by which the DUT ended the transfer; null if it did not.
  @Nullable SegmentSpec end() {
    return received.stream().filter(SegmentSpec::isEnd).findFirst().orElse(null);
  }

  /// Verifies that a STOP or ABORT from the DUT, if any, is an ABORT for one of these reasons, or
  /// without one.
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
            () -> "ABORT with RMPPStatus %s or 127".formatted(join(reasons)),
            () -> String.valueOf(end));
  }

  /// Returns codes as a list, for messages.
  static String join(Integer... reasons) {
    return Arrays.stream(reasons).map(String::valueOf).collect(Collectors.joining(", "));
  }

  /// Notes the reading: whether the DUT has sent an ABORT.
  ///
  /// @param otherwise way of the reading if it has not
  void note(Reading reading, String otherwise) {
    SegmentSpec end = end();
    if (end != null) {
      steps.reading(end.frame(), reading, "abort");
    } else if (exchange.isLossless()) {
      steps.reading(0, reading, otherwise);
    }
  }

  /// Sends a wrong ACK.
  ///
  /// @param spoil makes it wrong
  void wrongAck(long number, long newWindowLast, Consumer<MemorySegment> spoil)
      throws TestException {
    exchange.ack(number, newWindowLast, spoil);
  }

  /// Ends the transfer early.
  ///
  /// @param type STOP or ABORT
  void end(int type, int status) throws TestException {
    exchange.end(type, status);
  }

  /// Ends the transfer if the DUT has not.
  void abandon() throws TestException {
    if (end() == null) {
      exchange.end(RmppHeader.TYPE_ABORT, RmppStatus.UNSPECIFIED);
    }
  }
}
