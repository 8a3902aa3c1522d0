package org.ibassay.link.testing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// A link in virtual time to a device that is a script. Time advances only while the tester waits.
public final class ScriptedLink implements MadLink {
  /// The device's reaction to a MAD.
  @FunctionalInterface
  public interface Script {
    /// Handles the MAD; answers by [#bring], at once or later.
    void take(ScriptedLink link, Sent sent) throws LinkException;
  }

  /// A MAD sent by the tester.
  ///
  /// @param mad a copy
  /// @param at by the link's clock, in nanoseconds
  public record Sent(MemorySegment mad, int dlid, int destQp, long at) {
    /// Its TransactionID.
    public long tid() {
      return MadHeader.TRANSACTION_ID.get(mad, 0);
    }
  }

  /// A timed event: a MAD arrives at the tester, or, without one, the device acts.
  private record ScriptEvent(
      long at, int order, Arrival kind, @Nullable MemorySegment mad, Runnable action) {}

  private final PriorityQueue<ScriptEvent> events =
      new PriorityQueue<>(
          Comparator.comparingLong(ScriptEvent::at).thenComparingInt(ScriptEvent::order));
  private final Script script;
  private final List<Sent> sent = new ArrayList<>();
  private int count;
  private long now;
  private @Nullable MemorySegment last;
  private @Nullable Integer delivered;
  private int mostReported = Integer.MAX_VALUE;
  private boolean reportsLength;
  private long transactionBits = LOWER_HALF;
  private boolean isReal;
  private long stalled;
  private long stalledAlways;
  private boolean isClosed;

  /// @param script acts as the device
  public ScriptedLink(Script script) {
    this.script = script;
  }

  /// Returns a link to a device that answers every request by [#response] after a delay in
  /// nanoseconds.
  public static ScriptedLink answering(long delay) {
    return new ScriptedLink((link, sent) -> link.bring(delay, response(sent)));
  }

  /// Returns a link to a device that never answers.
  public static ScriptedLink silent() {
    return new ScriptedLink((_, _) -> {});
  }

  /// Returns a response: the request's bytes with the method GetResp.
  public static byte[] response(Sent sent) {
    byte[] bytes = sent.mad.toArray(ValueLayout.JAVA_BYTE);
    MadHeader.METHOD.set(MemorySegment.ofArray(bytes), 0, Method.GET_RESP);
    return bytes;
  }

  /// Delivers a MAD to the tester.
  ///
  /// @param delay from now, in nanoseconds
  /// @param bytes not copied; of any length
  public void bring(long delay, byte[] bytes) {
    add(delay, Arrival.MAD, MemorySegment.ofArray(bytes), () -> {});
  }

  /// Returns an unanswered request to the tester, as a stack below does.
  ///
  /// @param delay from now, in nanoseconds
  public void handBack(long delay, Sent request) {
    add(delay, Arrival.UNDELIVERED, request.mad, () -> {});
  }

  /// Schedules an action of the device.
  ///
  /// @param delay from now, in nanoseconds
  public void after(long delay, Runnable action) {
    add(delay, Arrival.NOTHING, null, action);
  }

  private void add(long delay, Arrival kind, @Nullable MemorySegment mad, Runnable action) {
    events.add(new ScriptEvent(now + delay, count++, kind, mad, action));
  }

  /// All MADs sent, in order.
  public List<Sent> sent() {
    return Collections.unmodifiableList(sent);
  }

  /// Whether the tester has closed the link.
  public boolean isClosed() {
    return isClosed;
  }

  /// Makes time count as real.
  public ScriptedLink inRealTime() {
    isReal = true;
    return this;
  }

  /// Makes the tester own all bits of a TransactionID.
  public ScriptedLink withAllTransactionBits() {
    transactionBits = ALL_BITS;
    return this;
  }

  /// Makes the link report the length of MADs received.
  public ScriptedLink tellingLength() {
    reportsLength = true;
    return this;
  }

  /// Makes the link reassemble responses, and deliver at most the given number of bytes of each.
  public ScriptedLink delivering(int bytes) {
    delivered = bytes;
    return this;
  }

  /// Makes the link report at most the given length of a response.
  public ScriptedLink tellingAtMost(int bytes) {
    mostReported = bytes;
    return this;
  }

  /// Stalls the tester once, before it receives.
  public void holdUp(long nanos) {
    stalled = nanos;
  }

  /// Stalls the tester each time when nothing was received.
  public void holdUpAlways(long nanos) {
    stalledAlways = nanos;
  }

  @Override
  public Clock clock() {
    return () -> now;
  }

  @Override
  public boolean isSimulated() {
    return !isReal;
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    byte[] copy = mad.toArray(ValueLayout.JAVA_BYTE);
    Sent one = new Sent(MemorySegment.ofArray(copy), dlid, destQp, now);
    sent.add(one);
    script.take(this, one);
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) {
    while (true) {
      ScriptEvent next = events.peek();
      if (next == null || next.at > Math.max(now, deadline)) {
        now = Math.max(now, deadline) + stalledAlways;
        passHoldUp();
        return Arrival.NOTHING;
      }
      events.remove();
      now = Math.max(now, next.at);
      next.action.run();
      if (next.mad != null) {
        passHoldUp();
        hand(next.mad, into);
        return next.kind;
      }
    }
  }

  private void hand(MemorySegment mad, MemorySegment into) {
    last = mad;
    long kept = Math.min(mad.byteSize(), Smp.BYTES_OF_MAD);
    into.fill((byte) 0xEE);
    MemorySegment.copy(mad, 0, into, 0, delivered == null ? kept : Math.min(kept, delivered));
  }

  private void passHoldUp() {
    now += stalled;
    stalled = 0;
  }

  @Override
  public long transactionBits() {
    return transactionBits;
  }

  @Override
  public boolean reportsLength() {
    return reportsLength;
  }

  @Override
  public int receivedBytes() {
    return last == null ? 0 : (int) Math.min(last.byteSize(), mostReported);
  }

  @Override
  public @Nullable MemorySegment whole() {
    return delivered == null || last == null
        ? null
        : last.asSlice(0, Math.min(last.byteSize(), delivered));
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
