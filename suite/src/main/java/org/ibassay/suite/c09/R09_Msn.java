package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # The MSN counts messages, each when it is complete
///
/// - Section: 9.7.7.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-msn#01, ia-r09-msn#02
///
/// On a new connection, the first message has MSN 1. The MSN continues past 255. A message of
/// several packets is counted with its last packet.
///
/// ## Notes
///
/// - This test is the suite's own. Each packet requests an acknowledge and is sent after the
///   previous one is acknowledged. Only the first START_PSN is used, because the MSN does not
///   depend on the PSN.
/// - Where packets can be lost, one that is not answered is retransmitted; it does not count twice.
/// - R09_ResponseOrder and R09_MessageLengths verify that a READ or atomic is counted when it is
///   accepted, as each of its responses shows.
///
/// ## Procedure
///
/// - 1: Open a connection and register memory.
/// - 2: Send 260 RDMA WRITEs of 8 bytes; receive the ACK of each: PSN, and the MSN, from 1 to 260.
///   [ia-r09-msn#01]
/// - 3: Send an RDMA WRITE of three packets; receive the ACK of each: PSN, and MSN 260, 260 and
///   261. [ia-r09-msn#02]
/// - 4: Post a receive; send a SEND of three packets; receive the ACK of each: PSN, and MSN 261,
///   261, and 262. [ia-r09-msn#02]
/// - 5: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.READS, parameters = START_PSN)
public final class R09_Msn extends TransportTest {
  private static final int MESSAGES = 260;
  private static final int SHORT = 8;
  private static final int PACKETS = 3;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    carryOutOnce("", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    step("2");
    for (int i = 0; i < MESSAGES; i++) {
      int psn = cc().psn(i);
      responder.sendUntilAnswered(PacketOut.write(region, pattern(SHORT)), psn);
      responder.verifyResponse(RequestKind.WRITE, psn, i + 1);
    }
    step("3");
    byte[] data = pattern(PACKETS * cc().pmtu());
    int psn = cc().psn(MESSAGES);
    responder.sendMessage(responder.message(RequestKind.WRITE, region, data), psn, MESSAGES);
    step("4");
    if (!dut().lets(Ability.SENDS)) {
      return;
    }
    work().postReceives(1, data.length);
    responder.sendMessage(
        responder.message(RequestKind.SEND, region, data), Psn.add(psn, PACKETS), MESSAGES + 1);
    step("5");
  }
}
