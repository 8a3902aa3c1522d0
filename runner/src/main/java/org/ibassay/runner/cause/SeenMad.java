package org.ibassay.runner.cause;

import java.math.BigInteger;
import java.util.Arrays;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.mad.MadStatus;
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

  /// Whether a field lies in what is kept of a MAD.
  static boolean holds(WrongField field) {
    return field.bit() + field.width() <= (long) DATA_END * Byte.SIZE;
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

  boolean has(WrongField field) {
    int unread = bytes.length * Byte.SIZE - (int) field.bit() - field.width();
    BigInteger value =
        new BigInteger(1, bytes)
            .shiftRight(unread)
            .and(BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE));
    return value.equals(field.expected());
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
    return status() == MadStatus.OK ? "OK" : "code %d (%s)".formatted(code, MadStatus.name(code));
  }

  @Override
  public String toString() {
    return "%s (packet %d)".formatted(summary, frame);
  }
}
