package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_SUPPORTED;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.MULTICAST_FDB_TOP;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations that store another value than a Set has: clipped values, "no change" that restores
/// the value after power-on, and components that are not independent.
final class StoredValueDeviations {
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);
  private static final long POLLING = 2;
  private static final long NO_PORT = 255;

  private StoredValueDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.add(clipped("timeout-above-24-clipped", PortInfo.SUBNET_TIME_OUT, 24, 24, ALL));
    all.add(clipped("timeout-31-is-18", PortInfo.SUBNET_TIME_OUT, 30, 18, ALL));
    all.add(clipped("hoq-above-19-clipped", PortInfo.HOQ_LIFE, 19, 19, SWITCHES));
    all.add(clipped("hoq-31-is-0", PortInfo.HOQ_LIFE, 30, 0, SWITCHES));
    all.add(reset("down-default", LINK_DOWN_DEFAULT_STATE, _ -> POLLING));
    all.add(reset("width", LINK_WIDTH_ENABLED, port -> port.value(LINK_WIDTH_SUPPORTED)));
    all.add(reset("speed", LINK_SPEED_ENABLED, port -> port.value(LINK_SPEED_SUPPORTED)));
    all.add(
        of(
                "extended-speed-reset",
                "enables all extended speeds with a Set that has bit 31 of AttributeModifier clear",
                Set.of(CA),
                stored(done -> {
                  if ((done.t().modifier() & PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS) == 0) {
                    long supported = done.port().value(PortInfo.LINK_SPEED_EXT_SUPPORTED);
                    done.port().put(LINK_SPEED_EXT_ENABLED, supported);
                  }
                }))
            .on(SimParameter.EXT_SPEEDS, 7));
    all.add(
        excluding(
            "enforcement",
            PortInfo.PARTITION_ENFORCEMENT_INBOUND,
            PortInfo.PARTITION_ENFORCEMENT_OUTBOUND));
    all.add(
        excluding("filters", PortInfo.FILTER_RAW_INBOUND, PortInfo.FILTER_RAW_OUTBOUND)
            .on(SimParameter.FILTER_RAW, 3));
    all.add(both("primary", DEFAULT_MULTICAST_PRIMARY_PORT, DEFAULT_MULTICAST_NOT_PRIMARY_PORT));
    all.add(
        both("not-primary", DEFAULT_MULTICAST_NOT_PRIMARY_PORT, DEFAULT_MULTICAST_PRIMARY_PORT));
    all.add(top("low-byte", t -> (t & 0xFF) | 0xC000));
    all.add(top("none-is-first", t -> t == 0xBFFF ? 0xC000 : t));
    all.add(top("one-more", t -> t + 1));
    all.add(
        of(
            "protect-bits-by-external-port",
            "stores M_KeyProtectBits of an external port in port 0",
            SWITCHES,
            stored(done -> {
              if (done.port().number() > 0) {
                Port port0 = done.all().getFirst();
                long asked = done.t().asked(PortInfo.M_KEY_PROTECT_BITS);
                port0.put(PortInfo.M_KEY_PROTECT_BITS, asked);
              }
            })));
    all.add(ofPort0("width", LINK_WIDTH_ENABLED));
    all.add(ofPort0("down-default", LINK_DOWN_DEFAULT_STATE));
    return all;
  }

  private static DeviationSpec clipped(
      String name, Field field, long most, long instead, Set<NodeKind> kinds) {
    return of(
        name,
        "stores %d in %s instead of a value above %d".formatted(instead, field.name(), most),
        kinds,
        stored(done -> {
          if (done.port().value(field) > most) {
            done.port().put(field, instead);
          }
        }));
  }

  private static DeviationSpec reset(String word, Field field, ToLongFunction<Port> initial) {
    return of(
        word + "-0-resets",
        "restores the value after power-on when %s is set to 0".formatted(field.name()),
        SWITCHES,
        stored(done -> {
          if (done.t().asked(field) == 0 && done.port().value(field) != 0) {
            done.port().put(field, initial.applyAsLong(done.port()));
          }
        }));
  }

  private static DeviationSpec excluding(String word, Field one, Field two) {
    return of(
        word + "-not-both",
        "stores 0 in %s when it and %s are set to 1 at once".formatted(two.name(), one.name()),
        SWITCHES,
        stored(done -> {
          if (done.t().asked(one) == 1 && done.t().asked(two) == 1) {
            done.port().put(two, 0);
          }
        }));
  }

  private static DeviationSpec both(String word, Field set, Field other) {
    return of(
        word + "-255-in-both",
        "stores 255 in %s, too, when %s is set to it".formatted(other.name(), set.name()),
        SWITCHES,
        Edits.sets(
            SWITCH_INFO,
            (t, handler) -> {
              if (t.asked(set) == NO_PORT) {
                other.set(t.request(), Smp.DATA, NO_PORT);
              }
              return handler.set(t);
            }));
  }

  private static DeviationSpec top(String word, LongUnaryOperator stored) {
    return of(
            "multicast-top-" + word,
            "stores another MulticastFDBTop than that of a Set",
            SWITCHES,
            Edits.sets(
                SWITCH_INFO,
                (t, handler) -> {
                  long asked = t.asked(MULTICAST_FDB_TOP);
                  if (asked != 0) {
                    MULTICAST_FDB_TOP.set(t.request(), Smp.DATA, stored.applyAsLong(asked));
                  }
                  return handler.set(t);
                }))
        .on(SimParameter.MCAST_TOP, 1);
  }

  private static DeviationSpec ofPort0(String word, Field field) {
    return of(
        word + "-of-port-0-in-1",
        "stores %s of a Set for port 0 in port 1".formatted(field.name()),
        SWITCHES,
        stored(done -> {
          if (done.port().number() == 0 && done.t().asked(field) != 0) {
            done.all().get(1).put(field, done.t().asked(field));
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

  private static DeviationSpec of(
      String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("value." + name, summary, kinds, effect);
  }
}
