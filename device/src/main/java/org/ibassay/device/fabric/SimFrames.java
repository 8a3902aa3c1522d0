package org.ibassay.device.fabric;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// A tester's end of a cable that carries frames: packets of the transport, whole. Waiting for one
/// is what makes time pass.
public final class SimFrames {
  private final Fabric fabric;
  private final Deque<byte[]> inbox = new ArrayDeque<>();
  private Consumer<byte[]> peer = _ -> {};

  /// An end with nobody at the other one yet.
  public SimFrames(Fabric fabric) {
    this.fabric = fabric;
  }

  /// Where the other end puts frames.
  public Consumer<byte[]> inbox() {
    return inbox::add;
  }

  /// Tells who takes frames at the other end.
  public void connect(Consumer<byte[]> to) {
    peer = to;
  }

  /// Sends a frame.
  ///
  /// @param frame holds it
  /// @param bytes of it, from the segment's first
  public void send(MemorySegment frame, int bytes) {
    byte[] copy = frame.asSlice(0, bytes).toArray(JAVA_BYTE);
    fabric.after(Fabric.HOP_NANOS, () -> peer.accept(copy));
  }

  /// Waits for a frame.
  ///
  /// @param into takes it
  /// @param deadline by the fabric's clock
  /// @return its length, in bytes; 0 when there was none
  public int receive(MemorySegment into, long deadline) {
    long limit = Math.max(deadline, fabric.nanos());
    while (inbox.isEmpty() && fabric.step(limit)) {
      // until a frame is there or time is up
    }
    byte[] frame = inbox.poll();
    if (frame == null) {
      if (limit != Long.MAX_VALUE) {
        fabric.runUntil(limit);
      }
      return 0;
    }
    MemorySegment.copy(MemorySegment.ofArray(frame), 0, into, 0, frame.length);
    return frame.length;
  }
}
