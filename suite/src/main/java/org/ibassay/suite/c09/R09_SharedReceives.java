package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SharedReceives;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// # Connections that share a receive queue consume receives in the order they were posted
///
/// - Section: 10.2.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: shared receive queues
/// - Assertions: ia-r09-shared-receives#01, ia-r09-shared-receives#02, ia-r09-shared-receives#03,
///   ia-r09-shared-receives#04
///
/// Two QPs of the DUT take their receives from one shared receive queue. SENDs on both, of one
/// packet and of two, consume the receives in the order they were posted; each receive holds one
/// whole message and completes at the QP that received it. When none is left, either QP answers
/// with an RNR NAK. An error of one QP leaves the remaining receives to the other.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports shared receive
///   queues.
/// - A limit raises one event when fewer receives than the limit are posted, and no more after
///   that.
/// - The first packet of a message consumes a receive, so a message that starts in between on the
///   other connection consumes the next one.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open two connections whose QPs share a receive queue, and post four
///   receives. Request an event at a limit of 2.
/// - 2: Send the first packet of a SEND on the first connection, a SEND on the second, and the last
///   packet on the first; receive the ACK of each. [ia-r09-shared-receives#01]
/// - 3: Verify that the first receive completes at the first QP, the second at the second, and
///   nothing else. [ia-r09-shared-receives#01]
/// - 4: Verify that their memory holds the messages. [ia-r09-shared-receives#02]
/// - 5: Verify that the limit has raised no event. [ia-r09-shared-receives#04]
/// - 6: Send a SEND on the second connection; verify that the third receive completes there, and
///   that the limit has raised one event. [ia-r09-shared-receives#01, ia-r09-shared-receives#04]
/// - 7: Send an invalid request on the second connection. Send a SEND on the first; receive its
///   ACK, and verify that the fourth receive completes there, and none elsewhere.
///   [ia-r09-shared-receives#01]
/// - 8: Verify that the limit has raised no further event. [ia-r09-shared-receives#04]
/// - 9: Send a SEND on the first connection; receive an RNR NAK with its PSN.
///   [ia-r09-shared-receives#03]
/// - 10: Post a receive, and send the SEND again; receive its ACK, and verify that the receive
///   completes. [ia-r09-shared-receives#03]
/// - 11: Close the connections.
@Td(
    dut = DutKind.CA,
    needs = {Ability.RECEIVES, Ability.NEW_QPS, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_SharedReceives extends TransportTest {
  private static final int DEPTH = 8;
  private static final int COUNT = 4;
  private static final int LIMIT = 2;
  private static final int SHORT = 20;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().serves(Option.SHARED_RECEIVES)) {
      leaveOutRest("neither the DUT nor its agent declares shared receive queues");
      return log().allPassed();
    }
    carryOutCase("", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    SharedReceives shared = memory().windows().share(DEPTH);
    ChannelContext one = connection().openAnother(shared);
    ChannelContext other = connection().openAnother(shared);
    int room = 2 * cc().pmtu();
    MemoryRegion region = memory().register(AccessRights.LOCAL, (COUNT + 1L) * room);
    for (int i = 0; i < COUNT; i++) {
      memory().windows().postReceive(shared, i, region.slice((long) i * room, room));
    }
    memory().windows().setLimit(shared, LIMIT);
    byte[] data = pattern(cc().pmtu() + SHORT);
    byte[] first = Arrays.copyOf(data, cc().pmtu());
    byte[] rest = Arrays.copyOfRange(data, cc().pmtu(), data.length);

    step("2");
    exchange(one, RC_SEND_FIRST, first, 0, 0);
    exchange(other, RC_SEND_ONLY, rest, 0, 1);
    exchange(one, RC_SEND_LAST, rest, 1, 1);
    step("3");
    verifyReceived(one, 0);
    verifyReceived(other, 1);
    step("4");
    memory().verify(region, 0, data);
    memory().verify(region, room, Arrays.copyOf(rest, room));
    step("5");
    memory().windows().verifyLimitEvents(shared, 0);
    step("6");
    exchange(other, RC_SEND_ONLY, rest, 1, 2);
    verifyReceived(other, 2);
    memory().windows().verifyLimitEvents(shared, 1);

    step("7");
    send(other, RC_SEND_LAST, rest, 2);
    packets().anyWithinSilence(other.psn(2));
    exchange(one, RC_SEND_ONLY, rest, 2, 2);
    verifyReceived(one, 3);
    connection().turnTo(other);
    work().verifyNone(work().pollReceivesAfterSilence());
    step("8");
    memory().windows().verifyLimitEvents(shared, 0);

    step("9");
    send(one, RC_SEND_ONLY, rest, 3);
    PacketIn packetIn = packets().receive(RC_ACK, one.psn(3), "an RNR NAK");
    verify(
        packetIn,
        packetIn.syndrome() instanceof Syndrome.RnrNak,
        () -> "an RNR NAK",
        packetIn::toString);
    checks().verifyPsn(packetIn, one.psn(3));
    step("10");
    memory().windows().postReceive(shared, COUNT, region.slice((long) COUNT * room, room));
    exchange(one, RC_SEND_ONLY, rest, 3, 3);
    verifyReceived(one, COUNT);
    memory().verify(region, (long) COUNT * room, rest);
    step("11");
  }

  private void send(ChannelContext on, OpCode opCode, byte[] payload, int index)
      throws TestException {
    connection().turnTo(on);
    transportTxPacket(PacketOut.of(opCode).ackReq().payload(payload), on.psn(index));
  }

  private void exchange(ChannelContext on, OpCode opCode, byte[] payload, int index, int msn)
      throws TestException {
    send(on, opCode, payload, index);
    responder.verifyResponsePacket(RC_ACK, Psn.add(on.startPsn(), index), msn);
  }

  private void verifyReceived(ChannelContext at, long id) throws TestException {
    connection().turnTo(at);
    work().verifyEnded(work().pollReceives(1), List.of(Ended.well(id)));
  }
}
