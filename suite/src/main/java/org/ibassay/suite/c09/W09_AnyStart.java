package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;

/// # A message starts with any PSN, and continues only with the next one
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-any-start#01, ia-uc-any-start#02, ia-uc-any-start#03
///
/// Messages on an unreliable connection start with PSNs before and after the expected one, near and
/// far: each is delivered. A message whose last packet has a PSN that is 256 or 65,536 too high is
/// not. After a message that was not finished, the next one is stored from its beginning.
///
/// ## Notes
///
/// - This test is the suite's own. W09_PsnGap omits one packet, or up to three before a message.
/// - The service has no retransmission, so a PSN before the expected one is not that of a
///   duplicate.
///
/// ## Procedure
///
/// - 1: For each distance -65536, -256, -1, 255, 65536, and 2^22: open a connection; post two
///   receives; send a SEND Only, and then a SEND of two packets with a PSN that far from the
///   expected one; verify that each completes a receive with its data. [ia-uc-any-start#01]
/// - 2: For each distance 256 and 65536: open a connection; post two receives. Send the first
///   packet of a SEND, and the last one with a PSN that far from the expected one; verify that no
///   receive completes with success. [ia-uc-any-start#02]
/// - 3: Send a SEND Only with the next PSN; verify that it completes a receive with its data.
///   [ia-uc-any-start#02]
/// - 4: For SEND and RDMA WRITE: open a connection; register memory; post two receives. Send two
///   packets of a message of three; skip a PSN; send a message of two packets. Verify that it
///   completes a receive with its length, and that its data is stored from its beginning, with
///   nothing after it. [ia-uc-any-start#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_AnyStart extends UcTest {
  private static final List<Integer> STARTS = List.of(-65536, -256, -1, 255, 65536, 1 << 22);
  private static final List<Integer> GAPS = List.of(256, 65536);

  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    for (int distance : STARTS) {
      carryOut("start at " + distance, () -> start(distance));
    }
    for (int distance : GAPS) {
      carryOut("gap of " + distance, () -> gap(distance));
    }
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      carryOut(kind + " not finished", () -> unfinished(kind));
    }
    return log().allPassed();
  }

  private void start(int distance) throws TestException {
    byte[] data = pattern(dut().pathMtu() + 1);
    step("1");
    receiver.begin(2, data.length);
    receiver.send(receiver.send());
    receiver.verifyCompleted(0, UcReceiver.SHORT);
    receiver.skip(distance);
    receiver.send(receiver.message(RequestKind.SEND, memory().register(), data));
    receiver.verifyCompleted(1, data.length);
    receiver.verifyReceived(0, pattern(UcReceiver.SHORT));
    receiver.verifyReceived(1, data);
  }

  private void gap(int distance) throws TestException {
    byte[] data = pattern(dut().pathMtu() + UcReceiver.SHORT);
    step("2");
    MemoryRegion region = memory().register();
    receiver.begin(2, data.length);
    List<PacketOut> message = receiver.message(RequestKind.SEND, region, data);
    receiver.send(message.getFirst());
    receiver.skip(distance);
    receiver.send(message.getLast());
    receiver.verifyDropped();
    step("3");
    receiver.verifyServes();
  }

  private void unfinished(RequestKind kind) throws TestException {
    int mtu = dut().pathMtu();
    byte[] broken = new byte[3 * mtu];
    byte[] data = pattern(mtu + UcReceiver.SHORT);
    step("4");
    MemoryRegion region = memory().register();
    receiver.begin(2, 3 * mtu);
    receiver.send(receiver.immediate(kind, region, broken).subList(0, 2));
    receiver.skip(1);
    receiver.send(receiver.immediate(kind, region, data));
    receiver.verifyImmediate(receiver.verifyCompleted(0, data.length));
    boolean isSend = kind == RequestKind.SEND;
    receiver.verifyReceived(0, isSend ? data : new byte[0]);
    if (!isSend) {
      memory().verify(region, 0, Arrays.copyOf(data, 3 * mtu));
    }
  }
}
