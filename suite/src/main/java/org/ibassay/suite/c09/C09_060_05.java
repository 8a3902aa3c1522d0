package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;

import java.util.Arrays;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # An RDMA READ completes when its response is received, and not before
///
/// - Section: 9.7.0.1.5
/// - Coverage: v1c09-060
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: two requests may be outstanding before the DUT needs an acknowledge
/// - Assertions: V1c09-060#05
///
/// The DUT posts two RDMA READs of three packets each. The tester responds to the first only. The
/// first READ completes; the second does not.
///
/// ## Notes
///
/// - The second READ's PSN leaves room for the three responses to the first.
/// - The procedure is run for each START_PSN.
/// - The test does not apply to a DUT that has only one READ outstanding.
///
/// ## Procedure
///
/// - 1: Register a memory region.
/// - 2: Post one receive request for each expected packet.
/// - 3: The DUT posts two RC READs of 3 * PMTU.
/// - 4: Receive both requests.
/// - 5: Verify that each message is one READ Request, with ascending PSNs, and requests 3 * PMTU at
///   the posted address. [V1c09-060#05]
/// - 6: The tester responds to the first only, with MSN = 1: READ Response First, Middle, Last.
/// - 7: Poll the DUT's send queue; verify that there is exactly one completion, for the first
///   request, with success. [V1c09-060#05]
/// - 8: Poll again; verify that the second has not completed. [V1c09-060#05]
/// - A1: Verify that the data of the responses is in the DUT's memory, and that the rest of the
///   memory is unchanged. [ia-c09-060-05#01]
/// - 9: CloseRcChannel(CC); unacknowledged work is flushed.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class C09_060_05 extends C09_060 {
  private final DutRequester requester = new DutRequester(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    step("3");
    String lack = lackForTwo();
    if (lack != null) {
      leaveOutRest(lack);
      return;
    }
    int bytes = DutRequester.PACKETS * cc().pmtu();
    work().post(new SendRequest.Read(1, region.slice(0, bytes), TT_ADDRESS, TT_RKEY));
    work().post(new SendRequest.Read(2, region.slice(bytes, bytes), TT_ADDRESS + bytes, TT_RKEY));

    step("5");
    int psn1 = cc().dutStartPsn();
    int psn2 = cc().psn(DutRequester.PACKETS);
    checks().verifyReth(expect(RC_RDMA_READ_REQ, psn1), TT_ADDRESS, TT_RKEY, bytes);
    checks().verifyReth(expect(RC_RDMA_READ_REQ, psn2), TT_ADDRESS + bytes, TT_RKEY, bytes);

    step("6");
    requester.respond(RequestKind.READ, psn1, 1);

    step("7");
    verifyFirstCompleted(work().pollSends(1));
    step("8");
    work().verifyNone(work().pollSendsAfterSilence());
    step("A1");
    memory().verify(region, 0, Arrays.copyOf(pattern(bytes), 2 * bytes));
    step("9");
    closeRcChannel();
  }
}
