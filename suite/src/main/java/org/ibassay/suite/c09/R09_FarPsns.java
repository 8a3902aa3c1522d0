package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;

import java.nio.ByteBuffer;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # PSN gaps and duplicates are recognized at any distance
///
/// - Section: 9.7.5.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-far-psns#01, ia-r09-far-psns#02, ia-r09-far-psns#03
///
/// The tester skips 1, 2, 255, 256, 65,535, 65,536, 2^22, 2^22 + 1, and 2^23 - 1 PSNs, one gap
/// after another on one connection. The DUT reports each gap with a NAK and continues when the
/// expected packet follows. The tester then repeats an RDMA WRITE that 40 others have followed, and
/// sends RDMA WRITEs with PSNs 2^21, 2^22, and 2^23 - 1 before the expected one: the DUT
/// acknowledges them and does not write.
///
/// ## Notes
///
/// - This test is the suite's own. R09_PsnGap has one gap of one PSN per connection;
///   R09_OldDuplicates repeats the third-last request at most.
/// - Half of the PSN space is the duplicate region; the other half is ahead of the expected PSN. A
///   PSN exactly 2^23 away, which is the farthest in both directions, is not used.
/// - The expected PSN alone determines the duplicate region. A responder need not know where a
///   connection started, so PSNs that were never used on it are duplicates, too.
/// - The ACK of a duplicate may have the duplicate's PSN or that of any newer WRITE.
/// - A response to a duplicate has the MSN of its request, the current MSN, or one in between.
///
/// ## Procedure
///
/// - 1: Open a connection; send three RDMA WRITEs, and receive the ACK of each; register memory.
/// - 2: For each gap: send an RDMA WRITE of 8 bytes with a PSN that far ahead of the expected one.
/// - 3: Receive a PSN sequence error NAK, with the expected PSN, and an MSN that counts the
///   requests before it. [ia-r09-far-psns#01]
/// - 4: Send an RDMA WRITE of another value with the expected PSN; receive its ACK: PSN and MSN.
///   [ia-r09-far-psns#02]
/// - 5: Verify that the memory holds the value of step 4. [ia-r09-far-psns#02]
/// - 6: Send 41 RDMA WRITEs, each of another value; receive the ACK of each: PSN and MSN.
///   [ia-r09-far-psns#02]
/// - 7: Send the first of them again; receive its ACK: a PSN from its own to the newest. Send an
///   RDMA WRITE of another value with each of the PSNs far before the expected one; receive the
///   same. [ia-r09-far-psns#03]
/// - 8: After each, verify that the memory holds the last value. [ia-r09-far-psns#03]
/// - 9: After each, send another RDMA WRITE; receive its ACK: PSN and MSN. [ia-r09-far-psns#02]
/// - 10: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.READS, parameters = START_PSN)
public final class R09_FarPsns extends TransportTest {
  /// The greatest distance whose direction is unambiguous.
  private static final int FARTHEST = (1 << 23) - 1;

  private static final List<Integer> GAPS =
      List.of(1, 2, 255, 256, 65535, 65536, 1 << 22, (1 << 22) + 1, FARTHEST);

  /// Farther than the distance up to which an audit takes the next PSN for one after a gap.
  private static final List<Integer> AGES = List.of(1 << 21, 1 << 22, FARTHEST);

  private static final int NEWER = 40;

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    msn = DutResponder.LEAD;
    MemoryRegion region = memory().register();
    for (int gap : GAPS) {
      at("gap", gap, () -> gap(region, gap));
    }
    step("6");
    int first = psn;
    PacketOut oldest = write(region);
    for (int i = 0; i <= NEWER; i++) {
      exchange(write(region));
    }
    repeat(region, oldest, first);
    for (int age : AGES) {
      PacketOut unknown = PacketOut.write(region, number(-2));
      at("PSNs before", age, () -> repeat(region, unknown, Psn.add(psn, -age)));
    }
    step("10");
  }

  private void gap(MemoryRegion region, int gap) throws TestException {
    step("2");
    transportTxPacket(PacketOut.write(region, number(-2)), Psn.add(psn, gap));
    step("3");
    responder.verifyNak(Nak.PSN_SEQUENCE_ERROR, psn, msn);
    step("4");
    exchange(write(region));
    step("5");
    memory().verify(region, 0, number(msn - 1));
  }

  private void repeat(MemoryRegion region, PacketOut old, int oldPsn) throws TestException {
    step("7");
    transportTxPacket(old, oldPsn);
    responder.verifyAcknowledgedAgain(oldPsn, Psn.add(psn, -1));
    step("8");
    memory().verify(region, 0, number(msn - 1));
    step("9");
    exchange(write(region));
  }

  /// Returns the next WRITE, with a value that no other WRITE has.
  private PacketOut write(MemoryRegion region) {
    return PacketOut.write(region, number(msn));
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(~value * 0x0101_0101L).array();
  }

  private void exchange(PacketOut write) throws TestException {
    transportTxPacket(write, psn);
    msn++;
    responder.verifyResponse(RequestKind.WRITE, psn, msn);
    psn = Psn.next(psn);
  }
}
