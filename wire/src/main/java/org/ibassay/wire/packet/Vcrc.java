package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;

/// The Variant CRC (7.8.2): 16 bits over the whole packet, made anew on every link.
///
/// A CRC is a number here as the specification writes it: its most significant byte stands first on
/// the wire.
public final class Vcrc {
  /// The polynomial 0x100B.
  private static final Crc CRC = Crc.of(0xD008);

  private Vcrc() {}

  /// The VCRC of a packet.
  ///
  /// @param in holds the packet
  /// @param base where its LRH starts, in bytes
  /// @param bytes from the LRH's first to the ICRC's last
  public static int of(MemorySegment in, long base, long bytes) {
    return Character.reverseBytes((char) ~CRC.update(0xFFFF, in, base, bytes));
  }
}
