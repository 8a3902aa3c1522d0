package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.sa.Gid;

/// Checks of received CM messages. Each failure names the wrong field.
public final class CmChecks {
  /// Offset of a REQ's private data in the MAD, in bytes.
  private static final int PRIVATE_DATA =
      CmMessage.DATA + ConnectRequest.PRIVATE_DATA.bitOffset() / Byte.SIZE;

  private final Checks checks;

  CmChecks(Steps steps) {
    this.checks = steps.checks();
  }

  /// Verifies a condition. The texts are only built on a failure.
  public boolean verify(CmIn about, boolean passed, String expected) {
    return checks.verify(about.frame(), passed, () -> expected, about::toString);
  }

  /// Verifies the value of a message field.
  public boolean verify(CmIn about, Field field, long expected) {
    return verify(about, field, CmMessage.DATA, about.get(field), expected);
  }

  /// Verifies the value of a MAD header field.
  public boolean verifyHeader(CmIn about, Field field, long expected) {
    return verify(about, field, 0, about.message().header(field), expected);
  }

  private boolean verify(CmIn about, Field field, int base, long actual, long expected) {
    return checks.verify(
        about.frame(),
        field.name(),
        actual == expected,
        () -> WrongField.inMad(field, base, 0, expected, actual),
        () -> "%s:%s %s".formatted(about.message(), field.name(), Shown.of(field, expected)),
        () -> "%s:%s %s".formatted(about.message(), field.name(), Shown.of(field, actual)));
  }

  /// Verifies the value of a field in a datagram header.
  public boolean verify(CmIn about, Header header, Field field, long expected) {
    long actual = about.packet().get(header, field);
    String name = header.layout().name() + ":" + field.name() + " ";
    return checks.verify(
        about.frame(),
        field.name(),
        actual == expected,
        () -> WrongField.in(header, field, expected, actual),
        () -> name + Shown.of(field, expected),
        () -> name + Shown.of(field, actual) + " in " + about.message());
  }

  /// Verifies that a message field is within bounds, inclusive.
  public boolean verifyWithin(CmIn about, Field field, long low, long high) {
    long actual = about.get(field);
    return checks.verify(
        about.frame(),
        actual >= low && actual <= high,
        () -> "%s:%s from %d to %d".formatted(about.message(), field.name(), low, high),
        () -> "%s:%s %d".formatted(about.message(), field.name(), actual));
  }

  /// Verifies the value of a message field that is a GID.
  public boolean verifyGid(CmIn about, Field field, Gid expected) {
    return verifyGid(
        about, field, Gid.get(field, about.message().bytes(), CmMessage.DATA), expected);
  }

  /// Verifies the value of a field of the IP CM header, with which a REQ's private data starts.
  public boolean verifyIpHeader(CmIn about, Field field, long expected) {
    MemorySegment header = about.message().from(ConnectRequest.PRIVATE_DATA);
    return verify(about, field, PRIVATE_DATA, field.get(header, 0), expected);
  }

  /// Verifies an address in the IP CM header.
  public boolean verifyIpHeader(CmIn about, Field field, Gid expected) {
    MemorySegment header = about.message().from(ConnectRequest.PRIVATE_DATA);
    return verifyGid(about, field, Gid.get(field, header, 0), expected);
  }

  private boolean verifyGid(CmIn about, Field field, Gid actual, Gid expected) {
    return checks.verify(
        about.frame(),
        actual.equals(expected),
        () -> "%s:%s %s".formatted(about.message(), field.name(), expected),
        () -> "%s:%s %s".formatted(about.message(), field.name(), actual));
  }

  /// Verifies that the MAD header is that of a CM message, with the TransactionID of the message
  /// that it answers.
  public boolean verifyAnswer(CmIn about, CmMessage cause) {
    return TestCase.all(
        verifyHeader(about),
        verifyHeader(about, MadHeader.TRANSACTION_ID, cause.header(MadHeader.TRANSACTION_ID)));
  }

  /// Verifies that the MAD header is that of a CM message.
  public boolean verifyHeader(CmIn about) {
    return TestCase.all(
        verifyHeader(about, MadHeader.BASE_VERSION, 1),
        verifyHeader(about, MadHeader.MGMT_CLASS, CmMessage.MGMT_CLASS),
        verifyHeader(about, MadHeader.CLASS_VERSION, CmMessage.CLASS_VERSION),
        verifyHeader(about, MadHeader.METHOD, CmMessage.SEND),
        verifyHeader(about, MadHeader.STATUS, 0),
        verifyHeader(about, MadHeader.ATTRIBUTE_MODIFIER, 0));
  }

  /// Verifies that the bits outside all fields of the message are 0.
  public boolean verifyReserved(CmIn about, GmpAttribute kind) {
    int first = about.message().firstReserved(kind);
    return checks.verify(
        about.frame(),
        first < 0,
        () -> "reserved bits of " + about.message() + " 0",
        () ->
            "0x%02X in byte %d of %s"
                .formatted(about.message().reserved(kind, first), first, about.message()));
  }

  /// Verifies that the message equals an earlier one, byte for byte.
  public boolean verifySame(CmIn about, CmIn earlier) {
    byte[] was = earlier.message().toArray();
    byte[] is = about.message().toArray();
    int at = Arrays.mismatch(was, is);
    return checks.verify(
        about.frame(),
        at < 0,
        () -> "%s identical to the one sent before".formatted(earlier),
        () ->
            "%s with 0x%02X in place of 0x%02X in byte %d of the MAD"
                .formatted(about, is[at], was[at], at));
  }
}
