package org.ibassay.device.listen;

import org.jspecify.annotations.Nullable;

/// A slot for a client, with the socket that receives its MADs.
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

  /// Assigns the slot to a client.
  ///
  /// @param socketName the socket on which the client receives MADs
  /// @param at the client's adapter
  /// @return whether the client's socket exists
  boolean attach(String socketName, Adapter at) {
    name = socket.connect(socketName) ? socketName : null;
    adapter = at;
    isSm = false;
    isDeaf = false;
    return isAttached();
  }

  /// The client's adapter.
  ///
  /// @throws IllegalStateException if it is not attached
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

  /// Whether the client's socket still exists. Checks by connecting again, which has no effect; a
  /// datagram would not do, because clients take each for a MAD.
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

  /// Sends a MAD. It is lost if the client does not read for a long time, as on a wire; after that,
  /// later MADs are not waited for until the client reads again.
  ///
  /// @return false if the client is gone
  boolean send(MadDatagram datagram) {
    int sent = socket.send(datagram.bytes());
    if (sent == Libc.EAGAIN && !isDeaf && socket.awaitRoom(PATIENCE_MILLIS)) {
      sent = socket.send(datagram.bytes());
    }
    isDeaf = sent == Libc.EAGAIN;
    return sent != Libc.ECONNREFUSED && sent != Libc.ENOTCONN;
  }
}
