package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.ibassay.wire.mad.Smp;

/// A received MAD whose length is not 256 bytes (13.4.2).
///
/// @param bytes number of bytes received
/// @param mad the first of them, at most 256
/// @param frame its frame number in the capture
public record Misfit(int bytes, MemorySegment mad, long frame) {
  private static final int GROUP = 8;

  /// Copies the bytes.
  static Misfit of(MemorySegment mad, int bytes, long frame) {
    byte[] received =
        mad.asSlice(0, Math.min(bytes, Smp.BYTES_OF_MAD)).toArray(ValueLayout.JAVA_BYTE);
    return new Misfit(bytes, MemorySegment.ofArray(received), frame);
  }

  /// The number of bytes, followed by the bytes in groups of eight.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(bytes + " bytes:");
    for (long at = 0; at < mad.byteSize(); at += GROUP) {
      MemorySegment group = mad.asSlice(at, Math.min(GROUP, mad.byteSize() - at));
      text.append(' ').append(HexFormat.of().formatHex(group.toArray(ValueLayout.JAVA_BYTE)));
    }
    return text.toString();
  }
}
