package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.SimParameter.CABLED;
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
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;

/// Deviations of NodeDescription: one that can be written, one that reads wrongly.
final class NodeDescriptionDeviations {
  private static final int LAST_BYTE = DATA_BYTES - 1;

  private NodeDescriptionDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("stored", "takes a Set", taken(OK, 0, (_, _) -> true)),
        of(
            "stores-refused",
            "refuses but stores a Set",
            taken(BAD_METHOD_ATTRIBUTE, 0, (_, _) -> true)),
        of(
            "last-byte-stored",
            "refuses a Set but stores its last byte",
            taken(BAD_METHOD_ATTRIBUTE, LAST_BYTE, (_, _) -> true)),
        of(
            "second-set-stored",
            "takes every Set but the first",
            taken(OK, 0, (_, sets) -> sets > 1)),
        of("stored-on-port-2", "takes a Set on port 2", taken(OK, 0, (t, _) -> t.port() == 2))
            .on(CABLED, 2),
        of("set-ignored", "answers a Set with code 0 and ignores it", code(Edits::isSet, OK)),
        of("set-code-2", "refuses a Set with code 2, not 3", code(Edits::isSet, BAD_METHOD)),
        of("set-code-7", "refuses a Set with code 7, not 3", code(Edits::isSet, INVALID_FIELD)),
        of("get-refused", "answers a Get with code 7", code(Edits::isGet, INVALID_FIELD)),
        of("not-utf-8", "has a byte 0xFF in the text", reads(_ -> true, 0, 0xFF)),
        of(
            "not-zero-after-end",
            "has a byte after the text's end",
            reads(_ -> true, LAST_BYTE, 'x')),
        of("differs-on-port-2", "has other text on port 2", reads(t -> t.port() == 2, 0, 'x'))
            .on(CABLED, 2));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("description." + name, summary + " (NodeDescription)", ALL, effect);
  }

  private static Consumer<Seams> code(Predicate<Transaction> which, int wrong) {
    return Edits.codes(NODE_DESCRIPTION, (t, code) -> which.test(t) ? wrong : code);
  }

  /// One byte reads as another.
  private static Consumer<Seams> reads(Predicate<Transaction> which, int at, int value) {
    return Edits.responses(
        t -> Edits.isOf(NODE_DESCRIPTION, t) && Edits.isGet(t) && which.test(t),
        t -> t.response().set(ValueLayout.JAVA_BYTE, DATA + at, (byte) value));
  }

  /// Which Sets are stored.
  private interface SetChoice {
    boolean is(Transaction t, int sets);
  }

  private static Consumer<Seams> taken(int code, int firstByte, SetChoice which) {
    return Edits.handler(NODE_DESCRIPTION, handler -> new Taken(handler, code, firstByte, which));
  }

  /// Stores what a Set brings.
  private static final class Taken implements AttributeHandler {
    private final AttributeHandler handler;
    private final int code;
    private final int firstByte;
    private final SetChoice which;
    private final MemorySegment held = MemorySegment.ofArray(new byte[DATA_BYTES]);
    private boolean isWritten;
    private int sets;

    private Taken(AttributeHandler handler, int code, int firstByte, SetChoice which) {
      this.handler = handler;
      this.code = code;
      this.firstByte = firstByte;
      this.which = which;
    }

    @Override
    public int get(Transaction t) {
      int right = handler.get(t);
      if (isWritten) {
        MemorySegment.copy(held, firstByte, t.response(), DATA + firstByte, DATA_BYTES - firstByte);
      }
      return right;
    }

    @Override
    public int set(Transaction t) {
      sets++;
      if (!which.is(t, sets)) {
        return handler.set(t);
      }
      isWritten = true;
      MemorySegment.copy(t.request(), DATA, held, 0, DATA_BYTES);
      get(t);
      return code;
    }
  }
}
