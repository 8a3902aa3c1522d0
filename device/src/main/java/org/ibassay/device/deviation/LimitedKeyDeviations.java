package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.SGID;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.Subnet;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.sa.SaHeader;

/// Deviations in paths between limited members of a partition.
final class LimitedKeyDeviations {
  private static final int MEMBERSHIP = 0x8000;
  private static final int NO_PARTITION = 0x9234;

  private LimitedKeyDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        limited(
            "connected",
            "returns paths between limited members of a partition",
            keys(own -> own.stream().map(key -> key | MEMBERSHIP).toList())),
        limited(
            "none-with-full",
            "returns no path between a limited and a full member of a partition",
            keys(own -> own.stream().filter(key -> key >= MEMBERSHIP).toList())),
        limited(
            "connected-in-table",
            "returns a path between limited members of a partition in a table",
            answersTo(tables(ATTRIBUTE), LimitedKeyDeviations::asRequested)),
        limited(
            "connected-by-p-key",
            "returns a path between limited members of a partition that is requested by P_Key",
            answersTo(
                gets(ATTRIBUTE).and(call -> call.means(ATTRIBUTE, P_KEY)),
                LimitedKeyDeviations::asRequested)),
        limited(
            "connected-by-limited-p-key",
            "returns a path between limited members that is requested by a P_Key of limited"
                + " membership",
            answersTo(
                gets(ATTRIBUTE)
                    .and(call -> call.means(ATTRIBUTE, P_KEY) && call.asked(P_KEY) < MEMBERSHIP),
                LimitedKeyDeviations::asRequested)),
        limited(
            "other-partition",
            "returns a path between a limited and a full member with the P_Key of another partition",
            records(
                gets(ATTRIBUTE),
                (_, record) -> {
                  if (P_KEY.get(record, 0) < MEMBERSHIP) {
                    P_KEY.set(record, 0, NO_PARTITION);
                  }
                })));
  }

  private static DeviationSpec limited(String name, String text, Consumer<Seams> effect) {
    return SaEdits.deviation("limitedkeys." + name, text, effect)
        .on(SimParameter.SWITCHES, 2)
        .on(SimParameter.SWITCH_PARTITION, 1);
  }

  private static RecordAnswer asRequested(SaCall call, RecordAnswer found) {
    boolean isBetweenPorts = call.means(ATTRIBUTE, SGID) && call.means(ATTRIBUTE, DGID);
    return found.records().isEmpty() && isBetweenPorts
        ? RecordAnswer.of(List.of(call.mad().asSlice(SaHeader.DATA, ATTRIBUTE.layout().bytes())))
        : found;
  }

  /// Changes the P_Keys that subnet administration knows of each port.
  private static Consumer<Seams> keys(UnaryOperator<List<Integer>> wrong) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public Subnet subnet(Subnet swept) {
                Subnet seen = super.subnet(swept);
                List<EndPort> ports =
                    seen.ports().stream()
                        .map(port -> port.withKeys(wrong.apply(port.pKeys())))
                        .toList();
                return new Subnet(ports, seen.switches(), seen.links());
              }
            });
  }
}
