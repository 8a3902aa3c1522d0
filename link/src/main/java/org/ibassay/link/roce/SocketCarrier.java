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
import org.ibassay.link.LinkException;
import org.ibassay.link.TimeOfDay;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.packet.LinkType;

/// Ethernet frames over a TCP connection. Each frame follows a header, whose first four bytes are
/// the frame's length, big-endian.
///
/// Uses plain sockets: a channel is closed when its thread is interrupted, but the tester still has
/// to restore the DUT then.
abstract sealed class SocketCarrier implements Carrier permits StreamCarrier, LockstepCarrier {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int MOST_HEADER_BYTES = 12;
  private static final int MOST_FRAME_BYTES = 1 << 17;

  /// How long a restarted listener may take.
  private static final long RECONNECT_NANOS = 30_000_000_000L;

  private static final int RECONNECT_MILLIS = 100;

  private final InetSocketAddress address;
  private final String peer;
  private final int headerBytes;
  private Socket socket;
  private boolean isOpen = true;
  private InputStream from;
  private OutputStream to;
  private final byte[] out = new byte[MOST_HEADER_BYTES + MOST_FRAME_BYTES];
  private final ByteBuffer outHeader = ByteBuffer.wrap(out);
  private final byte[] in = new byte[4 * (MOST_HEADER_BYTES + MOST_FRAME_BYTES)];
  private final ByteBuffer inHeader = ByteBuffer.wrap(in);

  /// Start of the bytes received but not consumed.
  private int next;

  /// End of the bytes received.
  private int filled;

  /// Connects.
  ///
  /// @param scheme its scheme in DUT URIs
  /// @param headerBytes length of the header of a frame
  /// @throws LinkException if nothing listens there
  SocketCarrier(String scheme, String host, int port, int headerBytes) throws LinkException {
    this.address = new InetSocketAddress(host, port);
    this.peer = scheme + host + ":" + port;
    this.headerBytes = headerBytes;
    try {
      socket = connected(address);
      from = socket.getInputStream();
      to = socket.getOutputStream();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /// Reconnects as soon as the other end listens; data received but not consumed is dropped.
  ///
  /// @throws LinkException if nothing listens there within the time limit
  void reconnect() throws LinkException, InterruptedException {
    close();
    long end = TimeOfDay.CLOCK.nanos() + RECONNECT_NANOS;
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
        if (TimeOfDay.CLOCK.nanos() > end) {
          throw unreachable(e);
        }
        Thread.sleep(RECONNECT_MILLIS);
      }
    }
  }

  /// Whether the connection has not been closed, as far as it is known.
  final boolean isOpen() {
    return isOpen;
  }

  /// The other end, as in a DUT URI.
  final String peer() {
    return peer;
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

  /// Describes the program that should listen there, for messages.
  abstract String expected();

  private LinkException unreachable(IOException e) {
    return new LinkException(
        "cannot connect to %s: %s; expected a listener there, %s"
            .formatted(peer, e.getMessage(), expected()),
        e);
  }

  @Override
  public final boolean isLossless() {
    return true;
  }

  @Override
  public final LinkType link() {
    return LinkType.ETHERNET;
  }

  /// Returns the next header to send, to be filled from byte 4 on, after the length.
  final ByteBuffer outHeader() {
    return outHeader;
  }

  /// Sends a frame after its header. Pads short frames with zeros, as an adapter does.
  final void write(MemorySegment frame, int bytes) throws LinkException {
    int length = Math.max(bytes, Ethernet.MIN_BYTES);
    MemorySegment.copy(frame, JAVA_BYTE, 0, out, headerBytes, bytes);
    Arrays.fill(out, headerBytes + bytes, headerBytes + length, (byte) 0);
    write(length);
  }

  /// Sends a header without a frame.
  final void writeHeader() throws LinkException {
    write(0);
  }

  private void write(int length) throws LinkException {
    outHeader.putInt(0, length);
    try {
      to.write(out, 0, headerBytes + length);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /// Whether a header and all of its frame were received and not consumed.
  final boolean hasFrame() throws LinkException {
    if (filled - next < headerBytes) {
      return false;
    }
    int length = frameBytes();
    if (length < 0 || length > MOST_FRAME_BYTES) {
      throw new LinkException(
          "%s does not send frames: a length of %d where at most %d is expected"
              .formatted(peer, length & 0xFFFF_FFFFL, MOST_FRAME_BYTES));
    }
    return filled - next >= headerBytes + length;
  }

  /// Length of the next frame; only if [#hasFrame].
  final int frameBytes() {
    return inHeader.getInt(next);
  }

  /// Returns 8 bytes of the header of the next frame.
  ///
  /// @param at offset in the header
  final long headerLong(int at) {
    return inHeader.getLong(next + at);
  }

  /// Consumes the next frame; only if [#hasFrame].
  ///
  /// @return the number of bytes that fit
  final int take(MemorySegment into) {
    int length = frameBytes();
    int kept = (int) Math.min(length, into.byteSize());
    MemorySegment.copy(in, next + headerBytes, into, JAVA_BYTE, 0, kept);
    next += headerBytes + length;
    return kept;
  }

  /// Whether bytes can be read without waiting.
  final boolean hasMore() throws LinkException {
    try {
      return from.available() > 0;
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /// Reads more bytes. The socket may time out slightly early.
  ///
  /// @param millis how long to wait, at least 1
  /// @return false if none was received in time
  final boolean fill(int millis) throws LinkException {
    System.arraycopy(in, next, in, 0, filled - next);
    filled -= next;
    next = 0;
    try {
      socket.setSoTimeout(millis);
      int count = from.read(in, filled, in.length - filled);
      if (count < 0) {
        isOpen = false;
        throw new LinkException(peer + " has hung up");
      }
      filled += count;
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      throw lost(e);
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
  public final void close() {
    close(socket);
  }
}
