package org.ibassay.suite.c15;

import static org.ibassay.suite.Reading.SA_EMPTY_TABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Shown;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaStatus;

/// Checks of records of one type: compares them with what the nodes of the subnet report.
final class RecordChecks {
  /// More than a manager does during a test.
  private static final long MOST_COUNTED = 1 << 24;

  private final SaChecks checks;
  private final FabricView subnet;
  private final RecordType type;

  RecordChecks(SaChecks checks, FabricView subnet, RecordType type) {
    this.checks = checks;
    this.subnet = subnet;
    this.type = type;
  }

  /// Whether a response says that the SA does not have the record type.
  static boolean isUnsupported(SaPacketSpec answer) {
    long code = answer.header(MadStatus.CODE);
    return code == MadStatus.BAD_METHOD || code == MadStatus.BAD_METHOD_ATTRIBUTE;
  }

  /// Verifies that a table has exactly these records, each once and with what its node reports.
  void verifyWhole(SaPacketSpec table, List<KnownRecord> expected) {
    verify(table, expected, true);
  }

  /// Verifies that the response to a Get is this record, with what its node reports, or none if it
  /// may be missing.
  void verifyOneIfAny(SaPacketSpec answer, KnownRecord expected) {
    boolean isNone = answer.status() == SaStatus.inStatus(SaStatus.NO_RECORDS);
    if (expected.isOptional() && isNone) {
      checks.verifyStatus(answer, SaStatus.NO_RECORDS);
    } else {
      verifyOne(answer, expected);
    }
  }

  /// Verifies that a table has exactly these records, each once, by their keys only.
  void verifySelected(SaPacketSpec table, List<KnownRecord> expected) {
    verify(table, expected, false);
  }

  private void verify(SaPacketSpec table, List<KnownRecord> expected, boolean whole) {
    boolean areOptional = expected.stream().allMatch(KnownRecord::isOptional);
    if (expected.isEmpty() || (areOptional && table.hasNoRecords())) {
      verifyNone(table);
    } else if (checks.verifyStatus(table, SaStatus.OK)) {
      List<KnownRecord> left = new ArrayList<>(expected);
      table.records().stream()
          .filter(record -> type.rid().stream().allMatch(record::has))
          .filter(record -> known(left, record).isPresent() || !type.isSurplus(record, subnet))
          .forEach(record -> verifyAmong(left, record, whole));
      left.removeIf(KnownRecord::isOptional);
      verifyNoneLeft(table, left);
    }
  }

  private void verifyAmong(List<KnownRecord> left, SaRecord record, boolean whole) {
    Optional<KnownRecord> known = known(left, record);
    checks.verify(
        record,
        type.rid().getLast(),
        known.isPresent(),
        () -> "only records of the subnet's nodes that match the request, each once",
        () -> "a record with " + key(record));
    known.ifPresent(one -> {
      left.remove(one);
      if (whole) {
        verifyFields(record, one);
      }
    });
  }

  private Optional<KnownRecord> known(List<KnownRecord> among, SaRecord record) {
    return among.stream().filter(one -> one.isSame(record, type.rid())).findFirst();
  }

  private void verifyNoneLeft(SaPacketSpec table, List<KnownRecord> left) {
    if (table.isCut() && !left.isEmpty()) {
      checks.steps().inconclusive("the stack below the tester did not deliver all records");
      return;
    }
    checks.verify(
        table,
        left.isEmpty(),
        () -> "a record with " + left.getFirst().key(type.rid()),
        () -> "%s without it; missing records: %d".formatted(table, left.size()));
  }

  /// Verifies that the response to a Get is this record, with what its node reports.
  void verifyOne(SaPacketSpec answer, KnownRecord expected) {
    if (verifyKey(answer, expected)) {
      verifyFields(answer.record(), expected);
    }
  }

  /// Verifies that the response to a Get is this record, by its key only.
  boolean verifyKey(SaPacketSpec answer, KnownRecord expected) {
    SaRecord record = answer.record();
    return checks.verifyStatus(answer, SaStatus.OK)
        && checks.verify(
            record,
            type.rid().getLast(),
            expected.isSame(record, type.rid()),
            () -> "the record with " + expected.key(type.rid()),
            () -> "one with " + key(record));
  }

  /// Verifies all fields; the key was compared before.
  private void verifyFields(SaRecord record, KnownRecord expected) {
    List<Field> fields = new ArrayList<>(type.attribute().layout().fields());
    fields.removeAll(type.rid());
    for (Field field : fields) {
      expected
          .compared(field)
          .filter(index -> record.has(field, index))
          .forEach(index -> checks.verifyData(record, field, index, expected.number(field, index)));
    }
    type.counter(expected)
        .filter(record::has)
        .ifPresent(counter -> verifyCounter(record, counter, expected.data(counter)));
  }

  /// @param before what the node itself reported
  private void verifyCounter(SaRecord record, Field counter, long before) {
    long more = (record.data(counter) - before) & counter.max();
    checks.verify(
        record,
        counter,
        more < MOST_COUNTED,
        () ->
            "%s of %d, as the node reported before, or a little more"
                .formatted(counter.name(), before),
        () -> "%d".formatted(record.data(counter)));
  }

  private String key(SaRecord record) {
    return type.rid().stream()
        .map(field -> field.name() + " " + Shown.of(field, record.data(field)))
        .collect(Collectors.joining(", "));
  }

  /// Verifies that a table without records has a status that says so, or is empty, and notes which.
  void verifyNone(SaPacketSpec table) {
    boolean isStatus = table.status() == SaStatus.inStatus(SaStatus.NO_RECORDS);
    boolean passed =
        checks.verify(
            table,
            table.hasNoRecords(),
            () -> "no records in " + table,
            () ->
                "status %s and %s"
                    .formatted(
                        table.statusText(), Shown.counted(table.records().size(), "record")));
    if (passed) {
      checks.steps().reading(table.frame(), SA_EMPTY_TABLE, isStatus ? "no-records" : "empty");
    }
  }
}
