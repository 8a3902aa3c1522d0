package org.ibassay.device.rc;

import org.ibassay.wire.packet.Syndrome;

/// Credit counts of acknowledge packets (9.7.7.2).
final class Credits {
  private static final int GREATEST = Syndrome.Ack.NO_CREDITS - 1;

  private Credits() {}

  /// Returns the code of the greatest number that does not exceed the number of receives.
  static int encode(int posted) {
    int code = GREATEST;
    while (new Syndrome.Ack(code).credits() > posted) {
      code--;
    }
    return code;
  }
}
