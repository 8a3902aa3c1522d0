package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # A request whose memory the QP may not access completes in error and is not executed
///
/// - Section: 11.6.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-local-protection#01, ia-r09-local-protection#02,
///   ia-r09-local-protection#03, ia-r09-local-protection#04
///
/// The DUT posts a SEND and an RDMA WRITE from memory of another protection domain, or from bytes
/// after the end of a region, and READs into such memory and into memory without the Local Write
/// right. The request completes in error, later ones are flushed, and the QP goes to the error
/// state. The data of a SEND or RDMA WRITE is not sent, and that of a READ is not stored.
///
/// ## Notes
///
/// - This test is the suite's own. The verbs specify IBV_WC_LOC_PROT_ERR; Linux reports
///   IBV_WC_LOC_QP_OP_ERR. Any error status is accepted, except for that of a flushed request.
/// - A DUT may check the memory of a READ before it sends the request, or when its data is
///   received. The tester responds if the request is received.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, register memory that holds data, and have the DUT execute
///   one WRITE. The DUT posts the request, and a SEND from memory that it may read.
/// - 2: Of a SEND or RDMA WRITE: verify that no packet is received. [ia-r09-local-protection#01]
/// - 3: Of a READ: if it is received, respond.
/// - 4: Verify that the request completes in error. [ia-r09-local-protection#02]
/// - 5: Verify that the SEND after it completes with IBV_WC_WR_FLUSH_ERR, and that the QP is in the
///   error state. [ia-r09-local-protection#03]
/// - 6: Of a READ, unless a part of its memory may be accessed: verify that its memory is
///   unchanged. [ia-r09-local-protection#04]
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.MEMORY, Ability.NEW_QPS, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_LocalProtection extends TransportTest {
  private static final int BYTES = 64;
  private static final byte FILLING = (byte) 0xA5;

  private final DutRequester requester = new DutRequester(tt());

  private interface Memory {
    MemoryRegion register() throws TestException;
  }

  @Override
  public boolean execute() throws TestException {
    Memory elsewhere = () -> memory().registerElsewhere(AccessRights.ALL);
    Memory own = () -> memory().register(AccessRights.ALL, BYTES);
    Memory readOnly = () -> memory().register(AccessRights.LOCAL.withLocalWrite(false), BYTES);
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE, RequestKind.READ)) {
      carryOutCase(kind + ", another protection domain", () -> procedure(kind, elsewhere, 0));
      carryOutOnce(kind + ", a byte after the region", () -> procedure(kind, own, 1));
    }
    carryOutOnce("READ, no Local Write", () -> procedure(RequestKind.READ, readOnly, 0));
    return log().allPassed();
  }

  /// @param at offset of the request's memory
  private void procedure(RequestKind kind, Memory memory, int at) throws TestException {
    step("1");
    requester.registerData();
    requester.exchangeFirstWrite();
    int psn = Psn.next(cc().dutStartPsn());
    MemoryRegion region = memory.register();
    byte[] content = pattern(BYTES);
    memory().fill(region, content);
    work()
        .post(
            switch (kind) {
              case SEND -> new SendRequest.Send(1, region.slice(at, BYTES));
              case WRITE -> new SendRequest.Write(1, region.slice(at, BYTES), TT_ADDRESS, TT_RKEY);
              default -> new SendRequest.Read(1, region.slice(at, BYTES), TT_ADDRESS, TT_RKEY);
            });
    requester.registerData();
    requester.postShortSend(2);
    if (kind == RequestKind.READ) {
      step("3");
      respond(psn);
    } else {
      step("2");
      packets().verifySilence(psn);
    }
    verifyEnded();
    if (kind == RequestKind.READ && at == 0) {
      step("6");
      memory().verify(region, 0, content);
    }
  }

  private void respond(int psn) throws TestException {
    PacketIn request = packets().anyWithinSilence(psn);
    if (request != null && request.is(RC_RDMA_READ_REQ)) {
      byte[] data = new byte[BYTES];
      Arrays.fill(data, FILLING);
      transportTxPacket(PacketOut.of(RC_RDMA_READ_RESP_ONLY).ack(2).payload(data), psn);
    }
  }

  private void verifyEnded() throws TestException {
    step("4");
    List<Completion> ended = work().pollSends(2);
    verify(
        0,
        !ended.isEmpty()
            && ended.getFirst().id() == 1
            && ended.getFirst().status() != Status.SUCCESS
            && ended.getFirst().status() != Status.WR_FLUSH_ERR,
        () -> "a completion of request 1 with an error of its own",
        () -> DutWork.shown(ended));
    step("5");
    work().verifyEnded(ended.stream().skip(1).toList(), List.of(Ended.flushed(2)));
    work().verifyState(State.ERR);
  }
}
