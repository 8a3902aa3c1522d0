package org.ibassay.device.fabric;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.ibassay.link.Clock;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.packet.LinkType;

/// A tester's end of a cable for whole transport packets. Waiting for a packet advances time.
public final class SimFrames implements Carrier {
  private final Fabric fabric;
  private final LinkType link;
  private final Deque<byte[]> inbox = new ArrayDeque<>();
  private Consumer<byte[]> peer = _ -> {};

  /// An end that is not connected yet.
  ///
  /// @param link link type of the packets
  public SimFrames(Fabric fabric, LinkType link) {
    this.fabric = fabric;
    this.link = link;
  }

  @Override
  public Clock clock() {
    return fabric;
  }

  @Override
  public boolean isSimulated() {
    return true;
  }

  @Override
  public boolean isLossless() {
    return true;
  }

  @Override
  public LinkType link() {
    return link;
  }

  /// Receives frames from the other end.
  public Consumer<byte[]> inbox() {
    return inbox::add;
  }

  /// Sets the receiver of frames at the other end.
  public void connect(Consumer<byte[]> to) {
    peer = to;
  }

  @Override
  public void send(MemorySegment frame, int bytes) {
    byte[] copy = frame.asSlice(0, bytes).toArray(JAVA_BYTE);
    fabric.after(Fabric.HOP_NANOS, () -> peer.accept(copy));
  }

  @Override
  public int receive(MemorySegment into, long deadline) {
    long limit = Math.max(deadline, fabric.nanos());
    while (inbox.isEmpty() && fabric.step(limit)) {
      // until a frame was received or the deadline has passed
    }
    byte[] frame = inbox.poll();
    if (frame == null) {
      if (limit != Long.MAX_VALUE) {
        fabric.runUntil(limit);
      }
      return 0;
    }
    int bytes = (int) Math.min(frame.length, into.byteSize());
    MemorySegment.copy(MemorySegment.ofArray(frame), 0, into, 0, bytes);
    return bytes;
  }

  /// Does nothing: there are no resources.
  @Override
  public void close() {}
}
