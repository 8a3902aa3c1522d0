package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;

/// Frames to and from a simulator that hands over its time with them: behind the length of each
/// frame stands the simulated time at which it is sent, in nanoseconds since the connection was
/// made, eight bytes, the most significant first.
///
/// The tester's time is the simulator's, and runs only while the tester waits. A header without a
/// frame is, from the tester, leave to simulate up to that time; from the simulator, word that it
/// has come so far. The simulator answers each leave with the first frame that it sends, and stops
/// there, or with that time once it has come to it.
///
/// So silence means that nothing was sent, however long the simulation takes.
final class LockstepCarrier extends SocketCarrier {
  /// Its scheme in DUT URIs.
  static final String SCHEME = "lockstep:";

  private static final int TIME = 4;
  private static final int HEADER_BYTES = 12;

  /// So long a simulator may take without a word; it can say how far it has come.
  private static final int MOST_SILENT_MILLIS = 60_000;

  private static final long NEVER = -1;

  private final int mostSilentMillis;

  /// When the present connection was made, by [#clock].
  private long begun;

  private long now;

  /// Nothing more is received up to this time, as long as nothing is sent.
  private long settled = NEVER;

  /// Whether the simulator has leave to go on.
  private boolean isSimulating;

  /// Connects.
  ///
  /// @throws LinkException when nobody listens there
  LockstepCarrier(String host, int port) throws LinkException {
    this(host, port, MOST_SILENT_MILLIS);
  }

  LockstepCarrier(String host, int port, int mostSilentMillis) throws LinkException {
    super(SCHEME, host, port, HEADER_BYTES);
    this.mostSilentMillis = mostSilentMillis;
  }

  /// The simulator begins at 0 again, the tester's time goes on.
  @Override
  void reconnect() throws LinkException, InterruptedException {
    super.reconnect();
    begun = now;
    settled = NEVER;
    isSimulating = false;
  }

  @Override
  String expected() {
    return "a simulator that hands over its time";
  }

  @Override
  public Clock clock() {
    return () -> now;
  }

  @Override
  public boolean isSimulated() {
    return true;
  }

  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    outHeader().putLong(TIME, now - begun);
    write(packet, bytes);
    settled = NEVER;
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    long until = Math.max(deadline, now);
    while (settled < until) {
      if (!hasFrame()) {
        simulate(until);
      }
      long time = time();
      boolean isFrame = frameBytes() > 0;
      if (isFrame || time >= until) {
        isSimulating = false;
      }
      if (isFrame && time > until) {
        // It was sent after the time that is asked about.
        now = until;
        return 0;
      }
      now = time;
      int taken = take(into);
      if (isFrame) {
        return taken;
      }
      settled = time;
    }
    return 0;
  }

  /// Has the simulator go on, until it says something.
  private void simulate(long until) throws LinkException {
    if (!isSimulating) {
      outHeader().putLong(TIME, until - begun);
      writeHeader();
      isSimulating = true;
    }
    await();
  }

  private void await() throws LinkException {
    while (!hasFrame()) {
      if (!fill(mostSilentMillis)) {
        throw new LinkException(
            "%s has sent nothing for %d s: expected a frame or a time"
                .formatted(peer(), mostSilentMillis / 1000));
      }
    }
  }

  private long time() throws LinkException {
    long time = begun + headerLong(TIME);
    if (time < now) {
      throw new LinkException(
          "%s goes back in time: %d ns after %d ns"
              .formatted(peer(), headerLong(TIME), now - begun));
    }
    return time;
  }
}
