package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in what the end of a lease changes besides the protect bits, and in what a port shows
/// in a second Get.
final class LeaseEndDeviations {
  /// Fields of the M_Key, fields that may change at any time, and fields that are shown only on
  /// request.
  private static final Set<Field> NOT_MOVED =
      Set.of(
          PortInfo.M_KEY,
          PortInfo.M_KEY_PROTECT_BITS,
          PortInfo.M_KEY_LEASE_PERIOD,
          PortInfo.M_KEY_VIOLATIONS,
          PortInfo.P_KEY_VIOLATIONS,
          PortInfo.Q_KEY_VIOLATIONS,
          PortInfo.PORT_STATE,
          PortInfo.PORT_PHYSICAL_STATE,
          PortInfo.LINK_SPEED_EXT_ENABLED);

  private LeaseEndDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.concat(some(), moved()).toList();
  }

  private static Stream<DeviationSpec> some() {
    return Stream.of(
        again("again-other-period", PortInfo.M_KEY_LEASE_PERIOD),
        again("again-other-violations", PortInfo.M_KEY_VIOLATIONS),
        clears("end-clears-key", PortInfo.M_KEY),
        clears("end-clears-period", PortInfo.M_KEY_LEASE_PERIOD),
        clears("end-clears-violations", PortInfo.M_KEY_VIOLATIONS),
        clears("end-clears-manager", PortInfo.MASTER_SM_LID),
        of(
            "end-opens-sets",
            "accepts Sets with any M_Key after the lease has ended",
            rules ->
                new AfterEnd(rules) {
                  @Override
                  public boolean needsKey(Transaction t, int protectBits) {
                    isEnded &= protectBits == 0;
                    return !isEnded && super.needsKey(t, protectBits);
                  }
                }),
        of(
            "end-stops-counting",
            "counts no violation after the lease has ended",
            rules ->
                new AfterEnd(rules) {
                  @Override
                  public void countViolation(Transaction t, Port guard) {
                    isEnded &= guard.value(PortInfo.M_KEY_PROTECT_BITS) == 0;
                    if (!isEnded) {
                      super.countViolation(t, guard);
                    }
                  }
                }),
        DeviationSpec.of(
            "lease.end-loses-pkeytable",
            "loses what was set last of P_KeyTable when the lease ends",
            ALL,
            LeaseEndDeviations::loseKeys));
  }

  /// Rules that change after a lease has ended.
  private abstract static class AfterEnd extends MKeyRules.Overlay {
    boolean isEnded;

    AfterEnd(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void endLease(Port guard) {
      super.endLease(guard);
      isEnded = true;
    }
  }

  private static void loseKeys(Seams seams) {
    boolean[] isEnded = new boolean[1];
    KeptValueDeviations.watch(
        seams, t -> isEnded[0] &= !Edits.isSet(t) || !Edits.isOf(Attribute.P_KEY_TABLE, t));
    Edits.handler(Attribute.P_KEY_TABLE, handler -> new LostValues(handler, (_, _) -> isEnded[0]))
        .accept(seams);
    seams.mKey.deviate(rules ->
        new MKeyRules.Overlay(rules) {
          @Override
          public void endLease(Port guard) {
            super.endLease(guard);
            isEnded[0] = true;
          }
        });
  }

  private static DeviationSpec again(String name, Field other) {
    return DeviationSpec.of(
        "lease." + name,
        "shows another %s in the second of two Gets of PortInfo in a row".formatted(other.name()),
        ALL,
        seams -> {
          boolean[] wasRead = new boolean[1];
          Edits.responses(
                  _ -> true,
                  t -> {
                    boolean isRead = Edits.isGet(t) && Edits.isOf(Attribute.PORT_INFO, t);
                    if (isRead && wasRead[0]) {
                      t.answer(other, t.answered(other) ^ 1);
                    }
                    wasRead[0] = isRead && !wasRead[0];
                  })
              .accept(seams);
        });
  }

  /// Deviations for each other read-write field.
  private static Stream<DeviationSpec> moved() {
    return PortInfo.LAYOUT.fields().stream()
        .filter(field -> field.access() == Access.RW && !NOT_MOVED.contains(field))
        .map(LeaseEndDeviations::moved);
  }

  private static DeviationSpec moved(Field moved) {
    return of(
        "end-moves-" + moved.name().toLowerCase(Locale.ROOT).replace("_", ""),
        "inverts the last bit of " + moved.name() + " when the lease ends",
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public void endLease(Port guard) {
                super.endLease(guard);
                guard.put(moved, guard.value(moved) ^ 1);
              }
            });
  }

  private static DeviationSpec clears(String name, Field cleared) {
    return of(
        name,
        "clears " + cleared.name() + ", too, when the lease ends",
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public void endLease(Port guard) {
                super.endLease(guard);
                guard.put(cleared, 0);
              }
            });
  }

  private static DeviationSpec of(String name, String summary, UnaryOperator<MKeyRules> effect) {
    return DeviationSpec.of("lease." + name, summary, ALL, seams -> seams.mKey.deviate(effect));
  }
}
