package org.ibassay.device.rc;

import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// A requester's checks of a response (9.7.5.1, 9.9.3).
final class ResponseChecks {
  private static final int DROPPED = -1;

  private final RcSeams seams;

  ResponseChecks(RcSeams seams) {
    this.seams = seams;
  }

  boolean noticed(ResponseFault fault, TransportPacket response) {
    return seams.noticingResponse.part().test(fault, response.opCode().orElseThrow());
  }

  /// Whether a READ response before the last one is treated as the last.
  boolean endsEarly(TransportPacket response) {
    return response.opCode().orElseThrow().operation().isEnd()
        && !noticed(ResponseFault.ENDS_EARLY, response);
  }

  /// Returns the PSN for which a response is accepted; negative if it is dropped as a duplicate or
  /// ghost.
  ///
  /// @param oldest oldest unacknowledged PSN
  /// @param next next PSN to send
  int meantPsn(TransportPacket response, int oldest, int next) {
    int psn = (int) response.get(Header.BTH, Bth.PSN);
    if (Psn.isBefore(psn, oldest)) {
      boolean counts =
          !noticed(ResponseFault.OLD_PSN, response)
              || seams.again.countsForOldest.part().test(syndrome(response));
      return counts ? oldest : DROPPED;
    }
    if (!Psn.isBefore(psn, next)) {
      return noticed(ResponseFault.UNSENT_PSN, response) ? DROPPED : Psn.add(next, -1);
    }
    return psn;
  }

  /// The syndrome; that of an ACK for a READ response without AETH.
  static Syndrome syndrome(TransportPacket response) {
    return response.has(Header.AETH)
        ? Syndrome.of((int) response.get(Header.AETH, Aeth.SYNDROME))
        : Syndrome.Ack.WITHOUT_CREDITS;
  }

  /// Whether a packet is the expected one of a READ response. The rest of a response may have the
  /// OpCodes of a separate READ or, as with Linux's rxe, those of the rest.
  static boolean isExpected(TransportPacket response, OpenRequest work, int index) {
    OpCode opCode = response.opCode().orElseThrow();
    OpCode whole = MessageSegments.readResponse(index, work.packets());
    OpCode rest =
        MessageSegments.readResponse(index - work.resumed(), work.packets() - work.resumed());
    return opCode == rest || (work.resumed() > 0 && opCode == whole);
  }
}
