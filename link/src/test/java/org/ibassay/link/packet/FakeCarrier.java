package org.ibassay.link.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.ibassay.link.Clock;
import org.ibassay.wire.packet.LinkType;

/// Packets that are received when the test says, in virtual time.
class FakeCarrier implements Carrier {
  private record Coming(long at, MemorySegment packet) {}

  final List<byte[]> sent = new ArrayList<>();
  boolean isClosed;
  long now;

  /// Whether its time counts as real.
  boolean isReal;

  /// How long the receiver stalls, once, when nothing was received in time.
  long stalled;

  private final LinkType link;
  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(Comparator.comparingLong(Coming::at));

  FakeCarrier(LinkType link) {
    this.link = link;
  }

  void comes(long at, byte[] packet) {
    coming.add(new Coming(at, MemorySegment.ofArray(packet)));
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
  public LinkType link() {
    return link;
  }

  @Override
  public void send(MemorySegment packet, int bytes) {
    sent.add(Arrays.copyOf(packet.toArray(JAVA_BYTE), bytes));
  }

  @Override
  public int receive(MemorySegment into, long deadline) {
    Coming next = coming.peek();
    if (next == null || next.at > Math.max(now, deadline)) {
      now = Math.max(now, deadline) + stalled;
      stalled = 0;
      return 0;
    }
    now = Math.max(now, next.at);
    coming.remove();
    into.asSlice(0, next.packet.byteSize()).copyFrom(next.packet);
    return (int) next.packet.byteSize();
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
