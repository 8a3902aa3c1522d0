package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// A work completion.
///
/// @param id id of the request
/// @param status the outcome
/// @param vendorError the vendor's error code; 0 if there is none
/// @param bytes number of bytes received by a receive; undefined if the status is an error
/// @param received other attributes of a received message
public record Completion(long id, Status status, int vendorError, long bytes, Received received) {

  /// Attributes of a received message that its completion reports, except the length.
  ///
  /// @param sourceQp source QP of a datagram; else 0
  /// @param hasGrh whether a GRH, or an IP header, precedes a datagram's payload
  /// @param immediate the immediate data, or null
  /// @param invalidated the R_Key invalidated by a SEND with Invalidate, or null
  public record Received(
      int sourceQp, boolean hasGrh, @Nullable Integer immediate, @Nullable Integer invalidated) {
    /// Attributes of a message that invalidates no R_Key.
    public Received(int sourceQp, boolean hasGrh, @Nullable Integer immediate) {
      this(sourceQp, hasGrh, immediate, null);
    }

    /// No attributes.
    public static final Received NOTHING = new Received(0, false, null);
  }

  /// A completion without attributes of a message.
  public Completion(long id, Status status, int vendorError, long bytes) {
    this(id, status, vendorError, bytes, Received.NOTHING);
  }

  /// The outcome: `IBV_WC_...` of libibverbs without that prefix, in the same order.
  public enum Status {
    SUCCESS,
    LOC_LEN_ERR,
    LOC_QP_OP_ERR,
    LOC_EEC_OP_ERR,
    LOC_PROT_ERR,
    WR_FLUSH_ERR,
    MW_BIND_ERR,
    BAD_RESP_ERR,
    LOC_ACCESS_ERR,
    REM_INV_REQ_ERR,
    REM_ACCESS_ERR,
    REM_OP_ERR,
    RETRY_EXC_ERR,
    RNR_RETRY_EXC_ERR,
    LOC_RDD_VIOL_ERR,
    REM_INV_RD_REQ_ERR,
    REM_ABORT_ERR,
    INV_EECN_ERR,
    INV_EEC_STATE_ERR,
    FATAL_ERR,
    RESP_TIMEOUT_ERR,
    GENERAL_ERR
  }

  /// Formats id, status and attributes for messages.
  @Override
  public String toString() {
    String length = status == Status.SUCCESS && bytes > 0 ? " (" + bytes + " bytes)" : "";
    return id
        + " "
        + status
        + length
        + (vendorError == 0 ? "" : " (vendor error " + vendorError + ")");
  }
}
