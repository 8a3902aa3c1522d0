package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.device.variant.SimParameter.SL_MAPPING;
import static org.ibassay.device.variant.SimParameter.VL_CAP;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.sma.Transaction;

/// Deviations of a port without SLtoVLMappingTable.
final class SlToVlDeviations {
  private SlToVlDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        code("unsupported-ok", "answers code 0", _ -> true, OK),
        code("unsupported-get-ok", "answers a Get with code 0", Edits::isGet, OK),
        code("unsupported-set-ok", "answers a Set with code 0", Edits::isSet, OK),
        code("unsupported-ok-on-port-2", "answers code 0 on port 2", t -> t.port() == 2, OK),
        code("unsupported-code-7", "answers code 7", _ -> true, INVALID_FIELD),
        code("unsupported-get-code-2", "answers a Get with code 2", Edits::isGet, BAD_METHOD),
        code("unsupported-set-code-7", "answers a Set with code 7", Edits::isSet, INVALID_FIELD),
        lanes("undeclared-with-8-lanes", 4),
        lanes("undeclared-with-2-lanes", 2));
  }

  private static DeviationSpec code(
      String name, String does, Predicate<Transaction> which, int wrong) {
    return DeviationSpec.of(
            "sltovl." + name,
            does + " for SLtoVLMappingTable, though it does not support it",
            WITH_END_PORTS,
            Edits.codes(SL_TO_VL_MAPPING_TABLE, (t, code) -> which.test(t) ? wrong : code))
        .on(VL_CAP, 1)
        .on(SL_MAPPING, 0);
  }

  private static DeviationSpec lanes(String name, int vlCap) {
    return DeviationSpec.of(
        "sltovl." + name,
        "declares VLCap %d, but no SL mapping".formatted(vlCap),
        WITH_END_PORTS,
        seams -> seams.variant.depart(variant -> variant.with(VL_CAP, vlCap).with(SL_MAPPING, 0)));
  }
}
