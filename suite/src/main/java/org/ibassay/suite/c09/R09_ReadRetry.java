package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # A partly answered READ is retried with the matching address and length
///
/// - Section: 9.7.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-read-retry#01, ia-r09-read-retry#02
///
/// The DUT reads three packets and receives only the first response. When its ACK timeout expires,
/// it requests the missing rest: the PSN is that of the first missing response, and address and
/// length match that PSN. The READ does not complete until the rest has been received.
///
/// ## Notes
///
/// - This test is the suite's own. A DUT may restart at a response that it has already received, so
///   its PSN may also be the first one. In either case, the retry extends to the end of the READ.
/// - The tester responds to the rest as to a separate READ, with a READ Response First, as a
///   stateless responder does.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with ACK timeout 16 (268 ms) and Retry Count 3.
///
/// ## Procedure
///
/// - 1: Register memory.
/// - 2: The DUT posts a READ of three packets.
/// - 3: Receive the request; verify PSN, address, and length. [ia-r09-read-retry#01]
/// - 4: Respond with a READ Response First.
/// - 5: Receive the next request; verify that its PSN is that of the second response or of the
///   first, and that address and length match that PSN. [ia-r09-read-retry#01]
/// - 6: Poll the DUT's send queue; verify that nothing has completed. [ia-r09-read-retry#02]
/// - 7: Respond to that request; verify that the READ completes with success, and that the DUT's
///   memory holds all the data. [ia-r09-read-retry#02]
/// - 8: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.ONE_REQUEST, effect = Effect.READS, parameters = START_PSN)
public final class R09_ReadRetry extends TransportTest {
  private final DutRequester requester = new DutRequester(tt());

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(DutRequester.SENDS_AGAIN);
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    int psn = cc().dutStartPsn();
    step("1");
    requester.registerData();
    step("2");
    requester.post(RequestKind.READ, 1);
    step("3");
    requester.verifyRequest(RequestKind.READ, psn, 0);
    step("4");
    requester.respondFirst(psn, 0, 1);
    step("5");
    PacketIn again = transportRxPacket(RC_RDMA_READ_REQ, Psn.next(psn));
    int without = Psn.difference(again.psn(), psn);
    boolean isFromThere =
        verify(
            again,
            without == 0 || without == 1,
            () -> "PSN %d or %d".formatted(psn, Psn.next(psn)),
            again::toString);
    // With any other PSN, the expected address and length are not defined.
    if (isFromThere) {
      requester.verifyReth(again, without);
    }
    step("6");
    work().verifyEnded(work().pollSends(0), List.of());
    step("7");
    needs(isFromThere, "no response matches the received request");
    requester.respondToRead(psn, without, 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    requester.verifyBrought(RequestKind.READ);
    step("8");
  }
}
