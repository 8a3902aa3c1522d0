package org.ibassay.device.deviation;

import static org.ibassay.device.sma.MKeyRules.NEVER;
import static org.ibassay.device.variant.NodeKind.ALL;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in the lease of the M_Key.
final class LeaseDeviations {
  private static final long SECOND = 1_000_000_000L;
  private static final int LOW_BYTE = 0xFF;

  private LeaseDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        length("never-starts", "never starts the lease timer", _ -> NEVER),
        length("ten-times-too-slow", "runs the lease timer ten times too slowly", n -> n * 10),
        length("twice-too-slow", "runs the lease timer at half speed", n -> n * 2),
        length("slow-by-half", "runs the lease timer 1.5 times too slowly", n -> n + n / 2),
        length("ten-times-too-fast", "runs the lease timer ten times too fast", n -> n / 10),
        length("twice-too-fast", "runs the lease timer twice as fast", n -> n / 2),
        length(
            "too-fast-by-a-third",
            "expires a lease after two thirds of its period",
            n -> n * 2 / 3),
        length(
            "ends-at-three-quarters",
            "expires a lease after three quarters of its period",
            n -> n / 4 * 3),
        length(
            "low-byte-only",
            "uses only the low byte of the lease period",
            n -> n / SECOND % (LOW_BYTE + 1) * SECOND),
        endless("period-0-ends-at-once", "treats a lease period of 0 as 1 ms", SECOND / 1000),
        endless("period-0-wraps", "treats a lease period of 0 as 65,535 s", 65_535 * SECOND),
        periods(
            "period-0-sticks",
            "never runs a lease again once its period was 0",
            LeaseDeviations::neverAfterZero),
        periods(
            "first-period-kept",
            "uses the first lease period for all later ones",
            LeaseDeviations::alwaysTheFirst),
        stops("not-stopped", "does not stop the lease timer for the right key", _ -> false),
        stops(
            "stopped-by-set-only",
            "stops the lease timer for a Set with the right key, not for a Get",
            Edits::isSet),
        refused(
            "restarted-by-refusal",
            "restarts the lease timer for each rejected request",
            (_, whole) -> whole),
        refused(
            "stopped-by-refusal",
            "stops the lease timer for the second rejected request",
            (_, _) -> NEVER),
        refused(
            "paused-by-refusal",
            "pauses the lease timer for a second after each rejected request",
            (end, _) -> end + SECOND),
        of("remainder-kept", "resumes a stopped lease where it left off", Remainder::new),
        of("stopped-for-good", "never runs the lease timer of a key again", StoppedForGood::new),
        of("runs-once", "runs the lease timer only once", RunsOnce::new),
        of("runs-once-a-key", "runs the lease timer only once per key", RunsOnceAKey::new),
        ends("bits-not-cleared", "keeps the protect bits when the lease ends", bits -> bits),
        ends(
            "one-bit-cleared",
            "clears only the lower protect bit when the lease ends",
            bits -> bits & 2),
        of("bits-come-back", "sets the cleared protect bits again once they were read", Back::new),
        of(
            "stopped-bits-go",
            "clears the protect bits after the first Get since a lease was stopped",
            rules -> new Fading(rules, true)),
        of(
            "period-0-bits-go",
            "clears the protect bits at the first Get after a rejected request, with a period of 0",
            rules -> new Fading(rules, false)));
  }

  private static DeviationSpec of(String name, String summary, UnaryOperator<MKeyRules> effect) {
    return DeviationSpec.of("lease." + name, summary, ALL, seams -> seams.mKey.deviate(effect));
  }

  /// @param length from the conforming length, in nanoseconds
  private static DeviationSpec length(String name, String summary, LongUnaryOperator length) {
    return periods(
        name, summary, () -> (_, right) -> right == NEVER ? right : length.applyAsLong(right));
  }

  private static DeviationSpec endless(String name, String summary, long nanos) {
    return periods(name, summary, () -> (seconds, right) -> seconds == 0 ? nanos : right);
  }

  /// Computes the length of a lease, in nanoseconds.
  private interface Period {
    long nanos(int seconds, long right);
  }

  private static DeviationSpec periods(String name, String summary, Supplier<Period> period) {
    return of(
        name,
        summary,
        rules -> {
          Period own = period.get();
          return new MKeyRules.Overlay(rules) {
            @Override
            public long leaseNanos(int seconds) {
              return own.nanos(seconds, super.leaseNanos(seconds));
            }
          };
        });
  }

  private static Period neverAfterZero() {
    boolean[] wasZero = new boolean[1];
    return (seconds, right) -> {
      wasZero[0] |= seconds == 0;
      return wasZero[0] ? NEVER : right;
    };
  }

  private static Period alwaysTheFirst() {
    long[] first = new long[1];
    return (seconds, right) -> {
      first[0] = first[0] == 0 && seconds != 0 ? right : first[0];
      return first[0] == 0 ? right : first[0];
    };
  }

  private static DeviationSpec stops(String name, String summary, Predicate<Transaction> stopping) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public long endAfterRightKey(Transaction t, long end) {
                return stopping.test(t) ? super.endAfterRightKey(t, end) : end;
              }
            });
  }

  /// Computes the end of a lease that is already running.
  private interface LaterEnd {
    long of(long end, long whole);
  }

  private static DeviationSpec refused(String name, String summary, LaterEnd later) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public long endAfterRefusal(Transaction t, long end, long whole) {
                return end == NEVER ? super.endAfterRefusal(t, end, whole) : later.of(end, whole);
              }
            });
  }

  /// @param left the protect bits that remain when the lease ends
  private static DeviationSpec ends(String name, String summary, LongUnaryOperator left) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public void endLease(Port guard) {
                long bits = guard.value(PortInfo.M_KEY_PROTECT_BITS);
                guard.put(PortInfo.M_KEY_PROTECT_BITS, left.applyAsLong(bits));
              }
            });
  }

  private static final class Remainder extends MKeyRules.Overlay {
    private long rest;

    Remainder(MKeyRules rules) {
      super(rules);
    }

    @Override
    public long endAfterRightKey(Transaction t, long end) {
      rest = end == NEVER ? rest : end - t.now();
      return super.endAfterRightKey(t, end);
    }

    @Override
    public long endAfterRefusal(Transaction t, long end, long whole) {
      if (end != NEVER || rest == 0) {
        return super.endAfterRefusal(t, end, whole);
      }
      long continued = t.now() + rest;
      rest = 0;
      return continued;
    }
  }

  /// A timer that stops working until another key is set.
  private abstract static class Unfit extends MKeyRules.Overlay {
    private boolean unfit;

    Unfit(MKeyRules rules) {
      super(rules);
    }

    void spoil() {
      unfit = true;
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      unfit &= !isRepairedBy(guard);
      return super.matches(t, guard, key);
    }

    boolean isRepairedBy(Port guard) {
      return guard.value(PortInfo.M_KEY) == 0;
    }

    @Override
    public long leaseNanos(int seconds) {
      return unfit ? NEVER : super.leaseNanos(seconds);
    }
  }

  private static final class StoppedForGood extends Unfit {
    StoppedForGood(MKeyRules rules) {
      super(rules);
    }

    @Override
    public long endAfterRightKey(Transaction t, long end) {
      if (end != NEVER) {
        spoil();
      }
      return super.endAfterRightKey(t, end);
    }
  }

  private static class RunsOnceAKey extends Unfit {
    RunsOnceAKey(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void endLease(Port guard) {
      spoil();
      super.endLease(guard);
    }
  }

  private static final class RunsOnce extends RunsOnceAKey {
    RunsOnce(MKeyRules rules) {
      super(rules);
    }

    @Override
    boolean isRepairedBy(Port guard) {
      return false;
    }
  }

  /// Protect bits that can be read only once more.
  private static final class Fading extends MKeyRules.Overlay {
    private static final int TWO_READS = 2;

    private final boolean isOfStoppedLease;
    private int left;

    Fading(MKeyRules rules, boolean isOfStoppedLease) {
      super(rules);
      this.isOfStoppedLease = isOfStoppedLease;
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      boolean matches = super.matches(t, guard, key);
      if (matches && left > 0 && --left == 0) {
        guard.put(PortInfo.M_KEY_PROTECT_BITS, 0);
      }
      return matches;
    }

    @Override
    public long endAfterRefusal(Transaction t, long end, long whole) {
      left = !isOfStoppedLease && whole == NEVER ? TWO_READS : left;
      return super.endAfterRefusal(t, end, whole);
    }

    @Override
    public long endAfterRightKey(Transaction t, long end) {
      left = isOfStoppedLease && end != NEVER ? TWO_READS : left;
      return super.endAfterRightKey(t, end);
    }
  }

  private static final class Back extends MKeyRules.Overlay {
    private long cleared;
    private boolean isRead;

    Back(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void endLease(Port guard) {
      cleared = guard.value(PortInfo.M_KEY_PROTECT_BITS);
      isRead = false;
      super.endLease(guard);
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      boolean matches = super.matches(t, guard, key);
      if (cleared != 0 && matches) {
        if (isRead) {
          guard.put(PortInfo.M_KEY_PROTECT_BITS, cleared);
          cleared = 0;
        }
        isRead = true;
      }
      return matches;
    }
  }
}
