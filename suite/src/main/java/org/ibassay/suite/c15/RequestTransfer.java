package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TableTransfer.ANSWER;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.jspecify.annotations.Nullable;

/// One segmented request, of which the tester is the sender, and its response: the MADs sent and
/// received.
final class RequestTransfer {
  /// Most segments of a response that are received: a response has a few, and some devices never
  /// stop.
  private static final int MOST_SEGMENTS = 256;

  /// Step that checks what an ACK acknowledges.
  private static final String ACK_STEP = "A2.1";

  private final Steps steps;
  private final SegmentExchange exchange;
  private final List<MemorySegment> segments;
  private final List<SegmentSpec> received = new ArrayList<>();

  /// The last segment up to which all were sent.
  private int sentInOrder;

  private final List<Integer> sent = new ArrayList<>();

  private RequestTransfer(Steps steps, SegmentExchange exchange, List<MemorySegment> segments) {
    this.steps = steps;
    this.exchange = exchange;
    this.segments = segments;
  }

  /// Sends one segment, usually the first, and receives the response to it.
  ///
  /// @param number segment number, from 1
  static RequestTransfer begin(
      Steps steps, SegmentExchange exchange, List<MemorySegment> segments, int number)
      throws TestException {
    RequestTransfer transfer = new RequestTransfer(steps, exchange, segments);
    transfer.note(number);
    SegmentSpec first = exchange.askIfAny(segments.get(number - 1));
    if (first != null) {
      transfer.received.add(first);
      transfer.verifyLatestAcks(List.of(first));
      transfer.receive(ANSWER);
    }
    return transfer;
  }

  /// Returns the number of the last segment.
  int count() {
    return segments.size();
  }

  /// Returns everything received, in order.
  List<SegmentSpec> received() {
    return received;
  }

  /// Returns the ACKs received.
  List<SegmentSpec> acks() {
    return received.stream().filter(RequestTransfer::isAck).toList();
  }

  private static boolean isAck(SegmentSpec mad) {
    return mad.header(RmppHeader.TYPE) == RmppHeader.TYPE_ACK;
  }

  /// Returns the last acknowledged segment.
  int acknowledged() {
    return (int) Math.min(count(), acks().stream().mapToLong(SegmentSpec::number).max().orElse(0));
  }

  /// Returns the last segment that may be sent.
  int windowLast() {
    long last =
        acks().stream().mapToLong(ack -> ack.header(RmppHeader.NEW_WINDOW_LAST)).max().orElse(1);
    return (int) Math.min(count(), Math.max(1, last));
  }

  /// Returns the unacknowledged segments of the window.
  List<Integer> window() {
    List<Integer> numbers = new ArrayList<>();
    for (int number = acknowledged() + 1; number <= windowLast(); number++) {
      numbers.add(number);
    }
    return numbers;
  }

  /// Sends a segment, even outside the window.
  void send(int number) throws TestException {
    note(number);
    exchange.segment(segments.get(number - 1));
  }

  private void note(int number) {
    sent.add(number);
    while (sent.contains(sentInOrder + 1)) {
      sentInOrder++;
    }
  }

  /// Sends a wrong segment.
  ///
  /// @param spoil makes it wrong
  void sendWrong(int number, Consumer<MemorySegment> spoil) throws TestException {
    byte[] bytes = segments.get(number - 1).toArray(ValueLayout.JAVA_BYTE);
    MemorySegment wrong = MemorySegment.ofArray(bytes);
    spoil.accept(wrong);
    exchange.segment(wrong);
  }

  /// Receives for some time, and checks what each ACK acknowledges.
  List<SegmentSpec> receive(Duration time) throws TestException {
    List<SegmentSpec> more = exchange.all(time);
    received.addAll(more);
    verifyLatestAcks(more);
    return more;
  }

  /// Sends the missing segments as a careful sender does: the window, repeated without progress,
  /// until all are acknowledged.
  void sendRest() throws TestException {
    for (int idle = 0; idle < 3 && acknowledged() < count() && end() == null; idle++) {
      int before = acknowledged() + windowLast();
      for (int number : window()) {
        send(number);
      }
      receive(ANSWER);
      if (acknowledged() + windowLast() > before) {
        idle = -1;
      }
    }
  }

  /// Turns the direction, and receives the response, acknowledging each segment, up to the one with
  /// the Last flag.
  void takeAnswer() throws TestException {
    exchange.ack(0, 1);
    receive(ANSWER);
    boolean isOver = false;
    for (int number = 1; number <= MOST_SEGMENTS && !isOver; number++) {
      SegmentSpec segment = segment(number);
      if (segment == null) {
        return;
      }
      exchange.ack(number, number + 1L);
      receive(ANSWER);
      isOver = segment.isLast();
    }
  }

  /// Turns the direction, and acknowledges nothing of the response.
  void turn() throws TestException {
    exchange.ack(0, 1);
  }

  /// Returns a segment of the response as first received; null if it was not.
  @Nullable SegmentSpec segment(long number) {
    return received.stream()
        .filter(mad -> mad.isData() && mad.number() == number)
        .findFirst()
        .orElse(null);
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
      exchange.all(ANSWER);
    }
  }

  /// Returns the MAD by which the DUT ended the transfer; null if it did not.
  @Nullable SegmentSpec end() {
    return received.stream().filter(SegmentSpec::isEnd).findFirst().orElse(null);
  }

  // --- checks of the present step

  /// Verifies that no ACK acknowledges a segment up to which not all were sent.
  private void verifyLatestAcks(List<SegmentSpec> mads) {
    String present = steps.current();
    steps.step(ACK_STEP);
    for (SegmentSpec ack : mads.stream().filter(RequestTransfer::isAck).toList()) {
      verify(
          ack,
          ack.number() <= sentInOrder,
          "ACK of segment %d at most".formatted(sentInOrder),
          ack.toString());
    }
    steps.step(present);
  }

  /// Verifies that nothing received is part of a successful response.
  boolean verifyNoAnswer() {
    SegmentSpec wrong =
        received.stream()
            .filter(mad -> mad.isData() || mad.header(RmppHeader.ACTIVE) == 0)
            .filter(mad -> mad.header(MadHeader.STATUS) == 0)
            .findFirst()
            .orElse(null);
    return verify(wrong, wrong == null, "no response with Status 0", String.valueOf(wrong));
  }

  /// Verifies that the DUT has not ended the transfer.
  boolean verifyNotEnded() {
    SegmentSpec end = end();
    return verify(end, end == null, "neither STOP nor ABORT", String.valueOf(end));
  }

  /// Verifies that a STOP or ABORT from the DUT, if any, is an ABORT for one of these reasons, or
  /// without one.
  boolean verifyReason(Integer... reasons) {
    SegmentSpec end = end();
    int status = end == null ? 0 : (int) end.header(RmppHeader.STATUS);
    boolean isRight =
        end == null
            || (end.header(RmppHeader.TYPE) == RmppHeader.TYPE_ABORT
                && (Arrays.asList(reasons).contains(status) || status == RmppStatus.UNSPECIFIED));
    return verify(
        end,
        isRight,
        "ABORT with RMPPStatus %s or 127".formatted(TableTransfer.join(reasons)),
        String.valueOf(end));
  }

  /// Verifies a condition.
  ///
  /// @param about MAD that shows it; null if nothing was received
  boolean verify(@Nullable SegmentSpec about, boolean passed, String expected, String actual) {
    return steps
        .checks()
        .verify(about == null ? 0 : about.frame(), passed, () -> expected, () -> actual);
  }
}
