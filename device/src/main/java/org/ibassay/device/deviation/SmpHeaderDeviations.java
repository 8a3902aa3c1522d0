package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.wire.mad.MadStatus.CODE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Deviations in the header of subnet management packets, and in what a device makes of requests
/// that do not exist.
final class SmpHeaderDeviations {
  private static final int PATHS = 128;
  private static final int PATH_BYTES = 64;

  private SmpHeaderDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        directed("dr-dlid-0", "has DrDLID 0", t -> Smp.DR_DLID.set(t.response(), 0, 0)),
        directed(
            "dr-dlid-bfff",
            "has DrDLID 0xBFFF",
            t -> {
              Smp.DR_DLID.set(t.response(), 0, 0xBFFF);
            }),
        directed(
            "initial-path-cleared",
            "has an empty InitialPath",
            t -> {
              t.response().asSlice(PATHS, PATH_BYTES).fill((byte) 0);
            }),
        directed(
            "initial-path-is-return-path",
            "has ReturnPath for InitialPath",
            t -> {
              MemorySegment.copy(t.response(), PATHS + PATH_BYTES, t.response(), PATHS, PATH_BYTES);
              Smp.INITIAL_PATH.set(t.response(), 0, 1, Smp.RETURN_PATH.get(t.response(), 0, 1) + 1);
            }),
        data(
            "data-of-get-shown",
            "shows Revision as a Get carries it",
            t -> {
              t.answer(
                  NodeInfo.REVISION, t.answered(NodeInfo.REVISION) | t.asked(NodeInfo.REVISION));
            }),
        data(
            "data-of-get-refused",
            "refuses a Get that carries data",
            t -> {
              if (t.asked(NodeInfo.REVISION) != 0) {
                CODE.set(t.response(), 0, INVALID_FIELD);
              }
            }),
        code(
            "attribute-7fff-ok",
            "answers attribute 0x7FFF with code 0",
            t -> {
              return t.attributeId() == 0x7FFF;
            },
            OK),
        code(
            "attribute-0-set-ok",
            "answers a Set of attribute 0 with code 0",
            t -> {
              return t.attributeId() == 0 && Edits.isSet(t);
            },
            OK),
        code(
            "attribute-code-7",
            "answers attribute 0x00FF with code 7",
            t -> {
              return t.attributeId() == 0xFF;
            },
            INVALID_FIELD),
        byLid(
            "direction-by-lid",
            "has the direction bit in a response by LID",
            t -> {
              byte status = t.response().get(ValueLayout.JAVA_BYTE, 4);
              t.response().set(ValueLayout.JAVA_BYTE, 4, (byte) (status | 0x80));
            }),
        byLid(
            "node-guid-by-lid",
            "has another NodeGUID by LID",
            t -> {
              if (Edits.isOf(Attribute.NODE_INFO, t)) {
                t.answer(NodeInfo.NODE_GUID, t.answered(NodeInfo.NODE_GUID) ^ 1);
              }
            }),
        byLid(
            "code-7-by-lid",
            "refuses NodeInfo by LID",
            t -> {
              if (Edits.isOf(Attribute.NODE_INFO, t)) {
                CODE.set(t.response(), 0, INVALID_FIELD);
              }
            }));
  }

  private static boolean isDirected(Transaction t) {
    return MadHeader.MGMT_CLASS.get(t.request(), 0) == Smp.DIRECTED_ROUTE;
  }

  private static DeviationSpec directed(String name, String does, Consumer<Transaction> edit) {
    return of(name, does + ", by directed route", SmpHeaderDeviations::isDirected, edit);
  }

  private static DeviationSpec data(String name, String does, Consumer<Transaction> edit) {
    return of(name, does, t -> Edits.isGet(t) && Edits.isOf(Attribute.NODE_INFO, t), edit);
  }

  private static DeviationSpec code(
      String name, String does, Predicate<Transaction> which, int code) {
    return of(name, does, which, t -> CODE.set(t.response(), 0, code));
  }

  private static DeviationSpec byLid(String name, String does, Consumer<Transaction> edit) {
    return of(name, does, Edits::isByLid, edit).onLid();
  }

  private static DeviationSpec of(
      String name, String does, Predicate<Transaction> which, Consumer<Transaction> edit) {
    return DeviationSpec.of("smp." + name, does, ALL, Edits.responses(which, edit));
  }
}
