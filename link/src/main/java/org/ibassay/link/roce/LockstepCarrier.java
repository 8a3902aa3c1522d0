package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;

/// Frames to and from a simulator that also provides the time. The header of each frame is its
/// length, followed by the simulated time at which it is sent: nanoseconds since the connection was
/// made, 8 bytes, big-endian.
///
/// The tester's time is the simulator's, and advances only while the tester waits. A header without
/// a frame permits the simulator, if sent by the tester, to simulate up to that time; if sent by
/// the simulator, it reports that this time was reached. The simulator answers each permission with
/// its first frame, and stops there, or with the time once it is reached.
///
/// So silence means that nothing was sent, however long the simulation takes.
final class LockstepCarrier extends SocketCarrier {
  /// The scheme in DUT URIs.
  static final String SCHEME = "lockstep:";

  private static final int TIME = 4;
  private static final int HEADER_BYTES = 12;

  /// How long a simulator may be silent; it can report its progress.
  private static final int MOST_SILENT_MILLIS = 60_000;

  private static final long NEVER = -1;

  private final int mostSilentMillis;

  /// Time at which the current connection was made, by [#clock].
  private long begun;

  private long now;

  /// No frame will be received before this time, unless one is sent.
  private long settled = NEVER;

  /// Whether the simulator has permission to simulate.
  private boolean isSimulating;

  /// Connects.
  ///
  /// @throws LinkException if nothing listens there
  LockstepCarrier(String host, int port) throws LinkException {
    this(host, port, MOST_SILENT_MILLIS);
  }

  LockstepCarrier(String host, int port, int mostSilentMillis) throws LinkException {
    super(SCHEME, host, port, HEADER_BYTES);
    this.mostSilentMillis = mostSilentMillis;
  }

  /// Reconnects: the simulator starts at 0 again, while the tester's time continues.
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
        // The frame was sent after the deadline.
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

  /// Permits the simulator to simulate, and waits until it sends a frame or a time.
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
