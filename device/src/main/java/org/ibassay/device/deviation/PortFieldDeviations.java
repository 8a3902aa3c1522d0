package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PortInfoEdits.isByNumber;
import static org.ibassay.device.deviation.PortInfoEdits.isChanged;
import static org.ibassay.device.deviation.PortInfoEdits.isOwn;
import static org.ibassay.device.deviation.PortInfoEdits.keep;
import static org.ibassay.device.deviation.PortInfoEdits.next;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in what a port of a channel adapter or router stores from a legal Set(PortInfo): each
/// kind for each component.
final class PortFieldDeviations {
  /// The read-write components, each with an adjacent or similar one with which it may be confused.
  private static final Map<Field, Field> READ_WRITE =
      Map.ofEntries(
          Map.entry(PortInfo.LID, PortInfo.MASTER_SM_LID),
          Map.entry(PortInfo.LMC, PortInfo.M_KEY_PROTECT_BITS),
          Map.entry(PortInfo.MASTER_SM_LID, PortInfo.LID),
          Map.entry(PortInfo.MASTER_SM_SL, PortInfo.NEIGHBOR_MTU),
          Map.entry(PortInfo.GID_PREFIX, PortInfo.LOCAL_PHY_ERRORS),
          Map.entry(PortInfo.M_KEY_LEASE_PERIOD, PortInfo.LINK_WIDTH_ENABLED),
          Map.entry(PortInfo.SUBNET_TIME_OUT, PortInfo.RESP_TIME_VALUE),
          Map.entry(PortInfo.INIT_TYPE_REPLY, PortInfo.MTU_CAP),
          Map.entry(PortInfo.LINK_WIDTH_ENABLED, PortInfo.LINK_WIDTH_SUPPORTED),
          Map.entry(PortInfo.LINK_SPEED_ENABLED, PortInfo.NEIGHBOR_MTU),
          Map.entry(PortInfo.LINK_DOWN_DEFAULT_STATE, PortInfo.PORT_PHYSICAL_STATE),
          Map.entry(PortInfo.NEIGHBOR_MTU, PortInfo.MASTER_SM_SL),
          Map.entry(PortInfo.OPERATIONAL_VLS, PortInfo.VL_CAP),
          Map.entry(PortInfo.VL_HIGH_LIMIT, PortInfo.VL_ARBITRATION_HIGH_CAP),
          Map.entry(PortInfo.LINK_SPEED_EXT_ENABLED, PortInfo.LINK_SPEED_EXT_SUPPORTED));

  private PortFieldDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field : PortInfo.LAYOUT.fields()) {
      Field neighbor = READ_WRITE.get(field);
      if (neighbor != null) {
        all.addAll(ways(field, neighbor));
      } else if (field.equals(PortInfo.LOCAL_PORT_NUM)) {
        all.addAll(writable(field).subList(1, 3)); // it shows the port that receives a request
      } else if (field.access() == Access.RO) {
        all.addAll(writable(field));
      }
    }
    all.addAll(besides());
    return all;
  }

  /// Side effects of a legal Set on other ports, and values that a Get shows only with one
  /// AttributeModifier.
  private static List<DeviationSpec> besides() {
    return List.of(
        of(
                PortInfo.LID,
                "moves-far-port",
                "changes MasterSMSL of the port after the next, when it changes",
                PortInfoEdits.stored(done -> {
                  if (isOwn(done) && isChanged(done, PortInfo.LID)) {
                    int far = (done.all().indexOf(done.port()) + 2) % done.all().size();
                    long sl = done.all().get(far).value(PortInfo.MASTER_SM_SL);
                    done.all().get(far).put(PortInfo.MASTER_SM_SL, sl + 1);
                  }
                }))
            .on(SimParameter.PORTS, 4)
            .on(SimParameter.CABLED, 1),
        of(
            PortInfo.OPERATIONAL_VLS,
            "spoils-sl-mapping",
            "changes SLtoVLMappingTable, when it changes",
            PortInfoEdits.spoils(
                Attribute.SL_TO_VL_MAPPING_TABLE, 7, t -> t.asked(PortInfo.OPERATIONAL_VLS) == 1)),
        of(
            PortInfo.LMC,
            "spoils-guids",
            "changes GUIDInfo, when it changes",
            PortInfoEdits.spoils(Attribute.GUID_INFO, 10, t -> t.asked(PortInfo.LMC) == 1)),
        of(
            PortInfo.SUBNET_TIME_OUT,
            "old-by-number",
            "reads as at power-on when the port's number is given",
            Edits.responses(
                t -> Edits.isOf(Attribute.PORT_INFO, t) && Edits.isGet(t) && isByNumber(t),
                t -> t.answer(PortInfo.SUBNET_TIME_OUT, 18))),
        of(
            PortInfo.NEIGHBOR_MTU,
            "old-by-zero",
            "reads as at power-on when no port's number is given",
            Edits.responses(
                t -> Edits.isOf(Attribute.PORT_INFO, t) && Edits.isGet(t) && !isByNumber(t),
                t -> t.answer(PortInfo.NEIGHBOR_MTU, 1))));
  }

  private static List<DeviationSpec> ways(Field field, Field neighbor) {
    List<DeviationSpec> ways = new ArrayList<>();
    ways.add(of(field, "not-stored", "is not stored", keeping(field, _ -> true)));
    ways.add(
        of(
            field,
            "answered-only",
            "is answered as written, and not stored",
            PortInfoEdits.answered(done -> keepIf(done, field, isOwn(done)))));
    ways.add(
        of(
            field,
            "stored-by-number",
            "is stored only when the Set names the port's number",
            keeping(field, done -> !isByNumber(done.t()))));
    ways.add(
        of(
            field,
            "stored-by-zero",
            "is stored only when the Set names no port",
            keeping(field, done -> isByNumber(done.t()))));
    ways.add(
        of(
            field,
            "stored-on-port-1",
            "is stored on port 1 only",
            keeping(field, done -> done.port().number() > 1)));
    ways.add(
        of(
            field,
            "stored-in-next-port",
            "is stored in the next port, too",
            PortInfoEdits.stored(done -> {
              if (isOwn(done) && isChanged(done, field)) {
                next(done).put(field, done.port().value(field));
              }
            })));
    ways.add(
        of(
            field,
            "moves-" + word(neighbor),
            "is stored in " + neighbor.name() + ", too",
            PortInfoEdits.stored(done -> {
              if (isOwn(done) && isChanged(done, field)) {
                done.port().put(neighbor, done.port().value(field));
              }
            })));
    ways.add(
        of(
            field,
            "lost-with-timeout",
            "is set to its least value when SubnetTimeOut or MasterSMLID changes",
            PortInfoEdits.stored(done -> {
              Field by =
                  field.equals(PortInfo.SUBNET_TIME_OUT)
                      ? PortInfo.MASTER_SM_LID
                      : PortInfo.SUBNET_TIME_OUT;
              if (isOwn(done) && isChanged(done, by)) {
                done.port().put(field, done.port().value(field) == 0 ? 1 : 0);
              }
            })));
    ways.add(
        of(
            field,
            "first-bit-lost",
            "loses the first bit that is set",
            PortInfoEdits.stored(done -> {
              if (isOwn(done) && isChanged(done, field)) {
                long stored = done.port().value(field);
                done.port().put(field, stored & ~Long.highestOneBit(stored));
              }
            })));
    if (field.width() == 16) {
      ways.add(
          of(
              field,
              "swapped",
              "is stored with its bytes swapped",
              PortInfoEdits.stored(done -> {
                if (isOwn(done) && isChanged(done, field)) {
                  long stored = done.port().value(field);
                  done.port().put(field, stored << 8 | stored >> 8);
                }
              })));
    }
    return ways;
  }

  private static List<DeviationSpec> writable(Field field) {
    return List.of(
        of(
            field,
            "writable",
            "is stored, although it is read-only",
            PortInfoEdits.stored(done -> {
              if (isOwn(done)) {
                done.port().put(field, done.t().asked(field));
              }
            })),
        of(
            field,
            "answered-as-written",
            "is answered as written, although it is read-only",
            PortInfoEdits.answered(done -> {
              if (isOwn(done)) {
                done.t().answer(field, done.t().asked(field));
              }
            })),
        of(
            field,
            "refused",
            "is rejected when it is not as the port has it, although it is read-only",
            Edits.codes(
                Attribute.PORT_INFO,
                (t, code) ->
                    Edits.isSet(t) && t.answered(field) != t.asked(field)
                        ? MadStatus.INVALID_FIELD
                        : code)));
  }

  private static DeviationSpec of(
      Field field, String name, String summary, Consumer<Seams> effect) {
    DeviationSpec spec =
        DeviationSpec.of(
            "portfield." + word(field) + "-" + name,
            field.name() + " of PortInfo " + summary,
            WITH_END_PORTS,
            effect);
    return field.equals(PortInfo.INIT_TYPE_REPLY) ? spec.on(SimParameter.REINIT, 1) : spec;
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static Consumer<Seams> keeping(Field field, Predicate<Done> when) {
    return PortInfoEdits.stored(done -> keepIf(done, field, when.test(done)));
  }

  private static void keepIf(Done done, Field field, boolean when) {
    if (when) {
      keep(done, field);
    }
  }
}
