package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// A work completion.
///
/// @param id of the request
/// @param status how it ended
/// @param vendorError the vendor's word on an error, 0 where there is none
/// @param bytes received, for a receive; says nothing where the status is an error
/// @param received what else is reported about a message received
public record Completion(long id, Status status, int vendorError, long bytes, Received received) {

  /// Attributes of a received message that its completion reports, except the length.
  ///
  /// @param sourceQp the QP that a datagram came from; else 0
  /// @param hasGrh whether a GRH, or an IP header, lies before a datagram's payload
  /// @param immediate the immediate data, or null
  /// @param invalidated the R_Key that a SEND has invalidated, or null
  public record Received(
      int sourceQp, boolean hasGrh, @Nullable Integer immediate, @Nullable Integer invalidated) {
    /// Of a message that invalidates nothing.
    public Received(int sourceQp, boolean hasGrh, @Nullable Integer immediate) {
      this(sourceQp, hasGrh, immediate, null);
    }

    /// Nothing.
    public static final Received NOTHING = new Received(0, false, null);
  }

  /// A completion that reports nothing else.
  public Completion(long id, Status status, int vendorError, long bytes) {
    this(id, status, vendorError, bytes, Received.NOTHING);
  }

  /// How a request ended: `IBV_WC_...` of libibverbs, without that prefix, in that order.
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

  /// For people: the id and the status, and what else there is to tell.
  @Override
  public String toString() {
    String came = status == Status.SUCCESS && bytes > 0 ? " (" + bytes + " bytes)" : "";
    return id
        + " "
        + status
        + came
        + (vendorError == 0 ? "" : " (vendor error " + vendorError + ")");
  }
}
