package org.ibassay.audit;

import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// A request packet that was seen, kept until newer ones need its place.
final class Request {
  static final int UNKNOWN = -1;

  /// -1 when it is there to be used again.
  int psn;

  @Nullable Operation operation;
  int number;
  int bytes;

  /// Whether they are known: a capture may cut packets off.
  boolean whole;

  long address;
  long dmaLength;
  boolean ackRequested;
  int partition;
  @Nullable RequestFault fault;

  /// When it was sent first, and last.
  long firstFrame;

  long firstNanos;

  long lastFrame;
  long lastNanos;

  /// How many messages of the stream have ended with it.
  long ends;

  /// Counts streams without a hole: `ends` of two different ones cannot be compared.
  int stretch;

  /// Whether its response was seen; of a READ, how many packets of it.
  boolean answered;

  int progress;

  /// Of an atomic: the value that was told, and when; 0 when none was.
  long told;

  long toldNanos;
  long answeredFrame;
  long owedFrame;

  /// Set by an RNR NAK: when, and how long to wait.
  long rnrNanos;

  long rnrWait;

  /// Whether it was sent, once more perhaps, since a response to it was seen.
  boolean isOwed() {
    return !answered || owedFrame > answeredFrame;
  }

  /// It is of another connection than what was before a frame.
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
    toldNanos = 0;
    rnrNanos = 0;
    rnrWait = 0;
  }

  boolean isFree() {
    return psn < 0;
  }

  /// Nobody knows it any more.
  void free() {
    psn = -1;
  }

  /// How many messages of the stream have ended before it.
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

  /// Whether it is an optional one, FLUSH or ATOMIC WRITE, whose response is that of a READ.
  boolean isExtended() {
    return operation != null && !isPlain() && !isRead() && !isAtomic();
  }

  /// Whether an address is within what a READ asks for.
  boolean reads(long wanted) {
    return wanted >= address && wanted - address <= dmaLength;
  }

  /// How many PSNs it takes.
  ///
  /// @param pmtu 0 when not known
  /// @return [#UNKNOWN] when the path's MTU would say
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

  /// Whether a PSN is, or may be, one of those that it takes.
  boolean covers(int wanted, int pmtu) {
    int distance = Psn.difference(wanted, this.psn);
    int count = count(pmtu == 0 ? PathMtu.LEAST : pmtu);
    return distance >= 0 && distance < count;
  }
}
