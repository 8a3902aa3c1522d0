package org.ibassay.device.deviation;

import static org.ibassay.device.sma.MKeyRules.NEVER;
import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// Deviations in where a lease begins, in whose lease it is, and in what its end opens.
final class LeaseScopeDeviations {
  private static final int NO_ATTRIBUTE = 0xFF;
  private static final int GUARDED_GETS = 2;

  private LeaseScopeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of(
            "restarted-by-right-key",
            "restarts a running lease timer for the right key instead of stopping it",
            ALL,
            rules ->
                new OfPorts(rules) {
                  @Override
                  public long endAfterRightKey(Transaction t, long end) {
                    long period =
                        isSetOf(t)
                            ? t.asked(M_KEY_LEASE_PERIOD)
                            : guard().value(M_KEY_LEASE_PERIOD);
                    long whole = leaseNanos((int) period);
                    return end == NEVER || whole == NEVER
                        ? super.endAfterRightKey(t, end)
                        : t.now() + whole;
                  }
                }),
        notStopped(
            "rejected",
            "a request with the right key that it rejects",
            t -> isOfMissing(t) || (Edits.isSet(t) && Edits.isOf(Attribute.NODE_INFO, t))),
        notStopped(
            "missing-attribute",
            "a request with the right key for an attribute that it lacks",
            LeaseScopeDeviations::isOfMissing),
        of(
            "end-waits-for-key",
            "clears the protect bits after the lease when a request has the right key",
            ALL,
            Waiting::new),
        of(
            "end-stays-closed",
            "drops Gets with a wrong key after the lease has ended",
            ALL,
            rules ->
                new AfterEnd(rules) {
                  @Override
                  public boolean needsKey(Transaction t, int protectBits) {
                    return hasEnded(protectBits) || super.needsKey(t, protectBits);
                  }
                }),
        of(
            "end-hides-key",
            "shows M_Key only to requests with the right key after the lease has ended",
            ALL,
            rules ->
                new AfterEnd(rules) {
                  @Override
                  public boolean showsKey(int protectBits, boolean matched) {
                    return hasEnded(protectBits) ? matched : super.showsKey(protectBits, matched);
                  }
                }),
        of(
            "started-at-level-1",
            "starts a lease when a Get, which it answers, has a wrong key at level 1",
            ALL,
            AtLevel1::new),
        of(
            "not-started-at-level-1",
            "starts no lease while M_KeyProtectBits is 0 or 1",
            ALL,
            rules ->
                new OfPorts(rules) {
                  @Override
                  public long endAfterRefusal(Transaction t, long end, long whole) {
                    return guard().value(M_KEY_PROTECT_BITS) < GUARDED_GETS
                        ? end
                        : super.endAfterRefusal(t, end, whole);
                  }
                }),
        of(
            "end-opens-all-ports",
            "clears the protect bits of all ports when the lease of one ends",
            Set.of(CA),
            rules ->
                new OfPorts(rules) {
                  @Override
                  public void endLease(Port guard) {
                    super.endLease(guard);
                    ports().forEach(port -> port.put(M_KEY_PROTECT_BITS, 0));
                  }
                }),
        of(
            "end-opens-other-port",
            "clears the protect bits of another port with an M_Key when the lease ends",
            Set.of(CA),
            rules ->
                new OfPorts(rules) {
                  @Override
                  public void endLease(Port guard) {
                    List<Port> others = others(guard);
                    if (others.isEmpty()) {
                      super.endLease(guard);
                    }
                    others.forEach(port -> port.put(M_KEY_PROTECT_BITS, 0));
                  }
                }),
        of(
            "stopped-by-other-port",
            "stops the leases of all ports when a request has the right key of one",
            Set.of(CA),
            StoppedByOthers::new),
        of(
            "level-of-other-port",
            "checks requests by the greatest M_KeyProtectBits of its ports with an M_Key",
            Set.of(CA),
            rules ->
                new OfPorts(rules) {
                  @Override
                  public boolean needsKey(Transaction t, int protectBits) {
                    return super.needsKey(t, protectBits)
                        || others(guard()).stream()
                            .anyMatch(
                                port -> super.needsKey(t, (int) port.value(M_KEY_PROTECT_BITS)));
                  }
                }));
  }

  private static DeviationSpec of(
      String name, String summary, Set<NodeKind> kinds, UnaryOperator<MKeyRules> effect) {
    return DeviationSpec.of("lease." + name, summary, kinds, seams -> seams.mKey.deviate(effect));
  }

  private static boolean isSetOf(Transaction t) {
    return Edits.isSet(t) && Edits.isOf(Attribute.PORT_INFO, t);
  }

  private static boolean isOfMissing(Transaction t) {
    return t.attributeId() > NO_ATTRIBUTE;
  }

  private static DeviationSpec notStopped(String by, String text, Predicate<Transaction> which) {
    return of(
        "not-stopped-by-" + by,
        "does not stop the lease timer for " + text,
        ALL,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public long endAfterRightKey(Transaction t, long end) {
                return which.test(t) ? end : super.endAfterRightKey(t, end);
              }
            });
  }

  /// Rules that know the ports.
  private static class OfPorts extends MKeyRules.Overlay {
    private final Set<Port> ports = new LinkedHashSet<>();
    private @Nullable Port guard;

    OfPorts(MKeyRules rules) {
      super(rules);
    }

    /// The ports that have received requests.
    Set<Port> ports() {
      return ports;
    }

    /// The port whose key was compared last.
    Port guard() {
      return Objects.requireNonNull(guard, "a key has been compared");
    }

    /// The other ports with an M_Key.
    List<Port> others(Port port) {
      return ports.stream()
          .filter(other -> !other.equals(port) && other.value(PortInfo.M_KEY) != 0)
          .toList();
    }

    @Override
    public boolean matches(Transaction t, Port port, long key) {
      guard = port;
      ports.add(port);
      return super.matches(t, port, key);
    }
  }

  /// Rules that change after a lease has ended.
  private static class AfterEnd extends MKeyRules.Overlay {
    private boolean isEnded;

    AfterEnd(MKeyRules rules) {
      super(rules);
    }

    boolean hasEnded(int protectBits) {
      isEnded &= protectBits == 0;
      return isEnded;
    }

    @Override
    public void endLease(Port guard) {
      super.endLease(guard);
      isEnded = true;
    }
  }

  /// The end of a lease takes effect when a request has the right key.
  private static final class Waiting extends MKeyRules.Overlay {
    private final Set<Port> due = new HashSet<>();

    Waiting(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void endLease(Port guard) {
      due.add(guard);
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      boolean isRight = super.matches(t, guard, key);
      if (isRight && due.remove(guard)) {
        super.endLease(guard);
      }
      return isRight;
    }
  }

  /// A Get that needs no key starts a lease.
  private static final class AtLevel1 extends MKeyRules.Overlay {
    private final Map<Port, Long> ends = new HashMap<>();

    AtLevel1(MKeyRules rules) {
      super(rules);
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      boolean isRight = super.matches(t, guard, key);
      if (t.now() >= ends.getOrDefault(guard, NEVER)) {
        ends.remove(guard);
        endLease(guard);
      }
      long whole = leaseNanos((int) guard.value(M_KEY_LEASE_PERIOD));
      if (isRight) {
        ends.remove(guard);
      } else if (guard.value(M_KEY_PROTECT_BITS) == 1 && Edits.isGet(t) && whole != NEVER) {
        ends.putIfAbsent(guard, t.now() + whole);
      }
      return isRight;
    }
  }

  private static final class StoppedByOthers extends OfPorts {
    private final Set<Port> running = new HashSet<>();
    private final Set<Port> stopped = new HashSet<>();

    StoppedByOthers(MKeyRules rules) {
      super(rules);
    }

    @Override
    public long endAfterRefusal(Transaction t, long end, long whole) {
      running.add(guard());
      return super.endAfterRefusal(t, end, whole);
    }

    @Override
    public long endAfterRightKey(Transaction t, long end) {
      running.remove(guard());
      stopped.remove(guard());
      stopped.addAll(running);
      return super.endAfterRightKey(t, end);
    }

    @Override
    public void endLease(Port guard) {
      if (!stopped.remove(guard)) {
        super.endLease(guard);
      }
    }
  }
}
