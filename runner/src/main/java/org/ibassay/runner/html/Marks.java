package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.ibassay.decode.PacketRow;
import org.ibassay.decode.PacketSection;
import org.ibassay.decode.PacketTree;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.packet.Bth;
import org.jspecify.annotations.Nullable;

/// The rows of a received packet that a failed check concerns, and the position of the field in its
/// bytes.
///
/// @param isCertain whether the check named the field; otherwise the rows are those named in its
///   text
/// @param rows numbers counted through all sections
/// @param element element of a row with several values; -1 for the whole row
/// @param bit position of the field in the bytes shown
/// @param width in bits; 0 if the bytes are unknown
record Marks(boolean isCertain, List<Integer> rows, int element, long bit, int width) {
  private static final String PAYLOAD = "Payload";
  private static final Pattern OPERATION = Pattern.compile("(RC|UC|RD|UD|XRC)_[A-Z]");

  /// A row of a packet and its position.
  private record Placed(int number, PacketSection section, PacketRow row) {
    boolean isAbout(String name) {
      return row.name().equals(name) || row.parts().contains(name);
    }

    /// Whether it shows that bit, counted through all bytes shown.
    boolean shows(long bit) {
      long first = section.at() * 8L + row.bit();
      return bit >= first && bit < first + row.width();
    }
  }

  static Marks of(CheckLog.Failure failure, PacketTree answer) {
    WrongField field = failure.field();
    return field == null ? named(failure.expected(), answer) : certain(field, answer);
  }

  private static Marks certain(WrongField field, PacketTree answer) {
    OptionalLong start = start(field, answer);
    long bit = start.isEmpty() ? -1 : start.getAsLong() * 8 + field.bit();
    Placed row = row(field.name(), bit, answer);
    return new Marks(
        true,
        row == null ? List.of() : List.of(row.number),
        row == null || row.row.values().size() < 2 ? -1 : field.index(),
        Math.max(0, bit),
        start.isEmpty() ? 0 : field.width());
  }

  /// The position, in the bytes shown, of the header, MAD or payload that contains the field.
  private static OptionalLong start(WrongField field, PacketTree answer) {
    if (field.header() == null && answer.isMad()) {
      return OptionalLong.of(0);
    }
    String name = field.header() == null ? PAYLOAD : field.header().layout().name();
    return answer.sections().stream()
        .filter(section -> section.name().equals(name))
        .mapToLong(PacketSection::at)
        .findFirst();
  }

  /// Returns the row that shows the bit, preferably one with that name: several may show it, and of
  /// a MAD in segments, the packet in the capture holds only some. The attribute is tried last.
  private static @Nullable Placed row(String name, long bit, PacketTree answer) {
    List<Placed> all = placed(answer);
    Placed row = last(all, placed -> placed.isAbout(name) && placed.shows(bit));
    row = row == null ? last(all, placed -> placed.shows(bit)) : row;
    return row == null ? last(all, placed -> placed.isAbout(name)) : row;
  }

  private static @Nullable Placed last(List<Placed> rows, Predicate<Placed> which) {
    return rows.reversed().stream().filter(which).findFirst().orElse(null);
  }

  private static Marks named(String expected, PacketTree answer) {
    List<Integer> rows =
        placed(answer).stream()
            .filter(placed -> names(expected, placed.row.name()) || isOperation(expected, placed))
            .map(Placed::number)
            .toList();
    return new Marks(false, rows, -1, 0, 0);
  }

  /// Whether a text is the name of an operation, which stands for its code.
  private static boolean isOperation(String text, Placed placed) {
    return placed.isAbout(Bth.OP_CODE.name()) && OPERATION.matcher(text).lookingAt();
  }

  private static boolean names(String text, String field) {
    return Pattern.compile("(?<![\\w-])" + Pattern.quote(field) + "(?![\\w-])")
        .matcher(text)
        .find();
  }

  private static List<Placed> placed(PacketTree packet) {
    List<Placed> all = new ArrayList<>();
    for (PacketSection section : packet.sections()) {
      section.rows().forEach(row -> all.add(new Placed(all.size(), section, row)));
    }
    return all;
  }

  /// Returns the same rows of the request.
  List<Integer> rowsIn(PacketTree stimulus, PacketTree answer) {
    List<Placed> marked =
        placed(answer).stream().filter(placed -> rows.contains(placed.number)).toList();
    return placed(stimulus).stream()
        .filter(placed ->
            marked.stream()
                .anyMatch(other ->
                    other.row.name().equals(placed.row.name())
                        && other.section.name().equals(placed.section.name())))
        .map(Placed::number)
        .toList();
  }
}
