package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// Deviations in how a switch handles an illegal value in a Set(PortInfo), at its external ports
/// and at its port 0.
final class SwitchPortIllegalDeviations {
  private static final int LAST = 36;
  private static final int NUMBER = 0xFF;

  /// Words of [IllegalValue] for components of an external port, or of an enhanced port 0.
  private static final Set<String> OUTSIDE =
      Set.of(
          "reserved-width",
          "unsupported-width",
          "illegal-transition",
          "reserved-physical-state",
          "physical-state-above-3",
          "reserved-down-default",
          "reserved-speed",
          "unsupported-speed",
          "reserved-mtu",
          "unsupported-mtu",
          "reserved-vls",
          "unsupported-vls");

  private static final Set<String> PORT_0 =
      Set.of(
          "lid-0",
          "multicast-lid",
          "permissive-lid",
          "sm-lid-0",
          "multicast-sm-lid",
          "permissive-sm-lid",
          "illegal-transition",
          "reserved-mtu",
          "unsupported-mtu",
          "reserved-vls",
          "unsupported-vls",
          "reserved-init-type-reply",
          "client-reregister");

  private SwitchPortIllegalDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (IllegalValue value : IllegalValue.all()) {
      if (OUTSIDE.contains(value.word())) {
        all.addAll(outside(value));
      }
      if (PORT_0.contains(value.word())) {
        all.addAll(ways(value, "port0-", number -> number == 0));
      }
    }
    all.addAll(refusals());
    return all.stream().map(SwitchPortIllegalDeviations::withPort0).toList();
  }

  private static DeviationSpec withPort0(DeviationSpec deviation) {
    return deviation.name().contains(".port0-")
        ? deviation.on(SimParameter.ENHANCED_PORT0, 1)
        : deviation;
  }

  private static List<DeviationSpec> outside(IllegalValue value) {
    List<DeviationSpec> all = new ArrayList<>(ways(value, "", number -> number > 0));
    if (!value.word().equals("illegal-transition")) {
      all.add(
          way(
              value,
              "accepts-" + value.word() + "-above-8",
              "accepts, on ports from 9 on,",
              Ruling.STORE,
              number -> number > 8));
      all.add(
          way(
              value,
              "accepts-" + value.word() + "-on-last",
              "accepts, on port 36,",
              Ruling.STORE,
              number -> number == LAST));
    }
    return all;
  }

  private static List<DeviationSpec> ways(IllegalValue value, String where, IntPredicate ports) {
    String word = where + "%s-" + value.word();
    return List.of(
        way(value, word.formatted("accepts"), "accepts", Ruling.STORE, ports),
        way(value, word.formatted("ignores"), "does not reject", Ruling.SKIP, ports),
        way(
            value,
            word.formatted("stores-refused"),
            "rejects, but stores,",
            Ruling.STORE_AND_REFUSE,
            ports));
  }

  private static DeviationSpec way(
      IllegalValue value, String name, String does, Ruling wrong, IntPredicate ports) {
    DeviationSpec deviation =
        of(
            name,
            does + " " + value.text(),
            PortInfoDeviations.rules((t, port, field, asked, right) ->
                right == Ruling.REFUSE
                        && field.equals(value.field())
                        && value.which().allows(asked, port.info())
                        && ports.test(port.number())
                    ? wrong
                    : right));
    for (var parameter : value.given().entrySet()) {
      deviation = deviation.on(parameter.getKey(), parameter.getValue());
    }
    return deviation;
  }

  private static List<DeviationSpec> refusals() {
    return List.of(
        code("refuses-with-code-3", "rejects illegal values with code 3, not 7", n -> n > 0),
        code("last-refuses-with-code-3", "rejects at port 36 with code 3", n -> n == LAST),
        code("port0-refuses-with-code-3", "rejects at port 0 with code 3", n -> n == 0),
        of(
            "refused-changes-next",
            "sets HOQLife of the next port to 3 when it rejects a Set for one",
            refused(
                n -> n > 0 && n < LAST,
                done -> done.all().get(done.port().number() + 1).put(PortInfo.HOQ_LIFE, 3))),
        of(
            "refused-changes-port-0",
            "sets SubnetTimeOut of port 0 to 3 when it rejects a Set for an external port",
            refused(n -> n > 0, done -> done.all().get(0).put(PortInfo.SUBNET_TIME_OUT, 3))),
        of(
            "refused-changes-ingress",
            "sets VLStallCount of the port that received a Set to 3 when it rejects it for port 36",
            refused(
                n -> n == LAST,
                done -> done.all().get(done.t().port()).put(PortInfo.VL_STALL_COUNT, 3))),
        of(
            "refused-clears-stall-count",
            "sets VLStallCount of a port from 17 on to 1 when it rejects a Set",
            refused(n -> n > 16, done -> done.port().put(PortInfo.VL_STALL_COUNT, 1))),
        of(
                "refused-disarms",
                "lowers PortState by one when it rejects a Set for an external port",
                refused(
                    n -> n > 0,
                    done -> {
                      if (done.port().value(PortInfo.PORT_STATE) == PortState.ARMED) {
                        done.port().put(PortInfo.PORT_STATE, PortState.INITIALIZE);
                      }
                    }))
            .on(SimParameter.PORT_STATE, 1),
        of(
            "port0-refused-changes-1",
            "sets HOQLife of port 1 to 3 when it rejects a Set for port 0",
            refused(n -> n == 0, done -> done.all().get(1).put(PortInfo.HOQ_LIFE, 3))),
        of(
            "port0-refused-clears-timeout",
            "sets SubnetTimeOut of port 0 to 0 when it rejects a Set for it",
            refused(n -> n == 0, done -> done.port().put(PortInfo.SUBNET_TIME_OUT, 0))));
  }

  private static Consumer<Seams> refused(IntPredicate ports, Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (PortInfoEdits.isRefused(done) && ports.test(done.port().number())) {
        more.accept(done);
      }
    });
  }

  private static DeviationSpec code(String name, String summary, IntPredicate ports) {
    return of(
        name,
        summary,
        Edits.codes(
            PORT_INFO,
            (t, code) ->
                Edits.isSet(t) && code == INVALID_FIELD && ports.test(number(t))
                    ? BAD_METHOD_ATTRIBUTE
                    : code));
  }

  private static int number(Transaction t) {
    return t.modifier() & NUMBER;
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(
        "switchillegal." + name, summary + " (PortInfo)", Set.of(SWITCH), effect);
  }
}
