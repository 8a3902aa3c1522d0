package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_ALTERNATE_PATH;

import java.util.Objects;
import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.jspecify.annotations.Nullable;

/// # LAP is answered with APR and does not affect the connection
///
/// - Section: 12.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-alternate-path#01, ia-cm-alternate-path#02, ia-cm-alternate-path#03,
///   ia-cm-alternate-path#04, ia-cm-alternate-path#05, ia-cm-alternate-path#06
///
/// The tester proposes an alternate path for a connection: the path that it already uses. The DUT
/// answers with APR, whether it accepts the path or not, and the connection works as before.
///
/// ## Notes
///
/// - This test is the suite's own. Over native InfiniBand only: a path over Ethernet has no LIDs.
/// - Automatic path migration is optional. Whether the DUT accepts the path, rejects it, or does
///   not answer LAP is noted (reading `cm-alternate-path`). If it does not answer, nothing else is
///   tested.
/// - A LAP for an unknown connection may be answered with APR, AP Status 1, or with REJ, reason 6
///   (invalid Communication ID), or not at all.
///
/// ## Procedure
///
/// - 1: Establish a connection; send LAP; verify that one message is received, APR.
///   [ia-cm-alternate-path#01]
/// - 2: Verify the Communication IDs, the MAD header, TransactionID of LAP, and that reserved bits
///   are 0. [ia-cm-alternate-path#02]
/// - 3: Verify that Additional Information Length is at most 72. [ia-cm-alternate-path#03]
/// - 4: Send an RDMA WRITE; verify that it is acknowledged. [ia-cm-alternate-path#04]
/// - 5: Send LAP again; verify that APR is received. [ia-cm-alternate-path#05]
/// - 6: Send LAP with an unknown Remote Communication ID; verify that APR with AP Status 1, REJ
///   with reason 6, or nothing is received. [ia-cm-alternate-path#06]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_AlternatePath extends CmTest {
  private static final int NOBODYS_ID = 0x1BA5_0C4D;
  private static final int INVALID_COMMUNICATION_INSTANCE = 1;
  private static final int INVALID_COMMUNICATION_ID = 6;
  private static final int MOST_INFORMATION = 72;

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().framing().isNative()) {
      leaveOutRest("the DUT connects over RoCE, where paths have no LIDs to exchange");
      return log().allPassed();
    }
    carryOut("known connection", 1, this::known);
    carryOut("unknown connection", 2, this::unknown);
    return log().allPassed();
  }

  private void known() throws TestException {
    CmCall call = calls().toService();
    step("1");
    call.establish();
    call.send(call.lap());
    CmIn any = call.receiveAny(AlternatePathResponse.ATTRIBUTE);
    reading(any == null ? 0 : any.frame(), CM_ALTERNATE_PATH, way(any));
    needs(any != null, "the DUT does not answer LAP");
    CmIn apr = Objects.requireNonNull(any);
    call.verifySilence(dut().silenceNanos());
    step("2");
    checks().verify(apr, CmMessage.LOCAL_ID, call.dutId());
    checks().verify(apr, CmMessage.REMOTE_ID, call.localId());
    checks().verifyAnswer(apr, call.lap());
    checks().verifyReserved(apr, AlternatePathResponse.ATTRIBUTE);
    step("3");
    checks()
        .verifyWithin(
            apr, AlternatePathResponse.ADDITIONAL_INFORMATION_LENGTH, 0, MOST_INFORMATION);
    step("4");
    call.verifyServes();
    step("5");
    call.send(call.lap());
    call.receive(AlternatePathResponse.ATTRIBUTE);
  }

  private static String way(@Nullable CmIn apr) {
    return apr == null
        ? "silence"
        : apr.get(AlternatePathResponse.AP_STATUS) == 0 ? "loaded" : "refused";
  }

  private void unknown() throws TestException {
    CmCall call = calls().toService();
    step("6");
    call.establish();
    call.send(call.lap().set(CmMessage.REMOTE_ID, NOBODYS_ID));
    CmIn any = call.next(dut().silenceNanos());
    verify(
        any == null ? 0 : any.frame(),
        any == null || isOfUnknown(any),
        () -> "no message, APR with AP Status 1, or REJ with reason 6",
        () -> shown(Objects.requireNonNull(any)));
  }

  private static boolean isOfUnknown(CmIn answer) {
    return (answer.is(AlternatePathResponse.ATTRIBUTE)
            && answer.get(AlternatePathResponse.AP_STATUS) == INVALID_COMMUNICATION_INSTANCE)
        || (answer.is(ConnectReject.ATTRIBUTE)
            && answer.get(ConnectReject.REASON) == INVALID_COMMUNICATION_ID);
  }

  private static String shown(CmIn answer) {
    return answer.is(AlternatePathResponse.ATTRIBUTE)
        ? "%s, AP Status %d".formatted(answer, answer.get(AlternatePathResponse.AP_STATUS))
        : answer.toString();
  }
}
