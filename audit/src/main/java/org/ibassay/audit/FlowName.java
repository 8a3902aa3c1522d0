package org.ibassay.audit;

/// The sender and the receiver of packets. The packets of a reliable connection do not contain the
/// sender's QP.
///
/// @param destinationQp destination QP number
public record FlowName(String source, String destination, int destinationQp) {
  /// Returns a copy with another QP.
  FlowName to(int qp) {
    return new FlowName(source, destination, qp);
  }
}
