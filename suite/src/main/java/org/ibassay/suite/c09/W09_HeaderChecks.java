package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import java.util.function.Consumer;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # A packet with an invalid BTH or ICRC does not belong to the connection
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-header-checks#01, ia-uc-header-checks#02, ia-uc-header-checks#03,
///   ia-uc-header-checks#04
///
/// The tester sends SENDs with a single fault each: in the ICRC, the transport version, or the
/// P_Key; with an OpCode of another service, a reserved OpCode, or an OpCode that the service does
/// not support. The DUT does not respond, completes no receive, and accepts the next valid SEND,
/// with the same PSN. Such a packet in the middle or at the end of a message does not become part
/// of the message.
///
/// ## Notes
///
/// - This test is the suite's own. The service supports only SENDs and RDMA WRITEs.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; post two receives.
/// - 2: Send the packet.
/// - 3: Verify that no packet is received and that no receive completes. [ia-uc-header-checks#01]
/// - 4: Verify that the memory is unchanged. [ia-uc-header-checks#02]
/// - 5: Verify that the QP is in RTS; send a SEND Only, with the same PSN; verify that it completes
///   the first receive with its data. [ia-uc-header-checks#03]
/// - 6: For a wrong ICRC, TVer, P_Key, and DestQP, in the second and in the last packet: open a
///   connection; post two receives; send a SEND of three packets with that fault. Verify that no
///   packet is received and that no receive completes with success; then verify as in step 5.
///   [ia-uc-header-checks#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_HeaderChecks extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  /// The high-order bit, because no device has that many QPs.
  private static final int QPN_BIT = 23;

  private static final int UC_READ_REQ = 0x2C;
  private static final int UC_SEND_ONLY_INV = 0x37;
  private static final int UC_FETCHADD = 0x34;

  private interface Packet {
    PacketOut to(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    carryOut("wrong ICRC", () -> procedure(_ -> receiver.send().wrongIcrc()));
    for (int bit : List.of(0, 3)) {
      carryOut("TVer " + (1 << bit), () -> procedure(_ -> inverted(Bth.T_VER, bit)));
    }
    carryOut("P_Key, first byte", () -> procedure(_ -> inverted(Bth.P_KEY, 14)));
    carryOut("P_Key, last byte", () -> procedure(_ -> inverted(Bth.P_KEY, 0)));
    carryOut(
        "RC_RDMA_WRITE_ONLY",
        () -> procedure(region -> PacketOut.write(region, pattern(UcReceiver.SHORT))));
    carryOut("RC_SEND_ONLY", () -> procedure(_ -> bare(OpCode.RC_SEND_ONLY.number())));
    carryOut("UD_SEND_ONLY", () -> procedure(_ -> bare(OpCode.UD_SEND_ONLY.number())));
    for (int number : List.of(UC_READ_REQ, UC_FETCHADD, UC_SEND_ONLY_INV)) {
      carryOut(OpCode.name(number), () -> procedure(_ -> bare(number)));
    }
    carryOut("DestQP of no QP", () -> procedure(_ -> inverted(Bth.DEST_QP, QPN_BIT)));
    for (int index : List.of(1, 2)) {
      String in = "packet %d of 3, ".formatted(index + 1);
      carryOut(in + "wrong ICRC", () -> inMessage(index, PacketOut::wrongIcrc));
      carryOut(in + "TVer 1", () -> inMessage(index, inverting(Bth.T_VER, 0)));
      carryOut(in + "P_Key", () -> inMessage(index, inverting(Bth.P_KEY, 0)));
      carryOut(in + "DestQP", () -> inMessage(index, inverting(Bth.DEST_QP, QPN_BIT)));
    }
    return log().allPassed();
  }

  private PacketOut inverted(Field field, int bit) {
    return receiver.send().invert(Header.BTH, field, bit);
  }

  private static Consumer<PacketOut> inverting(Field field, int bit) {
    return packet -> packet.invert(Header.BTH, field, bit);
  }

  private void inMessage(int index, Consumer<PacketOut> fault) throws TestException {
    byte[] data = pattern(2 * dut().pathMtu() + UcReceiver.SHORT);
    step("6");
    receiver.begin(2, data.length);
    List<PacketOut> message = receiver.message(RequestKind.SEND, memory().register(), data);
    fault.accept(message.get(index));
    receiver.send(message);
    receiver.verifyDropped();
    receiver.verifyServes();
  }

  private static PacketOut bare(int opCode) {
    return PacketOut.of(opCode).ackReq().payload(pattern(UcReceiver.SHORT));
  }

  private void procedure(Packet packet) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    receiver.begin(2, 2 * UcReceiver.SHORT);
    step("2");
    receiver.send(packet.to(region));
    receiver.repeatPsn();
    step("3");
    receiver.verifyNothing();
    step("4");
    memory().verify(region, 0, new byte[UcReceiver.SHORT]);
    step("5");
    receiver.verifyServes();
  }
}
