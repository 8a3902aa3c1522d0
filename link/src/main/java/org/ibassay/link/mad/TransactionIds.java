package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.wire.mad.MadHeader;
import org.jspecify.annotations.Nullable;

/// The tries of late, by TransactionID: tells answers from late, duplicate and foreign ones.
///
/// Each try has the next number. It is remembered until [#SIZE] more were made, and for as long as
/// its request waits: the number that would push it out is skipped.
///
/// The TransactionID is the number times an odd constant, so that near numbers lie far apart: a
/// device that flips a bit of it or counts it up must not hit upon another request's.
final class TransactionIds {
  static final int SIZE = 4096;

  private static final int SPREAD = 0x9E3779B1;
  private static final int GATHER = inverse(SPREAD);

  /// One try.
  static final class Try {
    int tid;
    @Nullable ExchangeSlot slot;
    int use;
    int mgmtClass;
    int responseMethod;
    long sentAt;
    boolean answered;
    boolean isToAgent;

    /// Counted from 1 among the tries of its request.
    int number;

    /// Its frame in the capture.
    long frame;

    /// Where its answer's segments went.
    int dlid;

    /// Puts its answer's segments together; null while none was received.
    @Nullable RmppReceiver receiver;

    /// Who takes its answer's MADs one by one; null for nobody.
    @Nullable BareTransfer bare;

    /// The slot, if its request still waits.
    @Nullable ExchangeSlot waiting() {
      ExchangeSlot of = slot;
      return of != null && of.isWaiting(use) ? of : null;
    }

    /// Whether a MAD with this TransactionID is a response to this try.
    boolean fits(MemorySegment mad) {
      return MadHeader.METHOD.get(mad, 0) == responseMethod
          && MadHeader.MGMT_CLASS.get(mad, 0) == mgmtClass;
    }
  }

  private final @Nullable Try[] ring = new @Nullable Try[SIZE];
  private int last;

  /// @param isBrief whether most ports with such a link see a few requests only: then each try's
  ///   place is made when it is needed first, else at once, as nothing is allocated on the wire
  TransactionIds(boolean isBrief) {
    for (int i = 0; i < SIZE && !isBrief; i++) {
      ring[i] = new Try();
    }
  }

  /// Numbers a try of a request; one that wants the TransactionID of an earlier try gets that.
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

  /// The try with that TransactionID, if it is remembered.
  @Nullable Try find(int tid) {
    Try found = ring[(tid * GATHER) & (SIZE - 1)];
    return found != null && found.slot != null && found.tid == tid ? found : null;
  }

  /// Whether a try had that TransactionID, remembered or not.
  boolean wasIssued(int tid) {
    return Integer.compareUnsigned(tid * GATHER - 1, last) < 0;
  }

  /// The number that undoes a multiplication by an odd one; each round doubles the right bits.
  private static int inverse(int odd) {
    int x = odd;
    for (int round = 0; round < 4; round++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
