package org.ibassay.suite.c09;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;

/// # Completion of requests that are answered with data
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
/// - I2: The QP's ACK timeout is 0, infinite: the DUT never sends again.
abstract class C09_060 extends TransportTest {
  /// Where the DUT's requests point to; nothing is there.
  static final long TT_ADDRESS = 0x1BA5_5A00_0000L;

  static final int TT_RKEY = 0x1BA5;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    step("I2");
    return true;
  }

  /// A response of the tester.
  static PacketOut withAeth(PacketOut response, int msn) {
    return response.set(Aeth.SYNDROME, Syndrome.Ack.WITHOUT_CREDITS.value()).set(Aeth.MSN, msn);
  }

  /// Whether the DUT sends two requests before the first is answered; else the present step's
  /// checks do not apply.
  final boolean sendsTwo() throws TestException {
    if (attributes().maxReadsAsInitiator() < 2) {
      notApplicable("the DUT has at most one READ or atomic outstanding");
      return false;
    }
    return true;
  }

  /// The DUT's next request.
  final PacketIn request(OpCode opCode, int psn) throws TestException {
    cc().setTtRxExpectPsn(psn);
    PacketIn packetIn = transportRxPacket(opCode);
    verifyPsn(packetIn);
    return packetIn;
  }

  /// Exactly the first request has completed, with success.
  final void verifyFirstCompleted(List<Completion> completions) {
    verifyCompletions(completions, 1);
    if (!completions.isEmpty()) {
      long id = completions.getFirst().id();
      verify(0, id == 1, () -> "completion of request 1", () -> "completion of request " + id);
    }
  }

  /// Nothing more has completed.
  final void verifyNoCompletion(List<Completion> completions) {
    verify(
        0, completions.isEmpty(), () -> "no completion", () -> completions.getFirst().toString());
  }
}
