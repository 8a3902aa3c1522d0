package org.ibassay.link.upper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.Clock;
import org.jspecify.annotations.Nullable;

/// The upper tester on a real host: sends requests to the agent there (`agent/PROTOCOL.md`).
public final class AgentClient implements UpperTester {
  /// The first version with datagrams and unreliable connections.
  private static final int DATAGRAM_VERSION = 2;

  private static final int DATA_BYTES = 4096;
  private static final int COMPLETIONS = 64;
  private static final int CONNECT_MILLIS = 5_000;

  /// A host may try to resolve the tester's MAC address for some seconds before it gives up.
  private static final long ANSWER_NANOS = 30_000_000_000L;

  private static final long BYE_NANOS = 2_000_000_000L;

  private final AgentLines lines;
  private final Clock clock;
  private final AgentGreeting greeting;

  /// Why the session has ended; null while it has not.
  private @Nullable String gone;

  private AgentClient(AgentLines lines, Clock clock, AgentGreeting greeting) {
    this.lines = lines;
    this.clock = clock;
    this.greeting = greeting;
  }

  /// Connects, and begins a session.
  ///
  /// @param pump called while an answer is awaited
  /// @param clock of the link
  /// @throws UpperTesterException if there is no agent, or it violates the protocol
  public static AgentClient connect(AgentAddress address, Pump pump, Clock clock)
      throws UpperTesterException {
    AgentLines lines =
        switch (address) {
          case AgentAddress.Tcp tcp -> tcp(tcp, pump, clock);
          case AgentAddress.Exec exec -> exec(exec, pump, clock);
        };
    return greet(lines, clock);
  }

  private static AgentLines tcp(AgentAddress.Tcp address, Pump pump, Clock clock)
      throws UpperTesterException {
    try {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
        socket.setTcpNoDelay(true);
        return new AgentLines(
            address.toString(),
            socket.getInputStream(),
            socket.getOutputStream(),
            socket,
            pump,
            clock);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    } catch (IOException e) {
      throw UpperTesterException.lost(
          "no agent at %s: %s; start ibassay-agent there".formatted(address, e.getMessage()), e);
    }
  }

  private static AgentLines exec(AgentAddress.Exec address, Pump pump, Clock clock)
      throws UpperTesterException {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", address.command())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new AgentLines(
          address.toString(),
          process.getInputStream(),
          process.getOutputStream(),
          () -> end(process),
          pump,
          clock);
    } catch (IOException e) {
      throw UpperTesterException.lost(
          "cannot start the agent by \"%s\": %s".formatted(address.command(), e.getMessage()), e);
    }
  }

  /// Closes the agent's standard input, which ends it.
  private static void end(Process process) throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(BYE_NANOS, TimeUnit.NANOSECONDS)) {
        process.destroy();
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }

  /// Begins a session with an agent.
  static AgentClient greet(AgentLines lines, Clock clock) throws UpperTesterException {
    return new AgentClient(lines, clock, AgentGreeting.exchange(lines, clock));
  }

  /// All abilities except those that an earlier version of the agent, or one without librdmacm,
  /// does not have.
  @Override
  public Set<Ability> abilities() {
    EnumSet<Ability> abilities = EnumSet.allOf(Ability.class);
    if (!greeting.connects()) {
      abilities.remove(Ability.CONNECTS);
    }
    if (greeting.version() < AgentGreeting.LIST_VERSION) {
      abilities.remove(Ability.LISTS);
    }
    if (greeting.version() < AgentGreeting.EXTENDED_VERSION) {
      abilities.remove(Ability.EXTENDED);
    }
    if (greeting.version() < AgentGreeting.VERSION) {
      abilities.remove(Ability.EVENTS);
    }
    return abilities;
  }

  @Override
  public ExtendedVerbs extended() throws UpperTesterException {
    if (greeting.version() < AgentGreeting.EXTENDED_VERSION) {
      throw UpperTesterException.unable(Ability.EXTENDED.lack());
    }
    return new AgentExtension(this);
  }

  // --- calls

  @FunctionalInterface
  interface AnswerReader<T> {
    T read(AgentAnswer answer) throws UpperTesterException;
  }

  <T> T call(String request, AnswerReader<T> reading) throws UpperTesterException {
    if (gone != null) {
      throw UpperTesterException.lost(gone);
    }
    try {
      return reading.read(answer(request, ANSWER_NANOS));
    } catch (UpperTesterException e) {
      if (e.kind() == UpperTesterException.Kind.LOST) {
        gone = e.getMessage();
        lines.close();
      }
      throw e;
    }
  }

  void call(String request) throws UpperTesterException {
    call(request, answer -> answer);
  }

  private AgentAnswer answer(String request, long nanos) throws UpperTesterException {
    String early = lines.unasked();
    if (early != null) {
      throw lines.lost("sends \"%s\" without a request".formatted(early));
    }
    lines.send(request);
    String line = lines.receive(clock.nanos() + nanos);
    if (line == null) {
      String command = request.substring(0, (request + " ").indexOf(' '));
      throw lines.lost(
          "has not answered \"%s\" within %d s".formatted(command, nanos / 1_000_000_000L));
    }
    return AgentAnswer.parse(line);
  }

  @Override
  public DeviceAttributes attributes() throws UpperTesterException {
    return call("attributes", AgentAnswers::attributes);
  }

  @Override
  public RcQp open(RcSettings settings) throws UpperTesterException {
    return call(AgentRequests.open(settings), AgentAnswers::qp);
  }

  @Override
  public RcQp connect(ConnectSettings settings) throws UpperTesterException {
    return call(AgentRequests.connect(settings), AgentAnswers::qp);
  }

  @Override
  public ConnectionStatus connection(RcQp qp) throws UpperTesterException {
    return call(AgentRequests.qp("connection", qp), AgentAnswers::connection);
  }

  @Override
  public void disconnect(RcQp qp) throws UpperTesterException {
    call(AgentRequests.qp("disconnect", qp));
  }

  @Override
  public QpAttributes query(Qp qp) throws UpperTesterException {
    return call(AgentRequests.qp("query", qp), AgentAnswers::state);
  }

  @Override
  public void close(Qp qp) throws UpperTesterException {
    call(AgentRequests.qp("close", qp));
  }

  @Override
  public MemoryRegion register(long bytes, AccessRights rights) throws UpperTesterException {
    return call(
        AgentRequests.register(bytes, rights), answer -> AgentAnswers.region(answer, bytes));
  }

  @Override
  public void write(MemoryRegion region, long at, byte[] data) throws UpperTesterException {
    for (int from = 0; from < data.length; from += DATA_BYTES) {
      int to = Math.min(data.length, from + DATA_BYTES);
      call(AgentRequests.write(region, at + from, data, from, to));
    }
  }

  @Override
  public void fill(MemoryRegion region, long at, long bytes, byte value)
      throws UpperTesterException {
    call(
        AgentRequests.part("fill", region, at)
            + " bytes=%d value=%d".formatted(bytes, Byte.toUnsignedInt(value)));
  }

  @Override
  public byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException {
    byte[] data = new byte[bytes];
    for (int from = 0; from < bytes; from += DATA_BYTES) {
      int count = Math.min(bytes - from, DATA_BYTES);
      byte[] part =
          call(
              AgentRequests.part("read", region, at + from) + " bytes=" + count,
              answer -> AgentAnswers.data(answer, count));
      System.arraycopy(part, 0, data, from, count);
    }
    return data;
  }

  @Override
  public void free(MemoryRegion region) throws UpperTesterException {
    call(AgentRequests.region("free", region));
  }

  @Override
  public void postReceive(Qp qp, long id, Buffer into) throws UpperTesterException {
    call(AgentRequests.receive(qp, id, into));
  }

  @Override
  public void post(Qp qp, SendRequest request) throws UpperTesterException {
    if (!request.notice().equals(SendRequest.Notice.NONE)) {
      refuseWithoutEvents(qp);
    }
    call(AgentRequests.post(qp, request));
  }

  @Override
  public UdQp open(UdSettings settings) throws UpperTesterException {
    refuseToOld("datagrams");
    return call(AgentRequests.open(settings), AgentAnswers::udQp);
  }

  @Override
  public UcQp open(UcSettings settings) throws UpperTesterException {
    refuseToOld("unreliable connections");
    return call(AgentRequests.open(settings), AgentAnswers::ucQp);
  }

  @Override
  public void postFenced(Qp qp, SendRequest request) throws UpperTesterException {
    call(AgentRequests.post(qp, request) + " fence=1");
  }

  private void refuseToOld(String what) throws UpperTesterException {
    if (greeting.version() < DATAGRAM_VERSION) {
      throw UpperTesterException.refused(
          0,
          "the agent at %s speaks version %d of its protocol, which has no %s; build it anew"
              .formatted(lines.peer(), greeting.version(), what));
    }
  }

  @Override
  public void post(UdQp qp, Datagram datagram) throws UpperTesterException {
    call(AgentRequests.post(qp, datagram));
  }

  @Override
  public void attach(UdQp qp, PortAddress group) throws UpperTesterException {
    call(AgentRequests.group("attach", qp, group));
  }

  @Override
  public void detach(UdQp qp, PortAddress group) throws UpperTesterException {
    call(AgentRequests.group("detach", qp, group));
  }

  @Override
  public void requestSolicitedEvent(Qp qp) throws UpperTesterException {
    refuseWithoutEvents(qp);
    call(AgentRequests.qp("request-event", qp));
  }

  @Override
  public int events(Qp qp) throws UpperTesterException {
    refuseWithoutEvents(qp);
    return call(
        AgentRequests.qp("events", qp), answer -> answer.number("events", 0, Integer.MAX_VALUE));
  }

  /// Earlier agents raise events of UD QPs only.
  private void refuseWithoutEvents(Qp qp) throws UpperTesterException {
    if (!(qp instanceof UdQp) && greeting.version() < AgentGreeting.VERSION) {
      throw UpperTesterException.unable(Ability.EVENTS.lack());
    }
  }

  @Override
  public List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException {
    int limit = Math.min(most, COMPLETIONS);
    String name =
        switch (queue) {
          case SEND -> "send";
          case RECEIVE -> "receive";
        };
    return call(
        AgentRequests.qp("poll", qp) + " queue=%s most=%d".formatted(name, limit),
        answer -> AgentAnswers.completions(answer, limit, completionParts()));
  }

  private int completionParts() {
    return greeting.version() < DATAGRAM_VERSION
        ? 4
        : greeting.version() < AgentGreeting.EXTENDED_VERSION ? 7 : 8;
  }

  @Override
  public void close() {
    if (gone != null) {
      return;
    }
    try {
      answer("bye", BYE_NANOS);
    } catch (UpperTesterException e) {
      // the agent also frees everything when the connection is closed
    }
    gone = "this session was closed";
    lines.close();
  }
}
