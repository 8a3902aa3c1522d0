package org.ibassay.runner.cause;

import java.math.BigInteger;
import java.util.Arrays;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaStatus;

/// A MAD of the capture.
final class SeenMad {
  private static final int CLASS = 1;
  private static final int METHOD = 3;
  private static final int STATUS = 4;
  private static final int TRANSACTION = 12;
  private static final int ATTRIBUTE = 16;
  private static final int MODIFIER = 20;
  private static final int PATHS = 128;
  private static final int PATHS_SENT = 192;
  private static final int DATA_END = 256;
  private static final int GET_RESP = 0x81;
  private static final int RESPONSE = 0x80;
  private static final int SET = 2;
  private static final int LID_ROUTED = 0x01;
  private static final int DIRECTED_ROUTE = 0x81;
  private static final int SUBNET_ADMINISTRATION = 0x03;

  private final long frame;
  private final String summary;
  private final byte[] bytes;

  /// @param frame its number in the capture
  /// @param summary what it is
  SeenMad(long frame, String summary, byte[] bytes) {
    this.frame = frame;
    this.summary = summary;
    this.bytes = bytes;
  }

  /// Whether a field lies in the attribute of an SMP.
  static boolean holds(WrongField field) {
    return field.bit() >= (long) Smp.DATA * Byte.SIZE
        && field.bit() + field.width() <= (long) (Smp.DATA + Smp.DATA_BYTES) * Byte.SIZE;
  }

  long frame() {
    return frame;
  }

  private int at(int offset) {
    return Byte.toUnsignedInt(bytes[offset]);
  }

  boolean isGetResp() {
    return bytes.length >= DATA_END && at(METHOD) == GET_RESP && isSmp();
  }

  private boolean isSmp() {
    return at(CLASS) == DIRECTED_ROUTE || at(CLASS) == LID_ROUTED;
  }

  boolean isRequest() {
    return bytes.length >= DATA_END && (at(METHOD) & RESPONSE) == 0;
  }

  boolean isSet() {
    return at(METHOD) == SET;
  }

  /// Whether it says the same of the same port of the device.
  boolean isLike(SeenMad other) {
    return isGetResp()
        && at(CLASS) == other.at(CLASS)
        && Arrays.equals(bytes, ATTRIBUTE, MODIFIER + 4, other.bytes, ATTRIBUTE, MODIFIER + 4)
        && (at(CLASS) == LID_ROUTED
            || Arrays.equals(bytes, PATHS, DATA_END, other.bytes, PATHS, DATA_END));
  }

  /// Whether it carries the attribute of another one, by the same path and of the same part or
  /// port; AttributeModifier 0 may name the same port, too.
  boolean isAboutThatOf(SeenMad other) {
    return isSmp()
        && at(CLASS) == other.at(CLASS)
        && Arrays.equals(bytes, ATTRIBUTE, MODIFIER, other.bytes, ATTRIBUTE, MODIFIER)
        && (isModifier0() || hasModifierOf(other))
        && hasPathOf(other);
  }

  private boolean isModifier0() {
    return Arrays.equals(bytes, MODIFIER, MODIFIER + 4, new byte[4], 0, 4);
  }

  private boolean hasModifierOf(SeenMad other) {
    return Arrays.equals(bytes, MODIFIER, MODIFIER + 4, other.bytes, MODIFIER, MODIFIER + 4);
  }

  private boolean hasPathOf(SeenMad other) {
    return at(CLASS) == LID_ROUTED
        || Arrays.equals(bytes, PATHS, PATHS_SENT, other.bytes, PATHS, PATHS_SENT);
  }

  /// The value of a field.
  BigInteger value(WrongField field) {
    int unread = bytes.length * Byte.SIZE - (int) field.bit() - field.width();
    return new BigInteger(1, bytes)
        .shiftRight(unread)
        .and(BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE));
  }

  boolean has(WrongField field) {
    return value(field).equals(field.expected());
  }

  /// Whether it is a response with the attribute that a Set writes, by the same path.
  boolean isReadOf(SeenMad set) {
    return isGetResp()
        && at(CLASS) == set.at(CLASS)
        && Arrays.equals(bytes, ATTRIBUTE, MODIFIER + 4, set.bytes, ATTRIBUTE, MODIFIER + 4)
        && hasPathOf(set);
  }

  /// Describes the components of its attribute that differ from those of an earlier MAD, the first
  /// of many; empty for an unknown attribute.
  String changes(SeenMad earlier) {
    return Attribute.of(at(ATTRIBUTE) << Byte.SIZE | at(ATTRIBUTE + 1))
        .map(attribute -> AttributeChanges.text(attribute, earlier.bytes, bytes))
        .orElse("");
  }

  /// Whether it responds to a request.
  boolean answers(SeenMad request) {
    return bytes.length >= DATA_END
        && (at(METHOD) & RESPONSE) != 0
        && at(CLASS) == request.at(CLASS)
        && Arrays.equals(bytes, TRANSACTION, ATTRIBUTE, request.bytes, TRANSACTION, ATTRIBUTE);
  }

  /// The Status of a response; bit D of directed-route SMPs left out.
  int status() {
    int status = at(STATUS) << Byte.SIZE | at(STATUS + 1);
    return at(CLASS) == DIRECTED_ROUTE ? status & 0x7FFF : status;
  }

  /// The Status in words.
  String statusText() {
    int code = status() >> 2 & 7;
    if (at(CLASS) == SUBNET_ADMINISTRATION && SaStatus.of(status()) != SaStatus.OK) {
      return "status 0x%04X (%s)".formatted(status(), SaStatus.name(SaStatus.of(status())));
    }
    return status() == MadStatus.OK
        ? "Status 0"
        : "code %d (%s)".formatted(code, MadStatus.name(code));
  }

  @Override
  public String toString() {
    return "%s (packet %d)".formatted(summary, frame);
  }
}
