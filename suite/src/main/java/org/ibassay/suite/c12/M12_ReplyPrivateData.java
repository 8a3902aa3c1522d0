package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;

/// # Private data in REP and DREP does not change their effect
///
/// - Section: 12.6.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-reply-private-data#01, ia-cm-reply-private-data#02
///
/// The tester fills the private data of REP and DREP. The DUT establishes the connection and ends
/// it, as it does without private data.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester. M12_PrivateData covers the messages of a connection that the tester requests.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; send REP, with private data; verify that RTU is
///   received, and that an RDMA WRITE is acknowledged. [ia-cm-reply-private-data#01]
/// - 2: Have the application end the connection; receive DREQ; send DREP, with private data; verify
///   that the application is notified, and that DREQ is not received again.
///   [ia-cm-reply-private-data#02]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_ReplyPrivateData extends DutCallTest {
  private static final byte DATA = (byte) 0xA5;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    call.receiveRequest();
    CmMessage rep = call.rep();
    rep.from(ConnectReply.PRIVATE_DATA).fill(DATA);
    call.accept(rep);
    call.verifyServes();
    step("2");
    call.disconnect();
    call.receive(DisconnectRequest.ATTRIBUTE);
    CmMessage drep = call.drep();
    drep.from(DisconnectReply.PRIVATE_DATA).fill(DATA);
    call.send(drep);
    call.setOver();
    call.verifyReported(State.DISCONNECTED);
    call.verifySilence(call.longSilence());
  }
}
