package org.ibassay.device.deviation;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations in what the response to a Set shows of a component that the Set does not change. The
/// value stored is right, and so is the response to a Get.
final class RepeatedFieldDeviations {
  private static final List<Field> OF_PORTS =
      List.of(
          PortInfo.LINK_WIDTH_ENABLED,
          PortInfo.LINK_DOWN_DEFAULT_STATE,
          PortInfo.HOQ_LIFE,
          PortInfo.GUID_CAP,
          PortInfo.VL_CAP);

  private static final List<Field> OF_SWITCHES =
      List.of(
          SwitchInfo.LIFE_TIME_VALUE,
          SwitchInfo.LINEAR_FDB_TOP,
          SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT,
          SwitchInfo.LINEAR_FDB_CAP);

  private RepeatedFieldDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field : OF_PORTS) {
      all.add(misshown(PORT_INFO, field, Set.of(NodeKind.CA, NodeKind.SWITCH, NodeKind.ROUTER)));
    }
    for (Field field : OF_SWITCHES) {
      all.add(misshown(SWITCH_INFO, field, Set.of(NodeKind.SWITCH)));
    }
    return all;
  }

  private static DeviationSpec misshown(Attribute attribute, Field field, Set<NodeKind> kinds) {
    return DeviationSpec.of(
        "repeated." + attribute.name().toLowerCase(Locale.ROOT) + "-" + word(field),
        "shows another %s in the response to a Set(%s) that does not change it"
            .formatted(field.name(), attribute.name()),
        kinds,
        misshown(attribute, field));
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  private static Consumer<Seams> misshown(Attribute attribute, Field field) {
    return seams -> {
      Map<Integer, Long> requested = new HashMap<>();
      Edits.responses(
              t -> Edits.isOf(attribute, t) && Edits.isSet(t),
              t -> {
                long value = t.asked(field);
                Long before = requested.put(t.modifier(), value);
                if (before != null && before == value) {
                  t.answer(field, value ^ 1);
                }
              })
          .accept(seams);
    };
  }
}
