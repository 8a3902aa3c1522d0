package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.device.variant.SimParameter.LED;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.LedInfo.LED_MASK;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;
import static org.ibassay.wire.mad.Smp.DATA;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations of LedInfo.
final class LedInfoDeviations {
  /// The octet of the SMP's data with the last bit of the attribute.
  private static final int LAST_BYTE = 3;

  private LedInfoDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("get-refused", "answers a Get with code 7", code(Edits::isGet, INVALID_FIELD)),
        of("set-refused", "stores a Set but answers code 7", code(Edits::isSet, INVALID_FIELD)),
        of(
            "absent",
            "answers code 3, although it declares it",
            code(_ -> true, BAD_METHOD_ATTRIBUTE)),
        of("not-stored", "does not store a Set", TableEdits.unstored(LED_INFO, _ -> true)),
        of(
            "not-put-out",
            "does not store LedMask 0",
            TableEdits.unstored(LED_INFO, t -> t.asked(LED_MASK) == 0)),
        of(
                "not-stored-on-port-2",
                "does not store a Set on port 2",
                TableEdits.unstored(LED_INFO, t -> t.port() == 2))
            .on(CABLED, 2),
        of(
                "refused-by-lid",
                "answers code 3 by LID, although it declares it",
                code(Edits::isByLid, BAD_METHOD_ATTRIBUTE))
            .onLid(),
        of(
            "low-bit-stored",
            "uses only the last bit of LedMask",
            set(LedInfoDeviations::takeLastBit)),
        of("set-toggles", "treats LedMask 1 as a change", new Toggling(Edits::isSet)::lay),
        of("get-toggles", "changes LedMask with each Get", new Toggling(Edits::isGet)::lay),
        of(
            "answers-with-old",
            "answers a Set with the previous LedMask",
            answers(Edits::isSet, t -> t.answer(LED_MASK, 1 - t.answered(LED_MASK)))),
        of(
            "reserved-echoed",
            "echoes the reserved bits of a Set in its answer",
            answers(Edits::isSet, t -> answerLastByte(t, lastByte(t)))),
        of(
            "reserved-read",
            "reads a reserved bit as 1",
            answers(Edits::isGet, t -> answerLastByte(t, (byte) 1))),
        of("reserved-stored", "keeps reserved bits", LedInfoDeviations::keepReserved),
        of(
            "withdrawn-by-set",
            "declares IsLEDInfoSupported 0 once LedInfo was set",
            LedInfoDeviations::withdraw),
        undeclared("undeclared-get-ok", "answers a Get with code 0", code(Edits::isGet, OK)),
        undeclared("undeclared-set-ok", "answers a Set with code 0", code(Edits::isSet, OK)),
        undeclared("undeclared-code-7", "answers code 7", code(_ -> true, INVALID_FIELD)),
        undeclared("undeclared-ok-by-lid", "answers code 0 by LID", code(Edits::isByLid, OK))
            .onLid());
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("led." + name, summary + " (LedInfo)", ALL, effect).on(LED, 1);
  }

  private static DeviationSpec undeclared(String name, String does, Consumer<Seams> effect) {
    return DeviationSpec.of(
            "led." + name, does + " for LedInfo, although it does not declare it", ALL, effect)
        .on(LED, 0);
  }

  private static Consumer<Seams> code(Predicate<Transaction> which, int wrong) {
    return Edits.codes(LED_INFO, (t, code) -> which.test(t) ? wrong : code);
  }

  private static Consumer<Seams> answers(Predicate<Transaction> which, Consumer<Transaction> edit) {
    return Edits.responses(t -> Edits.isOf(LED_INFO, t) && which.test(t), edit);
  }

  private static byte lastByte(Transaction t) {
    return t.request().get(ValueLayout.JAVA_BYTE, DATA + LAST_BYTE);
  }

  private static void answerLastByte(Transaction t, byte value) {
    t.response().set(ValueLayout.JAVA_BYTE, DATA + LAST_BYTE, value);
  }

  private static void takeLastBit(Transaction t) {
    LED_MASK.set(t.request(), DATA, lastByte(t) & 1);
  }

  /// Changes a Set before it is stored.
  private static Consumer<Seams> set(Consumer<Transaction> edit) {
    return Edits.sets(
        LED_INFO,
        (t, handler) -> {
          edit.accept(t);
          return handler.set(t);
        });
  }

  private static void keepReserved(Seams seams) {
    byte[] kept = new byte[1];
    answers(
            _ -> true,
            t -> {
              if (Edits.isSet(t)) {
                kept[0] = lastByte(t);
              } else {
                answerLastByte(t, kept[0]);
              }
            })
        .accept(seams);
  }

  private static void withdraw(Seams seams) {
    boolean[] wasSet = new boolean[1];
    Edits.responses(
            t -> Edits.isOf(LED_INFO, t) || Edits.isOf(PORT_INFO, t),
            t -> {
              wasSet[0] |= Edits.isOf(LED_INFO, t) && Edits.isSet(t);
              if (wasSet[0] && Edits.isOf(PORT_INFO, t)) {
                t.answer(PortInfo.IS_LED_INFO_SUPPORTED, 0);
              }
            })
        .accept(seams);
  }

  /// Changes LedMask for some requests.
  private record Toggling(Predicate<Transaction> which) {
    void lay(Seams seams) {
      boolean[] isLit = new boolean[1];
      Edits.responses(
              t -> Edits.isOf(LED_INFO, t),
              t -> {
                if (which.test(t) && (Edits.isGet(t) || t.asked(LED_MASK) == 1)) {
                  isLit[0] = !isLit[0];
                } else if (Edits.isSet(t)) {
                  isLit[0] = t.asked(LED_MASK) == 1;
                }
                t.answer(LED_MASK, isLit[0] ? 1 : 0);
              })
          .accept(seams);
    }
  }
}
