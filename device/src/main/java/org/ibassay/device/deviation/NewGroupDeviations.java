package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.requests;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.HOP_LIMIT;
import static org.ibassay.wire.sa.McMemberRecord.MTU;
import static org.ibassay.wire.sa.McMemberRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.Q_KEY;
import static org.ibassay.wire.sa.McMemberRecord.RATE;
import static org.ibassay.wire.sa.McMemberRecord.RATE_SELECTOR;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.Selector;

/// Deviations in the MTU, rate and packet lifetime of a new multicast group.
final class NewGroupDeviations {
  private static final int MTU_256 = 1;
  private static final int MTU_4096 = 5;

  /// Requests that name all components that a new group requires.
  private static final Predicate<SaCall> CREATES =
      calls(SaMethod.SET, ATTRIBUTE).and(call -> call.means(ATTRIBUTE, Q_KEY));

  private static final Predicate<SaCall> LIMITED_MTU = limits(MTU_SELECTOR, MTU);
  private static final Predicate<SaCall> LIMITED_RATE = limits(RATE_SELECTOR, RATE);
  private static final Predicate<SaCall> LIMITED_LIFE_TIME =
      limits(PACKET_LIFE_TIME_SELECTOR, PACKET_LIFE_TIME);

  private NewGroupDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        exactly("mtu-always-as-requested", LIMITED_MTU, MTU_SELECTOR, _ -> true),
        exactly("mtu-greater-or-equal", LIMITED_MTU, MTU_SELECTOR, Selector.GREATER_THAN),
        exactly("mtu-less-or-equal", LIMITED_MTU, MTU_SELECTOR, Selector.LESS_THAN),
        exactly("rate-always-as-requested", LIMITED_RATE, RATE_SELECTOR, _ -> true),
        exactly("rate-greater-or-equal", LIMITED_RATE, RATE_SELECTOR, Selector.GREATER_THAN),
        exactly("rate-less-or-equal", LIMITED_RATE, RATE_SELECTOR, Selector.LESS_THAN),
        exactly("rate-largest-as-requested", LIMITED_RATE, RATE_SELECTOR, Selector.BEST),
        deviation(
            "newgroup.mtu-selector-ignored",
            "gives a new group the port's MTU, whatever is requested",
            requests(LIMITED_MTU, call -> set(call, MTU_SELECTOR, Selector.BEST))),
        deviation(
            "newgroup.rate-selector-ignored",
            "gives a new group the port's rate, whatever is requested",
            requests(LIMITED_RATE, call -> set(call, RATE_SELECTOR, Selector.BEST))),
        deviation(
            "newgroup.mtu-greater-refused",
            "creates no group with an MTU greater than one",
            answersTo(
                LIMITED_MTU.and(call -> call.asked(MTU_SELECTOR) == Selector.GREATER_THAN),
                (_, _) -> RecordAnswer.refused(SaStatus.REQ_INVALID))),
        deviation(
            "newgroup.mtu-below-least",
            "creates a group of MTU 256 if a smaller one is requested",
            requests(
                LIMITED_MTU.and(call -> call.asked(MTU) == MTU_256),
                call -> set(call, MTU_SELECTOR, Selector.EXACTLY))),
        deviation(
            "newgroup.rate-below-least",
            "creates a group of 2.5 Gb/s if a smaller rate is requested",
            requests(
                LIMITED_RATE.and(call -> call.asked(RATE) == Rate.GBPS_2_5.code()),
                call -> set(call, RATE_SELECTOR, Selector.EXACTLY))),
        shown("mtu-selector-0", "MTUSelector 0", CREATES, MTU_SELECTOR, _ -> 0),
        shown("rate-selector-3", "RateSelector 3", CREATES, RATE_SELECTOR, _ -> Selector.BEST),
        shown("hop-limit-0", "HopLimit 0", CREATES, HOP_LIMIT, _ -> 0),
        deviation(
            "newgroup.hop-limit-ignored",
            "creates groups with HopLimit 0, whatever is requested",
            SaEdits.ignores(CREATES, ATTRIBUTE, HOP_LIMIT)),
        shown("mtu-4096", "an MTU of 4,096 bytes", CREATES, MTU, _ -> MTU_4096),
        shown("mtu-0", "MTU 0 if none is requested", unlimited(MTU), MTU, _ -> 0),
        shown("rate-0", "rate 0 if none is requested", unlimited(RATE), RATE, _ -> 0),
        shown("life-time-next", "the next greater lifetime", CREATES, PACKET_LIFE_TIME, v -> v + 1),
        shown(
            "life-time-below-least",
            "lifetime 0 if one less than 1 is requested, and 63 otherwise",
            LIMITED_LIFE_TIME,
            PACKET_LIFE_TIME,
            v -> v == 0 ? 0 : PACKET_LIFE_TIME.max()),
        deviation(
            "newgroup.life-time-less-or-equal",
            "creates a group with a lifetime that is at most the usual one, whatever is requested",
            requests(
                LIMITED_LIFE_TIME.and(call -> call.asked(PACKET_LIFE_TIME) > 0),
                call -> set(call, PACKET_LIFE_TIME_SELECTOR, Selector.BEST))));
  }

  private static Predicate<SaCall> limits(Field selector, Field value) {
    return CREATES.and(call -> call.means(ATTRIBUTE, selector) && call.means(ATTRIBUTE, value));
  }

  private static Predicate<SaCall> unlimited(Field value) {
    return CREATES.and(call -> !call.means(ATTRIBUTE, value));
  }

  private static void set(SaCall call, Field component, long value) {
    component.set(call.mad(), SaHeader.DATA, value);
  }

  private static DeviationSpec exactly(
      String name, Predicate<SaCall> which, Field selector, int instead) {
    return exactly(name, which, selector, asked -> asked == instead);
  }

  private static DeviationSpec exactly(
      String name, Predicate<SaCall> which, Field selector, Predicate<Long> instead) {
    return deviation(
        "newgroup." + name,
        "gives a new group exactly the requested value: " + name.replace('-', ' '),
        requests(
            which.and(call -> instead.test(call.asked(selector))),
            call -> set(call, selector, Selector.EXACTLY)));
  }

  /// Only the response is wrong.
  private static DeviationSpec shown(
      String name, String text, Predicate<SaCall> which, Field component, LongUnaryOperator wrong) {
    return deviation(
        "newgroup." + name,
        "reports in the response that creates a group " + text,
        records(
            which,
            (_, record) -> component.set(record, 0, wrong.applyAsLong(component.get(record, 0)))));
  }
}
