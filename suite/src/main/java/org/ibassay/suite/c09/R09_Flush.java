package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_FLUSH;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Feth;
import org.ibassay.wire.packet.Reth;

/// # FLUSH is answered with a zero-length READ response once prior writes are in memory
///
/// - Section: 9.7.4.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: FLUSH
/// - Assertions: ia-r09-flush#01, ia-r09-flush#02, ia-r09-flush#03, ia-r09-flush#04
///
/// FLUSHes for global visibility (annex A19) of a range and of a whole memory region follow RDMA
/// WRITEs that request no acknowledge. Each is answered with a zero-length RDMA READ response, and
/// by then the data is in memory. A FLUSH beyond the region, to a region without the access right,
/// or with a wrong R_Key is answered with a NAK.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports FLUSH;
///   R09_ExtendedOpCode applies to every DUT.
/// - A FLUSH of a whole region specifies no range: its VA is that of the region, its DMALen is 0.
/// - Persistence is not tested: memory of the agent does not survive a loss of power.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open a connection and register memory that may be flushed.
/// - 2: Send an RDMA WRITE without AckReq and a FLUSH of its range; receive the response, an RDMA
///   READ RESPONSE ONLY without payload: PSN, and an MSN that counts both. [ia-r09-flush#01]
/// - 3: Verify that the memory holds the written data. [ia-r09-flush#02]
/// - 4: Send the FLUSH again; receive its response again. [ia-r09-flush#01]
/// - 5: Send an RDMA WRITE to another address without AckReq and a FLUSH of the whole region;
///   receive the response: PSN, MSN. [ia-r09-flush#01]
/// - 6: Verify that the memory holds the data of both WRITEs and nothing else. [ia-r09-flush#02]
/// - 7: Send an RDMA WRITE with AckReq; receive its ACK: PSN, MSN. [ia-r09-flush#01]
/// - 8: For each fault: open a connection, send three valid RDMA WRITEs, and receive the ACK of
///   each. Register memory, and send the FLUSH.
/// - 9: Receive a remote access error NAK: PSN, MSN. [ia-r09-flush#03]
/// - 10: Verify that the QP is in the error state. [ia-r09-flush#04]
/// - 11: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.MEMORY, Ability.RENEWAL, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_Flush extends TransportTest {
  private static final AccessRights FLUSHED = AccessRights.ALL.withRemoteFlush(true);
  private static final int BYTES = 24;

  private final DutResponder responder = new DutResponder(tt());

  private record Fault(AccessRights rights, Request request) {}

  private interface Request {
    PacketOut on(MemoryRegion region);
  }

  @Override
  protected boolean initialize() throws TestException {
    super.initialize();
    closeRcChannel();
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().serves(Option.FLUSH)) {
      leaveOutRest("neither the DUT nor its agent declares FLUSH");
      return log().allPassed();
    }
    connection().setRights(FLUSHED);
    carryOutCase("right", this::procedure);
    for (Map.Entry<String, Fault> fault : faults().entrySet()) {
      carryOutOnce(fault.getKey(), () -> refused(fault.getValue()));
    }
    return log().allPassed();
  }

  private static PacketOut flush(MemoryRegion region, int selectivity, long bytes) {
    return PacketOut.rdma(RC_FLUSH, region, bytes)
        .ackReq()
        .set(Feth.SEL, selectivity)
        .set(Feth.PLT, 1);
  }

  private static PacketOut write(MemoryRegion region, long at, byte[] data) {
    return PacketOut.write(region, data).set(Reth.VA, region.address() + at);
  }

  private static Map<String, Fault> faults() {
    Map<String, Fault> faults = new LinkedHashMap<>();
    faults.put(
        "a byte past the end",
        new Fault(
            FLUSHED,
            r -> flush(r, Feth.RANGE, BYTES).set(Reth.VA, r.address() + r.bytes() - BYTES + 1)));
    faults.put(
        "a byte before",
        new Fault(FLUSHED, r -> flush(r, Feth.RANGE, BYTES).set(Reth.VA, r.address() - 1)));
    faults.put("no right", new Fault(AccessRights.ALL, r -> flush(r, Feth.RANGE, BYTES)));
    faults.put(
        "no right to the whole region", new Fault(AccessRights.ALL, r -> flush(r, Feth.REGION, 0)));
    faults.put(
        "wrong key",
        new Fault(FLUSHED, r -> flush(r, Feth.RANGE, BYTES).set(Reth.R_KEY, ~r.rkey())));
    return faults;
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register(FLUSHED);
    byte[] data = pattern(BYTES);
    byte[] expected = new byte[3 * BYTES];
    System.arraycopy(data, 0, expected, 0, BYTES);
    step("2");
    transportTxPacket(unacknowledged(write(region, 0, data)), cc().psn(0));
    PacketOut first = flush(region, Feth.RANGE, BYTES);
    exchange(first, 1, 2);
    step("3");
    memory().verify(region, 0, expected);
    step("4");
    exchange(first, 1, 2);
    step("5");
    System.arraycopy(data, 0, expected, 2 * BYTES, BYTES);
    transportTxPacket(unacknowledged(write(region, 2L * BYTES, data)), cc().psn(2));
    exchange(flush(region, Feth.REGION, 0), 3, 4);
    step("6");
    memory().verify(region, 0, expected);
    step("7");
    transportTxPacket(write(region, 0, data), cc().psn(4));
    responder.verifyResponse(RequestKind.WRITE, cc().psn(4), 5);
  }

  private static PacketOut unacknowledged(PacketOut request) {
    return request.set(Bth.A, 0);
  }

  private void exchange(PacketOut flush, int index, int msn) throws TestException {
    transportTxPacket(flush, cc().psn(index));
    PacketIn response =
        responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, cc().psn(index), msn);
    checks().verifyPayload(response, new byte[0]);
  }

  private void refused(Fault fault) throws TestException {
    step("8");
    int psn = responder.lead(RequestKind.WRITE, LEAD);
    MemoryRegion region = memory().register(fault.rights);
    transportTxPacket(fault.request.on(region), psn);
    step("9");
    responder.verifyNak(REMOTE_ACCESS_ERROR, psn, LEAD);
    step("10");
    work().verifyState(State.ERR);
    step("11");
  }
}
