package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.Edits.isOf;
import static org.ibassay.device.deviation.Edits.isSet;
import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.ROUTER;
import static org.ibassay.device.variant.NodeKind.SM;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.Attribute;

/// Deviations of an agent that a request crashes: it answers neither that request nor later ones
/// until the device is power-cycled.
final class DeathDeviations {
  private static final int LAST_PORT = 254;
  private static final int BLOCKS = 768;
  private static final int ONE_PART = (1 << 28) | 9;

  private DeathDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        // Identification reads PortInfo up to three times, and then every test does.
        of(
            "of-fourth-portinfo",
            "the fourth Get of PortInfo",
            Set.of(CA, SWITCH, ROUTER, SM),
            each(4, t -> isGet(PORT_INFO, t))),
        of(
            "of-portinfo-after-nodeinfo",
            "a Get of PortInfo of an external port right after one Get of NodeInfo",
            Set.of(SWITCH),
            DeathDeviations::afterNodeInfo),
        of("of-set", "a Set", ALL, Edits::isSet),
        of("of-second-set", "the second Set", ALL, each(2, Edits::isSet)),
        of("of-set-of-portinfo", "a Set of PortInfo", ALL, t -> isSet(t) && isOf(PORT_INFO, t)),
        of(
            "of-portinfo-of-port-254",
            "a Get of PortInfo of port 254",
            ALL,
            t -> isGet(PORT_INFO, t) && (t.modifier() & 0xFF) == LAST_PORT),
        of(
            "of-sminfo",
            "the second Get of SMInfo",
            WITH_END_PORTS,
            each(2, t -> isGet(SM_INFO, t))),
        of("of-sltovl", "a Get of SLtoVLMappingTable", ALL, t -> isGet(SL_TO_VL_MAPPING_TABLE, t)),
        of(
            "of-lft-block-768",
            "block 768 of the linear forwarding table",
            Set.of(SWITCH),
            t -> isOf(LINEAR_FORWARDING_TABLE, t) && t.modifier() == BLOCKS),
        of(
            "of-one-mft-set",
            "the Set of block 9, group 1, of the multicast table",
            Set.of(SWITCH),
            t -> isSet(t) && isOf(MULTICAST_FORWARDING_TABLE, t) && t.modifier() == ONE_PART),
        of("after-30-mads", "the 31st request", ALL, each(31, _ -> true)),
        of("after-500-mads", "the 501st request", ALL, each(501, _ -> true)));
  }

  private static boolean isGet(Attribute attribute, Transaction t) {
    return Edits.isGet(t) && isOf(attribute, t);
  }

  /// Selects requests, with state for each device.
  private interface Choice {
    Predicate<Transaction> forOneDevice();
  }

  /// Selects the n-th such request.
  private static Choice each(int number, Predicate<Transaction> which) {
    return () -> {
      int[] seen = new int[1];
      return t -> which.test(t) && ++seen[0] == number;
    };
  }

  private static Predicate<Transaction> afterNodeInfo() {
    int[] inRow = new int[1];
    return t -> {
      boolean isIt = inRow[0] == 1 && isGet(PORT_INFO, t) && t.modifier() > 0;
      inRow[0] = isGet(Attribute.NODE_INFO, t) ? inRow[0] + 1 : 0;
      return isIt;
    };
  }

  private static DeviationSpec of(
      String name, String what, Set<NodeKind> kinds, Predicate<Transaction> which) {
    return of(name, what, kinds, () -> which);
  }

  private static DeviationSpec of(String name, String what, Set<NodeKind> kinds, Choice which) {
    Consumer<Seams> effect =
        seams -> {
          Predicate<Transaction> fatal = which.forOneDevice();
          boolean[] isDead = new boolean[1];
          Edits.deafTo(t -> isDead[0] |= fatal.test(t)).accept(seams);
        };
    return DeviationSpec.of("dies." + name, "stops responding after " + what, kinds, effect);
  }
}
