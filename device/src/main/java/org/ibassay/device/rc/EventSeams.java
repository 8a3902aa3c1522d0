package org.ibassay.device.rc;

import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.wire.packet.TransportPacket;

/// The seams of solicited events. The defaults conform.
public final class EventSeams {
  /// Decides about the event of a receive that completes with success.
  @FunctionalInterface
  public interface EventRule {
    /// @param solicited SE of the message's last packet
    /// @param earlier whether an earlier packet of the message had SE 1
    boolean raises(boolean solicited, boolean earlier, TransportPacket last);
  }

  /// Why a packet with SE 1 is not executed.
  public enum Unexecuted {
    /// It was executed before.
    DUPLICATE,
    /// A packet before it is missing.
    AFTER_GAP,
    /// No receive is posted.
    NO_RECEIVE
  }

  /// Whether a successful receive raises a requested solicited event.
  public final Decision<EventRule> raises = new Decision<>((solicited, _, _) -> solicited);

  /// Whether a receive that completes in error raises a requested event.
  public final Decision<Predicate<Status>> raisesInError = new Decision<>(_ -> true);

  /// Whether a packet that is not executed raises a requested event.
  public final Decision<Predicate<Unexecuted>> raisesUnexecuted = new Decision<>(_ -> false);

  /// Whether an event is raised without a request, from the number of events not yet reported.
  public final Decision<IntPredicate> raisesUnrequested = new Decision<>(_ -> false);

  EventSeams() {}
}
