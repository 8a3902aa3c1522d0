package org.ibassay.link.mad;

import static java.lang.Long.numberOfTrailingZeros;

import org.ibassay.wire.mad.Gmp;
import org.jspecify.annotations.Nullable;

/// Knows which SMP a DUT was sent first since it answered one last, counts requests that are alike,
/// and keeps some from being sent. What goes to the tester's own port, or to other software than
/// the subnet management agent, does not concern it.
final class RequestWatch {
  private final ExchangeSlot[] slots;
  private @Nullable ExchangeSlot first;
  private @Nullable UnansweredRequest givenUp;
  private long begun;
  private @Nullable UnansweredRequest watched;
  private long count;
  private long most;
  private long toSelf;

  RequestWatch(ExchangeSlot[] slots) {
    this.slots = slots;
  }

  /// Starts to count requests like that one.
  ///
  /// @param many how many of them may be sent
  void watch(UnansweredRequest request, long many) {
    watched = request;
    most = many;
    count = 0;
    heard(0);
  }

  /// Whether one of them was kept from being sent.
  boolean hasHeldBack() {
    return count > most;
  }

  /// A request is to be sent for the first time.
  ///
  /// @return whether it may be
  boolean begins(ExchangeSlot slot) {
    if (!slot.isToAgent) {
      toSelf += slot.destQp == Gmp.QP ? 0 : 1;
      return true;
    }
    slot.order = ++begun;
    slot.occurrence = watched != null && watched.isLike(slot.request) ? ++count : 0;
    if (slot.occurrence > 0 && slot.occurrence > most) {
      return false;
    }
    if (first == null && givenUp == null) {
      first = slot;
    }
    return true;
  }

  /// Nobody waits any more for the answer to a request.
  void givenUp(ExchangeSlot slot) {
    if (slot == first) {
      givenUp = UnansweredRequest.of(slot);
      first = null;
    }
  }

  /// The DUT has answered something.
  ///
  /// @param waiting the slots that still wait, a bit each
  void heard(long waiting) {
    givenUp = null;
    first = null;
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      ExchangeSlot slot = slots[numberOfTrailingZeros(rest)];
      if (slot.isToAgent && slot.tries > 0 && (first == null || slot.order < first.order)) {
        first = slot;
      }
    }
  }

  /// How many SMPs were to the tester's own port.
  long toSelf() {
    return toSelf;
  }

  /// The first request since the DUT answered last; null when there is none.
  @Nullable UnansweredRequest unanswered() {
    ExchangeSlot waiting = first;
    return waiting == null ? givenUp : UnansweredRequest.of(waiting);
  }
}
