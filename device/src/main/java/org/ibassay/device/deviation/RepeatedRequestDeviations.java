package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in requests similar to earlier ones: with a TransactionID used before, and by LID if
/// the device treats them differently from those by directed route.
final class RepeatedRequestDeviations {
  private static final Set<NodeKind> CA_AND_SWITCH = Set.of(CA, SWITCH);
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);

  /// Attributes of a node that is reached by LID.
  private static final List<Attribute> OF_END_PORT =
      List.of(
          PORT_INFO,
          GUID_INFO,
          P_KEY_TABLE,
          SL_TO_VL_MAPPING_TABLE,
          VL_ARBITRATION_TABLE,
          LED_INFO);

  private static final List<Attribute> OF_SWITCH =
      List.of(SWITCH_INFO, LINEAR_FORWARDING_TABLE, MULTICAST_FORWARDING_TABLE);

  private RepeatedRequestDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Attribute attribute : OF_END_PORT) {
      all.addAll(byLid(attribute));
      all.addAll(cached(attribute, CA_AND_SWITCH));
    }
    for (Attribute attribute : OF_SWITCH) {
      all.addAll(cached(attribute, SWITCHES));
    }
    all.add(
        DeviationSpec.of(
            "sequence.repeated-transaction-dropped",
            "drops a request with the TransactionID of an earlier one like it",
            ALL,
            RepeatedRequestDeviations::dropRepeated));
    all.add(
        DeviationSpec.of(
                "sequence.illegal-by-lid-ignored",
                "answers a Set(PortInfo) by LID with an illegal value with code 0",
                ALL,
                Edits.codes(
                    PORT_INFO,
                    (t, code) ->
                        Edits.isSet(t) && Edits.isByLid(t) ? Integer.valueOf(MadStatus.OK) : code))
            .onLid());
    all.add(
        DeviationSpec.of(
                "sequence.illegal-by-lid-stored",
                "stores an illegal NeighborMTU of a Set(PortInfo) by LID",
                ALL,
                PortInfoDeviations.rules((t, _, field, _, right) ->
                    Edits.isByLid(t)
                            && right == Ruling.REFUSE
                            && field.equals(PortInfo.NEIGHBOR_MTU)
                        ? Ruling.STORE
                        : right))
            .onLid());
    all.add(
        DeviationSpec.of(
            "sequence.repeated-transaction-refused",
            "rejects a request with the TransactionID of an earlier one like it",
            ALL,
            seams -> {
              Set<String> seen = ConcurrentHashMap.newKeySet();
              Edits.responses(
                      t -> !seen.add(key(t)),
                      t -> MadStatus.CODE.set(t.response(), 0, MadStatus.INVALID_FIELD))
                  .accept(seams);
            }));
    all.add(
        DeviationSpec.of(
            "sequence.repeated-set-dropped",
            "drops a Set with the TransactionID of an earlier one for the same place",
            ALL,
            seams -> {
              Set<String> seen = ConcurrentHashMap.newKeySet();
              Edits.deafTo(t -> Edits.isSet(t) && !seen.add(key(t))).accept(seams);
            }));
    return all;
  }

  private static String word(Attribute attribute) {
    return attribute.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static List<DeviationSpec> byLid(Attribute attribute) {
    return List.of(
        DeviationSpec.of(
                "sequence.lost-by-lid-" + word(attribute),
                "accepts but does not store a Set of %s by LID".formatted(attribute.name()),
                ALL,
                attribute.equals(PORT_INFO)
                    ? PortInfoEdits.unstored(Edits::isByLid)
                    : TableEdits.unstored(attribute, Edits::isByLid))
            .onLid(),
        DeviationSpec.of(
                "sequence.old-by-lid-" + word(attribute),
                "answers a Get of %s by LID with the values before the last Set"
                    .formatted(attribute.name()),
                ALL,
                Edits.handler(
                    attribute, handler -> new LostValues(handler, (t, _) -> Edits.isByLid(t))))
            .onLid(),
        DeviationSpec.of(
                "sequence.refused-by-lid-" + word(attribute),
                "rejects a Set of %s by LID with code 7".formatted(attribute.name()),
                ALL,
                Edits.codes(
                    attribute,
                    (t, code) ->
                        Edits.isSet(t) && Edits.isByLid(t)
                            ? Integer.valueOf(MadStatus.INVALID_FIELD)
                            : code))
            .onLid());
  }

  private static List<DeviationSpec> cached(Attribute attribute, Set<NodeKind> kinds) {
    return List.of(
        DeviationSpec.of(
            "sequence.repeated-set-cached-" + word(attribute),
            "answers a Set of %s that has the TransactionID of an earlier one as it did then"
                .formatted(attribute.name()),
            kinds,
            cache(attribute, false)),
        DeviationSpec.of(
            "sequence.repeated-get-cached-" + word(attribute),
            "answers a Get of %s that has the TransactionID of an earlier one as it did then"
                .formatted(attribute.name()),
            kinds,
            cache(attribute, true)));
  }

  private static Consumer<Seams> cache(Attribute attribute, boolean isGet) {
    return Edits.handler(
        attribute,
        handler -> {
          Map<String, MemorySegment> answered = new HashMap<>();
          return Edits.handler(
              isGet ? t -> cached(answered, t, handler::get) : handler::get,
              isGet ? handler::set : t -> cached(answered, t, handler::set));
        });
  }

  private static int cached(
      Map<String, MemorySegment> answered, Transaction t, ToIntFunction<Transaction> right) {
    MemorySegment first = answered.get(key(t));
    if (first != null) {
      MemorySegment.copy(first, 0, t.response(), DATA, DATA_BYTES);
      return MadStatus.OK;
    }
    int code = right.applyAsInt(t);
    if (code == MadStatus.OK) {
      MemorySegment kept = MemorySegment.ofArray(new byte[DATA_BYTES]);
      answered.put(key(t), kept.copyFrom(t.response().asSlice(DATA, DATA_BYTES)));
    }
    return code;
  }

  private static void dropRepeated(Seams seams) {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    Edits.deafTo(t -> !seen.add(key(t))).accept(seams);
  }

  /// Identifies requests that count as repeated.
  private static String key(Transaction t) {
    return "%d %d %d %d"
        .formatted(
            MadHeader.TRANSACTION_ID.get(t.request(), 0),
            t.method(),
            t.attributeId(),
            LostValues.place(t));
  }
}
