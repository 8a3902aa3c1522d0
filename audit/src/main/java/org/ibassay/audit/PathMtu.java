package org.ibassay.audit;

/// Path MTUs: 256, 512, 1024, 2048 and 4096 (9.6).
final class PathMtu {
  static final int LEAST = 256;
  static final int MOST = 4096;

  private PathMtu() {}

  static boolean isLegal(int bytes) {
    return bytes >= LEAST && bytes <= MOST && Integer.bitCount(bytes) == 1;
  }
}
