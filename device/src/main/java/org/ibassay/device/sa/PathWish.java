package org.ibassay.device.sa;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.FLOW_LABEL;
import static org.ibassay.wire.sa.PathRecord.HOP_LIMIT;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.RATE_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.RAW_TRAFFIC;
import static org.ibassay.wire.sa.PathRecord.REVERSIBLE;
import static org.ibassay.wire.sa.PathRecord.SGID;
import static org.ibassay.wire.sa.PathRecord.SL;
import static org.ibassay.wire.sa.PathRecord.T_CLASS;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Mtu;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.Selector;

/// The components of a path request, and the path that meets them.
///
/// A path supports every MTU and rate up to its maximum, because a sender may send less; its
/// lifetime is fixed. OpenSM lowers MTUs and, for "less than", rates; it also lowers lifetimes,
/// which promises an incorrect value and is not done here.
///
/// FlowLabel, HopLimit, TClass and SL are the sender's choice in a subnet without quality of
/// service: the path has the requested values, else 0. ServiceID and QoSClass are reserved there.
/// Raw traffic is not supported.
final class PathWish {
  private static final List<Field> SENDERS_OWN = List.of(FLOW_LABEL, HOP_LIMIT, T_CLASS, SL);
  private static final int MTU_256 = 1;

  /// From the slowest to the fastest.
  private static final List<Rate> RATES = List.of(Rate.values());

  private final SaCall call;

  PathWish(SaCall call) {
    this.call = call;
  }

  /// Whether it specifies an MTU or a rate that does not exist.
  boolean isReserved() {
    return (names(MTU_SELECTOR, MTU) && Mtu.bytes((int) call.asked(MTU)) == 0)
        || (names(RATE_SELECTOR, RATE) && Rate.of((int) call.asked(RATE)).isEmpty());
  }

  /// Returns the record of the paths between two ports, without LIDs; empty if they do not match
  /// the request.
  Optional<MemorySegment> path(EndPort from, EndPort to) {
    Optional<Integer> pKey = pKey(from, to);
    List<EndPort> way = call.subnet().way(from, to);
    int mtu = way.stream().mapToInt(EndPort::mtu).min().orElse(0);
    Optional<Rate> rate = slowest(way);
    int lifeTime = from.equals(to) ? 0 : SubnetManager.SUBNET_TIME_OUT; // 15.2.5.16: loopback
    int chosenMtu = choose(MTU_SELECTOR, MTU, (int) call.asked(MTU), mtu, MTU_256);
    if (pKey.isEmpty() || rate.isEmpty() || chosenMtu < 0 || !isWanted(lifeTime) || wantsRaw()) {
      return Optional.empty();
    }
    int wishedRate = Rate.of((int) call.asked(RATE)).map(RATES::indexOf).orElse(0);
    int chosenRate = choose(RATE_SELECTOR, RATE, wishedRate, RATES.indexOf(rate.get()), 0);
    if (chosenRate < 0) {
      return Optional.empty();
    }
    MemorySegment record = record(from, to);
    P_KEY.set(record, 0, pKey.get());
    MTU.set(record, 0, chosenMtu);
    RATE.set(record, 0, RATES.get(chosenRate).code());
    PACKET_LIFE_TIME.set(record, 0, lifeTime);
    return Optional.of(record);
  }

  private MemorySegment record(EndPort from, EndPort to) {
    MemorySegment record = MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]);
    to.gid().set(DGID, record, 0);
    from.gid().set(SGID, record, 0);
    REVERSIBLE.set(record, 0, 1);
    MTU_SELECTOR.set(record, 0, Selector.EXACTLY);
    RATE_SELECTOR.set(record, 0, Selector.EXACTLY);
    PACKET_LIFE_TIME_SELECTOR.set(record, 0, Selector.EXACTLY);
    for (Field field : SENDERS_OWN) {
      field.set(record, 0, call.means(ATTRIBUTE, field) ? call.asked(field) : 0);
    }
    return record;
  }

  /// Returns the requested P_Key, or the first one that both ends have; the requester must also
  /// share partitions with both ends (15.4.1.2).
  private Optional<Integer> pKey(EndPort from, EndPort to) {
    if (call.requester().sharedKey(from).isEmpty() || call.requester().sharedKey(to).isEmpty()) {
      return Optional.empty();
    }
    if (!call.means(ATTRIBUTE, P_KEY)) {
      return from.sharedKey(to);
    }
    int asked = (int) call.asked(P_KEY);
    return from.shares(to, asked) ? Optional.of(asked) : Optional.empty();
  }

  private static Optional<Rate> slowest(List<EndPort> way) {
    List<Optional<Rate>> rates = way.stream().map(EndPort::rate).toList();
    return rates.stream().allMatch(Optional::isPresent)
        ? rates.stream().flatMap(Optional::stream).min(Rate::compareTo)
        : Optional.empty();
  }

  private boolean wantsRaw() {
    return call.means(ATTRIBUTE, RAW_TRAFFIC) && call.asked(RAW_TRAFFIC) == 1;
  }

  /// A selector is used only with its value, and a value only with its selector.
  private boolean names(Field selector, Field value) {
    return call.means(ATTRIBUTE, selector)
        && call.means(ATTRIBUTE, value)
        && call.asked(selector) != Selector.BEST;
  }

  /// Returns the greatest matching value from `least` to `best`; -1 for none.
  private int choose(Field selector, Field value, int wished, int best, int least) {
    if (!names(selector, value)) {
      return best;
    }
    return switch ((int) call.asked(selector)) {
      case Selector.GREATER_THAN -> best > wished ? best : -1;
      case Selector.LESS_THAN -> wished > least ? Math.min(best, wished - 1) : -1;
      default -> wished <= best ? wished : -1;
    };
  }

  private boolean isWanted(int lifeTime) {
    if (!names(PACKET_LIFE_TIME_SELECTOR, PACKET_LIFE_TIME)) {
      return true;
    }
    long wished = call.asked(PACKET_LIFE_TIME);
    return switch ((int) call.asked(PACKET_LIFE_TIME_SELECTOR)) {
      case Selector.GREATER_THAN -> lifeTime > wished;
      case Selector.LESS_THAN -> lifeTime < wished;
      default -> lifeTime == wished;
    };
  }
}
