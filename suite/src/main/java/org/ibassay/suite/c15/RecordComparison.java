package org.ibassay.suite.c15;

import java.util.List;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// Requests all records of a type from subnet administration, and compares them with the subnet.
final class RecordComparison {
  private final SaChecks checks;
  private final FabricView subnet;
  private final boolean arePromised;
  private final Administration administration;

  /// Sends a request and returns the response.
  @FunctionalInterface
  interface Administration {
    SaPacketSpec ask(SaRequest request) throws TestException;
  }

  /// @param subnet subnet with its blocks
  /// @param arePromised whether ClassPortInfo declares the optional records
  RecordComparison(
      SaChecks checks, FabricView subnet, boolean arePromised, Administration administration) {
    this.checks = checks;
    this.subnet = subnet;
    this.arePromised = arePromised;
    this.administration = administration;
  }

  /// Verifies that a Get by the key components returns each expected record; if none is expected,
  /// that a Get without components reports none.
  void verifyEach(RecordType type) throws TestException {
    List<KnownRecord> known = type.in(subnet);
    SaRequest any = SaRequest.of(SaMethod.GET, type.attribute());
    if (known.isEmpty()) {
      SaPacketSpec answer = administration.ask(any);
      if (isOffered(type, answer)) {
        checks.verifyStatus(answer, SaStatus.NO_RECORDS);
      }
    }
    for (KnownRecord record : known) {
      SaRequest one = SaRequest.of(SaMethod.GET, type.attribute());
      SaPacketSpec answer = administration.ask(record.select(one, type.rid()));
      if (isOffered(type, answer)) {
        records(type).verifyOneIfAny(answer, record);
      }
    }
  }

  /// Verifies that a GetTable without components returns all of them.
  void verifyAll(RecordType type) throws TestException {
    SaPacketSpec table = administration.ask(SaRequest.of(SaMethod.GET_TABLE, type.attribute()));
    if (isOffered(type, table)) {
      records(type).verifyWhole(table, type.in(subnet));
    }
  }

  private RecordChecks records(RecordType type) {
    return new RecordChecks(checks, subnet, type);
  }

  private boolean isOffered(RecordType type, SaPacketSpec answer) {
    boolean isLeftOut = RecordChecks.isUnsupported(answer) && !type.isRequired() && !arePromised;
    if (isLeftOut) {
      checks.steps().notApplicable("the SA does not have %s".formatted(type.attribute().name()));
    }
    return !isLeftOut;
  }
}
