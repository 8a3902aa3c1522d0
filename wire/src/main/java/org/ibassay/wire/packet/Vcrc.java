package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;

/// The Variant CRC (7.8.2): 16 bits over the whole packet, recomputed on every link.
///
/// The CRC is a number as in the specification: its most significant byte is sent first.
public final class Vcrc {
  /// The polynomial 0x100B.
  private static final Crc CRC = Crc.of(0xD008);

  private Vcrc() {}

  /// Returns the VCRC of a packet.
  ///
  /// @param in contains the packet
  /// @param base where its LRH starts, in bytes
  /// @param bytes number of bytes from the LRH's first to the ICRC's last
  public static int of(MemorySegment in, long base, long bytes) {
    return Character.reverseBytes((char) ~CRC.update(0xFFFF, in, base, bytes));
  }
}
