package org.ibassay.device.rc;

import java.util.function.Predicate;
import org.ibassay.device.rc.RcSeams.StoreRule;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.TransportPacket;

/// Where unreliable connections can be made to depart from the specification. What stands here
/// conforms.
public final class UcSeams extends OneWaySeams<UcFault, UcSeams.Progress> {

  /// How far a responder is.
  ///
  /// @param expectedPsn of the next packet
  /// @param isOpen whether a message has begun
  public record Progress(int expectedPsn, boolean isOpen) {}

  /// Whether the message that has begun goes on after a packet that was dropped.
  public final Decision<Predicate<UcFault>> resumes = new Decision<>(_ -> false);

  /// Whether a dropped packet is waited for, from its fault.
  public final Decision<Predicate<UcFault>> waits = new Decision<>(_ -> false);

  /// Whether the receive of a SEND that does not end completes with success.
  public final Decision<Predicate<TransportPacket>> completesPart = new Decision<>(_ -> false);

  /// Whether a message takes a receive, from its last packet.
  public final Decision<Predicate<Operation>> takesReceive =
      new Decision<>(last -> last.isSend() || RequestChecks.needsReceive(last));

  /// Maps a payload to the bytes that are stored.
  public final Decision<StoreRule> storing = new Decision<>((_, payload) -> payload);

  /// Whether a message is sent once more some time after it was.
  public final Decision<Predicate<SendRequest>> repeats = new Decision<>(_ -> false);

  /// Whether an acknowledge, or what is said to be one, ends the QP.
  public final Decision<Predicate<TransportPacket>> endsBy = new Decision<>(_ -> false);

  /// A conforming adapter.
  public UcSeams() {}
}
