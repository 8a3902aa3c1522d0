package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # A message is stored at its address, at any offset and of any length
///
/// - Section: 9.7.4.1.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-write-data#01, ia-r09-write-data#02
///
/// The tester sends RDMA WRITEs, and then SENDs, to odd addresses, across packet and page
/// boundaries, and of up to 17 packets. It sends the packets of a message back to back and requests
/// an acknowledge only in the last one. Then it sends short ones to each offset within 64 bytes.
/// Each byte is stored at its address, and no other byte changes.
///
/// ## Notes
///
/// - This test is the suite's own. R09_MessageLengths sends each packet after the previous one is
///   acknowledged, always to the start of memory.
/// - A DUT may acknowledge packets without AckReq.
///
/// ## Procedure
///
/// - 1: For RDMA WRITE and SEND: open a connection and register memory of four pages of 4096 bytes
///   and 17 packets, filled with zeros.
/// - 2: For each part of that memory: for a SEND, post a receive into it; send the message with
///   AckReq 1 in its last packet; receive the ACK: PSN and MSN. [ia-r09-write-data#01]
/// - 3: For a SEND, verify that a receive completes with success; verify that the memory holds all
///   data sent so far. [ia-r09-write-data#02]
/// - 4: For each offset within 64 bytes, in a separate part of 256 bytes: as step 2, with another
///   length of 1 to 128 bytes. [ia-r09-write-data#01]
/// - 5: As step 3. [ia-r09-write-data#02]
/// - 6: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.MEMORY, effect = Effect.READS, parameters = START_PSN)
public final class R09_WriteData extends TransportTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 4;
  private static final int MOST_PACKETS = 17;
  private static final int ODD = 3;

  /// Messages that begin at each offset of a data path of 64 bytes.
  private static final int OFFSETS = 64;

  private static final int PART = 256;
  private static final int LONGEST = 128;

  /// Odd, so that all lengths differ.
  private static final int STEP = 37;

  private final DutResponder responder = new DutResponder(tt());

  private byte[] content = {};
  private int psn;
  private int msn;

  /// A part of the memory.
  private record Range(int at, int bytes) {}

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.WRITE, RequestKind.SEND)) {
      carryOutCase(kind.name(), () -> procedure(kind));
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    content = new byte[PAGES * PAGE + MOST_PACKETS * cc().pmtu()];
    MemoryRegion region = memory().register(AccessRights.ALL, content.length);
    psn = cc().startPsn();
    msn = 0;
    List<Range> ranges = ranges((int) Math.floorMod(-region.address(), (long) PAGE));
    for (int i = 0; i < ranges.size(); i++) {
      Range range = ranges.get(i);
      at("part", i, () -> send(kind, region, range));
    }
    for (int i = 0; i < OFFSETS; i++) {
      Range range = new Range(i * PART + i, 1 + i * STEP % LONGEST);
      step("4");
      at("offset", i, () -> exchange(kind, region, range, "5"));
    }
    step("5");
    memory().verify(region, 0, content);
    step("6");
  }

  /// @param page offset of the first page boundary in the memory, in bytes
  private List<Range> ranges(int page) {
    int pmtu = cc().pmtu();
    return List.of(
        new Range(PAGE, MOST_PACKETS * pmtu),
        new Range(ODD, 9 * pmtu - 1),
        new Range(1, 1),
        new Range(2, 5),
        new Range(ODD, pmtu),
        new Range(pmtu - 1, 2),
        new Range(pmtu - 1, pmtu + 2),
        new Range(5 * pmtu + 7, 4 * pmtu + 1),
        new Range(page + PAGE - 2, 4),
        new Range(page + PAGE - 1, 2 * pmtu + 1),
        new Range(page + PAGE / 2 + 1, 2 * PAGE));
  }

  private void send(RequestKind kind, MemoryRegion region, Range range) throws TestException {
    step("2");
    exchange(kind, region, range, "3");
    memory().verify(region, 0, content);
  }

  /// @param dataStep step in which the receive of a SEND is verified
  private void exchange(RequestKind kind, MemoryRegion region, Range range, String dataStep)
      throws TestException {
    if (kind == RequestKind.SEND) {
      work().postReceive(msn, region.slice(range.at(), range.bytes()));
    }
    byte[] data = dataOf(range);
    List<PacketOut> message = responder.message(kind, region, data);
    if (kind == RequestKind.WRITE) {
      message.getFirst().set(Reth.VA, region.address() + range.at());
    }
    for (PacketOut packet : message) {
      transportTxPacket(packet.set(Bth.A, packet == message.getLast() ? 1 : 0), psn);
      psn = Psn.next(psn);
    }
    msn++;
    responder.verifyResponsePacket(RC_ACK, Psn.add(psn, -1), msn);
    step(dataStep);
    System.arraycopy(data, 0, content, range.at(), data.length);
    if (kind == RequestKind.SEND) {
      work().verifyReceived(1);
    }
  }

  /// Returns data that differs in every byte from the previous message.
  private byte[] dataOf(Range range) {
    byte[] data = pattern(range.bytes());
    for (int i = 0; i < data.length; i++) {
      data[i] ^= (byte) (msn + 1);
    }
    return data;
  }
}
