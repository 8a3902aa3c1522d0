package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// Deviations in the responses to methods that an attribute of subnet administration does not
/// support.
final class MethodDeviations {
  private static final int LAST_OF_CLASS = 0x1F;

  private MethodDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        taken("set-node", "a Set of NodeRecord", calls(SaMethod.SET, NodeRecord.ATTRIBUTE)),
        taken("set-path", "a Set of PathRecord", calls(SaMethod.SET, PathRecord.ATTRIBUTE)),
        taken(
            "set-class-port-info",
            "a Set of ClassPortInfo",
            calls(SaMethod.SET, ClassPortInfo.ATTRIBUTE)),
        taken(
            "delete-node", "a Delete of NodeRecord", calls(SaMethod.DELETE, NodeRecord.ATTRIBUTE)),
        taken(
            "delete-link", "a Delete of LinkRecord", calls(SaMethod.DELETE, LinkRecord.ATTRIBUTE)),
        taken(
            "delete-arbitration",
            "a Delete of VLArbitrationTableRecord",
            calls(SaMethod.DELETE, VlArbitrationTableRecord.ATTRIBUTE)),
        taken(
            "class-port-info-table",
            "a GetTable of ClassPortInfo",
            calls(SaMethod.GET_TABLE, ClassPortInfo.ATTRIBUTE)),
        taken("inform-info-get", "a Get of InformInfo", calls(SaMethod.GET, InformInfo.ATTRIBUTE)),
        taken("unknown", "an unknown method", MethodDeviations::isUnknown),
        taken("last-unknown", "method 0x1F", call -> call.method() == LAST_OF_CLASS),
        taken(
            "multi-node",
            "a GetMulti of NodeRecord",
            call -> isNode(call) && call.method() == SaMethod.GET_MULTI),
        taken(
            "trace-node",
            "a GetTraceTable of NodeRecord",
            call -> isNode(call) && call.method() == SaMethod.GET_TRACE_TABLE),
        deviation(
            "method.unknown-kills",
            "answers nothing after an unknown method",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      private boolean isDead;

                      @Override
                      public boolean hears(SaCall call) {
                        isDead |= isUnknown(call);
                        return !isDead && super.hears(call);
                      }
                    })),
        deviation(
            "method.set-kills-class-port-info",
            "rejects ClassPortInfo after a Set of NodeRecord",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      private boolean isOff;

                      @Override
                      public RecordAnswer answer(SaCall call, RecordAnswer found) {
                        isOff |= isNode(call) && call.method() == SaMethod.SET;
                        return isOff && call.isFor(ClassPortInfo.ATTRIBUTE)
                            ? RecordAnswer.UNSUPPORTED
                            : super.answer(call, found);
                      }
                    })));
  }

  private static DeviationSpec taken(String name, String what, Predicate<SaCall> which) {
    return deviation(
        "method." + name + "-taken",
        "answers %s with success".formatted(what),
        answersTo(which, (call, _) -> RecordDeviations.zeros(call)));
  }

  private static boolean isNode(SaCall call) {
    return call.isFor(NodeRecord.ATTRIBUTE);
  }

  private static boolean isUnknown(SaCall call) {
    return SaMethod.name(call.method()).startsWith("SA method");
  }
}
