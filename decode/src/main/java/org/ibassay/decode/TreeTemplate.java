package org.ibassay.decode;

import java.util.stream.Stream;
import org.ibassay.decode.Piece.Bytes;
import org.ibassay.decode.Section.Meaning;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;

/// The tree form of a header or attribute: one line for each field, wrapped at 80 columns.
final class TreeTemplate {
  private static final String FIELD = " ".repeat(TreePrinter.FIELD_INDENT);
  private static final String NEW_LINE = "\n" + " ".repeat(TreePrinter.WRAPPED_INDENT);
  private static final byte[] WRAPPED = Digits.utf8(NEW_LINE);
  private static final int BYTES_A_LINE = 32;

  private final Template.Builder to = Template.builder();

  private TreeTemplate() {}

  /// @param there number of its bytes that are present
  static Template of(Section section, int there) {
    TreeTemplate template = new TreeTemplate();
    section.rows.forEach(row -> template.row(row, row.present(there)));
    template.end(section, there);
    return template.to.build();
  }

  private void row(Row row, int count) {
    if (count == 0) {
      return;
    }
    String label = FIELD + row.name() + ": ";
    to.text(label);
    if (row.isRowOfBytes()) {
      rowOfBytes(row.field().bitOffset() / 8, count, label.length());
    } else if (count > 1) {
      elements(row, count, label.length());
    } else if (row.parts().isEmpty()) {
      to.value(row.field());
      if (!row.field().names().isEmpty()) {
        to.name(new Names.Table(number -> row.field().names().after(number)), row.field());
      }
    } else {
      parts(row, label.length());
    }
    to.text("\n");
  }

  private void rowOfBytes(int from, int count, int column) {
    int first = Math.min(count, (TreePrinter.COLUMNS - column) / 2);
    to.bytes(from, first);
    for (int i = first; i < count; i += BYTES_A_LINE) {
      to.text(NEW_LINE).bytes(from + i, Math.min(BYTES_A_LINE, count - i));
    }
  }

  /// Adds each element after a space, or on a new line if it may not fit.
  private void elements(Row row, int count, int column) {
    if (row.field().form() == Form.HEX && !row.field().isWide()) {
      elementsOfOneLength(row, count, column);
    } else {
      elementsOfAnyLength(row, count, column);
    }
  }

  private void elementsOfOneLength(Row row, int count, int column) {
    int next = 1 + row.mostCharacters();
    int place = column - 1;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        boolean fits = place + next <= TreePrinter.COLUMNS;
        to.text(fits ? " " : NEW_LINE);
        place = fits ? place : TreePrinter.WRAPPED_INDENT - 1;
      }
      to.value(row.field(), i);
      place += next;
    }
  }

  private void elementsOfAnyLength(Row row, int count, int column) {
    Template[] elements = new Template[count];
    for (int i = 0; i < count; i++) {
      elements[i] = Template.builder().value(row.field(), i).build();
    }
    int next = row.mostCharacters();
    to.other(
        (out, at, in, base) -> {
          int line = at - column;
          int place = elements[0].write(out, at, in, base);
          for (int i = 1; i < elements.length; i++) {
            int before = place;
            place = gap(out, before, before - line + next);
            line = place == before + 1 ? line : place - TreePrinter.WRAPPED_INDENT;
            place = elements[i].write(out, place, in, base);
          }
          return place;
        },
        whole(row.field(), count),
        count * (elements[0].most() + WRAPPED.length));
  }

  /// Adds the names of flags that are set, and the values of other parts.
  private void parts(Row row, int column) {
    Template whole = Template.builder().value(row.field()).build();
    Part[] parts = row.parts().stream().map(Part::of).toArray(Part[]::new);
    to.other(
        (out, at, in, base) -> {
          int line = at - column;
          int place = whole.write(out, at, in, base);
          boolean any = false;
          for (Part part : parts) {
            if (!part.isShown(in, base)) {
              continue;
            }
            if (any) {
              out[place++] = ',';
            }
            int before = place;
            place = gap(out, before, before - line + part.next);
            line = place == before + 1 ? line : place - TreePrinter.WRAPPED_INDENT;
            if (!any) {
              out[place++] = '(';
            }
            place = part.text.write(out, place, in, base);
            any = true;
          }
          if (any) {
            out[place++] = ')';
          }
          return place;
        },
        whole(row.field(), 1),
        whole.most()
            + Stream.of(parts).mapToInt(part -> part.text.most() + WRAPPED.length + 2).sum());
  }

  private static Bytes whole(Field field, int count) {
    return Bytes.of(field.bitOffset(), (count - 1) * field.stride() + field.width());
  }

  /// @param next maximum number of characters, with those next to it
  private record Part(boolean isFlag, TextSlot.Bits bits, Template text, int next) {
    static Part of(Row row) {
      Template.Builder text = Template.builder().text(row.name());
      int next = row.name().length() + 2;
      if (!row.isFlag()) {
        text.text(" ").value(row.field());
        next += row.mostCharacters() + 1;
      }
      TextSlot.Bits bits = TextSlot.Bits.of(row.field().bitOffset(), row.field().width());
      return new Part(row.isFlag(), bits, text.build(), next);
    }

    boolean isShown(byte[] in, int base) {
      return !isFlag || bits.get(in, base) != 0;
    }
  }

  /// Writes a space, or a line break if the next text does not fit.
  ///
  /// @param column the column where the next text would end, without the space
  private static int gap(byte[] to, int at, int column) {
    if (column < TreePrinter.COLUMNS) {
      to[at] = ' ';
      return at + 1;
    }
    System.arraycopy(WRAPPED, 0, to, at, WRAPPED.length);
    return at + WRAPPED.length;
  }

  private void end(Section section, int there) {
    if (there < section.bytes) {
      to.text(FIELD + Section.CUT_OFF + ": " + there + " of " + section.bytes + " bytes\n");
    }
    Meaning meaning = section.meaning;
    if (meaning != null && meaning.isIn(there)) {
      to.text(FIELD + meaning.name() + ": ").name(meaning.names(), meaning.field()).text("\n");
    }
  }
}
