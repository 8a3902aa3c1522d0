package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;

/// # An ACK never advertises more credits than receives are posted
///
/// - Section: 9.7.7.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-credits#01, ia-r09-credits#02
///
/// RDMA WRITEs, which consume no receive, are acknowledged while 0 to 63 receives are posted, and
/// again after SENDs have consumed some. No ACK has a credit count above the number of posted
/// receives: a requester that relied on it would get an RNR NAK. Nor has a response to a READ or
/// FetchAdd.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - A DUT may report that it does not count credits (code 31), as Linux does. The test does not
///   apply to it.
/// - READ and FetchAdd are omitted for a DUT without them.
/// - No public text forbids a credit count below the number of posted receives.
///
/// ## Procedure
///
/// - 1: Open a connection and register memory.
/// - 2: For 0, 1, 2, 3, 5, 7, 9, 11, 15, 23, 31, 47, and 63: post receives up to that number, and
///   send an RDMA WRITE; receive its ACK: PSN and MSN.
/// - 3: Verify that its credit count does not exceed the number of posted receives. With code 31,
///   there is nothing to verify. [ia-r09-credits#01]
/// - 4: Send ten SENDs; receive the ACK of each. Send an RDMA WRITE; receive its ACK.
/// - 5: Verify its credit count as in step 3; ten fewer receives are posted. [ia-r09-credits#01]
/// - 6: Close the connection.
/// - 7: After each of steps 3: send a READ and a FetchAdd; receive their responses: PSN and MSN.
/// - 8: Verify the credit count of each as in step 3. [ia-r09-credits#02]
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_Credits extends TransportTest {
  /// Just above most of the counts that the code can express, so that rounding up is detected.
  private static final List<Integer> POSTED = List.of(0, 1, 2, 3, 5, 7, 9, 11, 15, 23, 31, 47, 63);

  private static final int SENDS_TAKEN = 10;
  private static final int BYTES = 8;

  private final DutResponder responder = new DutResponder(tt());

  private int count;

  @Override
  public boolean execute() throws TestException {
    carryOutCase("", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    count = 0;
    int before = 0;
    for (int posted : POSTED) {
      step("2");
      if (posted > before) {
        work().postReceives(posted - before, BYTES);
      }
      before = posted;
      at(
          "receives posted",
          posted,
          () -> verifyCredits("3", exchange(RequestKind.WRITE, region), posted));
      if (RequestKind.READ.isServedBy(dut())) {
        step("7");
        at(
            "receives posted",
            posted,
            () ->
                verifyCredits(
                    "8", respond(PacketOut.read(region, BYTES), RC_RDMA_READ_RESP_ONLY), posted));
      }
      if (RequestKind.FETCHADD.isServedBy(dut())) {
        step("7");
        at(
            "receives posted",
            posted,
            () ->
                verifyCredits(
                    "8", respond(PacketOut.atomic(RC_FETCHADD, region), RC_ATOMIC_ACK), posted));
      }
    }
    step("4");
    for (int i = 0; i < SENDS_TAKEN; i++) {
      exchange(RequestKind.SEND, region);
    }
    int left = before - SENDS_TAKEN;
    at(
        "receives posted",
        left,
        () -> verifyCredits("5", exchange(RequestKind.WRITE, region), left));
    step("6");
  }

  private PacketIn exchange(RequestKind kind, MemoryRegion region) throws TestException {
    int psn = cc().psn(count);
    count++;
    transportTxPacket(responder.message(kind, region, pattern(BYTES)).getFirst(), psn);
    return responder.verifyResponse(kind, psn, count);
  }

  private PacketIn respond(PacketOut request, OpCode response) throws TestException {
    int psn = cc().psn(count);
    count++;
    transportTxPacket(request, psn);
    return responder.verifyResponsePacket(response, psn, count);
  }

  private void verifyCredits(String step, PacketIn packetIn, int posted) {
    step(step);
    if (packetIn.syndrome() instanceof Syndrome.Ack ack) {
      if (ack.equals(Syndrome.Ack.WITHOUT_CREDITS)) {
        notApplicable("the DUT reports no credits");
        return;
      }
      verify(
          packetIn,
          ack.credits() <= posted,
          () -> "at most %d credits, or none reported".formatted(posted),
          packetIn::toString);
    }
  }
}
