package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.masked;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.PortInfoRecord.ATTRIBUTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the selection of PortInfoRecords by single capabilities.
final class CapabilityMatchDeviations {
  private static final Field MASK = PortInfoRecord.PORT_INFO.of(PortInfo.CAPABILITY_MASK);
  private static final int MATCH_BITS = 1 << 31;
  private static final int LOWER_HALF = 0xFFFF;
  private static final Predicate<SaCall> FOUND = gets(ATTRIBUTE).or(tables(ATTRIBUTE));
  private static final Predicate<SaCall> MATCH = FOUND.and(call -> call.modifier() == MATCH_BITS);

  private CapabilityMatchDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        match(
            "exactly",
            "with exactly the requested capabilities, whatever the AttributeModifier",
            found(MATCH, (has, asked) -> has == asked)),
        match(
            "get-exactly",
            "in a Get with exactly the requested capabilities, whatever the AttributeModifier",
            found(MATCH.and(SaCall::isGet), (has, asked) -> has == asked)),
        match(
            "any-bit",
            "with any of the requested capabilities",
            among(MATCH, (has, asked) -> (has & asked) != 0)),
        match(
            "no-others",
            "with no capabilities other than the requested ones",
            among(MATCH, (has, asked) -> (has & ~asked) == 0)),
        match("ignored", "with any capabilities", among(MATCH, (_, _) -> true)),
        match(
            "always",
            "with all requested capabilities, even if they must be equal",
            among(FOUND.and(call -> call.modifier() == 0), (has, asked) -> (has & asked) == asked)),
        match(
            "lower-half",
            "with all requested capabilities of the lower 16 bits",
            masked(
                MATCH,
                call -> {
                  MASK.set(call.mad(), SaHeader.DATA, call.asked(MASK) & LOWER_HALF);
                  return call.mask();
                })),
        match(
            "unnamed",
            "with all capabilities in the request, even if the ComponentMask does not name them",
            masked(MATCH, call -> call.mask() | ATTRIBUTE.mask(MASK))),
        deviation(
            "match.refused",
            "rejects requests for PortInfoRecords with single capabilities",
            answersTo(MATCH, (_, _) -> RecordAnswer.refused(SaStatus.REQ_INVALID))));
  }

  private static DeviationSpec match(String name, String which, Consumer<Seams> effect) {
    return deviation("match." + name, "returns the PortInfoRecords " + which, effect);
  }

  /// Compares the CapabilityMask of a port with a requested one.
  private interface Comparison {
    boolean holds(long has, long asked);
  }

  /// Removes records from the right ones.
  private static Consumer<Seams> found(Predicate<SaCall> which, Comparison comparison) {
    return answersTo(
        which.and(call -> call.means(ATTRIBUTE, MASK)),
        (call, answer) -> filtered(call, answer, comparison));
  }

  /// Selects among the records of all capabilities.
  private static Consumer<Seams> among(Predicate<SaCall> which, Comparison comparison) {
    return seams -> {
      masked(which, call -> call.mask() & ~ATTRIBUTE.mask(MASK)).accept(seams);
      answersTo(
              which.and(CapabilityMatchDeviations::namesCapabilities),
              (call, answer) -> filtered(call, answer, comparison))
          .accept(seams);
    };
  }

  /// Whether the request itself names CapabilityMask.
  private static boolean namesCapabilities(SaCall call) {
    return (SaHeader.COMPONENT_MASK.get(call.mad(), 0) & ATTRIBUTE.mask(MASK)) != 0;
  }

  private static RecordAnswer filtered(SaCall call, RecordAnswer answer, Comparison comparison) {
    if (answer.status() != 0) {
      return answer;
    }
    List<MemorySegment> left =
        answer.records().stream()
            .filter(record -> comparison.holds(MASK.get(record, 0), call.asked(MASK)))
            .toList();
    return left.isEmpty() && call.isGet()
        ? RecordAnswer.refused(SaStatus.NO_RECORDS)
        : answer.withRecords(left);
  }
}
