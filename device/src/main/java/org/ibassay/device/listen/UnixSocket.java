package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.link.LinkException;

/// A datagram socket with a name in Linux's abstract namespace. Never blocks; sending and receiving
/// allocate nothing.
final class UnixSocket implements AutoCloseable {
  /// The maximum length of a name, in bytes.
  static final int MAX_NAME = 106;

  private static final int PATH = 2;
  private static final int ADDRESS_BYTES = PATH + 1 + MAX_NAME + 1;

  private final Libc libc;
  private final int descriptor;
  private final MemorySegment peer;
  private final MemorySegment peerLength;
  private final MemorySegment room;

  private UnixSocket(Arena arena, Libc libc, int descriptor) {
    this.libc = libc;
    this.descriptor = descriptor;
    peer = arena.allocate(ADDRESS_BYTES, 8);
    peerLength = arena.allocate(JAVA_INT);
    room = PollEntry.allocate(arena, 1);
    PollEntry.set(room, 0, descriptor, Libc.POLLOUT);
  }

  /// Returns a socket bound to a name.
  ///
  /// @param arena lives at least as long as the socket
  /// @throws LinkException if the name is in use, or the system has no more sockets
  static UnixSocket bound(Arena arena, Libc libc, String name) throws LinkException {
    int descriptor = libc.socket();
    if (descriptor < 0) {
      throw new LinkException("cannot make a socket: error " + -descriptor);
    }
    UnixSocket socket = new UnixSocket(arena, libc, descriptor);
    int error = libc.bind(descriptor, socket.peer, socket.address(name));
    if (error < 0) {
      socket.close();
      throw new LinkException(
          "cannot listen on the abstract socket \"%s\": %s"
              .formatted(
                  name,
                  error == Libc.EADDRINUSE
                      ? "another process does; choose another name, or end it"
                      : "error " + -error));
    }
    return socket;
  }

  int descriptor() {
    return descriptor;
  }

  /// Connects the socket: it then receives only from that peer, and [#send] sends to it.
  ///
  /// @return whether there is a socket of that name
  boolean connect(String name) {
    return libc.connect(descriptor, peer, address(name)) >= 0;
  }

  /// @return the number of bytes received; negative if there is no datagram
  int receive(MemorySegment into) {
    return libc.receive(descriptor, into, MemorySegment.NULL, MemorySegment.NULL);
  }

  /// Receives, and stores the sender for [#reply].
  int receiveFrom(MemorySegment into) {
    peerLength.set(JAVA_INT, 0, ADDRESS_BYTES);
    return libc.receive(descriptor, into, peer, peerLength);
  }

  /// Sends to the peer that this socket is connected to.
  ///
  /// @return negative if it was not sent: an error of [Libc]
  int send(MemorySegment datagram) {
    return libc.send(descriptor, datagram, MemorySegment.NULL, 0);
  }

  /// Sends to the sender of the last datagram received by [#receiveFrom]; a sender without a name
  /// receives nothing.
  int reply(MemorySegment datagram) {
    return libc.send(descriptor, datagram, peer, peerLength.get(JAVA_INT, 0));
  }

  /// Waits until the connected peer can receive another datagram.
  ///
  /// @return false if it timed out
  boolean awaitRoom(int millis) {
    return libc.poll(room, 1, millis) > 0;
  }

  @Override
  public void close() {
    libc.close(descriptor);
  }

  /// Writes an abstract name, preceded by a zero byte and followed by one, which ibsim and its
  /// clients include in theirs.
  ///
  /// @return length of the address
  private int address(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_NAME);
    peer.fill((byte) 0);
    peer.set(JAVA_SHORT, 0, (short) Libc.AF_UNIX);
    MemorySegment.copy(bytes, 0, peer, JAVA_BYTE, PATH + 1L, length);
    return PATH + 1 + length + 1;
  }
}
