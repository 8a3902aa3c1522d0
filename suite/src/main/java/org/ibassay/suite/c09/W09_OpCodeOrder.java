package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;

/// # A packet that does not continue the current message is dropped
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-op-code-order#01, ia-uc-op-code-order#02, ia-uc-op-code-order#03,
///   ia-uc-op-code-order#04
///
/// The tester sends Middle and Last packets without a First, continues a SEND with RDMA WRITE
/// packets and vice versa, and starts a message before the previous one has ended. The DUT silently
/// drops these packets, completes neither message, and accepts the next one.
///
/// ## Notes
///
/// - This test is the suite's own. The PSNs have no gaps.
/// - Whether a message that starts too early is itself accepted is a reading.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory; post three receives.
/// - 2: Send the packets of the case.
/// - 3: Verify that no packet is received and that no receive completes with success.
///   [ia-uc-op-code-order#01]
/// - 4: Verify that nothing is stored in memory except the data of a WRITE's First packet.
///   [ia-uc-op-code-order#02]
/// - 5: Verify that the QP is in RTS; send a SEND Only; verify that it completes the next receive
///   with its data. [ia-uc-op-code-order#03]
/// - 6: For SEND and RDMA WRITE: open a connection; register memory; post three receives. Send the
///   first two packets of a message of three, then a SEND Only with other data; verify that no
///   packet is received and that no receive completes for the unfinished message. Note whether the
///   SEND Only is accepted. [ia-uc-op-code-order#04]
/// - 7: Verify that the QP is in RTS; send a SEND Only; verify that it completes the next receive
///   with its data. [ia-uc-op-code-order#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_OpCodeOrder extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  private static final int OTHER = 24;

  private interface Case {
    List<PacketOut> packets(List<PacketOut> send, List<PacketOut> write);
  }

  @Override
  public boolean execute() throws TestException {
    carryOut("SEND Middle alone", () -> procedure(3, (send, _) -> send.subList(1, 2)));
    carryOut("SEND Last alone", () -> procedure(3, (send, _) -> send.subList(2, 3)));
    carryOut("SEND Middle and Last", () -> procedure(3, (send, _) -> send.subList(1, 3)));
    carryOut("RDMA WRITE Last alone", () -> procedure(3, (_, write) -> write.subList(2, 3)));
    carryOut(
        "RDMA WRITE Last after SEND First",
        () -> procedure(2, (send, write) -> List.of(send.getFirst(), write.getLast())));
    carryOut(
        "SEND Last after RDMA WRITE First",
        () -> procedure(2, (send, write) -> List.of(write.getFirst(), send.getLast())));
    carryOut("unfinished SEND", () -> unfinished(RequestKind.SEND));
    carryOut("unfinished RDMA WRITE", () -> unfinished(RequestKind.WRITE));
    return log().allPassed();
  }

  /// @param count number of packets of the messages from which the case takes its packets
  private void procedure(int count, Case packets) throws TestException {
    int mtu = dut().pathMtu();
    byte[] data = pattern(count * mtu);
    step("1");
    MemoryRegion region = memory().register();
    receiver.begin(3, 3 * mtu);
    step("2");
    receiver.send(
        packets.packets(
            receiver.message(RequestKind.SEND, region, data),
            receiver.immediate(RequestKind.WRITE, region, data)));
    step("3");
    receiver.verifyDropped();
    step("4");
    memory().verify(region, mtu, new byte[2 * mtu]);
    step("5");
    receiver.verifyServes();
  }

  private void unfinished(RequestKind kind) throws TestException {
    int mtu = dut().pathMtu();
    step("6");
    MemoryRegion region = memory().register();
    receiver.begin(3, 3 * mtu);
    receiver.send(receiver.message(kind, region, pattern(3 * mtu)).subList(0, 2));
    receiver.send(connection().message(pattern(OTHER)));
    List<Completion> ended = receiver.verifyNoneBut(OTHER);
    boolean isTaken = ended.stream().anyMatch(one -> one.status() == Completion.Status.SUCCESS);
    reading(0, Reading.UC_UNFINISHED, isTaken ? "taken" : "dropped");
    step("7");
    receiver.verifyServes();
  }
}
