package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketChecks;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// # Every request has its full number of retries, and every retry is unchanged
///
/// - Section: 9.7.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-retries-anew#01, ia-r09-retries-anew#02, ia-r09-retries-anew#03,
///   ia-r09-retries-anew#04, ia-r09-retries-anew#05
///
/// The DUT may retry each request once. The tester drops one request of each kind, each once,
/// including the first request of the connection; it answers SENDs with an RNR NAK, each once; and
/// it does both to one SEND. Each request is retransmitted once, unchanged, and completes with
/// success when the retry is acknowledged. Acknowledges of an earlier request do not renew the
/// retries.
///
/// ## Notes
///
/// - This test is the suite's own. C09_142_01 and R09_RnrRetry verify how often and when one
///   request is retransmitted.
/// - When a request completes, the full number of retries is available to the next ones. Retries
///   after an RNR NAK and retries after an ACK timeout have separate counters.
/// - A retry may differ in AckReq. But a requester that sets AckReq neither in the last packet nor
///   in a later one would wait forever.
/// - If only the first packet of a WRITE is acknowledged, the DUT may still retransmit that packet,
///   too.
/// - Atomics are omitted for a DUT without them.
/// - Where no request is dropped, the ACK timeout is infinite, so that a slow tester is not taken
///   for a lost response.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Retry Count 1, RNR Retry Count 1, and ACK timeout 18 (1.07 s).
///
/// ## Procedure
///
/// - 1: Open a connection and register memory.
/// - 2: For WRITE, SEND, READ, CmpSwap, and FetchAdd: the DUT posts the request; receive it, and do
///   not respond.
/// - 3: Receive the request again; verify OpCode, PSN, SE, addresses, and data, and, for a SEND or
///   WRITE, that AckReq is 1 in the last packet or in a later one. [ia-r09-retries-anew#01]
/// - 4: Respond; verify that the request completes with success and, for a READ or atomic, that the
///   DUT's memory holds the data of the response. [ia-r09-retries-anew#02]
/// - 5: Open a connection with ACK timeout 0, infinite, and have the DUT execute one WRITE. Three
///   times: the DUT posts a SEND; receive it; answer it with an RNR NAK of 0.64 ms; receive it
///   again, as in step 3. [ia-r09-retries-anew#01]
/// - 6: Respond; verify that the SEND completes with success. [ia-r09-retries-anew#02]
/// - 7: Open a connection, and have the DUT execute one WRITE. The DUT posts a SEND; answer it with
///   an RNR NAK, do not respond to the retry, and receive it again. Then it posts another SEND; do
///   not respond to it, answer the retry with an RNR NAK, and receive it again.
///   [ia-r09-retries-anew#03]
/// - 8: After each, respond to the third transmission; verify that the SEND completes with success.
///   [ia-r09-retries-anew#03]
/// - 9: Open a connection. The DUT posts a WRITE of three packets; acknowledge only the first
///   packet. Receive the retry, from the second packet on or from the first; verify OpCode, PSN,
///   and data of each. [ia-r09-retries-anew#04]
/// - 10: Respond; verify that the WRITE completes with success. [ia-r09-retries-anew#04]
/// - 11: Open a connection, and have the DUT execute one WRITE. The DUT posts a SEND; receive it,
///   and send the ACK of the WRITE again. Receive the SEND again, as in step 3, and send that ACK
///   again; verify that the SEND completes with IBV_WC_RETRY_EXC_ERR, and that it is not received a
///   third time. [ia-r09-retries-anew#05]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_RetriesAnew extends TransportTest {
  private static final Retries ONE_EACH = new Retries(18, 1, 1, 0);
  private static final Retries WITHOUT_TIMER = new Retries(0, 1, 1, 0);
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(12);
  private static final List<RequestKind> LOST =
      List.of(
          RequestKind.WRITE,
          RequestKind.SEND,
          RequestKind.READ,
          RequestKind.CMPSWAP,
          RequestKind.FETCHADD);

  /// Maximum number of further packets to wait for: those of one message.
  private static final int MOST = DutRequester.PACKETS;

  private final DutRequester requester = new DutRequester(tt());

  private int psn;
  private int msn;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(ONE_EACH);
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    carryOutCase("lost", this::lost);
    carryOutCase("not ready and lost", this::both);
    carryOutCase("lost in part", this::lostInPart);
    carryOutCase("not ready", this::refused);
    carryOutOnce("an earlier acknowledge", this::oldAcks);
    return log().allPassed();
  }

  private void begin(boolean ready) throws TestException {
    requester.registerData();
    psn = cc().psn(0);
    msn = 0;
    if (ready) {
      requester.exchangeFirstWrite();
      psn = Psn.next(psn);
      msn = 1;
    }
  }

  private void lost() throws TestException {
    step("1");
    begin(false);
    for (int i = 0; i < LOST.size(); i++) {
      RequestKind kind = LOST.get(i);
      if (kind.isServedBy(dut())) {
        at("request", i, () -> retried(kind, new String[] {"2", "3", "4"}, () -> {}));
      }
    }
  }

  private void refused() throws TestException {
    step("5");
    closeRcChannel();
    openRcChannel(WITHOUT_TIMER);
    begin(true);
    for (int i = 0; i < 3; i++) {
      at("SEND", i, () -> retried(RequestKind.SEND, new String[] {"5", "5", "6"}, this::refuse));
    }
  }

  private void both() throws TestException {
    step("7");
    begin(true);
    for (List<Part> answers :
        List.<List<Part>>of(List.of(this::refuse, () -> {}), List.of(() -> {}, this::refuse))) {
      requester.post(RequestKind.SEND, psn);
      for (Part answer : answers) {
        requester.verifyRequest(RequestKind.SEND, psn, 0);
        answer.run();
      }
      requester.verifyRequest(RequestKind.SEND, psn, 0);
      step("8");
      respond(RequestKind.SEND);
    }
  }

  /// Answers the current request with an RNR NAK.
  private void refuse() throws TestException {
    requester.refuse(RNR_NAK, psn, msn);
  }

  /// @param steps step ids of the request, of the retry, and of its completion
  /// @param answer to the request
  private void retried(RequestKind kind, String[] steps, Part answer) throws TestException {
    step(steps[0]);
    requester.post(kind, psn);
    requester.verifyRequest(kind, psn, 0);
    answer.run();
    step(steps[1]);
    PacketIn last = requester.verifyRequest(kind, psn, 0);
    checks().verifyValue(last, Header.BTH, Bth.SE, 0);
    if (kind.mayBeCoalesced()) {
      verifyAsks(last);
    }
    step(steps[2]);
    respond(kind);
  }

  private void verifyAsks(PacketIn last) throws TestException {
    PacketIn asking = last;
    for (int i = 0; i < MOST && asking != null && !asks(asking); i++) {
      asking = packets().anyWithinSilence(last.psn());
    }
    boolean isAsked = asking != null && asks(asking);
    checks()
        .verifyField(
            last,
            "BTH_AckReq",
            isAsked,
            () -> PacketChecks.wrongField(last, Header.BTH, Bth.A, 1),
            () -> "AckReq 1 in the retry's last packet or in a later one",
            () -> "AckReq 0 in " + last);
  }

  private static boolean asks(PacketIn packetIn) {
    return packetIn.get(Header.BTH, Bth.A) == 1;
  }

  private void respond(RequestKind kind) throws TestException {
    msn++;
    requester.respond(kind, psn, msn);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(psn)));
    requester.verifyBrought(kind);
    psn = DutRequester.after(psn, kind);
  }

  private void oldAcks() throws TestException {
    step("11");
    closeRcChannel();
    openRcChannel(ONE_EACH);
    begin(true);
    requester.postShortSend(psn);
    for (int i = 0; i < 2; i++) {
      requester.receive(RC_SEND_ONLY, psn);
      requester.acknowledge(Psn.add(psn, -1), msn);
    }
    work().verifyEnded(work().pollSends(1), List.of(new Ended(psn, Status.RETRY_EXC_ERR)));
    packets().verifySilence(psn);
  }

  private void lostInPart() throws TestException {
    step("9");
    begin(false);
    requester.post(RequestKind.WRITE, psn);
    requester.verifyRequest(RequestKind.WRITE, psn, 0);
    requester.acknowledge(psn, 0);
    PacketIn next = packets().peek(Psn.next(psn));
    requester.verifyRequest(RequestKind.WRITE, psn, next != null && next.psn() == psn ? 0 : 1);
    step("10");
    respond(RequestKind.WRITE);
  }
}
