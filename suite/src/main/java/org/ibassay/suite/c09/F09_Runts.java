package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Syndrome;

/// # A packet that is too short for its headers or its pad is not executed
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-roce-runts#01, ia-roce-runts#02, ia-roce-runts#03
///
/// The tester sends SENDs and RDMA WRITEs that are shorter than their headers claim: with more pad
/// than payload, one to three bytes short, truncated within the RETH, or without an ICRC. The DUT
/// does not acknowledge them, executes nothing, and survives.
///
/// ## Notes
///
/// - This test is the suite's own. Omitted over native InfiniBand. Such packets are known to have
///   made adapters read beyond the end of the packet.
/// - Whether a SEND is accepted whose payload and pad are not a multiple of four bytes is a
///   reading, roce-odd-length: no native packet can have such a length.
/// - An invalid request NAK is acceptable, too; it ends the connection. So the control in step 4
///   uses a separate connection.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory; post two receives.
/// - 2: Send the packet; verify that it is not acknowledged: a NAK is received, or nothing.
///   [ia-roce-runts#01]
/// - 3: Verify that no receive completes with success and that the memory is unchanged.
///   [ia-roce-runts#02]
/// - 4: On a new connection: send a valid WRITE; receive its ACK. [ia-roce-runts#03]
/// - 5: Send a SEND of 61, 62, and 63 bytes without pad, each on a separate connection; note
///   whether it is accepted.
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class F09_Runts extends TransportTest {
  private static final int BYTES = 64;

  private final DutResponder responder = new DutResponder(tt());

  private interface Packet {
    PacketOut to(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    step("2");
    if (dut().framing().isNative()) {
      leaveOutRest("applies to RoCE only");
      return log().allPassed();
    }
    for (int pad = 1; pad <= 3; pad++) {
      int more = pad;
      runt("SEND Only, no payload, pad " + pad, _ -> send(0).force(Bth.PAD, more));
    }
    for (int cut = 1; cut <= 3; cut++) {
      int bytes = cut;
      carryOutOnce("SEND Only, %d short".formatted(cut), () -> odd(bytes));
      runt(
          "WRITE Only, %d short".formatted(cut),
          region -> PacketOut.write(region, pattern(BYTES)).cutOff(bytes));
    }
    runt("WRITE Only, within RETH", region -> PacketOut.write(region, new byte[0]).cutOff(8));
    runt("SEND Only, no ICRC", _ -> send(0).cutOff(4));
    carryOutOnce("control", this::control);
    return log().allPassed();
  }

  private static PacketOut send(int bytes) {
    return PacketOut.of(RC_SEND_ONLY).ackReq().payload(pattern(bytes));
  }

  private void runt(String which, Packet packet) throws TestException {
    carryOutOnce(which, () -> procedure(packet));
  }

  private void procedure(Packet packet) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    work().postReceives(2, BYTES);
    step("2");
    transportTxPacket(packet.to(region), cc().startPsn());
    PacketIn any = packets().anyWithinSilence(cc().startPsn());
    verify(
        any == null ? 0 : any.frame(),
        any == null || any.syndrome() instanceof Syndrome.Nak,
        () -> "a NAK, or no packet",
        () -> String.valueOf(any));
    step("3");
    if (work().areReceivesSeen()) {
      List<Completion> ended = work().pollReceives(0);
      verify(
          0,
          ended.stream().noneMatch(one -> one.status() == Completion.Status.SUCCESS),
          () -> "no receive completed with success",
          ended::toString);
    }
    memory().verify(region, 0, new byte[BYTES]);
  }

  private void odd(int cut) throws TestException {
    step("5");
    work().postReceives(1, BYTES);
    transportTxPacket(send(BYTES).cutOff(cut), cc().startPsn());
    PacketIn any = packets().anyWithinSilence(cc().startPsn());
    boolean isTaken = any != null && any.syndrome() instanceof Syndrome.Ack;
    reading(any == null ? 0 : any.frame(), Reading.ROCE_ODD_LENGTH, isTaken ? "taken" : "refused");
  }

  private void control() throws TestException {
    step("4");
    responder.verifyServes();
  }
}
