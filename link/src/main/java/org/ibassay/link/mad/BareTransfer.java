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

/// A response in segments, MAD by MAD: nothing is reassembled or acknowledged here. The caller acts
/// as the receiver and sends all acknowledgements, valid or not.
///
/// Requires a link that delivers segments: [MadPort#showsSegments].
public final class BareTransfer {
  /// The limit of segments kept for a caller that does not read them: some peers never stop.
  private static final int MOST = 4096;

  /// How long a thread other than the I/O thread waits at a time.
  private static final long SLICE_NANOS = 1_000_000;

  /// A MAD of the response.
  ///
  /// @param mad 256 bytes
  /// @param frame its frame number in the capture
  /// @param receivedAt by the link's clock, in nanoseconds
  public record Segment(MemorySegment mad, long frame, long receivedAt) {}

  private final MadPort port;
  private final Route to;
  private final Queue<Segment> segments = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kept = new AtomicInteger();
  private volatile Label label;
  private volatile boolean isBegun;
  private volatile long tid;

  private BareTransfer(MadPort port, Route to, Label label) {
    this.port = port;
    this.to = to;
    this.label = label;
  }

  /// Sends a request, with retries, until a MAD of the response is received or the retries are
  /// exhausted.
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

  /// The tester's part of the TransactionID of the transmission that is answered; of the latest one
  /// while there is no response.
  public long transactionId() {
    return tid;
  }

  /// Returns the next MAD with that TransactionID; null if there is none before the deadline.
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

  /// Sends a MAD unchanged to the destination of the request; awaits no response.
  ///
  /// @param mad 256 bytes; not kept after the call
  /// @param what purpose, with which MADs received from now on are labelled, too
  public void send(MemorySegment mad, Label what) throws LinkException, InterruptedException {
    label = what;
    port.carryOut(slot -> {
      slot.fill(mad, to, Timing.DEFAULT.once(), what);
      slot.isReply = true;
    });
  }

  /// Notes the TransactionID of a transmission, on the I/O thread.
  void sent(long transactionId) {
    if (!isBegun) {
      tid = transactionId;
    }
  }

  /// Adds a MAD of the response, on the I/O thread. A response to another transmission of the
  /// request is only captured.
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
