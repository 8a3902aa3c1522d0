package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Bth;

/// # A message with SE 1 raises a solicited event on an unreliable connection
///
/// - Section: 11.4.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-solicited-event#01, ia-uc-solicited-event#02, ia-uc-solicited-event#03,
///   ia-uc-solicited-event#04
///
/// An event is requested for the next solicited completion. A message with SE 0 completes its
/// receive and raises no event; one whose last packet has SE 1 raises one event, and the next one
/// none, because an event must be requested again. A message that is dropped raises none.
///
/// ## Notes
///
/// - This test is the suite's own. The messages are those that complete a receive: SENDs, and SENDs
///   and RDMA WRITEs with immediate data.
///
/// ## Procedure
///
/// - 1: For each kind of message, of one packet and of three: open a connection; register memory,
///   post receives, and request a solicited event.
/// - 2: Send a message with SE 0; when its receive has completed, verify that no event was raised.
///   [ia-uc-solicited-event#01]
/// - 3: Send a message with SE 1 in its last packet; when its receive has completed, verify that
///   one event was raised. [ia-uc-solicited-event#02]
/// - 4: Send another one; when its receive has completed, verify that no event was raised.
///   [ia-uc-solicited-event#03]
/// - 5: Request a solicited event. Send a message of three packets with SE 1 without its second
///   packet; verify that no receive completes and that no event was raised.
///   [ia-uc-solicited-event#04]
@Td(dut = DutKind.CA, needs = Ability.EVENTS, effect = Effect.READS, parameters = START_PSN)
public final class W09_SolicitedEvent extends UcTest {
  private static final int RECEIVES = 4;

  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (int bytes : List.of(UcReceiver.SHORT, 2 * mtu + UcReceiver.SHORT)) {
      carryOutForStartPsns("SEND of " + bytes, () -> procedure(RequestKind.SEND, false, bytes));
      for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
        carryOut(
            "%s with Immediate of %d".formatted(kind, bytes), () -> procedure(kind, true, bytes));
      }
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind, boolean hasImmediate, int bytes) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    int longest = 2 * dut().pathMtu() + UcReceiver.SHORT;
    receiver.begin(RECEIVES, longest);
    work().requestSolicitedEvent();
    step("2");
    receiver.send(message(kind, hasImmediate, region, bytes, 0));
    receiver.verifyCompleted(0, bytes);
    work().verifyEvents(0);
    step("3");
    receiver.send(message(kind, hasImmediate, region, bytes, 1));
    receiver.verifyCompleted(1, bytes);
    work().verifyEvents(1);
    step("4");
    receiver.send(message(kind, hasImmediate, region, bytes, 1));
    receiver.verifyCompleted(2, bytes);
    work().verifyEvents(0);
    step("5");
    work().requestSolicitedEvent();
    List<PacketOut> packets = message(kind, hasImmediate, region, longest, 1);
    receiver.send(packets.getFirst());
    receiver.skip(1);
    receiver.send(packets.getLast());
    work().verifyNone(work().pollReceivesAfterSilence());
    work().verifyEvents(0);
  }

  private List<PacketOut> message(
      RequestKind kind, boolean hasImmediate, MemoryRegion region, int bytes, int solicited)
      throws TestException {
    byte[] data = pattern(bytes);
    List<PacketOut> packets =
        hasImmediate
            ? receiver.immediate(kind, region, data)
            : receiver.message(kind, region, data);
    packets.getLast().set(Bth.SE, solicited);
    return packets;
  }
}
