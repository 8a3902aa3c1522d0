package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.ibassay.link.upper.Ability;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// # Bits of the BTH that have no meaning for a packet do not affect it
///
/// - Section: 9.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-bth-bits#01, ia-r09-bth-bits#02, ia-r09-bth-bits#03, ia-r09-bth-bits#04
///
/// The tester sends requests with congestion marks, MigReq, or reserved bits set, a SEND with a
/// solicited event, and READs and atomics without AckReq. The DUT executes and answers each of
/// them. It then sends SENDs itself, and the tester sets the same bits, or different credit counts,
/// in its acknowledges. Each SEND completes.
///
/// ## Notes
///
/// - This test is the suite's own. F09_TakenFrames sets some of these bits in RDMA WRITEs over
///   Ethernet.
/// - Reserved bits are sent as 0 and ignored by the receiver. Those next to the PSN are covered by
///   the ICRC.
/// - A READ or atomic is answered with its response, whatever its AckReq.
/// - A congestion mark in a request may be reported with BECN or a CNP. It is not copied: FECN in a
///   response would report congestion on the way back.
/// - The DUT may send a request without a credit: a credit count of 0 delays no single SEND.
///
/// ## Procedure
///
/// - 1: For each kind of request: open a connection; register memory; post receives. Send the
///   request with each bit set, one after another; receive each response: OpCode, PSN, MSN.
///   [ia-r09-bth-bits#01]
/// - 2: Verify that FECN is 0 in each response. [ia-r09-bth-bits#02]
/// - 3: Send it without AckReq, for a READ or atomic; receive its response. [ia-r09-bth-bits#01]
/// - 4: Open a connection; register memory. The DUT posts SENDs; receive each: OpCode, PSN, and
///   payload; verify that its P_Key is that of the responses of step 1. [ia-r09-bth-bits#03]
/// - 5: Acknowledge each with one of the bits set, or with one of the credit counts 0, 1, 2, 5, and
///   30; verify that it completes with success. [ia-r09-bth-bits#04]
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.RECEIVES},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_BthBits extends TransportTest {
  private static final List<Integer> CREDITS = List.of(0, 1, 2, 5, 30);

  private final DutResponder responder = new DutResponder(tt());
  private final DutRequester requester = new DutRequester(tt());

  private long pKey;

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      if (kind.isServedBy(dut())) {
        carryOutOnce(kind.name(), () -> requests(kind));
      }
    }
    carryOutOnce("acknowledges", this::acknowledges);
    return log().allPassed();
  }

  private static Map<String, UnaryOperator<PacketOut>> bits() {
    Map<String, UnaryOperator<PacketOut>> bits = new LinkedHashMap<>();
    bits.put("FECN", packet -> packet.set(Header.BTH, Bth.FECN, 1));
    bits.put("BECN", packet -> packet.set(Header.BTH, Bth.BECN, 1));
    bits.put("MigReq", packet -> packet.set(Bth.M, 1));
    bits.put("reserved bits after BECN", packet -> packet.set(Bth.RESV8A, 0x3F));
    bits.put(
        "reserved bits before the PSN",
        packet -> packet.set(Header.BTH, BthReserved.BEFORE_PSN, 0x7F));
    return bits;
  }

  private void requests(RequestKind kind) throws TestException {
    step("1");
    int psn = cc().startPsn();
    int msn = 0;
    memory().register();
    Map<String, UnaryOperator<PacketOut>> all = bits();
    if (kind == RequestKind.SEND) {
      all.put("SE", packet -> packet.set(Bth.SE, 1));
      work().postReceives(all.size(), cc().pmtu());
    } else if (!kind.mayBeCoalesced()) {
      all.put("AckReq 0", packet -> packet.set(Bth.A, 0));
    }
    for (Map.Entry<String, UnaryOperator<PacketOut>> bit : all.entrySet()) {
      int at = psn;
      int count = ++msn;
      String id = bit.getKey().equals("AckReq 0") ? "3" : "1";
      at(
          bit.getKey(),
          count,
          () -> {
            step(id);
            exchange(kind, bit.getValue().apply(responder.request(kind)), at, count);
          });
      psn = DutResponder.after(psn, kind);
    }
  }

  private void exchange(RequestKind kind, PacketOut request, int psn, int msn)
      throws TestException {
    transportTxPacket(request, psn);
    PacketIn response = responder.verifyResponse(kind, psn, msn);
    pKey = response.get(Header.BTH, Bth.P_KEY);
    step("2");
    checks().verifyValue(response, Header.BTH, Bth.FECN, 0);
  }

  private void acknowledges() throws TestException {
    step("4");
    requester.registerData();
    requester.exchangeFirstWrite();
    int sent = 1;
    for (Map.Entry<String, UnaryOperator<PacketOut>> bit : bits().entrySet()) {
      int number = sent++;
      PacketOut ack = bit.getValue().apply(PacketOut.of(RC_ACK).ack(number + 1));
      at(bit.getKey(), number, () -> acknowledged(number, ack));
    }
    for (int credits : CREDITS) {
      int number = sent++;
      PacketOut ack = PacketOut.of(RC_ACK).aeth(new Syndrome.Ack(credits), number + 1);
      at("credit code " + credits, number, () -> acknowledged(number, ack));
    }
  }

  private void acknowledged(int number, PacketOut ack) throws TestException {
    step("4");
    int psn = Psn.add(cc().dutStartPsn(), number);
    requester.postShortSend(number);
    PacketIn send = requester.receive(RC_SEND_ONLY, psn);
    checks().verifyPayload(send, pattern(Long.BYTES));
    checks().verifyValue(send, Header.BTH, Bth.P_KEY, pKey);
    step("5");
    transportTxPacket(ack, psn);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(number)));
  }
}
