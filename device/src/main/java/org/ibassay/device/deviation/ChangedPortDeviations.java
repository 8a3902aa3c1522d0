package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.PortInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PortInfoRecord.ENDPORT_LID;
import static org.ibassay.wire.sa.PortInfoRecord.PORT_INFO;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in the record of a port that has changed.
final class ChangedPortDeviations {
  private static final Field IS_SM = PORT_INFO.of(PortInfo.IS_SM);
  private static final Field CAPABILITIES = PORT_INFO.of(PortInfo.CAPABILITY_MASK);
  private static final Predicate<SaCall> FOUND = gets(ATTRIBUTE).or(tables(ATTRIBUTE));

  private ChangedPortDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        edited(
            "is-sm-hidden",
            "does not show IsSM of other ports",
            () ->
                (lid, own, record) -> {
                  if (lid != own) {
                    IS_SM.set(record, 0, 0);
                  }
                }),
        edited("is-sm-stays", "shows IsSM once it was 1", ChangedPortDeviations::remembers),
        edited(
            "first-capabilities",
            "shows the CapabilityMask that was read first",
            () -> {
              Map<Long, Long> first = new HashMap<>();
              return (lid, _, record) -> {
                long mask = CAPABILITIES.get(record, 0);
                CAPABILITIES.set(record, 0, first.computeIfAbsent(lid, _ -> mask));
              };
            }));
  }

  private static Edit remembers() {
    Set<Long> seen = new HashSet<>();
    return (lid, own, record) -> {
      if (IS_SM.get(record, 0) == 1) {
        seen.add(lid);
      }
      IS_SM.set(record, 0, seen.contains(lid) ? 1 : 0);
    };
  }

  /// Changes a record.
  private interface Edit {
    /// @param own LID of the manager
    void apply(long lid, long own, MemorySegment record);
  }

  private static DeviationSpec edited(String name, String text, Supplier<Edit> edits) {
    return deviation(
        "changedport." + name,
        text + " in PortInfoRecords",
        seams -> {
          Edit edit = edits.get();
          records(
                  FOUND,
                  (call, record) ->
                      edit.apply(ENDPORT_LID.get(record, 0), call.subnet().manager().lid(), record))
              .accept(seams);
        });
  }
}
