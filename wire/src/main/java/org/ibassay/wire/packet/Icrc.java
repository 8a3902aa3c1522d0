package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;

/// The Invariant CRC (7.8.1): Ethernet's CRC-32 over everything that no switch or router changes;
/// what they may change counts as ones.
///
/// Behind a GRH a router makes a new LRH, so with a GRH all of the LRH counts as ones; packets
/// captured on a link agree with that.
///
/// A CRC is a number here as the specification writes it: its most significant byte stands first on
/// the wire.
public final class Icrc {
  private static final int[] TABLE = table();

  /// What counts as ones, from the packet's first byte on.
  private static final byte[] LOCAL = ones(Lrh.LAYOUT.bytes(), false);

  private static final byte[] GLOBAL = ones(Lrh.LAYOUT.bytes() + Grh.LAYOUT.bytes(), true);

  private Icrc() {}

  /// The ICRC of a packet, never throwing however short or wrong its headers are.
  ///
  /// @param in holds the packet
  /// @param base where its LRH starts, in bytes
  /// @param bytes from the LRH's first to the last before the ICRC
  public static int of(MemorySegment in, long base, long bytes) {
    boolean global = bytes >= 2 && Lrh.LNH.get(in, base) == Lrh.LNH_GLOBAL;
    byte[] masked = global ? GLOBAL : LOCAL;
    long split = Math.min(bytes, masked.length);
    int crc = START;
    for (int i = 0; i < split; i++) {
      crc = step(crc, in.get(JAVA_BYTE, base + i) | masked[i]);
    }
    return end(update(crc, in, base + split, bytes - split));
  }

  /// Where a CRC starts that is made of pieces.
  public static final int START = -1;

  /// Takes further bytes into a CRC.
  ///
  /// @param crc so far; [#START] at first
  public static int update(int crc, MemorySegment in, long from, long bytes) {
    int next = crc;
    for (long at = from; at < from + bytes; at++) {
      next = step(next, in.get(JAVA_BYTE, at));
    }
    return next;
  }

  /// Takes further bytes of ones into a CRC.
  public static int updateOnes(int crc, int bytes) {
    int next = crc;
    for (int i = 0; i < bytes; i++) {
      next = step(next, 0xFF);
    }
    return next;
  }

  /// Finishes a CRC made of pieces.
  public static int end(int crc) {
    return Integer.reverseBytes(~crc);
  }

  private static int step(int crc, int next) {
    return (crc >>> 8) ^ TABLE[(crc ^ next) & 0xFF];
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

  /// Of the polynomial 0x04C11DB7, least significant bit first.
  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc >>> 1) ^ ((crc & 1) == 0 ? 0 : 0xEDB88320);
      }
      table[i] = crc;
    }
    return table;
  }
}
