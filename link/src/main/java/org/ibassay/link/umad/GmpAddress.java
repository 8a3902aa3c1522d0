package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Address fields of a local port's GMPs other than LID, queue pair and Q_Key.
///
/// @param sl the service level to the subnet manager: MasterSMSL
/// @param pKeyIndex index of the default partition in the port's P_Key table
record GmpAddress(int sl, int pKeyIndex) {
  private static final int DEFAULT_PARTITION = 0x7FFF;
  private static final int FULL_MEMBER = 0xFFFF;

  // Members of umad_port_t (rdma-core's umad.h, 64-bit machine), offsets in bytes; PORT_BYTES
  // exceeds its size.
  private static final int PORT_BYTES = 256;
  private static final int SM_SL = 36;
  private static final int P_KEYS_SIZE = 72;
  private static final int P_KEYS = 80;

  /// Reads the fields from libibumad; all are 0 if it does not know the port.
  // The address and length of the table are those that libibumad returns.
  @SuppressWarnings("restricted")
  static GmpAddress read(Libibumad library, String ca, int number) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment port = arena.allocate(PORT_BYTES, 8);
      if (library.getPort(arena.allocateFrom(ca), number, port) < 0) {
        return new GmpAddress(0, 0);
      }
      int count = port.get(JAVA_INT, P_KEYS_SIZE);
      MemorySegment table = port.get(ADDRESS, P_KEYS).reinterpret(Math.max(0, count) * 2L);
      GmpAddress address = new GmpAddress(port.get(JAVA_INT, SM_SL) & 0xF, index(table));
      library.releasePort(port);
      return address;
    }
  }

  /// Full membership is preferred to limited membership: the SA answers limited members only in
  /// part.
  static int index(MemorySegment table) {
    int limited = 0;
    for (int i = 0; i < table.byteSize() / 2; i++) {
      int pKey = table.getAtIndex(JAVA_SHORT, i) & 0xFFFF;
      if (pKey == FULL_MEMBER) {
        return i;
      }
      if (pKey == DEFAULT_PARTITION) {
        limited = i;
      }
    }
    return limited;
  }
}
