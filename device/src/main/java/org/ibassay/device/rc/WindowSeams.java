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

/// Where memory windows, shared receives and a drained send queue can be made to depart from the
/// specification. What stands here conforms.
public final class WindowSeams {
  /// Why a bind fails.
  public enum BindFault {
    /// The R_Key is not that of a window, or its window is bound already.
    NOT_FREE,
    /// The region is of another protection domain.
    OTHER_DOMAIN,
    /// No window may be bound to the region.
    NO_WINDOWS,
    /// A window that peers may write to, in a region that the adapter may not write to.
    READ_ONLY_REGION,
    /// Not all of it lies in the region.
    OUT_OF_RANGE
  }

  /// Whether a bind's fault is noticed; otherwise it is executed.
  public final Decision<Predicate<BindFault>> noticing = new Decision<>(_ -> true);

  /// Whether a bind is executed that completes with an error.
  public final Decision<Predicate<BindFault>> bindsAnyway = new Decision<>(_ -> false);

  /// Where a window begins, from the address that a bind names.
  public final Decision<LongUnaryOperator> start = new Decision<>(address -> address);

  /// How long a window is, from what a bind says.
  public final Decision<LongUnaryOperator> length = new Decision<>(bytes -> bytes);

  /// Remote access rights of a window, from those that the bind requests.
  public final Decision<UnaryOperator<AccessRights>> rights = new Decision<>(rights -> rights);

  /// Whether the R_Key that a window of type 1 had before is forgotten when it is bound again.
  public final Decision<Predicate<AccessRights>> forgetsKey = new Decision<>(_ -> true);

  /// Whether a SEND with Invalidate unbinds the window.
  public final Decision<Predicate<Operation>> invalidates = new Decision<>(_ -> true);

  /// Which R_Key a SEND with Invalidate unbinds, from the one that it names.
  public final Decision<IntUnaryOperator> invalidated = new Decision<>(rkey -> rkey);

  /// The R_Key that is reported to be invalidated, from the one that was.
  public final Decision<IntUnaryOperator> reported = new Decision<>(rkey -> rkey);

  /// Whether a receive reports that an R_Key was invalidated.
  public final Decision<Predicate<Operation>> reports = new Decision<>(_ -> true);

  /// Whether a SEND that names an R_Key that cannot be invalidated ends in an error.
  public final Decision<Predicate<Operation>> refusesKey = new Decision<>(_ -> true);

  /// Whether a local invalidate unbinds the window.
  public final Decision<Predicate<AccessRights>> invalidatesLocally = new Decision<>(_ -> true);

  /// Whether a SEND ends what its R_Key opens, although that cannot be invalidated.
  public final Decision<Predicate<Operation>> invalidatesAny = new Decision<>(_ -> false);

  /// Which receive of a shared queue is taken next, from how many there are; 0 is the oldest.
  public final Decision<IntUnaryOperator> nextShared = new Decision<>(_ -> 0);

  /// How many events tell that a limit is passed.
  public final Decision<IntUnaryOperator> limitEvents = new Decision<>(events -> events);

  /// Whether fewer receives than a limit are posted.
  public final Decision<LimitRule> belowLimit =
      new Decision<>((receives, limit) -> receives < limit);

  /// Compares with a limit.
  @FunctionalInterface
  public interface LimitRule {
    boolean isBelow(int receives, int limit);
  }

  /// Whether receives that are shared are flushed with a QP that uses them.
  public final Decision<Predicate<Integer>> flushesShared = new Decision<>(_ -> false);

  /// Whether a request may begin in the state SQD.
  public final Decision<Predicate<Integer>> startsDrained = new Decision<>(_ -> false);

  /// Whether a packet is heeded in the state SQD.
  public final Decision<Predicate<Operation>> heedsDrained = new Decision<>(_ -> true);

  /// Whether what is posted in the state SQD is kept for later.
  public final Decision<Predicate<SendRequest>> keepsPosted = new Decision<>(_ -> true);

  /// Whether a QP goes from SQD back to RTS.
  public final Decision<Predicate<Integer>> resumes = new Decision<>(_ -> true);

  /// The state that is told of a QP.
  public final Decision<UnaryOperator<State>> state = new Decision<>(state -> state);

  /// A conforming adapter.
  public WindowSeams() {}
}
