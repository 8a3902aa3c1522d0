package org.ibassay.runner.html;

import java.math.BigInteger;
import org.ibassay.suite.Ranges;
import org.ibassay.suite.WrongField;
import org.jspecify.annotations.Nullable;

/// Writes a field as expected and as it came, bit by bit; a long one byte by byte.
final class FieldBits {
  private static final int MOST_BITS = 32;

  private final WrongField field;
  private final int unit;
  private final int cells;

  private FieldBits(WrongField field) {
    this.field = field;
    this.unit = field.width() <= MOST_BITS ? 1 : 8;
    this.cells = (field.width() + unit - 1) / unit;
  }

  static void write(Html html, WrongField field) {
    new FieldBits(field).write(html);
  }

  private void write(Html html) {
    String element = field.index() == 0 ? "" : "[%d]".formatted(field.index());
    String unitName = unit == 1 ? "bit" : "byte";
    String title = field.name() + element + ", " + unitName + " by " + unitName + offText(unitName);
    html.element("p", title, "class", "label");
    html.open("div", "class", "bits", "tabindex", "0", "role", "group", "aria-label", title);
    html.open("table").open("thead").open("tr").element("th", unitName, "scope", "row");
    for (int i = 0; i < cells; i++) {
      html.element("td", Integer.toString(unit == 1 ? cells - 1 - i : i));
    }
    html.close().close().open("tbody");
    if (field.expected() != null) {
      row(html, "expected", field.expected(), "due");
    }
    row(html, "came", field.actual(), "off");
    html.close().close().closeLine();
  }

  private String offText(String unitName) {
    Ranges off = new Ranges();
    int count = 0;
    for (int i = 0; i < cells; i++) {
      if (isOff(i)) {
        off.add(unit == 1 ? cells - 1 - i : i);
        count++;
      }
    }
    return count == 0 ? "" : "; wrong: %s%s %s".formatted(unitName, count == 1 ? "" : "s", off);
  }

  private void row(Html html, String label, BigInteger value, String ifOff) {
    html.open("tr").element("th", label, "scope", "row");
    for (int i = 0; i < cells; i++) {
      html.element("td", cell(value, i), "class", className(i, ifOff));
    }
    html.close();
  }

  private String className(int cell, String ifOff) {
    boolean isGap = unit == 1 && (cells - 1 - cell) % 4 == 0 && cell < cells - 1;
    return (isOff(cell) ? ifOff : "is") + (isGap ? " gap" : "");
  }

  private boolean isOff(int cell) {
    BigInteger expected = field.expected();
    return expected != null && !cell(expected, cell).equals(cell(field.actual(), cell));
  }

  private String cell(@Nullable BigInteger value, int cell) {
    if (value == null) {
      return "";
    }
    BigInteger shifted = value.shiftRight((cells - 1 - cell) * unit);
    return unit == 1
        ? (shifted.testBit(0) ? "1" : "0")
        : "%02x".formatted(shifted.intValue() & 0xFF);
  }
}
