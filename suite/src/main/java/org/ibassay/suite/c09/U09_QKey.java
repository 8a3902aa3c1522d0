package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # A datagram with a wrong Q_Key is silently dropped
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-q-key#01, ia-ud-q-key#02
///
/// The tester sends datagrams whose Q_Key differs from that of the QP in one bit. The DUT does not
/// respond, completes no receive, and accepts the next valid datagram.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses separate QPs. Step 4 is the control: it shows
///   that the DUT still receives.
///
/// ## Procedure
///
/// - 1: For each of several bits of the Q_Key: open the QPs, and post two receives.
/// - 2: Send a datagram whose Q_Key has this bit inverted.
/// - 3: Verify that no packet is received and that no receive completes. [ia-ud-q-key#01]
/// - 4: Verify that the QP is in RTS; send a valid datagram; verify that it completes the next
///   receive with its payload. [ia-ud-q-key#02]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_QKey extends DatagramTest {
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (int bit : List.of(0, 7, 15, 16, 30, 31)) {
      carryOut("Q_Key, bit " + bit, () -> procedure(UD_SEND_ONLY, bit));
    }
    for (int bit : List.of(0, 31)) {
      carryOut("with immediate data, Q_Key, bit " + bit, () -> procedure(UD_SEND_ONLY_IMM, bit));
    }
    return log().allPassed();
  }

  private void procedure(OpCode opCode, int bit) throws TestException {
    step("1");
    receiver.postReceives(2, DatagramReceiver.SHORT);
    step("2");
    receiver.send(receiver.datagram(opCode).invert(Header.DETH, Deth.Q_KEY, bit));
    step("3");
    receiver.verifyNothing();
    step("4");
    receiver.verifyServes();
  }
}
