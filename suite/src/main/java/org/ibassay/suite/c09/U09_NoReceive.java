package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;

import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A datagram without a posted receive is lost
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-no-receive#01, ia-ud-no-receive#02, ia-ud-no-receive#03
///
/// The tester sends datagrams to a QP that has no receive posted. The DUT silently drops them and
/// does not keep them: a receive that is posted later is completed by a later datagram.
///
/// ## Notes
///
/// - This test is the suite's own. The service has no RNR NAK.
///
/// ## Procedure
///
/// - 1: Open the QPs. Send two datagrams, with AckReq 1.
/// - 2: Verify that no packet is received and that nothing completes. [ia-ud-no-receive#01]
/// - 3: Post two receives; verify that none completes. [ia-ud-no-receive#02]
/// - 4: Verify that the QP is in RTS; send a valid datagram; verify that it completes the next
///   receive with its payload. [ia-ud-no-receive#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_NoReceive extends DatagramTest {
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    carryOut("no receive", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    receiver.send(receiver.datagram().ackReq());
    receiver.send(receiver.datagram().ackReq());
    step("2");
    receiver.verifyNothing();
    step("3");
    receiver.postReceives(2, SHORT);
    work().verifyNone(work().pollReceivesAfterSilence());
    step("4");
    receiver.verifyServes();
  }
}
