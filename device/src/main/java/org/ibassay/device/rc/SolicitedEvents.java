package org.ibassay.device.rc;

import org.ibassay.link.upper.Completion.Status;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// The solicited events of a QP's receives (11.4.2.2). A request is for one event.
final class SolicitedEvents {
  private final EventSeams seams;
  private boolean isRequested;
  private int raised;

  SolicitedEvents(EventSeams seams) {
    this.seams = seams;
  }

  void request() {
    isRequested = true;
  }

  /// Returns the number of events since the last call.
  int take() {
    int events = raised;
    raised = 0;
    return events;
  }

  /// A receive has completed with success.
  ///
  /// @param last the last packet of its message
  /// @param earlier whether an earlier packet of its message had SE 1
  void completed(TransportPacket last, boolean earlier) {
    if (seams.raises.part().raises(isSolicited(last), earlier, last)) {
      raise();
    }
  }

  /// A receive has completed in error.
  void failed(Status status) {
    if (seams.raisesInError.part().test(status)) {
      raise();
    }
  }

  /// A packet was not executed.
  void passedOver(EventSeams.Unexecuted why, TransportPacket packet) {
    if (isSolicited(packet) && seams.raisesUnexecuted.part().test(why)) {
      raise();
    }
  }

  static boolean isSolicited(TransportPacket packet) {
    return packet.get(Header.BTH, Bth.SE) == 1;
  }

  private void raise() {
    if (isRequested || seams.raisesUnrequested.part().test(raised)) {
      isRequested = false;
      raised++;
    }
  }
}
