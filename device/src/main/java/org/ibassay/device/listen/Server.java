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
/// Virtual time follows real time, so that leases run out when they would. But what is to happen
/// within [#LEAD_NANOS] happens at once: an answer takes as long as it takes to compute. What takes
/// a device longer takes the client as long.
///
/// The training of links takes no real time: a link that a MAD took down has trained again before
/// the next MAD comes, be it one of many that are taken down in a row. The wrapper under which
/// clients run passes no timeouts and no retries on, so a MAD lost in between would be lost for
/// good.
public final class Server implements AutoCloseable {
  /// How far virtual time may run ahead of real time.
  static final long LEAD_NANOS = 20_000_000;

  /// As many clients as ibsim has room for.
  static final int CLIENTS = 10;

  /// The longest name of a server, in bytes: of 106, what clients put after it takes a part.
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

  /// Binds the sockets: clients may come from now on.
  ///
  /// @param hosts where in the fabric clients can be
  /// @param name with which the names of all sockets begin; at most [#MAX_NAME] bytes
  /// @throws LinkException when the name is taken, or the system has no more sockets
  public static Server open(Fabric fabric, HostDirectory hosts, String name, Clock real)
      throws LinkException {
    return new Server(Arena.ofShared(), fabric, hosts, name, real);
  }

  /// Serves for ever.
  public void serve() {
    while (true) {
      turn(-1);
    }
  }

  /// Serves whoever comes within a time.
  ///
  /// @param millis -1 for ever
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

  /// Rounded up: woken too early, the loop would spin.
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
      // until all packets are where they go, or are to take longer
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
