package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.device.variant.SimParameter.TRAPS;
import static org.ibassay.device.variant.SimParameter.TRAP_OF_SET;
import static org.ibassay.wire.attribute.PortInfo.IS_TRAP_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.sma.TrapRules;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Deviations of traps: their contents, to whom, when and how often they are sent, and the effect
/// of a TrapRepress.
final class TrapDeviations {
  private static final int LINK_STATE = 128;
  private static final int LOCAL_CHANGES = 144;
  private static final int BAD_M_KEY = 256;

  private TrapDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(whether(), headers(), notices(), keyDetails(), repetitions())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> whether() {
    return List.of(
        rules(
                "unsupported-sent",
                "sends traps although IsTrapSupported is 0",
                new TrapRules() {
                  @Override
                  public boolean sends(Port port) {
                    return port.value(PORT_STATE) == PortState.ACTIVE;
                  }
                })
            .on(TRAPS, 0),
        onEndPorts(
            sending(
                "sent-in-initialize",
                "sends traps before PortState is Active",
                port -> port.value(IS_TRAP_SUPPORTED) == 1)),
        onSwitches(
            telling("no-128", "does not report link state changes", trap -> trap != LINK_STATE)),
        onSwitches(addressed("to-lid-1", "sends traps to LID 1", _ -> 1)),
        onSwitches(
            addressed("to-itself", "sends traps to its own LID", port -> (int) port.value(LID))),
        rules(
            "right-key-reported",
            "reports a right M_Key as a wrong one",
            new TrapRules() {
              @Override
              public boolean takesForBadKey(Transaction t) {
                return t.keyMatched() && Smp.M_KEY.get(t.request(), 0) != 0;
              }
            }),
        onSwitches(
            rules(
                "set-reported",
                "reports a change of link state after each Set of PortInfo",
                new TrapRules() {
                  @Override
                  public boolean takesForChange(Transaction t) {
                    return Edits.isSet(t) && Edits.isOf(Attribute.PORT_INFO, t);
                  }
                })),
        DeviationSpec.of(
                "trap.to-first-manager",
                "sends traps to the MasterSMLID that it had first",
                ALL,
                seams -> seams.traps.deviate(to(firstManager())::over))
            .on(TRAPS, 1));
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        header("base-version-0", MadHeader.BASE_VERSION, 0),
        header("class-version-2", MadHeader.CLASS_VERSION, 2),
        header("status-4", MadHeader.STATUS, 4),
        header("modifier-1", MadHeader.ATTRIBUTE_MODIFIER, 1),
        header("key-shown", Smp.M_KEY, 0x5EC2E7L),
        header("attribute-3", MadHeader.ATTRIBUTE_ID, 3));
  }

  private static List<DeviationSpec> notices() {
    return List.of(
        notice("vendor", Notice.IS_GENERIC, _ -> 0),
        notice("type-informational", Notice.TYPE, _ -> 4),
        notice("type-swapped", Notice.TYPE, type -> 3 - type),
        notice("producer-3", Notice.PRODUCER_TYPE_VENDOR_ID, producer -> producer ^ 2),
        notice("producer-class-manager", Notice.PRODUCER_TYPE_VENDOR_ID, _ -> 4),
        notice("number-257", Notice.TRAP_NUMBER_DEVICE_ID, _ -> 257),
        notice("issuer-0", Notice.ISSUER_LID, _ -> 0),
        notice("issuer-other", Notice.ISSUER_LID, lid -> lid ^ 1),
        notice("toggle-1", Notice.NOTICE_TOGGLE, _ -> 1),
        notice("count-1", Notice.NOTICE_COUNT, _ -> 1),
        ofSets("144-lid-0", "LIDADDR", _ -> 0),
        ofSets("144-mask-0", "CAPABILITYMASK", _ -> 0),
        ofSets("144-mask-bit", "CAPABILITYMASK", mask -> mask ^ 0x8),
        ofSets("144-no-flag", "ChangeFlags", _ -> 0),
        ofSets("144-other-flag", "ChangeFlags", flags -> flags == 1 ? 2 : 1),
        ofSets("144-all-flags", "ChangeFlags", _ -> 7),
        ofSets("144-without-first-flag", "ChangeFlags", flags -> flags & 3),
        ofSets("144-without-second-flag", "ChangeFlags", flags -> flags & 5),
        ofSets("144-third-flag-too", "ChangeFlags", flags -> flags | 1),
        onSwitches(detail("128-lid-0", LINK_STATE, "LIDADDR", _ -> 0)),
        onSwitches(detail("128-lid-other", LINK_STATE, "LIDADDR", lid -> lid ^ 1)));
  }

  private static List<DeviationSpec> keyDetails() {
    return List.of(
        detail("256-method-0", BAD_M_KEY, "METHOD", _ -> 0),
        detail("256-method-get", BAD_M_KEY, "METHOD", _ -> 1),
        detail("256-attribute-of-notice", BAD_M_KEY, "ATTRIBUTEID", _ -> Attribute.NOTICE.id()),
        onEndPorts(detail("256-modifier-0", BAD_M_KEY, "ATTRIBUTEMODIFIER", _ -> 0)),
        detail("256-modifier-1", BAD_M_KEY, "ATTRIBUTEMODIFIER", _ -> 1),
        detail("256-key-0", BAD_M_KEY, "MKEY", _ -> 0),
        detail("256-key-low-half", BAD_M_KEY, "MKEY", key -> key & 0xFFFF_FFFFL),
        detail("256-hop-count-0", BAD_M_KEY, "DRHopCount", _ -> 0),
        detail("256-hop-count-2", BAD_M_KEY, "DRHopCount", _ -> 2),
        detail("256-truncated", BAD_M_KEY, "DRPathTruncated", _ -> 1));
  }

  private static List<DeviationSpec> repetitions() {
    return List.of(
        repeated(
            "transaction-counted",
            "sends each repetition with a new TransactionID",
            (mad, times) -> add(MadHeader.TRANSACTION_ID, mad, 0, times)),
        repeated(
            "repetition-counted",
            "counts repetitions in NoticeCount",
            (mad, times) -> add(Notice.NOTICE_COUNT, mad, Smp.DATA, times)),
        repeated(
            "repetition-toggles",
            "toggles NoticeToggle with each repetition",
            (mad, times) -> Notice.NOTICE_TOGGLE.set(mad, Smp.DATA, times & 1)),
        repeated(
            "repetition-loses-issuer",
            "repeats a trap with IssuerLID 0",
            (mad, _) -> Notice.ISSUER_LID.set(mad, Smp.DATA, 0)),
        edited(
            "transaction-constant",
            "sends all traps with one TransactionID",
            mad -> MadHeader.TRANSACTION_ID.set(mad, 0, 7)),
        interval(
            "fast", "sends traps at four times the rate that SubnetTimeOut allows", all -> all / 4),
        interval("twice-as-fast", "sends traps twice as fast as allowed", all -> all / 2),
        interval("rate-fixed", "sends a trap every 8 ms", _ -> 8_388_608),
        stopping("repress-ignored", "ignores TrapRepress", (_, _, _) -> false),
        stopping("any-repress-obeyed", "accepts any TrapRepress", (_, _, _) -> true),
        stopping(
            "repress-of-any-256",
            "accepts a TrapRepress with the right LID, whatever its other contents",
            (repress, trap, _) ->
                Notice.ISSUER_LID.get(repress, Smp.DATA) == Notice.ISSUER_LID.get(trap, Smp.DATA)),
        rules(
            "repress-answered",
            "answers TrapRepress",
            new TrapRules() {
              @Override
              public boolean answersRepress() {
                return true;
              }
            }),
        DeviationSpec.of(
                "trap.repress-without-key",
                "accepts a TrapRepress with any M_Key",
                ALL,
                MKeyEdits.hole("", "", (t, _) -> MKeyEdits.isTrapRepress(t)).effect())
            .on(TRAPS, 1));
  }

  private static DeviationSpec rules(String name, String text, TrapRules rules) {
    return DeviationSpec.of("trap." + name, text, ALL, seams -> seams.traps.deviate(rules::over))
        .on(TRAPS, 1)
        .on(TRAP_OF_SET, 1);
  }

  static DeviationSpec onSwitches(DeviationSpec deviation) {
    return on(Set.of(SWITCH), deviation);
  }

  static DeviationSpec onEndPorts(DeviationSpec deviation) {
    return on(WITH_END_PORTS, deviation);
  }

  private static DeviationSpec on(Set<NodeKind> kinds, DeviationSpec deviation) {
    return new DeviationSpec(
        deviation.name(), deviation.summary(), kinds, deviation.given(), deviation.effect());
  }

  private static DeviationSpec sending(String name, String text, Predicate<Port> when) {
    return rules(
        name,
        text,
        new TrapRules() {
          @Override
          public boolean sends(Port port) {
            return when.test(port);
          }
        });
  }

  private static DeviationSpec telling(String name, String text, IntPredicate which) {
    return rules(
        name,
        text,
        new TrapRules() {
          @Override
          public boolean reports(int trap) {
            return which.test(trap);
          }
        });
  }

  /// Computes the destination of a trap.
  private interface Manager {
    int of(Port port);
  }

  private static Manager firstManager() {
    int[] first = new int[1];
    return port -> {
      first[0] = first[0] == 0 ? (int) port.value(MASTER_SM_LID) : first[0];
      return first[0];
    };
  }

  private static DeviationSpec addressed(String name, String text, Manager to) {
    return rules(name, text, to(to));
  }

  private static TrapRules to(Manager manager) {
    return new TrapRules() {
      @Override
      public int destination(Port port) {
        return manager.of(port);
      }
    };
  }

  private static DeviationSpec header(String name, Field field, long value) {
    return edited(
        name, "sends a trap with another " + field.name(), mad -> field.set(mad, 0, value));
  }

  private static DeviationSpec notice(String name, Field field, LongUnaryOperator wrong) {
    return edited(
        name,
        "sends a trap with another " + field.name(),
        mad -> field.set(mad, Smp.DATA, wrong.applyAsLong(field.get(mad, Smp.DATA))));
  }

  private static DeviationSpec detail(
      String name, int trap, String component, LongUnaryOperator wrong) {
    Field field = NoticeDetails.of(trap).orElseThrow().field(component).orElseThrow();
    return edited(
        name,
        "sends trap %d with another %s".formatted(trap, component),
        mad -> {
          if (Notice.TRAP_NUMBER_DEVICE_ID.get(mad, Smp.DATA) == trap) {
            field.set(mad, Smp.DATA, wrong.applyAsLong(field.get(mad, Smp.DATA)));
          }
        });
  }

  private static DeviationSpec ofSets(String name, String component, LongUnaryOperator wrong) {
    return detail(name, LOCAL_CHANGES, component, wrong);
  }

  private static DeviationSpec edited(String name, String text, Consumer<MemorySegment> edit) {
    return rules(
        name,
        text,
        new TrapRules() {
          @Override
          public void edit(MemorySegment trap) {
            edit.accept(trap);
          }
        });
  }

  private static DeviationSpec repeated(
      String name, String text, ObjIntConsumer<MemorySegment> edit) {
    return rules(
        name,
        text,
        new TrapRules() {
          @Override
          public void editRepeated(MemorySegment trap, int times) {
            edit.accept(trap, times);
          }
        });
  }

  private static void add(Field counter, MemorySegment mad, int at, int more) {
    counter.set(mad, at, counter.get(mad, at) + more);
  }

  private static DeviationSpec interval(String name, String text, LongUnaryOperator wrong) {
    return rules(
        name,
        text,
        new TrapRules() {
          @Override
          public long interval(long least) {
            return wrong.applyAsLong(least);
          }
        });
  }

  /// Decides whether a TrapRepress stops a trap.
  private interface Stop {
    boolean is(MemorySegment repress, MemorySegment trap, boolean right);
  }

  private static DeviationSpec stopping(String name, String text, Stop stop) {
    return rules(
        name,
        text,
        new TrapRules() {
          @Override
          public boolean stops(MemorySegment repress, MemorySegment trap, boolean right) {
            return stop.is(repress, trap, right);
          }
        });
  }
}
