package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;

/// # The last packet of an unreliable message carries its immediate data and its solicited event
///
/// - Section: 9.2.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-sent-notices#01, ia-uc-sent-notices#02, ia-uc-sent-notices#03
///
/// The DUT posts SENDs and RDMA WRITEs of 0 bytes, one packet, and three packets: with immediate
/// data, with a solicited event, with both, and with neither. The last packet of each has the
/// immediate data, and SE 1 if a solicited event was requested; other packets have neither.
///
/// ## Notes
///
/// - This test is the suite's own. R09_SentNotices covers a reliable connection.
/// - Each message has different immediate data; that of the last two is 0, which is not the same as
///   none. An RDMA WRITE requests a solicited event with immediate data only.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open a connection; register memory and fill it.
/// - 2: For each message: the DUT posts it. Receive its packets: OpCode, PSN, and payload of each,
///   and VA, R_Key, and DMALen of a WRITE. [ia-uc-sent-notices#01]
/// - 3: Verify the immediate data. [ia-uc-sent-notices#02]
/// - 4: Verify that SE is 1 in the last packet if a solicited event was requested, and 0 in each
///   other packet. [ia-uc-sent-notices#03]
/// - 5: Verify that the message has completed with success. [ia-uc-sent-notices#01]
@Td(dut = DutKind.CA, needs = Ability.EVENTS, effect = Effect.READS, parameters = START_PSN)
public final class W09_SentNotices extends UcTest {
  private final UcSender sender = new UcSender(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    int mtu = dut().pathMtu();
    sender.begin(3 * mtu);
    List<NoticedMessage> messages = NoticedMessage.all(mtu);
    int psn = sender.psn();
    for (int i = 0; i < messages.size(); i++) {
      NoticedMessage message = messages.get(i);
      int id = i;
      int first = psn;
      at(message.toString(), message.bytes(), () -> exchange(message, id, first));
      psn = Psn.add(psn, MessageData.packets(message.bytes(), mtu));
    }
  }

  private void exchange(NoticedMessage message, long id, int psn) throws TestException {
    int mtu = dut().pathMtu();
    int count = MessageData.packets(message.bytes(), mtu);
    step("2");
    work().post(message.request(id, memory().buffer().slice(0, message.bytes())));
    for (int i = 0; i < count; i++) {
      step("2");
      int at = Psn.add(psn, i);
      PacketIn packetIn = packets().receive(message.opCodes(false).of(i, count), at);
      checks().verifyPsn(packetIn, at);
      checks().verifyPayload(packetIn, MessageData.part(pattern(message.bytes()), i, mtu));
      if (packetIn.has(Header.RETH)) {
        checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, message.bytes());
      }
      step("3");
      message.verifyImmediate(checks(), packetIn);
      step("4");
      message.verifySolicited(checks(), packetIn, i == count - 1);
    }
    step("5");
    sender.verifyCompleted(id);
  }
}
