package org.ibassay.suite;

import java.util.function.Supplier;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// # Every test of subnet administration
///
/// ## Always
///
/// - R0: A response consists of MADs of 256 bytes, if the stack below the tester reports their
///   length. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request; the response to a
///   SubnAdmGetMulti of MultiPathRecord carries the AttributeID of PathRecord (o15-0.2.7).
///   [ia-mad#02]
/// - R3: A response of subnet administration has BaseVersion 1, ClassVersion 2 and SM_Key 0
///   (15.2.1.1, C15-0.1.5). [ia-sa#01]
/// - R4: A table is sent by RMPP, as one complete transfer: RMPPFlags.Active is 1, segments are
///   numbered from 1, and First and Last are set in the right segments. A response that is not a
///   table is sent without RMPP. [ia-sa#02]
/// - R5: The length of a table is that of its PayloadLengths, and it is a whole number of records,
///   AttributeOffset apart. [ia-sa#03]
/// - R6: The DUT keeps responding, whatever it receives. If it stops after a request, it is
///   restarted: the check fails if that request stops it after two restarts, and it keeps
///   responding after a third without that request. [ia-alive#01]
public abstract class SaTest extends TestCase {
  private final MadExchange mads = new MadExchange(steps, "R0", "R1", "R2", "R6", null);
  private final SaExchange administration = new SaExchange(mads, "R3", "R4", "R5");
  private final SaChecks checks = new SaChecks(steps);
  private final SaReports reports = new SaReports(mads);
  private final CabledPorts ports = new CabledPorts(mads);

  /// Returns the LID of the port where subnet administration responds.
  protected abstract int saLid();

  /// Returns the exchange of MADs with the ports themselves.
  protected final MadExchange mads() {
    return mads;
  }

  /// Returns the checks of responses, for objects that make some of them.
  protected final SaChecks checks() {
    return checks;
  }

  // --- requests and answers

  /// Returns a request for an attribute of a port itself, to be sent with [#mads].
  protected final MadPacketSpec subnGet(Attribute attribute) {
    return MadPacketSpec.subnGet(attribute);
  }

  /// Returns a request for the one record that has these components.
  protected final SaRequest subnAdmGet(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET, attribute);
  }

  /// Returns a request for all records that have these components.
  protected final SaRequest subnAdmGetTable(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET_TABLE, attribute);
  }

  /// Returns a request for paths between several ports, to be sent by RMPP.
  protected final SaRequest subnAdmGetMulti() {
    return SaRequest.of(SaMethod.GET_MULTI, MultiPathRecord.ATTRIBUTE);
  }

  /// Returns a request to create or change a record.
  protected final SaRequest subnAdmSet(SaAttribute attribute) {
    return SaRequest.of(SaMethod.SET, attribute);
  }

  /// Returns a request to delete a record.
  protected final SaRequest subnAdmDelete(SaAttribute attribute) {
    return SaRequest.of(SaMethod.DELETE, attribute);
  }

  /// Sends a request to subnet administration; [#receiveMad] waits for its response.
  protected final void sendMad(SaRequest request) throws TestException {
    administration.send(request, saLid());
  }

  /// Sends a request once: it may get no response. [#receiveMadIfAny] waits for one.
  protected final void sendMadOnce(SaRequest request) throws TestException {
    administration.sendOnce(request, saLid());
  }

  /// Returns the response of subnet administration to the request sent last, whatever its status,
  /// or null if none was received.
  protected final @Nullable SaPacketSpec receiveMadIfAny() throws TestException {
    return administration.receiveIfAny();
  }

  /// Returns the response of subnet administration to the request sent last.
  ///
  /// @throws TestException if there is none, if it is incomplete, or if it only reports that the SA
  ///   is busy or on another port
  protected final SaPacketSpec receiveMad() throws TestException {
    return administration.receive();
  }

  /// Receives and answers the Reports that subnet administration sends.
  protected final SaReports reports() {
    return reports;
  }

  /// Returns the exchange of tables segment by segment, through the present tester port.
  protected final SegmentExchange segments() {
    return new SegmentExchange(steps, saLid());
  }

  // --- checks

  /// Verifies that `MADHeader:Status` is 0, without which the response is of no use.
  ///
  /// @throws TestException if it is not 0, after the check was recorded
  protected final void verifyStatusOk(SaPacketSpec response) throws TestException {
    if (!verifyStatus(response, SaStatus.OK)) {
      throw mads.unusable(
          mads.lastRequest() + " was answered with status " + response.statusText());
    }
  }

  /// Verifies that `MADHeader:Status` has a given class-specific code and all other bits 0.
  ///
  /// @param expected one of [SaStatus]
  protected final boolean verifyStatus(SaPacketSpec response, int expected) {
    return checks.verifyStatus(response, expected);
  }

  /// Verifies a condition; the texts are evaluated only if it fails.
  protected final boolean verify(
      SaPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return checks.verify(about, passed, expected, actual);
  }

  /// Verifies a condition on a component; inconclusive if the component was not delivered.
  ///
  /// @param expected completes "expected ..."
  /// @param actual what was received instead; the record's name is appended
  protected final boolean verify(
      SaRecord record,
      Field component,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    return checks.verify(record, component, passed, expected, actual);
  }

  /// Verifies that the response reports no records: by its status, by an empty table, or by
  /// rejecting the request as invalid, or for a GID.
  protected final boolean verifyNoRecords(SaPacketSpec response) {
    return checks.verifyNoRecords(response);
  }

  /// Verifies a component of a record.
  protected final boolean verifyData(SaRecord record, Field component, long expected) {
    return checks.verifyData(record, component, 0, expected);
  }

  /// Verifies element `index` of a repeated component of a record.
  protected final boolean verifyData(SaRecord record, Field component, int index, long expected) {
    return checks.verifyData(record, component, index, expected);
  }

  /// Verifies that a component of text or bytes holds these, padded with zeros.
  protected final boolean verifyData(SaRecord record, Field component, byte[] expected) {
    return checks.verifyData(record, component, expected);
  }

  /// Verifies a component of a record that is a GID.
  protected final boolean verifyGid(SaRecord record, Field component, Gid expected) {
    return checks.verifyGid(record, component, expected);
  }

  // --- ports

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Active
  protected final boolean portStatesAreActive() throws TestException {
    String why = ports.read(PortState.ACTIVE);
    return why == null || notReady(why);
  }

  /// Runs an iteration for each port of the DUT that a tester port reaches, through that tester
  /// port; known after [#portStatesAreActive].
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    ports.repeat(iteration);
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.MAD;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return MadProbe.quality(context().dut().madPorts());
  }
}
