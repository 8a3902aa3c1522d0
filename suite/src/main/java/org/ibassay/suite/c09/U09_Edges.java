package org.ibassay.suite.c09;

import static org.ibassay.suite.DatagramPair.Q_KEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ibassay.link.upper.UdQp;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MulticastGroup;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # A datagram fits its receive to the byte, and its Q_Key to the bit
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-edges#01, ia-ud-edges#02, ia-ud-edges#03, ia-ud-edges#04, ia-ud-edges#05,
///   ia-ud-edges#06
///
/// Datagrams of lengths that need pad fill receives exactly; one that is a byte longer than its
/// receive or than the MTU is dropped, and no byte after a receive changes. A Q_Key that differs in
/// any bit, is 0, or is that of another QP is dropped, also in a multicast datagram; so are
/// multicast datagrams with a wrong P_Key, transport version, or ICRC. A multicast datagram is
/// delivered whether or not other members have a receive, and to members only. Congestion marks,
/// MigReq, AckReq, reserved bits, and the DUT's own QP number as source do not matter.
///
/// ## Notes
///
/// - This test is the suite's own. U09_QKey, U09_TooLong, and U09_Multicast have the usual cases.
/// - Pad bytes have a value that neither memory nor data has: a receiver ignores them. Reserved
///   bits are sent as 0 and ignored by the receiver.
/// - A receive that is too small may end in error; in what follows, the next one is used.
///
/// ## Procedure
///
/// - 1: For 1, 2, 3, MTU - 3, and MTU bytes: open the QPs; post two receives with room for the GRH
///   and that length in filled memory; send a datagram of that length, with pad bytes that are not
///   0. Verify that it completes the first receive, with its payload, and that the memory of the
///   other is unchanged. [ia-ud-edges#01]
/// - 2: For MTU + 1 bytes, with receives that are long enough, and for 65 bytes, with receives for
///   64: open the QPs; post three receives in filled memory; send the datagram; verify that no
///   receive completes with success, and that the memory of the second receive is unchanged. Then
///   send a valid datagram; verify that it completes a receive. [ia-ud-edges#02]
/// - 3: Open the QPs, and another QP of the DUT with another Q_Key; post two receives on the first.
///   Send datagrams with each bit of the Q_Key inverted, with Q_Key 0, and with the Q_Key of the
///   other QP; verify that no receive completes. Then send a valid datagram; verify that it
///   completes a receive. [ia-ud-edges#03]
/// - 4: Attach the QP to a multicast group; send a datagram to the group with a wrong Q_Key; verify
///   that no receive completes. Then send a valid one; verify that it completes a receive.
///   [ia-ud-edges#03]
/// - 5: Open the QPs, and another QP of the DUT; attach both to a multicast group. Post a receive
///   on the first only; send a datagram to the group; verify that it completes that receive. Then
///   post a receive on the other only, and send one; verify that it completes that receive.
///   [ia-ud-edges#04]
/// - 6: Post a receive on the first. Send a datagram to a group without members, and one to
///   destination QP 0xFFFFFF at the DUT's own address; verify that no receive completes.
///   [ia-ud-edges#04]
/// - 7: Open the QPs; post receives. Send a datagram with each of the bits and values that do not
///   matter; verify that it completes the next receive with its payload. [ia-ud-edges#05]
/// - 8: Open the QPs; attach the QP to a multicast group; post two receives. Send datagrams to the
///   group with a wrong P_Key, TVer 1, and a wrong ICRC; verify that no receive completes. Then
///   send one with immediate data; verify that it completes a receive with its payload.
///   [ia-ud-edges#06]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_Edges extends DatagramTest {
  private static final int FILLER = 0xA5;
  private static final int PAD = 0x77;
  private static final int GROUP = 0x13;
  private static final int NOBODYS = 0x14;
  private static final int OTHER_Q_KEY = 0x2468_ACE0;
  private static final int Q_KEY_BIT = 9;
  private static final int P_KEY_BIT = 3;

  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (int bytes : List.of(1, 2, 3, mtu - 3, mtu)) {
      carryOut(bytes + " bytes", () -> fits(bytes));
    }
    carryOut("a byte over the MTU", () -> tooLong(mtu + 1, mtu + 1));
    carryOut("a byte over the receive", () -> tooLong(SHORT + 1, SHORT));
    carryOut("Q_Key", this::keys);
    carryOut("groups", this::groups);
    carryOut("bits", this::bits);
    carryOut("headers of multicast datagrams", this::multicastHeaders);
    return log().allPassed();
  }

  private void fits(int bytes) throws TestException {
    step("1");
    receiver.postReceives(2, bytes);
    receiver.fill(FILLER);
    receiver.send(receiver.datagram(pattern(bytes)).padWith(PAD));
    receiver.verifyCompleted(0, bytes);
    receiver.verifyPayload(0, pattern(bytes));
    receiver.verifyUntouched(1);
  }

  private void tooLong(int bytes, int room) throws TestException {
    step("2");
    receiver.postReceives(3, room);
    receiver.fill(FILLER);
    receiver.send(receiver.datagram(pattern(bytes)));
    receiver.verifyDropped();
    receiver.verifyUntouched(1);
    receiver.verifyServes();
  }

  private void keys() throws TestException {
    step("3");
    UdQp other = pair().openAnother(OTHER_Q_KEY);
    receiver.postReceives(2, SHORT);
    for (int bit : IntStream.range(0, Integer.SIZE).toArray()) {
      receiver.send(receiver.datagram().invert(Header.DETH, Deth.Q_KEY, bit));
    }
    receiver.send(receiver.datagram().set(Deth.Q_KEY, 0));
    receiver.send(receiver.datagram().set(Deth.Q_KEY, OTHER_Q_KEY));
    receiver.verifyNothing();
    receiver.verifyServes();
    tt().workOf(() -> other).verifyNone(tt().workOf(() -> other).pollReceives(0));
    step("4");
    MulticastGroup group = pair().group(GROUP);
    pair().attach(pair().qp(), group);
    receiver.send(to(group).invert(Header.DETH, Deth.Q_KEY, Q_KEY_BIT));
    receiver.verifyNothing();
    receiver.send(to(group));
    receiver.verifyDelivered(receiver.next());
  }

  private void groups() throws TestException {
    step("5");
    MulticastGroup group = pair().group(GROUP);
    DatagramReceiver other = another(group);
    pair().attach(pair().qp(), group);
    receiver.postReceives(1, SHORT);
    receiver.send(to(group));
    receiver.verifyDelivered(0);
    other.postReceives(1, SHORT);
    receiver.send(to(group));
    other.verifyDelivered(0);
    step("6");
    receiver.postReceives(1, SHORT);
    receiver.send(to(pair().group(NOBODYS)));
    receiver.send(receiver.datagram().set(Bth.DEST_QP, MulticastGroup.QPN));
    receiver.verifyNothing();
  }

  private void multicastHeaders() throws TestException {
    step("8");
    MulticastGroup group = pair().group(GROUP);
    pair().attach(pair().qp(), group);
    receiver.postReceives(2, SHORT);
    receiver.send(to(group).invert(Header.BTH, Bth.P_KEY, P_KEY_BIT));
    receiver.send(to(group).set(Bth.T_VER, 1));
    receiver.send(to(group).wrongIcrc());
    receiver.verifyNothing();
    receiver.send(to(group, receiver.datagram(OpCode.UD_SEND_ONLY_IMM)));
    receiver.verifyDelivered(0);
  }

  private DatagramReceiver another(MulticastGroup group) throws TestException {
    UdQp qp = pair().openAnother(Q_KEY);
    pair().attach(qp, group);
    return new DatagramReceiver(tt(), tt().workOf(() -> qp));
  }

  private PacketOut to(MulticastGroup group) {
    return to(group, receiver.datagram());
  }

  private static PacketOut to(MulticastGroup group, PacketOut datagram) {
    return datagram.set(Bth.DEST_QP, MulticastGroup.QPN).over(group.way());
  }

  private Map<String, UnaryOperator<PacketOut>> ignored() {
    Map<String, UnaryOperator<PacketOut>> bits = new LinkedHashMap<>();
    bits.put("FECN", packet -> packet.set(Header.BTH, Bth.FECN, 1));
    bits.put("BECN", packet -> packet.set(Header.BTH, Bth.BECN, 1));
    bits.put("MigReq", packet -> packet.set(Bth.M, 1));
    bits.put("AckReq", PacketOut::ackReq);
    bits.put("reserved bits after BECN", packet -> packet.set(Bth.RESV8A, 0x3F));
    bits.put(
        "reserved bits before the PSN",
        packet -> packet.set(Header.BTH, BthReserved.BEFORE_PSN, 0x7F));
    bits.put(
        "reserved bits before the source QP",
        packet -> packet.set(Header.DETH, BthReserved.BEFORE_SOURCE_QP, 0xFF));
    bits.put("own QP number", packet -> packet.set(Deth.SRC_QP, pair().qp().qpn()));
    return bits;
  }

  private void bits() throws TestException {
    step("7");
    Map<String, UnaryOperator<PacketOut>> bits = ignored();
    receiver.postReceives(bits.size(), SHORT);
    for (Map.Entry<String, UnaryOperator<PacketOut>> bit : bits.entrySet()) {
      long id = receiver.next();
      at(
          bit.getKey(),
          id,
          () -> {
            receiver.send(bit.getValue().apply(receiver.datagram()));
            receiver.verifyDelivered(id);
          });
    }
  }
}
