package org.ibassay.suite;

import org.ibassay.link.mad.UnaskedMad;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;

/// A MAD of subnet management that was received without a request, usually a trap.
///
/// @param mad the whole MAD
/// @param receivedAt by the link's clock, in nanoseconds
public record UnaskedSmp(MadPacketSpec mad, long receivedAt) {
  static UnaskedSmp of(UnaskedMad unasked) {
    MadPacketSpec mad = MadPacketSpec.received(unasked.mad(), unasked.frame(), 0);
    return new UnaskedSmp(mad, unasked.receivedAt());
  }

  /// Whether its method is Trap.
  public boolean isTrap() {
    return mad.header(MadHeader.METHOD) == Method.TRAP;
  }

  /// Its TransactionID.
  public long transactionId() {
    return mad.header(MadHeader.TRANSACTION_ID);
  }

  /// Whether it is identical to another one.
  public boolean isSame(UnaskedSmp other) {
    return mad.bytes().mismatch(other.mad.bytes()) < 0;
  }

  /// Whether it carries the same Notice as another one.
  public boolean hasNoticeOf(UnaskedSmp other) {
    return mad.data().mismatch(other.mad.data()) < 0;
  }
}
