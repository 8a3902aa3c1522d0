package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.ignores;
import static org.ibassay.device.deviation.SaEdits.masked;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.MLID;
import static org.ibassay.wire.sa.McMemberRecord.SCOPE;
import static org.ibassay.wire.sa.McMemberRecord.SL;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in what subnet administration assigns to a multicast group: MGID and MLID.
final class AssignedGroupDeviations {
  private static final Gid NONE = new Gid(0, 0);
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);
  private static final Predicate<SaCall> UNNAMED =
      SET.and(call -> call.askedGid(MGID).equals(NONE));

  private AssignedGroupDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "group.assigned-none",
            "rejects the creation of a group with MGID 0",
            answersTo(UNNAMED, (_, _) -> RecordAnswer.refused(SaStatus.REQ_INVALID))),
        prefix("assigned-not-transient", "that is not transient", prefix -> prefix & ~(1L << 52)),
        prefix("assigned-other-signature", "without the signature", prefix -> prefix ^ 1L << 32),
        prefix("assigned-global", "of global scope", prefix -> prefix | 0xEL << 48),
        deviation(
            "group.assigned-scope-ignored",
            "assigns an MGID of link-local scope, whatever scope is requested",
            ignores(UNNAMED, ATTRIBUTE, SCOPE)),
        deviation(
            "group.assigned-same",
            "assigns the same MGID again",
            AssignedGroupDeviations::assignedOnce),
        deviation(
            "group.assigned-not-found",
            "finds no group that has an assigned MGID",
            answersTo(
                gets(ATTRIBUTE)
                    .and(call -> (call.askedGid(MGID).prefix() >>> 32 & 0xFFFF) == 0xA01B),
                (_, _) -> RecordAnswer.refused(SaStatus.NO_RECORDS))),
        deviation(
            "group.assigned-without-sl",
            "creates a group with MGID 0 and without SL",
            masked(UNNAMED, call -> call.mask() | ATTRIBUTE.mask(SL))),
        deviation(
            "group.mlid-of-request",
            "assigns the MLID that a request names, even a unicast LID",
            records(
                SET.and(call -> call.means(ATTRIBUTE, MLID)),
                (call, record) -> MLID.set(record, 0, call.asked(MLID)))));
  }

  private static DeviationSpec prefix(String name, String text, LongUnaryOperator wrong) {
    return deviation(
        "group." + name,
        "assigns an MGID " + text,
        records(
            UNNAMED,
            (_, record) -> {
              Gid mgid = Gid.get(MGID, record, 0);
              new Gid(wrong.applyAsLong(mgid.prefix()), mgid.guid()).set(MGID, record, 0);
            }));
  }

  private static void assignedOnce(Seams seams) {
    Gid[] first = {NONE};
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public long componentMask(SaCall call) {
            if (UNNAMED.test(call)) {
              first[0].set(MGID, call.mad(), SaHeader.DATA);
            }
            return super.componentMask(call);
          }

          @Override
          public RecordAnswer answer(SaCall call, RecordAnswer found) {
            RecordAnswer answer = super.answer(call, found);
            if (SET.test(call) && answer.status() == 0) {
              Gid mgid = Gid.get(MGID, answer.records().getFirst(), 0);
              first[0] = (mgid.prefix() >>> 32 & 0xFFFF) == 0xA01B ? mgid : first[0];
            }
            return answer;
          }
        });
  }
}
