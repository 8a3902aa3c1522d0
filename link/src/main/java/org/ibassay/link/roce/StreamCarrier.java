package org.ibassay.link.roce;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.TimeOfDay;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.packet.LinkType;

/// Ethernet frames over a TCP connection, as QEMU's `-netdev stream` speaks: before each frame its
/// length in four bytes, the most significant first.
///
/// TCP loses nothing, so that a loss is always somebody's deliberate one. A guest gets its frames
/// at once, but QEMU 7.2 can hold back the second and later ones of a burst on the way here by
/// about 40 ms.
///
/// Plain sockets: a channel would be closed by an interruption of the thread that uses it, and the
/// tester has to put things in order then.
final class StreamCarrier implements Carrier {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int LENGTH_BYTES = 4;
  private static final int MOST_FRAME_BYTES = 1 << 17;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /// So long a listener that was started anew may take.
  private static final long RECONNECT_NANOS = 30_000_000_000L;

  private static final int RECONNECT_MILLIS = 100;

  private final InetSocketAddress address;
  private final String peer;
  private Socket socket;
  private boolean isOpen = true;
  private InputStream from;
  private OutputStream to;
  private final byte[] out = new byte[LENGTH_BYTES + MOST_FRAME_BYTES];
  private final byte[] in = new byte[4 * (LENGTH_BYTES + MOST_FRAME_BYTES)];
  private final ByteBuffer lengths = ByteBuffer.wrap(in);

  /// What was received and not taken yet lies from here...
  private int next;

  /// ...to here.
  private int filled;

  private StreamCarrier(InetSocketAddress address, String peer, Socket socket) throws IOException {
    this.address = address;
    this.peer = peer;
    this.socket = socket;
    this.from = socket.getInputStream();
    this.to = socket.getOutputStream();
  }

  /// Connects.
  ///
  /// @throws LinkException when nobody listens there
  static StreamCarrier connect(String host, int port) throws LinkException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    String peer = "stream:" + host + ":" + port;
    try {
      return new StreamCarrier(address, peer, connected(address));
    } catch (IOException e) {
      throw unreachable(peer, e);
    }
  }

  /// Connects anew, as soon as somebody listens; what was received and not taken is gone.
  ///
  /// @throws LinkException when nobody listens there for a while
  void reconnect() throws LinkException, InterruptedException {
    close();
    long end = clock().nanos() + RECONNECT_NANOS;
    while (true) {
      try {
        socket = connected(address);
        from = socket.getInputStream();
        to = socket.getOutputStream();
        next = 0;
        filled = 0;
        isOpen = true;
        return;
      } catch (IOException e) {
        if (clock().nanos() > end) {
          throw unreachable(peer, e);
        }
        Thread.sleep(RECONNECT_MILLIS);
      }
    }
  }

  /// Whether the other end has not been found to have hung up.
  boolean isOpen() {
    return isOpen;
  }

  private static Socket connected(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(address, CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      return socket;
    } catch (IOException e) {
      close(socket);
      throw e;
    }
  }

  private static LinkException unreachable(String peer, IOException e) {
    return new LinkException(
        "cannot connect to %s: %s; expected a listener there, such as QEMU with"
                .formatted(peer, e.getMessage())
            + " -netdev stream,server=on",
        e);
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
  public boolean isLossless() {
    return true;
  }

  @Override
  public LinkType link() {
    return LinkType.ETHERNET;
  }

  /// A short frame is filled up with zeros, as an adapter does.
  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    int length = Math.max(bytes, Ethernet.MIN_BYTES);
    ByteBuffer.wrap(out).putInt(length);
    MemorySegment.copy(packet, JAVA_BYTE, 0, out, LENGTH_BYTES, bytes);
    Arrays.fill(out, LENGTH_BYTES + bytes, LENGTH_BYTES + length, (byte) 0);
    try {
      to.write(out, 0, LENGTH_BYTES + length);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    try {
      while (true) {
        int bytes = take(into);
        if (bytes > 0) {
          return bytes;
        }
        if (!fill(deadline)) {
          return 0;
        }
      }
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /// Takes a frame out of what was received.
  ///
  /// @return its length; 0 when no whole frame is there
  private int take(MemorySegment into) throws LinkException {
    while (filled - next >= LENGTH_BYTES) {
      int length = lengths.getInt(next);
      if (length < 0 || length > MOST_FRAME_BYTES) {
        throw new LinkException(
            "%s does not send frames: a length of %d where at most %d is expected"
                .formatted(peer, length & 0xFFFF_FFFFL, MOST_FRAME_BYTES));
      }
      if (filled - next < LENGTH_BYTES + length) {
        return 0;
      }
      int kept = (int) Math.min(length, into.byteSize());
      MemorySegment.copy(in, next + LENGTH_BYTES, into, JAVA_BYTE, 0, kept);
      next += LENGTH_BYTES + length;
      if (kept > 0) {
        return kept;
      }
    }
    return 0;
  }

  /// Gets more bytes. The socket counts in milliseconds and may give up a little early.
  ///
  /// @return false when the deadline has passed and none was received
  private boolean fill(long deadline) throws IOException, LinkException {
    long wait = deadline - Math.min(deadline, clock().nanos());
    if (wait == 0 && from.available() == 0) {
      return false;
    }
    System.arraycopy(in, next, in, 0, filled - next);
    filled -= next;
    next = 0;
    socket.setSoTimeout(Math.clamp(wait / NANOS_PER_MILLI, 1, Integer.MAX_VALUE));
    try {
      int count = from.read(in, filled, in.length - filled);
      if (count < 0) {
        isOpen = false;
        throw new LinkException(peer + " has hung up");
      }
      filled += count;
      return true;
    } catch (SocketTimeoutException e) {
      return clock().nanos() < deadline;
    }
  }

  private LinkException lost(IOException e) {
    isOpen = false;
    return new LinkException(peer + " is lost: " + e.getMessage(), e);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // gone either way
    }
  }

  @Override
  public void close() {
    close(socket);
  }
}
