package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PortInfoEdits.isByNumber;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.Smp;

/// Deviations in the port of a channel adapter or router that PortInfo concerns: the receiving
/// port, another, or none. They are visible on a device with two ports.
final class PortNumberDeviations {
  private static final int PORTS = 2;
  private static final int NUMBER = 0xFF;

  private PortNumberDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>(missing());
    all.addAll(others());
    for (Field field :
        List.of(PortInfo.LID, PortInfo.GID_PREFIX, PortInfo.SUBNET_TIME_OUT, PortInfo.LMC)) {
      all.add(
          of(
              "other-stores-" + word(field),
              "stores %s of a Set for another port".formatted(field.name()),
              other(done -> done.port().put(field, done.t().asked(field)))));
      all.add(
          of(
              "other-sets-own-" + word(field),
              "stores %s of a Set for another port in its own".formatted(field.name()),
              other(done -> own(done).put(field, done.t().asked(field)))));
    }
    return all;
  }

  private static List<DeviationSpec> missing() {
    Predicate<Transaction> any = PortNumberDeviations::isMissing;
    return List.of(
        of("missing-answered", "answers for ports that do not exist with code 0", codes(any, OK)),
        of(
            "missing-get-answered",
            "answers a Get for a port that does not exist with code 0",
            codes(t -> isMissing(t) && Edits.isGet(t), OK)),
        of(
            "missing-set-answered",
            "answers a Set for a port that does not exist with code 0",
            codes(t -> isMissing(t) && Edits.isSet(t), OK)),
        of(
            "missing-3-answered",
            "answers for port 3 of two with code 0",
            codes(t -> number(t) == PORTS + 1, OK)),
        of(
            "missing-3-as-port-1",
            "mistakes port 3 of two for port 1",
            PortInfoEdits.taking(t -> number(t) == PORTS + 1 ? 1 : t.modifier())),
        of(
            "missing-254-as-own",
            "mistakes port 254 for the one that receives",
            PortInfoEdits.taking(t -> number(t) == 254 ? 0 : t.modifier())),
        of(
            "missing-254-answered",
            "answers for port 254 with code 0",
            codes(t -> number(t) == 254, OK)),
        of(
            "missing-255-answered",
            "answers for port 255 with code 0",
            codes(t -> number(t) == 255, OK)),
        of(
            "missing-with-code-3",
            "answers for ports that do not exist with code 3",
            codes(any, BAD_METHOD_ATTRIBUTE)),
        of(
            "missing-stored",
            "rejects a Set for a port that does not exist, and stores it in the last port set",
            storesMissing(PortInfo.SUBNET_TIME_OUT)),
        of(
            "missing-sl-stored",
            "rejects a Set for a port that does not exist, and stores its MasterSMSL",
            storesMissing(PortInfo.MASTER_SM_SL)),
        of(
            "missing-silent",
            "does not answer a Set for a port that does not exist",
            Edits.deafTo(t -> isOfPort(t) && Edits.isSet(t) && isMissing(t))),
        of(
            "local-is-0",
            "shows LocalPortNum 0",
            Edits.responses(PortNumberDeviations::isOfPort, t -> local(t, 0))),
        of(
            "local-is-named",
            "shows the number of the request as LocalPortNum",
            Edits.responses(t -> isOfPort(t) && isByNumber(t), t -> local(t, number(t)))),
        of(
            "local-is-1",
            "shows LocalPortNum 1 on every port",
            Edits.responses(PortNumberDeviations::isOfPort, t -> local(t, 1))));
  }

  private static List<DeviationSpec> others() {
    return List.of(
        of(
            "other-refused",
            "rejects a Get for another port with code 7",
            codes(t -> isOther(t) && Edits.isGet(t), INVALID_FIELD)),
        of("other-stored", "obeys a Set for another port", other(PortNumberDeviations::store)),
        of(
            "other-stored-from-port-2",
            "obeys a Set for another port that port 2 receives",
            other(done -> {
              if (done.t().port() == 2) {
                store(done);
              }
            })),
        of(
            "other-stored-in-own",
            "stores a Set for another port in the one that receives",
            other(done -> copy(done, own(done)))),
        of(
            "other-with-code-3",
            "answers a Set for another port with code 3",
            codes(t -> isOther(t) && Edits.isSet(t), BAD_METHOD_ATTRIBUTE)),
        of(
            "other-echoed",
            "answers a Set for another port with its data",
            Edits.responses(
                t -> isOfPort(t) && isOther(t) && Edits.isSet(t),
                t ->
                    MemorySegment.copy(
                        t.request(), Smp.DATA, t.response(), Smp.DATA, Smp.DATA_BYTES))),
        of(
            "other-shows-own",
            "answers a Set for another port with LocalPortNum of that port",
            Edits.responses(
                t -> isOfPort(t) && isOther(t) && Edits.isSet(t), t -> local(t, number(t)))),
        of(
                "other-clears-counter",
                "sets P_KeyViolations of a port to 0 by a Set for it that another receives",
                other(done -> done.port().put(PortInfo.P_KEY_VIOLATIONS, 0)))
            .on(SimParameter.VIOLATIONS, 9),
        of(
                "other-clears-own-counter",
                "sets M_KeyViolations to 0 by a Set for another port",
                other(done -> own(done).put(PortInfo.M_KEY_VIOLATIONS, 0)))
            .on(SimParameter.VIOLATIONS, 9),
        of(
            "other-state-obeyed",
            "obeys PortState of a Set for another port",
            other(done -> {
              long asked = done.t().asked(PortInfo.PORT_STATE);
              if (asked > PortState.DOWN) {
                done.port().put(PortInfo.PORT_STATE, asked);
              }
            })),
        of(
            "other-keeps-answer",
            "stores SubnetTimeOut of a Set for another port, and does not show it in the answer",
            PortInfoEdits.answered(done -> {
              if (done.port().number() != done.t().port()) {
                done.port().put(PortInfo.SUBNET_TIME_OUT, done.t().asked(PortInfo.SUBNET_TIME_OUT));
              }
            })));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("portnumber." + name, summary + " (PortInfo)", WITH_END_PORTS, effect);
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isOfPort(Transaction t) {
    return Edits.isOf(PORT_INFO, t);
  }

  private static int number(Transaction t) {
    return t.modifier() & NUMBER;
  }

  private static boolean isMissing(Transaction t) {
    return number(t) > PORTS;
  }

  private static boolean isOther(Transaction t) {
    return isByNumber(t) && number(t) != t.port();
  }

  private static void local(Transaction t, long number) {
    t.answer(PortInfo.LOCAL_PORT_NUM, number);
  }

  private static Consumer<Seams> codes(Predicate<Transaction> which, int code) {
    return Edits.codes(PORT_INFO, (t, right) -> which.test(t) ? code : right);
  }

  /// Adds an effect to a Set for another port.
  private static Consumer<Seams> other(Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (done.port().number() != done.t().port()) {
        more.accept(done);
      }
    });
  }

  private static Port own(Done done) {
    return done.all().get(done.t().port() - 1);
  }

  private static void store(Done done) {
    copy(done, done.port());
  }

  private static void copy(Done done, Port into) {
    for (Field field : PortInfo.LAYOUT.fields()) {
      boolean isState =
          field.equals(PortInfo.PORT_STATE) || field.equals(PortInfo.PORT_PHYSICAL_STATE);
      if (field.access() == Access.RW && !isState) {
        into.put(field, done.t().asked(field));
      }
    }
  }

  /// The last port that was set counts as the receiving port.
  private static Consumer<Seams> storesMissing(Field field) {
    return seams -> {
      List<Port> last = new ArrayList<>();
      PortInfoEdits.stored(done -> last.add(done.port())).accept(seams);
      Edits.codes(
              PORT_INFO,
              (t, code) -> {
                if (Edits.isSet(t) && isMissing(t) && !last.isEmpty()) {
                  last.getLast().put(field, t.asked(field));
                }
                return code;
              })
          .accept(seams);
    };
  }
}
