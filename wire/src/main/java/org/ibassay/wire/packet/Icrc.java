package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;

/// The Invariant CRC (7.8.1) of native packets: Ethernet's CRC-32 over all bytes, in which fields
/// that switches or routers may change are replaced with ones.
///
/// A router replaces the LRH of a packet with a GRH, so there the whole LRH is replaced with ones;
/// packets captured on a link confirm this.
///
/// The CRC is a number as in the specification: its most significant byte is sent first.
public final class Icrc {
  /// The polynomial 0x04C11DB7.
  private static final Crc CRC = Crc.of(0xEDB88320);

  private static final int START = -1;

  /// The bytes that the ICRC replaces with ones, from the packet's first byte on.
  private static final byte[] LOCAL = ones(Lrh.LAYOUT.bytes(), false);

  private static final byte[] GLOBAL = ones(Lrh.LAYOUT.bytes() + Grh.LAYOUT.bytes(), true);

  private Icrc() {}

  /// Returns the ICRC of a packet. Never throws, however short or malformed the headers are.
  ///
  /// @param in contains the packet
  /// @param base where its LRH starts, in bytes
  /// @param bytes number of bytes from the LRH's first to the last before the ICRC
  public static int of(MemorySegment in, long base, long bytes) {
    boolean global = bytes >= 2 && Lrh.LNH.get(in, base) == Lrh.LNH_GLOBAL;
    byte[] masked = global ? GLOBAL : LOCAL;
    long split = Math.min(bytes, masked.length);
    int crc = START;
    for (int i = 0; i < split; i++) {
      crc = CRC.step(crc, in.get(JAVA_BYTE, base + i) | masked[i]);
    }
    return Integer.reverseBytes(~CRC.update(crc, in, base + split, bytes - split));
  }

  private static byte[] ones(int bth, boolean global) {
    byte[] mask = new byte[bth + Bth.LAYOUT.bytes()];
    MemorySegment in = MemorySegment.ofArray(mask);
    if (global) {
      in.asSlice(0, Lrh.LAYOUT.bytes()).fill((byte) -1);
      for (Field changing : new Field[] {Grh.T_CLASS, Grh.FLOW_LABEL, Grh.HOP_LMT}) {
        changing.set(in, Lrh.LAYOUT.bytes(), -1);
      }
    } else {
      Lrh.VL.set(in, 0, -1);
    }
    Bth.RESV8A.set(in, bth, -1);
    return mask;
  }
}
