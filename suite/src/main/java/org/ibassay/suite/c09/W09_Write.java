package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Reth;

/// # An RDMA WRITE is stored, and neither acknowledged nor reported
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-write#01, ia-uc-write#02, ia-uc-write#03
///
/// The tester sends RDMA WRITEs of 0 bytes to slightly more than nine packets on an unreliable
/// connection, with AckReq 1 in each packet. Their data is stored in memory; the DUT does not
/// respond and completes no receive.
///
/// ## Notes
///
/// - This test is the suite's own. The tester cannot know when the data is in memory; it checks
///   when no packet has been received for a while.
///
/// ## Procedure
///
/// - 1: For each START_PSN and each length: open a connection; post a receive; register memory.
/// - 2: Send the WRITE; verify that no packet is received and that no receive completes.
///   [ia-uc-write#01]
/// - 3: Verify that the data is in memory, and that nothing follows it. [ia-uc-write#02]
/// - 4: Open a connection; post a receive; register memory. Send a WRITE of two packets and a byte
///   to an address that is not a multiple of 8; verify that no packet is received, and that its
///   data is stored there, with nothing before or after it. [ia-uc-write#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class W09_Write extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (int bytes :
        List.of(0, 1, 2, 3, 4, mtu - 1, mtu, mtu + 1, 2 * mtu, 3 * mtu + 2, 9 * mtu + 1)) {
      carryOutForStartPsns(counted(bytes, "byte"), () -> procedure(bytes));
    }
    for (int offset : List.of(1, 2, 7, mtu - 1)) {
      carryOut("VA %d bytes into the region".formatted(offset), () -> within(offset));
    }
    return log().allPassed();
  }

  private void procedure(int bytes) throws TestException {
    byte[] data = pattern(bytes);
    step("1");
    receiver.begin(1, UcReceiver.SHORT);
    MemoryRegion region = memory().register();
    step("2");
    receiver.send(receiver.message(RequestKind.WRITE, region, data));
    receiver.verifyNothing();
    step("3");
    memory().verify(region, 0, Arrays.copyOf(data, bytes + dut().pathMtu()));
  }

  private void within(int offset) throws TestException {
    byte[] data = pattern(2 * dut().pathMtu() + 1);
    step("4");
    receiver.begin(1, UcReceiver.SHORT);
    MemoryRegion region = memory().register();
    List<PacketOut> message = receiver.message(RequestKind.WRITE, region, data);
    message.getFirst().set(Reth.VA, region.address() + offset);
    receiver.send(message);
    receiver.verifyNothing();
    byte[] expected = new byte[offset + data.length + UcReceiver.SHORT];
    System.arraycopy(data, 0, expected, offset, data.length);
    memory().verify(region, 0, expected);
  }
}
