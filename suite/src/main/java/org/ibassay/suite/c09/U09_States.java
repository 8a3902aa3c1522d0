package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;

import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A QP accepts datagrams from the RTR state on, and not before
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-states#01, ia-ud-states#02, ia-ud-states#03
///
/// The tester sends a datagram to a QP in RESET, in INIT with a receive posted, and in RTR. The DUT
/// silently drops the first two and delivers the third.
///
/// ## Notes
///
/// - This test is the suite's own. A receive cannot be posted in RESET.
///
/// ## Procedure
///
/// - 1: Open the QPs, the DUT's in RESET; send a valid datagram; verify that no packet is received
///   and that nothing completes. [ia-ud-states#01]
/// - 2: Open the QPs, the DUT's in INIT; post a receive; send a valid datagram; verify that no
///   packet is received and that no receive completes. [ia-ud-states#02]
/// - 3: Open the QPs, the DUT's in RTR; post a receive; send a valid datagram; verify that it
///   completes the receive and that no packet is received. [ia-ud-states#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_States extends DatagramTest {
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (State state : new State[] {State.RESET, State.INIT, State.RTR}) {
      pair().setState(state);
      carryOut(state.name(), () -> procedure(state));
    }
    return log().allPassed();
  }

  private void procedure(State state) throws TestException {
    step(state == State.RESET ? "1" : state == State.INIT ? "2" : "3");
    if (state != State.RESET) {
      receiver.postReceives(1, SHORT);
    }
    receiver.send(receiver.datagram().ackReq());
    if (state == State.RTR) {
      receiver.verifyCompleted(0, SHORT);
      receiver.verifySilence();
    } else {
      receiver.verifyNothing();
    }
  }
}
