package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.MKeyRules.Outcome;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// Common kinds of deviations in the M_Key check.
final class MKeyEdits {
  private static final long SECOND = 1_000_000_000L;

  private MKeyEdits() {}

  static boolean isTrapRepress(Transaction t) {
    return t.method() == Method.TRAP_REPRESS;
  }

  static boolean isAtLevel3(Transaction t) {
    return Edits.isOf(PORT_INFO, t) && t.asked(PortInfo.M_KEY_PROTECT_BITS) == 3;
  }

  /// Selects levels and requests.
  interface Condition {
    boolean is(Transaction t, int bits);
  }

  static DeviationSpec of(String name, String summary, UnaryOperator<MKeyRules> effect) {
    return DeviationSpec.of(name, summary, ALL, seams -> seams.mKey.deviate(effect));
  }

  static DeviationSpec onSwitches(DeviationSpec deviation) {
    return DeviationSpec.of(
        deviation.name(), deviation.summary(), Set.of(SWITCH), deviation.effect());
  }

  static DeviationSpec byLid(String name, String summary, Predicate<Transaction> which) {
    return hole(name, summary + " with the wrong key", (t, _) -> Edits.isByLid(t) && which.test(t))
        .onLid();
  }

  static DeviationSpec unset(String name, String summary, Field unset) {
    return DeviationSpec.of(
        name,
        summary,
        ALL,
        PortInfoDeviations.rules(
            (_, _, field, _, right) -> field.equals(unset) ? Ruling.SKIP : right));
  }

  static DeviationSpec levelUnset(String name, int level) {
    return DeviationSpec.of(
        name,
        "accepts but does not store M_KeyProtectBits " + level,
        ALL,
        PortInfoDeviations.rules((_, _, field, asked, right) ->
            field.equals(PortInfo.M_KEY_PROTECT_BITS) && asked == level ? Ruling.SKIP : right));
  }

  /// Decides whether a request's key counts as correct.
  interface Match {
    boolean is(Transaction t, Port guard, long key, boolean right);
  }

  static DeviationSpec matching(String name, String summary, Match match) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public boolean matches(Transaction t, Port guard, long key) {
                return match.is(t, guard, key, super.matches(t, guard, key));
              }
            });
  }

  static DeviationSpec compared(String name, String summary, long bits) {
    return matching(
        name,
        summary,
        (_, guard, key, right) -> right || ((guard.value(PortInfo.M_KEY) ^ key) & bits) == 0);
  }

  static DeviationSpec although0(String name, String summary, Condition when) {
    return matching(
        name,
        summary,
        (t, guard, key, right) ->
            when.is(t, (int) guard.value(PortInfo.M_KEY_PROTECT_BITS))
                ? guard.value(PortInfo.M_KEY) == key
                : right);
  }

  static DeviationSpec counting0(String name, String summary, Predicate<Transaction> which) {
    return matching(
        name,
        summary,
        (t, guard, key, right) -> {
          if (guard.value(PortInfo.M_KEY) == 0 && key != 0 && which.test(t)) {
            guard.count(PortInfo.M_KEY_VIOLATIONS);
          }
          return right;
        });
  }

  static DeviationSpec ownKeyInHeader(String name, String summary, Predicate<Transaction> which) {
    return DeviationSpec.of(
        name,
        summary,
        ALL,
        seams -> {
          long[] own = new long[1];
          seams.mKey.deviate(rules ->
              new MKeyRules.Overlay(rules) {
                @Override
                public boolean matches(Transaction t, Port guard, long key) {
                  own[0] = guard.value(PortInfo.M_KEY);
                  return super.matches(t, guard, key);
                }
              });
          Edits.responses(which, t -> Smp.M_KEY.set(t.response(), 0, own[0])).accept(seams);
        });
  }

  /// With an M_Key of 0, a Get with another key is answered with an error.
  ///
  /// @param when from the protected port
  static DeviationSpec refusing0(String name, String summary, Predicate<Port> when) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              private boolean isRefused;

              @Override
              public boolean matches(Transaction t, Port guard, long key) {
                isRefused =
                    Edits.isGet(t)
                        && guard.value(PortInfo.M_KEY) == 0
                        && key != 0
                        && when.test(guard);
                return super.matches(t, guard, key);
              }

              @Override
              public Outcome outcome(Transaction t, boolean admitted) {
                return isRefused ? Outcome.ANSWERED_WITH_ERROR : super.outcome(t, admitted);
              }
            });
  }

  /// With an M_Key of 0, a request with another key changes a field.
  static DeviationSpec spoiling(String name, Field spoilt, long value) {
    return matching(
        name,
        "sets %s to %d when M_Key is 0 and a request has another".formatted(spoilt.name(), value),
        (_, guard, key, right) -> {
          if (guard.value(PortInfo.M_KEY) == 0 && key != 0) {
            guard.put(spoilt, value);
          }
          return right;
        });
  }

  /// Decides about a request when a lease should have expired.
  interface Lapse {
    /// @param right whether its key counts as correct
    boolean matches(Port guard, boolean right);
  }

  /// With an M_Key of 0, a request with another key starts a lease.
  static DeviationSpec leasing0(String name, String summary, Lapse lapse) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              private long begun = NEVER;

              @Override
              public boolean matches(Transaction t, Port guard, long key) {
                boolean right = super.matches(t, guard, key);
                long lease = guard.value(PortInfo.M_KEY_LEASE_PERIOD) * SECOND;
                if (guard.value(PortInfo.M_KEY) != 0 || lease == 0) {
                  begun = NEVER;
                } else if (key != 0) {
                  begun = Math.min(begun, t.now());
                  return t.now() - begun < lease ? right : lapse.matches(guard, right);
                }
                return right;
              }
            });
  }

  static DeviationSpec hole(String name, String summary, Condition passes) {
    return needing(name, summary, (t, bits, right) -> right && !passes.is(t, bits));
  }

  private interface Need {
    boolean is(Transaction t, int bits, boolean right);
  }

  private static DeviationSpec needing(String name, String summary, Need need) {
    return of(
        "mkey." + name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public boolean needsKey(Transaction t, int protectBits) {
                return need.is(t, protectBits, super.needsKey(t, protectBits));
              }
            });
  }

  static DeviationSpec unguarded(String method, Attribute attribute, Predicate<Transaction> which) {
    String name = Attribute.name(attribute.id());
    return hole(
        "%s-%s-not-guarded".formatted(method, name.toLowerCase(Locale.ROOT)),
        "accepts a %s of %s with any key".formatted(method, name),
        (t, _) -> Edits.isOf(attribute, t) && which.test(t));
  }

  static DeviationSpec guarding(String name, String summary, int level) {
    return needing(name, summary, (_, bits, right) -> right || bits == level);
  }

  interface Showing {
    boolean is(int bits, boolean right);
  }

  static DeviationSpec showing(String name, String summary, Showing shown) {
    return of(
        "mkey." + name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public boolean showsKey(int protectBits, boolean matched) {
                return shown.is(protectBits, super.showsKey(protectBits, matched));
              }
            });
  }

  interface Counting {
    void count(Transaction t, Port guard, Runnable right);
  }

  static DeviationSpec counting(String name, String summary, Counting counting) {
    return of(
        "mkey." + name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public void countViolation(Transaction t, Port guard) {
                counting.count(t, guard, () -> super.countViolation(t, guard));
              }
            });
  }

  static DeviationSpec uncounted(String name, String summary, Predicate<Transaction> which) {
    return counting(
        name,
        summary,
        (t, _, count) -> {
          if (!which.test(t)) {
            count.run();
          }
        });
  }

  static DeviationSpec storing(String name, Field stored) {
    return counting(
        name,
        "stores %s of a rejected Set of PortInfo".formatted(stored.name()),
        (t, guard, count) -> {
          count.run();
          if (Edits.isOf(PORT_INFO, t) && Edits.isSet(t)) {
            guard.put(stored, t.asked(stored));
          }
        });
  }

  static DeviationSpec countedIn(String name, Field counter) {
    return of(
        name,
        "counts a violation of the M_Key in %s, too".formatted(counter.name()),
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public void countViolation(Transaction t, Port guard) {
                super.countViolation(t, guard);
                guard.count(counter);
              }
            });
  }

  interface OutcomeChoice {
    Outcome of(Transaction t, boolean admitted, Outcome right);
  }

  static DeviationSpec outcome(String name, String summary, OutcomeChoice choice) {
    return of(
        "mkey." + name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public Outcome outcome(Transaction t, boolean admitted) {
                return choice.of(t, admitted, super.outcome(t, admitted));
              }
            });
  }

  static DeviationSpec refused(
      String name, String summary, Predicate<Transaction> which, Outcome wrong) {
    return outcome(
        name, summary, (t, admitted, right) -> !admitted && which.test(t) ? wrong : right);
  }
}
