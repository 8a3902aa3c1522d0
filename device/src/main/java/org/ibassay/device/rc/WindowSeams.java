package org.ibassay.device.rc;

import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Operation;

/// The seams of memory windows, shared receives and a drained send queue. The defaults conform.
public final class WindowSeams {
  /// Why a bind fails.
  public enum BindFault {
    /// The R_Key is not that of a window, or the window is already bound.
    NOT_FREE,
    /// The region is of another protection domain.
    OTHER_DOMAIN,
    /// The region does not allow windows.
    NO_WINDOWS,
    /// A window with remote write access, in a region without local write access.
    READ_ONLY_REGION,
    /// A window with remote atomic access, in a region without local write access.
    ATOMIC_IN_READ_ONLY_REGION,
    /// The range exceeds the region.
    OUT_OF_RANGE
  }

  /// Why a SEND with Invalidate is not executed.
  public enum Unexecuted {
    /// It was executed before.
    DUPLICATE,
    /// A packet before it is missing.
    AFTER_GAP,
    /// No receive is posted.
    NO_RECEIVE
  }

  /// Whether a SEND with Invalidate that is not executed unbinds the window nevertheless.
  public final Decision<Predicate<Unexecuted>> invalidatesUnexecuted = new Decision<>(_ -> false);

  /// Whether the fault of a bind is detected; otherwise it is executed.
  public final Decision<Predicate<BindFault>> noticing = new Decision<>(_ -> true);

  /// Whether a bind that completes in error is executed nevertheless.
  public final Decision<Predicate<BindFault>> bindsAnyway = new Decision<>(_ -> false);

  /// The start of a window, from the address in the bind.
  public final Decision<LongUnaryOperator> start = new Decision<>(address -> address);

  /// The length of a window, from the length in the bind.
  public final Decision<LongUnaryOperator> length = new Decision<>(bytes -> bytes);

  /// Remote access rights of a window, from those in the bind.
  public final Decision<UnaryOperator<AccessRights>> rights = new Decision<>(rights -> rights);

  /// Whether the previous R_Key of a window of type 1 becomes invalid when it is bound again.
  public final Decision<Predicate<AccessRights>> forgetsKey = new Decision<>(_ -> true);

  /// Whether a SEND with Invalidate unbinds the window.
  public final Decision<Predicate<Operation>> invalidates = new Decision<>(_ -> true);

  /// The R_Key that a SEND with Invalidate unbinds, from the one in the request.
  public final Decision<IntUnaryOperator> invalidated = new Decision<>(rkey -> rkey);

  /// The R_Key that is reported as invalidated, from the one that was.
  public final Decision<IntUnaryOperator> reported = new Decision<>(rkey -> rkey);

  /// Whether a receive reports that an R_Key was invalidated.
  public final Decision<Predicate<Operation>> reports = new Decision<>(_ -> true);

  /// Whether a SEND with an R_Key that cannot be invalidated causes an error.
  public final Decision<Predicate<Operation>> refusesKey = new Decision<>(_ -> true);

  /// Whether a local invalidate unbinds the window.
  public final Decision<Predicate<AccessRights>> invalidatesLocally = new Decision<>(_ -> true);

  /// Whether a SEND invalidates its R_Key even if that cannot be invalidated.
  public final Decision<Predicate<Operation>> invalidatesAny = new Decision<>(_ -> false);

  /// The index of the receive of a shared queue that is used next, from the number of receives; 0
  /// is the oldest.
  public final Decision<IntUnaryOperator> nextShared = new Decision<>(_ -> 0);

  /// The number of events when the number of receives falls below the limit.
  public final Decision<IntUnaryOperator> limitEvents = new Decision<>(events -> events);

  /// Whether fewer receives than a limit are posted.
  public final Decision<LimitRule> belowLimit =
      new Decision<>((receives, limit) -> receives < limit);

  /// Compares with a limit.
  @FunctionalInterface
  public interface LimitRule {
    boolean isBelow(int receives, int limit);
  }

  /// Whether shared receives are flushed with a QP that uses them.
  public final Decision<Predicate<Integer>> flushesShared = new Decision<>(_ -> false);

  /// Whether a request may begin in state SQD.
  public final Decision<Predicate<Integer>> startsDrained = new Decision<>(_ -> false);

  /// Whether a packet is handled in state SQD.
  public final Decision<Predicate<Operation>> heedsDrained = new Decision<>(_ -> true);

  /// Whether requests posted in state SQD are kept.
  public final Decision<Predicate<SendRequest>> keepsPosted = new Decision<>(_ -> true);

  /// Whether a QP can return from SQD to RTS.
  public final Decision<Predicate<Integer>> resumes = new Decision<>(_ -> true);

  /// The state of a QP as reported.
  public final Decision<UnaryOperator<State>> state = new Decision<>(state -> state);

  /// A conforming adapter.
  public WindowSeams() {}
}
