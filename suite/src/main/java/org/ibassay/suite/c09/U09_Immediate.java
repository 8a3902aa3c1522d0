package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Shown;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.ImmDt;
import org.jspecify.annotations.Nullable;

/// # Immediate data of a datagram is reported in the completion
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-immediate#01, ia-ud-immediate#02, ia-ud-immediate#03
///
/// The tester sends datagrams with immediate data, with and without payload. The completion reports
/// the immediate data; the payload does not contain it. The completion of a datagram without
/// immediate data reports none.
///
/// ## Notes
///
/// - This test is the suite's own.
///
/// ## Procedure
///
/// - 1: For each immediate data value and length: open the QPs, post two receives, and send a
///   datagram.
/// - 2: Verify that the first receive completes with success, with the length of the payload, and
///   with the payload. [ia-ud-immediate#01]
/// - 3: Verify that the completion reports the immediate data. [ia-ud-immediate#02]
/// - 4: Send a datagram without immediate data; verify that the second receive completes and
///   reports none. [ia-ud-immediate#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_Immediate extends DatagramTest {
  private static final int ODD = 5;

  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (int immediate : List.of(0x1BA5_5A01, 0, 0x8001_02FF)) {
      for (int bytes : List.of(0, 1, 2, 3, ODD, SHORT, dut().pathMtu())) {
        carryOut(
            "ImmDt 0x%08X, %s".formatted(immediate, counted(bytes, "byte")),
            () -> procedure(immediate, pattern(bytes)));
      }
    }
    return log().allPassed();
  }

  private void procedure(int immediate, byte[] payload) throws TestException {
    step("1");
    receiver.postReceives(2, Math.max(SHORT, payload.length));
    receiver.send(
        pair()
            .datagram(UD_SEND_ONLY_IMM, payload)
            .set(ImmDt.IMM_DT, Integer.toUnsignedLong(immediate)));
    step("2");
    Received received = receiver.verifyCompleted(0, payload.length).received();
    receiver.verifyPayload(0, payload);
    step("3");
    verifyImmediate(received, immediate);
    step("4");
    receiver.send(receiver.datagram());
    verifyImmediate(receiver.verifyCompleted(1, SHORT).received(), null);
  }

  private void verifyImmediate(Received received, @Nullable Integer expected) {
    @Nullable Integer actual = received.immediate();
    boolean alike = expected == null ? actual == null : expected.equals(actual);
    verify(0, alike, () -> text(expected), () -> text(actual));
  }

  private static String text(@Nullable Integer immediate) {
    return immediate == null
        ? "no immediate data"
        : "immediate data " + Shown.of(Integer.toUnsignedLong(immediate));
  }
}
