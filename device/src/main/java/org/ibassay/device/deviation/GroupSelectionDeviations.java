package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.masked;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.MTU;
import static org.ibassay.wire.sa.McMemberRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.RATE;
import static org.ibassay.wire.sa.McMemberRecord.RATE_SELECTOR;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.Selector;

/// Deviations in which multicast groups, and which of their members, a request selects.
final class GroupSelectionDeviations {
  private static final Predicate<SaCall> GET = gets(ATTRIBUTE);
  private static final Predicate<SaCall> TABLE = tables(ATTRIBUTE);
  private static final Predicate<SaCall> FOUND = GET.or(TABLE);

  private GroupSelectionDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(ignored(), selectors(), masks(), members(), parts())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> ignored() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field :
        List.of(
            McMemberRecord.P_KEY,
            McMemberRecord.SL,
            McMemberRecord.HOP_LIMIT,
            McMemberRecord.SCOPE,
            McMemberRecord.PORT_GID,
            McMemberRecord.JOIN_STATE,
            McMemberRecord.PROXY_JOIN,
            MTU,
            RATE,
            PACKET_LIFE_TIME)) {
      all.add(
          deviation(
              "group.find-ignores-" + field.name().toLowerCase(Locale.ROOT),
              "ignores %s in a request for groups".formatted(field.name()),
              SaEdits.ignores(FOUND, ATTRIBUTE, field)));
    }
    all.add(
        deviation(
            "group.get-ignores-q_key",
            "ignores Q_Key in a Get of a group",
            SaEdits.ignores(GET, ATTRIBUTE, McMemberRecord.Q_KEY)));
    return all;
  }

  private static List<DeviationSpec> selectors() {
    return List.of(
        selector(
            "greater-mtu-or-equal",
            "finds groups of the Mtu that a request for greater ones names",
            asks(MTU_SELECTOR, MTU, Selector.GREATER_THAN),
            call -> put(call, MTU, Math.max(0, call.asked(MTU) - 1))),
        selector(
            "less-mtu-or-equal",
            "finds groups of the Mtu that a request for smaller ones names",
            asks(MTU_SELECTOR, MTU, Selector.LESS_THAN),
            call -> put(call, MTU, call.asked(MTU) + 1)),
        selector(
            "greater-lifetime-or-equal",
            "finds groups of the PacketLifeTime that a request for greater ones names",
            asks(PACKET_LIFE_TIME_SELECTOR, PACKET_LIFE_TIME, Selector.GREATER_THAN),
            call -> put(call, PACKET_LIFE_TIME, Math.max(0, call.asked(PACKET_LIFE_TIME) - 1))),
        selector(
            "less-lifetime-or-equal",
            "finds groups of the PacketLifeTime that a request for smaller ones names",
            asks(PACKET_LIFE_TIME_SELECTOR, PACKET_LIFE_TIME, Selector.LESS_THAN),
            call -> put(call, PACKET_LIFE_TIME, call.asked(PACKET_LIFE_TIME) + 1)),
        selector(
            "greater-rate-is-other",
            "finds groups of every Rate but the one that a request for greater ones names",
            asks(RATE_SELECTOR, RATE, Selector.GREATER_THAN),
            call -> {
              put(call, RATE_SELECTOR, Selector.LESS_THAN);
              put(call, RATE, fastest());
            }),
        selector(
            "selectors-reversed",
            "mistakes greater for less, and less for greater",
            FOUND.and(call -> call.asked(MTU_SELECTOR) < Selector.EXACTLY),
            call -> put(call, MTU_SELECTOR, 1 - call.asked(MTU_SELECTOR))),
        selector(
            "best-mtu-is-exact",
            "finds only groups of the Mtu beside the selector for the largest",
            asks(MTU_SELECTOR, MTU, Selector.BEST),
            call -> put(call, MTU_SELECTOR, Selector.EXACTLY)),
        selector(
            "best-rate-is-exact",
            "finds only groups of the Rate beside the selector for the largest",
            asks(RATE_SELECTOR, RATE, Selector.BEST),
            call -> put(call, RATE_SELECTOR, Selector.EXACTLY)),
        deviation(
            "group.greater-rate-by-code",
            "finds groups of a greater Rate than requested by their codes",
            answersTo(
                asks(RATE_SELECTOR, RATE, Selector.GREATER_THAN),
                (call, answer) ->
                    answer.records().stream()
                            .anyMatch(record -> RATE.get(record, 0) < call.asked(RATE))
                        ? RecordAnswer.refused(SaStatus.NO_RECORDS)
                        : answer)));
  }

  private static int fastest() {
    return List.of(Rate.values()).getLast().code();
  }

  private static Predicate<SaCall> asks(Field selector, Field value, int chosen) {
    return FOUND.and(call ->
        call.means(ATTRIBUTE, selector)
            && call.means(ATTRIBUTE, value)
            && call.asked(selector) == chosen);
  }

  private static void put(SaCall call, Field field, long value) {
    field.set(call.mad(), SaHeader.DATA, value & field.max());
  }

  private static DeviationSpec selector(
      String name, String text, Predicate<SaCall> which, Consumer<SaCall> edit) {
    return deviation(
        "group." + name,
        text,
        masked(
            which,
            call -> {
              edit.accept(call);
              return call.mask();
            }));
  }

  private static List<DeviationSpec> masks() {
    return List.of(
        deviation(
            "group.first-component-only",
            "selects groups only by the first component that a request names",
            masked(FOUND, call -> Long.lowestOneBit(call.mask()))),
        deviation(
            "group.last-component-only",
            "selects groups only by the last component that a request names",
            masked(FOUND, call -> Long.highestOneBit(call.mask()))),
        deviation(
            "group.several-is-ok",
            "answers a Get that several groups match with Status 0",
            answers(
                GET,
                answer ->
                    answer.status() == SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)
                        ? RecordAnswer.of(
                            List.of(MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()])))
                        : answer)),
        deviation(
            "group.several-is-none",
            "answers a Get that several groups match with ERR_NO_RECORDS",
            answers(
                GET,
                answer ->
                    answer.status() == SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)
                        ? RecordAnswer.refused(SaStatus.NO_RECORDS)
                        : answer)),
        deviation(
            "group.whole-table-repeats",
            "returns every group twice in the table of all groups",
            answers(
                TABLE.and(call -> call.mask() == 0),
                answer ->
                    answer.withRecords(
                        answer.records().stream()
                            .flatMap(record -> Stream.of(record, record))
                            .toList()))),
        deviation(
            "group.whole-table-one-group",
            "returns only one group in the table of all groups",
            answers(
                TABLE.and(call -> call.mask() == 0),
                answer -> answer.withRecords(answer.records().stream().limit(1).toList()))));
  }

  private static List<DeviationSpec> parts() {
    return List.of(
        mgid("flags", (mgid, _) -> new Gid(mgid.prefix() | (1L << 52), mgid.guid())),
        mgid(
            "scope",
            (mgid, _) -> new Gid((mgid.prefix() & ~(0xFL << 48)) | (2L << 48), mgid.guid())),
        mgid("first-bit-of-id", (mgid, _) -> new Gid(mgid.prefix(), mgid.guid() & Long.MAX_VALUE)),
        mgid(
            "last-octet",
            (mgid, own) ->
                (mgid.guid() ^ own.guid()) >>> Byte.SIZE == 0
                    ? new Gid(mgid.prefix(), own.guid())
                    : mgid),
        deviation(
            "group.find-mlid-14-bits",
            "compares 14 bits of MLID in a request for groups",
            SaEdits.requests(
                FOUND.and(call -> call.means(ATTRIBUTE, McMemberRecord.MLID)),
                call -> put(call, McMemberRecord.MLID, call.asked(McMemberRecord.MLID) | 0xC000))));
  }

  private static DeviationSpec mgid(String part, BiFunction<Gid, Gid, Gid> as) {
    return deviation(
        "group.find-ignores-mgid-" + part,
        "ignores the %s of MGID in a request for groups".formatted(part.replace('-', ' ')),
        SaEdits.requests(
            FOUND.and(call -> call.means(ATTRIBUTE, McMemberRecord.MGID)),
            call ->
                as.apply(call.askedGid(McMemberRecord.MGID), call.requester().gid())
                    .set(McMemberRecord.MGID, call.mad(), SaHeader.DATA)));
  }

  /// @param side 1 if the group may have a greater HopLimit than requested, -1 if a smaller one
  private static DeviationSpec hopLimit(String word, int side) {
    return deviation(
        "group.hop-limit-" + word,
        "finds a group also by a %s HopLimit".formatted(word),
        SaEdits.ignores(
            FOUND.and(call ->
                call.means(ATTRIBUTE, McMemberRecord.MGID)
                    && (0x4D - call.asked(McMemberRecord.HOP_LIMIT)) * side > 0),
            ATTRIBUTE,
            McMemberRecord.HOP_LIMIT));
  }

  private static List<DeviationSpec> members() {
    Predicate<SaCall> trusted = FOUND.and(SaCall::isTrusted);
    Predicate<SaCall> untrusted = FOUND.and(call -> !call.isTrusted());
    Predicate<SaCall> fullMember =
        untrusted.and(call -> call.asked(McMemberRecord.JOIN_STATE) == 1);
    return List.of(
        deviation(
            "group.port-gid-shown-if-named",
            "returns the PortGID that a request names, trusted or not",
            records(
                untrusted.and(call -> call.means(ATTRIBUTE, McMemberRecord.PORT_GID)),
                (call, record) ->
                    call.askedGid(McMemberRecord.PORT_GID)
                        .set(McMemberRecord.PORT_GID, record, 0))),
        deviation(
            "group.join-state-shown-if-named",
            "finds groups by the JoinState that a request names, and returns it, trusted or not",
            seams -> {
              SaEdits.ignores(fullMember, ATTRIBUTE, McMemberRecord.JOIN_STATE).accept(seams);
              records(fullMember, (_, record) -> McMemberRecord.JOIN_STATE.set(record, 0, 1))
                  .accept(seams);
            }),
        hopLimit("less", 1),
        hopLimit("greater", -1),
        deviation(
            "group.trusted-port-gid-0",
            "returns PortGID 0 to trusted requests",
            records(trusted, (_, record) -> new Gid(0, 0).set(McMemberRecord.PORT_GID, record, 0))),
        deviation(
            "group.trusted-join-state-0",
            "returns JoinState 0 to trusted requests",
            records(trusted, (_, record) -> McMemberRecord.JOIN_STATE.set(record, 0, 0))),
        deviation(
            "group.trusted-proxy-join",
            "returns ProxyJoin 1 for ports that joined themselves",
            records(trusted, (_, record) -> McMemberRecord.PROXY_JOIN.set(record, 0, 1))),
        deviation(
            "group.trusted-join-state-ignored",
            "ignores JoinState in trusted requests",
            SaEdits.ignores(trusted, ATTRIBUTE, McMemberRecord.JOIN_STATE)));
  }
}
