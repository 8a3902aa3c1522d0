package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.LinkException;

/// A local port, as libibumad sees it.
///
/// @param ca name of its channel adapter, e.g. `mlx5_0`
/// @param number of the port
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

  private static final int LINK_UP = 5;

  // Members of umad_port_t, in bytes.
  private static final int PORT_BYTES = 256;
  private static final int BASE_LID = 24;
  private static final int SM_LID = 32;
  private static final int STATE = 40;
  private static final int PHYS_STATE = 44;
  private static final int RATE = 48;
  private static final int PORT_GUID = 64;
  private static final int LINK_LAYER = 88;
  private static final int LINK_LAYER_BYTES = 20;

  // Members of umad_ca_t, in bytes.
  private static final int CA_BYTES = 512;
  private static final int NUM_PORTS = 24;

  private static final ValueLayout.OfLong NETWORK_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// Every local port.
  ///
  /// @throws LinkException when libibumad is not there
  public static List<UmadPort> all() throws LinkException {
    Libibumad library = Libibumad.load();
    List<UmadPort> ports = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      for (String ca : caNames(library, arena)) {
        for (int number = 0; number <= numPorts(library, arena, ca); number++) {
          read(library, arena, ca, number).ifPresent(ports::add);
        }
      }
    }
    return ports;
  }

  /// The URI of what is cabled to the port.
  public String neighbourUri() {
    return "umad:%s/%d?path=0,%d".formatted(ca, number, Math.max(1, number));
  }

  /// Whether its link is up.
  public boolean isUp() {
    return physicalState == LINK_UP;
  }

  @Override
  public String toString() {
    return ca + "/" + number;
  }

  private static List<String> caNames(Libibumad library, Arena arena) {
    MemorySegment names = arena.allocate((long) Libibumad.CA_NAME_BYTES * Libibumad.MAX_CAS);
    int count = library.getCasNames(names, Libibumad.MAX_CAS);
    List<String> cas = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cas.add(text(names, (long) i * Libibumad.CA_NAME_BYTES, Libibumad.CA_NAME_BYTES));
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
    // Asked for port 0, libibumad gives an adapter's first one: only a switch has a port 0.
    if (library.getPort(arena.allocateFrom(ca), number, into) < 0
        || into.get(JAVA_INT, Libibumad.CA_NAME_BYTES) != number) {
      return Optional.empty();
    }
    UmadPort port =
        new UmadPort(
            ca,
            number,
            into.get(JAVA_INT, BASE_LID),
            into.get(JAVA_INT, SM_LID),
            into.get(JAVA_INT, STATE),
            into.get(JAVA_INT, PHYS_STATE),
            into.get(JAVA_INT, RATE),
            into.get(NETWORK_LONG, PORT_GUID),
            text(into, LINK_LAYER, LINK_LAYER_BYTES));
    library.releasePort(into);
    return Optional.of(port);
  }

  private static String text(MemorySegment in, long at, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < most && in.get(JAVA_BYTE, at + i) != 0; i++) {
      text.append((char) (in.get(JAVA_BYTE, at + i) & 0xFF));
    }
    return text.toString();
  }
}
