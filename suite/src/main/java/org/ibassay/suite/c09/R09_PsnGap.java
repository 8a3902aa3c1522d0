package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;

import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A gap in the PSNs is told once, and nothing behind it is carried out
///
/// - Section: 9.7.4.1.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-psn-gap#01, ia-r09-psn-gap#02, ia-r09-psn-gap#03
///
/// The tester leaves out a PSN. The DUT answers with one NAK for a PSN sequence error, whose PSN is
/// the one it expects, is silent about what else comes behind the gap, carries nothing of it out,
/// and goes on when the gap is filled.
///
/// ## Notes
///
/// - Ours.
///
/// ## Procedure
///
/// - 1: Open a connection and register memory.
/// - 2: Send an RDMA WRITE with the PSN behind the one that is expected.
/// - 3: Receive one NAK, PSN sequence error, with the PSN that is expected. [ia-r09-psn-gap#01]
/// - 4: Send the WRITE once more; verify that no packet comes. [ia-r09-psn-gap#02]
/// - 5: Verify that the memory has not changed. [ia-r09-psn-gap#03]
/// - 6: Send the WRITE with the PSN that is expected.
/// - 7: Receive its ACK: PSN and MSN 1; verify that the data are in memory. [ia-r09-psn-gap#03]
/// - 8: Close the connection.
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class R09_PsnGap extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    int psn = cc().startPsn();
    step("2");
    transportTxPacket(responder.request(RequestKind.WRITE), cc().psn(1));
    step("3");
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn);
    step("4");
    transportTxPacket(responder.request(RequestKind.WRITE), cc().psn(1));
    packets().verifySilence(psn);
    step("5");
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("6");
    transportTxPacket(responder.request(RequestKind.WRITE), psn);
    step("7");
    responder.verifyResponse(RequestKind.WRITE, psn, 1);
    memory().verify(region, 0, pattern(cc().pmtu()));
    step("8");
  }
}
