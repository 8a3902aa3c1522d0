package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Handles MADs that match no request: wrong responses to a waiting one, and unsolicited MADs.
final class StrayMads {
  /// The number of latest unsolicited MADs that are kept.
  private static final int MOST_UNASKED = 64;

  private static final Label UNASKED = Label.of("unasked");

  private static final Label ANSWER = Label.of("answer of the tester, which plays a manager");

  private final MadLink link;
  private final Tap tap;
  private final ReceivedMad incoming;
  private final ExchangeSlot[] slots;
  private final TransactionIds tries;
  private final ArrayDeque<UnaskedMad> unasked = new ArrayDeque<>();

  private volatile @Nullable MadResponder responder;
  private long answered;

  StrayMads(
      MadLink link, Tap tap, ReceivedMad incoming, ExchangeSlot[] slots, TransactionIds tries) {
    this.link = link;
    this.tap = tap;
    this.incoming = incoming;
    this.slots = slots;
    this.tries = tries;
  }

  /// Sets the responder for requests of others; null for none.
  void respond(@Nullable MadResponder answering) {
    responder = answering;
  }

  /// The number of requests of others that were answered.
  long answered() {
    return answered;
  }

  /// Returns the unsolicited MADs since the last call, the latest [#MOST_UNASKED] of them.
  List<UnaskedMad> takeUnasked() {
    List<UnaskedMad> taken = List.copyOf(unasked);
    unasked.clear();
    return taken;
  }

  /// Handles the MAD received last.
  ///
  /// @param attempt the transmission with its TransactionID; null if none is remembered
  /// @return whether it looks like a response of a DUT
  boolean take(TransactionIds.@Nullable Try attempt, long now) throws LinkException {
    MadResponder answering = isRequest() ? responder : null;
    if (answering != null) {
      UnaskedMad request = keep(incoming.capture(now, UNASKED), now);
      MemorySegment response = answering.answer(request);
      if (response != null) {
        reply(response, now);
      }
      return false;
    }
    ExchangeSlot near = nearest(attempt);
    long frame = incoming.capture(now, near == null ? UNASKED : near.label);
    if (near == null) {
      keep(frame, now);
    } else {
      near.keep(incoming.mad(), incoming.bytes(), frame, now, false);
      near.misfit = incoming.misfit(frame);
      keepIfClear(near, attempt, frame);
    }
    return near != null && near.isToAgent;
  }

  private UnaskedMad keep(long frame, long now) {
    if (unasked.size() == MOST_UNASKED) {
      unasked.removeFirst();
    }
    UnaskedMad kept = UnaskedMad.copyOf(incoming.mad(), frame, now);
    unasked.add(kept);
    return kept;
  }

  private boolean isRequest() {
    long method = MadHeader.METHOD.get(incoming.mad(), 0);
    return method == Method.GET || method == Method.SET || method == Method.TRAP;
  }

  private void reply(MemorySegment response, long now) throws LinkException {
    int mgmtClass = (int) MadHeader.MGMT_CLASS.get(response, 0);
    int dlid = mgmtClass == Smp.DIRECTED_ROUTE ? Smp.PERMISSIVE_LID : link.sourceLid();
    int destQp = Addressing.destQp(mgmtClass);
    link.send(response, dlid, destQp);
    answered++;
    tap.mad(Tap.Direction.SENT, response, Smp.BYTES_OF_MAD, dlid, destQp, now, ANSWER);
  }

  /// Keeps a wrong response if only one field differs from a correct one. A MAD with an unknown
  /// TransactionID may belong to another client; it is the tester's if the transmission gets no
  /// other response ([Exchange#putRight]).
  private void keepIfClear(ExchangeSlot near, TransactionIds.@Nullable Try attempt, long frame) {
    MemorySegment mad = incoming.mad();
    boolean isMethod = MadHeader.METHOD.get(mad, 0) == near.responseMethod;
    boolean isClass = MadHeader.MGMT_CLASS.get(mad, 0) == near.mgmtClass;
    boolean isClear =
        attempt == null
            ? isMethod && isClass && !tries.wasIssued(incoming.transactionId())
            : isMethod != isClass;
    if (isClear && MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0) == near.modifier) {
      NearMiss miss =
          attempt == null
              ? NearMiss.of(near, near.lastTid, near.requestFrame, mad, frame)
              : NearMiss.of(near, attempt.tid, attempt.frame, mad, frame);
      near.keep(miss, attempt == null ? near.tries : attempt.number);
    }
  }

  /// Returns the waiting request that a MAD resembles a wrong response to.
  private @Nullable ExchangeSlot nearest(TransactionIds.@Nullable Try sameTransaction) {
    long attribute = MadHeader.ATTRIBUTE_ID.get(incoming.mad(), 0);
    if (sameTransaction != null) {
      ExchangeSlot slot = sameTransaction.waiting();
      return slot != null && slot.attribute == attribute ? slot : null;
    }
    boolean isResponse = (MadHeader.METHOD.get(incoming.mad(), 0) & Method.RESPONSE_BIT) != 0;
    return isResponse ? nearest(attribute) : null;
  }

  /// Of the requests for an attribute, returns the one with the MAD's modifier, otherwise one
  /// without a near miss.
  private @Nullable ExchangeSlot nearest(long attribute) {
    long modifier = MadHeader.ATTRIBUTE_MODIFIER.get(incoming.mad(), 0);
    ExchangeSlot best = null;
    for (ExchangeSlot slot : slots) {
      if (slot.attribute == attribute && slot.state() == Exchange.State.WAITING) {
        if (slot.modifier == modifier) {
          return slot;
        }
        best = best == null || best.hasNearMiss() ? slot : best;
      }
    }
    return best;
  }
}
