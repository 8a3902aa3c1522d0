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
/// - R0: A response comes in MADs of 256 bytes, where the stack below the tester tells. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request; one to a
///   SubnAdmGetMulti of MultiPathRecord the AttributeID of PathRecord (o15-0.2.7). [ia-mad#02]
/// - R3: A response of subnet administration has BaseVersion 1, ClassVersion 2 and SM_Key 0
///   (15.2.1.1, C15-0.1.5). [ia-sa#01]
/// - R4: A table comes by RMPP, as one whole transfer: RMPPFlags.Active is 1, segments are numbered
///   from 1, First and Last are where they belong. What is not a table comes without RMPP.
///   [ia-sa#02]
/// - R5: What a table's PayloadLengths say is what comes, and it is a whole number of records,
///   AttributeOffset apart. [ia-sa#03]
/// - R6: The DUT keeps answering, whatever it is asked. Where it stops after a request, it is
///   restarted: the check fails if that request stops it in two fresh starts, and it keeps
///   answering in a third without that request. [ia-alive#01]
public abstract class SaTest extends TestCase {
  private final MadExchange mads = new MadExchange(steps, "R0", "R1", "R2", "R6", null);
  private final SaExchange administration = new SaExchange(mads, "R3", "R4", "R5");
  private final SaChecks checks = new SaChecks(steps);
  private final SaReports reports = new SaReports(mads);
  private final CabledPorts ports = new CabledPorts(mads);

  /// The LID of the port where subnet administration answers.
  protected abstract int saLid();

  /// The exchange of MADs with the ports themselves.
  protected final MadExchange mads() {
    return mads;
  }

  /// The checks of answers, for objects that make a part of them.
  protected final SaChecks checks() {
    return checks;
  }

  // --- requests and answers

  /// A request to a port to read an attribute; it goes by [#mads].
  protected final MadPacketSpec subnGet(Attribute attribute) {
    return MadPacketSpec.subnGet(attribute);
  }

  /// A request for the one record that has these components.
  protected final SaRequest subnAdmGet(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET, attribute);
  }

  /// A request for all records that have these components.
  protected final SaRequest subnAdmGetTable(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET_TABLE, attribute);
  }

  /// A request for the paths from any of some ports to any of some others, to be sent by RMPP.
  protected final SaRequest subnAdmGetMulti() {
    return SaRequest.of(SaMethod.GET_MULTI, MultiPathRecord.ATTRIBUTE);
  }

  /// A request to make or to change a record.
  protected final SaRequest subnAdmSet(SaAttribute attribute) {
    return SaRequest.of(SaMethod.SET, attribute);
  }

  /// A request to delete a record.
  protected final SaRequest subnAdmDelete(SaAttribute attribute) {
    return SaRequest.of(SaMethod.DELETE, attribute);
  }

  /// Sends a request to subnet administration; [#receiveMad] waits for its answer.
  protected final void sendMad(SaRequest request) throws TestException {
    administration.send(request, saLid());
  }

  /// Sends a request once: its right answer may be silence. [#receiveMadIfAny] waits for it.
  protected final void sendMadOnce(SaRequest request) throws TestException {
    administration.sendOnce(request, saLid());
  }

  /// The answer of subnet administration to what was sent last, whatever it says, or null when none
  /// was received.
  protected final @Nullable SaPacketSpec receiveMadIfAny() throws TestException {
    return administration.receiveIfAny();
  }

  /// The answer of subnet administration to what was sent last.
  ///
  /// @throws TestException when there is none, when it did not come whole, or when it only says
  ///   that the SA is busy or elsewhere
  protected final SaPacketSpec receiveMad() throws TestException {
    return administration.receive();
  }

  /// Receives and answers the Reports that subnet administration sends by itself.
  protected final SaReports reports() {
    return reports;
  }

  /// The exchange of tables segment by segment, through the tester port that the procedure is at.
  protected final SegmentExchange segments() {
    return new SegmentExchange(steps, saLid());
  }

  // --- checks

  /// `MADHeader:Status` is 0; of an answer that fails this, nothing else means anything.
  ///
  /// @throws TestException when it is not, after the check was made
  protected final void verifyStatusOk(SaPacketSpec response) throws TestException {
    if (!verifyStatus(response, SaStatus.OK)) {
      throw mads.unusable(
          mads.lastRequest() + " was answered with status " + response.statusText());
    }
  }

  /// `MADHeader:Status` has a certain class-specific part, and is 0 else.
  ///
  /// @param expected one of [SaStatus]
  protected final boolean verifyStatus(SaPacketSpec response, int expected) {
    return checks.verifyStatus(response, expected);
  }

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      SaPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return checks.verify(about, passed, expected, actual);
  }

  /// A condition on a component holds. Where that did not come the check is inconclusive.
  ///
  /// @param expected completes "expected ..."
  /// @param actual what was received instead; of which record is added
  protected final boolean verify(
      SaRecord record,
      Field component,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    return checks.verify(record, component, passed, expected, actual);
  }

  /// There are no records: a status that says so or, of a table, none in it; or the request is
  /// refused as one that cannot be met.
  protected final boolean verifyNoRecords(SaPacketSpec response) {
    return checks.verifyNoRecords(response);
  }

  /// A component of a record has the value expected.
  protected final boolean verifyData(SaRecord record, Field component, long expected) {
    return checks.verifyData(record, component, 0, expected);
  }

  /// Element `index` of a repeated component of a record has the value expected.
  protected final boolean verifyData(SaRecord record, Field component, int index, long expected) {
    return checks.verifyData(record, component, index, expected);
  }

  /// A component of a record that holds text or bytes has these, and zeros after them.
  protected final boolean verifyData(SaRecord record, Field component, byte[] expected) {
    return checks.verifyData(record, component, expected);
  }

  /// A component of a record is the GID expected.
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

  /// Carries out an iteration for each port of the DUT that a tester port reaches, through that
  /// tester port; known after [#portStatesAreActive].
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
