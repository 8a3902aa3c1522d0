package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.ibassay.device.rc.RepeatSeams.UnusableMemory;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The local memory of the requester's own requests.
final class LocalBuffers {
  private final QueuePair qp;
  private final Memory memory;
  private final RepeatSeams seams;

  /// The request that was completed last.
  private @Nullable SendRequest newest;

  LocalBuffers(QueuePair qp) {
    this.qp = qp;
    this.memory = qp.memory();
    this.seams = qp.seams().again;
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

  /// Completes a request whose buffer may not be accessed; only a deviation executes it.
  boolean isExecuted(SendRequest request) {
    UnusableMemory decision = seams.unusable.part().apply(request);
    switch (decision) {
      case EXECUTED -> {}
      case SKIPPED -> qp.complete(Queue.SEND, request.id(), Status.SUCCESS, 0);
      case SURVIVES, FAILS -> qp.complete(Queue.SEND, request.id(), Status.LOC_PROT_ERR, 0);
    }
    if (decision == UnusableMemory.FAILS) {
      qp.fail();
    }
    return decision == UnusableMemory.EXECUTED;
  }

  /// Handles a packet of a READ response that is too long: only a deviation stores it.
  ///
  /// @param at its offset in the buffer
  /// @param due its valid length in bytes
  void excess(SendRequest.Read read, long at, long due, TransportPacket response) {
    OpCode opCode = response.opCode().orElseThrow();
    if (response.payloadBytes() > due
        && memory.isUsable(read.local(), true)
        && seams.storesExcess.part().test(opCode)) {
      memory.put(read.local(), at, response.payload().toArray(JAVA_BYTE));
    }
  }

  void completed(SendRequest request) {
    newest = request;
  }

  /// Handles a response to a completed request: only a deviation stores its data.
  void late(TransportPacket response) {
    SendRequest request = newest;
    OpCode opCode = response.opCode().orElseThrow();
    if (request != null
        && memory.isUsable(request.local(), true)
        && seams.storesLate.part().test(opCode)) {
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
