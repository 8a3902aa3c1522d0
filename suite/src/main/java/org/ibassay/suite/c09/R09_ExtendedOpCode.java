package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_WRITE;
import static org.ibassay.wire.packet.OpCode.RC_FLUSH;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Feth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # FLUSH and ATOMIC WRITE with an invalid R_Key are not acknowledged, supported or not
///
/// - Section: 9.7.4.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-extended-op-code#01
///
/// FLUSH and ATOMIC WRITE (annex A19) are optional. A DUT that supports them rejects an R_Key that
/// was never issued, and a DUT that does not support them rejects the OpCode. So no DUT may
/// acknowledge them as executed.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection.
/// - A DUT that does not support them may also stay silent, as for a reserved OpCode
///   (R09_ReservedOpCode). Any NAK code is accepted.
/// - SEND with Invalidate is omitted: public accounts differ on whether an invalid R_Key is
///   reported to the requester.
///
/// ## Procedure
///
/// - 1: For FLUSH and ATOMIC WRITE: open a connection and register memory.
/// - 2: Send the request, with a wrong R_Key and AckReq = 1.
/// - 3: Verify that a NAK with its PSN is received, or nothing. [ia-r09-extended-op-code#01]
/// - 4: Verify that the memory is unchanged. [ia-r09-extended-op-code#01]
/// - 5: Send a valid RDMA WRITE on a new connection; receive its ACK, which shows that the DUT
///   still responds. [ia-r09-extended-op-code#01]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_ExtendedOpCode extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  private interface Request {
    PacketOut on(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    carryOutOnce(
        "FLUSH",
        () -> procedure(r -> extended(RC_FLUSH, r).set(Header.FETH, Feth.GLOBAL_VISIBILITY, 1)));
    carryOutOnce(
        "ATOMIC WRITE",
        () -> procedure(r -> extended(RC_ATOMIC_WRITE, r).payload(pattern(Long.BYTES))));
    carryOutOnce("control", this::control);
    return log().allPassed();
  }

  private PacketOut extended(OpCode opCode, MemoryRegion region) {
    return PacketOut.rdma(opCode, region, Long.BYTES).ackReq().set(Reth.R_KEY, ~region.rkey());
  }

  private void procedure(Request request) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    int psn = cc().startPsn();
    step("2");
    transportTxPacket(request.on(region), psn);
    step("3");
    PacketIn any = packets().anyWithinSilence(psn);
    verify(
        any == null ? 0 : any.frame(),
        any == null || (any.syndrome() instanceof Nak && any.psn() == psn),
        () -> "a NAK, PSN " + psn + ", or no packet",
        () -> String.valueOf(any));
    step("4");
    memory().verify(region, 0, new byte[Long.BYTES]);
  }

  private void control() throws TestException {
    step("5");
    responder.verifyServes();
    step("6");
  }
}
