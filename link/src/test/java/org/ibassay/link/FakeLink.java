package org.ibassay.link;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// A link in virtual time whose device is a script.
final class FakeLink implements MadLink {
  /// What the device does with a MAD that was sent.
  interface Device {
    void take(FakeLink link, Sent sent) throws LinkException;
  }

  /// A MAD as it left.
  record Sent(MemorySegment mad, int dlid, int destQp, long at) {
    long tid() {
      return MadHeader.TRANSACTION_ID.get(mad, 0);
    }
  }

  private record Coming(long at, int order, Arrival kind, MemorySegment mad) {}

  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(Comparator.comparingLong(Coming::at).thenComparingInt(Coming::order));
  private final Device device;
  private int order;
  private long now;
  private int receivedBytes;
  private @Nullable MemorySegment last;

  /// When it is a stack that puts answers together: how much of one it delivers; else null.
  @Nullable Integer delivers;

  /// Whether what it brings is as long as the other side made it.
  boolean tellsLength;

  /// For how long the receiver is held up, once, before it looks at what the link has for it.
  long heldUp;

  /// The same, each time that nothing has come.
  long heldUpAlways;

  /// Whether its time is taken for real.
  boolean isReal;

  final List<Sent> sent = new ArrayList<>();
  boolean closed;

  FakeLink(Device device) {
    this.device = device;
  }

  /// Answers every request after a delay.
  static FakeLink answering(long delay) {
    return new FakeLink((link, sent) -> link.bring(delay, response(sent)));
  }

  /// Never answers.
  static FakeLink silent() {
    return new FakeLink((link, sent) -> {});
  }

  /// The right response: the request's bytes with the response method.
  static byte[] response(Sent sent) {
    byte[] bytes = sent.mad.toArray(ValueLayout.JAVA_BYTE);
    MadHeader.METHOD.set(MemorySegment.ofArray(bytes), 0, Method.GET_RESP);
    return bytes;
  }

  void bring(long delay, byte[] bytes) {
    coming.add(new Coming(now + delay, order++, Arrival.MAD, MemorySegment.ofArray(bytes)));
  }

  void handBack(long delay, Sent request) {
    coming.add(new Coming(now + delay, order++, Arrival.UNDELIVERED, request.mad));
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
    device.take(this, one);
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) {
    Coming next = coming.peek();
    if (next == null || next.at > deadline) {
      now = Math.max(now, deadline) + heldUpAlways;
      holdUp();
      return Arrival.NOTHING;
    }
    coming.remove();
    now = Math.max(now, next.at);
    holdUp();
    receivedBytes = (int) next.mad.byteSize();
    last = next.mad;
    int kept = Math.min(receivedBytes, Smp.BYTES_OF_MAD);
    into.fill((byte) 0xEE);
    MemorySegment.copy(next.mad, 0, into, 0, kept);
    return next.kind;
  }

  private void holdUp() {
    now += heldUp;
    heldUp = 0;
  }

  @Override
  public boolean tellsLength() {
    return tellsLength;
  }

  @Override
  public int receivedBytes() {
    return receivedBytes;
  }

  @Override
  public @Nullable MemorySegment whole() {
    return delivers == null || last == null
        ? null
        : last.asSlice(0, Math.min(last.byteSize(), delivers));
  }

  @Override
  public void close() {
    closed = true;
  }
}
