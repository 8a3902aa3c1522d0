package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A PSN sequence error NAK makes the DUT retransmit from the PSN that it carries
///
/// - Section: 9.7.5.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-sequence-nak#01, ia-r09-sequence-nak#02, ia-r09-sequence-nak#03
///
/// The tester acts as if a packet of the DUT had been lost and requests it with a PSN sequence
/// error NAK. The DUT retransmits that packet and all later ones, unchanged. The NAK acknowledges
/// all packets before it.
///
/// ## Notes
///
/// - This test is the suite's own. Each kind of request uses a separate connection; atomics are
///   omitted for a DUT without them.
/// - The NAK requests the second of three packets of a SEND or WRITE, or the only packet of a READ
///   or atomic.
/// - The first WRITE is not tested: its acknowledge disables credit counting. If the DUT waits for
///   the acknowledge of the second WRITE before it continues, the tester sends it.
/// - In the cases "wrap", the first packet of the request has PSN 0xFFFFFF.
/// - Where a stock program on the DUT's host posts the requests, only a WRITE and a READ are
///   tested, each alone; step 6 then verifies that nothing has completed.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Retry Count 3 and ACK timeout 0, infinite: the DUT never
///   retransmits without a NAK.
///
/// ## Procedure
///
/// - 1: Register memory, and have the DUT execute one WRITE.
/// - 2: The DUT posts a second WRITE and the request after it.
/// - 3: Receive both; verify each packet's OpCode, PSN, addresses, and data.
///   [ia-r09-sequence-nak#01]
/// - 4: Send the NAK with the PSN of the requested packet.
/// - 5: Receive that packet and all later ones again; verify OpCode, PSN, addresses, and data.
///   [ia-r09-sequence-nak#02]
/// - 6: Poll the DUT's send queue; verify that only the second WRITE has completed, with success.
///   [ia-r09-sequence-nak#03]
/// - 7: Respond to the request; verify that it completes with success and, for a READ or atomic,
///   that the DUT's memory holds the data of the response. [ia-r09-sequence-nak#03]
/// - 8: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.ONE_REQUEST, effect = Effect.READS, parameters = START_PSN)
public final class R09_SequenceNak extends TransportTest {
  private static final int RETRY_COUNT = 3;

  /// The request begins with PSN 0xFFFFFF, after WRITEs of one packet and of
  /// [DutRequester#PACKETS].
  private static final int BEFORE_WRAP = Psn.add(0xFF_FFFF, -1 - DutRequester.PACKETS);

  private final DutRequester requester = new DutRequester(tt());

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, RETRY_COUNT, 0, 0));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    if (!dut().can(Ability.REQUESTS)) {
      carryOutCase("WRITE", () -> single(RequestKind.WRITE, 3));
      carryOutCase("READ", () -> single(RequestKind.READ, 1));
      return log().allPassed();
    }
    for (RequestKind kind : RequestKind.values()) {
      if (kind.isServedBy(dut())) {
        carryOutCase(kind.name(), () -> procedure(kind));
        carryOutFrom(kind + ", wrap", BEFORE_WRAP, () -> procedure(kind));
      }
    }
    return log().allPassed();
  }

  /// @param msn number of requests executed with this one
  private void single(RequestKind kind, int msn) throws TestException {
    step("1");
    requester.registerData();
    step("2");
    requester.post(kind, 2);
    step("3");
    int psn = cc().dutStartPsn();
    requester.verifyRequest(kind, psn, 0);
    repeatFrom(kind, psn, msn - 1);
    work().verifyNone(work().pollSends(0));
    finish(kind, psn, msn);
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    requester.registerData();
    requester.exchangeFirstWrite();
    step("2");
    requester.post(RequestKind.WRITE, 1);
    requester.post(kind, 2);
    step("3");
    int write = cc().psn(1);
    requester.verifyRequest(RequestKind.WRITE, write, 0);
    int psn = Psn.add(write, DutRequester.PACKETS);
    if (packets().peek(psn) == null) {
      requester.respond(RequestKind.WRITE, write, 2);
    }
    requester.verifyRequest(kind, psn, 0);
    repeatFrom(kind, psn, 2);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    finish(kind, psn, 3);
  }

  /// @param msn number of requests executed before
  private void repeatFrom(RequestKind kind, int psn, int msn) throws TestException {
    step("4");
    int lost = DutRequester.opCodes(kind).size() / 2;
    requester.refuse(new Nak(Nak.PSN_SEQUENCE_ERROR), Psn.add(psn, lost), msn);
    step("5");
    requester.verifyRequest(kind, psn, lost);
    step("6");
  }

  private void finish(RequestKind kind, int psn, int msn) throws TestException {
    step("7");
    requester.respond(kind, psn, msn);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(2)));
    requester.verifyBrought(kind);
    step("8");
  }
}
