package org.ibassay.audit;

import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// A request packet, stored until its slot is needed for newer ones.
final class Request {
  static final int UNKNOWN = -1;

  /// -1 if the slot is free.
  int psn;

  @Nullable Operation operation;
  int number;
  int bytes;

  /// Whether they are known: packets may be truncated in a capture.
  boolean whole;

  long address;
  long dmaLength;
  boolean ackRequested;
  int partition;
  @Nullable RequestFault fault;

  /// Whether its pad count exceeds its payload: a receiver drops or refuses it.
  boolean isRunt;

  /// When it was first and last sent.
  long firstFrame;

  long firstNanos;

  long lastFrame;
  long lastNanos;

  /// Number of the stream's messages that have ended with it.
  long ends;

  /// Number of the stream without holes: `ends` of different streams cannot be compared.
  int stretch;

  /// Whether its response was seen; for a READ, the number of its packets.
  boolean answered;

  int progress;

  /// For an atomic: the value that was returned, and when; 0 if none was.
  long reported;

  long reportedNanos;
  long answeredFrame;
  long owedFrame;

  /// Set by an RNR NAK: when, and how long to wait.
  long rnrNanos;

  long rnrWait;

  /// Whether it was sent or resent after the last response to it.
  boolean isOwed() {
    return !answered || owedFrame > answeredFrame;
  }

  /// Separates it from requests of another connection before a frame.
  void standAlone(long frame) {
    fault = fault == null || fault.isRelative ? null : fault;
    if (firstFrame >= frame) {
      return;
    }
    firstFrame = lastFrame;
    firstNanos = lastNanos;
    stretch = 0;
    answered = false;
    answeredFrame = 0;
    progress = 0;
    reportedNanos = 0;
    rnrNanos = 0;
    rnrWait = 0;
  }

  boolean isFree() {
    return psn < 0;
  }

  /// Frees the slot.
  void free() {
    psn = -1;
  }

  /// Number of the stream's messages that have ended before it.
  long endsBefore() {
    return operation != null && !operation.isEnd() ? ends : ends - 1;
  }

  boolean isRead() {
    return operation == Operation.RDMA_READ_REQ;
  }

  boolean isAtomic() {
    return operation != null && operation.isAtomic();
  }

  boolean isPlain() {
    return operation != null && (operation.isSend() || operation.isWrite());
  }

  /// Whether it is a FLUSH or ATOMIC WRITE, which are optional, and whose response is that of a
  /// READ.
  boolean isExtended() {
    return operation != null && !isPlain() && !isRead() && !isAtomic();
  }

  /// Whether an address is within the range of a READ.
  boolean reads(long wanted) {
    return wanted >= address && wanted - address <= dmaLength;
  }

  /// The number of PSNs that it uses.
  ///
  /// @param pmtu 0 if unknown
  /// @return [#UNKNOWN] if it depends on the path MTU
  int count(int pmtu) {
    if (!isRead()) {
      return 1;
    }
    if (dmaLength <= PathMtu.LEAST) {
      return 1;
    }
    return pmtu == 0 ? UNKNOWN : (int) Math.min(1 << 23, (dmaLength + pmtu - 1) / pmtu);
  }

  /// Whether a PSN is, or may be, the next one.
  boolean isFollowedBy(int next, int pmtu) {
    int count = count(pmtu);
    return count == UNKNOWN
        ? covers(Psn.add(next, -1), 0)
        : Psn.difference(next, this.psn) == count;
  }

  /// Whether a PSN is, or may be, one of those that it uses.
  boolean covers(int wanted, int pmtu) {
    int distance = Psn.difference(wanted, this.psn);
    int count = count(pmtu == 0 ? PathMtu.LEAST : pmtu);
    return distance >= 0 && distance < count;
  }
}
