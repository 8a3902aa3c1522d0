package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;

import java.util.List;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Psn;

/// # A datagram is accepted whatever its PSN
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-any-psn#01, ia-ud-any-psn#02
///
/// The tester sends datagrams whose PSNs rise, repeat, fall, and jump. Each completes a receive:
/// the unreliable datagram service has neither duplicates nor gaps.
///
/// ## Notes
///
/// - This test is the suite's own. The first PSN is START_PSN.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open the QPs, and post a receive for each datagram and one more.
/// - 2: Send the datagrams, each with a different payload; verify that each completes the next
///   receive with its payload. [ia-ud-any-psn#01]
/// - 3: Verify that no packet is received and that no further receive completes. [ia-ud-any-psn#02]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_AnyPsn extends DatagramTest {
  /// Offsets from the first PSN.
  private static final List<Integer> STEPS =
      List.of(0, 1, 1, 2, 1, 0, -1, 0x7F_FFFF, 0x80_0000, 0x80_0001, 3);

  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    receiver.postReceives(STEPS.size() + 1, SHORT);
    step("2");
    for (int i = 0; i < STEPS.size(); i++) {
      byte[] payload = pattern(SHORT - i);
      int psn = Psn.add(pair().dutStartPsn(), STEPS.get(i));
      packets().send(receiver.datagram(payload), psn);
      receiver.verifyCompleted(i, payload.length);
      receiver.verifyPayload(i, payload);
    }
    step("3");
    receiver.verifyNothing();
  }
}
