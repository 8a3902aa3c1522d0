package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # The last packet of a message carries its immediate data and requests its solicited event
///
/// - Section: 9.2.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-sent-notices#01, ia-r09-sent-notices#02, ia-r09-sent-notices#03,
///   ia-r09-sent-notices#04
///
/// The DUT posts SENDs and RDMA WRITEs of 0 bytes, one packet, and three packets: with immediate
/// data, with a solicited event, with both, and with neither. The last packet of each has the
/// immediate data, and SE 1 if a solicited event was requested; other packets have neither. If the
/// tester requests the last packet again, the DUT retransmits it unchanged.
///
/// ## Notes
///
/// - This test is the suite's own. W09_SentNotices covers an unreliable connection.
/// - Each message has different immediate data; that of the last two is 0, which is not the same as
///   none. An RDMA WRITE requests a solicited event with immediate data only.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Retry Count 3 and ACK timeout 0, infinite: the DUT never
///   retransmits without a NAK.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open a connection, register memory and fill it. Have the DUT execute
///   one WRITE.
/// - 2: For each message: the DUT posts it. Receive its packets: OpCode, PSN, and payload of each,
///   and VA, R_Key, and DMALen of a WRITE. [ia-r09-sent-notices#01]
/// - 3: Verify the immediate data. [ia-r09-sent-notices#02]
/// - 4: Verify that SE is 1 in the last packet if a solicited event was requested, and 0 in each
///   other packet. [ia-r09-sent-notices#03]
/// - 5: Send a PSN sequence error NAK for the last packet; receive it again: OpCode, PSN, payload,
///   immediate data, and SE. [ia-r09-sent-notices#04]
/// - 6: Acknowledge the message; verify that it completes with success. [ia-r09-sent-notices#01]
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.EVENTS},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_SentNotices extends TransportTest {
  private static final int RETRY_COUNT = 3;

  private final DutRequester requester = new DutRequester(tt());

  private int psn;
  private int msn;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, RETRY_COUNT, 0, 0));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    carryOutCase("messages", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    requester.registerData();
    requester.exchangeFirstWrite();
    psn = cc().psn(1);
    msn = 1;
    for (NoticedMessage message : NoticedMessage.all(cc().pmtu())) {
      at(message.toString(), message.bytes(), () -> exchange(message));
    }
  }

  private void exchange(NoticedMessage message) throws TestException {
    int count = cc().packets(message.bytes());
    step("2");
    work().post(message.request(msn, memory().buffer().slice(0, message.bytes())));
    for (int i = 0; i < count; i++) {
      step("2");
      PacketIn packetIn = verifyPart(message, i, count);
      step("3");
      message.verifyImmediate(checks(), packetIn);
      step("4");
      message.verifySolicited(checks(), packetIn, i == count - 1);
    }
    step("5");
    int last = Psn.add(psn, count - 1L);
    requester.refuse(new Nak(Nak.PSN_SEQUENCE_ERROR), last, msn);
    PacketIn again = verifyPart(message, count - 1, count);
    message.verifyImmediate(checks(), again);
    message.verifySolicited(checks(), again, true);
    step("6");
    requester.acknowledge(last, msn + 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(msn)));
    psn = Psn.next(last);
    msn++;
  }

  private PacketIn verifyPart(NoticedMessage message, int index, int count) throws TestException {
    PacketIn packetIn = expect(message.opCodes(true).of(index, count), Psn.add(psn, index));
    checks().verifyPayload(packetIn, cc().part(pattern(message.bytes()), index));
    if (packetIn.has(Header.RETH)) {
      checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, message.bytes());
    }
    return packetIn;
  }
}
