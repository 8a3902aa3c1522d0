package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.TimeOfDay;

/// Frames as QEMU's `-netdev stream` sends them: the header of each is its length.
///
/// TCP loses nothing, so every loss is deliberate. A guest receives its frames at once, but QEMU
/// 7.2 may delay the second and later frames of a burst to the tester by about 40 ms.
final class StreamCarrier extends SocketCarrier {
  /// The scheme in DUT URIs.
  static final String SCHEME = "stream:";

  private static final int HEADER_BYTES = 4;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /// Connects.
  ///
  /// @throws LinkException if nothing listens there
  StreamCarrier(String host, int port) throws LinkException {
    super(SCHEME, host, port, HEADER_BYTES);
  }

  @Override
  String expected() {
    return "such as QEMU with -netdev stream,server=on";
  }

  @Override
  public Clock clock() {
    return TimeOfDay.CLOCK;
  }

  @Override
  public boolean isSimulated() {
    return false;
  }

  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    write(packet, bytes);
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    while (true) {
      while (hasFrame()) {
        int bytes = take(into);
        if (bytes > 0) {
          return bytes;
        }
      }
      if (!isFilled(deadline)) {
        return 0;
      }
    }
  }

  /// @return false if the deadline passed and nothing was received
  private boolean isFilled(long deadline) throws LinkException {
    long wait = deadline - Math.min(deadline, clock().nanos());
    if (wait == 0 && !hasMore()) {
      return false;
    }
    int millis = Math.clamp(wait / NANOS_PER_MILLI, 1, Integer.MAX_VALUE);
    return fill(millis) || clock().nanos() < deadline;
  }
}
