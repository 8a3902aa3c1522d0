package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.deviation.WritableHandler.SetChoice;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations of NodeInfo: values that no node may have, ports that disagree, writable components.
final class NodeInfoDeviations {
  /// Fields whose values do not suggest a different node.
  private static final List<Field> ALIKE =
      List.of(
          NodeInfo.BASE_VERSION,
          NodeInfo.CLASS_VERSION,
          NodeInfo.NUM_PORTS,
          NodeInfo.SYSTEM_IMAGE_GUID,
          NodeInfo.NODE_GUID,
          NodeInfo.PARTITION_CAP,
          NodeInfo.DEVICE_ID,
          NodeInfo.REVISION,
          NodeInfo.VENDOR_ID);

  private NodeInfoDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.addAll(values());
    all.addAll(ports());
    all.addAll(sets());
    NodeInfo.LAYOUT.fields().forEach(field -> all.addAll(written(field)));
    return all;
  }

  private static List<DeviationSpec> values() {
    return List.of(
        reads("base-version-2", NodeInfo.BASE_VERSION, _ -> 2),
        reads("class-version-2", NodeInfo.CLASS_VERSION, _ -> 2),
        reads("num-ports-0", NodeInfo.NUM_PORTS, _ -> 0),
        reads("node-guid-0", NodeInfo.NODE_GUID, _ -> 0),
        reads("port-guid-0", NodeInfo.PORT_GUID, _ -> 0),
        reads("partition-cap-0", NodeInfo.PARTITION_CAP, _ -> 0),
        reads("local-port-num-beyond", NodeInfo.LOCAL_PORT_NUM, _ -> 255),
        of("get-refused", "answers a Get with code 7", code(Edits::isGet, INVALID_FIELD)));
  }

  private static List<DeviationSpec> ports() {
    List<DeviationSpec> ports = new ArrayList<>();
    ports.add(reads("local-port-num-1", NodeInfo.LOCAL_PORT_NUM, _ -> 1).on(CABLED, 2));
    ports.add(reads("local-port-num-swapped", NodeInfo.LOCAL_PORT_NUM, n -> 3 - n).on(CABLED, 2));
    ports.add(
        of(
                "local-port-num-1-in-both",
                "reads LocalPortNum 1 on all ports, also in PortInfo",
                reading(NodeInfo.LOCAL_PORT_NUM, _ -> 1, _ -> true)
                    .andThen(
                        Edits.responses(
                            t -> Edits.isOf(PORT_INFO, t),
                            t -> t.answer(PortInfo.LOCAL_PORT_NUM, 1))))
            .on(CABLED, 2));
    ports.add(
        DeviationSpec.of(
            "nodeinfo.port-guid-equal",
            "has one PortGUID for all ports",
            WITH_END_PORTS,
            reading(NodeInfo.PORT_GUID, guid -> guid | 3, _ -> true)));
    ports.add(
        DeviationSpec.of(
                "nodeinfo.port-guid-by-ingress",
                "has a PortGUID for each port, although it is a switch",
                Set.of(SWITCH),
                reading(NodeInfo.PORT_GUID, guid -> guid + 2, t -> t.port() == 2))
            .on(CABLED, 2));
    for (Field field : ALIKE) {
      ports.add(
          of(
                  word(field) + "-differs-on-port-2",
                  "has a different " + field.name() + " on port 2",
                  reading(field, value -> value ^ 1, t -> t.port() == 2))
              .on(CABLED, 2));
    }
    return ports;
  }

  private static List<DeviationSpec> sets() {
    return List.of(
        of("set-ignored", "answers a Set with code 0 and ignores it", code(Edits::isSet, OK)),
        of("set-code-2", "rejects a Set with code 2, not 3", code(Edits::isSet, BAD_METHOD)),
        of("set-code-7", "rejects a Set with code 7, not 3", code(Edits::isSet, INVALID_FIELD)),
        of(
            "second-set-stored",
            "accepts every Set but the first",
            taken(OK, WritableHandler.of(NodeInfo.REVISION), (_, sets) -> sets > 1)),
        of(
                "stored-by-lid",
                "accepts a Set by LID",
                taken(OK, WritableHandler.of(NodeInfo.REVISION), (t, _) -> Edits.isByLid(t)))
            .onLid(),
        of(
                "set-ignored-by-lid",
                "answers a Set by LID with code 0 and ignores it",
                code(t -> Edits.isSet(t) && Edits.isByLid(t), OK))
            .onLid(),
        of(
                "stored-on-port-2",
                "accepts a Set on port 2",
                taken(OK, WritableHandler.of(NodeInfo.REVISION), (t, _) -> t.port() == 2))
            .on(CABLED, 2));
  }

  private static List<DeviationSpec> written(Field field) {
    byte[] mask = WritableHandler.of(field);
    return List.of(
        of(
            "takes-" + word(field),
            "accepts a Set of " + field.name(),
            taken(OK, mask, (_, _) -> true)),
        of(
            "stores-refused-" + word(field),
            "rejects but stores a Set of " + field.name(),
            taken(BAD_METHOD_ATTRIBUTE, mask, (_, _) -> true)));
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("nodeinfo." + name, summary + " (NodeInfo)", ALL, effect);
  }

  private static DeviationSpec reads(String name, Field field, LongUnaryOperator wrong) {
    return of(name, "reads a wrong " + field.name(), reading(field, wrong, _ -> true));
  }

  private static Consumer<Seams> reading(
      Field field, LongUnaryOperator wrong, Predicate<Transaction> which) {
    return Edits.responses(
        t -> Edits.isOf(NODE_INFO, t) && Edits.isGet(t) && which.test(t),
        t -> t.answer(field, wrong.applyAsLong(t.answered(field)) & field.max()));
  }

  private static Consumer<Seams> code(Predicate<Transaction> which, int wrong) {
    return Edits.codes(NODE_INFO, (t, code) -> which.test(t) ? wrong : code);
  }

  private static Consumer<Seams> taken(int code, byte[] mask, SetChoice which) {
    return WritableHandler.taking(NODE_INFO, code, mask, which);
  }
}
