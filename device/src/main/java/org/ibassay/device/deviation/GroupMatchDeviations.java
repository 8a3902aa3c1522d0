package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.GroupMemberDeviations.rules;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.sa.GroupRules;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.Selector;

/// Deviations in the values by which a multicast group accepts a port.
final class GroupMatchDeviations {
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);

  private GroupMatchDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        rules(
            "mtu-and-rate-not-compared",
            "accepts joins that request a different MTU or rate",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public boolean comparesCarriage() {
                    return false;
                  }
                }),
        deviation(
            "group.less-than-ignored",
            "accepts joins that request a smaller MTU",
            SaEdits.ignores(
                SET.and(call -> call.asked(McMemberRecord.MTU_SELECTOR) == Selector.LESS_THAN),
                ATTRIBUTE,
                McMemberRecord.MTU_SELECTOR)),
        deviation(
            "group.greater-than-refused",
            "rejects joins that request more than one MTU component",
            answersTo(
                SET.and(call -> call.means(ATTRIBUTE, McMemberRecord.MTU_SELECTOR))
                    .and(call -> call.asked(McMemberRecord.MTU_SELECTOR) == Selector.GREATER_THAN),
                (_, _) -> RecordAnswer.refused(SaStatus.REQ_INVALID))),
        deviation(
            "group.answer-mtu-of-request",
            "answers a join with the requested MTU in place of the group's",
            SaEdits.records(
                SET.and(call -> call.means(ATTRIBUTE, McMemberRecord.MTU)),
                (call, record) ->
                    McMemberRecord.MTU.set(record, 0, call.asked(McMemberRecord.MTU)))),
        rules(
            "nothing-compared",
            "accepts joins that request components the group does not have",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public long compared() {
                    return 0;
                  }
                }),
        notCompared("q-key", McMemberRecord.Q_KEY),
        notCompared("p-key", McMemberRecord.P_KEY),
        notCompared("t-class", McMemberRecord.T_CLASS),
        notCompared("flow-label", McMemberRecord.FLOW_LABEL),
        notCompared("sl", McMemberRecord.SL),
        notCompared("hop-limit", McMemberRecord.HOP_LIMIT),
        highBit("q-key-31-bits", McMemberRecord.Q_KEY),
        highBit("t-class-7-bits", McMemberRecord.T_CLASS),
        highBit("flow-label-19-bits", McMemberRecord.FLOW_LABEL),
        highBit("sl-3-bits", McMemberRecord.SL),
        highBit("hop-limit-7-bits", McMemberRecord.HOP_LIMIT));
  }

  /// Of the groups that tests create, these bits are 0.
  private static DeviationSpec highBit(String name, Field component) {
    return deviation(
        "group." + name,
        "accepts joins that request a %s with another first bit".formatted(component.name()),
        SaEdits.ignores(
            SET.and(call ->
                call.means(ATTRIBUTE, component)
                    && call.asked(component) >>> (component.width() - 1) == 1),
            ATTRIBUTE,
            component));
  }

  private static DeviationSpec notCompared(String word, Field component) {
    return rules(
        word + "-not-compared",
        "accepts joins that request a different " + component.name(),
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public long compared() {
                return super.compared() & ~ATTRIBUTE.mask(component);
              }
            });
  }
}
