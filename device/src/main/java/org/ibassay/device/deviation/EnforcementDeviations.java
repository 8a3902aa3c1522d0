package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.ENFORCEMENT_TRAP;
import static org.ibassay.device.variant.SimParameter.LID;
import static org.ibassay.device.variant.SimParameter.PORT_STATE;
import static org.ibassay.device.variant.SimParameter.TRAPS;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.device.sma.Enforcement;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.TrapRules;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;

/// Deviations in the partition enforcement of a switch, and in trap 259.
final class EnforcementDeviations {
  private static final int BAD_P_KEY = 259;
  private static final int SOME_LID = 9;
  private static final int ACTIVE = 2; // the word of port-state

  private EnforcementDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.concat(packets(), traps())
        .map(made -> made.on(LID, SOME_LID).on(PORT_STATE, ACTIVE))
        .toList();
  }

  private static Stream<DeviationSpec> packets() {
    return Stream.of(
        when("off", "never enforces partitions", _ -> false),
        when("always", "enforces partitions where PartitionEnforcementInbound is 0", _ -> true),
        rules(
            "stays-on",
            "enforces partitions from the first time on",
            () ->
                new Enforcement() {
                  private boolean wasOn;

                  @Override
                  public boolean isOn(Port port) {
                    wasOn |= Enforcement.super.isOn(port);
                    return wasOn;
                  }
                }),
        rules(
            "smps-too",
            "drops SMPs by LID, too",
            () ->
                new Enforcement() {
                  @Override
                  public boolean isForSmps() {
                    return true;
                  }
                }),
        in(
            "first-key-only",
            "compares the first P_Key only",
            keys -> (keys[0] & Enforcement.BASE) == Enforcement.BASE),
        in(
            "last-key-left-out",
            "does not compare the last P_Key",
            keys -> has(IntStream.of(keys).limit(keys.length - 1L), Enforcement.BASE)),
        in(
            "low-byte-only",
            "compares the lower byte of P_Keys",
            keys -> has(IntStream.of(keys), 0xFF)),
        in(
            "full-members-only",
            "drops packets of a partition whose P_Key is that of a limited member",
            keys -> IntStream.of(keys).anyMatch(key -> key == Enforcement.P_KEY)),
        in(
            "room-left",
            "lets all packets in while an entry of the table is free",
            keys -> IntStream.of(keys).anyMatch(key -> key == 0)),
        in("nothing-in", "drops all packets", _ -> false));
  }

  private static boolean has(IntStream keys, int bits) {
    return keys.anyMatch(key -> (key & bits) == bits);
  }

  private static DeviationSpec when(String name, String text, Predicate<Port> when) {
    return rules(
        name,
        text,
        () ->
            new Enforcement() {
              @Override
              public boolean isOn(Port port) {
                return when.test(port);
              }
            });
  }

  private static DeviationSpec in(String name, String text, Predicate<int[]> which) {
    return rules(
        name,
        text,
        () ->
            new Enforcement() {
              @Override
              public boolean isIn(int[] keys) {
                return which.test(keys);
              }
            });
  }

  private static DeviationSpec rules(String name, String text, Supplier<Enforcement> wrong) {
    return DeviationSpec.of(
        "enforcement." + name,
        text,
        Set.of(SWITCH),
        seams -> seams.enforcement.deviate(_ -> wrong.get()));
  }

  private static Stream<DeviationSpec> traps() {
    DeviationSpec undeclared =
        trap(
            "trap-undeclared",
            "sends trap 259 although IsPKeySwitchExternalPortTrapSupported is 0",
            new TrapRules() {
              @Override
              public boolean reportsPKeys(Port port) {
                return true;
              }
            });
    DeviationSpec unsupported =
        trap(
            "trap-unsupported",
            "sends trap 259 although IsTrapSupported is 0",
            new TrapRules() {
              @Override
              public boolean sends(Port port) {
                return port.value(PortInfo.LID) != 0;
              }
            });
    return Stream.concat(
        Stream.of(undeclared.on(ENFORCEMENT_TRAP, 0), unsupported.on(TRAPS, 0)),
        Stream.of(
            notice("trap-type", Notice.TYPE, _ -> 1),
            notice("trap-producer", Notice.PRODUCER_TYPE_VENDOR_ID, _ -> 1),
            notice("trap-issuer", Notice.ISSUER_LID, _ -> 0),
            notice("trap-key", detail("PKEY"), key -> key ^ 1),
            notice("trap-key-of-table", detail("PKEY"), _ -> 0xABFF),
            notice("trap-port", detail("PORTNO"), port -> port + 1),
            notice("trap-port-0", detail("PORTNO"), _ -> 0),
            notice("trap-switch-lid", detail("SWLIDADDR"), _ -> 0),
            notice("trap-sender", detail("LIDADDR1"), lid -> lid ^ 1),
            notice("trap-receiver", detail("LIDADDR2"), lid -> lid ^ 1)));
  }

  private static Field detail(String name) {
    return NoticeDetails.of(BAD_P_KEY).orElseThrow().field(name).orElseThrow();
  }

  private static DeviationSpec notice(String name, Field field, LongUnaryOperator wrong) {
    return trap(
        name,
        "sends trap 259 with another " + field.name(),
        new TrapRules() {
          @Override
          public void edit(MemorySegment trap) {
            if (Notice.TRAP_NUMBER_DEVICE_ID.get(trap, Smp.DATA) == BAD_P_KEY) {
              field.set(trap, Smp.DATA, wrong.applyAsLong(field.get(trap, Smp.DATA)));
            }
          }
        });
  }

  private static DeviationSpec trap(String name, String text, TrapRules wrong) {
    return DeviationSpec.of(
            "enforcement." + name, text, Set.of(SWITCH), seams -> seams.traps.deviate(wrong::over))
        .on(TRAPS, 1)
        .on(ENFORCEMENT_TRAP, 1);
  }
}
