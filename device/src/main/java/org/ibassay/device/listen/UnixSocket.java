package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.link.LinkException;

/// A datagram socket with a name in Linux' abstract name space. Nothing blocks, and sending and
/// receiving allocate nothing.
final class UnixSocket implements AutoCloseable {
  /// Bytes that a name may have.
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

  /// A socket of that name.
  ///
  /// @param arena lives at least as long as the socket
  /// @throws LinkException when the name is taken, or the system has no more sockets
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

  /// From now on the socket takes datagrams from that one only, and [#send] goes there.
  ///
  /// @return whether there is a socket of that name
  boolean connect(String name) {
    return libc.connect(descriptor, peer, address(name)) >= 0;
  }

  /// @return how many bytes were received; negative when there is nothing
  int receive(MemorySegment into) {
    return libc.receive(descriptor, into, MemorySegment.NULL, MemorySegment.NULL);
  }

  /// Receives, and remembers the sender for [#reply].
  int receiveFrom(MemorySegment into) {
    peerLength.set(JAVA_INT, 0, ADDRESS_BYTES);
    return libc.receive(descriptor, into, peer, peerLength);
  }

  /// Sends to the socket that this one is connected to.
  ///
  /// @return negative when it was not sent, by [Libc]'s numbers
  int send(MemorySegment datagram) {
    return libc.send(descriptor, datagram, MemorySegment.NULL, 0);
  }

  /// Sends to whom the last datagram received by [#receiveFrom] came from; a sender without a name
  /// gets nothing.
  int reply(MemorySegment datagram) {
    return libc.send(descriptor, datagram, peer, peerLength.get(JAVA_INT, 0));
  }

  /// Waits until the socket that this one is connected to takes another datagram.
  ///
  /// @return false when it did not in that time
  boolean awaitRoom(int millis) {
    return libc.poll(room, 1, millis) > 0;
  }

  @Override
  public void close() {
    libc.close(descriptor);
  }

  /// Writes an abstract name. A zero byte precedes it; one more follows, as ibsim and its clients
  /// count theirs in.
  ///
  /// @return the address's length
  private int address(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_NAME);
    peer.fill((byte) 0);
    peer.set(JAVA_SHORT, 0, (short) Libc.AF_UNIX);
    MemorySegment.copy(bytes, 0, peer, JAVA_BYTE, PATH + 1L, length);
    return PATH + 1 + length + 1;
  }
}
