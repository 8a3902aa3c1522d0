package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PortInfoEdits.isByNumber;
import static org.ibassay.device.deviation.PortInfoEdits.isOwn;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in how a port of a channel adapter or router handles values with a special meaning:
/// no change, all supported, reset a counter, reregister.
final class PortSpecialDeviations {
  private static final int COUNTED = 5;

  private PortSpecialDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    zero(all, PortInfo.LINK_WIDTH_ENABLED, 3);
    zero(all, PortInfo.LINK_SPEED_ENABLED, 7);
    zero(all, PortInfo.LINK_SPEED_EXT_ENABLED, 3);
    zero(all, PortInfo.LINK_DOWN_DEFAULT_STATE, 2);
    zero(all, PortInfo.OPERATIONAL_VLS, 4);
    everything(all, PortInfo.LINK_WIDTH_ENABLED, 255);
    everything(all, PortInfo.LINK_SPEED_ENABLED, 15);
    everything(all, PortInfo.LINK_SPEED_EXT_ENABLED, 31);
    counter(all, PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS);
    counter(all, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);
    counter(all, PortInfo.Q_KEY_VIOLATIONS, PortInfo.LOCAL_PHY_ERRORS);
    nextPort(all, PortInfo.LINK_WIDTH_ENABLED, 255);
    nextPort(all, PortInfo.LINK_SPEED_ENABLED, 15);
    nextPort(all, PortInfo.LINK_DOWN_DEFAULT_STATE, 0);
    reregister(all);
    linkDown(all);
    return all;
  }

  /// @param usual value at power-on
  private static void zero(List<DeviationSpec> all, Field field, long usual) {
    all.add(of(field, "0-stored", "0 is stored", writes(field, 0, _ -> 0)));
    all.add(of(field, "0-resets", "0 sets it to its first value", writes(field, 0, _ -> usual)));
    all.add(
        of(
            field,
            "0-resets-by-number",
            "0 sets it to its first value, when the port's number is given",
            writes(field, 0, done -> isByNumber(done.t()) ? usual : field.get(done.before(), 0))));
    all.add(of(field, "0-refused", "0 is rejected", rules(field, 0, Ruling.REFUSE)));
  }

  private static void everything(List<DeviationSpec> all, Field field, long value) {
    String word = Long.toString(value);
    all.add(of(field, word + "-stored", word + " is stored", writes(field, value, _ -> value)));
    all.add(of(field, word + "-ignored", word + " is ignored", rules(field, value, Ruling.SKIP)));
    all.add(
        of(
            field,
            word + "-ignored-by-zero",
            word + " is ignored when no port's number is given",
            PortInfoDeviations.rules((t, _, of, asked, right) ->
                of.equals(field) && asked == value && !isByNumber(t) ? Ruling.SKIP : right)));
    all.add(
        of(field, word + "-refused", word + " is rejected", rules(field, value, Ruling.REFUSE)));
    all.add(of(field, word + "-means-1", word + " sets it to 1", writes(field, value, _ -> 1)));
    all.add(
        of(
            field,
            word + "-answered-as-written",
            word + " is answered as written",
            PortInfoEdits.answered(done -> {
              if (isOwn(done) && done.t().asked(field) == value) {
                done.t().answer(field, value);
              }
            })));
  }

  private static void nextPort(List<DeviationSpec> all, Field field, long value) {
    all.add(
        of(
            field,
            value + "-at-next-port",
            value + " sets MasterSMSL of the next port to 9",
            PortInfoEdits.stored(done -> {
              if (isOwn(done) && done.t().asked(field) == value) {
                PortInfoEdits.next(done).put(PortInfo.MASTER_SM_SL, 9);
              }
            })));
  }

  private static void counter(List<DeviationSpec> all, Field counter, Field other) {
    all.add(
        of(counter, "not-cleared", "is not set to 0", rules(counter, 0, Ruling.SKIP))
            .on(SimParameter.VIOLATIONS, COUNTED));
    all.add(
        of(
                counter,
                "halved",
                "is halved by a Set of 0",
                writes(counter, 0, done -> counter.get(done.before(), 0) / 2))
            .on(SimParameter.VIOLATIONS, 64));
    all.add(
        of(
                counter,
                "clears-" + word(other),
                "accepts " + other.name() + " with it, when it is set to 0",
                PortInfoEdits.stored(done -> {
                  if (isOwn(done)
                      && done.t().asked(counter) == 0
                      && counter.get(done.before(), 0) != 0) {
                    done.port().put(other, 0);
                  }
                }))
            .on(SimParameter.VIOLATIONS, COUNTED));
  }

  /// PortState Down and Armed, PortPhysicalState Sleep and Polling.
  private static void linkDown(List<DeviationSpec> all) {
    Map<Field, List<Long>> commands =
        Map.of(PortInfo.PORT_STATE, List.of(1L, 3L), PortInfo.PORT_PHYSICAL_STATE, List.of(1L, 2L));
    commands.forEach((field, values) -> {
      for (long value : values) {
        all.add(
            of(field, value + "-ignored", value + " is ignored", rules(field, value, Ruling.SKIP)));
        all.add(
            of(
                field,
                value + "-refused",
                value + " is rejected",
                rules(field, value, Ruling.REFUSE)));
        all.add(
            of(
                field,
                value + "-ignored-by-number",
                value + " is ignored when the port's number is given",
                PortInfoDeviations.rules((t, _, of, asked, right) ->
                    of.equals(field) && asked == value && isByNumber(t) ? Ruling.SKIP : right)));
        nextPort(all, field, value);
      }
    });
  }

  private static void reregister(List<DeviationSpec> all) {
    all.add(
        of(
            CLIENT_REREGISTER,
            "stays",
            "reads 1 after it was set",
            PortInfoEdits.stored(done -> {
              if (isOwn(done) && done.t().asked(CLIENT_REREGISTER) == 1) {
                done.port().put(CLIENT_REREGISTER, 1);
              }
            })));
    all.add(
        of(
            CLIENT_REREGISTER,
            "clears-subnettimeout",
            "sets SubnetTimeOut, which is next to it, to 0",
            PortInfoEdits.stored(done -> {
              if (isOwn(done) && done.t().asked(CLIENT_REREGISTER) == 1) {
                done.port().put(SUBNET_TIME_OUT, 0);
              }
            })));
    all.add(
        of(
            CLIENT_REREGISTER,
            "refused",
            "is rejected, though supported",
            rules(CLIENT_REREGISTER, 1, Ruling.REFUSE)));
  }

  private static DeviationSpec of(
      Field field, String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(
        "portspecial." + word(field) + "-" + name,
        field.name() + " of PortInfo: " + summary,
        WITH_END_PORTS,
        effect);
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private interface Stored {
    long by(Done done);
  }

  /// A Set of a value stores another value in the field.
  private static Consumer<Seams> writes(Field field, long value, Stored stored) {
    return PortInfoEdits.stored(done -> {
      if (isOwn(done) && done.t().asked(field) == value && isMeant(done, field)) {
        done.port().put(field, stored.by(done));
      }
    });
  }

  /// The extended speed is effective only if the request says so.
  private static boolean isMeant(Done done, Field field) {
    return !field.equals(PortInfo.LINK_SPEED_EXT_ENABLED) || done.t().modifier() < 0;
  }

  private static Consumer<Seams> rules(Field field, long value, Ruling wrong) {
    return PortInfoDeviations.rules((t, port, of, asked, right) ->
        of.equals(field)
                && asked == value
                && (!field.equals(PortInfo.LINK_SPEED_EXT_ENABLED) || t.modifier() < 0)
            ? wrong
            : right);
  }
}
