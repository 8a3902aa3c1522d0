package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// The latest transmissions by TransactionID: distinguishes responses from late, duplicate and
/// foreign ones.
///
/// Each transmission has the next number. It is remembered until [#SIZE] more were made, and for as
/// long as its request waits: numbers that would replace it are skipped.
///
/// The TransactionID is the number multiplied by an odd constant, so that consecutive numbers are
/// far apart: a device that flips a bit or increments it must not hit another request's
/// TransactionID. It uses all bits that are the tester's, so that a device that keeps only a part
/// of them is noticed.
final class TransactionIds {
  static final int SIZE = 4096;

  private static final long SPREAD = 0xB5297A4D_9E3779B1L;
  private static final long GATHER = inverse(SPREAD);

  /// A transmission of a request.
  static final class Try {
    long tid;
    @Nullable ExchangeSlot slot;
    int use;
    int mgmtClass;
    int responseMethod;
    long sentAt;
    boolean answered;
    boolean isToAgent;

    /// Its number among the transmissions of its request, from 1.
    int number;

    /// Its frame number in the capture.
    long frame;

    /// The destination LID for acknowledgements of its response's segments.
    int dlid;

    /// Reassembles its response; null while no segment was received.
    @Nullable RmppReceiver receiver;

    /// Receives the MADs of its response one by one; null for none.
    @Nullable BareTransfer bare;

    /// The slot, if its request still waits.
    @Nullable ExchangeSlot waiting() {
      ExchangeSlot of = slot;
      return of != null && of.isWaiting(use) ? of : null;
    }

    /// Whether a MAD with this TransactionID is a response to this transmission. What is received
    /// after a segment of a response is bare in either direction: devices that acknowledge it,
    /// which is wrong, may leave the method unchanged.
    boolean fits(MemorySegment mad) {
      long method = MadHeader.METHOD.get(mad, 0);
      boolean isReturned =
          bare != null
              && (responseMethod & Method.RESPONSE_BIT) == 0
              && method == (responseMethod | Method.RESPONSE_BIT);
      return (method == responseMethod || isReturned)
          && MadHeader.MGMT_CLASS.get(mad, 0) == mgmtClass;
    }
  }

  private final @Nullable Try[] ring = new @Nullable Try[SIZE];
  private final long bits;
  private long last;

  /// @param bits those of a TransactionID that are the tester's
  /// @param isBrief whether most ports with such a link send only a few requests: then entries are
  ///   allocated when they are first needed, otherwise at once, so that sending allocates nothing
  TransactionIds(long bits, boolean isBrief) {
    this.bits = bits;
    for (int i = 0; i < SIZE && !isBrief; i++) {
      ring[i] = new Try();
    }
  }

  /// Assigns a number to a transmission; reuses the TransactionID of an earlier one if requested.
  Try issue(ExchangeSlot slot, long now) {
    Try earlier = find(slot.wantedTid & bits);
    Try next = earlier == null ? free() : earlier;
    next.slot = slot;
    next.use = slot.use();
    next.mgmtClass = slot.mgmtClass;
    next.responseMethod = slot.responseMethod;
    next.sentAt = now;
    next.answered = false;
    next.isToAgent = slot.isToAgent;
    next.number = slot.tries + 1;
    next.frame = 0;
    next.dlid = slot.dlid;
    next.receiver = null;
    next.bare = slot.bare;
    if (slot.bare != null) {
      slot.bare.sent(next.tid);
    }
    return next;
  }

  private Try free() {
    Try next = place(++last);
    for (int skipped = 1; next.waiting() != null && skipped < SIZE; skipped++) {
      next = place(++last);
    }
    next.tid = last * SPREAD & bits;
    return next;
  }

  private Try place(long number) {
    int at = (int) number & (SIZE - 1);
    Try place = ring[at];
    if (place == null) {
      place = new Try();
      ring[at] = place;
    }
    return place;
  }

  /// Returns the transmission with that TransactionID, if it is remembered.
  @Nullable Try find(long tid) {
    Try found = ring[(int) (tid * GATHER) & (SIZE - 1)];
    return found != null && found.slot != null && found.tid == tid ? found : null;
  }

  /// Whether a transmission had that TransactionID, remembered or not.
  boolean wasIssued(long tid) {
    return Long.compareUnsigned((tid * GATHER - 1) & bits, last) < 0;
  }

  /// Returns the multiplicative inverse of an odd number modulo 2^64, whose lower half is that of
  /// the lower half modulo 2^32; each round doubles the number of correct bits.
  private static long inverse(long odd) {
    long x = odd;
    for (int round = 0; round < 5; round++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
