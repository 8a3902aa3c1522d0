package org.ibassay.wire.sa;

/// The encoding of packet lifetimes: an exponent of six bits, 4.096 us * 2^n.
public final class PacketLifeTime {
  private static final long UNIT_NANOS = 4096;

  private PacketLifeTime() {}

  /// @param code 0 to 63
  /// @return the lifetime in nanoseconds; [Long#MAX_VALUE] from code 51 on, where a `long` ends
  public static long nanos(int code) {
    return code > 50 ? Long.MAX_VALUE : UNIT_NANOS << code;
  }
}
