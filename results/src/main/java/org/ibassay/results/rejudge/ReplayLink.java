package org.ibassay.results.rejudge;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadLink;
import org.ibassay.results.rejudge.RecordedPort.Trait;
import org.ibassay.results.rejudge.Replay.Received;
import org.ibassay.results.rejudge.Replay.Sent;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;

/// A tester port that is connected to a recording.
final class ReplayLink implements MadLink {
  /// @param turned difference of the TransactionID from the recorded one
  /// @param askedAt time at which its request was sent; [#NEVER] if the run did not wait for it
  private record Due(long at, RecordedMad mad, long turned, long askedAt) {}

  private static final long NEVER = Long.MIN_VALUE;

  private final Replay replay;
  private final RecordedPort port;
  private final long timeoutNanos;
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(
          Comparator.comparingLong(Due::at).thenComparingLong(one -> one.mad.frame()));
  private int receivedBytes;
  private int sourceLid;

  ReplayLink(Replay replay, RecordedPort port, long timeoutNanos) {
    this.replay = replay;
    this.port = port;
    this.timeoutNanos = timeoutNanos;
  }

  /// Starts a section: packets in transit are dropped.
  ///
  /// @param isFirst whether this port receives what nobody requested
  void restart(boolean isFirst) {
    due.clear();
    if (isFirst) {
      replay
          .unasked()
          .forEach(one -> due.add(new Due(clock().nanos() + one.delay(), one.mad(), 0, NEVER)));
    }
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    replay.requireAgreement();
    if (!port.has(Trait.SHOWS_SEGMENTS) && isControl(mad)) {
      return; // The stack below acknowledged the segments, which no trace shows.
    }
    Sent sent = replay.match(mad, dlid);
    if (sent == null) {
      return; // The next receive says so: until then the tester says for which step this was.
    }
    long now = clock().nanos();
    long recorded = MadHeader.TRANSACTION_ID.get(sent.mad.mad(), 0);
    long turned = (MadHeader.TRANSACTION_ID.get(mad, 0) ^ recorded) & transactionBits();
    for (Received one : sent.received) {
      boolean isTurned = one.isAnswer() || one.mad().isResponse();
      long askedAt = one.isAwaited() ? now : NEVER;
      due.add(new Due(now + one.delay(), one.mad(), isTurned ? turned : 0, askedAt));
    }
  }

  /// Whether it is an acknowledgement, or ends a transfer in segments.
  private static boolean isControl(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION
        && RmppHeader.ACTIVE.get(mad, 0) == 1
        && RmppHeader.TYPE.get(mad, 0) != RmppHeader.TYPE_DATA;
  }

  /// A tester that stalls accepts responses after the timeout. A response that the run accepted
  /// then is delivered then, too.
  @Override
  public Arrival receive(MemorySegment into, long deadline) throws LinkException {
    replay.requireAgreement();
    long limit = Math.max(deadline, clock().nanos());
    Due next = due.peek();
    boolean isOver = next == null || next.at > limit;
    if (isOver && (next == null || deadline != next.askedAt + timeoutNanos)) {
      if (limit == Long.MAX_VALUE) {
        throw new LinkException("the recording ends here: nothing more was received");
      }
      replay.time().advance(limit);
      return Arrival.NOTHING;
    }
    due.remove();
    replay.time().advance(next.at);
    hand(next, into);
    return Arrival.MAD;
  }

  private void hand(Due next, MemorySegment into) {
    MemorySegment mad = next.mad.mad();
    long bytes = mad.byteSize();
    MemorySegment.copy(mad, 0, into, 0, bytes);
    into.asSlice(bytes, Smp.BYTES_OF_MAD - bytes).fill((byte) 0);
    if (next.turned != 0) {
      MadHeader.TRANSACTION_ID.set(into, 0, MadHeader.TRANSACTION_ID.get(into, 0) ^ next.turned);
    }
    receivedBytes = next.mad.length();
    sourceLid = next.mad.peerLid();
  }

  @Override
  public Clock clock() {
    return replay.time();
  }

  @Override
  public boolean isSimulated() {
    return port.has(Trait.SIMULATED);
  }

  @Override
  public boolean isLossless() {
    return port.has(Trait.LOSSLESS);
  }

  @Override
  public long transactionBits() {
    return port.has(Trait.ALL_TRANSACTION_BITS) ? ALL_BITS : LOWER_HALF;
  }

  @Override
  public boolean reportsLength() {
    return port.has(Trait.REPORTS_LENGTH);
  }

  @Override
  public boolean hearsReports() {
    return port.has(Trait.HEARS_REPORTS);
  }

  @Override
  public boolean hearsTraps() {
    return port.has(Trait.HEARS_TRAPS);
  }

  @Override
  public boolean showsSegments() {
    return port.has(Trait.SHOWS_SEGMENTS);
  }

  @Override
  public boolean manage(boolean isSm) {
    return isSm;
  }

  @Override
  public int receivedBytes() {
    return receivedBytes;
  }

  @Override
  public int sourceLid() {
    return sourceLid;
  }

  /// Holds no resource.
  @Override
  public void close() {}
}
