package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome;

/// # After RNR NAKs, a SEND is retried as often as the RNR Retry Count allows
///
/// - Section: 9.7.5.2.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-rnr-retry#01, ia-r09-rnr-retry#02, ia-r09-rnr-retry#03
///
/// The tester answers a SEND of the DUT with an RNR NAK each time. With a count of 0 to 6, the DUT
/// retries the SEND that many times and then completes it in error; with 7, it retries without
/// limit.
///
/// ## Notes
///
/// - This test is the suite's own. Run with RNR Retry Counts 0, 3, and 7; C09_130_01 has a count of
///   1 and verifies the time between retries.
/// - With a count of 7, the first 12 transmissions are observed: a DUT that gives up later is not
///   detected. The thirteenth is acknowledged.
/// - The first WRITE is not tested: its acknowledge disables credit counting.
///
/// ## Procedure
///
/// - 1: Open a connection with the RNR Retry Count, register memory, and have the DUT execute one
///   WRITE.
/// - 2: The DUT posts a SEND of one packet.
/// - 3: As often as the count specifies, or 12 times with a count of 7: receive it, verify OpCode,
///   PSN, and data, and answer it with an RNR NAK of 0.64 ms. If it is not received, verify that
///   the DUT has not completed it. [ia-r09-rnr-retry#01]
/// - 4: Receive it again; verify it as in step 3. [ia-r09-rnr-retry#01]
/// - 5: With a count of 7: acknowledge it; verify that it completes with success.
///   [ia-r09-rnr-retry#02]
/// - 6: With any other count: answer it with an RNR NAK; verify that it completes with
///   IBV_WC_RNR_RETRY_EXC_ERR. [ia-r09-rnr-retry#03]
/// - 7: With any other count: verify that there is no further retry. [ia-r09-rnr-retry#03]
/// - 8: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_RnrRetry extends TransportTest {
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(12);
  private static final List<Integer> COUNTS = List.of(0, 3, 7);
  private static final int FOR_EVER = 7;
  private static final int WATCHED = 12;

  private final DutRequester requester = new DutRequester(tt());

  @Override
  public boolean execute() throws TestException {
    for (int count : COUNTS) {
      carryOutCase("RNR Retry Count " + count, () -> procedure(count));
    }
    return log().allPassed();
  }

  private void procedure(int count) throws TestException {
    step("1");
    closeRcChannel();
    openRcChannel(new Retries(0, 0, count, 0));
    requester.registerData();
    requester.exchangeFirstWrite();
    step("2");
    requester.postShortSend(1);
    step("3");
    int refusals = count == FOR_EVER ? WATCHED : count;
    for (int i = 0; i < refusals; i++) {
      receiveSend();
      requester.refuse(RNR_NAK, cc().psn(1), 1);
    }
    step("4");
    receiveSend();
    if (count == FOR_EVER) {
      step("5");
      requester.respond(RC_ACK, cc().psn(1), 2);
      work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    } else {
      step("6");
      requester.refuse(RNR_NAK, cc().psn(1), 1);
      work().verifyEnded(work().pollSends(1), List.of(new Ended(1, Status.RNR_RETRY_EXC_ERR)));
      step("7");
      packets().verifySilence(cc().psn(1));
    }
    step("8");
  }

  /// Receives the SEND. If it is missing, first verifies that the DUT has not completed it in
  /// error.
  private void receiveSend() throws TestException {
    if (packets().peek(cc().psn(1)) == null) {
      work().verifyEnded(work().pollSends(0), List.of());
    }
    checks().verifyPayload(requester.receive(RC_SEND_ONLY, cc().psn(1)), pattern(Long.BYTES));
  }
}
