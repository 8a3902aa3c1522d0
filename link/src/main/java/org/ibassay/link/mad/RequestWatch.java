package org.ibassay.link.mad;

import static java.lang.Long.numberOfTrailingZeros;

import org.ibassay.wire.mad.Gmp;
import org.jspecify.annotations.Nullable;

/// Remembers the first SMP sent to a DUT since its last response, counts similar requests, and
/// withholds some of them. Ignores requests to the tester's own port, and to other software than
/// the subnet management agent.
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

  /// Starts to count requests similar to that one.
  ///
  /// @param many number of them to send
  void watch(UnansweredRequest request, long many) {
    watched = request;
    most = many;
    count = 0;
    heard(0);
  }

  /// Whether one of them was withheld.
  boolean hasHeldBack() {
    return count > most;
  }

  /// Called before a request is sent for the first time.
  ///
  /// @return whether it may be sent
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

  /// Called when a request is given up.
  void givenUp(ExchangeSlot slot) {
    if (slot == first) {
      givenUp = UnansweredRequest.of(slot);
      first = null;
    }
  }

  /// Called when the DUT has responded.
  ///
  /// @param waiting the slots that still wait, one bit each
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

  /// The number of SMPs to the tester's own port.
  long toSelf() {
    return toSelf;
  }

  /// The first request since the DUT's last response; null if there is none.
  @Nullable UnansweredRequest unanswered() {
    ExchangeSlot waiting = first;
    return waiting == null ? givenUp : UnansweredRequest.of(waiting);
  }
}
