package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A CmpSwap completes when its response is received, and not before
///
/// - Section: 9.7.0.1.9
/// - Coverage: v1c09-060
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: two requests may be outstanding before the DUT needs an acknowledge
/// - Assertions: V1c09-060#07
///
/// The DUT posts two CmpSwaps. The tester responds to the first only. The first CmpSwap completes;
/// the second does not.
///
/// ## Notes
///
/// - The public page prints number 07 for its assertion although this is case 9; that number is
///   kept here.
/// - Step 5 of the public page mentions SEND First, Middle, and Last, left over from another case;
///   the requests are CmpSwaps.
/// - Step 4 does not receive the second request from a DUT that waits for an acknowledge after each
///   request. Such a DUT should have set AckReq in the first request; that is not checked.
/// - The procedure is run for each START_PSN.
/// - The test does not apply to a DUT that has no atomics or only one outstanding.
///
/// ## Procedure
///
/// - 1: Register a memory region.
/// - 2: Post one receive request for each expected packet.
/// - 3: The DUT posts two RC CmpSwaps.
/// - 4: Receive both requests.
/// - 5: Verify that each message is one CmpSwap, with ascending PSNs and with the posted address
///   and data. [V1c09-060#07]
/// - 6: The tester sends one ATOMIC Acknowledge for the first request, with MSN = 1.
/// - 7: Poll the DUT's send queue; verify that there is exactly one completion, for the first
///   request, with success. [V1c09-060#07]
/// - 8: Poll again; verify that the second has not completed. [V1c09-060#07]
/// - A1: Verify that the original data of the response is in the DUT's memory, and that the buffer
///   of the second request is unchanged. [ia-c09-060-09#01]
/// - 9: CloseRcChannel(CC); unacknowledged work is flushed.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class C09_060_09 extends C09_060 {
  private static final int BYTES = Long.BYTES;
  private static final long FIRST = 0x0123456789ABCDEFL;
  private static final long SECOND = 0x13579BDF02468ACEL;

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
    String lack = lackForTwoAtomics();
    if (lack != null) {
      leaveOutRest(lack);
      return;
    }
    work()
        .post(
            new SendRequest.CompareSwap(
                1, region.slice(0, BYTES), TT_ADDRESS, TT_RKEY, ~FIRST, FIRST));
    work()
        .post(
            new SendRequest.CompareSwap(
                2, region.slice(BYTES, BYTES), TT_ADDRESS + BYTES, TT_RKEY, ~SECOND, SECOND));

    step("5");
    PacketIn first = expect(RC_CMPSWAP, cc().psn(0));
    checks().verifyAtomicEth(first, TT_ADDRESS, TT_RKEY, FIRST, ~FIRST);
    PacketIn second = expect(RC_CMPSWAP, cc().psn(1));
    checks().verifyAtomicEth(second, TT_ADDRESS + BYTES, TT_RKEY, SECOND, ~SECOND);

    step("6");
    requester.respond(RC_ATOMIC_ACK, cc().psn(0), 1);
    step("7");
    verifyFirstCompleted(work().pollSends(1));
    step("8");
    work().verifyNone(work().pollSendsAfterSilence());
    step("A1");
    memory().verifyNumber(region, 0, DutRequester.ORIGINAL);
    memory().verifyNumber(region, BYTES, 0);
    step("9");
    closeRcChannel();
  }
}
