package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A datagram of any length completes one receive and is not acknowledged
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-delivery#01, ia-ud-delivery#02, ia-ud-delivery#03
///
/// The tester sends datagrams of 0 to 5 bytes, which covers each pad count, and of about the MTU.
/// Each completes the next receive; the reported length includes the 40 bytes of the GRH, and the
/// payload follows them. The DUT does not respond, although AckReq is 1.
///
/// ## Notes
///
/// - This test is the suite's own. The 40 bytes are reserved even if a packet has no GRH.
///
/// ## Procedure
///
/// - 1: For each length: open the QPs; post two receives with room for the GRH and the MTU.
/// - 2: Send a datagram of the length, with AckReq 1; verify that it completes the first receive
///   with success, and with the length plus 40 bytes. [ia-ud-delivery#01]
/// - 3: Verify that its payload follows the first 40 bytes of the receive, and that nothing follows
///   it. [ia-ud-delivery#02]
/// - 4: Verify that no packet is received and that the other receive does not complete.
///   [ia-ud-delivery#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_Delivery extends DatagramTest {
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    List<Integer> lengths = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    lengths.addAll(List.of(mtu - 3, mtu - 2, mtu - 1, mtu));
    for (int bytes : lengths) {
      carryOut(counted(bytes, "byte"), () -> procedure(bytes));
    }
    return log().allPassed();
  }

  private void procedure(int bytes) throws TestException {
    byte[] payload = pattern(bytes);
    step("1");
    receiver.postReceives(2, dut().pathMtu());
    step("2");
    receiver.send(receiver.datagram(payload).ackReq());
    receiver.verifyCompleted(0, bytes);
    step("3");
    receiver.verifyPayload(0, payload);
    step("4");
    receiver.verifyNothing();
  }
}
