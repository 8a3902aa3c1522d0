package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_WRITE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Reth;

/// # ATOMIC WRITE stores 8 aligned bytes and nothing else
///
/// - Section: 9.7.4.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: ATOMIC WRITE
/// - Assertions: ia-r09-atomic-write#01, ia-r09-atomic-write#02, ia-r09-atomic-write#03,
///   ia-r09-atomic-write#04
///
/// ATOMIC WRITEs (annex A19) of 8 bytes are executed, and each is answered with a zero-length RDMA
/// READ response. An ATOMIC WRITE with any other payload length, or to an address that is not a
/// multiple of 8, is answered with a NAK and changes nothing.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports ATOMIC WRITE;
///   R09_ExtendedOpCode applies to every DUT.
/// - The invalid payloads are 0, 4, and 16 bytes, and 5 bytes with 3 bytes of pad. DMALen equals
///   the payload length, or 8 where there is none.
/// - A duplicate may be executed again, because it stores the same value.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open a connection and register memory.
/// - 2: Send three ATOMIC WRITEs to different addresses; receive for each an RDMA READ RESPONSE
///   ONLY without payload: PSN, MSN. [ia-r09-atomic-write#01]
/// - 3: Send the third again; receive its response again. [ia-r09-atomic-write#01]
/// - 4: Send a valid RDMA WRITE; receive its ACK: PSN, and an MSN that counts the requests before
///   it. [ia-r09-atomic-write#01]
/// - 5: Verify that the memory holds the data of the ATOMIC WRITEs and the RDMA WRITE, and is
///   unchanged elsewhere. [ia-r09-atomic-write#02]
/// - 6: For each invalid payload, and for addresses that are off by 1 and 4 bytes: open a
///   connection, send three valid RDMA WRITEs, and receive the ACK of each. Register memory; send
///   the ATOMIC WRITE.
/// - 7: When the response is received, verify that the memory is unchanged.
///   [ia-r09-atomic-write#04]
/// - 8: Verify that the response is an invalid request NAK: PSN, MSN. [ia-r09-atomic-write#03]
/// - 9: Verify that the QP is in the error state. [ia-r09-atomic-write#03]
/// - 10: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.MEMORY, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_AtomicWrite extends TransportTest {
  private static final int COUNT = 3;

  /// Bytes from one ATOMIC WRITE to the next.
  private static final int STEP = 24;

  private final DutResponder responder = new DutResponder(tt());

  private interface Request {
    PacketOut on(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().isAtomicWriteServed()) {
      leaveOutRest("neither the DUT nor its agent declares ATOMIC WRITE");
      return log().allPassed();
    }
    carryOutCase("right", this::procedure);
    for (Map.Entry<String, Request> fault : faults().entrySet()) {
      carryOutOnce(fault.getKey(), () -> refused(fault.getValue()));
    }
    return log().allPassed();
  }

  private static PacketOut request(MemoryRegion region, long at, byte[] data) {
    return PacketOut.rdma(RC_ATOMIC_WRITE, region, data.length == 0 ? Long.BYTES : data.length)
        .set(Reth.VA, region.address() + at)
        .ackReq()
        .payload(data);
  }

  private static Map<String, Request> faults() {
    Map<String, Request> faults = new LinkedHashMap<>();
    for (int bytes : new int[] {0, 4, 16, 5}) {
      faults.put("%d bytes".formatted(bytes), region -> request(region, 0, pattern(bytes)));
    }
    for (int at : new int[] {1, 4}) {
      faults.put("%d too far".formatted(at), region -> request(region, at, pattern(Long.BYTES)));
    }
    return faults;
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    byte[] expected = new byte[(COUNT + 2) * STEP];
    byte[] data = pattern((COUNT + 1) * Long.BYTES);
    step("2");
    for (int i = 0; i < COUNT; i++) {
      byte[] part = Arrays.copyOfRange(data, i * Long.BYTES, (i + 1) * Long.BYTES);
      System.arraycopy(part, 0, expected, i * STEP, part.length);
      exchange(region, i, part);
    }
    step("3");
    byte[] third =
        Arrays.copyOfRange(expected, (COUNT - 1) * STEP, (COUNT - 1) * STEP + Long.BYTES);
    exchange(region, COUNT - 1, third);
    step("4");
    byte[] last = Arrays.copyOfRange(data, COUNT * Long.BYTES, data.length);
    System.arraycopy(last, 0, expected, COUNT * STEP, last.length);
    transportTxPacket(
        PacketOut.write(region, last).set(Reth.VA, region.address() + COUNT * STEP),
        cc().psn(COUNT));
    responder.verifyResponse(RequestKind.WRITE, cc().psn(COUNT), COUNT + 1);
    step("5");
    memory().verify(region, 0, expected);
  }

  private void exchange(MemoryRegion region, int index, byte[] data) throws TestException {
    int psn = cc().psn(index);
    transportTxPacket(request(region, (long) index * STEP, data), psn);
    PacketIn response = responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, psn, index + 1);
    checks().verifyPayload(response, new byte[0]);
  }

  private void refused(Request request) throws TestException {
    step("6");
    int psn = responder.lead(RequestKind.WRITE, LEAD);
    MemoryRegion region = memory().register();
    transportTxPacket(request.on(region), psn);
    step("7");
    packets().peek(psn);
    memory().verify(region, 0, new byte[2 * STEP]);
    step("8");
    responder.verifyNak(INVALID_REQUEST, psn, LEAD);
    step("9");
    work().verifyState(State.ERR);
    step("10");
  }
}
