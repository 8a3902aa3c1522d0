package org.ibassay.wire.sa;

/// The encoding of MTUs, in records as in PortInfo: 1 256, 2 512, 3 1024, 4 2048, 5 4096 bytes.
public final class Mtu {
  private Mtu() {}

  /// @return the MTU in bytes; 0 for a code that is reserved
  public static int bytes(int code) {
    return code >= 1 && code <= 5 ? 128 << code : 0;
  }
}
