package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.UcQp;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Bth;

/// # Messages on two connections do not affect each other
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-two-connections#01, ia-uc-two-connections#02, ia-uc-two-connections#03,
///   ia-uc-two-connections#04
///
/// The tester sends messages of three packets on two unreliable connections, alternating packet by
/// packet: SENDs on both, RDMA WRITEs on both, and one of each. Each completes as if the other
/// connection did not exist. A packet is then omitted on one connection; the other is not affected.
///
/// ## Notes
///
/// - This test is the suite's own. Both connections start with the same PSN.
///
/// ## Procedure
///
/// - 1: For each pair of SEND and RDMA WRITE with immediate data: open two connections; register
///   memory for each; post two receives on each.
/// - 2: Send a message on each, alternating packet by packet. Verify that each completes a receive
///   of its own connection with its length and immediate data. [ia-uc-two-connections#01]
/// - 3: Verify that the data of each is stored where it belongs. [ia-uc-two-connections#02]
/// - 4: Verify that no packet is received and that no other receive completes.
///   [ia-uc-two-connections#03]
/// - 5: Open two connections; post two receives on each. Send a SEND on each as in step 2, the
///   first one without its second packet; verify that the first does not complete with success, and
///   that the other completes with its data. [ia-uc-two-connections#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_TwoConnections extends UcTest {
  private static final int RECEIVES = 2;

  /// A connection with its receives and its message.
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Side(
      RequestKind kind,
      UcReceiver receiver,
      MemoryRegion region,
      byte[] data,
      List<PacketOut> message) {}

  @Override
  public boolean execute() throws TestException {
    for (RequestKind one : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      for (RequestKind other : List.of(RequestKind.SEND, RequestKind.WRITE)) {
        carryOut(one + " and " + other, () -> byTurns(one, other));
      }
    }
    carryOut("a packet missing", this::missing);
    return log().allPassed();
  }

  private void byTurns(RequestKind one, RequestKind other) throws TestException {
    step("1");
    List<Side> sides = open(one, other);
    step("2");
    int count = sides.getFirst().message.size();
    for (int i = 0; i < count; i++) {
      for (Side side : sides) {
        side.receiver.send(side.message.get(i));
      }
    }
    for (Side side : sides) {
      step("2");
      int bytes = side.data.length;
      side.receiver.verifyImmediate(side.receiver.verifyCompleted(0, bytes));
      step("3");
      boolean isSend = side.kind == RequestKind.SEND;
      side.receiver.verifyReceived(0, isSend ? side.data : new byte[bytes]);
      memory().verify(side.region, 0, isSend ? new byte[bytes] : side.data);
    }
    step("4");
    for (Side side : sides) {
      side.receiver.verifyNothing();
    }
  }

  private void missing() throws TestException {
    step("5");
    List<Side> sides = open(RequestKind.SEND, RequestKind.SEND);
    Side broken = sides.getFirst();
    Side whole = sides.getLast();
    for (int i = 0; i < whole.message.size(); i++) {
      if (i == 1) {
        broken.receiver.skip(1);
      } else {
        broken.receiver.send(broken.message.get(i));
      }
      whole.receiver.send(whole.message.get(i));
    }
    broken.receiver.verifyDropped();
    whole.receiver.verifyCompleted(0, whole.data.length);
    whole.receiver.verifyReceived(0, whole.data);
  }

  private List<Side> open(RequestKind one, RequestKind other) throws TestException {
    byte[] data = pattern(2 * dut().pathMtu() + 2 * UcReceiver.SHORT);
    byte[] first = Arrays.copyOf(data, data.length - UcReceiver.SHORT);
    byte[] second = Arrays.copyOfRange(data, UcReceiver.SHORT, data.length - 1);
    UcQp another = connection().openAnother();
    UcReceiver further =
        new UcReceiver(
            tt(), tt().workOf(() -> another), packet -> packet.set(Bth.DEST_QP, another.qpn()));
    List<Side> sides = new ArrayList<>();
    sides.add(side(one, new UcReceiver(tt()), first));
    sides.add(side(other, further, second));
    return sides;
  }

  private Side side(RequestKind kind, UcReceiver receiver, byte[] data) throws TestException {
    MemoryRegion region = memory().register();
    receiver.begin(RECEIVES, data.length);
    return new Side(kind, receiver, region, data, receiver.immediate(kind, region, data));
  }
}
