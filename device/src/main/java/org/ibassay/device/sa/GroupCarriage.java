package org.ibassay.device.sa;

import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.MTU;
import static org.ibassay.wire.sa.McMemberRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.RATE;
import static org.ibassay.wire.sa.McMemberRecord.RATE_SELECTOR;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Mtu;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.Selector;

/// MTU, rate and lifetime of a multicast group. A selector in a request is ignored without its
/// value.
final class GroupCarriage {
  private static final List<Rate> RATES = List.of(Rate.values());
  private static final int MOST_LIFE_TIME = 63;

  private GroupCarriage() {}

  /// Writes the values of a new group to its record.
  ///
  /// @param isAny whether any requested values are accepted
  /// @return whether the request can be met
  static boolean realize(SaCall call, EndPort port, MemorySegment record, boolean isAny) {
    int bestRate = port.rate().map(RATES::indexOf).orElse(0);
    int mtu = choose(call, MTU_SELECTOR, MTU, (int) call.asked(MTU), port.mtu(), 1);
    int rate = choose(call, RATE_SELECTOR, RATE, rank((int) call.asked(RATE)), bestRate, 0);
    int lifeTime = lifeTime(call);
    if (isAny) {
      MTU.set(record, 0, mtu < 1 ? call.asked(MTU) : mtu);
      RATE.set(record, 0, rate < 0 ? call.asked(RATE) : RATES.get(rate).code());
    } else if (mtu < 1 || rate < 0 || lifeTime < 0) {
      return false;
    } else {
      MTU.set(record, 0, mtu);
      RATE.set(record, 0, RATES.get(rate).code());
    }
    PACKET_LIFE_TIME.set(record, 0, Math.max(0, lifeTime));
    for (Field selector : List.of(MTU_SELECTOR, RATE_SELECTOR, PACKET_LIFE_TIME_SELECTOR)) {
      selector.set(record, 0, Selector.EXACTLY);
    }
    return true;
  }

  /// Whether a group's record matches a request.
  static boolean fits(SaCall call, MemorySegment record) {
    return fits(call, MTU_SELECTOR, (int) call.asked(MTU), MTU, (int) MTU.get(record, 0))
        && fits(
            call,
            RATE_SELECTOR,
            rank((int) call.asked(RATE)),
            RATE,
            rank((int) RATE.get(record, 0)))
        && fits(
            call,
            PACKET_LIFE_TIME_SELECTOR,
            (int) call.asked(PACKET_LIFE_TIME),
            PACKET_LIFE_TIME,
            (int) PACKET_LIFE_TIME.get(record, 0));
  }

  /// Whether a port can receive what the group sends.
  static boolean isFor(EndPort port, MemorySegment record) {
    return port.mtu() >= MTU.get(record, 0)
        && port.rate().map(RATES::indexOf).orElse(0) >= rank((int) RATE.get(record, 0));
  }

  private static boolean names(SaCall call, Field selector, Field value) {
    return call.means(ATTRIBUTE, selector)
        && call.means(ATTRIBUTE, value)
        && call.asked(selector) != Selector.BEST;
  }

  private static boolean fits(SaCall call, Field selector, int wished, Field value, int actual) {
    if (!names(call, selector, value)) {
      return true;
    }
    return switch ((int) call.asked(selector)) {
      case Selector.GREATER_THAN -> actual > wished;
      case Selector.LESS_THAN -> actual < wished;
      default -> actual == wished;
    };
  }

  private static int choose(
      SaCall call, Field selector, Field value, int wished, int best, int least) {
    if (!names(call, selector, value)) {
      return best;
    }
    return switch ((int) call.asked(selector)) {
      case Selector.GREATER_THAN -> best > wished ? best : -1;
      case Selector.LESS_THAN -> wished > least ? Math.min(best, wished - 1) : -1;
      default -> wished >= least && wished <= best ? checked(value, wished) : -1;
    };
  }

  private static int checked(Field value, int wished) {
    return value.equals(MTU) && Mtu.bytes(wished) == 0 ? -1 : wished;
  }

  private static int lifeTime(SaCall call) {
    int usual = SubnetManager.SUBNET_TIME_OUT;
    if (!names(call, PACKET_LIFE_TIME_SELECTOR, PACKET_LIFE_TIME)) {
      return usual;
    }
    int wished = (int) call.asked(PACKET_LIFE_TIME);
    return switch ((int) call.asked(PACKET_LIFE_TIME_SELECTOR)) {
      case Selector.GREATER_THAN -> wished == MOST_LIFE_TIME ? -1 : Math.max(usual, wished + 1);
      case Selector.LESS_THAN -> usual < wished ? usual : -1;
      default -> wished >= usual ? wished : -1;
    };
  }

  /// The rank of a rate among all rates; -1 for a reserved one.
  private static int rank(int code) {
    return Rate.of(code).map(RATES::indexOf).orElse(-1);
  }
}
