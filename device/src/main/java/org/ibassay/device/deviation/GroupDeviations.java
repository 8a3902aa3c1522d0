package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the records of multicast groups, and in how they are selected.
final class GroupDeviations {
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);
  private static final Predicate<SaCall> DELETE = calls(SaMethod.DELETE, ATTRIBUTE);
  private static final Predicate<SaCall> GET = gets(ATTRIBUTE);
  private static final Predicate<SaCall> TABLE = tables(ATTRIBUTE);
  private static final Predicate<SaCall> FOUND = GET.or(TABLE);
  private static final Predicate<SaCall> ANY = FOUND.or(SET);
  private static final Gid SOMEBODY = new Gid(Gid.DEFAULT_PREFIX, 0x0200_1BA5_0001_0000L);

  private GroupDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(contents(), members(), selection(), statuses(), support())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> contents() {
    return List.of(
        value("q-key-low-bit", McMemberRecord.Q_KEY, key -> key ^ 1, ANY, "every answer"),
        value("q-key-0-in-get", McMemberRecord.Q_KEY, _ -> 0, GET, "the answer to a Get"),
        value("t-class-0", McMemberRecord.T_CLASS, _ -> 0, ANY, "every answer"),
        value("p-key-limited", McMemberRecord.P_KEY, key -> key & 0x7FFF, ANY, "every answer"),
        value("sl-1", McMemberRecord.SL, _ -> 1, ANY, "every answer"),
        value("flow-label-0-in-set", McMemberRecord.FLOW_LABEL, _ -> 0, SET, "the answer to a Set"),
        value(
            "flow-label-16-bits", McMemberRecord.FLOW_LABEL, f -> f & 0xFFFF, ANY, "every answer"),
        value("mtu-next", McMemberRecord.MTU, mtu -> mtu + 1, ANY, "every answer"),
        value("rate-2.5", McMemberRecord.RATE, _ -> 2, GET, "the answer to a Get"),
        value("scope-0", McMemberRecord.SCOPE, _ -> 0, FOUND, "the answer to a Get"),
        value("mlid-other-in-get", McMemberRecord.MLID, l -> l + 1, GET, "the answer to a Get"),
        value("mlid-0-in-set", McMemberRecord.MLID, _ -> 0, SET, "the answer to a Set"),
        value("proxy-join-in-set", McMemberRecord.PROXY_JOIN, _ -> 1, SET, "the answer to a Set"),
        value("join-state-0-in-set", McMemberRecord.JOIN_STATE, _ -> 0, SET, "the answer to a Set"),
        joined("join-mtu-0", McMemberRecord.MTU),
        joined("join-p-key-0", McMemberRecord.P_KEY),
        joined("join-flow-label-0", McMemberRecord.FLOW_LABEL),
        deviation(
            "group.delete-answer-empty",
            "answers a Delete with a record of zeros",
            records(DELETE, (_, record) -> record.fill((byte) 0))),
        deviation(
            "group.delete-answer-without-port",
            "returns PortGID 0 in the answer to a Delete",
            records(DELETE, (_, record) -> new Gid(0, 0).set(McMemberRecord.PORT_GID, record, 0))),
        deviation(
            "group.mgid-low-bit",
            "returns MGID with another bit in every answer",
            records(
                ANY,
                (_, record) -> {
                  Gid gid = Gid.get(McMemberRecord.MGID, record, 0);
                  new Gid(gid.prefix(), gid.guid() ^ 1).set(McMemberRecord.MGID, record, 0);
                })),
        deviation(
            "group.port-gid-0-in-set",
            "returns PortGID 0 in the answer to a Set",
            records(SET, (_, record) -> new Gid(0, 0).set(McMemberRecord.PORT_GID, record, 0))),
        deviation(
            "group.proxied-other-mlid",
            "returns another MLID to a port that joins by another's request",
            proxied(McMemberRecord.MLID, mlid -> mlid + 1)),
        deviation(
            "group.proxied-q-key-0",
            "returns Q_Key 0 to a port that joins by another's request",
            proxied(McMemberRecord.Q_KEY, _ -> 0)),
        deviation(
            "group.proxied-join-state-0",
            "returns JoinState 0 to a port that joins by another's request",
            proxied(McMemberRecord.JOIN_STATE, _ -> 0)));
  }

  private static Consumer<Seams> proxied(Field field, LongUnaryOperator wrong) {
    return records(
        SET.and(call -> !call.askedGid(McMemberRecord.PORT_GID).equals(call.requester().gid())),
        (_, record) -> field.set(record, 0, wrong.applyAsLong(field.get(record, 0))));
  }

  private static DeviationSpec joined(String name, Field field) {
    return deviation(
        "group." + name,
        "returns %s 0 to a port that joins without specifying it".formatted(field.name()),
        records(
            SET.and(call -> !call.means(ATTRIBUTE, field)),
            (_, record) -> field.set(record, 0, 0)));
  }

  private static DeviationSpec value(
      String name, Field field, LongUnaryOperator wrong, Predicate<SaCall> which, String where) {
    return deviation(
        "group." + name,
        "returns another %s in %s".formatted(field.name(), where),
        records(
            which,
            (_, record) ->
                field.set(record, 0, wrong.applyAsLong(field.get(record, 0)) & field.max())));
  }

  private static List<DeviationSpec> members() {
    return List.of(
        deviation(
            "group.port-gid-shown",
            "shows a member's PortGID to everyone",
            records(FOUND, (_, record) -> SOMEBODY.set(McMemberRecord.PORT_GID, record, 0))),
        value("join-state-shown", McMemberRecord.JOIN_STATE, _ -> 1, FOUND, "every answer"),
        value("proxy-join-shown", McMemberRecord.PROXY_JOIN, _ -> 1, GET, "every answer"));
  }

  private static List<DeviationSpec> selection() {
    return List.of(
        ignored("mgid", McMemberRecord.MGID, FOUND),
        ignored("mlid", McMemberRecord.MLID, TABLE),
        ignored("q-key", McMemberRecord.Q_KEY, TABLE),
        ignored("t-class", McMemberRecord.T_CLASS, TABLE),
        ignored("flow-label", McMemberRecord.FLOW_LABEL, TABLE),
        deviation("group.table-empty", "returns no groups in tables", answers(TABLE, _ -> none())),
        deviation(
            "group.table-mlid-other",
            "returns another MLID in tables",
            records(
                TABLE,
                (_, record) ->
                    McMemberRecord.MLID.set(record, 0, McMemberRecord.MLID.get(record, 0) + 1))),
        deviation(
            "group.get-finds-none",
            "finds no group by a Get",
            answers(GET, _ -> RecordAnswer.refused(SaStatus.NO_RECORDS))));
  }

  private static DeviationSpec ignored(String word, Field component, Predicate<SaCall> which) {
    return deviation(
        "group.%s-ignored".formatted(word),
        "ignores %s in a request for groups".formatted(component.name()),
        SaEdits.ignores(which, ATTRIBUTE, component));
  }

  private static List<DeviationSpec> statuses() {
    return List.of(
        status("set-status-no-resources", "a Set", SET, SaStatus.NO_RESOURCES),
        status("delete-status-denied", "a Delete", DELETE, SaStatus.REQ_DENIED),
        status("get-status-no-records", "a Get", GET, SaStatus.NO_RECORDS),
        missing("missing-is-ok", "an empty record", new RecordAnswer(0, List.of(empty()))),
        missing(
            "missing-is-invalid", "ERR_REQ_INVALID", RecordAnswer.refused(SaStatus.REQ_INVALID)),
        deviation(
            "group.refused-delete-is-ok",
            "answers a Delete of a record that does not exist with Status 0",
            answers(DELETE, answer -> answer.status() == 0 ? answer : one())),
        deviation(
            "group.insufficient-is-invalid",
            "answers a Set without a component that it needs with ERR_REQ_INVALID",
            answers(
                SET,
                answer ->
                    is(answer, SaStatus.REQ_INSUFFICIENT_COMPONENTS)
                        ? RecordAnswer.refused(SaStatus.REQ_INVALID)
                        : answer)),
        deviation(
            "group.unknown-port-joins",
            "answers a join for a port that does not exist with Status 0",
            answers(SET, answer -> is(answer, SaStatus.REQ_INVALID_GID) ? one() : answer)),
        deviation(
            "group.created-once",
            "rejects the creation of a group that existed before",
            GroupDeviations::createdOnce),
        deviation(
            "group.delete-hides-all",
            "finds no group after one was left",
            GroupDeviations::hidden));
  }

  private static boolean is(RecordAnswer answer, int status) {
    return answer.status() == SaStatus.inStatus(status);
  }

  private static DeviationSpec status(
      String name, String request, Predicate<SaCall> which, int status) {
    return deviation(
        "group." + name,
        "executes %s and answers %s".formatted(request, SaStatus.name(status)),
        answers(
            which,
            answer ->
                answer.status() == 0 ? answer.withStatus(SaStatus.inStatus(status)) : answer));
  }

  private static DeviationSpec missing(String name, String text, RecordAnswer wrong) {
    return deviation(
        "group." + name,
        "answers a Get of a group that does not exist with " + text,
        answers(GET, answer -> is(answer, SaStatus.NO_RECORDS) ? wrong : answer));
  }

  private static void createdOnce(Seams seams) {
    Set<Gid> left = new HashSet<>();
    answersTo(
            SET.or(DELETE),
            (call, answer) -> {
              Gid mgid = call.askedGid(McMemberRecord.MGID);
              if (call.method() == SaMethod.DELETE && answer.status() == 0) {
                left.add(mgid);
              }
              return call.method() == SaMethod.SET && left.contains(mgid)
                  ? RecordAnswer.refused(SaStatus.NO_RESOURCES)
                  : answer;
            })
        .accept(seams);
  }

  private static void hidden(Seams seams) {
    boolean[] isHidden = {false};
    answersTo(
            call -> call.isFor(ATTRIBUTE),
            (call, answer) -> {
              isHidden[0] |= call.method() == SaMethod.DELETE && answer.status() == 0;
              isHidden[0] &= call.method() != SaMethod.SET;
              return isHidden[0] && GET.test(call)
                  ? RecordAnswer.refused(SaStatus.NO_RECORDS)
                  : answer;
            })
        .accept(seams);
  }

  private static List<DeviationSpec> support() {
    return List.of(
        deviation(
            "group.not-declared",
            "has groups and gives IsUDMulticastSupported 0",
            records(
                gets(ClassPortInfo.ATTRIBUTE),
                (_, record) -> ClassPortInfo.IS_UD_MULTICAST_SUPPORTED.set(record, 0, 0))),
        deviation(
                "group.declared-absent",
                "has no groups and gives IsUDMulticastSupported 1",
                records(
                    gets(ClassPortInfo.ATTRIBUTE),
                    (_, record) -> ClassPortInfo.IS_UD_MULTICAST_SUPPORTED.set(record, 0, 1)))
            .on(SimParameter.MULTICAST, 0),
        deviation(
                "group.absent-is-ok",
                "has no groups and answers a Set with Status 0",
                answers(SET, _ -> one()))
            .on(SimParameter.MULTICAST, 0));
  }

  private static RecordAnswer none() {
    return RecordAnswer.of(List.of());
  }

  private static RecordAnswer one() {
    return RecordAnswer.of(List.of(empty()));
  }

  private static MemorySegment empty() {
    return MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]);
  }
}
