package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The local memory of the requester's own requests.
final class LocalBuffers {
  private final Memory memory;

  /// The request that was completed last.
  private @Nullable SendRequest newest;

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

  void completed(SendRequest request) {
    newest = request;
  }

  /// Handles a response to a completed request: only a deviation stores its data.
  void late(TransportPacket response, RcSeams seams) {
    SendRequest request = newest;
    OpCode opCode = response.opCode().orElseThrow();
    if (request != null
        && memory.isUsable(request.local(), true)
        && seams.again.storesLate.part().test(opCode)) {
      byte[] data =
          opCode == OpCode.RC_ATOMIC_ACK
              ? Region.bytesOf(response.get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT))
              : response.payload().toArray(JAVA_BYTE);
      memory.put(request.local(), 0, data);
    }
  }

  /// Returns the payload of a SEND or RDMA WRITE.
  byte[] data(SendRequest request) {
    return OpenRequest.isReadOrAtomic(request) ? new byte[0] : memory.read(request.local());
  }
}
