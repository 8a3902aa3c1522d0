package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A RoCEv2 datagram that ends within the BTH does no harm
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-roce-ends-in-bth#01
///
/// The tester sends datagrams to the RoCEv2 UDP port that end within the BTH or before it. The DUT
/// still serves the connection afterward.
///
/// ## Notes
///
/// - This test is the suite's own. Omitted over native InfiniBand. Linux Soft-RoCE of 6.1 and 6.12
///   crashes at the second packet over IPv6.
///
/// ## Procedure
///
/// - 1: For each length: open a connection.
/// - 2: Send a datagram of 0, 8, and 11 bytes after the UDP header; any response of the DUT is
///   ignored.
/// - 3: On the same connection: send a valid WRITE; receive its ACK. [ia-roce-ends-in-bth#01]
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.CHANGES, parameters = START_PSN)
public final class F09_EndsInBth extends TransportTest {
  private static final int BTH_AND_ICRC = 16;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    step("2");
    if (dut().framing().isNative()) {
      leaveOutRest("applies to RoCE only");
      return log().allPassed();
    }
    for (int bytes : List.of(0, 8, 11)) {
      carryOutOnce(counted(bytes, "byte"), () -> procedure(bytes));
    }
    return log().allPassed();
  }

  private void procedure(int bytes) throws TestException {
    step("1");
    memory().register();
    step("2");
    transportTxPacket(
        PacketOut.of(RC_SEND_ONLY).ackReq().cutOff(BTH_AND_ICRC - bytes), cc().startPsn());
    step("3");
    transportTxPacket(responder.request(RequestKind.WRITE), cc().startPsn());
    responder.verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
  }
}
