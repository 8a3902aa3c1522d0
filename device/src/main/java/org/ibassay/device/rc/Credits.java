package org.ibassay.device.rc;

import org.ibassay.wire.packet.Syndrome;

/// Credit counts of acknowledges (9.7.7.2).
final class Credits {
  private static final int GREATEST = Syndrome.Ack.NO_CREDITS - 1;

  private Credits() {}

  /// The code for the greatest number that is not more than there are receives.
  static int encode(int posted) {
    int code = GREATEST;
    while (new Syndrome.Ack(code).credits() > posted) {
      code--;
    }
    return code;
  }
}
