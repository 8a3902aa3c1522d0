package org.ibassay.suite;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Supplier;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// Checks of answers of subnet administration and of the records in them. Where a component did not
/// come, checks of it are inconclusive.
public final class SaChecks {
  private final Steps steps;

  SaChecks(Steps steps) {
    this.steps = steps;
  }

  /// The steps that the checks are made at.
  public Steps steps() {
    return steps;
  }

  /// A condition holds; the texts are made only when it does not.
  public boolean verify(
      SaPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return steps.checks().verify(about.frame(), passed, expected, actual);
  }

  /// `MADHeader:Status` has a certain class-specific part, and is 0 else.
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

  /// There are no records: a status that says so or, of a table, none in it; or the request is
  /// refused as one that cannot be met.
  public boolean verifyNoRecords(SaPacketSpec response) {
    return verify(
        response,
        response.hasNoRecords() || response.isRefusal(),
        () -> "no records in " + response,
        () ->
            "status "
                + response.statusText()
                + (response.isTable()
                    ? " and " + Shown.counted(response.records().size(), "record")
                    : " in " + response.record()));
  }

  /// A condition on a component holds, for which several values would do.
  ///
  /// @param expected completes "expected ..."
  /// @param actual what was received instead; of which record is added
  public boolean verify(
      SaRecord record,
      Field component,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verify(record, component, null, passed, expected, actual);
  }

  /// A condition on a component holds.
  ///
  /// @param only the one value that would do; null where several would
  /// @param expected completes "expected ..."
  /// @param actual what was received instead; of which record is added
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

  /// Element `index` of a component of a record has the value expected.
  public boolean verifyData(SaRecord record, Field component, int index, long expected) {
    return verifyData(record, component, index, WrongField.unsigned(expected));
  }

  /// Element `index` of a component of a record, however wide it is, has the value expected.
  public boolean verifyData(SaRecord record, Field component, int index, BigInteger expected) {
    if (!record.has(component, index)) {
      steps.inconclusive(record.whyNot(component));
      return true;
    }
    return steps.checks().verifyField(record.frame(), record.value(component, index), expected);
  }

  /// A component of a record that holds text or bytes has these, and zeros after them.
  public boolean verifyData(SaRecord record, Field component, byte[] expected) {
    byte[] whole = Arrays.copyOf(expected, component.width() / Byte.SIZE);
    return verifyData(record, component, 0, new BigInteger(1, whole));
  }

  /// A component of a record is the GID expected.
  public boolean verifyGid(SaRecord record, Field component, Gid expected) {
    return verifyData(record, component, 0, expected.number());
  }
}
