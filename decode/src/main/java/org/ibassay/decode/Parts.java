package org.ibassay.decode;

/// The headers and attributes of a packet in display order, and the offset of each. Allocates no
/// object for a packet.
final class Parts {
  /// The number of a part that is not one of several records.
  static final int ALONE = -1;

  private static final int MOST = 128;

  private final Section[] sections = new Section[MOST];
  private final int[] bases = new int[MOST];
  private final int[] ends = new int[MOST];
  private final int[] numbers = new int[MOST];
  private int count;

  void clear() {
    count = 0;
  }

  /// @param base its offset
  /// @param end offset after the last byte that may belong to it
  void add(Section section, int base, int end) {
    add(section, base, end, ALONE);
  }

  /// Adds one of several records, with its index from 0.
  void add(Section section, int base, int end, int number) {
    if (count < MOST) {
      sections[count] = section;
      bases[count] = base;
      ends[count] = end;
      numbers[count++] = number;
    }
  }

  /// Adds bytes without a table, if there are any.
  void addRaw(Section section, int at, int end) {
    if (at < end) {
      add(section, at, end, ALONE);
    }
  }

  int count() {
    return count;
  }

  Section section(int part) {
    return sections[part];
  }

  int base(int part) {
    return bases[part];
  }

  int end(int part) {
    return ends[part];
  }

  int number(int part) {
    return numbers[part];
  }
}
