package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.util.stream.Collectors.joining;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.wire.attribute.PortState;

/// A local port, as libibumad reports it.
///
/// @param ca name of its channel adapter, e.g. `mlx5_0`
/// @param number port number
/// @param lid its LID; 0 for none
/// @param smLid LID of its subnet manager; 0 for none
/// @param state as PortInfo:PortState
/// @param physicalState as PortInfo:PortPhysicalState
/// @param rateGbps in Gb/s
/// @param portGuid its GUID
/// @param linkLayer `InfiniBand` or `Ethernet`
public record UmadPort(
    String ca,
    int number,
    int lid,
    int smLid,
    int state,
    int physicalState,
    int rateGbps,
    long portGuid,
    String linkLayer) {

  private static final int EPERM = 1;
  private static final int EACCES = 13;

  /// The link layer that libibumad assumes if the kernel does not report it.
  private static final String IB = "IB";

  private static final String INFINIBAND = "InfiniBand";

  private static final int CA_NAME_BYTES = 20;
  private static final int MAX_CAS = 128;

  // Members of umad_port_t (rdma-core's umad.h, 64-bit machine), offsets in bytes; PORT_BYTES
  // exceeds its size.
  private static final int PORT_BYTES = 256;
  private static final int PORT_NUM = 20;
  private static final int BASE_LID = 24;
  private static final int SM_LID = 32;
  private static final int STATE = 40;
  private static final int PHYS_STATE = 44;
  private static final int RATE = 48;
  private static final int PORT_GUID = 64;
  private static final int LINK_LAYER = 88;
  private static final int LINK_LAYER_BYTES = 20;

  // Members of umad_ca_t, offsets in bytes; CA_BYTES exceeds its size.
  private static final int CA_BYTES = 512;
  private static final int NUM_PORTS = 24;

  private static final ValueLayout.OfLong NETWORK_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// Returns all local ports.
  ///
  /// @throws LinkException if libibumad is not installed, or does not return
  public static List<UmadPort> all() throws LinkException, InterruptedException {
    return LibraryCall.await("listing the ports of this machine", Timing.DEFAULT, UmadPort::read);
  }

  private static List<UmadPort> read() throws LinkException {
    List<UmadPort> ports = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      Libibumad library = Libibumad.load(arena);
      for (String ca : caNames(library, arena)) {
        for (int number = 0; number <= numPorts(library, arena, ca); number++) {
          read(library, arena, ca, number).ifPresent(ports::add);
        }
      }
    }
    return ports;
  }

  /// The URI of the device that is cabled to the port.
  public String neighborUri() {
    return "umad:%s/%d?path=0,%d".formatted(ca, number, Math.max(1, number));
  }

  /// Whether the link is up, so that SMPs can pass: from Initialize on.
  public boolean isUp() {
    return state > PortState.DOWN;
  }

  /// @throws LinkException if there is no such port; names the existing ones
  static UmadPort find(String ca, int number) throws LinkException {
    List<UmadPort> all = read();
    for (UmadPort port : all) {
      if (port.ca.equals(ca) && port.number == number) {
        return port;
      }
    }
    throw new LinkException(
        "no port %s/%d: this machine has %s"
            .formatted(
                ca,
                number,
                all.isEmpty()
                    ? "no InfiniBand adapter, or its driver is not loaded"
                    : all.stream().map(UmadPort::toString).collect(joining(", "))));
  }

  /// @throws LinkException if no SMP can pass
  void check() throws LinkException {
    if (!linkLayer.equals(INFINIBAND)) {
      throw new LinkException(
          "port %s has no management datagrams: its link layer is %s".formatted(this, linkLayer));
    }
    if (!isUp()) {
      throw new LinkException(
          "port %s is down (PortPhysicalState %d): is something cabled to it and switched on?"
              .formatted(this, physicalState));
    }
  }

  /// Explains why the port could not be opened, and what to do.
  ///
  /// @param file its device file; empty if there is none
  LinkException notOpened(int errno, String file) {
    if (file.isEmpty()) {
      return new LinkException(
          "port %s has no umad device: load the kernel module ib_umad".formatted(this));
    }
    String why = "port %s: cannot open %s: %s".formatted(this, file, Libibumad.errorText(errno));
    return new LinkException(
        errno == EACCES || errno == EPERM
            ? why + "; run as root, or give your user read and write access to it"
            : why);
  }

  @Override
  public String toString() {
    return ca + "/" + number;
  }

  private static List<String> caNames(Libibumad library, Arena arena) {
    MemorySegment names = arena.allocate((long) CA_NAME_BYTES * MAX_CAS);
    int count = library.getCasNames(names, MAX_CAS);
    List<String> cas = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cas.add(text(names, (long) i * CA_NAME_BYTES, CA_NAME_BYTES));
    }
    return cas;
  }

  private static int numPorts(Libibumad library, Arena arena, String ca) {
    MemorySegment into = arena.allocate(CA_BYTES, 8);
    if (library.getCa(arena.allocateFrom(ca), into) < 0) {
      return 0;
    }
    int ports = into.get(JAVA_INT, NUM_PORTS);
    library.releaseCa(into);
    return ports;
  }

  private static Optional<UmadPort> read(Libibumad library, Arena arena, String ca, int number) {
    MemorySegment into = arena.allocate(PORT_BYTES, 8);
    if (library.getPort(arena.allocateFrom(ca), number, into) < 0) {
      return Optional.empty();
    }
    UmadPort port = decode(ca, into);
    library.releasePort(into);
    // For port 0, libibumad returns the first port of an adapter: only a switch has a port 0.
    return port.number == number ? Optional.of(port) : Optional.empty();
  }

  private static UmadPort decode(String ca, MemorySegment port) {
    String linkLayer = text(port, LINK_LAYER, LINK_LAYER_BYTES);
    return new UmadPort(
        ca,
        port.get(JAVA_INT, PORT_NUM),
        port.get(JAVA_INT, BASE_LID),
        port.get(JAVA_INT, SM_LID),
        port.get(JAVA_INT, STATE),
        port.get(JAVA_INT, PHYS_STATE),
        port.get(JAVA_INT, RATE),
        port.get(NETWORK_LONG, PORT_GUID),
        linkLayer.equals(IB) ? INFINIBAND : linkLayer);
  }

  private static String text(MemorySegment in, long at, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < most && in.get(JAVA_BYTE, at + i) != 0; i++) {
      text.append((char) (in.get(JAVA_BYTE, at + i) & 0xFF));
    }
    return text.toString();
  }
}
