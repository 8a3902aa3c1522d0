package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;

/// # Immediate data on an unreliable connection is reported with the receive
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-immediate#01, ia-uc-immediate#02, ia-uc-immediate#03, ia-uc-immediate#04
///
/// The tester sends SENDs and RDMA WRITEs that end with immediate data, of 0 bytes to three
/// packets. Each completes a receive with its length and the immediate data. The data of a WRITE is
/// stored in the memory region, that of a SEND in the receive; the DUT does not respond. A SEND
/// without immediate data reports none.
///
/// ## Notes
///
/// - This test is the suite's own. A WRITE with immediate data consumes a receive but does not
///   write to its buffer.
///
/// ## Procedure
///
/// - 1: For each START_PSN, for SEND and RDMA WRITE, and for each length: open a connection;
///   register memory; post two receives.
/// - 2: Send the message; verify that it completes the first receive with its length and the
///   immediate data. [ia-uc-immediate#01]
/// - 3: Verify that the data is stored in the region of a WRITE or the receive of a SEND, and
///   nothing in the other. [ia-uc-immediate#02]
/// - 4: Verify that no packet is received and that the other receive does not complete.
///   [ia-uc-immediate#03]
/// - 5: Send a SEND without immediate data; verify that it completes the other receive and reports
///   none. [ia-uc-immediate#04]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class W09_Immediate extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      int mtu = dut().pathMtu();
      for (int bytes : List.of(0, 1, 2, UcReceiver.SHORT, mtu, mtu + 1, 2 * mtu + 1)) {
        carryOutForStartPsns(kind + " of " + bytes, () -> procedure(kind, bytes));
      }
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind, int bytes) throws TestException {
    byte[] data = pattern(bytes);
    step("1");
    MemoryRegion region = memory().register();
    receiver.begin(2, Math.max(bytes, UcReceiver.SHORT));
    step("2");
    receiver.send(receiver.immediate(kind, region, data));
    Completion completion = receiver.verifyCompleted(0, bytes);
    receiver.verifyImmediate(completion);
    step("3");
    boolean isSend = kind == RequestKind.SEND;
    receiver.verifyReceived(0, isSend ? data : new byte[bytes]);
    memory().verify(region, 0, isSend ? new byte[bytes] : data);
    step("4");
    receiver.verifyNothing();
    step("5");
    receiver.send(receiver.send());
    receiver.verifyNoImmediate(receiver.verifyCompleted(1, UcReceiver.SHORT));
  }
}
