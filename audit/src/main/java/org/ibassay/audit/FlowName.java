package org.ibassay.audit;

/// Who sends packets, and to whom. The packets of a reliable connection do not tell the sender's
/// QP.
///
/// @param destinationQp its number
public record FlowName(String source, String destination, int destinationQp) {
  /// The same, to another QP.
  FlowName to(int qp) {
    return new FlowName(source, destination, qp);
  }
}
