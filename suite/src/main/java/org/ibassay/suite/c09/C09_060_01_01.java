package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.SENDS;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # SENDs to the DUT are acknowledged, counted, and completed
///
/// - Section: 9.7.0.1.1
/// - Coverage: v1c09-060
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: none
/// - Assertions: V1c09-060#01
///
/// The tester, as requester, sends two messages of three packets each to the DUT, which has posted
/// a receive for each. The acknowledges cover both messages, their MSNs count the messages, and
/// both receives complete.
///
/// ## Notes
///
/// - This is the SEND case of the completion rules with the roles of requester and responder
///   exchanged. The public page gives the case no number; it belongs to 9.7.0.1.1.
/// - The DUT may acknowledge both messages with one ACK; the PSN of an ACK determines what else it
///   must contain.
/// - The procedure is run for each START_PSN.
///
/// ## Procedure
///
/// - 1: Register a memory region.
/// - 2: Post one receive request for each expected packet.
/// - 3: The DUT posts two receive requests.
/// - 4: The tester sends two RC SENDs of 3 * PMTU: First, Middle, Last, each Last with AckReq = 1.
/// - 5: Receive the acknowledges.
/// - 6: Verify that acknowledges are received, the last one for the last packet, and that each is
///   an ACK. [V1c09-060#01]
/// - 7: Verify that each has an AETH, whose MSN is the number of messages that its PSN covers.
///   [V1c09-060#01]
/// - 8: Poll the DUT's receive queue; verify that there are two completions, each with success.
///   [V1c09-060#01]
/// - A1: Verify that each completion reports the length of its message, in order, and that the data
///   was received. [ia-c09-060-01-01#01]
/// - 9: CloseRcChannel(CC); unacknowledged work is flushed.
@Td(dut = DutKind.CA, needs = Ability.SENDS, effect = Effect.READS, parameters = START_PSN)
public final class C09_060_01_01 extends TransportTest {
  private static final int MESSAGES = 2;
  private static final int PACKETS = 3;

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("3");
    int bytes = PACKETS * cc().pmtu();
    MemoryRegion receives = work().postReceives(MESSAGES, bytes);
    step("4");
    byte[] data = pattern(MESSAGES * bytes);
    for (int i = 0; i < MESSAGES * PACKETS; i++) {
      int index = i % PACKETS;
      PacketOut packetOut = PacketOut.of(SENDS.of(index, PACKETS)).payload(cc().part(data, i));
      transportTxPacket(index == PACKETS - 1 ? packetOut.ackReq() : packetOut, cc().psn(i));
    }
    acknowledges();

    step("8");
    if (work().areReceivesSeen()) {
      List<Completion> completions = work().pollReceives(MESSAGES);
      work().verifySucceeded(completions, MESSAGES);
      step("A1");
      for (int i = 0; i < completions.size(); i++) {
        verifyReceived(completions.get(i), i, bytes);
      }
    }
    step("A1");
    memory().verify(receives, 0, data);
    step("9");
    closeRcChannel();
  }

  /// Steps 5 to 7: at most one acknowledge for each packet.
  private void acknowledges() throws TestException {
    int last = cc().psn(MESSAGES * PACKETS - 1);
    PacketIn packetIn;
    int count = 0;
    do {
      step("6");
      packetIn = transportRxPacket(RC_ACK, cc().startPsn());
      checks().verifyAck(packetIn);
      step("7");
      if (!Psn.isBefore(packetIn.psn(), cc().psn(MESSAGES * PACKETS))) {
        break; // it acknowledges a packet that was not sent; the check below reports it
      }
      checks().verifyMsn(packetIn, (Psn.difference(packetIn.psn(), cc().startPsn()) + 1) / PACKETS);
      count++;
    } while (packetIn.psn() != last && count < MESSAGES * PACKETS);
    step("6");
    checks().verifyPsn(packetIn, last);
  }

  private void verifyReceived(Completion completion, int number, int bytes) {
    verify(
        0,
        completion.id() == number && completion.bytes() == bytes,
        () -> "receive %d with %s".formatted(number, counted(bytes, "byte")),
        () -> "receive %d with %s".formatted(completion.id(), counted(completion.bytes(), "byte")));
  }
}
