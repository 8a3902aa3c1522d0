package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.device.variant.SimParameter.SET_NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;
import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.deviation.WritableHandler.SetChoice;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;

/// Deviations of NodeDescription: writable without or read-only despite the declared capability, or
/// with wrong contents.
final class NodeDescriptionDeviations {
  private static final int LAST_BYTE = DATA_BYTES - 1;

  private NodeDescriptionDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("stored", "accepts a Set", taken(OK, 0, (_, _) -> true)),
        of(
            "stores-refused",
            "rejects but stores a Set",
            taken(BAD_METHOD_ATTRIBUTE, 0, (_, _) -> true)),
        of(
            "last-byte-stored",
            "rejects a Set but stores its last byte",
            taken(BAD_METHOD_ATTRIBUTE, LAST_BYTE, (_, _) -> true)),
        of(
            "second-set-stored",
            "accepts every Set but the first",
            taken(OK, 0, (_, sets) -> sets > 1)),
        of("text-stored", "accepts a Set of legal text", taken(OK, 0, (t, _) -> isAscii(t))),
        of("stored-on-port-2", "accepts a Set on port 2", taken(OK, 0, (t, _) -> t.port() == 2))
            .on(CABLED, 2),
        of("stored-by-lid", "accepts a Set by LID", taken(OK, 0, (t, _) -> Edits.isByLid(t)))
            .onLid(),
        of("set-ignored", "answers a Set with code 0 and ignores it", code(Edits::isSet, OK)),
        of("set-code-2", "rejects a Set with code 2, not 3", code(Edits::isSet, BAD_METHOD)),
        of("set-code-7", "rejects a Set with code 7, not 3", code(Edits::isSet, INVALID_FIELD)),
        of(
            "set-garbles",
            "rejects each Set, and changes its first byte",
            moving(Edits::isSet, BAD_METHOD_ATTRIBUTE)),
        of("moving", "reads differently each time", moving(Edits::isGet, BAD_METHOD_ATTRIBUTE)),
        of("get-refused", "answers a Get with code 7", code(Edits::isGet, INVALID_FIELD)),
        of("not-utf-8", "has a byte 0xFF in the text", reads(_ -> true, 0, 0xFF)),
        of(
            "not-utf-8-at-end",
            "fills all 64 bytes and cuts the last character in two",
            Edits.responses(
                t -> Edits.isOf(NODE_DESCRIPTION, t) && Edits.isGet(t),
                NodeDescriptionDeviations::fillAndCut)),
        of("differs-on-port-2", "has a different text on port 2", reads(t -> t.port() == 2, 0, 'x'))
            .on(CABLED, 2),
        settable(
            "declared-not-settable", "rejects a Set", code(Edits::isSet, BAD_METHOD_ATTRIBUTE)),
        settable(
            "declared-not-stored",
            "answers a Set as if it were stored",
            TableEdits.unstored(NODE_DESCRIPTION, _ -> true)),
        settable(
            "declared-stored-in-part",
            "stores all but the last byte of a Set",
            settingByte(LAST_BYTE, 'x')),
        settable(
                "declared-not-stored-by-lid",
                "answers a Set by LID as if it were stored",
                TableEdits.unstored(NODE_DESCRIPTION, Edits::isByLid))
            .onLid(),
        settable(
            "declared-answers-otherwise",
            "stores a Set, and answers with other text",
            Edits.responses(
                t -> Edits.isOf(NODE_DESCRIPTION, t) && Edits.isSet(t),
                t -> t.response().set(ValueLayout.JAVA_BYTE, DATA, (byte) 'x'))));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("description." + name, summary + " (NodeDescription)", ALL, effect);
  }

  private static DeviationSpec settable(String name, String does, Consumer<Seams> effect) {
    return of(name, does + ", although it declares IsSetNodeDescriptionSupported", effect)
        .on(SET_NODE_DESCRIPTION, 1);
  }

  private static Consumer<Seams> code(Predicate<Transaction> which, int wrong) {
    return Edits.codes(NODE_DESCRIPTION, (t, code) -> which.test(t) ? wrong : code);
  }

  private static Consumer<Seams> taken(int code, int firstByte, SetChoice which) {
    byte[] mask = WritableHandler.from(firstByte);
    return WritableHandler.taking(NODE_DESCRIPTION, code, mask, which);
  }

  private static boolean isAscii(Transaction t) {
    byte[] text = t.request().asSlice(DATA, DATA_BYTES).toArray(ValueLayout.JAVA_BYTE);
    for (byte octet : text) {
      if (octet < 0) {
        return false;
      }
    }
    return true;
  }

  /// One byte has another value in responses.
  private static Consumer<Seams> reads(Predicate<Transaction> which, int at, int value) {
    return Edits.responses(
        t -> Edits.isOf(NODE_DESCRIPTION, t) && Edits.isGet(t) && which.test(t),
        t -> t.response().set(ValueLayout.JAVA_BYTE, DATA + at, (byte) value));
  }

  private static void fillAndCut(Transaction t) {
    for (int i = DATA; i < DATA + LAST_BYTE; i++) {
      if (t.response().get(ValueLayout.JAVA_BYTE, i) == 0) {
        t.response().set(ValueLayout.JAVA_BYTE, i, (byte) 'x');
      }
    }
    t.response().set(ValueLayout.JAVA_BYTE, DATA + LAST_BYTE, (byte) 0xC3);
  }

  /// One byte of a Set is replaced before it is stored.
  private static Consumer<Seams> settingByte(int at, int value) {
    return Edits.sets(
        NODE_DESCRIPTION,
        (t, handler) -> {
          t.request().set(ValueLayout.JAVA_BYTE, DATA + at, (byte) value);
          return handler.set(t);
        });
  }

  /// Some requests change the first byte.
  private static Consumer<Seams> moving(Predicate<Transaction> which, int setCode) {
    return Edits.handler(
        NODE_DESCRIPTION,
        handler -> {
          int[] moved = new int[1];
          return Edits.handler(
              t -> {
                moved[0] += which.test(t) ? 1 : 0;
                int code = handler.get(t);
                MemorySegment response = t.response();
                int first = response.get(ValueLayout.JAVA_BYTE, DATA);
                response.set(ValueLayout.JAVA_BYTE, DATA, (byte) ('A' + (first + moved[0]) % 26));
                return code;
              },
              t -> {
                moved[0] += which.test(t) ? 1 : 0;
                return setCode;
              });
        });
  }
}
