package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_INV;
import static org.ibassay.wire.packet.OpCode.RC_SEND_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_INV;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # A SEND with Invalidate carries the R_Key in its last packet
///
/// - Section: 9.4.1.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: memory windows
/// - Assertions: ia-r09-sent-invalidate#01, ia-r09-sent-invalidate#02, ia-r09-sent-invalidate#03
///
/// The DUT posts SENDs with Invalidate of 0 bytes, one packet, two packets, and three packets. Each
/// is sent as a SEND whose last packet has the with Invalidate OpCode and the posted R_Key. It
/// completes when it is acknowledged.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports memory windows,
///   and with them SEND with Invalidate.
/// - A SEND without Invalidate follows, which carries no R_Key.
///
/// ## Procedure
///
/// - 1: For each length: open a connection and register memory. The DUT posts the SEND with
///   Invalidate, each with a different R_Key, and a SEND of 8 bytes.
/// - 2: Receive each packet of the SEND with Invalidate: OpCode, PSN, payload.
///   [ia-r09-sent-invalidate#01]
/// - 3: Verify the R_Key of its last packet. [ia-r09-sent-invalidate#02]
/// - 4: Receive the SEND: OpCode, PSN, payload. [ia-r09-sent-invalidate#01]
/// - 5: Verify that nothing has completed. Acknowledge the SEND with Invalidate; verify that it
///   alone completes. [ia-r09-sent-invalidate#03]
/// - 6: Acknowledge the SEND; verify that it completes. [ia-r09-sent-invalidate#03]
/// - 7: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.EXTENDED},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_SentInvalidate extends TransportTest {
  private static final int SHORT = 8;
  private static final int FIRST_KEY = 0x8123_4501;

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().serves(Option.WINDOWS)) {
      leaveOutRest("neither the DUT nor its agent declares memory windows");
      return log().allPassed();
    }
    int mtu = dut().pathMtu();
    int[] lengths = {0, mtu, mtu + 1, 3 * mtu};
    for (int i = 0; i < lengths.length; i++) {
      int bytes = lengths[i];
      int rkey = FIRST_KEY + i;
      carryOutCase("%d bytes".formatted(bytes), () -> procedure(bytes, rkey));
    }
    return log().allPassed();
  }

  private static OpCode opCode(int index, int count) {
    if (index == count - 1) {
      return count == 1 ? RC_SEND_ONLY_INV : RC_SEND_LAST_INV;
    }
    return index == 0 ? RC_SEND_FIRST : RC_SEND_MIDDLE;
  }

  private void procedure(int bytes, int rkey) throws TestException {
    step("1");
    byte[] data = pattern(bytes);
    MemoryRegion region = memory().register();
    memory().fill(region, pattern(Math.max(bytes, SHORT)));
    Buffer sent = region.slice(0, bytes);
    work().post(new SendRequest.SendInvalidate(1, sent, rkey));
    work().post(new SendRequest.Send(2, region.slice(0, SHORT)));
    int count = cc().packets(bytes);
    int psn = cc().dutStartPsn();
    for (int i = 0; i < count; i++) {
      step("2");
      PacketIn packetIn = expect(opCode(i, count), Psn.add(psn, i));
      checks().verifyPayload(packetIn, cc().part(data, i));
      if (i == count - 1) {
        step("3");
        long actual = packetIn.get(Header.IETH, Ieth.R_KEY);
        verify(
            packetIn,
            actual == Integer.toUnsignedLong(rkey),
            () -> "IETH R_Key 0x%08X".formatted(rkey),
            () -> "0x%08X".formatted(actual));
      }
    }
    step("4");
    int last = Psn.add(psn, count - 1L);
    checks().verifyPayload(expect(RC_SEND_ONLY, Psn.next(last)), pattern(SHORT));
    step("5");
    work().verifyNone(work().pollSends(0));
    acknowledge(last, 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    step("6");
    acknowledge(Psn.next(last), 2);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(2)));
    step("7");
  }

  private void acknowledge(int psn, int msn) throws TestException {
    transportTxPacket(PacketOut.of(RC_ACK).ack(msn), psn);
  }
}
