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

/// A tester port for management datagrams: several requests outstanding, each with its own deadline
/// and retries, every packet offered to the capture.
///
/// **Threads.** The thread that opened the port is its I/O thread and alone touches the link. Other
/// threads may [#start] and [#await]: their requests are handed over, and they park while the I/O
/// thread is in [#serve].
///
/// **Matching.** A response belongs to the request whose response method, class and lower 32
/// TransactionID bits it carries (the upper 32 belong to the stack underneath). Every try has a
/// TransactionID of its own. Late and duplicate responses and MADs that nobody asked for are
/// counted and never taken for another request's.
public final class MadPort implements AutoCloseable {

  /// How many requests may be outstanding.
  public static final int CAPACITY = 64;

  /// How long the I/O thread waits at a time on a real link, so that it notices an interruption.
  private static final long SLICE_NANOS = 50_000_000;

  /// How long the I/O thread waits at a time while other threads may hand over requests.
  private static final long SERVING_SLICE_NANOS = 1_000_000;

  /// Counts of the MADs that passed the port so far.
  ///
  /// @param sent MADs sent, retries included
  /// @param received MADs received, whatever they were
  /// @param retried tries after the first
  /// @param late responses to a request given up or answered before by another try
  /// @param duplicate second responses to the same try
  /// @param unasked everything else: traps, strangers' MADs, responses to nothing
  public record Counters(
      long sent, long received, long retried, long late, long duplicate, long unasked) {}

  private final MadLink link;
  private final Route route;
  private final Tap tap;
  private final Clock clock;
  private final Timing timing;
  private final boolean simulated;
  private final Thread ioThread = Thread.currentThread();
  private final ExchangePool pool = new ExchangePool(CAPACITY);
  private final MadIo io;

  private volatile boolean ioParked;

  /// @param link brings the MADs; closed with the port
  /// @param route to the DUT
  /// @param tap sees every packet
  /// @param timing what [#timing] tells those who have no patience of their own
  public MadPort(MadLink link, Route route, Tap tap, Timing timing) {
    this.link = link;
    this.route = route;
    this.tap = tap;
    this.clock = link.clock();
    this.simulated = link.isSimulated();
    this.timing = timing;
    this.io = new MadIo(link, tap, pool.slots());
  }

  /// The way to the DUT.
  public Route route() {
    return route;
  }

  /// How patient a request is, if nothing else is asked for.
  public Timing timing() {
    return timing;
  }

  /// The link's time.
  public Clock clock() {
    return clock;
  }

  /// Whether time is simulated.
  public boolean isSimulated() {
    return simulated;
  }

  /// Whether nothing can get lost between the tester and the DUT.
  public boolean isLossless() {
    return link.isLossless();
  }

  /// Whether the link tells how long the MADs are that the other side sends; if not,
  /// [Exchange#misfit] never finds fault.
  public boolean tellsLength() {
    return link.tellsLength();
  }

  /// Whether Reports of subnet administration come here, if any are sent to the tester.
  public boolean hearsReports() {
    return link.hearsReports();
  }

  /// Whether traps of subnet management come here, if any are sent to the tester.
  public boolean hearsTraps() {
    return link.hearsTraps();
  }

  /// Whether answers in segments are seen segment by segment, as the other side sends them.
  public boolean showsSegments() {
    return link.showsSegments();
  }

  /// Says that a test begins, as [MadLink#begin] has it.
  public void begin(String test) {
    link.begin(test);
  }

  /// The capture that every packet is offered to.
  public Tap capture() {
    return tap;
  }

  /// Sends a request.
  ///
  /// @param request 256 bytes: header, M_Key and attribute; routing fields and TransactionID are
  ///   filled in here; not kept after the call
  /// @param to where
  /// @param patience how long to wait for its answer and how often to ask again. A SubnTrapRepress,
  ///   which has no response, never is sent again
  /// @param label what for
  /// @throws IllegalStateException on the I/O thread, when [#CAPACITY] exchanges are not released
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

  /// Answers a MAD that nobody asked for, represses it, or sends a trap. Nothing is waited for.
  ///
  /// @param response 256 bytes with the TransactionID of what it answers
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

  /// Gives the exchange back; it must not be used afterwards. An answer that comes later is late.
  public void release(Exchange exchange) {
    ExchangeSlot slot = (ExchangeSlot) exchange;
    if (!slot.taken) {
      throw new IllegalStateException("released twice");
    }
    if (isIoThread()) {
      io.forget(slot);
      pool.giveBack(slot);
    } else if (slot.state() == Exchange.State.WAITING) {
      pool.handOverForRelease(slot);
      wakeIo();
    } else {
      pool.giveBack(slot);
    }
  }

  /// Lets time pass while the port goes on receiving.
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

  /// Does the I/O for other threads until `done`; called on the I/O thread. When it ends with an
  /// exception, the other threads' waits end with one too.
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

  /// Takes part in the subnet as a manager does, or ends that.
  ///
  /// @param responder answers requests for SMInfo; null to end
  /// @param isSm whether IsSM of the tester's port is set
  /// @return whether the stack below lets it be
  public boolean manage(@Nullable MadResponder responder, boolean isSm) throws LinkException {
    io.respond(responder);
    return link.manage(isSm);
  }

  /// When the I/O thread was not running although it should have been; for the I/O thread.
  public HoldUps holdUps() {
    return io.holdUps();
  }

  /// Returns the counters so far; exact on the I/O thread.
  public Counters counters() {
    return io.counters();
  }

  /// Returns how many SMPs were to the tester's own port. For the I/O thread.
  public long toSelf() {
    return io.watch().toSelf();
  }

  /// Returns the latest unsolicited MADs since the last call. For the I/O thread.
  public List<UnaskedMad> takeUnasked() {
    return io.takeUnasked();
  }

  /// The first SMP that the DUT has left unanswered since it answered one; null for none.
  public @Nullable UnansweredRequest unanswered() {
    UnansweredRequest request = io.watch().unanswered();
    return request == null ? null : request.withFrame(tap.proof(request.frame()));
  }

  /// Counts requests like that one from now on, for [#unanswered], and keeps more than so many of
  /// them from being sent: those end without an answer at once. For the I/O thread.
  ///
  /// @param most how many may be sent
  public void watch(UnansweredRequest request, long most) {
    io.watch().watch(request, most);
  }

  /// Whether a request was kept from being sent since the last [#watch]. For the I/O thread.
  public boolean hasHeldBack() {
    return io.watch().hasHeldBack();
  }

  @Override
  public void close() {
    stopOthers(new LinkException("the port is closed"));
    link.close();
  }

  /// Sends what a slot is filled with, and waits until that is over.
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

  /// Lets time pass until a moment, or until something may have been received.
  ///
  /// @param slice how long a thread that does no I/O waits at most
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

  /// One round of I/O, at most until a moment.
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
      io.step(clock.nanos()); // traps and late responses come while nothing is outstanding, too
    } else {
      io.step(sliced(Long.MAX_VALUE, SERVING_SLICE_NANOS));
    }
  }

  private long sliced(long until, long slice) {
    return simulated ? until : Math.min(until, clock.nanos() + slice);
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

  /// Takes over what other threads have handed over.
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
