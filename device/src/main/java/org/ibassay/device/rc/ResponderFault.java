package org.ibassay.device.rc;

import org.ibassay.link.upper.Completion.Status;
import org.ibassay.wire.packet.Syndrome.Nak;

/// A responder error (table in 9.9.3), with the code of its NAK and the status of the receive that
/// is being filled.
public enum ResponderFault {
  /// An earlier packet is missing.
  OUT_OF_SEQUENCE(Nak.PSN_SEQUENCE_ERROR),
  /// No receive is posted: RNR NAK.
  NOT_READY(Nak.PSN_SEQUENCE_ERROR),
  RESERVED_OPCODE(Nak.INVALID_REQUEST),
  /// Defined, but not supported by this adapter.
  UNSUPPORTED_OPCODE(Nak.INVALID_REQUEST),
  /// The QP does not allow the peer this operation. Linux's ipath reports a remote access error,
  /// which is reserved for R_Keys here, as in rxe, qib, hfi1 and Mellanox's list of causes.
  FORBIDDEN_ON_QP(Nak.INVALID_REQUEST),
  /// A middle or last packet without a first packet.
  FIRST_MISSING(Nak.INVALID_REQUEST),
  /// A new message begins before the last packet of the previous one.
  LAST_MISSING(Nak.INVALID_REQUEST),
  /// More RDMA READs and atomics than the QP supports.
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
  /// More payload than the DMA length.
  DMA_LENGTH_EXCEEDED(Nak.INVALID_REQUEST),
  /// The message ends before the DMA length.
  DMA_LENGTH_NOT_REACHED(Nak.INVALID_REQUEST),
  /// A SEND that does not fit in the receive.
  RECEIVE_TOO_SMALL(Nak.INVALID_REQUEST, Status.LOC_LEN_ERR),
  /// A receive into memory that the adapter may not write.
  RECEIVE_PROTECTED(Nak.REMOTE_OPERATIONAL_ERROR, Status.LOC_PROT_ERR),
  /// No region has that R_Key.
  R_KEY_UNKNOWN(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The region is of another protection domain.
  OTHER_DOMAIN(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The memory window is bound to another QP.
  WINDOW_OF_OTHER_QP(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The range exceeds the memory window.
  OUT_OF_WINDOW(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The memory window's rights do not allow it.
  FORBIDDEN_IN_WINDOW(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The range exceeds the region.
  OUT_OF_RANGE(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
  /// The region's rights do not allow it.
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

  /// The code of its NAK, if it has one.
  int nakCode() {
    return nakCode;
  }

  /// The completion status of a receive that is being filled.
  Status receiveStatus() {
    return receiveStatus;
  }

  /// Whether the QP continues after the NAK.
  boolean isTransient() {
    return this == OUT_OF_SEQUENCE || this == NOT_READY;
  }
}
