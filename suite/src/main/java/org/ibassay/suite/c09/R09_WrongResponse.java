package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.Syndrome.RnrNak;

/// # A response that does not belong to a request does not complete it
///
/// - Section: 9.9.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-wrong-response#01, ia-r09-wrong-response#02, ia-r09-wrong-response#03,
///   ia-r09-wrong-response#04
///
/// The DUT posts a SEND, READ, or atomic. The tester sends a response that no responder may send:
/// with a PSN that was acknowledged before or was never sent, with the OpCode of another kind of
/// request, with data that is missing, too short, or damaged, or with another P_Key. The request
/// does not complete with success. Where the DUT must drop the response, the valid response then
/// completes the request. A response that is repeated after its request has completed changes
/// nothing, and one that is longer than the READ's memory changes nothing after that memory.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, on which the DUT never
///   retransmits without a NAK.
/// - A response with the OpCode of another request, a reserved syndrome, wrong data, or a PSN that
///   was never sent may be dropped or may complete the request in error, so nothing is sent after
///   it.
/// - A response with an earlier PSN, or with a wrong BTH or ICRC, is dropped: the requester
///   continues as if it had not been received.
/// - Atomics are omitted for a DUT without them.
/// - Where a stock program on the DUT's host posts the requests, only the cases of READ are run,
///   and the READ is the first request of its connection.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Retry Count 0 and ACK timeout 0, infinite.
///
/// ## Procedure
///
/// - 1: For each response: open a connection, register memory, and have the DUT execute one WRITE.
/// - 2: The DUT posts the request; receive it.
/// - 3: Send the response, after those packets of the valid response that precede it.
/// - 4: Where the response may complete the request in error: verify that the request has not
///   completed with success. [ia-r09-wrong-response#01]
/// - 5: Where the response must be dropped: verify that nothing has completed; send the valid
///   response; verify that the request completes with success, and that the DUT's memory holds its
///   data. [ia-r09-wrong-response#02]
/// - 6: For READ and atomics: open a connection as in step 1. The DUT posts the request; receive
///   it, and send the valid response; verify that the request completes with success.
///   [ia-r09-wrong-response#02]
/// - 7: The DUT's host overwrites its memory. Send the response again; verify that nothing
///   completes and that the memory is unchanged. [ia-r09-wrong-response#03]
/// - 8: For READs of three packets and of 8 bytes, and a last response that is longer than the rest
///   of the READ: as steps 1 to 4; then verify that the memory after that of the READ is unchanged.
///   [ia-r09-wrong-response#04]
@Td(dut = DutKind.CA, needs = Ability.ONE_REQUEST, effect = Effect.CHANGES, parameters = START_PSN)
public final class R09_WrongResponse extends TransportTest {
  private static final OpCode MIDDLE = RC_RDMA_READ_RESP_MIDDLE;
  private static final OpCode LAST = RC_RDMA_READ_RESP_LAST;
  private static final int OTHER_PARTITION = 0x8001;
  private static final int WORD = 4;
  private static final byte FILLING = (byte) 0xA5;

  /// A reserved syndrome type, and a NAK with a reserved code.
  private static final int RESERVED = 0x40;

  private static final int RESERVED_NAK = 0x7F;

  private final DutRequester requester = new DutRequester(tt());

  /// Sends a response to the request with this first PSN.
  @FunctionalInterface
  private interface Response {
    void send(int psn) throws TestException;
  }

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(Retries.NONE);
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    wrongPsns();
    wrongHeaders();
    if (areAllPosted()) {
      wrongPsnsOfSend();
      wrongAnswersToSend();
    }
    wrongAnswersToRead();
    for (RequestKind kind : List.of(RequestKind.CMPSWAP, RequestKind.FETCHADD)) {
      if (kind.isServedBy(dut())) {
        wrong(kind, "an ACK", psn -> requester.acknowledge(psn, 2));
        wrong(kind, "a READ Response", psn -> requester.respond(RC_RDMA_READ_RESP_ONLY, psn, 2));
        carryOutOnce(kind + ", twice", () -> twice(kind));
      }
    }
    carryOutOnce("READ, twice", () -> twice(RequestKind.READ));
    return log().allPassed();
  }

  private void wrongPsns() throws TestException {
    for (RequestKind kind : kinds()) {
      for (int before : List.of(1, 3)) {
        String name = "%s, an ACK of %d before".formatted(kind, before);
        carryOutCase(
            name,
            () -> dropped(kind, psn -> requester.acknowledge(Psn.add(psn, -before), msn() - 1)));
      }
    }
  }

  private void wrongPsnsOfSend() throws TestException {
    for (Syndrome old :
        List.of(new Nak(Nak.PSN_SEQUENCE_ERROR), new Nak(Nak.REMOTE_ACCESS_ERROR), new RnrNak(1))) {
      carryOutOnce(
          "SEND, %s of 1 before".formatted(old),
          () -> dropped(RequestKind.SEND, psn -> requester.refuse(old, Psn.add(psn, -1), 1)));
    }
    for (int beyond : List.of(1, 1000)) {
      String name = "SEND, an ACK of %d beyond".formatted(beyond);
      carryOutCase(
          name,
          () ->
              wrong(RequestKind.SEND, psn -> requester.acknowledge(Psn.add(end(psn), beyond), 2)));
    }
  }

  private void wrongHeaders() throws TestException {
    for (RequestKind kind : kinds()) {
      dropped(kind, "with a wrong ICRC", PacketOut::wrongIcrc);
      dropped(kind, "of another partition", packet -> packet.set(Bth.P_KEY, OTHER_PARTITION));
      dropped(kind, "of another version", packet -> packet.set(Bth.T_VER, 1));
    }
  }

  private void wrongAnswersToSend() throws TestException {
    wrong(RequestKind.SEND, "an Atomic ACK", psn -> requester.respond(RC_ATOMIC_ACK, end(psn), 2));
    wrong(
        RequestKind.SEND,
        "a READ Response",
        psn -> requester.respond(RC_RDMA_READ_RESP_ONLY, end(psn), 2));
    for (int syndrome : List.of(RESERVED, RESERVED_NAK)) {
      wrong(
          RequestKind.SEND,
          "Syndrome 0x%02X".formatted(syndrome),
          psn ->
              packets().send(PacketOut.of(RC_ACK).ack(2).set(Aeth.SYNDROME, syndrome), end(psn)));
    }
  }

  private void wrongAnswersToRead() throws TestException {
    carryOutOnce("READ of one packet, an ACK", this::shortRead);
    wrong(RequestKind.READ, "an ACK", psn -> requester.acknowledge(end(psn), msn()));
    wrong(RequestKind.READ, "an Atomic ACK", psn -> requester.respond(RC_ATOMIC_ACK, psn, msn()));
    read("an Only", 0, 0, RC_RDMA_READ_RESP_ONLY);
    read("a Last at first", 0, 0, RC_RDMA_READ_RESP_LAST);
    read("a Last too early", 0, 0, RC_RDMA_READ_RESP_FIRST, RC_RDMA_READ_RESP_LAST);
    read("a second First", 0, 0, RC_RDMA_READ_RESP_FIRST, RC_RDMA_READ_RESP_FIRST, LAST);
    read("no Last", 0, 0, RC_RDMA_READ_RESP_FIRST, MIDDLE, MIDDLE);
    read("a short Middle", 1, -WORD, RC_RDMA_READ_RESP_FIRST, MIDDLE, LAST);
    read("a short Last", 2, -WORD, RC_RDMA_READ_RESP_FIRST, MIDDLE, LAST);
    read("a long Last", 2, WORD, RC_RDMA_READ_RESP_FIRST, MIDDLE, LAST);
    wrong(RequestKind.READ, "no Middle", this::withoutMiddle);
    carryOutOnce("READ, longer than its memory", this::longRead);
    if (areAllPosted()) {
      carryOutOnce("READ of one packet, longer than its memory", this::longShortRead);
    }
  }

  private void longRead() throws TestException {
    int psn = begin();
    requester.post(RequestKind.READ, 1);
    requester.verifyRequest(RequestKind.READ, psn, 0);
    step("3");
    requester.respondFirst(psn, 0, msn());
    requester.respondPart(psn, 1, msn());
    packets().send(response(LAST).payload(tooLong(cc().pmtu() + WORD)), end(psn));
    verifyNoneAfter(2 * DutRequester.PACKETS * cc().pmtu());
  }

  private void longShortRead() throws TestException {
    int psn = begin();
    requester.postShortRead(1);
    requester.receive(RC_RDMA_READ_REQ, psn);
    step("3");
    packets().send(response(RC_RDMA_READ_RESP_ONLY).payload(tooLong(cc().pmtu())), psn);
    verifyNoneAfter(DutRequester.PACKETS * cc().pmtu() + DutRequester.NUMBER_BYTES);
  }

  private static byte[] tooLong(int bytes) {
    byte[] data = new byte[bytes];
    Arrays.fill(data, FILLING);
    return data;
  }

  /// @param end offset of the byte after the memory of the READ
  private void verifyNoneAfter(int end) throws TestException {
    verifyNoSuccess();
    step("8");
    memory().verify(memory().buffer(), end, new byte[cc().pmtu()]);
  }

  /// Returns the PSN of the last packet of a message, or of the last response to a READ.
  private static int end(int psn) {
    return Psn.add(psn, DutRequester.PACKETS - 1);
  }

  // --- responses

  private void shortRead() throws TestException {
    int psn = begin();
    requester.postShortRead(1);
    requester.receive(RC_RDMA_READ_REQ, psn);
    step("3");
    requester.acknowledge(psn, msn());
    verifyNoSuccess();
  }

  /// Responds to a READ with packets of these OpCodes.
  ///
  /// @param odd index of the packet with another length
  /// @param more its difference in bytes
  private void read(String name, int odd, int more, OpCode... opCodes) throws TestException {
    wrong(
        RequestKind.READ,
        name,
        psn -> {
          for (int i = 0; i < opCodes.length; i++) {
            int bytes = cc().pmtu() + (i == odd ? more : 0);
            packets().send(response(opCodes[i]).payload(new byte[bytes]), Psn.add(psn, i));
          }
        });
  }

  private void withoutMiddle(int psn) throws TestException {
    requester.respondFirst(psn, 0, msn());
    packets().send(response(LAST).payload(new byte[cc().pmtu()]), end(psn));
  }

  private PacketOut response(OpCode opCode) {
    PacketOut response = PacketOut.of(opCode);
    return opCode.headers().contains(Header.AETH) ? response.ack(msn()) : response;
  }

  // --- checks

  private int begin() throws TestException {
    step("1");
    requester.registerData();
    if (areAllPosted()) {
      requester.exchangeFirstWrite();
    }
    step("2");
    return Psn.add(cc().dutStartPsn(), msn() - 1);
  }

  /// Whether the DUT posts any number of requests of every kind; if not, it posts one READ.
  private boolean areAllPosted() {
    return dut().can(Ability.REQUESTS);
  }

  private List<RequestKind> kinds() {
    return areAllPosted() ? List.of(RequestKind.SEND, RequestKind.READ) : List.of(RequestKind.READ);
  }

  /// MSN in the response to the request.
  private int msn() {
    return areAllPosted() ? 2 : 1;
  }

  private void twice(RequestKind kind) throws TestException {
    int psn = begin();
    requester.post(kind, 1);
    requester.verifyRequest(kind, psn, 0);
    step("6");
    requester.respond(kind, psn, msn());
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    step("7");
    requester.clearData();
    requester.respond(kind, psn, msn());
    work().verifyNone(work().pollSendsAfterSilence());
    requester.verifyCleared();
  }

  private void wrong(RequestKind kind, String name, Response response) throws TestException {
    carryOutOnce(kind + ", " + name, () -> wrong(kind, response));
  }

  private void wrong(RequestKind kind, Response response) throws TestException {
    int psn = begin();
    requester.post(kind, 1);
    requester.verifyRequest(kind, psn, 0);
    step("3");
    response.send(psn);
    verifyNoSuccess();
  }

  private void verifyNoSuccess() throws TestException {
    step("4");
    List<Completion> ended = work().pollSendsAfterSilence();
    verify(
        0,
        ended.stream().noneMatch(one -> one.status() == Status.SUCCESS),
        () -> "no completion with success",
        ended::toString);
  }

  /// Sends the valid response, or its first packet, with other headers and wrong data.
  private void dropped(RequestKind kind, String name, UnaryOperator<PacketOut> spoil)
      throws TestException {
    boolean isRead = kind == RequestKind.READ;
    PacketOut wrong =
        isRead
            ? response(RC_RDMA_READ_RESP_FIRST).payload(new byte[dut().pathMtu()])
            : response(RC_ACK);
    carryOutOnce(
        kind + ", " + name,
        () -> dropped(kind, psn -> packets().send(spoil.apply(wrong), isRead ? psn : end(psn))));
  }

  private void dropped(RequestKind kind, Response response) throws TestException {
    int psn = begin();
    requester.post(kind, 1);
    requester.verifyRequest(kind, psn, 0);
    step("3");
    response.send(psn);
    step("5");
    work().verifyNone(work().pollSendsAfterSilence());
    requester.respond(kind, psn, msn());
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    requester.verifyBrought(kind);
  }
}
