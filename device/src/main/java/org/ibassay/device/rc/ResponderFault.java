package org.ibassay.device.rc;

import org.ibassay.link.upper.Completion.Status;
import org.ibassay.wire.packet.Syndrome.Nak;

/// A responder error (table in 9.9.3), with the code of its NAK and what becomes of a receive that
/// is being filled.
public enum ResponderFault {
  /// A packet before it is missing.
  OUT_OF_SEQUENCE(Nak.PSN_SEQUENCE_ERROR),
  /// No receive is posted: RNR NAK.
  NOT_READY(Nak.PSN_SEQUENCE_ERROR),
  RESERVED_OPCODE(Nak.INVALID_REQUEST),
  /// Defined, but not served by this adapter.
  UNSUPPORTED_OPCODE(Nak.INVALID_REQUEST),
  /// The QP was not set up to let the peer do that. Linux' ipath called it a remote access error;
  /// that is kept for R_Keys here, as in rxe, qib, hfi1 and in Mellanox' list of causes.
  FORBIDDEN_ON_QP(Nak.INVALID_REQUEST),
  /// A middle or last packet, and no message has begun.
  FIRST_MISSING(Nak.INVALID_REQUEST),
  /// Another message begins, and the one before has not ended.
  LAST_MISSING(Nak.INVALID_REQUEST),
  /// More RDMA READs and atomics than the QP holds.
  TOO_MANY_READS(Nak.INVALID_REQUEST),
  MISALIGNED_ATOMIC(Nak.INVALID_REQUEST),
  MISALIGNED_ATOMIC_WRITE(Nak.INVALID_REQUEST),
  /// An only or last packet with more payload than the path MTU.
  TOO_LONG_FOR_PATH(Nak.INVALID_REQUEST),
  /// A first or middle packet whose payload is not the path MTU.
  NOT_FULL(Nak.INVALID_REQUEST),
  /// A last packet without payload.
  LAST_EMPTY(Nak.INVALID_REQUEST),
  /// A payload in a request that has none, or more pad than payload.
  PAYLOAD_ODD(Nak.INVALID_REQUEST),
  /// A DMA length over 2^31.
  DMA_LENGTH_TOO_LONG(Nak.INVALID_REQUEST),
  /// More payload than the DMA length says.
  DMA_LENGTH_EXCEEDED(Nak.INVALID_REQUEST),
  /// The message ends before the DMA length.
  DMA_LENGTH_NOT_REACHED(Nak.INVALID_REQUEST),
  /// A SEND that does not fit into the receive.
  RECEIVE_TOO_SMALL(Nak.INVALID_REQUEST, Status.LOC_LEN_ERR),
  /// A receive into memory that the adapter may not write.
  RECEIVE_PROTECTED(Nak.REMOTE_OPERATIONAL_ERROR, Status.LOC_PROT_ERR),
  /// No region has that R_Key.
  R_KEY_UNKNOWN(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The region is of another protection domain.
  OTHER_DOMAIN(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The memory window is bound by another QP.
  WINDOW_OF_OTHER_QP(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// Not all of it lies in the memory window.
  OUT_OF_WINDOW(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The memory window was not bound for that.
  FORBIDDEN_IN_WINDOW(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// Not all of it lies in the region.
  OUT_OF_RANGE(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The region was not registered for that.
  FORBIDDEN_IN_REGION(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR);

  private final int nakCode;
  private final Status receiveStatus;

  ResponderFault(int nakCode) {
    this(nakCode, Status.REM_INV_REQ_ERR);
  }

  ResponderFault(int nakCode, Status receiveStatus) {
    this.nakCode = nakCode;
    this.receiveStatus = receiveStatus;
  }

  /// The NAK's code, of a fault that has one.
  int nakCode() {
    return nakCode;
  }

  /// How a receive that is being filled ends.
  Status receiveStatus() {
    return receiveStatus;
  }

  /// Whether the QP goes on when it has told.
  boolean isTransient() {
    return this == OUT_OF_SEQUENCE || this == NOT_READY;
  }
}
