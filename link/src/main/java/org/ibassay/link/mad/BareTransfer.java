package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// An answer in segments, MAD by MAD: nothing is put together or acknowledged here. Who asks is the
/// receiver, and sends what a receiver sends, be it right or wrong.
///
/// It is of use where the link shows segments only: [MadPort#showsSegments].
public final class BareTransfer {
  /// More are not kept for one who does not take them: some peers never stop.
  private static final int MOST = 4096;

  /// How long a thread that does no I/O waits at a time.
  private static final long SLICE_NANOS = 1_000_000;

  /// One MAD of the answer.
  ///
  /// @param mad 256 bytes
  /// @param frame its number in the capture
  /// @param receivedAt by the link's clock, in nanoseconds
  public record Segment(MemorySegment mad, long frame, long receivedAt) {}

  private final MadPort port;
  private final Route to;
  private final Queue<Segment> segments = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kept = new AtomicInteger();
  private volatile Label label;
  private volatile boolean isBegun;
  private volatile int tid;

  private BareTransfer(MadPort port, Route to, Label label) {
    this.port = port;
    this.to = to;
    this.label = label;
  }

  /// Sends a request, and again while nothing is received; ends when a MAD of the answer is there,
  /// or nothing was received at all.
  public static BareTransfer ask(
      MadPort port, MemorySegment request, Route to, Timing patience, Label label)
      throws LinkException, InterruptedException {
    BareTransfer transfer = new BareTransfer(port, to, label);
    port.carryOut(slot -> {
      slot.fill(request, to, patience, label);
      slot.bare = transfer;
    });
    return transfer;
  }

  /// The TransactionID of the request that is answered: the part of it that is the tester's.
  public int transactionId() {
    return tid;
  }

  /// The next MAD with that TransactionID; null when there is none until a moment.
  ///
  /// @param deadline by the link's clock, in nanoseconds
  public @Nullable Segment next(long deadline) throws LinkException, InterruptedException {
    Segment next = segments.poll();
    while (next == null && port.clock().nanos() < deadline) {
      port.waitForMad(deadline, SLICE_NANOS);
      next = segments.poll();
    }
    if (next != null) {
      kept.decrementAndGet();
    }
    return next;
  }

  /// Sends a MAD as it is to where the request went; nothing is awaited.
  ///
  /// @param mad 256 bytes; not kept after the call
  /// @param what it is sent for; what is received from now on is labelled so, too
  public void send(MemorySegment mad, Label what) throws LinkException, InterruptedException {
    label = what;
    port.carryOut(slot -> {
      slot.fill(mad, to, Timing.DEFAULT.once(), what);
      slot.isReply = true;
    });
  }

  /// Takes over a MAD of the answer, on the I/O thread. That to another try of the request is
  /// captured only.
  void take(ReceivedMad incoming, int dlid, long now) {
    long frame = incoming.capture(now, label, dlid);
    if (!isBegun) {
      tid = incoming.transactionId();
      isBegun = true;
    }
    if (incoming.transactionId() == tid && kept.get() < MOST) {
      kept.incrementAndGet();
      byte[] copy = incoming.mad().asSlice(0, Smp.BYTES_OF_MAD).toArray(ValueLayout.JAVA_BYTE);
      segments.add(new Segment(MemorySegment.ofArray(copy), frame, now));
    }
  }
}
