package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;

/// # A message without a posted receive is lost
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-no-receive#01, ia-uc-no-receive#02, ia-uc-no-receive#03, ia-uc-no-receive#04
///
/// The tester sends a SEND of one packet, one of three, and an RDMA WRITE with immediate data to a
/// QP without a receive. The DUT does not respond and does not keep the message: a receive that is
/// posted later is completed by a later message.
///
/// ## Notes
///
/// - This test is the suite's own. Whether the data of a WRITE is stored is a reading, because only
///   its last packet consumes a receive.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory.
/// - 2: Send the message; verify that no packet is received. [ia-uc-no-receive#01]
/// - 3: For a WRITE: note whether its data is stored.
/// - 4: Post two receives; verify that none completes. [ia-uc-no-receive#02]
/// - 5: Verify that the QP is in RTS; send a SEND Only; verify that it completes the first receive
///   with its data. [ia-uc-no-receive#03]
/// - 6: Open a connection. Send the First of a SEND of three packets; verify that no packet is
///   received.
/// - 7: Post two receives; send the Middle and the Last; verify that no packet is received and that
///   no receive completes with success. [ia-uc-no-receive#04]
/// - 8: Verify as in step 5. [ia-uc-no-receive#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_NoReceive extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      for (int bytes : List.of(UcReceiver.SHORT, 2 * dut().pathMtu() + 1)) {
        carryOut(kind + " of " + bytes, () -> procedure(kind, bytes));
      }
    }
    carryOut("a receive posted after the First", this::late);
    return log().allPassed();
  }

  private void procedure(RequestKind kind, int bytes) throws TestException {
    byte[] data = pattern(bytes);
    step("1");
    MemoryRegion region = memory().register();
    receiver.begin(0, 0);
    step("2");
    receiver.send(receiver.immediate(kind, region, data));
    receiver.verifySilence();
    step("3");
    if (kind == RequestKind.WRITE) {
      byte[] stored = memory().read(region, bytes - 1L, 1);
      reading(0, Reading.UC_IMMEDIATE_LOST, stored[0] == data[bytes - 1] ? "stored" : "dropped");
    }
    step("4");
    receiver.post(2, UcReceiver.SHORT);
    receiver.verifyNothing();
    step("5");
    receiver.verifyServes();
  }

  private void late() throws TestException {
    byte[] data = pattern(2 * dut().pathMtu() + 1);
    step("6");
    List<PacketOut> message = receiver.message(RequestKind.SEND, memory().register(), data);
    receiver.begin(0, 0);
    receiver.send(message.getFirst());
    receiver.verifySilence();
    step("7");
    receiver.post(2, data.length);
    receiver.send(message.subList(1, message.size()));
    receiver.verifyDropped();
    step("8");
    receiver.verifyServes();
  }
}
