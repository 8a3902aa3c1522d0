package org.ibassay.device.rc;

import org.jspecify.annotations.Nullable;

/// A SEND or RDMA WRITE that has begun to come in.
final class IncomingMessage {
  private final @Nullable PostedReceive receive;
  private final @Nullable MemoryTarget target;
  private long bytes;

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

  /// The receive that a SEND fills; null with an RDMA WRITE, and where a deviation needs none.
  @Nullable PostedReceive receive() {
    return receive;
  }

  /// Where an RDMA WRITE goes.
  @Nullable MemoryTarget target() {
    return target;
  }

  /// How much has come so far.
  long bytes() {
    return bytes;
  }

  void add(int more) {
    bytes += more;
  }
}
