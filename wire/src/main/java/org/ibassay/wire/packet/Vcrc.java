package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// The Variant CRC (7.8.2): 16 bits over the whole packet, made anew on every link.
///
/// A CRC is a number here as the specification writes it: its most significant byte stands first on
/// the wire.
public final class Vcrc {
  private static final char[] TABLE = table();

  private Vcrc() {}

  /// The VCRC of a packet.
  ///
  /// @param in holds the packet
  /// @param base where its LRH starts, in bytes
  /// @param bytes from the LRH's first to the ICRC's last
  public static int of(MemorySegment in, long base, long bytes) {
    int crc = 0xFFFF;
    for (long at = base; at < base + bytes; at++) {
      crc = (crc >>> 8) ^ TABLE[(crc ^ in.get(JAVA_BYTE, at)) & 0xFF];
    }
    return Character.reverseBytes((char) ~crc);
  }

  /// Of the polynomial 0x100B, least significant bit first.
  private static char[] table() {
    char[] table = new char[256];
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc >>> 1) ^ ((crc & 1) == 0 ? 0 : 0xD008);
      }
      table[i] = (char) crc;
    }
    return table;
  }
}
