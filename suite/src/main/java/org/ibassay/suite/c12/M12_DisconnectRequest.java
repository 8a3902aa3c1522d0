package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.PROFILE;
import static org.ibassay.suite.Parameter.START_PSN;

import java.time.Duration;
import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmRepetitions;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.MadHeader;

/// # The DUT retransmits DREQ until it receives DREP
///
/// - Section: 12.6.10
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: on a real device, all retransmissions but the first one, and that
///   one if it takes more than 2 s
/// - Assertions: ia-cm-disconnect-request#01, ia-cm-disconnect-request#02,
///   ia-cm-disconnect-request#03, ia-cm-disconnect-request#04, ia-cm-disconnect-request#05,
///   ia-cm-disconnect-request#06, ia-cm-disconnect-request#07
///
/// The DUT's application ends a connection. The DUT sends DREQ and retransmits it when no DREP is
/// received in time; after DREP, it sends nothing. If the tester ends the connection at the same
/// time, the DUT answers its DREQ, too.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - Timing is that of M12_RequestRepeated.
///
/// ## Procedure
///
/// - 1: Establish a connection that the DUT requests; have the application end it; verify that DREQ
///   is received. [ia-cm-disconnect-request#01]
/// - 2: Verify the Communication IDs, the MAD header, that Remote QPN is the tester's QP, and that
///   reserved bits are 0. [ia-cm-disconnect-request#02]
/// - 3: Send nothing; verify that DREQ is received again Max CM Retries times, each within the time
///   that a DUT may wait, and no more. [ia-cm-disconnect-request#03]
/// - 4: Verify that none is received before Remote CM Response Timeout expires, and that each is
///   identical to the first, byte for byte. [ia-cm-disconnect-request#04]
/// - 5: Establish another connection; have the application end it; answer DREQ with DREP; verify
///   that nothing is received for longer than the retransmission interval of DREQ.
///   [ia-cm-disconnect-request#05]
/// - 6: Verify that the application is notified that the connection has ended.
///   [ia-cm-disconnect-request#06]
/// - 7: Establish another connection; have the application end it; answer DREQ with DREQ, with
///   another TransactionID, as if both sides had ended the connection; verify that DREP is
///   received, with that TransactionID. [ia-cm-disconnect-request#07]
@Td(
    dut = DutKind.CA,
    effect = Effect.CHANGES,
    parameters = {START_PSN, PROFILE})
public final class M12_DisconnectRequest extends DutCallTest {
  private static final Duration SHORT = Duration.ofSeconds(2);

  @Override
  public boolean execute() throws TestException {
    carryOut("without DREP", 1, this::unanswered);
    carryOut("DREP", 2, this::answered);
    carryOut("DREQ", 3, this::crossed);
    return log().allPassed();
  }

  private void unanswered() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    CmIn dreq = disconnected(call);
    call.setOver();
    step("2");
    checks().verify(dreq, CmMessage.LOCAL_ID, call.dutId());
    checks().verify(dreq, CmMessage.REMOTE_ID, call.localId());
    checks().verify(dreq, DisconnectRequest.REMOTE_QPN_EECN, call.qpn());
    checks().verifyHeader(dreq);
    checks().verifyReserved(dreq, DisconnectRequest.ATTRIBUTE);
    CmRepetitions dreqs = new CmRepetitions(call, dreq);
    if (dreqs.isLong(SHORT)) {
      leaveOut(
          "retransmissions that take %s are omitted with PROFILE=short".formatted(dreqs.time()),
          "3",
          "4");
      return;
    }
    step("3");
    takeTime();
    dreqs.receive();
    if (dreqs.isWhole()) {
      call.verifySilence(dreqs.patience());
    }
    step("4");
    dreqs.verifyTimes();
    dreqs.verifySame();
  }

  private void answered() throws TestException {
    DutCall call = calls().fromDut();
    step("5");
    disconnected(call);
    call.send(call.drep());
    call.setOver();
    call.verifySilence(call.longSilence());
    step("6");
    call.verifyReported(State.DISCONNECTED);
  }

  private void crossed() throws TestException {
    DutCall call = calls().fromDut();
    step("7");
    CmIn own = disconnected(call);
    long transaction = ~own.message().header(MadHeader.TRANSACTION_ID);
    CmMessage dreq = call.dreq().setHeader(MadHeader.TRANSACTION_ID, transaction);
    call.setOver();
    call.send(dreq);
    checks().verifyAnswer(call.receive(DisconnectReply.ATTRIBUTE), dreq);
  }

  private static CmIn disconnected(DutCall call) throws TestException {
    call.establish();
    call.disconnect();
    return call.receiveDisconnect();
  }
}
