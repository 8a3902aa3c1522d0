package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.DisconnectReply;

/// # Connections that were rejected or have ended free what they used
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-many-connections#01, ia-cm-many-connections#02
///
/// In turn, the tester sends a REQ for a service that is not offered, and establishes a connection
/// and ends it. After 70 of each, the DUT still rejects the one and accepts the other: it has freed
/// what it needed for the earlier ones.
///
/// ## Notes
///
/// - This test is the suite's own. Each connection has its own Communication ID, QP, and
///   TransactionID. The DUT may remember each for TimeWait, which does not limit new connections.
/// - The test ends with the first round that is not complete.
///
/// ## Procedure
///
/// - 1: 70 times: send REQ for a service that is not offered; verify that REJ is received.
///   [ia-cm-many-connections#01]
/// - 2: After each: send REQ for the DUT's service; verify that REP is received; send RTU; verify
///   that an RDMA WRITE is acknowledged; send DREQ; verify that DREP is received.
///   [ia-cm-many-connections#02]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_ManyConnections extends CmTest {
  /// More than a table of 64 entries holds.
  private static final int ROUNDS = 70;

  private boolean isServed;

  @Override
  public boolean execute() throws TestException {
    isServed = true;
    for (int i = 1; i <= ROUNDS && isServed; i++) {
      isServed = false;
      carryOut("round", i, this::round);
    }
    return log().allPassed();
  }

  private void round() throws TestException {
    step("1");
    CmCall rejected = calls().toNobody();
    rejected.ask();
    rejected.receive(ConnectReject.ATTRIBUTE);
    step("2");
    CmCall call = calls().toService();
    call.establish();
    call.verifyServes();
    call.send(call.dreq());
    call.receive(DisconnectReply.ATTRIBUTE);
    call.setOver();
    isServed = true;
  }
}
