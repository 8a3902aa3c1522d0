package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.READ_RESPONSES;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # Requests reach the last byte of memory, and pad bytes are not stored
///
/// - Section: 9.7.4.1.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-edges#01, ia-r09-edges#02, ia-r09-edges#03, ia-r09-edges#04
///
/// A region of odd length is written as a whole and at its last byte, and an atomic operates on the
/// last 8 bytes of another. The byte after the last one is not part of the region. SENDs fill
/// receives of odd length to the last byte. SENDs and RDMA WRITEs of lengths that need pad leave
/// the bytes next to their data unchanged, and one of each, and a READ, is longer than 65,536
/// bytes.
///
/// ## Notes
///
/// - This test is the suite's own. In R09_MessageLengths, memory holds zeros and so do pad bytes.
///   Here memory holds other bytes before, and pad bytes have another value: a receiver ignores
///   them.
/// - A zero-length request accesses no memory. Its R_Key is valid here, its VA is not.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: Open a connection; register two pages and 13 bytes of memory; fill it. Send an RDMA WRITE
///   of all of it, and one of its last byte; receive an ACK for the last packet of each: PSN and
///   MSN. [ia-r09-edges#01]
/// - 2: Verify the whole memory. [ia-r09-edges#02]
/// - 3: Register two pages and 16 bytes of memory. Send a FetchAdd to the last 8 bytes, and to the
///   first of the second page; receive the responses: PSN and MSN. Verify the result of each.
///   [ia-r09-edges#03]
/// - 4: Send a zero-length RDMA WRITE and a zero-length READ with the region's R_Key and a VA
///   outside it; receive their ACK and response: PSN and MSN. [ia-r09-edges#01]
/// - 5: For 1, 2, 3, 5, and PMTU - 3 bytes: open a connection; fill memory; send an RDMA WRITE of
///   that length to each of four adjacent addresses, with pad bytes that are not 0; receive the ACK
///   of each. [ia-r09-edges#01]
/// - 6: After each, verify the data and the bytes around it. [ia-r09-edges#02]
/// - 7: For the lengths of step 5: open a connection; post three receives of that length next to
///   each other in filled memory. Send a SEND of that length with pad bytes that are not 0; receive
///   its ACK: PSN and MSN. [ia-r09-edges#01]
/// - 8: Verify that the first receive completes with that length, and that the memory of the others
///   is unchanged. [ia-r09-edges#02]
/// - 9: For SEND and RDMA WRITE: open a connection; send a message of 65,536 bytes, a packet, and
///   one byte; receive an ACK for its last packet: PSN and MSN 1. [ia-r09-edges#01]
/// - 10: Verify the data, and the length that the receive of a SEND reports. [ia-r09-edges#02]
/// - 11: For RDMA WRITE and READ: open a connection; register memory as in step 1. Send a request
///   for the byte after the last one; receive a remote access error NAK with its PSN and MSN 0.
///   [ia-r09-edges#04]
/// - 12: Open a connection; register and fill 65,536 bytes, a packet, and one byte; READ all of it;
///   receive the response: OpCode, PSN, and MSN 1 of each packet. [ia-r09-edges#01]
/// - 13: Verify that each packet carries the bytes of its position. [ia-r09-edges#02]
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.RECEIVES},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_Edges extends TransportTest {
  private static final int PAGE = 4096;
  private static final int ODD = 13;
  private static final int FILLER = 0xA5;
  private static final int PAD = 0x77;
  private static final int LONG = 1 << 16;

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;

  @Override
  public boolean execute() throws TestException {
    carryOutOnce("end of a region", new Fresh(this::endOfRegion));
    for (int bytes : List.of(1, 2, 3, 5, dut().pathMtu() - 3)) {
      carryOutOnce("WRITE of " + bytes, new Fresh(() -> writes(bytes)));
      carryOutOnce("SEND of " + bytes, new Fresh(() -> sends(bytes)));
    }
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      carryOutOnce("long " + kind, new Fresh(() -> beyond64K(kind)));
    }
    carryOutOnce("WRITE after the end", () -> afterEnd(r -> PacketOut.write(r, new byte[1])));
    carryOutOnce("READ after the end", () -> afterEnd(r -> PacketOut.read(r, 1)));
    if (RequestKind.READ.isServedBy(dut())) {
      carryOutOnce("long READ", new Fresh(this::readBeyond64K));
    }
    return log().allPassed();
  }

  /// A part that begins on a new connection.
  private final class Fresh implements Part {
    private final Part rest;

    Fresh(Part rest) {
      this.rest = rest;
    }

    @Override
    public void run() throws TestException {
      psn = cc().startPsn();
      msn = 0;
      rest.run();
    }
  }

  private static byte[] filler(int bytes) {
    byte[] filler = new byte[bytes];
    Arrays.fill(filler, (byte) FILLER);
    return filler;
  }

  private MemoryRegion filled(int bytes) throws TestException {
    MemoryRegion region = memory().register(AccessRights.ALL, bytes);
    memory().fill(region, filler(bytes));
    return region;
  }

  private void endOfRegion() throws TestException {
    step("1");
    int bytes = 2 * PAGE + ODD;
    MemoryRegion region = filled(bytes);
    byte[] data = pattern(bytes);
    send(responder.message(RequestKind.WRITE, region, data));
    data[bytes - 1] ^= (byte) FILLER;
    byte[] last = {data[bytes - 1]};
    send(List.of(PacketOut.write(region, last).set(Reth.VA, region.address() + bytes - 1)));
    step("2");
    memory().verify(region, 0, data);
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      step("3");
      MemoryRegion numbers = memory().register(AccessRights.ALL, 2 * PAGE + 2 * Long.BYTES);
      add(numbers, 2 * PAGE + Long.BYTES);
      add(numbers, PAGE);
    } else {
      leaveOut("the DUT has no atomics", "3", "3");
    }
    step("4");
    PacketOut write = PacketOut.write(region, new byte[0]);
    send(List.of(write.set(Reth.VA, region.address() + bytes + 1)));
    PacketOut read = PacketOut.read(region, 0).set(Reth.VA, region.address() - PAGE);
    transportTxPacket(read, psn);
    responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, psn, ++msn);
  }

  private void add(MemoryRegion region, long at) throws TestException {
    transportTxPacket(
        PacketOut.atomic(RC_FETCHADD, region)
            .set(AtomicEth.VA, region.address() + at)
            .set(AtomicEth.SWAP_DT, DutResponder.NUMBER),
        psn);
    responder.verifyResponsePacket(RC_ATOMIC_ACK, psn, ++msn);
    psn = Psn.next(psn);
    memory().verifyNumber(region, at, DutResponder.NUMBER);
  }

  private void writes(int bytes) throws TestException {
    int room = bytes + 3 * Long.BYTES;
    MemoryRegion region = memory().register(AccessRights.ALL, room);
    for (int shift = 0; shift < Integer.BYTES; shift++) {
      step("5");
      memory().fill(region, filler(room));
      int at = Long.BYTES + shift;
      PacketOut write = PacketOut.write(region, pattern(bytes)).padWith(PAD);
      send(List.of(write.set(Reth.VA, region.address() + at)));
      step("6");
      byte[] expected = filler(room);
      System.arraycopy(pattern(bytes), 0, expected, at, bytes);
      memory().verify(region, 0, expected);
    }
  }

  private void sends(int bytes) throws TestException {
    step("7");
    MemoryRegion region = filled(3 * bytes);
    for (int i = 0; i < 3; i++) {
      work().postReceive(i, region.slice((long) i * bytes, bytes));
    }
    send(List.of(responder.send(pattern(bytes)).getFirst().padWith(PAD)));
    step("8");
    verifyCompleted(bytes);
    byte[] expected = filler(3 * bytes);
    System.arraycopy(pattern(bytes), 0, expected, 0, bytes);
    memory().verify(region, 0, expected);
  }

  private void beyond64K(RequestKind kind) throws TestException {
    step("9");
    int bytes = LONG + cc().pmtu() + 1;
    MemoryRegion region =
        kind == RequestKind.SEND
            ? work().postReceives(1, bytes)
            : memory().register(AccessRights.ALL, bytes);
    send(responder.message(kind, region, pattern(bytes)));
    step("10");
    if (kind == RequestKind.SEND) {
      verifyCompleted(bytes);
    }
    memory().verify(region, 0, pattern(bytes));
  }

  private void readBeyond64K() throws TestException {
    byte[] data = pattern(LONG + cc().pmtu() + 1);
    MemoryRegion region = memory().register(AccessRights.ALL, data.length);
    memory().fill(region, data);
    step("12");
    transportTxPacket(PacketOut.read(region, data.length), psn);
    int count = cc().packets(data.length);
    for (int i = 0; i < count; i++) {
      step("12");
      packets().throwIfGap(psn);
      PacketIn part = responder.verifyResponsePacket(READ_RESPONSES.of(i, count), psn, 1);
      step("13");
      checks().verifyPayload(part, cc().part(data, i));
      psn = Psn.next(psn);
    }
  }

  private void afterEnd(Function<MemoryRegion, PacketOut> request) throws TestException {
    step("11");
    MemoryRegion region = filled(2 * PAGE + ODD);
    PacketOut beyond = request.apply(region).set(Reth.VA, region.address() + region.bytes());
    transportTxPacket(beyond, cc().startPsn());
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().startPsn(), 0);
  }

  /// Sends a message whose last packet alone requests an acknowledge; receives that.
  private void send(List<PacketOut> message) throws TestException {
    for (PacketOut packet : message) {
      boolean isLast = packet == message.getLast();
      transportTxPacket(packet.set(Bth.A, isLast ? 1 : 0), psn);
      if (isLast) {
        responder.verifyResponsePacket(RC_ACK, psn, ++msn);
      }
      psn = Psn.next(psn);
    }
  }

  private void verifyCompleted(int bytes) throws TestException {
    List<Completion> ended = work().pollReceives(1);
    Completion expected = new Completion(0, Status.SUCCESS, 0, bytes);
    verify(
        0,
        ended.size() == 1
            && ended.getFirst().id() == expected.id()
            && ended.getFirst().status() == expected.status()
            && ended.getFirst().bytes() == expected.bytes(),
        () -> "one completion: " + expected,
        ended::toString);
  }
}
