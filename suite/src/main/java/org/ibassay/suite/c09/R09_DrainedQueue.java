package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutRequester.NUMBER_BYTES;
import static org.ibassay.suite.c09.DutRequester.PACKETS;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # A QP in the SQD state completes outstanding requests and starts no new ones
///
/// - Section: 10.3.1.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-drained-queue#01, ia-r09-drained-queue#02, ia-r09-drained-queue#03,
///   ia-r09-drained-queue#04, ia-r09-drained-queue#05
///
/// The DUT has a request outstanding when its QP is moved to SQD. The request completes when it is
/// acknowledged. A request that is posted in SQD is not sent, while requests of the tester are
/// executed as before. When the QP returns to RTS, the posted request is sent. An atomic that was
/// executed before either transition is not executed again when it is repeated after it, and gets
/// the original data of its execution.
///
/// ## Notes
///
/// - This test is the suite's own. Each kind of request uses a separate connection: SEND, RDMA
///   WRITE, READ.
/// - The DUT posts one more request after its QP has returned to RTS, to make sure that the DUT
///   processes its send queue again; the request posted in SQD must be sent first.
///
/// - Linux's Soft-RoCE lost the results of atomics when ModifyQP, legal in SQD, set the number of
///   responder resources. This test transitions the state only.
/// - Steps 10 to 14 do not apply to a DUT without atomics.
///
/// ## Procedure
///
/// - 1: For each kind and each START_PSN: open a connection and register memory. The DUT posts the
///   request; receive it: OpCode, PSN, and the posted parameters. [ia-r09-drained-queue#01]
/// - 2: Move the DUT's QP to SQD and post a SEND. Verify that the DUT sends nothing and that
///   nothing completes. [ia-r09-drained-queue#02]
/// - 3: Verify that the QP is in the state SQD. [ia-r09-drained-queue#02]
/// - 4: Send an RDMA WRITE; receive its ACK: PSN, MSN. [ia-r09-drained-queue#03]
/// - 5: Respond to the request; verify that it alone completes, and that the data of a READ is
///   stored. [ia-r09-drained-queue#01]
/// - 6: Verify that the DUT sends nothing. [ia-r09-drained-queue#02]
/// - 7: Move the DUT's QP to RTS; verify that it enters that state. Post another SEND. Receive both
///   SENDs: OpCode, PSN, payload. [ia-r09-drained-queue#04]
/// - 8: Acknowledge the second SEND; verify that both complete. [ia-r09-drained-queue#04]
/// - 9: Close the connection.
/// - 10: Open a connection; register zeroed memory. Send as many FetchAdds of different numbers as
///   the DUT accepts at a time, at most 8; receive each response: PSN, MSN, and the sum before it.
///   [ia-r09-drained-queue#05]
/// - 11: Move the DUT's QP to SQD. Send the newest FetchAdd again, and then each from the oldest
///   on; receive for each an ATOMIC Acknowledge with its PSN and its original data.
///   [ia-r09-drained-queue#05]
/// - 12: Move the DUT's QP to RTS; verify that it enters that state. [ia-r09-drained-queue#04]
/// - 13: Send them again, as in step 11; receive the responses of step 11.
///   [ia-r09-drained-queue#05]
/// - 14: Verify the sum in the memory. [ia-r09-drained-queue#05]
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.WRITES, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_DrainedQueue extends TransportTest {
  private static final int MOST_ATOMICS = 8;

  private final DutRequester requester = new DutRequester(tt());
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    boolean hasAtomics = RequestKind.FETCHADD.isServedBy(dut());
    if (!hasAtomics) {
      leaveOut("the DUT has no atomics", "10", "14");
    }
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE, RequestKind.READ)) {
      if (kind != RequestKind.READ || dut().attributes().maxReadsAsInitiator() > 0) {
        carryOutCase(kind.toString(), () -> procedure(kind));
      }
    }
    if (hasAtomics) {
      carryOutCase("FetchAdd", this::repeated);
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    requester.registerData();
    int psn = cc().dutStartPsn();
    int sendPsn = Psn.add(psn, PACKETS);
    requester.post(kind, 1);
    requester.verifyRequest(kind, psn, 0);
    step("2");
    memory().windows().modify(cc().qp(), State.SQD);
    requester.postShortSend(2);
    packets().verifySilence(sendPsn);
    work().verifyNone(work().pollSends(0));
    step("3");
    work().verifyState(State.SQD);
    step("4");
    MemoryRegion buffer = memory().buffer();
    transportTxPacket(
        PacketOut.write(buffer, new byte[NUMBER_BYTES])
            .set(Reth.VA, buffer.address() + buffer.bytes() - NUMBER_BYTES),
        cc().psn(0));
    responder.verifyResponse(RequestKind.WRITE, cc().psn(0), 1);
    step("5");
    requester.respond(kind, psn, 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    requester.verifyBrought(kind);
    step("6");
    packets().verifySilence(sendPsn);
    step("7");
    if (!memory().windows().verifyResumes(cc().qp(), State.SQD)) {
      return;
    }
    requester.postShortSend(3);
    checks().verifyPayload(expect(RC_SEND_ONLY, sendPsn), pattern(NUMBER_BYTES));
    checks().verifyPayload(expect(RC_SEND_ONLY, Psn.next(sendPsn)), pattern(NUMBER_BYTES));
    step("8");
    requester.acknowledge(Psn.next(sendPsn), 3);
    work().verifyEnded(work().pollSends(2), List.of(Ended.well(2), Ended.well(3)));
    step("9");
  }

  private void repeated() throws TestException {
    step("10");
    FetchAdds adds = new FetchAdds(tt(), memory().register());
    int count = Math.min(MOST_ATOMICS, dut().attributes().maxReadsAsTarget());
    for (int i = 1; i <= count; i++) {
      adds.add(DutResponder.NUMBER + i);
    }
    step("11");
    memory().windows().modify(cc().qp(), State.SQD);
    adds.repeatNewest();
    adds.repeatAll();
    step("12");
    if (memory().windows().verifyResumes(cc().qp(), State.SQD)) {
      step("13");
      adds.repeatNewest();
      adds.repeatAll();
    }
    step("14");
    adds.verifySum();
  }
}
