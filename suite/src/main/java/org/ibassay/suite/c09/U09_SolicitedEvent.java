package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Bth;

/// # A datagram with SE 1 raises a solicited event; one with SE 0 does not
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-solicited-event#01, ia-ud-solicited-event#02, ia-ud-solicited-event#03
///
/// An event is requested for the next solicited completion. A datagram with SE 0 completes its
/// receive and raises no event; the next one, with SE 1, raises one, and another one none, because
/// an event must be requested again.
///
/// ## Notes
///
/// - This test is the suite's own. R09_SolicitedEvent and W09_SolicitedEvent cover connections.
///
/// ## Procedure
///
/// - 1: For a datagram without immediate data and one with: open the QPs, post three receives, and
///   request a solicited event.
/// - 2: Send a datagram with SE 0; when its receive has completed, verify that no event was raised.
///   [ia-ud-solicited-event#01]
/// - 3: Send a datagram with SE 1; when its receive has completed, verify that one event was
///   raised. [ia-ud-solicited-event#02]
/// - 4: Send another one; when its receive has completed, verify that no event was raised.
///   [ia-ud-solicited-event#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SolicitedEvent extends DatagramTest {
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  private interface Packet {
    PacketOut make();
  }

  @Override
  public boolean execute() throws TestException {
    carryOut("SEND Only", () -> procedure(receiver::datagram));
    carryOut(
        "SEND Only with Immediate",
        () -> procedure(() -> pair().datagram(UD_SEND_ONLY_IMM, new byte[SHORT])));
    return log().allPassed();
  }

  private void procedure(Packet packet) throws TestException {
    step("1");
    receiver.postReceives(3, SHORT);
    work().requestSolicitedEvent(pair().qp());
    step("2");
    receiver.send(packet.make());
    receiver.verifyCompleted(0, SHORT);
    work().verifyEvents(pair().qp(), 0);
    step("3");
    receiver.send(packet.make().set(Bth.SE, 1));
    receiver.verifyCompleted(1, SHORT);
    work().verifyEvents(pair().qp(), 1);
    step("4");
    receiver.send(packet.make().set(Bth.SE, 1));
    receiver.verifyCompleted(2, SHORT);
    work().verifyEvents(pair().qp(), 0);
  }
}
