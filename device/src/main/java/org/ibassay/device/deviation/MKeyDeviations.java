package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;

import java.util.List;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;

/// Deviations in the M_Key check and its lease.
final class MKeyDeviations {
  private static final long SECOND = 1_000_000_000L;

  private MKeyDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        lease("lease.never-starts", "never starts the lease timer", _ -> MKeyRules.NEVER),
        lease("lease.ten-times-too-slow", "runs the lease timer ten times too slowly", n -> n * 10),
        lease("lease.twice-too-slow", "runs the lease timer twice too slowly", n -> n * 2),
        lease("lease.slow-by-half", "runs the lease timer half as long again", n -> n + n / 2),
        lease("lease.ten-times-too-fast", "runs the lease timer ten times too fast", n -> n / 10),
        lease("lease.twice-too-fast", "runs the lease timer twice too fast", n -> n / 2),
        lease("lease.too-fast-by-a-third", "runs two thirds of the lease", n -> n * 2 / 3),
        endless("lease.period-0-ends-at-once", "takes a lease period of 0 for 1 ms", SECOND / 1000),
        endless("lease.period-0-wraps", "takes a lease period of 0 for 65,535 s", 65_535 * SECOND),
        stops("lease.not-stopped", "does not stop the lease timer for the right key", _ -> false),
        stops(
            "lease.stopped-by-set-only",
            "stops the lease timer for a Set with the right key, not for a Get",
            method -> method == Method.SET),
        of("lease.bits-not-cleared", "keeps the protect bits when the lease ends", KeepsBits::new),
        of(
            "lease.one-bit-cleared",
            "clears only the lower protect bit when the lease ends",
            ClearsOneBit::new),
        of("mkey.violations-not-counted", "does not count violations", CountsNone::new),
        of("mkey.violations-counted-twice", "counts each violation twice", CountsTwice::new),
        unguarded("mkey.get-not-guarded", "lets a Get pass with the wrong key", 3),
        unguarded("mkey.level-2-not-guarded", "guards Gets at level 3 only", 2),
        unset("mkey.key-not-stored", "takes but does not store M_Key", PortInfo.M_KEY),
        unset(
            "mkey.protect-bits-not-stored",
            "takes but does not store M_KeyProtectBits",
            PortInfo.M_KEY_PROTECT_BITS),
        unset(
            "mkey.lease-period-not-stored",
            "takes but does not store M_KeyLeasePeriod",
            PortInfo.M_KEY_LEASE_PERIOD),
        unset(
            "mkey.violations-not-reset",
            "does not reset M_KeyViolations when it is set to 0",
            PortInfo.M_KEY_VIOLATIONS),
        DeviationSpec.of(
            "mkey.level-3-not-stored",
            "takes but does not store M_KeyProtectBits 3",
            ALL,
            PortInfoDeviations.rules((_, _, field, asked, right) ->
                field.equals(PortInfo.M_KEY_PROTECT_BITS) && asked == 3 ? Ruling.SKIP : right)));
  }

  private static DeviationSpec of(String name, String summary, UnaryOperator<MKeyRules> effect) {
    return DeviationSpec.of(name, summary, ALL, seams -> seams.mKey.depart(effect));
  }

  /// A length of time, in nanoseconds, from the right one.
  private interface LeaseLength {
    long from(long nanos);
  }

  private static DeviationSpec lease(String name, String summary, LeaseLength length) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public long leaseNanos(int seconds) {
                long right = super.leaseNanos(seconds);
                return right == NEVER ? right : length.from(right);
              }
            });
  }

  private static DeviationSpec endless(String name, String summary, long nanos) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public long leaseNanos(int seconds) {
                return seconds == 0 ? nanos : super.leaseNanos(seconds);
              }
            });
  }

  private interface MethodChoice {
    boolean have(int method);
  }

  private static DeviationSpec stops(String name, String summary, MethodChoice stopping) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public boolean stopsLease(int method) {
                return stopping.have(method);
              }
            });
  }

  /// @param upTo the highest level at which a Get passes
  private static DeviationSpec unguarded(String name, String summary, int upTo) {
    return of(
        name,
        summary,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public boolean needsKey(int method, int protectBits) {
                return (method != Method.GET || protectBits > upTo)
                    && super.needsKey(method, protectBits);
              }
            });
  }

  private static DeviationSpec unset(String name, String summary, Field unset) {
    return DeviationSpec.of(
        name,
        summary,
        ALL,
        PortInfoDeviations.rules(
            (_, _, field, _, right) -> field.equals(unset) ? Ruling.SKIP : right));
  }

  private static final class KeepsBits extends MKeyRules.Overlay {
    KeepsBits(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void endLease(Port guard) {}
  }

  private static final class ClearsOneBit extends MKeyRules.Overlay {
    ClearsOneBit(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void endLease(Port guard) {
      guard.put(PortInfo.M_KEY_PROTECT_BITS, guard.value(PortInfo.M_KEY_PROTECT_BITS) & 2);
    }
  }

  private static final class CountsNone extends MKeyRules.Overlay {
    CountsNone(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void countViolation(Port guard) {}
  }

  private static final class CountsTwice extends MKeyRules.Overlay {
    CountsTwice(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void countViolation(Port guard) {
      super.countViolation(guard);
      super.countViolation(guard);
    }
  }
}
