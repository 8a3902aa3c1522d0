package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.RATE_SELECTOR;
import static org.ibassay.wire.sa.Selector.BEST;
import static org.ibassay.wire.sa.Selector.EXACTLY;
import static org.ibassay.wire.sa.Selector.GREATER_THAN;
import static org.ibassay.wire.sa.Selector.LESS_THAN;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the selection of paths by the components of a request.
final class PathSelectionDeviations {
  private static final Map<Field, Field> SELECTORS =
      Map.of(MTU, MTU_SELECTOR, RATE, RATE_SELECTOR, PACKET_LIFE_TIME, PACKET_LIFE_TIME_SELECTOR);

  private PathSelectionDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field :
        List.of(
            PathRecord.DLID,
            PathRecord.SLID,
            PathRecord.P_KEY,
            PathRecord.SL,
            MTU,
            RATE,
            PACKET_LIFE_TIME)) {
      all.add(ignored("-in-get", "a Get", field, gets(ATTRIBUTE)));
      all.add(ignored("-in-table", "a table", field, tables(ATTRIBUTE)));
    }
    SELECTORS.forEach((value, selector) -> all.addAll(ofSelector(value, selector)));
    all.addAll(others());
    all.addAll(numbers());
    all.addAll(routed());
    all.addAll(lids());
    return all;
  }

  private static DeviationSpec ignored(
      String word, String text, Field field, Predicate<SaCall> which) {
    return deviation(
        "pathselect.%s-ignored%s".formatted(word(field), word),
        "ignores %s in a request for %s of paths".formatted(field.name(), text),
        SaEdits.ignores(which, ATTRIBUTE, field));
  }

  private static List<DeviationSpec> ofSelector(Field value, Field selector) {
    return List.of(
        taken(value, selector, GREATER_THAN, EXACTLY, "greater-as-exactly"),
        taken(value, selector, LESS_THAN, EXACTLY, "less-as-exactly"),
        taken(value, selector, EXACTLY, GREATER_THAN, "exactly-as-greater"),
        taken(value, selector, BEST, EXACTLY, "best-as-exactly"),
        taken(value, selector, GREATER_THAN, LESS_THAN, "greater-as-less"),
        taken(value, selector, LESS_THAN, GREATER_THAN, "less-as-greater"),
        deviation(
            "pathselect.%s-greater-or-equal".formatted(word(value)),
            "mistakes \"greater than\" of %s for \"not less than\"".formatted(value.name()),
            asked(
                PathSelectionDeviations::isForPaths,
                call -> {
                  long wished = call.asked(value);
                  if (call.asked(selector) == GREATER_THAN && wished > 0) {
                    value.set(call.mad(), SaHeader.DATA, wished - 1);
                  }
                })));
  }

  private static DeviationSpec taken(Field value, Field selector, int asked, int as, String word) {
    return deviation(
        "pathselect.%s-%s".formatted(word(value), word),
        "treats selector %d of %s as %d".formatted(asked, value.name(), as),
        asked(
            PathSelectionDeviations::isForPaths,
            call -> {
              if (call.means(ATTRIBUTE, selector) && call.asked(selector) == asked) {
                selector.set(call.mad(), SaHeader.DATA, as);
              }
            }));
  }

  private static List<DeviationSpec> others() {
    return List.of(
        deviation(
            "pathselect.rates-by-number",
            "compares rates by the numbers that stand for them",
            SaEdits.answersTo(
                PathSelectionDeviations::isForPaths,
                (call, answer) ->
                    call.means(ATTRIBUTE, RATE) && isLessByNumber(call, answer)
                        ? RecordAnswer.refused(SaStatus.NO_RECORDS)
                        : answer)),
        deviation(
                "pathselect.base-lid",
                "returns the base LID where another LID of the port is requested",
                SaEdits.records(
                    PathSelectionDeviations::isForPaths,
                    (_, record) ->
                        PathRecord.DLID.set(record, 0, PathRecord.DLID.get(record, 0) & ~1L)))
            .on(SimParameter.LMC, 1)
            .on(SimParameter.LID, 2),
        deviation(
            "pathselect.mtu-beyond-link",
            "reports the requested MTU, whatever the link supports",
            SaEdits.records(
                PathSelectionDeviations::isForPaths,
                (call, record) -> {
                  if (call.means(ATTRIBUTE, PathRecord.SLID)) {
                    MTU.set(record, 0, MTU.get(record, 0) + 1);
                  }
                })),
        deviation(
            "pathselect.rate-beyond-link",
            "reports a higher rate where LIDs are requested",
            SaEdits.records(
                PathSelectionDeviations::isForPaths,
                (call, record) -> {
                  if (call.means(ATTRIBUTE, PathRecord.SLID)) {
                    RATE.set(record, 0, 25);
                  }
                })),
        deviation(
            "pathselect.no-path-back",
            "finds no path to the tester except from itself",
            SaEdits.answersTo(
                PathSelectionDeviations::isForPaths,
                (call, answer) ->
                    answer.withRecords(
                        answer.records().stream()
                            .filter(
                                record -> isOwn(call, record) || !isOwnDestination(call, record))
                            .toList()))),
        deviation(
            "pathselect.dgid-swapped-by-lid",
            "swaps the GIDs of a path requested by LIDs",
            SaEdits.records(
                call -> isForPaths(call) && !call.means(ATTRIBUTE, PathRecord.DGID),
                (_, record) -> {
                  Gid destination = Gid.get(PathRecord.DGID, record, 0);
                  Gid.get(PathRecord.SGID, record, 0).set(PathRecord.DGID, record, 0);
                  destination.set(PathRecord.SGID, record, 0);
                })),
        deviation(
            "pathselect.slid-ignored-beside-sgid",
            "ignores SLID if SGID is requested, too",
            SaEdits.ignores(
                call -> isForPaths(call) && call.means(ATTRIBUTE, PathRecord.SGID),
                ATTRIBUTE,
                PathRecord.SLID)),
        deviation(
            "pathselect.sgid-prefix-ignored",
            "ignores the GidPrefix of SGID",
            SaEdits.masked(
                PathSelectionDeviations::isForPaths,
                call -> {
                  long guid = call.askedGid(PathRecord.SGID).guid();
                  Gid known = new Gid(call.requester().gid().prefix(), guid);
                  known.set(PathRecord.SGID, call.mad(), SaHeader.DATA);
                  return call.mask();
                })),
        deviation(
            "pathselect.dgid-prefix-ignored",
            "ignores the GidPrefix of DGID",
            SaEdits.masked(
                PathSelectionDeviations::isForPaths,
                call -> {
                  long guid = call.askedGid(PathRecord.DGID).guid();
                  Gid known = new Gid(call.requester().gid().prefix(), guid);
                  known.set(PathRecord.DGID, call.mad(), SaHeader.DATA);
                  return call.mask();
                })),
        deviation(
            "pathselect.sl-of-request-moved",
            "returns the SL after the requested one",
            SaEdits.records(
                PathSelectionDeviations::isForPaths,
                (call, record) -> {
                  if (call.means(ATTRIBUTE, PathRecord.SL)) {
                    PathRecord.SL.set(record, 0, (call.asked(PathRecord.SL) + 1) & 0xF);
                  }
                })),
        deviation(
            "pathselect.irreversible",
            "returns a path that is not reversible where a reversible one is requested",
            SaEdits.records(
                PathSelectionDeviations::isForPaths,
                (call, record) -> {
                  if (call.means(ATTRIBUTE, PathRecord.REVERSIBLE)) {
                    PathRecord.REVERSIBLE.set(record, 0, 0);
                  }
                })));
  }

  private static List<DeviationSpec> lids() {
    Predicate<SaCall> besideGids = means(PathRecord.SGID).and(means(PathRecord.DGID));
    return List.of(
        partly("dlid-14-bits", PathRecord.DLID, 0x3FFF, PathSelectionDeviations::isForPaths),
        partly("dlid-15-bits", PathRecord.DLID, 0x7FFF, PathSelectionDeviations::isForPaths),
        partly("slid-14-bits", PathRecord.SLID, 0x3FFF, PathSelectionDeviations::isForPaths),
        partly("slid-14-bits-beside-gids", PathRecord.SLID, 0x3FFF, besideGids),
        partly("dlid-14-bits-beside-gids", PathRecord.DLID, 0x3FFF, besideGids),
        several("base-slid-beside-gids", PathRecord.SLID, besideGids),
        several("base-dlid-beside-gids", PathRecord.DLID, besideGids),
        deviation(
                "pathselect.last-lid-of-any-port",
                "ignores SLID if it is not a base LID and SGID is requested, too",
                SaEdits.ignores(
                    besideGids.and(call -> (call.asked(PathRecord.SLID) & 1) == 1),
                    ATTRIBUTE,
                    PathRecord.SLID))
            .on(SimParameter.LMC, 1)
            .on(SimParameter.LID, 2));
  }

  private static DeviationSpec partly(String name, Field lid, int bits, Predicate<SaCall> which) {
    return deviation(
        "pathselect." + name,
        "compares %d bits of %s".formatted(Integer.bitCount(bits), lid.name()),
        asked(which, call -> lid.set(call.mad(), SaHeader.DATA, call.asked(lid) & bits)));
  }

  private static DeviationSpec several(String name, Field lid, Predicate<SaCall> which) {
    return deviation(
            "pathselect." + name,
            "returns the base LID as %s where GIDs are requested, too".formatted(lid.name()),
            SaEdits.records(
                which.and(means(lid)), (_, record) -> lid.set(record, 0, lid.get(record, 0) & ~1L)))
        .on(SimParameter.LMC, 1)
        .on(SimParameter.LID, 2);
  }

  private static List<DeviationSpec> numbers() {
    Predicate<SaCall> none =
        means(PathRecord.NUMB_PATH).and(c -> c.asked(PathRecord.NUMB_PATH) == 0);
    Predicate<SaCall> several =
        means(PathRecord.NUMB_PATH).and(c -> c.asked(PathRecord.NUMB_PATH) > 1);
    return List.of(
        deviation(
            "pathselect.number-0-unlimited",
            "returns all paths in a table with NumbPath 0",
            SaEdits.ignores(tables(ATTRIBUTE).and(none), ATTRIBUTE, PathRecord.NUMB_PATH)),
        refused("number-0-in-get", "a Get with NumbPath 0", gets(ATTRIBUTE).and(none)),
        refused("number-127-in-get", "a Get with NumbPath 2 or more", gets(ATTRIBUTE).and(several)),
        refused(
            "reversible-0",
            "Reversible 0",
            means(PathRecord.REVERSIBLE).and(c -> c.asked(PathRecord.REVERSIBLE) == 0)));
  }

  private static DeviationSpec refused(String name, String text, Predicate<SaCall> which) {
    return deviation(
        "pathselect.%s-refused".formatted(name),
        "finds no path for " + text,
        SaEdits.answers(which, _ -> RecordAnswer.refused(SaStatus.NO_RECORDS)));
  }

  private static List<DeviationSpec> routed() {
    return List.of(
        refused("flow-label", "any FlowLabel", means(PathRecord.FLOW_LABEL)),
        refused(
            "hop-limit-in-table", "a HopLimit", tables(ATTRIBUTE).and(means(PathRecord.HOP_LIMIT))),
        otherThanAsked("flow-label-cut", PathRecord.FLOW_LABEL, label -> label & 0xFFFF),
        otherThanAsked("hop-limit-less", PathRecord.HOP_LIMIT, hops -> Math.max(0, hops - 1)),
        otherThanAsked("t-class-cut", PathRecord.T_CLASS, value -> value & 0x7F));
  }

  private static DeviationSpec otherThanAsked(String name, Field field, LongUnaryOperator wrong) {
    return deviation(
        "pathselect." + name,
        "returns another %s than the one requested".formatted(field.name()),
        SaEdits.records(
            means(field),
            (call, record) -> field.set(record, 0, wrong.applyAsLong(call.asked(field)))));
  }

  private static Predicate<SaCall> means(Field field) {
    return call -> isForPaths(call) && call.means(ATTRIBUTE, field);
  }

  private static boolean isLessByNumber(SaCall call, RecordAnswer answer) {
    Stream<Long> rates = answer.records().stream().map(record -> RATE.get(record, 0));
    return call.asked(RATE_SELECTOR) == GREATER_THAN
        ? rates.anyMatch(rate -> rate < call.asked(RATE))
        : call.asked(RATE_SELECTOR) == LESS_THAN && rates.anyMatch(rate -> rate > call.asked(RATE));
  }

  private static boolean isOwn(SaCall call, MemorySegment record) {
    return call.requester().guid() == Gid.get(PathRecord.SGID, record, 0).guid();
  }

  private static boolean isOwnDestination(SaCall call, MemorySegment record) {
    return call.requester().guid() == Gid.get(PathRecord.DGID, record, 0).guid();
  }

  private static boolean isForPaths(SaCall call) {
    return call.isFor(ATTRIBUTE);
  }

  /// Interprets some requests differently.
  private static Consumer<Seams> asked(Predicate<SaCall> which, Consumer<SaCall> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public long componentMask(SaCall call) {
                if (which.test(call)) {
                  edit.accept(call);
                }
                return super.componentMask(call);
              }
            });
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
