package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.RESERVED_OP_CODE;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome;

/// # A reserved OpCode is never executed as a request
///
/// - Section: 9.7.4.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-reserved-op-code#01
///
/// The DUT answers a packet whose OpCode is reserved for reliable connections with an invalid
/// request NAK, or does not respond. It never acknowledges the packet.
///
/// ## Notes
///
/// - This test is the suite's own. Public accounts differ on whether a NAK is required: at least
///   one vendor documents it as optional. So silence is not a non-conformance but a way of the
///   reading `reserved-op-code`.
/// - Only the first START_PSN is used, because the PSN does not matter here.
///
/// ## Procedure
///
/// - 1: For each of the OpCodes 0x15 and 0x18 to 0x1B: open a connection.
/// - 2: Send a packet with it, without headers after the BTH, with AckReq = 1.
/// - 3: Verify that an invalid request NAK with its PSN is received, or nothing.
///   [ia-r09-reserved-op-code#01]
/// - 4: Send a valid RDMA WRITE on a new connection; receive its ACK, which shows that the DUT
///   still responds. [ia-r09-reserved-op-code#01]
/// - 5: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_ReservedOpCode extends TransportTest {
  private static final List<Integer> RESERVED = List.of(0x15, 0x18, 0x19, 0x1A, 0x1B);

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (int opCode : RESERVED) {
      carryOutOnce("OpCode 0x%02X".formatted(opCode), () -> procedure(opCode));
    }
    carryOutOnce("control", this::control);
    return log().allPassed();
  }

  private void procedure(int opCode) throws TestException {
    step("2");
    int psn = cc().startPsn();
    transportTxPacket(PacketOut.of(opCode).ackReq(), psn);
    step("3");
    PacketIn any = packets().anyWithinSilence(psn);
    Syndrome expected = new Syndrome.Nak(INVALID_REQUEST);
    long frame = any == null ? 0 : any.frame();
    boolean isNakOrNone =
        verify(
            frame,
            any == null || (any.syndrome().equals(expected) && any.psn() == psn),
            () -> expected + ", PSN " + psn + ", or no packet",
            () -> String.valueOf(any));
    if (isNakOrNone) {
      reading(frame, RESERVED_OP_CODE, any == null ? "silence" : "nak");
    }
  }

  private void control() throws TestException {
    step("4");
    responder.verifyServes();
  }
}
