package org.ibassay.link.capture;

/// An interface description of a pcapng file.
///
/// @param snapLength snapshot length in bytes; 0 for unlimited
/// @param resolution as in the option if_tsresol: a negative power of 10, or of 2 if the top bit is
///   set
/// @param offsetSeconds added to each time
record PcapNgInterface(int linkType, long snapLength, int resolution, long offsetSeconds) {
  /// More than real files have, so that a hostile file does not fill the memory.
  static final int MAX = 1 << 16;

  private static final int IF_TSRESOL = 9;
  private static final int IF_TSOFFSET = 14;
  private static final int MICROSECONDS = 6;
  private static final int NANOSECONDS = 9;
  private static final int BINARY = 0x80;

  private static final long[] TENS = new long[20];

  static {
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = TENS[i - 1] * 10;
    }
  }

  /// Parses the body of an interface description block.
  static PcapNgInterface read(FileBytes in, long body, long end) {
    int resolution = MICROSECONDS;
    long offset = 0;
    long at = body + 8;
    while (at + 4 <= end) {
      int code = in.u16(at);
      int length = in.u16(at + 2);
      if (code == 0 || at + 4 + length > end) {
        break;
      }
      if (code == IF_TSRESOL && length == 1) {
        resolution = in.u8(at + 4);
      } else if (code == IF_TSOFFSET && length == 8) {
        offset = in.i64(at + 4);
      }
      at += 4 + ((length + 3) & ~3);
    }
    return new PcapNgInterface(in.u16(body), in.u32(body + 4), resolution, offset);
  }

  /// Converts a time to nanoseconds since 1970.
  ///
  /// @param ticks time in a packet's block, unsigned
  long nanos(long ticks) {
    return sinceOffset(ticks) + offsetSeconds * CaptureRecords.NANOS_PER_SECOND;
  }

  private long sinceOffset(long ticks) {
    if ((resolution & BINARY) != 0) {
      return binary(ticks, resolution & ~BINARY);
    }
    int finer = resolution - NANOSECONDS;
    if (finer <= 0) {
      return ticks * TENS[-finer];
    }
    return finer < TENS.length ? Long.divideUnsigned(ticks, TENS[finer]) : 0;
  }

  private static long binary(long ticks, int power) {
    if (power >= Long.SIZE) {
      return 0;
    }
    long seconds = power == 0 ? ticks : ticks >>> power;
    long fraction = power == 0 ? 0 : ticks << (Long.SIZE - power);
    return seconds * CaptureRecords.NANOS_PER_SECOND
        + Math.unsignedMultiplyHigh(fraction, CaptureRecords.NANOS_PER_SECOND);
  }
}
