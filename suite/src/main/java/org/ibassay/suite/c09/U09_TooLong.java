package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.UD_RECEIVE_TOO_SMALL;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A datagram that is too long is dropped, and the QP continues
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-too-long#01, ia-ud-too-long#02, ia-ud-too-long#03, ia-ud-too-long#04
///
/// The tester sends a datagram that is longer than the posted receive, 40 bytes of which are
/// reserved for the GRH, and one that is longer than the MTU. The DUT silently drops both; the QP
/// stays operational and accepts the next valid datagram.
///
/// ## Notes
///
/// - This test is the suite's own. Whether the receive that is too small stays posted or completes
///   in error is left open (reading `ud-receive-too-small`); in the latter case, the next one is
///   used. Step 6 verifies that a datagram of exactly the MTU is delivered.
/// - The MTU is that of the DUT's port; a datagram has no separate path MTU.
///
/// ## Procedure
///
/// - 1: Open the QPs; post three receives with room for the GRH and 64 bytes.
/// - 2: Send a datagram of 65 bytes.
/// - 3: Verify that no packet is received and that no receive completes with success.
///   [ia-ud-too-long#01]
/// - 4: Verify that the QP is in RTS; send a valid datagram; verify that it completes the next
///   receive with its payload. [ia-ud-too-long#02]
/// - 5: Open new QPs; post three receives with room for more than the MTU; send a datagram that is
///   4 bytes longer than the MTU; verify that no packet is received and that no receive completes.
///   [ia-ud-too-long#03]
/// - 6: Verify that the QP is in RTS; send a datagram of exactly the MTU; verify that it completes
///   the next receive with its payload. [ia-ud-too-long#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_TooLong extends DatagramTest {
  private static final int MORE = 4;

  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    carryOut("longer than the receive", this::longerThanReceive);
    carryOut("longer than the MTU", this::longerThanMtu);
    return log().allPassed();
  }

  private void longerThanReceive() throws TestException {
    step("1");
    receiver.postReceives(3, SHORT);
    step("2");
    receiver.send(receiver.datagram(pattern(SHORT + 1)));
    step("3");
    List<Completion> ended = receiver.verifyDropped();
    reading(0, UD_RECEIVE_TOO_SMALL, ended.isEmpty() ? "kept" : "ends");
    step("4");
    receiver.verifyServes();
  }

  private void longerThanMtu() throws TestException {
    int mtu = dut().pathMtu();
    step("5");
    receiver.postReceives(3, mtu + MORE);
    receiver.send(receiver.datagram(pattern(mtu + MORE)));
    receiver.verifyNothing();
    step("6");
    if (work().verifyState(State.RTS)) {
      receiver.send(receiver.datagram(pattern(mtu)));
      long next = receiver.next();
      receiver.verifyCompleted(next, mtu);
      receiver.verifyPayload(next, pattern(mtu));
    }
  }
}
