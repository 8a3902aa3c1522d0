package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.SM_DISABLED;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.BAD_VERSION;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations in SMInfo: its contents, the commands that a subnet manager obeys, and the response
/// of a node without one.
final class SmInfoDeviations {
  private static final int HANDOVER = 1;
  private static final int DISABLE = 3;
  private static final int STANDBY = 4;
  private static final int NOT_ACTIVE_STATE = 0;
  private static final int STANDBY_STATE = 2;
  private static final int MASTER_STATE = 3;
  private static final int CONFORMING = -1;
  private static final Set<NodeKind> MANAGER = Set.of(NodeKind.SM);

  private SmInfoDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(contents(), commands(), refusals(), absent(), disabled())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> contents() {
    return List.of(
        shows("act-count-constant", "an ActCount of 7", t -> t.answer(SmInfo.ACT_COUNT, 7)),
        shows(
            "act-count-falls",
            "an ActCount that counts down",
            t -> {
              t.answer(SmInfo.ACT_COUNT, -t.answered(SmInfo.ACT_COUNT));
            }),
        shows(
            "act-count-high-byte",
            "1 in the highest byte of ActCount only",
            t -> {
              t.answer(SmInfo.ACT_COUNT, 1 << 24);
            }),
        shows(
            "guid-of-node",
            "the NodeGUID",
            t -> {
              t.answer(SmInfo.GUID, t.answered(SmInfo.GUID) & ~0xFFL);
            }),
        shows(
            "nibbles-swapped",
            "Priority and SMState swapped",
            t -> {
              long priority = t.answered(SmInfo.PRIORITY);
              t.answer(SmInfo.PRIORITY, t.answered(SmInfo.SM_STATE));
              t.answer(SmInfo.SM_STATE, priority);
            }),
        shows(
            "key-shown",
            "its SM_Key to everyone",
            t -> {
              t.answer(SmInfo.SM_KEY, SubnetManager.SM_KEY);
            }),
        shows(
            "key-shown-reversed",
            "its SM_Key to everyone, in the wrong byte order",
            t -> {
              t.answer(SmInfo.SM_KEY, SubnetManager.SM_KEY << 56);
            }),
        shows("discovering", "that it is discovering", t -> t.answer(SmInfo.SM_STATE, 1)),
        shows("byte-short", "all but the last byte", t -> t.resizeResponse(255)),
        header("transaction-id", MadHeader.TRANSACTION_ID),
        header("attribute-modifier", MadHeader.ATTRIBUTE_MODIFIER),
        header("class-version", MadHeader.CLASS_VERSION),
        shows("reserved-bit", "a reserved bit set", t -> t.response().set(JAVA_BYTE, 19, (byte) 1)),
        declares("manager-undeclared", "IsSM = 0", MANAGER, PortInfo.IS_SM, 0),
        declares("manager-disabled", "IsSMdisabled = 1", MANAGER, PortInfo.IS_SM_DISABLED, 1),
        code("get-code-3", "rejects a Get with code 3", MANAGER, Edits::isGet, 3),
        code(
                "get-code-3-on-port-2",
                "rejects a Get for port 2 with code 3",
                MANAGER,
                t -> {
                  return Edits.isGet(t) && t.port() == 2;
                },
                BAD_METHOD_ATTRIBUTE)
            .on(PORTS, 2),
        code(
                "get-code-7-on-port-2",
                "rejects a Get for port 2 with code 7",
                MANAGER,
                t -> {
                  return Edits.isGet(t) && t.port() == 2;
                },
                INVALID_FIELD)
            .on(PORTS, 2),
        of(
                "undeclared-on-port-2",
                "declares IsSM = 0 at port 2",
                MANAGER,
                Edits.responses(
                    t -> Edits.isOf(PORT_INFO, t) && t.port() == 2,
                    t -> t.answer(PortInfo.IS_SM, 0)))
            .on(PORTS, 2),
        deaf("get-silent", "does not answer a Get", MANAGER, Edits::isGet));
  }

  private static List<DeviationSpec> commands() {
    return List.of(
        obeys("handover-key-not-checked", "any Handover", HANDOVER, MASTER_STATE, OK),
        obeys("handover-obeyed", "any Handover, and becomes Standby", HANDOVER, STANDBY_STATE, OK),
        obeys("handover-obeyed-late", "a Handover it rejects", HANDOVER, STANDBY_STATE, 7),
        obeys("disable-obeyed", "Disable", DISABLE, NOT_ACTIVE_STATE, OK),
        obeys("disable-obeyed-late", "a Disable it rejects", DISABLE, NOT_ACTIVE_STATE, 7),
        obeys("standby-obeyed", "Standby", STANDBY, STANDBY_STATE, OK),
        obeys("standby-obeyed-late", "a Standby it rejects", STANDBY, STANDBY_STATE, 7),
        obeys("command-99-obeyed", "command 99 as Standby", 99, STANDBY_STATE, 7),
        stores("priority-stored", SmInfo.PRIORITY),
        stores("guid-stored", SmInfo.GUID),
        stores("key-stored", SmInfo.SM_KEY));
  }

  private static List<DeviationSpec> refusals() {
    return List.of(
        refuses("refusal-byte-order", "with Status 0x0700", t -> status(t, 0x0700)),
        refuses("refusal-unshifted", "with Status 0x0007", t -> status(t, 0x0007)),
        refuses("refusal-busy", "with the busy bit beside code 7", t -> status(t, 0x001D)),
        refuses("refusal-code-2", "with code 2", t -> code(t, BAD_METHOD)),
        refuses("refusal-code-3", "with code 3", t -> code(t, BAD_METHOD_ATTRIBUTE)),
        refuses("refusal-ok", "with code 0", t -> code(t, OK)),
        command("command-0-ok", 0),
        command("acknowledge-ok", 2),
        command("discover-ok", 5),
        command("command-6-ok", 6),
        command("command-99-ok", 99));
  }

  private static List<DeviationSpec> absent() {
    return List.of(
        code("absent-ok", "answers code 0", NodeKind.ALL, _ -> true, OK),
        code("absent-get-ok", "answers a Get with code 0", NodeKind.ALL, Edits::isGet, OK),
        code("absent-set-ok", "answers a Set with code 0", NodeKind.ALL, Edits::isSet, OK),
        code("absent-code-7", "answers code 7", NodeKind.ALL, _ -> true, INVALID_FIELD),
        code("absent-set-code-1", "answers a Set by 1", NodeKind.ALL, Edits::isSet, BAD_VERSION),
        code(
            "absent-ok-on-port-2",
            "answers by port 2",
            NodeKind.WITH_END_PORTS,
            t -> {
              return t.port() == 2;
            },
            OK),
        deaf("absent-silent", "does not answer", NodeKind.ALL, _ -> true),
        deaf("absent-set-silent", "does not answer a Set", NodeKind.ALL, Edits::isSet));
  }

  private static List<DeviationSpec> disabled() {
    return List.of(
        answers("disabled-answers", "code 3", _ -> true, BAD_METHOD_ATTRIBUTE),
        answers("disabled-answers-get", "code 3 to a Get", Edits::isGet, BAD_METHOD_ATTRIBUTE),
        answers("disabled-answers-set", "code 3 to a Set", Edits::isSet, BAD_METHOD_ATTRIBUTE),
        answers("disabled-ok", "code 0", _ -> true, OK),
        declares("disabled-manager", "IsSM = 1 beside it", NodeKind.ALL, PortInfo.IS_SM, 1)
            .on(SM_DISABLED, 1));
  }

  // --- kinds of deviations

  private static DeviationSpec shows(String name, String what, Consumer<Transaction> edit) {
    return of(name, "shows " + what, MANAGER, Edits.responses(t -> Edits.isOf(SM_INFO, t), edit));
  }

  private static DeviationSpec header(String word, Field field) {
    return shows(
        "wrong-" + word,
        "another " + field.name(),
        t -> field.set(t.response(), 0, field.get(t.response(), 0) ^ 2));
  }

  private static DeviationSpec declares(
      String name, String what, Set<NodeKind> kinds, Field field, long value) {
    return of(
        name,
        "declares " + what,
        kinds,
        Edits.responses(t -> Edits.isOf(PORT_INFO, t), t -> t.answer(field, value)));
  }

  private static DeviationSpec code(
      String name, String does, Set<NodeKind> kinds, Predicate<Transaction> which, int wrong) {
    return of(name, does, kinds, Edits.codes(SM_INFO, (t, code) -> which.test(t) ? wrong : code));
  }

  private static DeviationSpec command(String name, int command) {
    return code(
        name,
        "answers command %d with code 0".formatted(command),
        MANAGER,
        t -> Edits.isSet(t) && t.modifier() == command,
        OK);
  }

  private static DeviationSpec deaf(
      String name, String does, Set<NodeKind> kinds, Predicate<Transaction> which) {
    return of(name, does, kinds, Edits.deafTo(t -> Edits.isOf(SM_INFO, t) && which.test(t)));
  }

  private static DeviationSpec refuses(String name, String how, Consumer<Transaction> edit) {
    return of(
        name,
        "rejects a Set " + how,
        MANAGER,
        Edits.responses(
            t ->
                Edits.isOf(SM_INFO, t)
                    && Edits.isSet(t)
                    && MadStatus.CODE.get(t.response(), 0) == INVALID_FIELD,
            edit));
  }

  private static void code(Transaction t, int code) {
    MadStatus.CODE.set(t.response(), 0, code);
  }

  private static void status(Transaction t, int status) {
    long direction = Smp.DIRECTION.get(t.response(), 0);
    MadHeader.STATUS.set(t.response(), 0, status);
    if (MadHeader.MGMT_CLASS.get(t.response(), 0) == Smp.DIRECTED_ROUTE) {
      Smp.DIRECTION.set(t.response(), 0, direction);
    }
  }

  /// Enters another state after a command.
  private static DeviationSpec obeys(String name, String what, int command, int state, int code) {
    return of(
        name,
        "obeys " + what,
        MANAGER,
        seams -> {
          long[] present = {MASTER_STATE};
          OnSet onSet =
              t -> {
                boolean isIt = t.modifier() == command;
                present[0] = isIt ? state : present[0];
                return isIt ? code : CONFORMING;
              };
          Consumer<Transaction> onGet = t -> t.answer(SmInfo.SM_STATE, present[0]);
          handler(onSet, onGet).accept(seams);
        });
  }

  /// Shows the value of a field in a Set from then on.
  private static DeviationSpec stores(String name, Field field) {
    return of(
        name,
        "stores %s of a Set that it rejects".formatted(field.name()),
        MANAGER,
        seams -> {
          long[] held = {0};
          boolean[] isSet = {false};
          OnSet onSet =
              t -> {
                held[0] = t.asked(field);
                isSet[0] = true;
                return CONFORMING;
              };
          Consumer<Transaction> onGet =
              t -> t.answer(field, isSet[0] ? held[0] : t.answered(field));
          handler(onSet, onGet).accept(seams);
        });
  }

  private interface OnSet {
    /// @return code of the response, or [#CONFORMING]
    int code(Transaction t);
  }

  private static Consumer<Seams> handler(OnSet onSet, Consumer<Transaction> onGet) {
    return Edits.handler(
        SM_INFO,
        handler ->
            Edits.handler(
                t -> {
                  int code = handler.get(t);
                  onGet.accept(t);
                  return code;
                },
                t -> {
                  int wrong = onSet.code(t);
                  int code = handler.set(t);
                  return wrong == CONFORMING ? code : wrong;
                }));
  }

  /// Responds although IsSMdisabled is set.
  private static DeviationSpec answers(
      String name, String what, Predicate<Transaction> which, int code) {
    return of(
            name,
            "answers %s although IsSMdisabled is 1".formatted(what),
            NodeKind.ALL,
            Edits.requests(SM_INFO, (t, right) -> which.test(t) ? code : right.applyAsInt(t)))
        .on(SM_DISABLED, 1);
  }

  private static DeviationSpec of(
      String name, String does, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("sminfo." + name, does + " (SMInfo)", kinds, effect);
  }
}
