package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;

/// # A missing packet discards its message and no other
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-psn-gap#01, ia-uc-psn-gap#02, ia-uc-psn-gap#03, ia-uc-psn-gap#04,
///   ia-uc-psn-gap#05
///
/// The tester omits one packet of a message of four: the first, second, third, or last. The message
/// does not complete, packets after the gap are not stored, and the DUT does not respond. The next
/// message is accepted whatever its PSN, because a First or Only packet starts a new sequence.
///
/// ## Notes
///
/// - This test is the suite's own. Data stored before the gap may remain.
/// - A duplicated packet has a wrong PSN the second time. It may or may not discard the message,
///   but must not be stored twice: a receive that completes with success must hold the correct
///   message.
/// - The receive of a discarded SEND is available to the next message. A DUT that completes it in
///   error does not fail the test.
///
/// ## Procedure
///
/// - 1: For SEND and for RDMA WRITE with immediate data, and for each packet: open a connection;
///   register memory; post two receives.
/// - 2: Send the message without that packet.
/// - 3: Verify that no packet is received and that no receive completes with success.
///   [ia-uc-psn-gap#01]
/// - 4: For a WRITE: verify that nothing is stored where the packets after the gap belong or, if
///   the First packet is missing, anywhere. [ia-uc-psn-gap#02]
/// - 5: Verify that the QP is in RTS; send a SEND Only with the next PSN or, if the last packet was
///   omitted, with the one after that; verify that it completes the next receive with its data.
///   [ia-uc-psn-gap#03]
/// - 6: For each START_PSN: open a connection; post two receives. Skip three PSNs, then send a
///   message of three packets; verify that it completes a receive with its data. Then skip one more
///   PSN and send a SEND Only; verify that it completes a receive with its data. [ia-uc-psn-gap#04]
/// - 7: For each packet of a SEND of four: open a connection; post three receives; send the message
///   with that packet twice. Verify that no packet is received and that no receive completes with
///   success except for the whole message with correct data. [ia-uc-psn-gap#05]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_PsnGap extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  private static final int PACKETS = 4;

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      for (int i = 0; i < PACKETS; i++) {
        int missing = i;
        carryOut(kind + " without packet " + (i + 1), () -> procedure(kind, missing));
      }
    }
    for (int i = 0; i < PACKETS; i++) {
      int twice = i;
      carryOut("packet %d twice".formatted(i + 1), () -> twice(twice));
    }
    carryOutForStartPsns("a gap before a message", this::beforeMessage);
    return log().allPassed();
  }

  private void procedure(RequestKind kind, int missing) throws TestException {
    int mtu = dut().pathMtu();
    byte[] data = pattern(PACKETS * mtu);
    step("1");
    MemoryRegion region = memory().register();
    receiver.begin(2, PACKETS * mtu);
    step("2");
    List<PacketOut> message =
        kind == RequestKind.SEND
            ? receiver.message(kind, region, data)
            : receiver.immediate(kind, region, data);
    receiver.send(message.subList(0, missing));
    receiver.skip(1);
    receiver.send(message.subList(missing + 1, PACKETS));
    step("3");
    receiver.verifyDropped();
    step("4");
    if (kind == RequestKind.WRITE) {
      memory().verify(region, (long) missing * mtu, new byte[(PACKETS - missing) * mtu]);
    }
    step("5");
    receiver.verifyServes();
  }

  private void beforeMessage() throws TestException {
    byte[] data = pattern(2 * dut().pathMtu() + 1);
    step("6");
    receiver.begin(2, data.length);
    receiver.skip(3);
    receiver.send(receiver.message(RequestKind.SEND, memory().register(), data));
    receiver.verifyCompleted(0, data.length);
    receiver.verifyReceived(0, data);
    receiver.skip(1);
    receiver.verifyTakes();
  }

  private void twice(int index) throws TestException {
    byte[] data = pattern(PACKETS * dut().pathMtu() - UcReceiver.SHORT);
    step("7");
    receiver.begin(3, (PACKETS + 1) * dut().pathMtu());
    List<PacketOut> message = receiver.message(RequestKind.SEND, memory().register(), data);
    receiver.send(message.subList(0, index + 1));
    receiver.repeatPsn();
    receiver.send(message.subList(index, PACKETS));
    for (Completion one : receiver.verifyNoneBut(data.length)) {
      if (one.status() == Completion.Status.SUCCESS) {
        receiver.verifyReceived(one.id(), data);
      }
    }
  }
}
