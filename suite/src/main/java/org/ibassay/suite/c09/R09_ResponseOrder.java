package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.RnrNak;

/// # Responses follow the order of their requests, for every pair of request types
///
/// - Section: 9.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-response-order#01, ia-r09-response-order#02, ia-r09-response-order#03,
///   ia-r09-response-order#04
///
/// Two requests follow each other without a wait, in all pairs of SEND, RDMA WRITE, RDMA READ,
/// CmpSwap, and FetchAdd. The response to the first precedes that to the second, the response to a
/// READ or atomic is never omitted, and the PSN and MSN of each response match its request. The
/// second request is executed after the first: it accesses the same memory. The NAK for a PSN gap,
/// and an RNR NAK, follow the response to the request before. The DUT accepts as many READs at a
/// time as its QP allows, and repeated ones do not count.
///
/// ## Notes
///
/// - This test is the suite's own. The public pages of this family cover three of the pairs.
/// - The response to the second request may also acknowledge a preceding SEND or WRITE; a separate
///   ACK must not follow it then.
/// - Each pair uses a separate connection for each START_PSN. With the second default, the PSNs
///   wrap around no later than within the second request or its response.
/// - WRITEs and atomics are executed in the order of their PSNs, and a READ returns the data of
///   those before it. A READ may be executed after a WRITE or atomic that follows it.
/// - Pairs with atomics are omitted for a DUT without them, and pairs of two READs or atomics for a
///   DUT that accepts only one at a time.
///
/// ## Procedure
///
/// - 1: For each pair of requests: open a connection, register memory, and post a receive for each
///   SEND.
/// - 2: Send both requests, the second with the PSN after the first.
/// - 3: Receive the response to the first: OpCode, PSN, ACK, and MSN 1. An ACK may be missing.
///   [ia-r09-response-order#01, ia-r09-response-order#02]
/// - 4: Receive the response to the second: OpCode, PSN, ACK, and MSN 2. [ia-r09-response-order#01,
///   ia-r09-response-order#02]
/// - 5: If the response to the first was missing: verify that it does not follow later.
///   [ia-r09-response-order#01]
/// - 6: After a WRITE or atomic: verify that the data of a READ, or the original data of an atomic,
///   is its result. If the second is a WRITE or atomic, verify that the memory holds the result of
///   both. [ia-r09-response-order#03]
/// - 7: Close the connection.
/// - 8: For READ and each atomic: open a connection; register memory. Send the request and, without
///   a wait, a WRITE with the PSN after the next one. Receive the response to the request: OpCode,
///   PSN, ACK, and MSN 1. Then receive a PSN sequence error NAK with the PSN that is missing.
///   [ia-r09-response-order#01]
/// - 9: Wait 2 ms. Send the WRITE with that PSN; receive its ACK: PSN and MSN 2.
///   [ia-r09-response-order#02]
/// - 10: For READ and each atomic: open a connection; register memory. Send the request and,
///   without a wait, a SEND, for which no receive is posted. Receive the response to the request,
///   as in step 8. Then receive an RNR NAK with the PSN of the SEND. [ia-r09-response-order#01]
/// - 11: Open a connection on which the DUT accepts up to four READs or atomics at a time, or fewer
///   if it supports fewer. Send that many READs without a wait; receive the response to each: PSN
///   and MSN. [ia-r09-response-order#04]
/// - 12: Send the last READ again, once more than the DUT accepts at a time; receive its response
///   each time. Send another READ; receive its response: PSN and MSN. [ia-r09-response-order#04]
@Td(dut = DutKind.CA, needs = Ability.RESPONDER, effect = Effect.READS, parameters = START_PSN)
public final class R09_ResponseOrder extends TransportTest {
  /// Contents of the first and of the second WRITE, the same in either byte order.
  private static final byte FIRST = 0x5A;

  private static final byte SECOND = (byte) 0xA5;

  /// So long after a gap, the missing packet does not look like one that the network delayed.
  private static final Duration NO_DELAY = Duration.ofMillis(2);

  private static final int MANY = 4;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind first : RequestKind.values()) {
      for (RequestKind second : RequestKind.values()) {
        if (first.isServedBy(dut()) && second.isServedBy(dut()) && takesBoth(first, second)) {
          carryOutCase(first + " then " + second, () -> pair(first, second));
        }
      }
      if (!first.mayBeCoalesced() && first.isServedBy(dut()) && dut().can(Ability.WRITES)) {
        carryOutCase(first + " then a PSN gap", () -> gap(first));
      }
      if (!first.mayBeCoalesced() && first.isServedBy(dut()) && dut().can(Ability.RECEIVES)) {
        carryOutOnce(first + " without receive", () -> notReady(first));
      }
    }
    if (!RequestKind.READ.isServedBy(dut())) {
      leaveOut("the DUT serves no READs", "11", "12");
    } else if (dut().can(Ability.NEW_QPS)) {
      carryOutOnce("many READs", this::many);
    } else {
      leaveOut("the DUT has only the connections that its host opened", "11", "12");
    }
    return log().allPassed();
  }

  private boolean takesBoth(RequestKind first, RequestKind second) throws TestException {
    return first.mayBeCoalesced()
        || second.mayBeCoalesced()
        || dut().attributes().maxReadsAsTarget() > 1;
  }

  private void pair(RequestKind first, RequestKind second) throws TestException {
    step("1");
    memory().register();
    work().postReceives(2, cc().pmtu());
    step("2");
    int psn1 = cc().startPsn();
    int psn2 = DutResponder.after(psn1, first);
    transportTxPacket(request(first, FIRST), psn1);
    transportTxPacket(request(second, SECOND), psn2);

    if (!first.mayBeCoalesced()) {
      step("3");
      responder.verifyResponse(first, psn1, 1);
      step("4");
      verifySecond(first, second, psn2);
    } else if (second.mayBeCoalesced()) {
      acknowledges(psn1, psn2);
    } else {
      acknowledgeOrNone(first, second, psn1, psn2);
    }
    step("6");
    verifyMemory(first, second);
    step("7");
  }

  private PacketOut request(RequestKind kind, byte content) {
    return kind == RequestKind.WRITE
        ? PacketOut.write(memory().buffer(), filled(cc().pmtu(), content))
        : responder.request(kind);
  }

  private static byte[] filled(int bytes, byte content) {
    byte[] data = new byte[bytes];
    Arrays.fill(data, content);
    return data;
  }

  /// Receives one ACK for both requests, or one for each.
  private void acknowledges(int psn1, int psn2) throws TestException {
    step("3");
    PacketIn packetIn = transportRxPacket(RC_ACK, psn1);
    checks().verifyAck(packetIn);
    if (packetIn.psn() == psn2) {
      step("4");
      checks().verifyMsn(packetIn, 2);
      notLate(psn1);
      return;
    }
    checks().verifyPsn(packetIn, psn1);
    checks().verifyMsn(packetIn, 1);
    step("4");
    responder.verifyResponse(RequestKind.SEND, psn2, 2);
  }

  private void acknowledgeOrNone(RequestKind first, RequestKind second, int psn1, int psn2)
      throws TestException {
    step("3");
    PacketIn next = packets().peek(psn1);
    boolean acknowledged = next != null && next.is(RC_ACK) && Psn.isBefore(next.psn(), psn2);
    if (acknowledged) {
      responder.verifyResponse(RequestKind.WRITE, psn1, 1);
    }
    step("4");
    verifySecond(first, second, psn2);
    if (!acknowledged) {
      notLate(psn1);
    }
  }

  // --- data

  /// Receives the response to the second request; after a WRITE or atomic, it shows the result.
  private void verifySecond(RequestKind first, RequestKind second, int psn) throws TestException {
    if (!isChanging(first) || second.mayBeCoalesced()) {
      responder.verifyResponse(second, psn, 2);
    } else if (second == RequestKind.READ) {
      PacketIn packetIn = responder.verifyResponsePacket(RC_RDMA_READ_RESP_FIRST, psn, 2);
      responder.verifyResponsePacket(RC_RDMA_READ_RESP_LAST, Psn.next(psn), 2);
      step("6");
      verifyRead(first, packetIn);
    } else {
      PacketIn packetIn = responder.verifyResponse(second, psn, 2);
      step("6");
      checks().verifyOrigRemDt(packetIn, after(first));
    }
  }

  /// The content of memory that cannot be filled or read is not known before a WRITE.
  private boolean isChanging(RequestKind kind) {
    return kind == RequestKind.WRITE || (kind.isAtomic() && dut().can(Ability.MEMORY));
  }

  /// Returns the number in memory after a WRITE, or after an atomic on zeros.
  private static long after(RequestKind kind) {
    return kind == RequestKind.WRITE
        ? ByteBuffer.wrap(filled(Long.BYTES, FIRST)).getLong()
        : DutResponder.NUMBER;
  }

  private void verifyRead(RequestKind first, PacketIn packetIn) throws TestException {
    ByteOrder order = dut().attributes().byteOrder();
    long number = ByteBuffer.wrap(packetIn.payload()).getLong();
    long expected = after(first);
    boolean isReversed = Long.reverseBytes(number) == expected;
    verify(
        packetIn,
        order == null
            ? number == expected || isReversed
            : order == ByteOrder.BIG_ENDIAN ? number == expected : isReversed,
        () -> "the result of the " + first,
        () -> "0x%016X in %s".formatted(number, packetIn));
  }

  private void verifyMemory(RequestKind first, RequestKind second) throws TestException {
    MemoryRegion region = memory().buffer();
    if (second == RequestKind.WRITE) {
      memory().verify(region, 0, filled(cc().pmtu(), SECOND));
    } else if (second.isAtomic() && dut().can(Ability.MEMORY)) {
      memory().verifyNumber(region, 0, afterBoth(first, second));
    }
  }

  private long afterBoth(RequestKind first, RequestKind second) {
    long before = isChanging(first) ? after(first) : 0;
    boolean isAdded = second == RequestKind.FETCHADD || before == 0;
    return isAdded ? before + DutResponder.NUMBER : before;
  }

  // --- gap

  private void gap(RequestKind first) throws TestException {
    step("8");
    memory().register();
    int psn1 = cc().startPsn();
    int psn2 = DutResponder.after(psn1, first);
    transportTxPacket(responder.request(first), psn1);
    transportTxPacket(responder.request(RequestKind.WRITE), Psn.next(psn2));
    responder.verifyResponse(first, psn1, 1);
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn2, 1);
    waitFor(NO_DELAY);
    step("9");
    transportTxPacket(responder.request(RequestKind.WRITE), psn2);
    responder.verifyResponse(RequestKind.WRITE, psn2, 2);
  }

  // --- NAKs

  private void notReady(RequestKind first) throws TestException {
    step("10");
    memory().register();
    int psn = cc().startPsn();
    int next = DutResponder.after(psn, first);
    transportTxPacket(responder.request(first), psn);
    transportTxPacket(responder.request(RequestKind.SEND), next);
    responder.verifyResponse(first, psn, 1);
    PacketIn packetIn = packets().receive(RC_ACK, next, "an RNR NAK");
    verify(packetIn, packetIn.syndrome() instanceof RnrNak, () -> "an RNR NAK", packetIn::toString);
    checks().verifyPsn(packetIn, next);
  }

  // --- many

  private void many() throws TestException {
    step("11");
    MemoryRegion region = memory().register();
    int most = Math.min(MANY, dut().attributes().maxReadsAsTarget());
    connection()
        .turnTo(
            connection()
                .openAnother(usual -> usual.withReads(new Reads(usual.reads().own(), most))));
    for (int i = 0; i < most; i++) {
      transportTxPacket(PacketOut.read(region, Long.BYTES), cc().psn(i));
    }
    for (int i = 0; i < most; i++) {
      responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, cc().psn(i), i + 1);
    }
    step("12");
    for (int i = 0; i <= most; i++) {
      read(region, most - 1);
    }
    read(region, most);
  }

  private void read(MemoryRegion region, int index) throws TestException {
    transportTxPacket(PacketOut.read(region, Long.BYTES), cc().psn(index));
    responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, cc().psn(index), index + 1);
  }

  private void notLate(int psn1) throws TestException {
    step("5");
    packets().verifySilence(psn1);
  }
}
