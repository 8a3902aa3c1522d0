package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.device.variant.SimParameter.SL_MAPPING;
import static org.ibassay.device.variant.SimParameter.VL_CAP;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;

/// Deviations of a port without SLtoVLMappingTable.
final class SlToVlDeviations {
  private SlToVlDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        code("unsupported-ok", "answers code 0", NodeKind.ALL, _ -> true, OK),
        code("unsupported-get-ok", "answers a Get with code 0", NodeKind.ALL, Edits::isGet, OK),
        code("unsupported-set-ok", "answers a Set with code 0", NodeKind.ALL, Edits::isSet, OK),
        ends("unsupported-ok-on-port-2", "answers code 0 on port 2", t -> t.port() == 2, OK),
        code("unsupported-code-7", "answers code 7", NodeKind.ALL, _ -> true, INVALID_FIELD),
        ends("unsupported-get-code-2", "answers a Get with code 2", Edits::isGet, BAD_METHOD),
        code(
            "unsupported-set-code-7",
            "answers a Set with code 7",
            NodeKind.ALL,
            Edits::isSet,
            INVALID_FIELD),
        switched(
            "unsupported-last-pair-ok",
            "answers code 0 for the last ports",
            t -> {
              return t.modifier() == 0x2424;
            }),
        switched(
            "unsupported-input-0-ok",
            "answers code 0 for input port 0",
            t -> {
              return t.modifier() >> 8 == 0;
            }),
        switched(
            "unsupported-same-port-set-ok",
            "accepts a Set that names the same port twice",
            t -> {
              return Edits.isSet(t) && t.modifier() >> 8 == (t.modifier() & 0xFF);
            }),
        silent("unsupported-silent", "does not answer", _ -> true),
        silent("unsupported-set-silent", "does not answer a Set", Edits::isSet),
        lanes("undeclared-with-8-lanes", 4),
        lanes("undeclared-with-2-lanes", 2));
  }

  private static DeviationSpec ends(
      String name, String does, Predicate<Transaction> which, int wrong) {
    return code(name, does, WITH_END_PORTS, which, wrong);
  }

  private static DeviationSpec switched(String name, String does, Predicate<Transaction> which) {
    return code(name, does, Set.of(NodeKind.SWITCH), which, OK);
  }

  private static DeviationSpec silent(String name, String does, Predicate<Transaction> which) {
    return DeviationSpec.of(
            "sltovl." + name,
            does + " for SLtoVLMappingTable, which it does not support",
            Set.of(NodeKind.SWITCH),
            Edits.deafTo(t -> Edits.isOf(SL_TO_VL_MAPPING_TABLE, t) && which.test(t)))
        .on(VL_CAP, 1)
        .on(SL_MAPPING, 0);
  }

  private static DeviationSpec code(
      String name, String does, Set<NodeKind> kinds, Predicate<Transaction> which, int wrong) {
    return DeviationSpec.of(
            "sltovl." + name,
            does + " for SLtoVLMappingTable, although it does not support it",
            kinds,
            Edits.codes(SL_TO_VL_MAPPING_TABLE, (t, code) -> which.test(t) ? wrong : code))
        .on(VL_CAP, 1)
        .on(SL_MAPPING, 0);
  }

  private static DeviationSpec lanes(String name, int vlCap) {
    return DeviationSpec.of(
            "sltovl." + name,
            "declares VLCap %d, but no SL mapping".formatted(vlCap),
            NodeKind.ALL,
            seams -> seams.variant.deviate(variant -> variant.with(VL_CAP, vlCap)))
        .on(VL_CAP, 1)
        .on(SL_MAPPING, 0);
  }
}
