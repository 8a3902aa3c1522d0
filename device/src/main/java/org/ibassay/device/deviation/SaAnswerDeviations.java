package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.lengths;
import static org.ibassay.device.deviation.SaEdits.segments;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// Deviations in all responses: no working subnet administration, and wrong headers.
final class SaAnswerDeviations {
  /// Status.Busy (13.4.7): discarded, the requester should retry.
  private static final RecordAnswer BUSY = new RecordAnswer(1, List.of());

  private static final int CUT = 100;
  private static final long LOWER_HALF = 0xFFFF_FFFFL;

  /// Periods with which the responses of a long test are wrong at one step or another.
  private static final List<Integer> PERIODS = List.of(3, 5);

  private SaAnswerDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(wholes(), headers(), inTurn()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> wholes() {
    return List.of(
        deviation("sa.silent", "answers nothing", deafTo(SaAnswerDeviations::isAny)),
        deviation(
            "sa.silent-to-tables",
            "does not answer GetTable",
            deafTo(SaAnswerDeviations::isForTable)),
        deviation(
            "sa.echoes",
            "answers each request with the request's own record",
            SaEdits.answersTo(
                SaAnswerDeviations::isAny, (call, _) -> new RecordAnswer(0, List.of(data(call))))),
        deviation(
            "sa.garbage",
            "answers each request with a record of garbage",
            SaAnswerDeviations::garbage),
        deviation(
            "sa.nothing",
            "finds nothing, whatever the request",
            answers(SaAnswerDeviations::isAny, answer -> answer.withRecords(List.of()))),
        deviation("sa.busy", "is always busy", answers(SaAnswerDeviations::isAny, _ -> BUSY)),
        deviation(
            "sa.cuts-answers",
            "answers with the first 100 bytes of each MAD only",
            lengths(SaAnswerDeviations::isAny, CUT)),
        deviation(
            "sa.transaction-id-lower-half",
            "returns the lower half of the TransactionID with a table of ServiceRecords",
            segments(
                call -> isForTable(call) && call.attributeId() == ServiceRecord.ATTRIBUTE.id(),
                mad ->
                    MadHeader.TRANSACTION_ID.set(
                        mad, 0, MadHeader.TRANSACTION_ID.get(mad, 0) & LOWER_HALF))),
        deviation(
            "sa.tables-byte-short",
            "sends each MAD of a table without its last byte",
            lengths(SaAnswerDeviations::isForTable, Smp.BYTES_OF_MAD - 1)));
  }

  private static List<DeviationSpec> headers() {
    return Stream.of(
            header("transaction-id-next", "TransactionID", MadHeader.TRANSACTION_ID, id -> id + 1),
            header(
                "method-of-request",
                "Method",
                MadHeader.METHOD,
                method -> method & ~Method.RESPONSE_BIT),
            header("attribute-id-next", "AttributeID", MadHeader.ATTRIBUTE_ID, id -> id + 1),
            header(
                "attribute-modifier-1",
                "AttributeModifier",
                MadHeader.ATTRIBUTE_MODIFIER,
                modifier -> modifier ^ 1),
            header("base-version-0", "BaseVersion", MadHeader.BASE_VERSION, _ -> 0),
            header("class-version-1", "ClassVersion", MadHeader.CLASS_VERSION, _ -> 1),
            header("sm-key-shown", "SM_Key", SaHeader.SM_KEY, _ -> 1))
        .flatMap(List::stream)
        .toList();
  }

  /// Executes requests, but periodically responds with an error.
  private static List<DeviationSpec> inTurn() {
    return PERIODS.stream()
        .map(period ->
            deviation(
                "sa.refuses-each-%d".formatted(period),
                "returns an error status in one of every %d answers".formatted(period),
                seams -> {
                  int[] count = {0};
                  answers(
                          SaAnswerDeviations::isAny,
                          answer ->
                              answer.status() == 0 && ++count[0] % period == 0
                                  ? answer.withStatus(SaStatus.inStatus(SaStatus.REQ_INVALID))
                                  : answer)
                      .accept(seams);
                }))
        .toList();
  }

  private static List<DeviationSpec> header(
      String name, String text, Field field, LongUnaryOperator edit) {
    Consumer<MemorySegment> spoil =
        mad -> field.set(mad, 0, edit.applyAsLong(field.get(mad, 0)) & field.max());
    return List.of(
        deviation(
            "sa." + name,
            "returns another " + text + " in every answer",
            segments(SaAnswerDeviations::isAny, spoil)),
        deviation(
            "sa." + name + "-in-table",
            "returns another " + text + " in tables",
            segments(SaAnswerDeviations::isForTable, spoil)));
  }

  private static Consumer<Seams> deafTo(Predicate<SaCall> which) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public boolean hears(SaCall call) {
                return !which.test(call) && super.hears(call);
              }
            });
  }

  private static void garbage(Seams seams) {
    Random random = new Random(seams.seed());
    SaEdits.answersTo(
            SaAnswerDeviations::isAny,
            (call, _) -> {
              byte[] record = new byte[length(call)];
              random.nextBytes(record);
              return new RecordAnswer(0, List.of(MemorySegment.ofArray(record)));
            })
        .accept(seams);
  }

  private static boolean isAny(SaCall call) {
    return true;
  }

  private static boolean isForTable(SaCall call) {
    return call.method() == SaMethod.GET_TABLE;
  }

  private static MemorySegment data(SaCall call) {
    MemorySegment all = call.mad().asSlice(SaHeader.DATA);
    return all.asSlice(0, Math.min(length(call), all.byteSize()));
  }

  private static int length(SaCall call) {
    return SaAttributes.of(call.attributeId())
        .map(attribute -> attribute.layout().bytes())
        .orElse(SaHeader.DATA_BYTES);
  }
}
