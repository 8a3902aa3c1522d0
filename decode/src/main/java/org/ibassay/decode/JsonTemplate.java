package org.ibassay.decode;

import org.ibassay.decode.Section.Meaning;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;

/// The JSON form of a header or attribute: an object. Numbers displayed in decimal are numbers; all
/// other values are strings with the text of the tree.
final class JsonTemplate {
  /// All JSON readers represent integers of up to 53 bits exactly.
  private static final int NUMBER_BITS = 53;

  private final Template.Builder to = Template.builder();
  private String before = "{";

  private JsonTemplate() {}

  /// @param there number of its bytes that are present
  static Template of(Section section, int there) {
    JsonTemplate template = new JsonTemplate();
    section.rows.forEach(row -> template.row(row, row.present(there)));
    template.end(section, there);
    return template.to.build();
  }

  private void row(Row row, int count) {
    if (count == 0) {
      return;
    }
    key(row.name());
    Field field = row.field();
    if (row.isRowOfBytes()) {
      to.text("\"").bytes(field.bitOffset() / 8, count).text("\"");
    } else if (field.count() > 1) {
      for (int i = 0; i < count; i++) {
        to.text(i == 0 ? "[" : ",");
        value(field, i);
      }
      to.text("]");
    } else if (row.parts().isEmpty()) {
      value(field, 0);
    } else {
      to.text("{\"value\":");
      value(field, 0);
      for (Row part : row.parts()) {
        key(part.name());
        value(part.field(), 0);
      }
      to.text("}");
    }
  }

  private void key(String name) {
    to.text(before).text("\"").text(name).text("\":");
    before = ",";
  }

  private void value(Field field, int index) {
    if (isNumber(field)) {
      to.value(field, index);
    } else if (field.form() == Form.TEXT && field.isWide()) {
      int bit = field.bitOffset() + index * field.stride();
      to.text("\"").text(bit / 8, field.width() / 8, true).text("\"");
    } else {
      to.text("\"").value(field, index).text("\"");
    }
  }

  private static boolean isNumber(Field field) {
    return (field.form() == Form.DECIMAL || field.form() == Form.FLAG)
        && field.width() <= NUMBER_BITS;
  }

  private void end(Section section, int there) {
    if (there < section.bytes) {
      key("cutOff");
      to.text(Integer.toString(there));
    }
    Meaning meaning = section.meaning;
    if (meaning != null && meaning.isIn(there)) {
      key(meaning.name());
      to.text("\"").name(meaning.names(), meaning.field()).text("\"");
    }
    to.text("}");
  }
}
