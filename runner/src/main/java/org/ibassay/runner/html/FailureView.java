package org.ibassay.runner.html;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.decode.PacketTree;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Ranges;
import org.ibassay.suite.WrongField;
import org.jspecify.annotations.Nullable;

/// A failed check as the browser draws it: expected, received, the wrong bits and their positions
/// in the packets.
///
/// @param request the request that was answered, as text; null if unknown
record FailureView(
    CheckLog.Failure failure,
    @Nullable PacketTree answer,
    @Nullable PacketTree stimulus,
    @Nullable String request) {
  private static final int MOST_BITS = 32;

  /// The members of its JSON object; absent values are omitted.
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", FailureText.where(failure));
    json.put("expected", FailureText.expected(failure, request));
    json.put("received", FailureText.received(failure, request));
    json.put("answer", failure.packet());
    json.put("stimulus", failure.request());
    if (failure.field() != null) {
      json.put("field", field(failure.field()));
    }
    if (answer != null) {
      json.put("marks", marks(Marks.of(failure, answer), answer));
    }
    return json;
  }

  private Map<String, Object> marks(Marks marks, PacketTree marked) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sure", marks.isCertain());
    json.put("rows", marks.rows());
    json.put("element", marks.element());
    json.put("bit", marks.bit());
    json.put("width", marks.width());
    json.put("sent", stimulus == null ? List.of() : marks.rowsIn(stimulus, marked));
    return json;
  }

  /// A field of many bits is drawn byte by byte.
  private static Map<String, Object> field(WrongField field) {
    int unit = field.width() <= MOST_BITS ? 1 : 8;
    int cells = (field.width() + unit - 1) / unit;
    String element = field.index() == WrongField.PLAIN ? "" : "[%d]".formatted(field.index());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("title", field.name() + element + wrong(field, unit, cells));
    json.put("unit", unit);
    json.put("expected", digits(field.expected(), unit, cells));
    json.put("received", digits(field.actual(), unit, cells));
    return json;
  }

  /// The wrong bits or bytes. Bits are counted from the last one, which is 0; bytes from the first.
  private static String wrong(WrongField field, int unit, int cells) {
    BigInteger expected = field.expected();
    if (expected == null) {
      return "";
    }
    Ranges wrong = new Ranges();
    BigInteger difference = expected.xor(field.actual());
    int count = 0;
    for (int cell = 0; cell < cells; cell++) {
      BigInteger from = difference.shiftRight((cells - 1 - cell) * unit);
      if (from.mod(BigInteger.ONE.shiftLeft(unit)).signum() != 0) {
        wrong.add(unit == 1 ? cells - 1 - cell : cell);
        count++;
      }
    }
    String what = unit == 1 ? "bit" : "byte";
    return count == 0 ? "" : ": wrong " + what + (count == 1 ? " " : "s ") + wrong;
  }

  /// In binary, or in hexadecimal for bytes; empty if several values are accepted.
  private static String digits(@Nullable BigInteger value, int unit, int cells) {
    if (value == null) {
      return "";
    }
    String digits = value.toString(unit == 1 ? 2 : 16);
    return "0".repeat(Math.max(0, (unit == 1 ? cells : 2 * cells) - digits.length())) + digits;
  }
}
