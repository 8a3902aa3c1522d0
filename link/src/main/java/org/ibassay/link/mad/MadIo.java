package org.ibassay.link.mad;

import static java.lang.Long.numberOfTrailingZeros;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.HoldUps;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The I/O thread's part of a [MadPort]: sends, receives, matches and retries.
///
/// **Deadlines.** A transmission times out when the link, polled at its deadline or later, has no
/// MAD. If this thread stalled (garbage collection, a busy machine), responses received in time
/// still wait in the link and are processed first. If there are none, the whole machine may have
/// stalled with the response in transit: the wait is then extended by the length of the stall, at
/// most by another timeout. Stalls much shorter than the timeout are ignored.
///
/// **Undelivered.** When the link returns a request, that transmission is over. The next one is
/// sent an eighth of the timeout after it: at once, all retries would be exhausted before a link
/// recovers from a short outage; after the whole timeout, a simulated fabric, which reports a
/// missing node at once, would take seconds. After the last transmission the request ends at once.
final class MadIo {
  private static final int UNDELIVERED_PAUSE = 8;

  /// How many waiting MADs are processed at most before a deadline: a DUT that never stops sending
  /// must not stop the clock.
  private static final int MOST_TAKEN_FIRST = 4 * MadPort.CAPACITY;

  private static final Label LATE = Label.of("late response");
  private static final Label DUPLICATE = Label.of("duplicate response");

  private final MadLink link;
  private final Clock clock;
  private final boolean simulated;
  private final Tap tap;
  private final ExchangeSlot[] slots;
  private final TransactionIds tries;
  private final HoldUps holdUps;
  private final ReceivedMad incoming;
  private final StrayMads strays;
  private final RequestWatch watch;

  /// The slots that wait, one bit each: [ExchangeSlot#bit].
  private long waiting;

  /// Slots that other threads wait for and that are settled, but not woken yet.
  private long settled;

  /// Number of MADs processed in a row since a deadline passed.
  private int takenFirst;

  private long sent;
  private long received;
  private long retried;
  private long late;
  private long duplicate;
  private long unasked;

  MadIo(MadLink link, Tap tap, ExchangeSlot[] slots) {
    this.link = link;
    this.clock = link.clock();
    this.simulated = link.isSimulated();
    this.holdUps = new HoldUps(simulated);
    this.tap = tap;
    this.incoming = new ReceivedMad(link, tap);
    this.slots = slots;
    this.tries = new TransactionIds(link.transactionBits(), simulated);
    this.watch = new RequestWatch(slots);
    this.strays = new StrayMads(link, tap, incoming, slots, tries);
  }

  boolean isIdle() {
    return waiting == 0;
  }

  RequestWatch watch() {
    return watch;
  }

  HoldUps holdUps() {
    return holdUps;
  }

  MadPort.Counters counters() {
    return new MadPort.Counters(
        sent + strays.answered(), received, retried, late, duplicate, unasked);
  }

  void respond(@Nullable MadResponder responder) {
    strays.respond(responder);
  }

  List<UnaskedMad> takeUnasked() {
    return strays.takeUnasked();
  }

  /// Sends a slot's request for the first time, or sets its alarm.
  void begin(ExchangeSlot slot) throws LinkException {
    if (isIdle()) {
      holdUps.begin(clock.nanos());
    }
    waiting |= slot.bit();
    if (slot.isAlarm()) {
      return;
    }
    if (slot.isReply) {
      reply(slot, clock.nanos());
    } else if (watch.begins(slot)) {
      transmit(slot, clock.nanos());
    } else {
      slot.withhold(clock.nanos());
    }
  }

  /// Ends a request without settling it.
  void forget(ExchangeSlot slot) {
    watch.givenUp(slot);
    waiting &= ~slot.bit();
  }

  private void unanswered(ExchangeSlot slot, long tried) {
    slot.settle(Exchange.State.UNANSWERED, tried);
    watch.givenUp(slot);
    settled(slot);
  }

  /// Ends the wait. The watch learns of an answered request by [RequestWatch#heard].
  private void settled(ExchangeSlot slot) {
    waiting &= ~slot.bit();
    if (slot.foreign) {
      settled |= slot.bit();
    }
  }

  /// Wakes the threads whose waits are over.
  void wake() {
    for (; settled != 0; settled &= settled - 1) {
      slots[numberOfTrailingZeros(settled)].wake();
    }
  }

  /// Ends all waits of other threads with an exception.
  void failForeign(Exception cause) {
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      if (slot.foreign) {
        forget(slot);
        slot.fail(cause);
      }
    }
  }

  /// Waits for one MAD, at most until a given time, and does what has become due.
  ///
  /// Waking a thread costs as much as a MAD, so on a real link threads are woken together: when as
  /// many waits are over as still wait, so that the DUT stays busy, or when nothing was received.
  void step(long until) throws LinkException {
    if (isIdle()) {
      holdUps.end();
    }
    long asked = Math.min(until, earliestDeadline());
    long begun = clock.nanos();
    MadLink.Arrival arrival = incoming.receive(asked);
    long now = clock.nanos();
    long stalled = holdUps.look(begun, asked, now);
    switch (arrival) {
      case MAD -> received(now);
      case UNDELIVERED -> undelivered(now);
      case NOTHING -> {
        if (stalled > 0) {
          waitAgain(now, stalled);
        }
        expire(Math.min(asked, now), now);
      }
    }
    boolean isOverdue = arrival != MadLink.Arrival.NOTHING && earliestDeadline() <= now;
    takenFirst = isOverdue ? takenFirst + 1 : 0;
    if (takenFirst >= MOST_TAKEN_FIRST) {
      expire(now, now);
    }
    if (simulated
        || arrival == MadLink.Arrival.NOTHING
        || Long.bitCount(settled) >= Long.bitCount(waiting)) {
      wake();
    }
  }

  /// Extends requests that timed out while the tester stalled and could not receive. Alarms are not
  /// extended.
  private void waitAgain(long now, long stalled) throws LinkException {
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      boolean isOver = slot.deadline <= now && !slot.isAlarm();
      if (isOver && HoldUps.matters(stalled, slot.timeoutNanos)) {
        if (++slot.stalled > HoldUps.MOST_IN_A_ROW) {
          throw HoldUps.tooOften();
        }
        slot.deadline = now + Math.min(stalled, slot.timeoutNanos);
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
    MadHeader.TRANSACTION_ID.set(slot.request, 0, attempt.tid);
    slot.lastTid = attempt.tid;
    slot.lastSentAt = now;
    link.send(slot.request, slot.dlid, slot.destQp);
    slot.deadline = clock.nanos() + slot.timeoutNanos;
    slot.stalled = 0;
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
    attempt.frame = slot.requestFrame;
  }

  private void reply(ExchangeSlot slot, long now) throws LinkException {
    reply(List.of(slot.request), slot.dlid, slot.label, now);
    unanswered(slot, now);
    wake();
  }

  /// @param due deadlines up to this time have passed
  private void expire(long due, long now) throws LinkException {
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      TransactionIds.Try answering = slot.answering;
      if (slot.deadline <= due) {
        if (answering != null && answering.receiver != null) {
          reply(answering.receiver.expire(now), answering.dlid, slot.label, now);
          proceed(slot, answering, answering.receiver);
        } else if (slot.isLastTry()) {
          unanswered(slot, slot.lastSentAt);
        } else {
          retried++;
          transmit(slot, now);
        }
      }
    }
  }

  private void undelivered(long now) {
    // A simulated stack returns a response that could not be delivered, so the method shows
    // nothing.
    TransactionIds.Try attempt = tries.find(incoming.transactionId());
    ExchangeSlot slot = attempt == null ? null : attempt.waiting();
    if (slot != null && slot.lastTid == incoming.transactionId()) {
      long pause = slot.isLastTry() ? 0 : slot.timeoutNanos / UNDELIVERED_PAUSE;
      slot.deadline = Math.min(slot.deadline, Math.max(now, slot.lastSentAt + pause));
    }
  }

  private void received(long now) throws LinkException {
    received++;
    TransactionIds.Try attempt = tries.find(incoming.transactionId());
    if (attempt == null || !attempt.fits(incoming.mad())) {
      unasked++;
      if (strays.take(attempt, now)) {
        watch.heard(waiting);
      }
      return;
    }
    BareTransfer bare = attempt.bare;
    if (bare != null) {
      bare.take(incoming, attempt.dlid, now);
      attempt.answered = true;
      ExchangeSlot slot = attempt.waiting();
      if (slot != null) {
        slot.settle(attempt);
        settled(slot);
      }
    } else if (incoming.isSegment()) {
      segment(attempt, now);
    } else if (attempt.answered) {
      duplicate++;
      incoming.capture(now, DUPLICATE);
    } else {
      answered(attempt, now);
    }
    if (attempt.isToAgent) {
      watch.heard(waiting);
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
    slot.settle(attempt);
    settled(slot);
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

  /// Acknowledges a segment of a response that is complete or no longer needed: the sender may not
  /// know, or it belongs to a surplus transmission.
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
      int destQp = Addressing.destQp((int) MadHeader.MGMT_CLASS.get(mad, 0));
      link.send(mad, dlid, destQp);
      sent++;
      tap.mad(Direction.SENT, mad, Smp.BYTES_OF_MAD, dlid, destQp, now, label);
    }
  }

  private void proceed(ExchangeSlot slot, TransactionIds.Try attempt, RmppReceiver receiver) {
    slot.deadline = receiver.deadline();
    switch (receiver.state()) {
      case RUNNING -> {}
      case COMPLETE -> {
        attempt.answered = true;
        slot.keep(receiver.firstSegment(), receiver.takeMessage(), null);
        slot.settle(attempt);
        settled(slot);
      }
      case FAILED -> {
        slot.keep(receiver.firstSegment(), null, receiver.failure());
        unanswered(slot, attempt.sentAt);
      }
    }
  }
}
