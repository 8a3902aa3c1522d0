package org.ibassay.suite;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Supplier;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// Checks of subnet administration's responses and their records. Checks of a component that was
/// not delivered are inconclusive.
public final class SaChecks {
  private final Steps steps;

  SaChecks(Steps steps) {
    this.steps = steps;
  }

  /// The steps at which the checks are made.
  public Steps steps() {
    return steps;
  }

  /// Checks a condition; the texts are evaluated only if it fails.
  public boolean verify(
      SaPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return steps.checks().verify(about.frame(), passed, expected, actual);
  }

  /// Checks that `MADHeader:Status` has a given class-specific code and all other bits 0.
  ///
  /// @param expected one of [SaStatus]
  public boolean verifyStatus(SaPacketSpec response, int expected) {
    int status = SaStatus.inStatus(expected);
    return steps
        .checks()
        .verify(
            response.frame(),
            MadHeader.STATUS.name(),
            response.status() == status,
            () -> WrongField.inMad(MadHeader.STATUS, 0, 0, status, response.status()),
            () -> "MADHeader:Status 0x%04X (%s)".formatted(status, SaStatus.name(expected)),
            () -> "MADHeader:Status " + response.statusText());
  }

  /// Checks that the response reports no records: by its status, by an empty table, or by rejecting
  /// the request as invalid, or for a GID.
  public boolean verifyNoRecords(SaPacketSpec response) {
    return verify(
        response,
        response.hasNoRecords()
            || response.isRefusedWith(SaStatus.REQ_INVALID, SaStatus.REQ_INVALID_GID),
        () -> "no records in " + response,
        () ->
            "status "
                + response.statusText()
                + (response.isTable()
                    ? " and " + Shown.counted(response.records().size(), "record")
                    : " in " + response.record()));
  }

  /// Checks a condition on a component that allows several values.
  ///
  /// @param expected completes "expected ..."
  /// @param actual what was received instead; the record's name is appended
  public boolean verify(
      SaRecord record,
      Field component,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verify(record, component, null, passed, expected, actual);
  }

  /// Checks a condition on a component.
  ///
  /// @param only the only value allowed; null if there are several
  /// @param expected completes "expected ..."
  /// @param actual what was received instead; the record's name is appended
  public boolean verify(
      SaRecord record,
      Field component,
      @Nullable Long only,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    if (!record.has(component, 0)) {
      steps.inconclusive(record.whyNot(component));
      return true;
    }
    BigInteger value = only == null ? null : WrongField.unsigned(only);
    return steps
        .checks()
        .verify(
            record.frame(),
            component.name(),
            passed,
            () -> record.value(component, 0).wrong(value),
            expected,
            () -> actual.get() + " in " + record);
  }

  /// Checks the value of element `index` of a component.
  public boolean verifyData(SaRecord record, Field component, int index, long expected) {
    return verifyData(record, component, index, WrongField.unsigned(expected));
  }

  /// Checks the value of element `index` of a component of any width.
  public boolean verifyData(SaRecord record, Field component, int index, BigInteger expected) {
    if (!record.has(component, index)) {
      steps.inconclusive(record.whyNot(component));
      return true;
    }
    return steps.checks().verifyField(record.frame(), record.value(component, index), expected);
  }

  /// Checks that a component of text or bytes holds these, padded with zeros.
  public boolean verifyData(SaRecord record, Field component, byte[] expected) {
    byte[] whole = Arrays.copyOf(expected, component.width() / Byte.SIZE);
    return verifyData(record, component, 0, new BigInteger(1, whole));
  }

  /// Checks the value of a component that is a GID.
  public boolean verifyGid(SaRecord record, Field component, Gid expected) {
    return verifyData(record, component, 0, expected.number());
  }
}
