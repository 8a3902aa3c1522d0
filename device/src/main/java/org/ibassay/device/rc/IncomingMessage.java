package org.ibassay.device.rc;

import org.jspecify.annotations.Nullable;

/// A SEND or RDMA WRITE that is being received.
final class IncomingMessage {
  private final @Nullable PostedReceive receive;
  private final @Nullable MemoryTarget target;
  private long bytes;
  private boolean isSolicited;

  private IncomingMessage(@Nullable PostedReceive receive, @Nullable MemoryTarget target) {
    this.receive = receive;
    this.target = target;
  }

  static IncomingMessage send(@Nullable PostedReceive receive) {
    return new IncomingMessage(receive, null);
  }

  static IncomingMessage write(MemoryTarget target) {
    return new IncomingMessage(null, target);
  }

  boolean isWrite() {
    return target != null;
  }

  /// The receive of a SEND; null for an RDMA WRITE, and if a deviation needs none.
  @Nullable PostedReceive receive() {
    return receive;
  }

  /// The memory range of an RDMA WRITE.
  @Nullable MemoryTarget target() {
    return target;
  }

  /// Number of bytes received so far.
  long bytes() {
    return bytes;
  }

  void add(int more) {
    bytes += more;
  }

  /// Whether a packet received so far had SE 1.
  boolean isSolicited() {
    return isSolicited;
  }

  void solicit(boolean by) {
    isSolicited |= by;
  }
}
