package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.READ_RESPONSES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # A READ returns the bytes that it specifies, from any offset and when repeated
///
/// - Section: 9.4.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-read-data#01, ia-r09-read-data#02
///
/// The tester reads parts of a region in which adjacent bytes rarely repeat: up to 128 bytes from
/// each offset within 64 bytes, and from odd addresses, across packet and page boundaries, and of
/// up to 20 packets. It then repeats a READ of five packets, as a whole and from later packets on,
/// and the DUT returns the same bytes.
///
/// ## Notes
///
/// - This test is the suite's own. The region has four pages of 4096 bytes and 20 packets; all
///   parts are read on one connection.
/// - A requester that misses part of a response repeats the READ from there on: PSN, VA, and DMALen
///   are those of the rest. Each repetition starts later, as from a requester whose responses are
///   lost one after another.
/// - The response to a repeated READ may have the OpCodes of a separate READ or those of the first
///   response.
/// - The host does not change the memory in between, so the bytes are the same.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open a connection, register memory and fill it.
/// - 2: For each part: READ it; receive the responses; verify OpCodes, PSNs, and MSN.
///   [ia-r09-read-data#01]
/// - 3: Verify that each response carries the bytes of its position. [ia-r09-read-data#01]
/// - 4: READ five packets from an odd address, as in steps 2 and 3; repeat that READ as a whole,
///   and from its second, third, and fifth packet on: receive the responses; verify OpCodes, PSNs,
///   and MSN. [ia-r09-read-data#02]
/// - 5: Verify that each response carries the same bytes as the first time. [ia-r09-read-data#02]
/// - 6: READ another part, as in steps 2 and 3, with the next PSN.
/// - 7: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.MEMORY, effect = Effect.READS, parameters = START_PSN)
public final class R09_ReadData extends TransportTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 4;
  private static final int MOST_PACKETS = 20;
  private static final int REPEATED = 5;
  private static final int ODD = 3;

  /// READs from each offset of a data path of 64 bytes.
  private static final int OFFSETS = 64;

  private static final int PART = 256;
  private static final int LONGEST = 128;

  /// Odd, so that all lengths differ.
  private static final int STEP = 37;

  private final DutResponder responder = new DutResponder(tt());

  private byte[] content = {};
  private int psn;
  private int msn;

  /// A part of the region.
  private record Range(int at, int bytes) {}

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    content = pattern(PAGES * PAGE + MOST_PACKETS * cc().pmtu());
    MemoryRegion region = memory().register(AccessRights.ALL, content.length);
    memory().fill(region, content);
    psn = cc().startPsn();
    msn = 0;
    List<Range> ranges = ranges((int) Math.floorMod(-region.address(), (long) PAGE));
    for (int i = 0; i < ranges.size(); i++) {
      Range range = ranges.get(i);
      at("part", i, () -> read(region, range));
    }
    Range repeated = new Range(PAGE + ODD, REPEATED * cc().pmtu() - 2);
    int first = psn;
    read(region, repeated);
    for (int skipped : List.of(0, 1, 2, REPEATED - 1)) {
      at("without", skipped, () -> readAgain(region, repeated, first, skipped));
    }
    step("6");
    read(region, new Range(2 * PAGE, cc().pmtu() + 1));
    step("7");
  }

  /// @param page offset of the first page boundary in the region, in bytes
  private List<Range> ranges(int page) {
    int pmtu = cc().pmtu();
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < OFFSETS; i++) {
      ranges.add(new Range(i * PART + i, 1 + i * STEP % LONGEST));
    }
    ranges.addAll(
        List.of(
            new Range(0, 1),
            new Range(1, 1),
            new Range(2, 5),
            new Range(ODD, pmtu),
            new Range(pmtu - 1, 2),
            new Range(pmtu - 1, pmtu + 2),
            new Range(5 * pmtu + 7, 4 * pmtu + 1),
            new Range(page + PAGE - 2, 4),
            new Range(page + PAGE - 1, 2 * pmtu + 1),
            new Range(page + PAGE / 2 + 1, 2 * PAGE),
            new Range(PAGE, MOST_PACKETS * pmtu),
            new Range(ODD, 9 * pmtu - 1)));
    return ranges;
  }

  private void read(MemoryRegion region, Range range) throws TestException {
    step("2");
    int packets = cc().packets(range.bytes());
    transportTxPacket(request(region, range), psn);
    msn++;
    for (int i = 0; i < packets; i++) {
      step("2");
      verifyPart(range, i, READ_RESPONSES.of(i, packets), "3");
      psn = Psn.next(psn);
    }
  }

  private static PacketOut request(MemoryRegion region, Range range) {
    return PacketOut.read(region, range.bytes()).set(Reth.VA, region.address() + range.at());
  }

  /// @param psn of the whole READ
  /// @param skipped number of packets that are not repeated
  private void readAgain(MemoryRegion region, Range whole, int psn, int skipped)
      throws TestException {
    step("4");
    int before = skipped * cc().pmtu();
    Range rest = new Range(whole.at() + before, whole.bytes() - before);
    transportTxPacket(request(region, rest), Psn.add(psn, skipped));
    int packets = REPEATED - skipped;
    int next = this.psn;
    this.psn = Psn.add(psn, skipped);
    for (int i = 0; i < packets; i++) {
      step("4");
      OpCode asFirst = READ_RESPONSES.of(skipped + i, REPEATED);
      PacketIn any = packets().peek(this.psn);
      boolean isAsFirst = any != null && any.is(asFirst);
      verifyPart(rest, i, isAsFirst ? asFirst : READ_RESPONSES.of(i, packets), "5");
      this.psn = Psn.next(this.psn);
    }
    this.psn = next;
  }

  private void verifyPart(Range range, int index, OpCode opCode, String dataStep)
      throws TestException {
    packets().throwIfGap(psn);
    PacketIn packetIn = responder.verifyResponsePacket(opCode, psn, msn);
    step(dataStep);
    byte[] whole = Arrays.copyOfRange(content, range.at(), range.at() + range.bytes());
    checks().verifyPayload(packetIn, cc().part(whole, index));
  }
}
