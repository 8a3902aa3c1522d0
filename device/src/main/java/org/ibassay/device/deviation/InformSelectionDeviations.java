package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.ignores;
import static org.ibassay.device.deviation.SaEdits.masked;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.InformInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.InformInfoRecord.INFORM_INFO;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in which subscriptions a request selects.
final class InformSelectionDeviations {
  private static final Predicate<SaCall> GET = gets(ATTRIBUTE);
  private static final Predicate<SaCall> TABLE = tables(ATTRIBUTE);
  private static final Predicate<SaCall> FOUND = GET.or(TABLE);
  private static final Field GID = INFORM_INFO.of(InformInfo.GID_FIELD);
  private static final Field LID_RANGE_END = INFORM_INFO.of(InformInfo.LID_RANGE_END);
  private static final Field SUBSCRIBE = INFORM_INFO.of(InformInfo.SUBSCRIBE);
  private static final Field TYPE = INFORM_INFO.of(InformInfo.TYPE);
  private static final Field QPN = INFORM_INFO.of(InformInfo.QPN);
  private static final Field RESP_TIME_VALUE = INFORM_INFO.of(InformInfo.RESP_TIME_VALUE);
  private static final Field PRODUCER_TYPE = INFORM_INFO.of(InformInfo.PRODUCER_TYPE_VENDOR_ID);

  private InformSelectionDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(ignored(), masks(), partly(), answered()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> ignored() {
    return List.of(
        ignored("find-subscriber-gid", FOUND, InformInfoRecord.SUBSCRIBER_GID),
        ignored("find-enum", FOUND, InformInfoRecord.ENUM),
        ignored("find-gid", FOUND, GID),
        ignored("find-lid-range-begin", FOUND, INFORM_INFO.of(InformInfo.LID_RANGE_BEGIN)),
        ignored("find-lid-range-end", FOUND, LID_RANGE_END),
        ignored("find-is-generic", FOUND, INFORM_INFO.of(InformInfo.IS_GENERIC)),
        ignored("find-subscribe", FOUND, SUBSCRIBE),
        ignored("find-type", FOUND, TYPE),
        ignored("find-trap-number", FOUND, INFORM_INFO.of(InformInfo.TRAP_NUMBER_DEVICE_ID)),
        ignored("find-qpn", FOUND, QPN),
        ignored("find-resp-time-value", FOUND, RESP_TIME_VALUE),
        ignored("find-producer-type", FOUND, PRODUCER_TYPE),
        ignored("get-subscribe", GET, SUBSCRIBE),
        ignored("table-gid", TABLE, GID));
  }

  private static DeviationSpec ignored(String name, Predicate<SaCall> which, Field component) {
    return deviation(
        "inform.%s-ignored".formatted(name),
        "ignores %s in a request for InformInfoRecords".formatted(component.name()),
        ignores(which, ATTRIBUTE, component));
  }

  private static List<DeviationSpec> masks() {
    return List.of(
        deviation(
            "inform.first-component-only",
            "selects InformInfoRecords only by the first component that a request names",
            masked(FOUND, call -> Long.lowestOneBit(call.mask()))),
        deviation(
            "inform.last-component-only",
            "selects InformInfoRecords only by the last component that a request names",
            masked(FOUND, call -> Long.highestOneBit(call.mask()))),
        deviation(
            "inform.two-components-only",
            "ignores a third component in a request for InformInfoRecords",
            masked(
                FOUND,
                call ->
                    Long.bitCount(call.mask()) > 2
                        ? call.mask() & ~Long.highestOneBit(call.mask())
                        : call.mask())),
        deviation(
            "inform.reserved-components-not-counted",
            "numbers RespTimeValue and ProducerType without the reserved components before them",
            masked(
                FOUND,
                call ->
                    (call.mask() & 0xFFF)
                        | moved(call, 12, RESP_TIME_VALUE)
                        | moved(call, 13, PRODUCER_TYPE))),
        deviation(
            "inform.find-gid-whenever-not-0",
            "selects by GID whenever it is not 0, even if the ComponentMask does not name it",
            masked(
                FOUND,
                call ->
                    call.askedGid(GID).number().signum() == 0
                        ? call.mask()
                        : call.mask() | ATTRIBUTE.mask(GID))));
  }

  private static long moved(SaCall call, int bit, Field component) {
    return (call.mask() >> bit & 1) == 0 ? 0 : ATTRIBUTE.mask(component);
  }

  private static List<DeviationSpec> partly() {
    return List.of(
        partly("type-low-byte", TYPE, 0xFF),
        partly("lid-range-end-low-byte", LID_RANGE_END, 0xFF),
        partly("producer-type-low-byte", PRODUCER_TYPE, 0xFF),
        partly("qpn-16-bits", QPN, 0xFFFF));
  }

  /// Subscriptions have no higher bits there: requested ones are dropped.
  private static DeviationSpec partly(String name, Field component, long bits) {
    return deviation(
        "inform.find-" + name,
        "compares only the last bits of %s in a request for InformInfoRecords"
            .formatted(component.name()),
        masked(
            FOUND,
            call -> {
              component.set(call.mad(), SaHeader.DATA, call.asked(component) & bits);
              return call.mask();
            }));
  }

  private static List<DeviationSpec> answered() {
    return List.of(
        several("several-is-ok", "Status 0", RecordAnswer.of(List.of(zeros()))),
        several("several-is-none", "ERR_NO_RECORDS", RecordAnswer.refused(SaStatus.NO_RECORDS)),
        deviation(
            "inform.first-record-twice",
            "returns the first InformInfoRecord of a table twice",
            answers(
                TABLE,
                answer ->
                    answer.withRecords(
                        Stream.concat(answer.records().stream(), answer.records().stream().limit(1))
                            .toList()))),
        deviation(
            "inform.two-components-find-none",
            "has no InformInfoRecords if several components are requested",
            answersTo(
                FOUND,
                (call, answer) ->
                    Long.bitCount(call.mask()) > 1
                        ? RecordAnswer.refused(SaStatus.NO_RECORDS)
                        : answer)));
  }

  private static MemorySegment zeros() {
    return MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]);
  }

  private static DeviationSpec several(String name, String text, RecordAnswer instead) {
    return deviation(
        "inform." + name,
        "answers a Get that several InformInfoRecords match with " + text,
        answers(
            GET,
            answer ->
                answer.status() == SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)
                    ? instead
                    : answer));
  }
}
