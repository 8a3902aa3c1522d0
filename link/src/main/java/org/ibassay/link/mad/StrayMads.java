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

/// MADs that are the answer to no request: those that look like a bad answer to a waiting one, and
/// those that nobody asked for.
final class StrayMads {
  /// How many unasked MADs are kept, the latest ones.
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

  /// Names who answers requests of others; null for nobody.
  void respond(@Nullable MadResponder answering) {
    responder = answering;
  }

  /// How many requests of others were answered.
  long answered() {
    return answered;
  }

  /// Those that nobody asked for since the last call, the latest [#MOST_UNASKED] of them.
  List<UnaskedMad> takeUnasked() {
    List<UnaskedMad> taken = List.copyOf(unasked);
    unasked.clear();
    return taken;
  }

  /// Takes the MAD that was received last.
  ///
  /// @param attempt the try that has its TransactionID; null where none is remembered
  /// @return whether it looks like a DUT's answer
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

  /// A wrong answer is clear where one field alone tells it from a right one. A TransactionID that
  /// we did not give out may be another client's: that it is our answer shows when the try has no
  /// other ([Exchange#putRight]).
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

  /// The waiting request that a MAD looks like a bad answer to.
  private @Nullable ExchangeSlot nearest(TransactionIds.@Nullable Try sameTransaction) {
    long attribute = MadHeader.ATTRIBUTE_ID.get(incoming.mad(), 0);
    if (sameTransaction != null) {
      ExchangeSlot slot = sameTransaction.waiting();
      return slot != null && slot.attribute == attribute ? slot : null;
    }
    boolean isResponse = (MadHeader.METHOD.get(incoming.mad(), 0) & Method.RESPONSE_BIT) != 0;
    return isResponse ? nearest(attribute) : null;
  }

  /// Of the requests for an attribute the one with the MAD's modifier, else one without a near
  /// miss.
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
