package org.ibassay.device.listen;

import org.jspecify.annotations.Nullable;

/// A place for a client, and the socket at which its MADs arrive.
final class Client {
  private static final int PATIENCE_MILLIS = 100;

  private final int number;
  private final UnixSocket socket;
  private @Nullable String name;
  private @Nullable Adapter adapter;
  private boolean isSm;
  private boolean isDeaf;

  Client(int number, UnixSocket socket) {
    this.number = number;
    this.socket = socket;
  }

  int number() {
    return number;
  }

  UnixSocket socket() {
    return socket;
  }

  boolean isAttached() {
    return name != null;
  }

  /// Gives the place to a client.
  ///
  /// @param socketName where the client receives MADs
  /// @param at where it is from now on
  /// @return whether it is there
  boolean attach(String socketName, Adapter at) {
    name = socket.connect(socketName) ? socketName : null;
    adapter = at;
    isSm = false;
    isDeaf = false;
    return isAttached();
  }

  /// Where it is.
  ///
  /// @throws IllegalStateException when it is not attached
  Adapter adapter() {
    if (adapter == null) {
      throw new IllegalStateException("no client " + number);
    }
    return adapter;
  }

  @SuppressWarnings("ReferenceEquality") // a host has one adapter
  boolean isAt(Adapter other) {
    return adapter == other;
  }

  void detach() {
    name = null;
    adapter = null;
    isSm = false;
  }

  /// Whether the client's socket is still there. Asks by connecting once more, which changes
  /// nothing: no datagram would do, as clients take each for a MAD.
  boolean isAlive() {
    return name != null && socket.connect(name);
  }

  /// Whether the client is the port's subnet manager.
  boolean isSm() {
    return isSm;
  }

  void isSm(boolean sm) {
    isSm = sm;
  }

  /// Sends a MAD. A client that does not read for long loses it, as it would lose one on a wire;
  /// from then on nobody waits for it any more, for as long as it does not read.
  ///
  /// @return false when the client is gone
  boolean send(MadDatagram datagram) {
    int sent = socket.send(datagram.bytes());
    if (sent == Libc.EAGAIN && !isDeaf && socket.awaitRoom(PATIENCE_MILLIS)) {
      sent = socket.send(datagram.bytes());
    }
    isDeaf = sent == Libc.EAGAIN;
    return sent != Libc.ECONNREFUSED && sent != Libc.ENOTCONN;
  }
}
