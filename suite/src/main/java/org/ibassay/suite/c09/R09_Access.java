package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A request without the right to a memory region neither reads nor writes it
///
/// - Section: 9.7.4.1.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-access#01, ia-r09-access#02, ia-r09-access#03, ia-r09-access#04
///
/// RDMA WRITEs, READs, and atomics use a wrong R_Key, start before the region's first byte, reach
/// past its last byte, or lack the access right. Each is answered with a remote access error NAK,
/// changes nothing, and moves the QP to the error state. A READ or atomic that was sent before such
/// a request is still answered.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, on which its request is
///   the first; and another one, for the first START_PSN, on which three valid RDMA WRITEs come
///   before it.
/// - The atomic past the region starts eight bytes after its end, so that it is aligned.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, send the preceding requests, and receive the ACK of each.
///   Register memory with all rights except the one under test.
/// - 2: Send the request.
/// - 3: Receive a remote access error NAK, with its PSN, and an MSN that counts the requests before
///   it. [ia-r09-access#01]
/// - 4: Verify that the memory is unchanged. [ia-r09-access#02]
/// - 5: Verify that the QP is in the error state. [ia-r09-access#03]
/// - 6: Close the connection.
/// - 7: For READ and each atomic: open a connection; register memory. Send the request and, without
///   a wait, an RDMA WRITE with a wrong R_Key. Receive the response to the request: OpCode, PSN,
///   ACK, and MSN 1; then receive a remote access error NAK with the PSN of the WRITE and MSN 1.
///   [ia-r09-access#04]
/// - 8: Open a connection; register memory. Send a READ of two packets, the second of which lies
///   after the region; receive a remote access error NAK with its PSN; or READ response First, and
///   the NAK with the next PSN. [ia-r09-access#01]
/// - 9: Open a connection; register 12 bytes of memory. Send a FetchAdd to the ninth byte on;
///   receive a remote access error NAK with its PSN and MSN 0. [ia-r09-access#01]
/// - 10: Verify that the memory is unchanged. [ia-r09-access#02]
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_Access extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  /// @param rights of the region
  private record Case(AccessRights rights, Request request) {}

  private interface Request {
    PacketOut on(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    for (Map.Entry<String, Case> fault : cases().entrySet()) {
      carryOutCase(fault.getKey(), () -> procedure(fault.getValue(), 0));
      carryOutOnce(fault.getKey() + ", later", () -> procedure(fault.getValue(), LEAD));
    }
    for (RequestKind kind : RequestKind.values()) {
      if (!kind.mayBeCoalesced() && kind.isServedBy(dut())) {
        carryOutOnce("after " + kind, () -> after(kind));
      }
    }
    if (RequestKind.READ.isServedBy(dut())) {
      carryOutOnce("READ, a packet past the end", this::readAcrossEnd);
    }
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      carryOutOnce("atomic, half past the end", this::addAcrossEnd);
    }
    return log().allPassed();
  }

  private Map<String, Case> cases() throws TestException {
    Map<String, Case> cases = new LinkedHashMap<>();
    AccessRights all = AccessRights.ALL;
    cases.put("WRITE, wrong key", new Case(all, r -> writeAt(r, 0).set(Reth.R_KEY, ~r.rkey())));
    cases.put("WRITE, a byte before", new Case(all, r -> writeAt(r, -1)));
    cases.put(
        "WRITE, a byte past the end", new Case(all, r -> writeAt(r, r.bytes() - cc().pmtu() + 1)));
    cases.put("WRITE, no right", new Case(all.withRemoteWrite(false), r -> writeAt(r, 0)));
    if (RequestKind.READ.isServedBy(dut())) {
      putReads(cases);
    }
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      cases.put(
          "atomic, wrong key", new Case(all, r -> addAt(r, 0).set(AtomicEth.R_KEY, ~r.rkey())));
      cases.put("atomic, past the end", new Case(all, r -> addAt(r, r.bytes())));
      cases.put("atomic, no right", new Case(all.withRemoteAtomic(false), r -> addAt(r, 0)));
    }
    return cases;
  }

  private void putReads(Map<String, Case> cases) {
    AccessRights all = AccessRights.ALL;
    cases.put("READ, wrong key", new Case(all, r -> readAt(r, 0).set(Reth.R_KEY, ~r.rkey())));
    cases.put("READ, a byte before", new Case(all, r -> readAt(r, -1)));
    cases.put(
        "READ, a byte past the end", new Case(all, r -> readAt(r, r.bytes() - cc().pmtu() + 1)));
    cases.put("READ, no right", new Case(all.withRemoteRead(false), r -> readAt(r, 0)));
  }

  private PacketOut writeAt(MemoryRegion region, long at) {
    return PacketOut.write(region, pattern(cc().pmtu())).set(Reth.VA, region.address() + at);
  }

  private PacketOut readAt(MemoryRegion region, long at) {
    return PacketOut.read(region, cc().pmtu()).set(Reth.VA, region.address() + at);
  }

  private PacketOut addAt(MemoryRegion region, long at) {
    return PacketOut.atomic(RC_FETCHADD, region)
        .set(AtomicEth.VA, region.address() + at)
        .set(AtomicEth.SWAP_DT, DutResponder.NUMBER);
  }

  private void procedure(Case fault, int before) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, before);
    MemoryRegion region = memory().register(fault.rights);
    step("2");
    transportTxPacket(fault.request.on(region), psn);
    step("3");
    responder.verifyNak(REMOTE_ACCESS_ERROR, psn, before);
    step("4");
    memory().verify(region, 0, new byte[Long.BYTES]);
    memory().verify(region, region.bytes() - cc().pmtu(), new byte[cc().pmtu()]);
    step("5");
    work().verifyState(State.ERR);
    step("6");
  }

  private void after(RequestKind first) throws TestException {
    step("7");
    MemoryRegion region = memory().register();
    int psn = cc().startPsn();
    int next = DutResponder.after(psn, first);
    transportTxPacket(responder.request(first), psn);
    transportTxPacket(writeAt(region, 0).set(Reth.R_KEY, ~region.rkey()), next);
    responder.verifyResponse(first, psn, 1);
    responder.verifyNak(REMOTE_ACCESS_ERROR, next, 1);
  }

  private void readAcrossEnd() throws TestException {
    step("8");
    MemoryRegion region = memory().register();
    int pmtu = cc().pmtu();
    int psn = cc().startPsn();
    PacketOut read = PacketOut.read(region, 2L * pmtu);
    transportTxPacket(read.set(Reth.VA, region.address() + region.bytes() - pmtu), psn);
    PacketIn first = packets().peek(psn);
    boolean isBegun = first != null && first.is(RC_RDMA_READ_RESP_FIRST);
    if (isBegun) {
      packets().receive(RC_RDMA_READ_RESP_FIRST, psn);
    }
    int refused = isBegun ? Psn.next(psn) : psn;
    PacketIn nak = packets().receive(RC_ACK, refused, new Nak(REMOTE_ACCESS_ERROR).toString());
    checks().verifyNak(nak, REMOTE_ACCESS_ERROR);
    checks().verifyPsn(nak, refused);
  }

  private void addAcrossEnd() throws TestException {
    step("9");
    int bytes = Long.BYTES + Integer.BYTES;
    MemoryRegion region = memory().register(AccessRights.ALL, bytes);
    transportTxPacket(addAt(region, Long.BYTES), cc().startPsn());
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().startPsn(), 0);
    step("10");
    memory().verify(region, 0, new byte[bytes]);
  }
}
