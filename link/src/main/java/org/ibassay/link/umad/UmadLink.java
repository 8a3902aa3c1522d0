package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadLink;
import org.ibassay.wire.mad.Smp;

/// MADs through an open umad port, with agents for both classes of SMPs.
final class UmadLink implements MadLink {
  private static final int EPERM = 1;
  private static final int EINTR = 4;
  private static final int EAGAIN = 11;
  private static final int EACCES = 13;
  private static final int ETIMEDOUT = 110;

  /// How long the kernel keeps a request for its answer. Longer than any patience above: who asked
  /// decides when an answer is late.
  private static final int KERNEL_TIMEOUT_MILLIS = 20_000;

  /// How long closing waits for answers that are still on their way. A simulated stack does not
  /// survive an answer that comes after the port was closed.
  private static final long DRAIN_NANOS = 300_000_000;

  private static final int GSI_Q_KEY = 0x8001_0000;

  // Members of struct ib_user_mad, in bytes; the MAD follows.
  private static final int STATUS = 4;
  private static final int QPN = 20;
  private static final int Q_KEY = 24;
  private static final int LID = 28;
  private static final int HEADER_BYTES = 64;

  private static final ValueLayout.OfInt NETWORK_INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort NETWORK_SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment out = arena.allocate(HEADER_BYTES + Smp.BYTES_OF_MAD, 8);
  private final MemorySegment in = arena.allocate(HEADER_BYTES + Smp.BYTES_OF_MAD, 8);
  private final MemorySegment inBytes = arena.allocate(JAVA_INT);
  private final Libibumad library;
  private final UmadPort port;
  private final int id;
  private final int lidRouted;
  private final int directed;
  private int outstanding;

  private UmadLink(Libibumad library, UmadPort port, int id) throws LinkException {
    this.library = library;
    this.port = port;
    this.id = id;
    lidRouted = agent(Smp.LID_ROUTED);
    directed = agent(Smp.DIRECTED_ROUTE);
  }

  /// Opens a port.
  ///
  /// @throws LinkException when there is no such port, its link is down, or it may not be opened
  static UmadLink open(String ca, int number) throws LinkException {
    Libibumad library = Libibumad.load();
    UmadPort port = find(ca, number);
    if (!port.isUp()) {
      throw new LinkException(
          "port %s is down (PortPhysicalState %d): nothing is cabled to it, or the link is disabled"
              .formatted(port, port.physicalState()));
    }
    int id;
    try (Arena call = Arena.ofConfined()) {
      id = library.openPort(call.allocateFrom(ca), number);
    }
    if (id < 0) {
      throw notOpened(port, library.errno());
    }
    return new UmadLink(library, port, id);
  }

  private static UmadPort find(String ca, int number) throws LinkException {
    List<UmadPort> all = UmadPort.all();
    return all.stream()
        .filter(port -> port.ca().equals(ca) && port.number() == number)
        .findFirst()
        .orElseThrow(
            () ->
                new LinkException(
                    all.isEmpty()
                        ? "there is no InfiniBand port on this machine"
                        : "there is no port %s/%d; there are %s".formatted(ca, number, all)));
  }

  private static LinkException notOpened(UmadPort port, int errno) {
    if (errno == EACCES || errno == EPERM) {
      return new LinkException(
          ("port %s may not be opened: no permission on its device file /dev/infiniband/umad*;"
                  + " run as root, or let your group read and write it")
              .formatted(port));
    }
    return new LinkException(
        "port %s cannot be opened (errno %d): is the kernel module ib_umad loaded?"
            .formatted(port, errno));
  }

  private int agent(int mgmtClass) throws LinkException {
    int agent = library.register(id, mgmtClass, Smp.CLASS_VERSION);
    if (agent < 0) {
      library.closePort(id);
      throw new LinkException(
          "port %s takes no agent for management class 0x%02X (error %d)"
              .formatted(port, mgmtClass, agent));
    }
    return agent;
  }

  @Override
  public Clock clock() {
    return System::nanoTime;
  }

  @Override
  public boolean isSimulated() {
    return false;
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    MemorySegment.copy(mad, 0, out, HEADER_BYTES, Smp.BYTES_OF_MAD);
    out.set(NETWORK_INT, QPN, destQp);
    out.set(NETWORK_INT, Q_KEY, destQp == 0 ? 0 : GSI_Q_KEY);
    out.set(NETWORK_SHORT, LID, (short) dlid);
    int agent =
        (mad.get(JAVA_BYTE, 1) & 0xFF) == Smp.DIRECTED_ROUTE ? directed : lidRouted;
    int result = library.send(id, agent, out, Smp.BYTES_OF_MAD, KERNEL_TIMEOUT_MILLIS);
    if (result < 0) {
      throw new LinkException(
          "port %s does not send (error %d, errno %d)".formatted(port, result, library.errno()));
    }
    outstanding++;
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) throws LinkException {
    inBytes.set(JAVA_INT, 0, Smp.BYTES_OF_MAD);
    int result = library.recv(id, in, inBytes, millisUntil(deadline));
    if (result < 0) {
      return switch (-result) {
        case ETIMEDOUT, EAGAIN, EINTR -> Arrival.NOTHING;
        default ->
            throw new LinkException(
                "port %s does not receive (error %d, errno %d)"
                    .formatted(port, result, library.errno()));
      };
    }
    MemorySegment.copy(in, HEADER_BYTES, into, 0, receivedBytes());
    outstanding--;
    return in.get(JAVA_INT, STATUS) == 0 ? Arrival.MAD : Arrival.UNDELIVERED;
  }

  private static int millisUntil(long deadline) {
    long nanos = deadline - System.nanoTime();
    return nanos <= 0 ? 0 : (int) Math.min(1000, (nanos + 999_999) / 1_000_000);
  }

  @Override
  public int receivedBytes() {
    return Math.clamp(inBytes.get(JAVA_INT, 0), 0, Smp.BYTES_OF_MAD);
  }

  @Override
  public void close() {
    long end = System.nanoTime() + DRAIN_NANOS;
    try {
      MemorySegment dropped = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
      while (outstanding > 0 && System.nanoTime() < end) {
        receive(dropped, end);
      }
    } catch (LinkException e) {
      // The port is of no use any more; closing it is all that is left.
    }
    library.closePort(id);
    arena.close();
  }
}
