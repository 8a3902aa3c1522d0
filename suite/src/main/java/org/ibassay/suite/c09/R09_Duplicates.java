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

/// # A duplicate request is answered again but not executed again
///
/// - Section: 9.7.5.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-duplicates#01, ia-r09-duplicates#02
///
/// Each kind of request is sent twice with the same PSN. The DUT responds to the duplicate, too. An
/// atomic returns the original data of its first execution. A SEND consumes no further receive, a
/// WRITE does not write again, and an atomic is not executed again.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - The ACK of a duplicate SEND or WRITE may have the PSN of the newest request that the DUT has
///   executed; here that is the duplicate itself.
/// - The PSNs of one READ response wrap from 0xFFFFFF to 0.
/// - A duplicate READ is executed again, so it returns the current content of the memory.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For each kind of request, and for a READ whose first PSN is 0xFFFFFF: open a connection,
///   register memory, and post two receives.
/// - 2: Send the request, and receive its response.
/// - 3: The DUT's host overwrites the memory that the request accesses.
/// - 4: Send the request again, with the same PSN.
/// - 5: Receive the response: OpCode, PSN, ACK, and MSN as before; for an atomic, the same original
///   data as before; for a READ, the current content of the memory. [ia-r09-duplicates#01]
/// - 6: Verify that the memory is unchanged since step 3, and that a SEND has consumed only the
///   first of the two receives. [ia-r09-duplicates#02]
/// - 7: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.RESPONDER, effect = Effect.READS, parameters = START_PSN)
public final class R09_Duplicates extends TransportTest {
  private static final int LAST_PSN = 0xFF_FFFF;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      if (kind.isServedBy(dut())) {
        carryOutCase(kind.name(), () -> twice(kind));
      }
    }
    if (RequestKind.READ.isServedBy(dut()) && dut().can(Ability.NEW_QPS)) {
      carryOutFrom("READ over the wrap", LAST_PSN, () -> twice(RequestKind.READ));
    }
    return log().allPassed();
  }

  private void twice(RequestKind kind) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    byte[] before = pattern(DutResponder.READ_PACKETS * cc().pmtu());
    memory().fill(region, before);
    work().postReceives(2, cc().pmtu());
    step("2");
    int psn = cc().startPsn();
    transportTxPacket(responder.request(kind), psn);
    PacketIn first = responder.verifyResponse(kind, psn, 1);

    step("3");
    byte[] now = before.clone();
    Arrays.fill(now, (byte) 0x5A);
    memory().fill(region, now);
    step("4");
    transportTxPacket(responder.request(kind), psn);
    step("5");
    verifySecond(kind, first, psn, now);

    step("6");
    memory().verify(region, 0, now);
    if (kind == RequestKind.SEND && work().areReceivesSeen()) {
      work().verifyReceived(1);
      int more = work().pollReceivesAfterSilence().size();
      verify(0, more == 0, () -> "no second completion", () -> more + " more");
    }
    step("7");
  }

  private void verifySecond(RequestKind kind, PacketIn first, int psn, byte[] now)
      throws TestException {
    if (kind.isAtomic()) {
      checks().verifyOrigRemDt(responder.verifyResponse(kind, psn, 1), first.origRemDt());
    } else if (kind == RequestKind.READ) {
      PacketIn last = responder.verifyResponse(kind, psn, 1);
      if (memory().isSeen()) {
        checks().verifyPayload(last, Arrays.copyOfRange(now, cc().pmtu(), 2 * cc().pmtu()));
      }
    } else {
      responder.verifyResponsePacket(RC_ACK, psn, 1);
    }
  }
}
