package org.ibassay.device.rc;

import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;

/// The local memory of the requester's own requests.
final class LocalBuffers {
  private final Memory memory;

  LocalBuffers(Memory memory) {
    this.memory = memory;
  }

  /// Returns whether the local buffer may be accessed: written (8 bytes for atomics) for READs and
  /// atomics, otherwise read.
  boolean isUsable(SendRequest request) {
    Buffer local = request.local();
    boolean data = OpenRequest.isReadOrAtomic(request);
    boolean atomic = data && !(request instanceof SendRequest.Read);
    return (local.bytes() == 0 && !atomic)
        || (memory.isUsable(local, data) && (!atomic || local.bytes() >= Region.ATOMIC_BYTES));
  }

  /// Returns the payload of a SEND or RDMA WRITE.
  byte[] data(SendRequest request) {
    return OpenRequest.isReadOrAtomic(request) ? new byte[0] : memory.read(request.local());
  }
}
