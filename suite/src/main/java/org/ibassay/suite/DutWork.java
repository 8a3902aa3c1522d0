package org.ibassay.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.Qp;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UdQp;
import org.ibassay.link.upper.UpperTester.Queue;

/// The work queues of a QP of the DUT: posts Work Requests and polls their completions.
public final class DutWork {
  /// Maximum number of receives, and of sends, that can be posted at a time.
  static final int DEPTH = 64;

  private static final long POLL_NANOS = 1_000_000L;

  /// The completion of a Work Request.
  ///
  /// @param id of the request
  public record Ended(long id, Completion.Status status) {
    /// With success.
    public static Ended well(long id) {
      return new Ended(id, Completion.Status.SUCCESS);
    }

    /// Flushed, because its QP is in the error state.
    public static Ended flushed(long id) {
      return new Ended(id, Completion.Status.WR_FLUSH_ERR);
    }

    @Override
    public String toString() {
      return id + " " + status;
    }
  }

  private final Steps steps;
  private final TransportDut dut;
  private final DutMemory memory;
  private final Supplier<? extends Qp> qp;

  /// @param memory for receives
  /// @param qp supplies the QP for each call
  DutWork(Steps steps, TransportDut dut, DutMemory memory, Supplier<? extends Qp> qp) {
    this.steps = steps;
    this.dut = dut;
    this.memory = memory;
    this.qp = qp;
  }

  /// Posts receives of `bytes` each, in separate memory; their ids count from 0.
  public MemoryRegion postReceives(int count, int bytes) throws TestException {
    MemoryRegion region = memory.add(AccessRights.LOCAL, Math.max(1, (long) count * bytes));
    for (int i = 0; i < count; i++) {
      postReceive(i, region.slice((long) i * bytes, bytes));
    }
    return region;
  }

  /// Posts a receive.
  ///
  /// @param id id of the completion
  public void postReceive(long id, Buffer into) throws TestException {
    dut.tellUpper(upper -> upper.postReceive(qp.get(), id, into));
  }

  /// Posts a send Work Request.
  public void post(SendRequest request) throws TestException {
    dut.tellUpper(upper -> upper.post(qp.get(), request));
  }

  /// Posts a fenced send Work Request.
  public void postFenced(SendRequest request) throws TestException {
    dut.tellUpper(upper -> upper.postFenced(qp.get(), request));
  }

  /// Posts a datagram.
  public void post(UdQp from, Datagram datagram) throws TestException {
    dut.tellUpper(upper -> upper.post(from, datagram));
  }

  /// Posts a datagram that may be rejected.
  ///
  /// @return whether it was accepted
  public boolean postIfTaken(UdQp from, Datagram datagram) throws TestException {
    try {
      post(from, datagram);
      return true;
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      return false;
    }
  }

  /// Polls completions of the send queue.
  ///
  /// @param count number of completions to wait for, within the time of an answer
  public List<Completion> pollSends(int count) throws TestException {
    return poll(Queue.SEND, count, dut.answerNanos());
  }

  /// Polls completions of the send queue.
  ///
  /// @param count number of completions to wait for
  /// @param patience additional time beyond that of an answer
  public List<Completion> pollSends(int count, Duration patience) throws TestException {
    return poll(Queue.SEND, count, dut.answerNanos() + patience.toNanos());
  }

  /// Polls completions of the receive queue.
  ///
  /// @param count number of completions to wait for, within the time of an answer
  public List<Completion> pollReceives(int count) throws TestException {
    return poll(Queue.RECEIVE, count, dut.answerNanos());
  }

  /// Polls the send queue after a time in which nothing should complete.
  public List<Completion> pollSendsAfterSilence() throws TestException {
    dut.waitFor(dut.silenceNanos());
    return poll(Queue.SEND, 1, 0);
  }

  /// Polls the receive queue after a time in which nothing should complete.
  public List<Completion> pollReceivesAfterSilence() throws TestException {
    dut.waitFor(dut.silenceNanos());
    return poll(Queue.RECEIVE, 1, 0);
  }

  private List<Completion> poll(Queue queue, int count, long patience) throws TestException {
    List<Completion> all = new ArrayList<>();
    long deadline = dut.now() + patience;
    while (true) {
      all.addAll(dut.upper(upper -> upper.poll(qp.get(), queue, DEPTH)));
      long now = dut.now();
      if (all.size() >= count || now >= deadline) {
        return all;
      }
      dut.waitFor(Math.min(POLL_NANOS, deadline - now));
    }
  }

  /// Requests an event for the next receive that completes with a solicited event.
  public void requestSolicitedEvent(Qp of) throws TestException {
    dut.tellUpper(upper -> upper.requestSolicitedEvent(of));
  }

  /// Requests such an event of the QP in use.
  public void requestSolicitedEvent() throws TestException {
    requestSolicitedEvent(qp.get());
  }

  // --- checks

  /// Returns whether completions of receives can be polled; if not, checks of them in the current
  /// step do not apply.
  public boolean areReceivesSeen() {
    return dut.lets(Ability.RECEIVES);
  }

  /// Verifies the number of events since the last call.
  public boolean verifyEvents(Qp of, int expected) throws TestException {
    int actual = events(of, expected);
    return steps
        .checks()
        .verify(
            0,
            actual == expected,
            () -> Shown.counted(expected, "solicited event"),
            () -> Shown.counted(actual, "event"));
  }

  /// An event may be reported some time after the completion that raised it.
  private int events(Qp of, int expected) throws TestException {
    long deadline = dut.now() + dut.answerNanos();
    int actual = dut.upper(upper -> upper.events(of));
    while (actual < expected && dut.now() < deadline) {
      dut.waitFor(POLL_NANOS);
      actual += dut.upper(upper -> upper.events(of));
    }
    return actual;
  }

  /// Verifies the number of events of the QP in use since the last call.
  public boolean verifyEvents(int expected) throws TestException {
    return verifyEvents(qp.get(), expected);
  }

  /// Verifies that this number of receives completes, each with success, if that can be observed.
  public boolean verifyReceived(int count) throws TestException {
    return !areReceivesSeen() || verifySucceeded(pollReceives(count), count);
  }

  /// Verifies that there is this number of completions, each with success.
  public boolean verifySucceeded(List<Completion> completions, int count) {
    return steps
        .checks()
        .verify(
            0,
            completions.size() == count
                && completions.stream().allMatch(c -> c.status() == Completion.Status.SUCCESS),
            () -> Shown.counted(count, "completion") + ", each SUCCESS",
            () -> shown(completions));
  }

  /// Verifies that exactly these requests have completed, in order.
  public boolean verifyEnded(List<Completion> completions, List<Ended> expected) {
    List<Ended> actual = completions.stream().map(c -> new Ended(c.id(), c.status())).toList();
    return steps
        .checks()
        .verify(0, actual.equals(expected), () -> "completions " + expected, () -> shown(actual));
  }

  /// Verifies that nothing has completed.
  public boolean verifyNone(List<Completion> completions) {
    return steps
        .checks()
        .verify(
            0,
            completions.isEmpty(),
            () -> "no completion",
            () -> completions.getFirst().toString());
  }

  /// Verifies the state of the QP.
  public boolean verifyState(QpAttributes.State expected) throws TestException {
    if (!dut.lets(Ability.STATES)) {
      return true;
    }
    QpAttributes.State actual = dut.upper(upper -> upper.query(qp.get())).state();
    return steps
        .checks()
        .verify(0, actual == expected, () -> "QP in state " + expected, () -> "in state " + actual);
  }

  /// Formats completions for messages.
  public static String shown(List<?> completions) {
    return completions.isEmpty() ? "none" : completions.toString();
  }
}
