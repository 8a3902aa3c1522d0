package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ibassay.link.Clock;
import org.ibassay.link.HoldUps;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.jspecify.annotations.Nullable;

/// A tester port for management datagrams: several outstanding requests, each with its own deadline
/// and retries; every packet is offered to the capture.
///
/// **Threads.** The thread that opened the port is its I/O thread, and no other uses the link.
/// Other threads may call [#start] and [#await]: their requests are handed over, and they park
/// while the I/O thread is in [#serve].
///
/// **Matching.** A response belongs to the request with its response method, its class and those
/// bits of its TransactionID that are the tester's. Every transmission has its own TransactionID.
/// Late and duplicate responses and unsolicited MADs are counted and never taken for the response
/// to another request.
public final class MadPort implements AutoCloseable {

  /// The maximum number of outstanding requests.
  public static final int CAPACITY = 64;

  /// How long the I/O thread waits at a time on a real link, so that it notices an interruption.
  private static final long SLICE_NANOS = 50_000_000;

  /// How long the I/O thread waits at a time while other threads may hand over requests.
  private static final long SERVING_SLICE_NANOS = 1_000_000;

  /// Counts of the MADs so far.
  ///
  /// @param sent MADs sent, retries included
  /// @param received MADs received, of any kind
  /// @param retried retries
  /// @param late responses to a request that was given up, or answered by another transmission
  /// @param duplicate second responses to the same transmission
  /// @param unasked all others: traps, MADs for others, responses to no request
  public record Counters(
      long sent, long received, long retried, long late, long duplicate, long unasked) {}

  private final MadLink link;
  private final Route route;
  private final Tap tap;
  private final Clock clock;
  private final Timing timing;
  private final Thread ioThread = Thread.currentThread();
  private final ExchangePool pool = new ExchangePool(CAPACITY);
  private final MadIo io;

  private volatile boolean ioParked;

  /// @param link transmits the MADs; closed with the port
  /// @param route route to the DUT
  /// @param tap receives every packet
  /// @param timing default timeout and retries, returned by [#timing]
  public MadPort(MadLink link, Route route, Tap tap, Timing timing) {
    this.link = link;
    this.route = route;
    this.tap = tap;
    this.clock = link.clock();
    this.timing = timing;
    this.io = new MadIo(link, tap, pool.slots());
  }

  /// The route to the DUT.
  public Route route() {
    return route;
  }

  /// The default timeout and retries.
  public Timing timing() {
    return timing;
  }

  /// The clock of the link.
  public Clock clock() {
    return clock;
  }

  /// Whether time is simulated.
  public boolean isSimulated() {
    return link.isSimulated();
  }

  /// Whether no packet is lost between the tester and the DUT.
  public boolean isLossless() {
    return link.isLossless();
  }

  /// The bits of a TransactionID that are the tester's, as [MadLink#transactionBits].
  public long transactionBits() {
    return link.transactionBits();
  }

  /// Whether the link reports the length of received MADs; if not, [Exchange#misfit] is always
  /// null.
  public boolean reportsLength() {
    return link.reportsLength();
  }

  /// Whether Reports of subnet administration to the tester are received.
  public boolean hearsReports() {
    return link.hearsReports();
  }

  /// Whether traps of subnet management to the tester are received.
  public boolean hearsTraps() {
    return link.hearsTraps();
  }

  /// Whether responses in segments are delivered segment by segment.
  public boolean showsSegments() {
    return link.showsSegments();
  }

  /// Starts a test, as [MadLink#begin].
  public void begin(String test) {
    link.begin(test);
  }

  /// The capture to which every packet is offered.
  public Tap capture() {
    return tap;
  }

  /// Sends a request.
  ///
  /// @param request 256 bytes: header, M_Key and attribute; routing fields and TransactionID are
  ///   set here; not kept after the call
  /// @param to route of the request
  /// @param patience timeout and retries. A SubnTrapRepress, which has no response, is never
  ///   retried
  /// @param label purpose of the request
  /// @throws IllegalStateException on the I/O thread, if [#CAPACITY] exchanges are not released
  public Exchange start(MemorySegment request, Route to, Timing patience, Label label)
      throws LinkException, InterruptedException {
    ExchangeSlot slot = take();
    try {
      slot.fill(request, to, patience, label);
      begin(slot);
      return slot;
    } catch (LinkException | InterruptedException | RuntimeException e) {
      abandon(slot);
      throw e;
    }
  }

  /// Answers an unsolicited MAD, represses it, or sends a trap. Awaits no response.
  ///
  /// @param response 256 bytes with the TransactionID of the MAD that it answers
  public void reply(MemorySegment response, Route to, Label label)
      throws LinkException, InterruptedException {
    carryOut(slot -> {
      slot.fill(response, to, timing, label);
      slot.isReply = true;
    });
  }

  /// Waits until the exchange is answered or given up.
  public void await(Exchange exchange) throws LinkException, InterruptedException {
    ExchangeSlot slot = (ExchangeSlot) exchange;
    if (isIoThread()) {
      while (slot.state() == Exchange.State.WAITING) {
        turn(Long.MAX_VALUE);
      }
    } else {
      slot.park();
      ExchangePool.rethrow(slot.failure());
    }
  }

  /// Releases the exchange, which must not be used afterward. A subsequent response counts as late.
  public void release(Exchange exchange) {
    ExchangeSlot slot = (ExchangeSlot) exchange;
    if (!slot.taken) {
      throw new IllegalStateException("released twice");
    }
    if (!isIoThread() && slot.state() == Exchange.State.WAITING) {
      pool.handOverForRelease(slot);
      wakeIo();
    } else {
      abandon(slot);
    }
  }

  /// Waits while the port continues to receive.
  ///
  /// @param deadline by the link's clock, in nanoseconds
  public void waitUntil(long deadline) throws LinkException, InterruptedException {
    if (isIoThread()) {
      while (clock.nanos() < deadline) {
        turn(deadline);
      }
    } else {
      carryOut(alarm -> alarm.fillAlarm(deadline));
    }
  }

  /// Does the I/O for other threads until `done`; called on the I/O thread. If it throws, the waits
  /// of the other threads throw, too.
  public void serve(BooleanSupplier done) throws LinkException, InterruptedException {
    if (!isIoThread()) {
      throw new IllegalStateException("only the I/O thread serves");
    }
    pool.open();
    try {
      while (!done.getAsBoolean()) {
        serveOnce();
      }
    } catch (LinkException | InterruptedException | RuntimeException e) {
      stopOthers(e);
      throw e;
    } finally {
      io.wake();
    }
  }

  /// Makes the tester act as a subnet manager, or ends that.
  ///
  /// @param responder answers requests for SMInfo; null to end
  /// @param isSm whether IsSM of the tester's port is set
  /// @return whether the stack below permits it
  public boolean manage(@Nullable MadResponder responder, boolean isSm) throws LinkException {
    io.respond(responder);
    return link.manage(isSm);
  }

  /// Stalls of the I/O thread; for the I/O thread.
  public HoldUps holdUps() {
    return io.holdUps();
  }

  /// Returns the counters so far; exact on the I/O thread.
  public Counters counters() {
    return io.counters();
  }

  /// Returns the number of SMPs to the tester's own port; for the I/O thread.
  public long toSelf() {
    return io.watch().toSelf();
  }

  /// Returns the latest unsolicited MADs since the last call; for the I/O thread.
  public List<UnaskedMad> takeUnasked() {
    return io.takeUnasked();
  }

  /// The first SMP without a response since the DUT's last one; null for none.
  public @Nullable UnansweredRequest unanswered() {
    UnansweredRequest request = io.watch().unanswered();
    return request == null ? null : request.withFrame(tap.proof(request.frame()));
  }

  /// Counts requests similar to that one from now on, for [#unanswered], and withholds them after a
  /// number was sent: those end at once without a response. For the I/O thread.
  ///
  /// @param most the number to send
  public void watch(UnansweredRequest request, long most) {
    io.watch().watch(request, most);
  }

  /// Whether a request was withheld since the last [#watch]; for the I/O thread.
  public boolean hasHeldBack() {
    return io.watch().hasHeldBack();
  }

  @Override
  public void close() {
    stopOthers(new LinkException("the port is closed"));
    link.close();
  }

  /// Sends the contents of a slot, and waits until that is complete.
  void carryOut(Consumer<ExchangeSlot> fill) throws LinkException, InterruptedException {
    ExchangeSlot slot = take();
    try {
      fill.accept(slot);
      begin(slot);
      await(slot);
    } finally {
      release(slot);
    }
  }

  /// Waits until a given time, or until something may have been received.
  ///
  /// @param slice longest wait of a thread other than the I/O thread
  void waitForMad(long deadline, long slice) throws LinkException, InterruptedException {
    if (isIoThread()) {
      turn(deadline);
    } else {
      waitUntil(Math.min(deadline, clock.nanos() + slice));
    }
  }

  // --- the I/O thread

  private boolean isIoThread() {
    return Thread.currentThread().equals(ioThread);
  }

  /// One round of I/O, at most until a given time.
  private void turn(long until) throws LinkException, InterruptedException {
    throwIfInterrupted();
    adopt();
    io.step(sliced(until, SLICE_NANOS));
    io.wake();
  }

  private void serveOnce() throws LinkException, InterruptedException {
    throwIfInterrupted();
    adopt();
    if (io.isIdle()) {
      parkForWork();
      io.step(clock.nanos()); // traps and late responses arrive at any time
    } else {
      io.step(sliced(Long.MAX_VALUE, SERVING_SLICE_NANOS));
    }
  }

  private long sliced(long until, long slice) {
    return link.isSimulated() ? until : Math.min(until, clock.nanos() + slice);
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private void parkForWork() {
    ioParked = true;
    if (!pool.anyHanded()) {
      LockSupport.parkNanos(this, SERVING_SLICE_NANOS);
    }
    ioParked = false;
  }

  /// Accepts the requests that other threads have handed over.
  private void adopt() throws LinkException {
    while (pool.anyHanded()) {
      ExchangeSlot slot = pool.nextHanded();
      if (slot.leaving) {
        io.forget(slot);
        pool.giveBack(slot);
      } else {
        io.begin(slot);
      }
    }
  }

  private void stopOthers(Exception cause) {
    pool.stop(cause);
    while (pool.anyHanded()) {
      ExchangeSlot slot = pool.nextHanded();
      if (slot.leaving) {
        io.forget(slot);
        pool.giveBack(slot);
      } else {
        slot.fail(cause);
      }
    }
    io.wake();
    io.failForeign(cause);
  }

  // --- between the threads

  private ExchangeSlot take() throws LinkException, InterruptedException {
    return pool.take(!isIoThread());
  }

  private void abandon(ExchangeSlot slot) {
    if (isIoThread()) {
      io.forget(slot);
    }
    pool.giveBack(slot);
  }

  private void begin(ExchangeSlot slot) throws LinkException, InterruptedException {
    if (slot.foreign) {
      pool.handOver(slot);
      wakeIo();
    } else {
      io.begin(slot);
    }
  }

  private void wakeIo() {
    LockSupport.unpark(ioParked ? ioThread : null);
  }
}
