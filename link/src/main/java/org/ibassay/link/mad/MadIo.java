package org.ibassay.link.mad;

import static java.lang.Long.numberOfTrailingZeros;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.HoldUps;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// What a [MadPort] does on its I/O thread: sends, receives, matches, tries again.
///
/// **Deadlines.** A try is given up when the link, asked at its deadline or later, had nothing.
/// When this thread stalled (garbage collection, a busy machine), answers received in time still
/// wait in the link; they are taken first. Where nothing is there, the whole machine may have
/// stalled, and the answer be on its way through it: then the wait goes on for as long as that was,
/// at most for another timeout. What is little beside the timeout does not matter.
///
/// **Undelivered.** When the link hands a request back, that try is over. The next one leaves when
/// an eighth of the timeout has passed since: at once, all tries would be gone before a link that
/// dropped out for a moment is back; after the whole timeout, a simulated fabric, which says at
/// once that nobody is there, would cost seconds for each such request. After the last try the
/// request ends at once.
final class MadIo {
  private static final int UNDELIVERED_PAUSE = 8;

  /// How many MADs are taken first, at most: else who never stops sending would stop the time.
  private static final int MOST_TAKEN_FIRST = 4 * MadPort.CAPACITY;

  /// How many unasked MADs are kept, the latest ones.
  private static final int MOST_UNASKED = 64;

  private static final Label UNASKED = Label.of("unasked");
  private static final Label LATE = Label.of("late response");
  private static final Label DUPLICATE = Label.of("duplicate response");

  private final MadLink link;
  private final Clock clock;
  private final boolean simulated;
  private final Tap tap;
  private final ExchangeSlot[] slots;
  private final TransactionIds tries = new TransactionIds();
  private final HoldUps holdUps;
  private final ReceivedMad incoming;

  /// The slots that wait, a bit each: [ExchangeSlot#bit].
  private long waiting;

  /// Those that other threads waited for and have not been told of yet.
  private long settled;

  /// How many MADs were taken in a row since a deadline was over.
  private int takenFirst;

  private long sent;
  private long received;
  private long retried;
  private long late;
  private long duplicate;
  private long unasked;
  private final ArrayDeque<UnaskedMad> unaskedMads = new ArrayDeque<>();

  MadIo(MadLink link, Tap tap, ExchangeSlot[] slots) {
    this.link = link;
    this.clock = link.clock();
    this.simulated = link.isSimulated();
    this.holdUps = new HoldUps(simulated);
    this.tap = tap;
    this.incoming = new ReceivedMad(link, tap);
    this.slots = slots;
  }

  boolean isIdle() {
    return waiting == 0;
  }

  HoldUps holdUps() {
    return holdUps;
  }

  MadPort.Counters counters() {
    return new MadPort.Counters(sent, received, retried, late, duplicate, unasked);
  }

  /// The unasked MADs since the last call, the latest [#MOST_UNASKED] of them.
  List<UnaskedMad> takeUnasked() {
    List<UnaskedMad> taken = List.copyOf(unaskedMads);
    unaskedMads.clear();
    return taken;
  }

  /// Sends a slot's request for the first time, or sets its alarm.
  void begin(ExchangeSlot slot) throws LinkException {
    if (isIdle()) {
      holdUps.begin(clock.nanos());
    }
    waiting |= slot.bit();
    if (!slot.isAlarm()) {
      transmit(slot, clock.nanos());
    }
  }

  /// Gives a slot's request up without a word.
  void forget(ExchangeSlot slot) {
    waiting &= ~slot.bit();
  }

  private void settle(ExchangeSlot slot, Exchange.State outcome, long tried) {
    forget(slot);
    slot.settle(outcome, tried);
    if (slot.foreign) {
      settled |= slot.bit();
    }
  }

  /// Tells other threads that their waits are over.
  void wake() {
    for (; settled != 0; settled &= settled - 1) {
      slots[numberOfTrailingZeros(settled)].wake();
    }
  }

  /// Ends all waits of other threads.
  void failForeign(Exception cause) {
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      if (slot.foreign) {
        forget(slot);
        slot.fail(cause);
      }
    }
  }

  /// Waits for one MAD, but not beyond a moment, and does what has become due.
  ///
  /// Waking a thread costs as much as a MAD, so on a real link those whose waits are over are woken
  /// together: when they are as many as those still waiting, so that the other side stays busy
  /// meanwhile, or when nothing was received.
  void step(long until) throws LinkException {
    if (isIdle()) {
      holdUps.end();
    }
    long asked = Math.min(until, earliestDeadline());
    long begun = clock.nanos();
    MadLink.Arrival arrival = incoming.receive(asked);
    long now = clock.nanos();
    long heldUp = holdUps.look(begun, asked, now);
    switch (arrival) {
      case MAD -> received(now);
      case UNDELIVERED -> undelivered(now);
      case NOTHING -> {
        if (heldUp > 0) {
          waitAgain(now, heldUp);
        }
        expire(Math.min(asked, now), now);
      }
    }
    boolean isBehind = arrival != MadLink.Arrival.NOTHING && earliestDeadline() <= now;
    takenFirst = isBehind ? takenFirst + 1 : 0;
    if (takenFirst >= MOST_TAKEN_FIRST) {
      expire(now, now);
    }
    if (simulated
        || arrival == MadLink.Arrival.NOTHING
        || Long.bitCount(settled) >= Long.bitCount(waiting)) {
      wake();
    }
  }

  /// Extends requests whose time ran out while the tester was held up, as it heard no answers then.
  /// Alarms are not extended.
  private void waitAgain(long now, long heldUp) throws LinkException {
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      boolean isOver = slot.deadline <= now && !slot.isAlarm();
      if (isOver && HoldUps.matters(heldUp, slot.timeoutNanos)) {
        if (++slot.heldUp > HoldUps.MOST_IN_A_ROW) {
          throw HoldUps.tooOften();
        }
        slot.deadline = now + Math.min(heldUp, slot.timeoutNanos);
      }
    }
  }

  private long earliestDeadline() {
    long earliest = Long.MAX_VALUE;
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      earliest = Math.min(earliest, slots[numberOfTrailingZeros(rest)].deadline);
    }
    return earliest;
  }

  private void transmit(ExchangeSlot slot, long now) throws LinkException {
    TransactionIds.Try attempt = tries.issue(slot, now);
    MadHeader.TRANSACTION_ID.set(slot.request, 0, Integer.toUnsignedLong(attempt.tid));
    slot.lastTid = attempt.tid;
    slot.lastSentAt = now;
    link.send(slot.request, slot.dlid, slot.destQp);
    slot.deadline = clock.nanos() + slot.timeoutNanos;
    slot.heldUp = 0;
    sent++;
    slot.tries++;
    slot.requestFrame =
        tap.mad(
            Direction.SENT,
            slot.request,
            Smp.BYTES_OF_MAD,
            slot.dlid,
            slot.destQp,
            now,
            slot.label);
  }

  /// @param due deadlines up to then are over
  private void expire(long due, long now) throws LinkException {
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      TransactionIds.Try answering = slot.answering;
      if (slot.deadline <= due) {
        if (answering != null && answering.receiver != null) {
          reply(answering.receiver.expire(now), answering.dlid, slot.label, now);
          proceed(slot, answering, answering.receiver);
        } else if (isLastTry(slot)) {
          settle(slot, Exchange.State.UNANSWERED, slot.lastSentAt);
        } else {
          retried++;
          transmit(slot, now);
        }
      }
    }
  }

  private boolean isLastTry(ExchangeSlot slot) {
    return slot.tries > slot.retries;
  }

  private void undelivered(long now) {
    // A simulated stack hands back the answer that could not return: the method says nothing.
    TransactionIds.Try attempt = tries.find(incoming.transactionId());
    ExchangeSlot slot = attempt == null ? null : attempt.waiting();
    if (slot != null && slot.lastTid == incoming.transactionId()) {
      long pause = isLastTry(slot) ? 0 : slot.timeoutNanos / UNDELIVERED_PAUSE;
      slot.deadline = Math.min(slot.deadline, Math.max(now, slot.lastSentAt + pause));
    }
  }

  private void received(long now) throws LinkException {
    received++;
    TransactionIds.Try attempt = tries.find(incoming.transactionId());
    if (attempt == null || !attempt.fits(incoming.mad())) {
      strange(now, nearest(attempt));
    } else if (incoming.isSegment()) {
      segment(attempt, now);
    } else if (attempt.answered) {
      duplicate++;
      incoming.capture(now, DUPLICATE);
    } else {
      answered(attempt, now);
    }
  }

  private void answered(TransactionIds.Try attempt, long now) {
    attempt.answered = true;
    ExchangeSlot slot = attempt.waiting();
    if (slot == null) {
      late++;
      incoming.capture(now, LATE);
      return;
    }
    long frame = incoming.capture(now, slot.label, slot.dlid);
    slot.keep(incoming.mad(), incoming.bytes(), frame, now, true);
    slot.misfit = incoming.misfit(frame);
    MemorySegment whole = slot.destQp == Gmp.QP ? link.whole() : null;
    if (whole != null) {
      slot.keepWhole(whole);
    }
    settle(slot, Exchange.State.ANSWERED, attempt.sentAt);
  }

  // --- answers in segments

  private void segment(TransactionIds.Try attempt, long now) throws LinkException {
    ExchangeSlot slot = attempt.waiting();
    if (slot != null && slot.answering == null) {
      slot.answering = attempt;
      slot.misfit = null;
      attempt.receiver = new RmppReceiver(RmppLimits.DEFAULT, incoming.mad(), now);
    }
    RmppReceiver receiver = attempt.receiver;
    if (slot != null && receiver != null) {
      long frame = incoming.capture(now, slot.label, attempt.dlid);
      slot.noteSegment(frame, now);
      if (slot.misfit == null) {
        slot.misfit = incoming.misfit(frame);
      }
      reply(receiver.accept(incoming.mad(), now), attempt.dlid, slot.label, now);
      proceed(slot, attempt, receiver);
    } else {
      unwantedSegment(attempt, now);
    }
  }

  /// The sender may not know yet that the answer is whole; or this is the answer to one try too
  /// many.
  private void unwantedSegment(TransactionIds.Try attempt, long now) throws LinkException {
    if (attempt.answered) {
      duplicate++;
    } else {
      late++;
    }
    Label label = attempt.answered ? DUPLICATE : LATE;
    incoming.capture(now, label, attempt.dlid);
    RmppReceiver receiver = attempt.receiver;
    if (receiver != null && receiver.state() == RmppTransfer.State.COMPLETE) {
      reply(receiver.accept(incoming.mad(), now), attempt.dlid, label, now);
    } else {
      attempt.receiver = null;
      reply(RmppReceiver.refuse(incoming.mad()), attempt.dlid, label, now);
    }
  }

  private void reply(List<MemorySegment> mads, int dlid, Label label, long now)
      throws LinkException {
    for (MemorySegment mad : mads) {
      link.send(mad, dlid, Gmp.QP);
      sent++;
      tap.mad(Direction.SENT, mad, Smp.BYTES_OF_MAD, dlid, Gmp.QP, now, label);
    }
  }

  private void proceed(ExchangeSlot slot, TransactionIds.Try attempt, RmppReceiver receiver) {
    slot.deadline = receiver.deadline();
    switch (receiver.state()) {
      case RUNNING -> {}
      case COMPLETE -> {
        attempt.answered = true;
        slot.keep(receiver.firstSegment(), receiver.takeMessage(), null);
        settle(slot, Exchange.State.ANSWERED, attempt.sentAt);
      }
      case FAILED -> {
        slot.keep(receiver.firstSegment(), null, receiver.failure());
        settle(slot, Exchange.State.UNANSWERED, attempt.sentAt);
      }
    }
  }

  private void strange(long now, @Nullable ExchangeSlot near) {
    unasked++;
    long frame = incoming.capture(now, near == null ? UNASKED : near.label);
    if (near == null) {
      if (unaskedMads.size() == MOST_UNASKED) {
        unaskedMads.removeFirst();
      }
      unaskedMads.add(UnaskedMad.copyOf(incoming.mad(), frame));
    } else {
      near.keep(incoming.mad(), incoming.bytes(), frame, now, false);
      near.misfit = incoming.misfit(frame);
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
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      if (slot.attribute == attribute) {
        if (slot.modifier == modifier) {
          return slot;
        }
        best = best == null || best.hasNearMiss() ? slot : best;
      }
    }
    return best;
  }
}
