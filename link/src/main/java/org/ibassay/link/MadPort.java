package org.ibassay.link;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.ibassay.link.capture.Tap;

/// A tester port for management datagrams: several requests outstanding, each with its own
/// deadline and retries, every packet offered to the capture.
///
/// **Threads.** The thread that opened the port is its I/O thread and alone touches the link.
/// Other threads may [#start] and [#await]: their requests are handed over, and they park while
/// the I/O thread is in [#serve].
///
/// **Matching.** A response belongs to the request whose response method, class and lower 32
/// TransactionID bits it carries (the upper 32 belong to the stack underneath). Every try has a
/// TransactionID of its own. Late and duplicate responses and MADs that nobody asked for are
/// counted and never taken for another request's.
@SuppressWarnings("DoNotCallSuggester")
public final class MadPort implements AutoCloseable {

  /// How many requests may be outstanding.
  public static final int CAPACITY = 64;

  /// What went through the port so far.
  ///
  /// @param sent MADs sent, retries included
  /// @param received MADs received, whatever they were
  /// @param retried tries after the first
  /// @param late responses to a request given up or answered before by another try
  /// @param duplicate second responses to the same try
  /// @param unasked everything else: traps, strangers' MADs, responses to nothing
  public record Counters(
      long sent, long received, long retried, long late, long duplicate, long unasked) {}

  /// @param link brings the MADs; closed with the port
  /// @param route to the DUT
  /// @param tap sees every packet
  /// @param timing patience of [#start]
  public MadPort(MadLink link, Route route, Tap tap, Timing timing) {
    throw new IllegalStateException();
  }

  /// The way to the DUT.
  public Route route() {
    throw new IllegalStateException();
  }

  /// The link's time.
  public Clock clock() {
    throw new IllegalStateException();
  }

  /// Whether time is simulated.
  public boolean isSimulated() {
    throw new IllegalStateException();
  }

  /// Sends a request.
  /// @param request 256 bytes: header, M_Key and attribute; routing fields and TransactionID are
  ///     filled in here; not kept after the call
  /// @param to where
  /// @param once whether to send it once only: because its right answer is silence, or because a
  ///     repeated one would mean something else
  /// @param label what for
  public Exchange start(MemorySegment request, Route to, boolean once, Label label)
      throws LinkException, InterruptedException {
    throw new IllegalStateException();
  }

  /// Waits until the exchange is answered or given up.
  public void await(Exchange exchange) throws LinkException, InterruptedException {
    throw new IllegalStateException();
  }

  /// Gives the exchange back; it must not be used afterwards. An answer that comes later is late.
  public void release(Exchange exchange) {
    throw new IllegalStateException();
  }

  /// Lets time pass while the port goes on receiving.
  /// @param deadline by the link's clock, in nanoseconds
  public void waitUntil(long deadline) throws LinkException, InterruptedException {
    throw new IllegalStateException();
  }

  /// Does the I/O for other threads until `done`; called on the I/O thread.
  public void serve(BooleanSupplier done) throws LinkException, InterruptedException {
    throw new IllegalStateException();
  }

  /// What went through so far.
  public Counters counters() {
    throw new IllegalStateException();
  }

  @Override
  public void close() {}
}
