package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.Arrays;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.RnrNak;

/// # An older duplicate request is answered, and the connection continues after the newest request
///
/// - Section: 9.7.5.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-old-duplicates#01, ia-r09-old-duplicates#02, ia-r09-old-duplicates#03
///
/// Each kind of request is repeated after newer ones were answered: two SENDs or, for a READ or
/// atomic, further atomics. The DUT responds to the duplicate without executing it again, and then
/// accepts the next new request.
///
/// ## Notes
///
/// - This test is the suite's own. R09_Duplicates repeats the newest request.
/// - A duplicate SEND needs no receive: the first one has consumed it. The DUT answers it even
///   while it waits for a newer SEND after an RNR NAK.
/// - The ACK of a duplicate SEND or WRITE may have its PSN, or that of any newer SEND or WRITE that
///   no READ or atomic precedes.
/// - A response to a duplicate has the MSN of its request or the current one; no public text
///   specifies which.
/// - An older READ or atomic is repeated within the number of requests that the DUT accepts at a
///   time, because its responder resources hold the requests that it remembers.
/// - The PSNs of one READ response wrap from 0xFFFFFF to 0.
/// - Atomics are omitted for a DUT without them; the case of further atomics also for a DUT that
///   accepts only one READ or atomic at a time.
///
/// ## Procedure
///
/// - 1: For each kind of request, and each kind of newer ones: open a connection, register memory
///   and post receives.
/// - 2: Send the request and two newer ones, each after the previous one is answered; receive each
///   response.
/// - 3: The DUT's host overwrites the memory that the request accesses.
/// - 4: Send the oldest request again, with its PSN.
/// - 5: Receive the response: OpCode, PSN, ACK, an MSN from 1 to 3; for an atomic, the same
///   original data as before; for a READ, the current content of the memory.
///   [ia-r09-old-duplicates#01]
/// - 6: Verify that the memory is unchanged since step 3. [ia-r09-old-duplicates#02]
/// - 7: Send an RDMA WRITE with the next new PSN; receive its ACK: PSN and MSN 4.
///   [ia-r09-old-duplicates#03]
/// - 8: Verify that each SEND has consumed one receive. [ia-r09-old-duplicates#02]
/// - 9: Send one more SEND, which consumes the last receive; receive its ACK: PSN and MSN 5.
///   [ia-r09-old-duplicates#03]
/// - 10: Verify that it has consumed one receive. [ia-r09-old-duplicates#02]
/// - 11: Send the oldest request once more; receive its response: as in step 5, without its data,
///   and an MSN from 1 to 5. [ia-r09-old-duplicates#01]
/// - 12: Send a new SEND; receive an RNR NAK with its PSN. Send the oldest request once more;
///   receive its response, as in step 11. [ia-r09-old-duplicates#01]
/// - 13: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_OldDuplicates extends TransportTest {
  private static final int NEWER = 2;
  private static final int LAST_PSN = 0xFF_FFFF;
  private static final byte[] NOTHING = {};

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    boolean hasAtomics = RequestKind.FETCHADD.isServedBy(dut());
    for (RequestKind kind : RequestKind.values()) {
      if (kind.isServedBy(dut())) {
        carryOutCase(kind + ", then SENDs", () -> procedure(kind, RequestKind.SEND));
        if (!kind.mayBeCoalesced() && hasAtomics && dut().attributes().maxReadsAsTarget() > NEWER) {
          carryOutCase(kind + ", then FETCHADDs", () -> procedure(kind, RequestKind.FETCHADD));
        }
      }
    }
    if (RequestKind.READ.isServedBy(dut()) && dut().can(Ability.NEW_QPS)) {
      carryOutFrom(
          "READ over the wrap, then SENDs",
          LAST_PSN,
          () -> procedure(RequestKind.READ, RequestKind.SEND));
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind, RequestKind newer) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    byte[] before = pattern(DutResponder.READ_PACKETS * cc().pmtu());
    memory().fill(region, before);
    int sends = (kind == RequestKind.SEND ? 1 : 0) + (newer == RequestKind.SEND ? NEWER : 0);
    work().postReceives(sends + 1, cc().pmtu());
    step("2");
    int psn = cc().startPsn();
    transportTxPacket(responder.request(kind), psn);
    PacketIn first = responder.verifyResponse(kind, psn, 1);
    int next = DutResponder.after(psn, kind);
    for (int i = 0; i < NEWER; i++) {
      transportTxPacket(responder.request(newer), next);
      responder.verifyResponse(newer, next, i + 2);
      next = DutResponder.after(next, newer);
    }

    Oldest oldest = new Oldest(kind, psn, first);
    step("3");
    byte[] now = before.clone();
    Arrays.fill(now, (byte) 0x5A);
    memory().fill(region, now);
    step("4");
    transportTxPacket(responder.request(kind), psn);
    step("5");
    verifyAgain(oldest, Psn.add(next, -1), NEWER + 1, now);
    step("6");
    memory().verify(region, 0, now);
    step("7");
    transportTxPacket(responder.request(RequestKind.WRITE), next);
    responder.verifyResponse(RequestKind.WRITE, next, NEWER + 2);
    step("8");
    work().verifyReceived(sends);
    withoutReceives(oldest, Psn.next(next));
    step("13");
  }

  /// @param first the last packet of its response
  private record Oldest(RequestKind kind, int psn, PacketIn first) {}

  private void withoutReceives(Oldest oldest, int psn) throws TestException {
    step("9");
    transportTxPacket(responder.request(RequestKind.SEND), psn);
    responder.verifyResponse(RequestKind.SEND, psn, NEWER + 3);
    step("10");
    work().verifyReceived(1);
    step("11");
    transportTxPacket(responder.request(oldest.kind), oldest.psn);
    verifyAgain(oldest, psn, NEWER + 3, NOTHING);
    if (!dut().can(Ability.RECEIVES)) {
      leaveOut("the DUT's host posts receives of its own", "12", "12");
      return;
    }
    step("12");
    int next = Psn.next(psn);
    transportTxPacket(responder.request(RequestKind.SEND), next);
    PacketIn refusal = packets().receive(RC_ACK, next, "an RNR NAK");
    verify(refusal, refusal.syndrome() instanceof RnrNak, () -> "an RNR NAK", refusal::toString);
    checks().verifyPsn(refusal, next);
    transportTxPacket(responder.request(oldest.kind), oldest.psn);
    verifyAgain(oldest, psn, NEWER + 3, NOTHING);
  }

  /// @param newest the highest PSN of an ACK
  /// @param most number of requests that were executed
  /// @param now content of the memory; empty if a READ is not compared with it
  private void verifyAgain(Oldest oldest, int newest, int most, byte[] now) throws TestException {
    if (oldest.kind.mayBeCoalesced()) {
      verifyMsn(responder.verifyAcknowledgedAgain(oldest.psn, newest), most);
      return;
    }
    for (PacketIn packetIn : responder.receiveResponse(oldest.kind, oldest.psn)) {
      verifyMsn(packetIn, most);
      if (oldest.kind.isAtomic()) {
        checks().verifyOrigRemDt(packetIn, oldest.first.origRemDt());
      } else if (memory().isSeen() && now.length > 0) {
        checks().verifyPayload(packetIn, Arrays.copyOf(now, cc().pmtu()));
      }
    }
  }

  private void verifyMsn(PacketIn packetIn, int most) {
    int executed = checks().executed(packetIn);
    verify(
        packetIn,
        executed >= 1 && executed <= most,
        () -> "an MSN from 1 to " + most,
        packetIn::toString);
  }
}
