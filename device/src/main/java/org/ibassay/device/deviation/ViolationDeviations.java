package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.P_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.Q_KEY_VIOLATIONS;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in what clears the violation counters of PortInfo, and in components of the M_Key
/// that cannot be set to 0.
final class ViolationDeviations {
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);

  /// The value of counters in a device whose counters do not start at 0.
  private static final long COUNTED = 5;

  private ViolationDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        clears("p-key-clears-m-key", P_KEY_VIOLATIONS, M_KEY_VIOLATIONS),
        clears("q-key-clears-m-key", Q_KEY_VIOLATIONS, M_KEY_VIOLATIONS),
        clears("m-key-clears-q-key", M_KEY_VIOLATIONS, Q_KEY_VIOLATIONS)
            .on(SimParameter.VIOLATIONS, COUNTED),
        of(
            "every-set-clears-m-key",
            "clears M_KeyViolations with every Set",
            ALL,
            stored(done -> done.port().put(M_KEY_VIOLATIONS, 0))),
        clearedBy(M_KEY),
        clearedBy(M_KEY_PROTECT_BITS),
        clearedBy(M_KEY_LEASE_PERIOD),
        outside(M_KEY_VIOLATIONS),
        outside(P_KEY_VIOLATIONS).on(SimParameter.VIOLATIONS, COUNTED),
        outside(Q_KEY_VIOLATIONS).on(SimParameter.VIOLATIONS, COUNTED),
        keptBy0(M_KEY),
        keptBy0(M_KEY_PROTECT_BITS));
  }

  private static DeviationSpec clears(String name, Field set, Field cleared) {
    return of(
        name,
        "clears %s when %s is set to 0".formatted(cleared.name(), set.name()),
        ALL,
        stored(done -> {
          if (done.t().asked(set) == 0) {
            done.port().put(cleared, 0);
          }
        }));
  }

  private static DeviationSpec clearedBy(Field set) {
    return of(
        "cleared-by-" + word(set),
        "clears M_KeyViolations when %s changes".formatted(set.name()),
        ALL,
        stored(done -> {
          if (PortInfoEdits.isChanged(done, set)) {
            done.port().put(M_KEY_VIOLATIONS, 0);
          }
        }));
  }

  private static DeviationSpec outside(Field counter) {
    return of(
        "external-port-clears-" + word(counter),
        "clears %s of port 0 when that of an external port is set to 0".formatted(counter.name()),
        SWITCHES,
        stored(done -> {
          if (done.port().number() > 0 && done.t().asked(counter) == 0) {
            done.all().getFirst().put(counter, 0);
          }
        }));
  }

  private static DeviationSpec keptBy0(Field field) {
    return of(
        "kept-by-0-" + word(field),
        "treats 0 in %s as \"no change\"".formatted(field.name()),
        ALL,
        stored(done -> {
          if (done.t().asked(field) == 0) {
            PortInfoEdits.keep(done, field);
          }
        }));
  }

  private static Consumer<Seams> stored(Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (done.code() == MadStatus.OK) {
        more.accept(done);
      }
    });
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static DeviationSpec of(
      String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("violations." + name, summary + " (PortInfo)", kinds, effect);
  }
}
