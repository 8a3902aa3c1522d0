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

  /// Whether a part of a READ's response before the last is taken for the end.
  boolean endsEarly(TransportPacket response) {
    return response.opCode().orElseThrow().operation().isEnd()
        && !noticed(ResponseFault.ENDS_EARLY, response);
  }

  /// The PSN that a response is taken to have; less than 0 where it is dropped: it is a duplicate,
  /// or stray.
  ///
  /// @param oldest that is not acknowledged
  /// @param next that was not sent yet
  int meantPsn(TransportPacket response, int oldest, int next) {
    int psn = (int) response.get(Header.BTH, Bth.PSN);
    if (Psn.isBefore(psn, oldest)) {
      return noticed(ResponseFault.OLD_PSN, response) ? DROPPED : oldest;
    }
    if (!Psn.isBefore(psn, next)) {
      return noticed(ResponseFault.UNSENT_PSN, response) ? DROPPED : Psn.add(next, -1);
    }
    return psn;
  }

  /// That of an ACK, where a part of a READ's response has none.
  static Syndrome syndrome(TransportPacket response) {
    return response.has(Header.AETH)
        ? Syndrome.of((int) response.get(Header.AETH, Aeth.SYNDROME))
        : Syndrome.Ack.WITHOUT_CREDITS;
  }

  /// A rest may come as a READ of its own or, as Linux' rxe has it, as what it is a rest of.
  static boolean isExpected(TransportPacket response, OpenRequest work, int index) {
    OpCode opCode = response.opCode().orElseThrow();
    OpCode whole = MessageSegments.readResponse(index, work.packets());
    OpCode rest =
        MessageSegments.readResponse(index - work.resumed(), work.packets() - work.resumed());
    return opCode == rest || (work.resumed() > 0 && opCode == whole);
  }
}
