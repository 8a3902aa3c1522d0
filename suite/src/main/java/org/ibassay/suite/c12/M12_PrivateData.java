package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.ReadyToUse;

/// # Private data in RTU, REJ, and DREQ does not change their effect
///
/// - Section: 12.6.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-private-data#01, ia-cm-private-data#02, ia-cm-private-data#03
///
/// The tester fills the private data of RTU, DREQ, and REJ. The DUT establishes the connection,
/// ends it, and abandons another one, as it does without private data.
///
/// ## Notes
///
/// - This test is the suite's own. Private data is for the consumers; communication management does
///   not interpret it. That of REQ is omitted, because it may decide whether the DUT's server
///   accepts the connection.
///
/// ## Procedure
///
/// - 1: Send REQ; receive REP; send RTU, with private data; verify that REP is not received again,
///   and that an RDMA WRITE is acknowledged. [ia-cm-private-data#01]
/// - 2: Send DREQ, with private data; verify that DREP is received, with its TransactionID, and
///   that an RDMA WRITE is not acknowledged. [ia-cm-private-data#02]
/// - 3: Send another REQ; receive REP; send REJ, with private data; verify that REP is not received
///   again. [ia-cm-private-data#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_PrivateData extends CmTest {
  private static final byte DATA = (byte) 0xA5;
  private static final int TIMEOUT = 17;

  /// Longer than the DUT waits for RTU.
  private static final long PATIENCE = 4 * CmCall.nanos(TIMEOUT);

  @Override
  public boolean execute() throws TestException {
    takeTime();
    carryOut("RTU, DREQ", 1, this::established);
    carryOut("REJ", 2, this::abandoned);
    return log().allPassed();
  }

  private CmCall asked() throws TestException {
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    call.askAndReceive();
    return call;
  }

  private void established() throws TestException {
    step("1");
    CmCall call = asked();
    CmMessage rtu = call.rtu();
    rtu.from(ReadyToUse.PRIVATE_DATA).fill(DATA);
    call.send(rtu);
    call.verifyNever(ConnectReply.ATTRIBUTE, PATIENCE);
    call.verifyServes();
    step("2");
    CmMessage dreq = call.dreq();
    dreq.from(DisconnectRequest.PRIVATE_DATA).fill(DATA);
    call.send(dreq);
    checks().verifyAnswer(call.receive(DisconnectReply.ATTRIBUTE), dreq);
    call.setOver();
    call.verifyServesNoMore();
  }

  private void abandoned() throws TestException {
    step("3");
    CmCall call = asked();
    CmMessage rej = call.rej();
    rej.from(ConnectReject.PRIVATE_DATA).fill(DATA);
    call.send(rej);
    call.setOver();
    call.verifyNever(ConnectReply.ATTRIBUTE, PATIENCE);
  }
}
