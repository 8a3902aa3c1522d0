package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutRequester.NUMBER_BYTES;
import static org.ibassay.suite.c09.DutRequester.PACKETS;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # A fenced request waits for the READs and atomics before it
///
/// - Section: 10.8.3.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-fence#01, ia-r09-fence#02, ia-r09-fence#03
///
/// The DUT posts a READ or an atomic, a fenced request that sends the data which the first one
/// returns, and a SEND without a fence. The tester delays its response, and until then only the
/// first request is sent. The others then follow in order, and the fenced request carries the
/// returned data.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection: a READ before a SEND, an
///   RDMA WRITE and a READ with a fence; a FetchAdd before a SEND, a CmpSwap before an RDMA WRITE;
///   two READs before a SEND.
/// - A fence does not affect SENDs and RDMA WRITEs before it; none is posted.
/// - Requests are started in the order they are posted, so the SEND without a fence waits, too.
/// - Atomics are omitted for a DUT without them, and two READs for a DUT that has only one
///   outstanding.
///
/// ## Procedure
///
/// - 1: For each case: open a connection and register memory. The DUT posts the request, the fenced
///   request, and the SEND.
/// - 2: Receive the first request: OpCode, PSN, address, and length. Where there are two, respond
///   to the first completely. [ia-r09-fence#01]
/// - 3: Verify that the DUT sends nothing else. [ia-r09-fence#01]
/// - 4: Send the first two of three packets of the response to a READ; verify that the DUT sends
///   nothing. [ia-r09-fence#01]
/// - 5: Send the rest of the response. Receive the fenced request: OpCode, PSN, and as payload the
///   data of the response, or the address and length of a READ. [ia-r09-fence#02]
/// - 6: Receive the SEND: OpCode, PSN, payload. [ia-r09-fence#02]
/// - 7: Respond to both; verify that all requests complete with success, in order.
///   [ia-r09-fence#03]
/// - 8: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.LISTS},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_Fence extends TransportTest {
  private static final int TAIL = 5;

  private final DutRequester requester = new DutRequester(tt());

  /// @param before requests that the fence waits for
  private record Case(List<RequestKind> before, RequestKind fenced) {
    RequestKind last() {
      return before.getLast();
    }

    @Override
    public String toString() {
      return before + " before " + fenced;
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case(List.of(RequestKind.READ), RequestKind.SEND),
          new Case(List.of(RequestKind.READ), RequestKind.WRITE),
          new Case(List.of(RequestKind.READ), RequestKind.READ),
          new Case(List.of(RequestKind.FETCHADD), RequestKind.SEND),
          new Case(List.of(RequestKind.CMPSWAP), RequestKind.WRITE),
          new Case(List.of(RequestKind.READ, RequestKind.READ), RequestKind.SEND));

  @Override
  public boolean execute() throws TestException {
    step("1");
    int most = dut().attributes().maxReadsAsInitiator();
    if (most < 1) {
      leaveOutRest("the DUT supports no outstanding READs or atomics");
    }
    for (Case one : CASES) {
      if (one.before.size() <= most && one.last().isServedBy(dut())) {
        carryOutCase(one.toString(), () -> procedure(one));
      }
    }
    return log().allPassed();
  }

  private void procedure(Case one) throws TestException {
    step("1");
    requester.registerData();
    int count = one.before.size();
    for (int i = 0; i < count; i++) {
      requester.post(one.before.get(i), i);
    }
    work().postFenced(fenced(one, count));
    requester.postShortSend(count + 1L);

    step("2");
    int psn = receiveBefore(one);
    int fencedPsn = DutRequester.after(psn, one.last());
    step("3");
    packets().verifySilence(fencedPsn);
    if (one.last() == RequestKind.READ) {
      step("4");
      requester.respondPart(psn, 0, count);
      requester.respondPart(psn, 1, count);
      packets().verifySilence(fencedPsn);
      step("5");
      requester.respondPart(psn, PACKETS - 1, count);
    } else {
      step("5");
      requester.respond(RC_ATOMIC_ACK, psn, count);
    }
    verifyFenced(one, fencedPsn);
    step("6");
    int sendPsn = Psn.next(fencedPsn);
    checks().verifyPayload(expect(RC_SEND_ONLY, sendPsn), pattern(NUMBER_BYTES));
    step("7");
    if (one.fenced == RequestKind.READ) {
      requester.respond(RC_RDMA_READ_RESP_ONLY, fencedPsn, count + 1);
    }
    requester.respond(RC_ACK, sendPsn, count + 2);
    List<Ended> succeeded = LongStream.range(0, count + 2L).mapToObj(Ended::well).toList();
    work().verifyEnded(work().pollSends(count + 2), succeeded);
    step("8");
  }

  /// @return the PSN of the request that is not answered yet
  private int receiveBefore(Case one) throws TestException {
    int psn = cc().dutStartPsn();
    requester.verifyRequest(one.before.getFirst(), psn, 0);
    if (one.before.size() == 1) {
      return psn;
    }
    int next = DutRequester.after(psn, one.before.getFirst());
    if (packets().peek(next) == null) { // the DUT has fewer requests outstanding than it may
      requester.respondToRead(psn, 0, 1);
      requester.verifyRequest(one.last(), next, 0);
    } else {
      requester.verifyRequest(one.last(), next, 0);
      requester.respondToRead(psn, 0, 1);
    }
    return next;
  }

  /// Returns the memory that holds the end of a READ's response, or an atomic's response.
  private Buffer brought(Case one) {
    int bytes = PACKETS * cc().pmtu();
    return one.last() == RequestKind.READ
        ? memory().buffer().slice(2L * bytes - TAIL, TAIL)
        : memory().buffer().slice(bytes, NUMBER_BYTES);
  }

  private SendRequest fenced(Case one, long id) {
    Buffer local = brought(one);
    return switch (one.fenced) {
      case WRITE -> new SendRequest.Write(id, local, TT_ADDRESS, TT_RKEY);
      case READ ->
          new SendRequest.Read(id, memory().buffer().slice(0, NUMBER_BYTES), TT_ADDRESS, TT_RKEY);
      default -> new SendRequest.Send(id, local);
    };
  }

  private byte[] data(Case one) throws TestException {
    int bytes = PACKETS * cc().pmtu();
    if (one.last() == RequestKind.READ) {
      return Arrays.copyOfRange(pattern(bytes), bytes - TAIL, bytes);
    }
    ByteOrder order =
        Objects.requireNonNullElse(dut().attributes().byteOrder(), ByteOrder.LITTLE_ENDIAN);
    return ByteBuffer.allocate(NUMBER_BYTES).order(order).putLong(DutRequester.ORIGINAL).array();
  }

  private void verifyFenced(Case one, int psn) throws TestException {
    OpCode opCode =
        switch (one.fenced) {
          case WRITE -> RC_RDMA_WRITE_ONLY;
          case READ -> RC_RDMA_READ_REQ;
          default -> RC_SEND_ONLY;
        };
    PacketIn packetIn = expect(opCode, psn);
    byte[] data = data(one);
    if (packetIn.has(Header.RETH)) {
      int bytes = one.fenced == RequestKind.READ ? NUMBER_BYTES : data.length;
      checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, bytes);
    }
    if (one.fenced != RequestKind.READ) {
      checks().verifyPayload(packetIn, data);
    }
  }
}
