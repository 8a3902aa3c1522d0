package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.GUID_CAP;
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
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// Deviations in the effect of earlier requests: a Set that is lost because another one preceded it
/// immediately, or because it is one of many; a Get whose contents are stored like a Set's.
final class SequenceDeviations {
  private static final Set<NodeKind> CA_AND_SWITCH = Set.of(CA, SWITCH);
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);
  private static final int OCTETS = 0xFF;
  private static final long NOWHERE = -1;

  /// More than one block of GUIDInfo.
  private static final int GUIDS = 9;

  private static final Map<Attribute, Set<NodeKind>> ATTRIBUTES =
      Map.of(
          PORT_INFO, CA_AND_SWITCH,
          GUID_INFO, CA_AND_SWITCH,
          P_KEY_TABLE, CA_AND_SWITCH,
          SL_TO_VL_MAPPING_TABLE, CA_AND_SWITCH,
          VL_ARBITRATION_TABLE, CA_AND_SWITCH,
          LED_INFO, CA_AND_SWITCH,
          SWITCH_INFO, SWITCHES,
          LINEAR_FORWARDING_TABLE, SWITCHES,
          MULTICAST_FORWARDING_TABLE, SWITCHES);

  /// Attributes of which R14_SetSequences sets two blocks, or ports, by one tester port.
  private static final Map<Attribute, Set<NodeKind>> IN_BLOCKS =
      Map.of(
          PORT_INFO, SWITCHES,
          GUID_INFO, CA_AND_SWITCH,
          P_KEY_TABLE, CA_AND_SWITCH,
          LINEAR_FORWARDING_TABLE, SWITCHES,
          MULTICAST_FORWARDING_TABLE, SWITCHES);

  private static final int TIMEOUT_AT_START = 18;

  private SequenceDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    ATTRIBUTES.forEach((attribute, kinds) -> all.addAll(of(attribute, kinds)));
    IN_BLOCKS.forEach((attribute, kinds) -> all.addAll(ofBlocks(attribute, kinds)));
    all.add(
        DeviationSpec.of(
            "sequence.set-after-refusal-lost",
            "accepts but does not store the Set(PortInfo) that follows one that it rejected",
            CA_AND_SWITCH,
            SequenceDeviations::lostAfterRefusal));
    all.add(alone("reregistration-alone", PORT_INFO, PortInfo.CLIENT_REREGISTER, CA_AND_SWITCH));
    all.add(
        DeviationSpec.of(
            "sequence.reregistration-resets-timeout",
            "resets SubnetTimeOut to 18 when ClientReregister is set to 1",
            CA_AND_SWITCH,
            PortInfoEdits.stored(done -> {
              if (done.code() == MadStatus.OK && done.t().asked(PortInfo.CLIENT_REREGISTER) == 1) {
                done.port().put(PortInfo.SUBNET_TIME_OUT, TIMEOUT_AT_START);
              }
            })));
    all.add(alone("port-state-change-alone", SWITCH_INFO, SwitchInfo.PORT_STATE_CHANGE, SWITCHES));
    all.add(
        DeviationSpec.of(
            "sequence.no-change-alone",
            "stores nothing of a Set(PortInfo) that has \"no change\" for the states and the link",
            CA_AND_SWITCH,
            lost(
                PORT_INFO,
                t ->
                    t.asked(PortInfo.PORT_STATE) == 0
                        && t.asked(PortInfo.PORT_PHYSICAL_STATE) == 0
                        && t.asked(PortInfo.LINK_DOWN_DEFAULT_STATE) == 0
                        && t.asked(PortInfo.LINK_WIDTH_ENABLED) == 0)));
    all.add(
        DeviationSpec.of(
            "sequence.port-state-change-not-cleared-with-life-time",
            "does not clear PortStateChange in a Set that changes LifeTimeValue",
            SWITCHES,
            Edits.sets(
                SWITCH_INFO,
                (t, handler) -> {
                  handler.get(t);
                  if (t.answered(SwitchInfo.LIFE_TIME_VALUE)
                      != t.asked(SwitchInfo.LIFE_TIME_VALUE)) {
                    SwitchInfo.PORT_STATE_CHANGE.set(t.request(), DATA, 0);
                  }
                  return handler.set(t);
                })));
    for (Field field :
        List.of(PortInfo.SUBNET_TIME_OUT, PortInfo.MASTER_SM_SL, PortInfo.M_KEY_LEASE_PERIOD)) {
      all.add(
          DeviationSpec.of(
              "sequence.0-is-no-change-" + field.name().toLowerCase(Locale.ROOT),
              "mistakes 0 in %s for \"no change\"".formatted(field.name()),
              CA_AND_SWITCH,
              PortInfoDeviations.rules((_, _, of, asked, right) ->
                  of.equals(field) && asked == 0 ? Ruling.SKIP : right)));
    }
    return all;
  }

  private static String word(Attribute attribute) {
    return attribute.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static List<DeviationSpec> of(Attribute attribute, Set<NodeKind> kinds) {
    return List.of(
        everyLost(17, attribute, kinds),
        everyLost(64, attribute, kinds),
        DeviationSpec.of(
            "sequence.second-lost-" + word(attribute),
            "accepts but does not store a Set of %s that follows one for the same place"
                .formatted(attribute.name()),
            kinds,
            lostAfter(attribute, false)),
        DeviationSpec.of(
            "sequence.get-stores-" + word(attribute),
            "stores the data of a Get of %s that carries some".formatted(attribute.name()),
            kinds,
            Edits.handler(
                attribute,
                handler ->
                    Edits.handler(
                        t -> {
                          if (carriesData(t)) {
                            handler.set(t);
                          }
                          return handler.get(t);
                        },
                        handler::set))),
        DeviationSpec.of(
            "sequence.get-shows-" + word(attribute),
            "shows the data that a Get of %s carries beside what it holds"
                .formatted(attribute.name()),
            kinds,
            Edits.responses(
                t -> Edits.isOf(attribute, t) && Edits.isGet(t), SequenceDeviations::addAsked)),
        DeviationSpec.of(
            "sequence.get-refused-" + word(attribute),
            "rejects a Get of %s that carries data".formatted(attribute.name()),
            kinds,
            Edits.codes(
                attribute,
                (t, code) ->
                    Edits.isGet(t) && carriesData(t)
                        ? Integer.valueOf(MadStatus.INVALID_FIELD)
                        : code)));
  }

  private static List<DeviationSpec> ofBlocks(Attribute attribute, Set<NodeKind> kinds) {
    return List.of(
        onBlocks(
            attribute,
            DeviationSpec.of(
                "sequence.other-block-lost-" + word(attribute),
                "accepts but does not store a Set of %s that follows one for any place"
                    .formatted(attribute.name()),
                kinds,
                lostAfter(attribute, true))),
        onBlocks(
            attribute,
            DeviationSpec.of(
                "sequence.last-set-shown-" + word(attribute),
                "answers the Get of %s after a Set with the data of the Set, whichever entry is requested"
                    .formatted(attribute.name()),
                kinds,
                showsLastSet(attribute))));
  }

  private static DeviationSpec onBlocks(Attribute attribute, DeviationSpec deviation) {
    return attribute.equals(GUID_INFO) ? deviation.on(GUID_CAP, GUIDS) : deviation;
  }

  private static DeviationSpec everyLost(int count, Attribute attribute, Set<NodeKind> kinds) {
    return DeviationSpec.of(
        "sequence.every-%dth-lost-%s".formatted(count, word(attribute)),
        "accepts but does not store every %dth Set of %s".formatted(count, attribute.name()),
        kinds,
        seams -> {
          int[] sets = new int[1];
          lost(attribute, _ -> ++sets[0] % count == 0).accept(seams);
        });
  }

  /// Some Sets are answered as if they were stored.
  private static Consumer<Seams> lost(Attribute attribute, Predicate<Transaction> which) {
    return attribute.equals(PORT_INFO)
        ? PortInfoEdits.unstored(which)
        : TableEdits.unstored(attribute, which);
  }

  /// A Set is lost if the previous request was also a Set.
  ///
  /// @param isAnywhere whether the previous one may be for another place
  private static Consumer<Seams> lostAfter(Attribute attribute, boolean isAnywhere) {
    return seams -> {
      long[] last = {NOWHERE};
      KeptValueDeviations.watch(
          seams,
          t -> {
            if (!Edits.isSet(t) || !Edits.isOf(attribute, t)) {
              last[0] = NOWHERE;
            }
          });
      lost(
              attribute,
              t -> {
                long place = LostValues.place(t);
                boolean isNext = last[0] != NOWHERE && (isAnywhere || last[0] == place);
                last[0] = place;
                return isNext;
              })
          .accept(seams);
    };
  }

  private static void lostAfterRefusal(Seams seams) {
    boolean[] isRefused = new boolean[1];
    lost(
            PORT_INFO,
            _ -> {
              boolean isNext = isRefused[0];
              isRefused[0] = false;
              return isNext;
            })
        .accept(seams);
    Edits.responses(
            t -> Edits.isSet(t) && MadStatus.CODE.get(t.response(), 0) != MadStatus.OK,
            _ -> isRefused[0] = true)
        .accept(seams);
  }

  /// A Set with 1 in a component stores nothing else.
  private static DeviationSpec alone(
      String word, Attribute attribute, Field command, Set<NodeKind> kinds) {
    return DeviationSpec.of(
        "sequence." + word,
        "stores nothing of a Set that has %s 1".formatted(command.name()),
        kinds,
        lost(attribute, t -> t.asked(command) == 1));
  }

  private static Consumer<Seams> showsLastSet(Attribute attribute) {
    return Edits.handler(
        attribute,
        handler -> {
          @Nullable MemorySegment[] last = new MemorySegment[1];
          return Edits.handler(
              t -> {
                int code = handler.get(t);
                if (last[0] != null && code == MadStatus.OK) {
                  MemorySegment.copy(last[0], 0, t.response(), DATA, DATA_BYTES);
                }
                last[0] = null;
                return code;
              },
              t -> {
                int code = handler.set(t);
                if (code == MadStatus.OK) {
                  MemorySegment set = MemorySegment.ofArray(new byte[DATA_BYTES]);
                  MemorySegment.copy(t.response(), DATA, set, 0, DATA_BYTES);
                  last[0] = set;
                }
                return code;
              });
        });
  }

  private static boolean carriesData(Transaction t) {
    for (int i = 0; i < DATA_BYTES; i++) {
      if (t.request().get(ValueLayout.JAVA_BYTE, DATA + i) != 0) {
        return true;
      }
    }
    return false;
  }

  private static void addAsked(Transaction t) {
    for (int i = 0; i < DATA_BYTES; i++) {
      int asked = t.request().get(ValueLayout.JAVA_BYTE, DATA + i) & OCTETS;
      int held = t.response().get(ValueLayout.JAVA_BYTE, DATA + i) & OCTETS;
      t.response().set(ValueLayout.JAVA_BYTE, DATA + i, (byte) (asked | held));
    }
  }
}
