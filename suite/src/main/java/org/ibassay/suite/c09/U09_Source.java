package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.OpCode;

/// # The completion of a receive reports the source of the datagram
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-source#01, ia-ud-source#02, ia-ud-source#03
///
/// The tester sends datagrams from several QPs. The completion of each reports its SrcQP. Over
/// RoCEv2, it also reports a header before the payload, and the first 40 bytes of the receive hold
/// the IPv6 header, or their last 20 bytes the IPv4 header, with the addresses of tester and DUT.
///
/// ## Notes
///
/// - This test is the suite's own. Over native InfiniBand, the tester sends without a GRH: the 40
///   bytes then have no meaning, and the completion reports no GRH.
/// - Only the version and the addresses of the header are compared; the host may change the rest.
///
/// ## Procedure
///
/// - 1: For each SrcQP: open the QPs, post a receive, and send a datagram with it.
/// - 2: Verify that the receive completes with success, and that its completion reports the SrcQP.
///   [ia-ud-source#01]
/// - 3: Verify that it reports a header before the payload if the datagram has one, and none if
///   not. [ia-ud-source#02]
/// - 4: Over RoCEv2, verify version, source address, and destination address in that header.
///   [ia-ud-source#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_Source extends DatagramTest {
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (int qpn : List.of(2, 0x00_ABCD, 0x12_3456, 0xFF_FFFE)) {
      carryOut("SrcQP 0x%06X".formatted(qpn), () -> procedure(UD_SEND_ONLY, qpn));
      carryOut(
          "with immediate data, SrcQP 0x%06X".formatted(qpn),
          () -> procedure(UD_SEND_ONLY_IMM, qpn));
    }
    return log().allPassed();
  }

  private void procedure(OpCode opCode, int qpn) throws TestException {
    step("1");
    receiver.postReceives(1, SHORT);
    receiver.send(receiver.datagram(opCode).set(Deth.SRC_QP, qpn));
    step("2");
    Received received = receiver.verifyCompleted(0, SHORT).received();
    verify(
        0,
        received.sourceQp() == qpn,
        () -> "source QP 0x%06X".formatted(qpn),
        () -> "source QP 0x%06X".formatted(received.sourceQp()));
    step("3");
    boolean isRoce = !dut().framing().isNative();
    verify(
        0,
        received.hasGrh() == isRoce,
        () -> isRoce ? "a header before the payload" : "no header before the payload",
        () -> received.hasGrh() ? "a header reported" : "none reported");
    step("4");
    if (isRoce) {
      verifyHeader(ReceivedIpHeader.in(receiver.area(0), dut().framing()));
    } else {
      notApplicable("native InfiniBand, without GRH");
    }
  }

  private void verifyHeader(ReceivedIpHeader actual) {
    PortAddress tester = pair().toTester().peer();
    ReceivedIpHeader expected =
        ReceivedIpHeader.expected(dut().framing(), tester.gid(), pair().qp().address().gid());
    verify(0, actual.equals(expected), expected::toString, actual::toString);
  }
}
