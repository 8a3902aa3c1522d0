package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryWindow;
import org.ibassay.link.upper.Qp;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.SharedReceives;
import org.ibassay.link.upper.WindowBinding;
import org.jspecify.annotations.Nullable;

/// Optional features of a DUT: memory windows, shared receive queues, and QP states. All resources
/// are released with the connection.
public final class DutWindows {
  private final Steps steps;
  private final TransportDut dut;
  private final List<MemoryWindow> windows = new ArrayList<>();
  private final List<SharedReceives> shared = new ArrayList<>();

  DutWindows(Steps steps, TransportDut dut) {
    this.steps = steps;
    this.dut = dut;
  }

  // --- memory windows

  /// Allocates a memory window.
  ///
  /// @param type 1 or 2
  public MemoryWindow allocate(int type) throws TestException {
    MemoryWindow window = dut.upper(upper -> upper.extended().allocateWindow(type));
    windows.add(window);
    return window;
  }

  /// Posts a bind on the DUT.
  ///
  /// @return the window after the bind, if that succeeds
  public MemoryWindow bind(RcQp qp, long id, MemoryWindow window, WindowBinding to)
      throws TestException {
    return dut.upper(upper -> upper.extended().bind(qp, id, window, to));
  }

  /// Posts a bind on the DUT that may be rejected.
  ///
  /// @return null if it was rejected
  public @Nullable MemoryWindow bindIfTaken(RcQp qp, long id, MemoryWindow window, WindowBinding to)
      throws TestException {
    try {
      return bind(qp, id, window, to);
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      return null;
    }
  }

  /// Posts a local invalidate on the DUT.
  public void invalidate(RcQp qp, long id, int rkey) throws TestException {
    dut.tellUpper(upper -> upper.extended().invalidate(qp, id, rkey));
  }

  /// Verifies that a bind completed in error.
  ///
  /// @param ended completions of the send queue
  public boolean verifyRefused(List<Completion> ended) {
    return steps
        .checks()
        .verify(
            0,
            ended.size() == 1 && ended.getFirst().status() != Status.SUCCESS,
            () -> "the bind rejected or completed in error",
            () -> ended.isEmpty() ? "no completion" : DutWork.shown(ended));
  }

  // --- receives

  /// Verifies which invalidated R_Key a receive reports.
  ///
  /// @param expected null for none
  public boolean verifyInvalidated(List<Completion> received, @Nullable Integer expected) {
    List<String> actual =
        received.stream().map(one -> DutWindows.shown(one.received().invalidated())).toList();
    return steps
        .checks()
        .verify(
            0,
            actual.equals(List.of(shown(expected))),
            () -> "one receive that reports the R_Key invalidated: " + shown(expected),
            () -> actual.isEmpty() ? "no receive" : actual.toString());
  }

  private static String shown(@Nullable Integer rkey) {
    return rkey == null ? "none" : "0x%08X".formatted(rkey);
  }

  /// Creates a shared receive queue.
  public SharedReceives share(int depth) throws TestException {
    SharedReceives receives = dut.upper(upper -> upper.extended().openShared(depth));
    shared.add(receives);
    return receives;
  }

  /// Posts a receive to a shared receive queue.
  public void postReceive(SharedReceives receives, long id, Buffer into) throws TestException {
    dut.tellUpper(upper -> upper.extended().postReceive(receives, id, into));
  }

  /// Requests one event when fewer receives than this limit are posted.
  public void setLimit(SharedReceives receives, int limit) throws TestException {
    dut.tellUpper(upper -> upper.extended().setLimit(receives, limit));
  }

  /// Verifies the number of limit events since the last call.
  public boolean verifyLimitEvents(SharedReceives receives, int expected) throws TestException {
    int actual = dut.upper(upper -> upper.extended().limitEvents(receives));
    return steps
        .checks()
        .verify(
            0,
            actual == expected,
            () -> Shown.counted(expected, "event") + " of the limit",
            () -> Shown.counted(actual, "event"));
  }

  // --- states

  /// Moves a QP to another state.
  public void modify(Qp qp, QpAttributes.State state) throws TestException {
    dut.tellUpper(upper -> upper.extended().modify(qp, state));
  }

  /// Verifies that a QP returns to RTS.
  ///
  /// @param from its state: SQD or SQE
  public boolean verifyResumes(Qp qp, QpAttributes.State from) throws TestException {
    String refusal;
    try {
      modify(qp, QpAttributes.State.RTS);
      refusal = "";
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      refusal = String.valueOf(e.getMessage());
    }
    String text = refusal;
    return steps
        .checks()
        .verify(
            0, text.isEmpty(), () -> "the QP returns from %s to RTS".formatted(from), () -> text);
  }

  // --- release

  /// Called before QPs are closed, because a bound window may keep its QP.
  void freeWindows() throws TestException {
    for (MemoryWindow window : windows) {
      dut.tellUpper(upper -> upper.extended().free(window));
    }
    windows.clear();
  }

  /// Called after QPs are closed.
  void closeShared() throws TestException {
    for (SharedReceives receives : shared) {
      dut.tellUpper(upper -> upper.extended().close(receives));
    }
    shared.clear();
  }
}
