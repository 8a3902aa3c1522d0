package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.TimeOfDay;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// MADs through an open umad port, with an agent for each class that the tester uses.
///
/// The kernel replaces the upper half of a request's TransactionID. It delivers a response only
/// while the request is outstanding, so each request is sent with a timeout longer than any used by
/// callers.
final class UmadLink implements MadLink {
  private static final int GMP_VERSION = 1;
  private static final int EINTR = 4;
  private static final int EAGAIN = 11;
  private static final int ENOSPC = 28;
  private static final int ETIMEDOUT = 110;

  /// Callers decide when a response is late, so the kernel must not time out first.
  private static final int KERNEL_TIMEOUT_MILLIS = 600_000;

  /// How long closing waits for outstanding responses.
  private static final long DRAIN_NANOS = 50_000_000;

  /// Whether ibsim's wrapper replaces the kernel.
  private static final boolean WRAPPED =
      Objects.requireNonNullElse(System.getenv("LD_PRELOAD"), "").contains("umad2sim");

  private static final int WRAPPER_BYTES = 224;

  /// No file is open.
  private static final int NONE = -1;

  /// Methods that a subnet manager receives: requests for SMInfo.
  private static final long REQUESTS = 1L << Method.GET | 1L << Method.SET;

  /// Length of a mask with a bit for each method.
  private static final int METHODS_BYTES = 16;

  private static final int LONGEST_ANSWER = RmppLimits.DEFAULT.maxBytes();

  // Members of struct ib_user_mad (the kernel's ib_user_mad.h, with P_Key index, which opening a
  // port enables), offsets in bytes; the MAD follows.
  private static final int QPN = 20;
  private static final int Q_KEY = 24;
  private static final int LID = 28;
  private static final int SL = 30;
  private static final int P_KEY_INDEX = 56;
  private static final int HEADER_BYTES = Inbox.HEADER_BYTES;

  private static final ValueLayout.OfInt NETWORK_INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort NETWORK_SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment out = arena.allocate(HEADER_BYTES + Smp.BYTES_OF_MAD, 8);
  private final Libibumad library;
  private final UmadPort port;
  private final int id;
  private final Inbox in;
  private final int lidRouted;
  private final int directed;
  private final int administration;
  private final boolean hearsReports;
  private final boolean hearsTraps;
  private final boolean canManage;
  private final GmpAddress gmps;
  private final Map<Integer, Integer> gmpAgents = new HashMap<>();
  private int smFile = NONE;
  private int outstanding;
  private boolean closed;

  private UmadLink(UmadPort port) throws LinkException {
    this.port = port;
    library = Libibumad.load(arena);
    id = library.openPort(port.ca(), port.number());
    if (id < 0) {
      throw port.notOpened(library.errno(), library.umadFile(port.ca(), port.number()));
    }
    in =
        new Inbox(
            (umad, bytes, millis) ->
                library.recv(id, umad, bytes, millis) < 0 ? library.errno() : 0,
            WRAPPED ? WRAPPER_BYTES : LONGEST_ANSWER,
            LONGEST_ANSWER);
    int lidRoutedManager = manager(Smp.LID_ROUTED, 1L << Method.TRAP | REQUESTS);
    int directedManager = manager(Smp.DIRECTED_ROUTE, REQUESTS);
    canManage = lidRoutedManager >= 0 && directedManager >= 0;
    int withTraps =
        lidRoutedManager >= 0 ? lidRoutedManager : manager(Smp.LID_ROUTED, 1L << Method.TRAP);
    hearsTraps = withTraps >= 0 && !WRAPPED; // ibsim: only to subnet managers
    lidRouted = withTraps >= 0 ? withTraps : agent(Smp.LID_ROUTED, Smp.CLASS_VERSION, 0);
    directed =
        directedManager >= 0 ? directedManager : agent(Smp.DIRECTED_ROUTE, Smp.CLASS_VERSION, 0);
    int withReports = reports();
    hearsReports = withReports >= 0 && !WRAPPED; // ibsim: only to subnet managers
    administration =
        withReports >= 0
            ? withReports
            : agent(Gmp.SUBNET_ADMINISTRATION, SaHeader.CLASS_VERSION, RmppHeader.VERSION);
    gmps = GmpAddress.read(library, port.ca(), port.number());
  }

  /// Opens a port.
  ///
  /// @throws LinkException if there is no such port, its link is down, or access is denied
  static UmadLink open(String ca, int number, Timing timing)
      throws LinkException, InterruptedException {
    return LibraryCall.await(
        "opening port %s/%d".formatted(ca, number),
        timing,
        () -> {
          UmadPort port = UmadPort.find(ca, number);
          port.check();
          return new UmadLink(port);
        });
  }

  /// Registers an agent of subnet management that also receives some requests, as a subnet manager
  /// does.
  ///
  /// @param methods a bit each
  /// @return negative if another program on this port receives them: a subnet manager
  private int manager(int mgmtClass, long methods) {
    MemorySegment mask = arena.allocate(METHODS_BYTES, 8);
    mask.setAtIndex(ValueLayout.JAVA_LONG, 0, methods);
    return library.register(id, mgmtClass, Smp.CLASS_VERSION, 0, mask);
  }

  /// Registers an agent of subnet administration that also receives Reports.
  ///
  /// @return negative if another program on this port receives them
  private int reports() {
    MemorySegment methods = arena.allocate(METHODS_BYTES, 8);
    methods.setAtIndex(ValueLayout.JAVA_LONG, 0, 1L << SaMethod.REPORT);
    return library.register(
        id, Gmp.SUBNET_ADMINISTRATION, SaHeader.CLASS_VERSION, RmppHeader.VERSION, methods);
  }

  private int agent(int mgmtClass, int classVersion, int rmppVersion) throws LinkException {
    int agent = library.register(id, mgmtClass, classVersion, rmppVersion, MemorySegment.NULL);
    if (agent < 0) {
      LinkException refused =
          trouble(
              "takes no agent for management class 0x%02X".formatted(mgmtClass), library.errno());
      library.closePort(id);
      throw refused;
    }
    return agent;
  }

  private LinkException trouble(String what, int errno) {
    return new LinkException(
        "port %s %s: %s (errno %d)".formatted(port, what, Libibumad.errorText(errno), errno));
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
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    MemorySegment.copy(mad, 0, out, HEADER_BYTES, Smp.BYTES_OF_MAD);
    out.set(NETWORK_INT, QPN, destQp);
    out.set(NETWORK_INT, Q_KEY, destQp == 0 ? 0 : Gmp.Q_KEY);
    out.set(NETWORK_SHORT, LID, (short) dlid);
    out.set(JAVA_BYTE, SL, destQp == 0 ? 0 : (byte) gmps.sl());
    out.set(JAVA_SHORT, P_KEY_INDEX, destQp == 0 ? 0 : (short) gmps.pKeyIndex());
    boolean answered = isAnswered((int) MadHeader.METHOD.get(mad, 0));
    int agent = agentFor((int) MadHeader.MGMT_CLASS.get(mad, 0));
    int timeout = answered ? KERNEL_TIMEOUT_MILLIS : 0;
    if (library.send(id, agent, out, Smp.BYTES_OF_MAD, timeout) < 0) {
      throw trouble("does not send", library.errno());
    }
    if (answered) {
      outstanding++;
    }
  }

  private static boolean isAnswered(int method) {
    boolean isTrap = method == Method.TRAP || method == Method.TRAP_REPRESS;
    return (method & Method.RESPONSE_BIT) == 0 && !isTrap;
  }

  private int agentFor(int mgmtClass) throws LinkException {
    return switch (mgmtClass) {
      case Smp.LID_ROUTED -> lidRouted;
      case Smp.DIRECTED_ROUTE -> directed;
      case Gmp.SUBNET_ADMINISTRATION -> administration;
      default -> gmpAgent(mgmtClass);
    };
  }

  /// Registers the agent of performance management, or of a vendor class, for the first request:
  /// most runs send none.
  private int gmpAgent(int mgmtClass) throws LinkException {
    Integer known = gmpAgents.get(mgmtClass);
    if (known != null) {
      return known;
    }
    if (mgmtClass != ManagementClass.PERFORMANCE && !ManagementClass.isVendor(mgmtClass)) {
      throw new LinkException(
          "port %s has no agent for management class 0x%02X".formatted(port, mgmtClass));
    }
    int agent = library.register(id, mgmtClass, GMP_VERSION, 0, MemorySegment.NULL);
    if (agent < 0) {
      throw trouble(
          "takes no agent for management class 0x%02X".formatted(mgmtClass), library.errno());
    }
    gmpAgents.put(mgmtClass, agent);
    return agent;
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) throws LinkException {
    if (!received(deadline)) {
      return Arrival.NOTHING;
    }
    MemorySegment mad = in.mad();
    long kept = Math.min(mad.byteSize(), Smp.BYTES_OF_MAD);
    MemorySegment.copy(mad, 0, into, 0, kept);
    into.asSlice(kept, Smp.BYTES_OF_MAD - kept).fill((byte) 0);
    boolean isResponse = (MadHeader.METHOD.get(into, 0) & Method.RESPONSE_BIT) != 0;
    if (in.isHandedBack() || isResponse) {
      outstanding--;
    }
    return in.isHandedBack() ? Arrival.UNDELIVERED : Arrival.MAD;
  }

  private boolean received(long deadline) throws LinkException {
    int error = in.receive(millisUntil(deadline));
    return switch (error) {
      case 0 -> true;
      case ETIMEDOUT, EAGAIN, EINTR -> false;
      case ENOSPC ->
          throw new LinkException(
              "port %s has an answer of %d bytes; at most %d are taken"
                  .formatted(port, in.length(), LONGEST_ANSWER));
      default -> throw trouble("does not receive", error);
    };
  }

  /// Rounds up: waking before the deadline would only need another wait.
  private static int millisUntil(long deadline) {
    long nanos = deadline - TimeOfDay.CLOCK.nanos();
    return nanos <= 0 ? 0 : (int) Math.min(1000, (nanos + 999_999) / 1_000_000);
  }

  @Override
  public boolean hearsTraps() {
    return hearsTraps;
  }

  /// IsSM is set as long as the port's issm file is open.
  @Override
  public boolean manage(boolean isSm) {
    if (smFile != NONE) {
      library.close(smFile);
      smFile = NONE;
    }
    if (isSm && canManage) {
      smFile = library.open(library.issmFile(port.ca(), port.number()));
    }
    return smFile != NONE;
  }

  @Override
  public int sourceLid() {
    return in.lid();
  }

  @Override
  public boolean hearsReports() {
    return hearsReports;
  }

  @Override
  public int receivedBytes() {
    return in.length();
  }

  @Override
  public boolean showsSegments() {
    return false;
  }

  @Override
  public MemorySegment whole() {
    return in.mad();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    manage(false);
    drain();
    if (!isOwedByWrapper()) {
      unregisterAll();
      library.closePort(id);
    }
  }

  /// Unregisters each agent. Closing the port would do so, too, but ibsim's wrapper then releases
  /// only one agent, of the 32 that it has for all ports opened in a process.
  private void unregisterAll() {
    List<Integer> agents = new ArrayList<>(gmpAgents.values());
    agents.addAll(List.of(lidRouted, directed, administration));
    for (int agent : agents) {
      if (agent >= 0) {
        library.unregister(id, agent);
      }
    }
  }

  /// ibsim's wrapper delivers a response to the requesting port without checking that it is still
  /// open, and crashes the process if it is not. So a port with an outstanding response stays open
  /// until the process ends; the wrapper keeps the response, which is never read.
  private boolean isOwedByWrapper() {
    return WRAPPED && outstanding > 0;
  }

  private void drain() {
    long end = clock().nanos() + DRAIN_NANOS;
    MemorySegment dropped = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    try {
      while (outstanding > 0 && clock().nanos() < end) {
        receive(dropped, end);
      }
    } catch (LinkException e) {
      // The port is no longer usable; only closing it is left.
    }
  }
}
