package org.ibassay.device.listen;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;

/// Serves a fabric to ibsim's clients, on one thread.
///
/// Virtual time follows real time, so that leases expire when they should. But events within the
/// next [#LEAD_NANOS] happen at once: a response takes as long as its computation. If a device
/// takes longer, the client waits as long.
///
/// The training of links takes no real time: a link that a MAD took down has trained again before
/// the next MAD is handled, even if many are taken down in a row. The wrapper of the clients does
/// not pass on timeouts and retries, so a MAD that is dropped meanwhile would be lost for good.
public final class Server implements AutoCloseable {
  /// How far virtual time may run ahead of real time.
  static final long LEAD_NANOS = 20_000_000;

  /// The maximum number of clients, as in ibsim.
  static final int CLIENTS = 10;

  /// The longest name of a server, in bytes: clients append to it, and the total is limited to 106.
  public static final int MAX_NAME = UnixSocket.MAX_NAME - ":ctl".length() - 10;

  private static final int CONTROL = CLIENTS;
  private static final int MILLI = 1_000_000;
  private static final int FAIR_SHARE = 64;

  private final Arena arena;
  private final Libc libc;
  private final Fabric fabric;
  private final Clock real;
  private long start;
  private final List<Client> clients = new ArrayList<>();
  private final UnixSocket controlSocket;
  private final Adapters adapters;
  private final Control control;
  private final MemorySegment entries;
  private final EagerPoll sockets;
  private final MadDatagram incoming;
  private final MemorySegment request;

  private Server(Arena arena, Fabric fabric, HostDirectory hosts, String name, Clock real)
      throws LinkException {
    this.arena = arena;
    this.fabric = fabric;
    this.real = real;
    libc = new Libc(arena);
    controlSocket = UnixSocket.bound(arena, libc, name + ":ctl");
    entries = PollEntry.allocate(arena, CLIENTS + 1);
    PollEntry.set(entries, CONTROL, controlSocket.descriptor(), Libc.POLLIN);
    for (int i = 0; i < CLIENTS; i++) {
      UnixSocket socket = UnixSocket.bound(arena, libc, name + ":out" + i);
      clients.add(new Client(i, socket));
      PollEntry.set(entries, i, socket.descriptor(), Libc.POLLIN);
    }
    sockets =
        new EagerPoll(
            millis -> libc.poll(entries, CLIENTS + 1, millis), libc::yieldProcessor, real);
    adapters = new Adapters(hosts, clients, arena);
    control = new Control(name, adapters, clients);
    incoming = new MadDatagram(arena.allocate(MadDatagram.BYTES + 1, 8));
    request = arena.allocate(Control.BYTES + 1, 8);
    start = real.nanos() - fabric.nanos();
  }

  /// Binds the sockets: clients can connect from now on.
  ///
  /// @param hosts where clients can run in the fabric
  /// @param name prefix of the names of all sockets; at most [#MAX_NAME] bytes
  /// @throws LinkException if the name is in use, or the system has no more sockets
  public static Server open(Fabric fabric, HostDirectory hosts, String name, Clock real)
      throws LinkException {
    return new Server(Arena.ofShared(), fabric, hosts, name, real);
  }

  /// Serves forever.
  public void serve() {
    while (true) {
      turn(-1);
    }
  }

  /// Waits for clients, and serves them.
  ///
  /// @param millis timeout; -1 for none
  void turn(int millis) {
    int ready = sockets.await(untilNext(millis));
    passTime();
    for (int i = 0; ready > 0 && i < CLIENTS; i++) {
      if (PollEntry.isReady(entries, i)) {
        drain(clients.get(i));
      }
    }
    if (ready > 0 && PollEntry.isReady(entries, CONTROL)) {
      drainControl();
    }
    settle();
  }

  @Override
  public void close() {
    clients.forEach(client -> client.socket().close());
    controlSocket.close();
    arena.close();
  }

  /// Rounds up: waking too early would make the loop spin.
  private int untilNext(int millis) {
    long next = fabric.nextTime();
    if (next == Long.MAX_VALUE) {
      return millis;
    }
    long wait = Math.max(0, next - now());
    int whole = (int) Math.min(Integer.MAX_VALUE, (wait + MILLI - 1) / MILLI);
    return millis < 0 ? whole : Math.min(millis, whole);
  }

  private void drain(Client client) {
    for (int i = 0; i < FAIR_SHARE; i++) {
      int bytes = client.socket().receive(incoming.bytes());
      if (bytes < 0) {
        return;
      }
      if (bytes == MadDatagram.BYTES && client.isAttached()) {
        passTime();
        client.adapter().enter(client, incoming);
        settle();
      }
    }
  }

  private void drainControl() {
    for (int i = 0; i < FAIR_SHARE; i++) {
      int bytes = controlSocket.receiveFrom(request);
      if (bytes < 0) {
        return;
      }
      if (bytes == Control.BYTES && control.carryOut(request)) {
        int _ = controlSocket.reply(request.asSlice(0, Control.BYTES));
      }
    }
  }

  private void passTime() {
    fabric.runUntil(now());
  }

  private void settle() {
    long limit = now() + LEAD_NANOS;
    boolean trained = false;
    while (fabric.step(fabric.isTraining() ? Long.MAX_VALUE : limit)) {
      // until all packets have arrived, or take longer
      trained |= fabric.isTraining();
    }
    if (trained) {
      start -= Math.max(0, fabric.nanos() - now());
    }
    if (!fabric.isBusy()) {
      adapters.all().forEach(Adapter::nothingUnderWay);
    }
  }

  private long now() {
    return real.nanos() - start;
  }
}
