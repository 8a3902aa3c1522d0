package org.ibassay.suite;

import static org.ibassay.wire.mad.RmppStatus.BAD_TYPE;
import static org.ibassay.wire.mad.RmppStatus.FIRST_AND_SEGMENT_NUMBER;
import static org.ibassay.wire.mad.RmppStatus.ILLEGAL_STATUS;
import static org.ibassay.wire.mad.RmppStatus.LAST_AND_PAYLOAD_LENGTH;
import static org.ibassay.wire.mad.RmppStatus.UNSUPPORTED_VERSION;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.SaHeader;
import org.jspecify.annotations.Nullable;

/// The rules for every response of subnet administration.
final class SaResponseRules {
  /// RMPP statuses with which a receiver aborts if segments contradict each other; all other
  /// statuses may be caused by lost packets or by limits of the tester.
  private static final Set<Integer> CONTRADICTIONS =
      Set.of(
          UNSUPPORTED_VERSION,
          BAD_TYPE,
          ILLEGAL_STATUS,
          FIRST_AND_SEGMENT_NUMBER,
          LAST_AND_PAYLOAD_LENGTH);

  private final Steps steps;
  private final String versionStep;
  private final String transferStep;
  private final String tableStep;

  SaResponseRules(Steps steps, String versionStep, String transferStep, String tableStep) {
    this.steps = steps;
    this.versionStep = versionStep;
    this.transferStep = transferStep;
    this.tableStep = tableStep;
  }

  void verify(SaPacketSpec response) {
    verifyHeader(response);
    verifyTransfer(response);
    if (response.hasLength()) {
      verifyTable(response);
    }
  }

  private void verifyHeader(SaPacketSpec response) {
    WrongField version = other(response, MadHeader.BASE_VERSION, 1);
    WrongField versions =
        version == null && response.header(MadHeader.CLASS_VERSION) != askedVersion()
            ? other(response, MadHeader.CLASS_VERSION, SaHeader.CLASS_VERSION)
            : version;
    WrongField wrong = versions == null ? other(response, SaHeader.SM_KEY, 0) : versions;
    steps
        .checks()
        .verifyAt(
            versionStep,
            response.frame(),
            wrong == null,
            () -> wrong,
            () ->
                (versions == null ? "SM_Key 0 in " : "BaseVersion 1, ClassVersion 2 in ")
                    + response,
            () ->
                versions == null
                    ? "SM_Key " + Shown.of(SaHeader.SM_KEY, response.header(SaHeader.SM_KEY))
                    : "BaseVersion "
                        + Shown.of(response.header(MadHeader.BASE_VERSION))
                        + ", ClassVersion "
                        + Shown.of(response.header(MadHeader.CLASS_VERSION)));
  }

  /// The ClassVersion of the request, which the response to a wrong one may repeat.
  private long askedVersion() {
    MemorySegment request = steps.body().request;
    return request == null ? SaHeader.CLASS_VERSION : MadHeader.CLASS_VERSION.get(request, 0);
  }

  private static @Nullable WrongField other(SaPacketSpec response, Field field, long expected) {
    long actual = response.header(field);
    return actual == expected ? null : WrongField.inMad(field, 0, 0, expected, actual);
  }

  /// Fails a transfer that was aborted because its segments contradict each other.
  ///
  /// @param request name of the request
  void verify(RmppFailure failure, long frame, String request) {
    if (!failure.byPeer() && CONTRADICTIONS.contains(failure.status())) {
      steps
          .checks()
          .verifyAt(
              transferStep,
              frame,
              false,
              () -> "consistent segments in response to " + request,
              failure::toString);
    }
  }

  /// Checks that only tables are sent by RMPP; a table that consists of a status may be sent either
  /// way.
  private void verifyTransfer(SaPacketSpec response) {
    long active = response.header(RmppHeader.ACTIVE);
    long expected = response.isTable() ? 1 : 0;
    if (!response.isTable() || response.status() == 0) {
      steps
          .checks()
          .verifyAt(
              transferStep,
              response.frame(),
              active == expected,
              () -> WrongField.inMad(RmppHeader.ACTIVE, 0, 0, expected, active),
              () -> "RMPPFlags.Active " + expected + " in " + response,
              () -> "RMPPFlags.Active " + active);
    }
  }

  private void verifyTable(SaPacketSpec table) {
    RmppMessage transfer = table.transfer();
    if (transfer != null) {
      long declared = transfer.declaredLength();
      long actual = transfer.actualLength();
      steps
          .checks()
          .verifyAt(
              tableStep,
              table.frame(),
              declared == 0 || declared == actual,
              () -> "PayloadLength %d, or 0, in the first segment of %s".formatted(actual, table),
              () -> "PayloadLength " + declared);
    }
    if (!table.isLengthKnown()) {
      String why = "the stack below the tester does not report how long %s is".formatted(table);
      steps.body().log.inconclusive(tableStep, why);
      return;
    }
    steps
        .checks()
        .verifyAt(
            tableStep,
            table.frame(),
            table.hasWholeRecords(),
            () ->
                "a whole number of %ss of at least %d bytes in %s"
                    .formatted(table.attribute().name(), table.attribute().layout().bytes(), table),
            () ->
                "AttributeOffset %d, %s"
                    .formatted(table.distance() / 8, Shown.counted(table.dataBytes(), "byte")));
  }
}
