package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in how a switch handles a legal Set(PortInfo) for one of its external ports.
final class SwitchPortDeviations {
  /// The default number of external ports of a simulated switch.
  private static final int LAST = 36;

  private static final int NUMBER = 0x7FFF_FFFF;

  /// A component and its word in names.
  private record Named(String word, Field field) {}

  private static final List<Named> SETTABLE =
      List.of(
          new Named("width", PortInfo.LINK_WIDTH_ENABLED),
          new Named("speed", PortInfo.LINK_SPEED_ENABLED),
          new Named("down-default", PortInfo.LINK_DOWN_DEFAULT_STATE),
          new Named("mtu", PortInfo.NEIGHBOR_MTU),
          new Named("vls", PortInfo.OPERATIONAL_VLS),
          new Named("high-limit", PortInfo.VL_HIGH_LIMIT),
          new Named("stall-count", PortInfo.VL_STALL_COUNT),
          new Named("hoq-life", PortInfo.HOQ_LIFE),
          new Named("enforcement-in", PortInfo.PARTITION_ENFORCEMENT_INBOUND),
          new Named("enforcement-out", PortInfo.PARTITION_ENFORCEMENT_OUTBOUND));

  /// These two are checked only if the link is up: at port 1.
  private static final Set<String> OF_LINKS = Set.of("mtu", "vls");

  /// Fields that an external port shares with port 0.
  private static final List<Named> OF_PORT_0 =
      List.of(
          new Named("m-key", PortInfo.M_KEY),
          new Named("gid-prefix", PortInfo.GID_PREFIX),
          new Named("lid", PortInfo.LID),
          new Named("sm-lid", PortInfo.MASTER_SM_LID),
          new Named("lease", PortInfo.M_KEY_LEASE_PERIOD),
          new Named("sm-sl", PortInfo.MASTER_SM_SL),
          new Named("lmc", PortInfo.LMC),
          new Named("timeout", PortInfo.SUBNET_TIME_OUT));

  private SwitchPortDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Named one : SETTABLE) {
      all.addAll(ofField(one.word, one.field));
    }
    for (Named one : OF_PORT_0) {
      all.add(throughPort(one, "", "an external port", _ -> true));
      all.add(throughPort(one, "-through-last", "port 36", number -> number == LAST));
    }
    all.addAll(ofPorts());
    all.addAll(ofMissingPorts());
    all.addAll(ofCapabilities());
    all.addAll(ofReadOnly());
    return all;
  }

  private static List<DeviationSpec> ofField(String word, Field field) {
    String name = field.name();
    List<DeviationSpec> all = new ArrayList<>();
    all.add(of(word + "-not-stored", "does not store " + name, losing(field, _ -> true)));
    all.add(
        of(
            word + "-shown-only",
            "answers a Set of %s as if it were stored".formatted(name),
            PortInfoEdits.answered(done -> {
              if (isTaken(done)) {
                PortInfoEdits.keep(done, field);
              }
            })));
    if (field.width() > 1) {
      all.add(
          of(
              word + "-lost-by-next",
              "forgets %s at the next Set that does not change it".formatted(name),
              taken(
                  _ -> true,
                  done -> {
                    if (!PortInfoEdits.isChanged(done, field) && done.t().asked(field) > 1) {
                      done.port().put(field, 1);
                    }
                  })));
    }
    if (!OF_LINKS.contains(word)) {
      all.add(
          of(
              word + "-not-stored-above-8",
              "does not store %s of a port from 9 on".formatted(name),
              losing(field, number -> number > 8)));
      all.add(
          of(
              word + "-not-stored-on-last",
              "does not store %s of port 36".formatted(name),
              losing(field, number -> number == LAST)));
      all.add(
          of(
              word + "-to-next-port",
              "stores %s of a port in the next one".formatted(name),
              moving(n -> n % LAST + 1, List.of(field))));
    }
    return all;
  }

  private static List<DeviationSpec> ofPorts() {
    return List.of(
        of("set-goes-to-next", "stores a Set in the next port", moving(n -> n % LAST + 1)),
        of(
            "set-goes-to-ingress",
            "stores each Set in the port that received it",
            taken(_ -> true, done -> move(done, done.all().get(done.t().port()), settable()))),
        of(
            "set-above-16-goes-lower",
            "stores a Set for a port from 17 on in the one that is 16 lower",
            moving(n -> n > 16 ? n - 16 : n)),
        of(
            "set-above-32-goes-lower",
            "stores a Set for a port from 33 on in the one that is 32 lower",
            moving(n -> n > 32 ? n - 32 : n)),
        of("last-goes-to-port-0", "stores a Set for port 36 in port 0", moving(n -> n % LAST)),
        of(
            "last-and-first-are-one",
            "stores a Set for port 36 in port 1, too",
            taken(
                number -> number == LAST,
                done -> settable().forEach(f -> done.all().get(1).put(f, done.port().value(f))))),
        of(
            "modifier-0-is-ingress",
            "mistakes AttributeModifier 0 for the port that received the request",
            PortInfoEdits.taking(t -> isPort0(t) ? t.port() : t.modifier())),
        of(
            "set-of-0-reaches-ingress",
            "stores HOQLife of a Set for port 0 in the port that received it",
            PortInfoEdits.stored(done -> {
              if (done.code() == OK && done.port().number() == 0) {
                done.all()
                    .get(done.t().port())
                    .put(PortInfo.HOQ_LIFE, done.t().asked(PortInfo.HOQ_LIFE));
              }
            })),
        of(
            "last-refused",
            "rejects a Get or Set of port 36 with code 7",
            Edits.codes(PORT_INFO, (t, code) -> number(t) == LAST ? INVALID_FIELD : code)),
        of("last-set-refused", "rejects a Set for port 36", refusing(number -> number == LAST)),
        of(
            "set-above-32-refused",
            "rejects a Set for a port from 33 on",
            refusing(number -> number > 32)),
        of(
            "local-port-is-own",
            "shows an external port's own number in LocalPortNum",
            Edits.responses(
                t -> Edits.isOf(PORT_INFO, t) && number(t) > 0 && number(t) <= LAST,
                t -> t.answer(PortInfo.LOCAL_PORT_NUM, number(t)))));
  }

  private static List<DeviationSpec> ofMissingPorts() {
    return List.of(
        of(
            "missing-is-1",
            "mistakes a port that it lacks for port 1",
            takingPort(n -> n > LAST ? 1 : n)),
        of("37-is-last", "mistakes port 37 for port 36", takingPort(n -> n == LAST + 1 ? LAST : n)),
        of("255-is-last", "mistakes port 255 for port 36", takingPort(n -> n == 255 ? LAST : n)),
        of("modulo-256", "uses AttributeModifier modulo 256", takingPort(n -> n & 0xFF)),
        of(
            "missing-set-changes-1",
            "rejects a Set for a port that it lacks, but stores HOQLife in port 1",
            PortInfoEdits.refusedInPort1()),
        of(
            "missing-read",
            "answers a Get of a port that it lacks with code 0 and zeros",
            Edits.codes(
                PORT_INFO,
                (t, code) -> Edits.isGet(t) && number(t) > LAST && number(t) < 256 ? OK : code)),
        of(
            "missing-set-taken",
            "answers a Set for a port that it lacks with code 0",
            Edits.codes(PORT_INFO, (t, code) -> Edits.isSet(t) && number(t) > LAST ? OK : code)),
        of(
            "254-set-taken",
            "answers a Set for port 254 with code 0",
            Edits.codes(PORT_INFO, (t, code) -> Edits.isSet(t) && number(t) == 254 ? OK : code)));
  }

  /// A bit of SwitchInfo, and the values of a parameter for devices without and with it.
  private record Bit(String word, Field field, SimParameter parameter, long without, long with) {}

  private static List<DeviationSpec> ofCapabilities() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Bit bit :
        List.of(
            new Bit(
                "enforcement-in",
                PortInfo.PARTITION_ENFORCEMENT_INBOUND,
                SimParameter.ENFORCEMENT,
                2,
                0),
            new Bit(
                "enforcement-out",
                PortInfo.PARTITION_ENFORCEMENT_OUTBOUND,
                SimParameter.ENFORCEMENT,
                1,
                0),
            new Bit("filter-in", PortInfo.FILTER_RAW_INBOUND, SimParameter.FILTER_RAW, 1, 3),
            new Bit("filter-out", PortInfo.FILTER_RAW_OUTBOUND, SimParameter.FILTER_RAW, 2, 3))) {
      String name = bit.field.name();
      all.add(
          of(
                  bit.word + "-without-cap",
                  "stores %s, although SwitchInfo does not declare it".formatted(name),
                  PortInfoDeviations.rules((_, port, field, _, right) ->
                      field.equals(bit.field) && port.number() > 0 ? Ruling.STORE : right))
              .on(bit.parameter, bit.without));
      if (SETTABLE.stream().noneMatch(named -> named.field.equals(bit.field))) {
        all.add(
            of(
                    bit.word + "-ignored",
                    "ignores %s, although SwitchInfo declares it".formatted(name),
                    losing(bit.field, _ -> true))
                .on(bit.parameter, bit.with));
      }
    }
    all.add(
        of(
                "filters-swapped",
                "stores FilterRawInbound as FilterRawOutbound",
                taken(
                    _ -> true,
                    done -> {
                      PortInfoEdits.keep(done, PortInfo.FILTER_RAW_INBOUND);
                      done.port()
                          .put(
                              PortInfo.FILTER_RAW_OUTBOUND,
                              done.t().asked(PortInfo.FILTER_RAW_INBOUND));
                    }))
            .on(SimParameter.FILTER_RAW, 3));
    return all;
  }

  private static List<DeviationSpec> ofReadOnly() {
    return List.of(
        of(
            "high-cap-stored",
            "stores VLArbitrationHighCap, which is read-only",
            storing(PortInfo.VL_ARBITRATION_HIGH_CAP, _ -> true)),
        of(
            "mtu-cap-stored-on-last",
            "stores MTUCap of port 36, which is read-only",
            storing(PortInfo.MTU_CAP, number -> number == LAST)),
        of(
            "active-width-stored",
            "stores LinkWidthActive of a port from 9 on, which is read-only",
            storing(PortInfo.LINK_WIDTH_ACTIVE, number -> number > 8)),
        of(
            "read-only-refused",
            "rejects a Set with another MTUCap",
            Edits.codes(
                PORT_INFO,
                (t, code) ->
                    Edits.isSet(t)
                            && number(t) > 0
                            && t.asked(PortInfo.MTU_CAP) != t.answered(PortInfo.MTU_CAP)
                        ? INVALID_FIELD
                        : code)),
        of(
            "read-only-echoed",
            "answers a Set with its LinkSpeedSupported, which it does not store",
            PortInfoEdits.answered(done -> {
              if (isTaken(done)) {
                done.t()
                    .answer(
                        PortInfo.LINK_SPEED_SUPPORTED,
                        done.t().asked(PortInfo.LINK_SPEED_SUPPORTED));
              }
            })),
        of(
                "violations-written",
                "clears P_KeyViolations of port 0 with a Set that changes HOQLife",
                taken(
                    _ -> true,
                    done -> {
                      if (PortInfoEdits.isChanged(done, PortInfo.HOQ_LIFE)) {
                        done.all().get(0).put(PortInfo.P_KEY_VIOLATIONS, 0);
                      }
                    }))
            .on(SimParameter.VIOLATIONS, 3));
  }

  static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("switchport." + name, summary + " (PortInfo)", Set.of(SWITCH), effect);
  }

  /// Whether the Set was accepted, for an external port.
  static boolean isTaken(Done done) {
    return done.code() == OK && done.port().number() > 0;
  }

  /// Adds an effect to accepted Sets for some external ports.
  static Consumer<Seams> taken(IntPredicate ports, Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (isTaken(done) && ports.test(done.port().number())) {
        more.accept(done);
      }
    });
  }

  private static Consumer<Seams> losing(Field field, IntPredicate ports) {
    return taken(ports, done -> PortInfoEdits.keep(done, field));
  }

  private static Consumer<Seams> storing(Field field, IntPredicate ports) {
    return taken(ports, done -> done.port().put(field, done.t().asked(field)));
  }

  private static DeviationSpec throughPort(
      Named one, String name, String through, IntPredicate ports) {
    return of(
        "port-0-" + one.word + name,
        "stores %s of a Set for %s in port 0".formatted(one.field.name(), through),
        taken(
            ports,
            done -> {
              long asked = done.t().asked(one.field);
              if (asked != 0) {
                done.all().get(0).put(one.field, asked);
              }
            }));
  }

  private static Consumer<Seams> moving(IntUnaryOperator other) {
    return moving(other, settable());
  }

  private static Consumer<Seams> moving(IntUnaryOperator other, List<Field> fields) {
    return taken(
        number -> other.applyAsInt(number) != number,
        done -> {
          int to = other.applyAsInt(done.port().number());
          // Another deviation can have required a switch with fewer ports.
          if (to < done.all().size()) {
            move(done, done.all().get(to), fields);
          }
        });
  }

  /// Stores values in another port than the correct one.
  private static void move(Done done, Port other, List<Field> fields) {
    if (other != done.port()) {
      for (Field field : fields) {
        other.put(field, done.port().value(field));
        PortInfoEdits.keep(done, field);
      }
    }
  }

  private static List<Field> settable() {
    return SETTABLE.stream().map(Named::field).toList();
  }

  private static Consumer<Seams> takingPort(IntUnaryOperator other) {
    return PortInfoEdits.taking(t -> isPort0(t) ? 0 : other.applyAsInt(number(t)));
  }

  private static Consumer<Seams> refusing(IntPredicate ports) {
    return PortInfoDeviations.rules((_, port, _, _, right) ->
        port.number() > 0 && ports.test(port.number()) ? Ruling.REFUSE : right);
  }

  private static boolean isPort0(Transaction t) {
    return number(t) == 0;
  }

  private static int number(Transaction t) {
    return t.modifier() & NUMBER;
  }
}
