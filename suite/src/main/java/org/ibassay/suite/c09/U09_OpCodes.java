package org.ibassay.suite.c09;

import static org.ibassay.suite.DatagramPair.Q_KEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UC_SEND_ONLY;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.OpCode;

/// # An unreliable datagram QP drops all packets other than SEND Only
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-op-codes#01, ia-ud-op-codes#02, ia-ud-op-codes#03
///
/// The tester sends packets with other OpCodes to an unreliable datagram QP: reserved OpCodes of
/// its service, each with a valid DETH, and OpCodes of the connected services. The DUT does not
/// respond, executes nothing, completes no receive, and accepts the next valid datagram.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses separate QPs. RDMA WRITE and FetchAdd address
///   registered memory.
///
/// ## Procedure
///
/// - 1: For each OpCode: open the QPs, register memory with all rights, and post two receives.
/// - 2: Send a packet with the OpCode and AckReq 1.
/// - 3: Verify that no packet is received and that no receive completes. [ia-ud-op-codes#01]
/// - 4: Verify that the memory is unchanged. [ia-ud-op-codes#02]
/// - 5: Verify that the QP is in RTS; send a valid datagram; verify that it completes the next
///   receive with its payload. [ia-ud-op-codes#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_OpCodes extends DatagramTest {
  /// OpCodes of the service: SEND First, Middle, Last, and Last with Immediate, RDMA WRITE Only,
  /// RDMA READ Request, Acknowledge, and the highest one.
  private static final List<Integer> RESERVED =
      List.of(0x60, 0x61, 0x62, 0x63, 0x6A, 0x6C, 0x71, 0x7F);

  private static final int DETH_BYTES = 8;

  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  private interface Packet {
    PacketOut to(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    Map<String, Packet> cases = new LinkedHashMap<>();
    for (int number : RESERVED) {
      cases.put(
          OpCode.name(number), _ -> PacketOut.of(number).payload(withDeth(pattern(64))).ackReq());
    }
    cases.put("UC_SEND_ONLY", _ -> PacketOut.of(UC_SEND_ONLY).payload(pattern(64)).ackReq());
    cases.put("RC_SEND_ONLY", _ -> PacketOut.of(RC_SEND_ONLY).payload(pattern(64)).ackReq());
    cases.put("RC_RDMA_WRITE_ONLY", region -> PacketOut.write(region, pattern(64)));
    cases.put(
        "RC_FETCHADD",
        region ->
            PacketOut.atomic(RC_FETCHADD, region).set(AtomicEth.SWAP_DT, DutResponder.NUMBER));
    for (Map.Entry<String, Packet> one : cases.entrySet()) {
      carryOut(one.getKey(), () -> procedure(one.getValue()));
    }
    return log().allPassed();
  }

  /// The bytes that follow the BTH in a SEND Only of the service.
  private byte[] withDeth(byte[] payload) {
    return ByteBuffer.allocate(DETH_BYTES + payload.length)
        .putInt(Q_KEY)
        .putInt(pair().ttQpn())
        .put(payload)
        .array();
  }

  private void procedure(Packet packet) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    receiver.postReceives(2, 2 * DatagramReceiver.SHORT);
    step("2");
    receiver.send(packet.to(region));
    step("3");
    receiver.verifyNothing();
    step("4");
    memory().verify(region, 0, new byte[DatagramReceiver.SHORT]);
    step("5");
    receiver.verifyServes();
  }
}
