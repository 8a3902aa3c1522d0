package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// Deviations in the status of rejections: the request is rejected for the wrong reason.
final class RefusalDeviations {
  private static final int RESERVED = 0x7F;

  private static final Predicate<SaCall> JOIN = calls(SaMethod.SET, McMemberRecord.ATTRIBUTE);
  private static final Predicate<SaCall> LEAVE = calls(SaMethod.DELETE, McMemberRecord.ATTRIBUTE);
  private static final Predicate<SaCall> INFORM = calls(SaMethod.SET, InformInfo.ATTRIBUTE);
  private static final Predicate<SaCall> OFFER = calls(SaMethod.SET, ServiceRecord.ATTRIBUTE);
  private static final Predicate<SaCall> WITHDRAWAL =
      calls(SaMethod.DELETE, ServiceRecord.ATTRIBUTE);
  private static final Predicate<SaCall> PATH = call -> call.isFor(PathRecord.ATTRIBUTE);

  private RefusalDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(groups(), others()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> groups() {
    return List.of(
        with("join-no-records", "a Set of MCMemberRecord", JOIN, SaStatus.NO_RECORDS),
        with("join-no-resources", "a Set of MCMemberRecord", JOIN, SaStatus.NO_RESOURCES),
        with(
            "join-state-insufficient",
            "a Set of MCMemberRecord with JoinState 0",
            JOIN.and(call -> call.asked(McMemberRecord.JOIN_STATE) == 0),
            SaStatus.REQ_INSUFFICIENT_COMPONENTS),
        with(
            "creator-denied",
            "the creation of a group by a port that is not a full member",
            JOIN.and(call -> (call.asked(McMemberRecord.JOIN_STATE) & 1) == 0)
                .and(means(McMemberRecord.ATTRIBUTE, McMemberRecord.Q_KEY)),
            SaStatus.REQ_DENIED),
        with(
            "mgid-insufficient",
            "a Set of MCMemberRecord with an MGID that is not multicast",
            JOIN.and(call -> call.askedGid(McMemberRecord.MGID).prefix() >>> 56 == 0xFE),
            SaStatus.REQ_INSUFFICIENT_COMPONENTS),
        with(
            "join-port-denied",
            "a join for a port that does not exist",
            JOIN.and(call -> isUnknown(call, call.askedGid(McMemberRecord.PORT_GID))),
            SaStatus.REQ_DENIED),
        with(
            "mtu-no-resources",
            "a Set of MCMemberRecord with an MTU or rate that does not exist",
            JOIN.and(call ->
                call.asked(McMemberRecord.MTU) == McMemberRecord.MTU.max()
                    || call.asked(McMemberRecord.RATE) == McMemberRecord.RATE.max()),
            SaStatus.NO_RESOURCES),
        with(
            "join-without-mgid-denied",
            "a join without MGID",
            JOIN.and(means(McMemberRecord.ATTRIBUTE, McMemberRecord.MGID).negate()),
            SaStatus.REQ_DENIED),
        with("leave-no-records", "a Delete of MCMemberRecord", LEAVE, SaStatus.NO_RECORDS),
        with("leave-reserved", "a Delete of MCMemberRecord", LEAVE, RESERVED),
        with(
            "leave-bits-denied",
            "a Delete of MCMemberRecord with SendOnlyNonMember, which the port does not have",
            LEAVE.and(call -> call.asked(McMemberRecord.JOIN_STATE) == 4),
            SaStatus.REQ_DENIED),
        with(
            "leave-without-port-no-records",
            "a Delete of MCMemberRecord without PortGID",
            LEAVE.and(means(McMemberRecord.ATTRIBUTE, McMemberRecord.PORT_GID).negate()),
            SaStatus.NO_RECORDS));
  }

  private static List<DeviationSpec> others() {
    return List.of(
        with("inform-no-resources", "a Set of InformInfo", INFORM, SaStatus.NO_RESOURCES),
        with(
            "inform-end-too-many",
            "the end of a subscription that does not exist",
            INFORM.and(call -> call.asked(InformInfo.SUBSCRIBE) == 0),
            SaStatus.TOO_MANY_RECORDS),
        with(
            "inform-subscribe-no-records",
            "a Set of InformInfo with Subscribe 2",
            INFORM.and(call -> call.asked(InformInfo.SUBSCRIBE) > 1),
            SaStatus.NO_RECORDS),
        with(
            "inform-gid-no-records",
            "a subscription to events of a port that does not exist",
            INFORM.and(call -> isUnknown(call, call.askedGid(InformInfo.GID_FIELD))),
            SaStatus.NO_RECORDS),
        with("service-set-no-records", "a Set of ServiceRecord", OFFER, SaStatus.NO_RECORDS),
        with(
            "service-delete-too-many",
            "a Delete of ServiceRecord",
            WITHDRAWAL,
            SaStatus.TOO_MANY_RECORDS),
        with(
            "service-delete-p-key-insufficient",
            "a Delete of ServiceRecord with another ServiceP_Key",
            WITHDRAWAL.and(call ->
                call.asked(ServiceRecord.SERVICE_P_KEY) != 0x7FFF
                    && call.asked(ServiceRecord.SERVICE_P_KEY) != 0xFFFF),
            SaStatus.REQ_INSUFFICIENT_COMPONENTS),
        with(
            "multi-path-denied",
            "a MultiPathRecord without SGIDCount",
            call ->
                call.isFor(MultiPathRecord.ATTRIBUTE)
                    && !call.means(MultiPathRecord.ATTRIBUTE, MultiPathRecord.S_GID_COUNT),
            SaStatus.REQ_DENIED),
        with(
            "multi-path-gid-insufficient",
            "a MultiPathRecord with the GID of a port that does not exist",
            call ->
                call.isFor(MultiPathRecord.ATTRIBUTE)
                    && isUnknown(call, call.askedGid(MultiPathRecord.SD_GID)),
            SaStatus.REQ_INSUFFICIENT_COMPONENTS),
        with("path-too-many", "a request for a path", PATH, SaStatus.TOO_MANY_RECORDS),
        with(
            "path-destination-denied",
            "a request for a path to a port that does not exist",
            PATH.and(call -> isUnknown(call, call.askedGid(PathRecord.DGID))),
            SaStatus.REQ_DENIED));
  }

  private static boolean isUnknown(SaCall call, Gid gid) {
    return !gid.equals(new Gid(0, 0)) && call.subnet().byGid(gid).isEmpty();
  }

  private static Predicate<SaCall> means(SaAttribute attribute, Field component) {
    return call -> call.means(attribute, component);
  }

  private static DeviationSpec with(
      String name, String request, Predicate<SaCall> which, int code) {
    return deviation(
        "refusal." + name,
        "rejects %s with %s".formatted(request, SaStatus.name(code)),
        answersTo(
            which,
            (_, answer) ->
                answer.status() == 0 ? answer : answer.withStatus(SaStatus.inStatus(code))));
  }
}
