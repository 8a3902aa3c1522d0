package org.ibassay.suite;

import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_ID;
import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_MODIFIER;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Checks of the fields of a received management datagram.
public final class MadChecks {
  /// Prefix of the id of a reading's way that is a `Status.Code`.
  private static final String CODE = "code-";

  private final Checks checks;
  private final Steps steps;

  MadChecks(Steps steps) {
    this.checks = steps.checks();
    this.steps = steps;
  }

  /// Checks a condition; the texts are evaluated only if it fails.
  public boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return checks.verify(about.frame(), passed, expected, actual);
  }

  /// Checks that AttributeID and AttributeModifier equal those of the request.
  public boolean verifyEcho(MadPacketSpec response, MadPacketSpec request) {
    return TestCase.all(
        verifyHeader(response, ATTRIBUTE_ID, request.header(ATTRIBUTE_ID)),
        verifyHeader(response, ATTRIBUTE_MODIFIER, request.header(ATTRIBUTE_MODIFIER)));
  }

  /// Checks the value of a component of the MAD header.
  public boolean verifyHeader(MadPacketSpec mad, Field field, long expected) {
    return verifyHeader(mad, field, mad.header(field), expected);
  }

  /// Checks that `MADHeader:Status` is 0.
  public boolean verifyStatusOk(MadPacketSpec mad) {
    return verifyHeader(mad, MadHeader.STATUS, mad.status(), MadStatus.OK);
  }

  /// Checks the value of `MADHeader:Status.Code`.
  public boolean verifyStatusCode(MadPacketSpec mad, int expected) {
    return verifyHeader(mad, MadStatus.CODE, expected);
  }

  /// Checks `MADHeader:Status.Code` against the first way of a reading, which is a public page's
  /// literal requirement, unless the run is strict about another way. If the code is one of the
  /// reading's ways, `code-N`, that way is noted.
  public boolean verifyStatusCode(MadPacketSpec mad, Reading letter) {
    letter.way(way(mad)).ifPresent(gone -> steps.note(letter, gone.id()));
    String asked = steps.letter(letter);
    return asked.startsWith(CODE)
        ? verifyStatusCode(mad, Integer.parseInt(asked.substring(CODE.length())))
        : verify(mad, false, () -> ReadingWays.says(letter, asked), () -> code(mad));
  }

  /// Notes which way of a reading, `code-N`, the code in `MADHeader:Status` shows. A code of none
  /// of its ways fails regardless of strictness.
  public boolean noteStatusCode(MadPacketSpec mad, Reading open) {
    String gone = way(mad);
    return open.way(gone).isPresent()
        ? steps.reading(mad.frame(), open, gone)
        : verify(mad, false, () -> ways(open), () -> code(mad));
  }

  private static String way(MadPacketSpec mad) {
    return CODE + mad.header(MadStatus.CODE);
  }

  private static String code(MadPacketSpec mad) {
    return "MADHeader:Status.Code " + Shown.of(MadStatus.CODE, mad.header(MadStatus.CODE));
  }

  private static String ways(Reading reading) {
    return reading.ways().stream()
        .map(way -> "%s (%s)".formatted(way.meaning(), way.id()))
        .collect(Collectors.joining(" or ", reading.question() + ": ", ""));
  }

  private boolean verifyHeader(MadPacketSpec mad, Field field, long actual, long expected) {
    return actual == expected
        ? checks.passed(mad.frame(), field.name())
        : checks.verify(
            mad.frame(),
            field.name(),
            false,
            () -> WrongField.inMad(field, 0, 0, expected, actual),
            () -> inHeader(field, expected),
            () -> inHeader(field, actual));
  }

  private static String inHeader(Field field, long value) {
    String text = "MADHeader:%s %s".formatted(field.name(), Shown.of(field, value));
    return field.equals(MadStatus.CODE)
        ? "%s (%s)".formatted(text, MadStatus.name((int) value))
        : text;
  }

  /// Checks the value of element `index` of a component of the attribute.
  public boolean verifyData(MadPacketSpec mad, Field component, int index, long expected) {
    return mad.data(component, index) == expected
        ? checks.passed(mad.frame(), component.name())
        : checks.verifyField(
            mad.frame(), value(mad, component, index), WrongField.unsigned(expected));
  }

  /// Checks the value of element `index` of a component of the attribute, of any width.
  public boolean verifyData(MadPacketSpec mad, Field component, int index, BigInteger expected) {
    return checks.verifyField(mad.frame(), value(mad, component, index), expected);
  }

  /// Checks that a MAD equals another one in all 256 bytes; a failure names the first difference.
  ///
  /// @param attribute the attribute of both
  public boolean verifySame(MadPacketSpec mad, MadPacketSpec other, Attribute attribute) {
    List<Field> headers = MadHeader.LAYOUT.differences(mad.bytes(), 0, other.bytes(), 0);
    if (!headers.isEmpty()) {
      return verifyHeader(mad, headers.getFirst(), other.header(headers.getFirst()));
    }
    long at = mad.bytes().mismatch(other.bytes());
    boolean isBeforeData = at >= 0 && at < Smp.DATA;
    return isBeforeData
        ? verifyByte(mad, mad.bytes(), other.bytes(), at)
        : verifySameData(mad, other, attribute);
  }

  /// Checks that the data of a MAD equal those of another one; a failure names the first
  /// difference.
  ///
  /// @param attribute the attribute of both
  public boolean verifySameData(MadPacketSpec mad, MadPacketSpec other, Attribute attribute) {
    MemorySegment data = mad.data();
    MemorySegment expected = other.data();
    List<Field> fields = attribute.layout().differences(data, 0, expected, 0);
    if (fields.isEmpty()) {
      return verifyByte(mad, data, expected, data.mismatch(expected));
    }
    Field field = fields.getFirst();
    int index = 0;
    while (mad.number(field, index).equals(other.number(field, index))) {
      index++;
    }
    return verifyData(mad, field, index, other.number(field, index));
  }

  private boolean verifyByte(
      MadPacketSpec mad, MemorySegment actual, MemorySegment expected, long at) {
    return verify(mad, at < 0, () -> shownByte(expected, at), () -> shownByte(actual, at));
  }

  private static String shownByte(MemorySegment bytes, long at) {
    return "byte %d = 0x%02X".formatted(at, bytes.get(ValueLayout.JAVA_BYTE, at));
  }

  private static FieldValue value(MadPacketSpec mad, Field component, int index) {
    MemorySegment attribute = mad.data();
    return new FieldValue(
        mad.attribute(), component.name(), component, index, attribute, Smp.DATA, "");
  }
}
