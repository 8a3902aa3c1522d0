package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.wire.mad.MadHeader;
import org.jspecify.annotations.Nullable;

/// The latest transmissions by TransactionID: distinguishes responses from late, duplicate and
/// foreign ones.
///
/// Each transmission has the next number. It is remembered until [#SIZE] more were made, and for as
/// long as its request waits: numbers that would replace it are skipped.
///
/// The TransactionID is the number multiplied by an odd constant, so that consecutive numbers are
/// far apart: a device that flips a bit or increments it must not hit another request's
/// TransactionID.
final class TransactionIds {
  static final int SIZE = 4096;

  private static final int SPREAD = 0x9E3779B1;
  private static final int GATHER = inverse(SPREAD);

  /// A transmission of a request.
  static final class Try {
    int tid;
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

    /// Whether a MAD with this TransactionID is a response to this transmission.
    boolean fits(MemorySegment mad) {
      return MadHeader.METHOD.get(mad, 0) == responseMethod
          && MadHeader.MGMT_CLASS.get(mad, 0) == mgmtClass;
    }
  }

  private final @Nullable Try[] ring = new @Nullable Try[SIZE];
  private int last;

  /// @param isBrief whether most ports with such a link send only a few requests: then entries are
  ///   allocated when they are first needed, otherwise at once, so that sending allocates nothing
  TransactionIds(boolean isBrief) {
    for (int i = 0; i < SIZE && !isBrief; i++) {
      ring[i] = new Try();
    }
  }

  /// Assigns a number to a transmission; reuses the TransactionID of an earlier one if requested.
  Try issue(ExchangeSlot slot, long now) {
    Try earlier = find(slot.wantedTid);
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
    return next;
  }

  private Try free() {
    Try next = place(++last);
    for (int skipped = 1; next.waiting() != null && skipped < SIZE; skipped++) {
      next = place(++last);
    }
    next.tid = last * SPREAD;
    return next;
  }

  private Try place(int number) {
    int at = number & (SIZE - 1);
    Try place = ring[at];
    if (place == null) {
      place = new Try();
      ring[at] = place;
    }
    return place;
  }

  /// Returns the transmission with that TransactionID, if it is remembered.
  @Nullable Try find(int tid) {
    Try found = ring[(tid * GATHER) & (SIZE - 1)];
    return found != null && found.slot != null && found.tid == tid ? found : null;
  }

  /// Whether a transmission had that TransactionID, remembered or not.
  boolean wasIssued(int tid) {
    return Integer.compareUnsigned(tid * GATHER - 1, last) < 0;
  }

  /// Returns the multiplicative inverse of an odd number modulo 2^32; each round doubles the number
  /// of correct bits.
  private static int inverse(int odd) {
    int x = odd;
    for (int round = 0; round < 4; round++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
