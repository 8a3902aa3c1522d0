package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.ibassay.runner.html.DecodedPacket.Group;
import org.ibassay.runner.html.DecodedPacket.Row;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.sa.SaHeader;
import org.jspecify.annotations.Nullable;

/// Which rows of an answer a failed check is about, and where they are in its bytes.
///
/// @param isCertain whether the check told which field; else they are those that its text names
/// @param rows counted through all groups
/// @param element of a row with several values; -1 for the whole row
/// @param bit where the field starts in the bytes shown
/// @param width in bits; 0 where the bytes are not known
record Marks(boolean isCertain, List<Integer> rows, int element, long bit, int width) {
  private static final int MAD_HEADER_BITS = MadHeader.LAYOUT.bytes() * 8;
  private static final Pattern OPERATION = Pattern.compile("(RC|UC|RD|UD|XRC)_[A-Z]");

  /// A row of a packet and where it stands.
  private record Placed(int number, Group group, Row row) {
    boolean isAbout(String name) {
      return row.name().equals(name) || row.parts().contains(name);
    }
  }

  static Marks of(CheckLog.Failure failure, DecodedPacket answer) {
    WrongField field = failure.field();
    return field == null ? named(failure.expected(), answer) : certain(field, answer);
  }

  private static Marks certain(WrongField field, DecodedPacket answer) {
    Placed row = row(field, answer);
    Long start = start(field, answer);
    return new Marks(
        true,
        row == null ? List.of() : List.of(row.number),
        row == null || row.row.values() < 2 ? -1 : field.index(),
        start == null ? 0 : start * 8 + field.bit(),
        start == null ? 0 : field.width());
  }

  /// Where the header or the payload starts that a field stands in; null where that is not shown.
  private static @Nullable Long start(WrongField field, DecodedPacket answer) {
    Header header = field.header();
    if (header == null) {
      return answer.payload();
    }
    return answer.headers().get(header);
  }

  /// A name may stand in the headers of a MAD and in its attribute.
  private static @Nullable Placed row(WrongField field, DecodedPacket answer) {
    boolean isMad = answer.headers().isEmpty();
    boolean isInHeader = isMad && field.bit() < MAD_HEADER_BITS;
    String name = isInHeader ? headerField(field) : field.name();
    List<Placed> all =
        placed(answer).stream()
            .filter(placed -> placed.isAbout(name))
            .filter(placed ->
                field.header() == null
                    || placed.group.name().equals(field.header().layout().name()))
            .toList();
    if (all.isEmpty()) {
      return null;
    }
    int record = isInHeader ? 0 : record(field, answer);
    return all.get(Math.min(record, all.size() - 1));
  }

  /// Of several records of subnet administration the one that holds it; of an SMP, whose attribute
  /// comes behind headers that may have a field of that name, the last.
  private static int record(WrongField field, DecodedPacket answer) {
    for (Placed placed : placed(answer)) {
      if (placed.isAbout(SaHeader.ATTRIBUTE_OFFSET.name())) {
        int bits = Integer.parseInt(placed.row.text()) * Long.SIZE;
        long behind = Math.max(0, field.bit() - SaHeader.DATA * Byte.SIZE);
        return bits == 0 ? 0 : (int) (behind / bits);
      }
    }
    return Integer.MAX_VALUE;
  }

  /// The field of the MAD header that holds it: the Status holds several.
  private static String headerField(WrongField field) {
    for (Field whole : MadHeader.LAYOUT.fields()) {
      if (field.bit() >= whole.bitOffset() && field.bit() < whole.bitOffset() + whole.width()) {
        return whole.name();
      }
    }
    return field.name();
  }

  private static Marks named(String expected, DecodedPacket answer) {
    List<Integer> rows =
        placed(answer).stream()
            .filter(placed -> names(expected, placed.row.name()) || isOperation(expected, placed))
            .map(Placed::number)
            .toList();
    return new Marks(false, rows, -1, 0, 0);
  }

  /// What an operation is called stands for its code.
  private static boolean isOperation(String text, Placed placed) {
    return placed.isAbout(Bth.OP_CODE.name()) && OPERATION.matcher(text).lookingAt();
  }

  private static boolean names(String text, String field) {
    return Pattern.compile("(?<![\\w-])" + Pattern.quote(field) + "(?![\\w-])")
        .matcher(text)
        .find();
  }

  private static List<Placed> placed(DecodedPacket packet) {
    List<Placed> all = new ArrayList<>();
    for (Group group : packet.groups()) {
      group.rows().forEach(row -> all.add(new Placed(all.size(), group, row)));
    }
    return all;
  }

  /// The same rows in what the answer answers.
  List<Integer> rowsIn(DecodedPacket stimulus, DecodedPacket answer) {
    List<Placed> marked =
        placed(answer).stream().filter(placed -> rows.contains(placed.number)).toList();
    return placed(stimulus).stream()
        .filter(placed ->
            marked.stream()
                .anyMatch(other ->
                    other.row.name().equals(placed.row.name())
                        && other.group.name().equals(placed.group.name())))
        .map(Placed::number)
        .toList();
  }
}
