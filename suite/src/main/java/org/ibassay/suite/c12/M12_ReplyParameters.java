package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallRequests;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;

/// # The DUT's QP uses the parameters of REP
///
/// - Section: 12.6.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-reply-parameters#01, ia-cm-reply-parameters#02, ia-cm-reply-parameters#03,
///   ia-cm-reply-parameters#04, ia-cm-reply-parameters#05
///
/// The tester accepts a connection with its own Starting PSN, Responder Resources, and RNR Retry
/// Count. The first requests of the DUT's QP comply with them, and with the path MTU of REQ.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - Responder Resources is 1 if the DUT requests more. RNR Retry Count is 2.
///
/// ## Procedure
///
/// - 1: For each START_PSN: have the DUT request a connection; send REP; have the DUT write one
///   byte more than a packet holds; verify that the first packet has the Starting PSN of REP.
///   [ia-cm-reply-parameters#01]
/// - 2: Verify that it is an RDMA WRITE First with a payload of Path Packet Payload MTU, and that
///   the Last follows; acknowledge it; verify that it completes with success.
///   [ia-cm-reply-parameters#02]
/// - 3: Have the DUT read twice; verify that the second READ is sent only after the first is
///   answered. [ia-cm-reply-parameters#03]
/// - 4: Have the DUT send; answer each transmission with an RNR NAK of 0.64 ms; verify that the
///   SEND is retransmitted RNR Retry Count times. [ia-cm-reply-parameters#04]
/// - 5: Verify that it completes with IBV_WC_RNR_RETRY_EXC_ERR, and that it is not received again.
///   [ia-cm-reply-parameters#05]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_ReplyParameters extends DutCallTest {
  private static final Reads READS = new Reads(4, 4);

  /// The DUT retries while the tester waits for a packet that must not be sent.
  private static final int RETRIES = 7;

  private static final int RNR_RETRIES = 2;

  @Override
  public boolean execute() throws TestException {
    for (long psn : parameters(START_PSN)) {
      carryOut("Starting PSN", psn, () -> procedure(psn));
    }
    return log().allPassed();
  }

  private void procedure(long psn) throws TestException {
    DutCall call = calls().fromDut(READS, RETRIES, RNR_RETRIES + 1);
    step("1");
    call.receiveRequest();
    CmMessage rep =
        call.rep()
            .set(ConnectReply.STARTING_PSN, psn)
            .set(ConnectReply.RESPONDER_RESOURCES, 1)
            .set(ConnectReply.RNR_RETRY_COUNT, RNR_RETRIES);
    call.accept(rep);
    DutCallRequests requests = new DutCallRequests(steps(), call, rep);
    requests.postWrite();
    PacketIn first = requests.receive(RC_RDMA_WRITE_FIRST);
    step("2");
    requests.verifyFull(first);
    requests.nextPsn();
    requests.receive(RC_RDMA_WRITE_LAST);
    requests.acknowledge();
    step("3");
    if (call.settings().reads().own() > 1) {
      requests.verifyReadsOneByOne();
    } else {
      leaveOut("one READ at a time", "3", "3");
    }
    step("4");
    requests.postSend();
    for (int i = 0; i <= RNR_RETRIES; i++) {
      requests.receive(RC_SEND_ONLY);
      requests.refuse();
    }
    step("5");
    requests.verifyRefused();
  }
}
