package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;

/// # A SEND of any length completes one receive and is not acknowledged
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-delivery#01, ia-uc-delivery#02, ia-uc-delivery#03, ia-uc-delivery#04,
///   ia-uc-delivery#05
///
/// The tester sends messages of 0 bytes to slightly more than nine packets on an unreliable
/// connection, with AckReq 1 in each packet. Each completes the next receive with its length and
/// data; the DUT does not respond. Messages then follow back to back, more than the DUT's queue can
/// hold.
///
/// ## Notes
///
/// - This test is the suite's own. The service has no acknowledges; its responder ignores AckReq.
///
/// ## Procedure
///
/// - 1: For each START_PSN and each length: open a connection; post two receives.
/// - 2: Send the message; verify that it completes the first receive with success and with its
///   length. [ia-uc-delivery#01]
/// - 3: Verify that its data is in the receive, and that nothing follows it. [ia-uc-delivery#02]
/// - 4: Verify that no packet is received and that the other receive does not complete.
///   [ia-uc-delivery#03]
/// - 5: Open a connection. Nine times: post eight receives, and send eight messages of different
///   lengths back to back; verify that the receives complete in order, each with its message's
///   length. [ia-uc-delivery#04]
/// - 6: Verify the data of each. [ia-uc-delivery#05]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class W09_Delivery extends UcTest {
  private static final int ROUNDS = 9;
  private static final int AT_ONCE = 8;

  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (int bytes :
        List.of(0, 1, 2, 3, 4, mtu - 1, mtu, mtu + 1, 2 * mtu, 3 * mtu + 2, 9 * mtu + 1)) {
      carryOutForStartPsns(counted(bytes, "byte"), () -> procedure(bytes));
    }
    carryOut("several at once", this::atOnce);
    return log().allPassed();
  }

  private void atOnce() throws TestException {
    step("5");
    receiver.begin(0, 0);
    MemoryRegion unused = memory().register();
    for (int round = 0; round < ROUNDS; round++) {
      step("5");
      List<Integer> lengths = new ArrayList<>();
      receiver.post(AT_ONCE, 3 * dut().pathMtu());
      for (int i = 0; i < AT_ONCE; i++) {
        int number = round * AT_ONCE + i;
        int bytes = i == 1 ? 2 * dut().pathMtu() + number : number;
        lengths.add(bytes);
        receiver.send(receiver.message(RequestKind.SEND, unused, pattern(bytes)));
      }
      needs(receiver.verifyInOrder(lengths), "receives did not complete as expected");
      step("6");
      for (int i = 0; i < AT_ONCE; i++) {
        receiver.verifyReceived(i, pattern(lengths.get(i)));
      }
    }
  }

  private void procedure(int bytes) throws TestException {
    byte[] data = pattern(bytes);
    step("1");
    receiver.begin(2, 10 * dut().pathMtu());
    step("2");
    receiver.send(receiver.message(RequestKind.SEND, memory().register(), data));
    receiver.verifyCompleted(0, bytes);
    step("3");
    receiver.verifyReceived(0, data);
    step("4");
    receiver.verifyNothing();
  }
}
