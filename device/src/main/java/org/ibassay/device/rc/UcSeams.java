package org.ibassay.device.rc;

import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.rc.RcSeams.StoreRule;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.TransportPacket;

/// The seams of unreliable connections. The defaults conform.
public final class UcSeams extends OneWaySeams<UcFault, UcSeams.Progress> {

  /// The progress of a responder.
  ///
  /// @param expectedPsn of the next packet
  /// @param isOpen whether a message is being received
  public record Progress(int expectedPsn, boolean isOpen) {}

  /// Whether the message that is being received continues after a dropped packet.
  public final Decision<Predicate<UcFault>> resumes = new Decision<>(_ -> false);

  /// Whether a dropped packet is still expected, from its fault.
  public final Decision<Predicate<UcFault>> waits = new Decision<>(_ -> false);

  /// Whether the receive of an incomplete SEND completes successfully.
  public final Decision<Predicate<TransportPacket>> completesPart = new Decision<>(_ -> false);

  /// Whether a message uses a receive, from its last packet.
  public final Decision<Predicate<Operation>> takesReceive =
      new Decision<>(last -> last.isSend() || RequestChecks.needsReceive(last));

  /// Maps a payload to the bytes that are stored.
  public final Decision<StoreRule> storing = new Decision<>((_, payload) -> payload);

  /// The place of a packet in its message, from the number of bytes before it.
  public final Decision<LongUnaryOperator> place = new Decision<>(before -> before);

  /// Whether a message is sent again some time later.
  public final Decision<Predicate<SendRequest>> repeats = new Decision<>(_ -> false);

  /// Whether an acknowledge packet, valid or not, puts the QP in error.
  public final Decision<Predicate<TransportPacket>> endsBy = new Decision<>(_ -> false);

  /// A conforming adapter.
  public UcSeams() {}
}
