package org.ibassay.suite.c09;

import static org.ibassay.suite.DatagramPair.Q_KEY;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;

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
import org.ibassay.wire.sa.Gid;

/// # A multicast datagram is delivered once to each attached QP
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-multicast#01, ia-ud-multicast#02, ia-ud-multicast#03, ia-ud-multicast#04,
///   ia-ud-multicast#05, ia-ud-multicast#06, ia-ud-multicast#07
///
/// Of four QPs of the DUT, two are attached to a multicast group, one to another group, and one to
/// a group with the same MAC address or LID as the first. A datagram to the first group completes
/// one receive on each of its two members and none on the others. A QP that was detached no longer
/// receives datagrams to the group, but still those addressed to itself. The header before a
/// payload is that of the datagram. A member whose Q_Key is not that of the datagram does not
/// receive it.
///
/// ## Notes
///
/// - This test is the suite's own. The groups are from the range that a site assigns locally,
///   without a subnet manager; on a SimpleLink none is needed.
/// - A MAC address has fewer bits than a group's address, and an MLID may stand for several groups:
///   only the GID identifies the group.
///
/// ## Procedure
///
/// - 1: Open the QPs and three more of the DUT with the same Q_Key; post two receives on each;
///   attach the first two to a group, the third to another one, and the fourth to one with the MAC
///   address or LID of the first.
/// - 2: Send a datagram to the group; verify that it completes the first receive of each member
///   with its payload. [ia-ud-multicast#01]
/// - 3: Verify that no further receive of the members completes and that no packet is received.
///   [ia-ud-multicast#02]
/// - 4: Verify that no receive of the third or fourth QP completes. [ia-ud-multicast#03]
/// - 5: Detach the second QP; send another datagram to the group; verify that it completes the
///   second receive of the first QP, and none of the second. [ia-ud-multicast#04]
/// - 6: Send a datagram to each of the other groups, and one to the second QP itself; verify that
///   they complete a receive of the third, fourth, and second QP, and no other.
///   [ia-ud-multicast#05]
/// - 7: Over RoCEv2, verify version and addresses of the IP header before each payload that the
///   second QP received: of its first receive with the address of the group, of its second with
///   that of the DUT. [ia-ud-multicast#06]
/// - 8: Open the QPs, another one of the DUT with another Q_Key, and a third one with the same
///   Q_Key as the first. Post two receives on each, and attach all of them to a group.
/// - 9: Send a datagram to the group with the Q_Key of the first QP; verify that it completes a
///   receive of the first and of the third QP, and none of the second. [ia-ud-multicast#07]
/// - 10: Send a datagram to the group with the Q_Key of the second QP; verify that it completes a
///   receive of this QP, and none of the others. [ia-ud-multicast#07]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_Multicast extends DatagramTest {
  private static final int GROUP = 0x11;
  private static final int OTHER_GROUP = 0x12;

  @Override
  public boolean execute() throws TestException {
    carryOut("group", this::procedure);
    carryOut("Q_Keys", this::keys);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    UdQp member = pair().openAnother(Q_KEY);
    MulticastGroup group = pair().group(GROUP);
    DatagramReceiver first = member(pair().qp(), group);
    DatagramReceiver second = member(member, group);
    MulticastGroup other = pair().group(OTHER_GROUP);
    DatagramReceiver third = member(pair().openAnother(Q_KEY), other);
    MulticastGroup alike = pair().groupLike(GROUP);
    DatagramReceiver fourth = member(pair().openAnother(Q_KEY), alike);
    step("2");
    send(first, group);
    first.verifyDelivered(0);
    second.verifyDelivered(0);
    step("3");
    first.verifyNothing();
    second.verifyNothing();
    step("4");
    third.verifyNothing();
    fourth.verifyNothing();
    step("5");
    pair().detach(member, group);
    send(first, group);
    first.verifyDelivered(1);
    second.verifyNothing();
    step("6");
    send(first, other);
    third.verifyDelivered(0);
    send(first, alike);
    fourth.verifyDelivered(0);
    first.send(first.datagram().set(Bth.DEST_QP, member.qpn()));
    second.verifyDelivered(1);
    third.verifyNothing();
    fourth.verifyNothing();
    step("7");
    if (dut().framing().isNative()) {
      notApplicable("native InfiniBand, without GRH");
    } else {
      verifyHeader(second, 0, group.address().gid());
      verifyHeader(second, 1, pair().qp().address().gid());
    }
  }

  private void keys() throws TestException {
    step("8");
    MulticastGroup group = pair().group(GROUP);
    DatagramReceiver first = member(pair().qp(), group);
    DatagramReceiver second = member(pair().openAnother(Q_KEY ^ 1), group);
    DatagramReceiver third = member(pair().openAnother(Q_KEY), group);
    step("9");
    send(first, group);
    first.verifyDelivered(0);
    second.verifyNothing();
    third.verifyDelivered(0);
    step("10");
    first.send(toGroup(first, group).set(Deth.Q_KEY, Q_KEY ^ 1));
    first.verifyNothing();
    second.verifyDelivered(0);
    third.verifyNothing();
  }

  private void verifyHeader(DatagramReceiver by, long id, Gid to) throws TestException {
    Gid tester = pair().toTester().peer().gid();
    ReceivedIpHeader expected = ReceivedIpHeader.expected(dut().framing(), tester, to);
    ReceivedIpHeader actual = ReceivedIpHeader.in(by.area(id), dut().framing());
    at(
        "receive",
        id,
        () -> verify(0, actual.equals(expected), expected::toString, actual::toString));
  }

  private DatagramReceiver member(UdQp qp, MulticastGroup of) throws TestException {
    DatagramReceiver receiver = new DatagramReceiver(tt(), tt().workOf(() -> qp));
    receiver.postReceives(2, SHORT);
    pair().attach(qp, of);
    return receiver;
  }

  private static void send(DatagramReceiver by, MulticastGroup group) throws TestException {
    by.send(toGroup(by, group));
  }

  private static PacketOut toGroup(DatagramReceiver by, MulticastGroup group) {
    return by.datagram().set(Bth.DEST_QP, MulticastGroup.QPN).over(group.way());
  }
}
