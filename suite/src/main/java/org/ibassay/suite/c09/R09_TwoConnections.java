package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.RnrNak;

/// # Two reliable connections do not affect each other
///
/// - Section: 9.7.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-two-connections#01, ia-r09-two-connections#02, ia-r09-two-connections#03,
///   ia-r09-two-connections#04, ia-r09-two-connections#05, ia-r09-two-connections#06,
///   ia-r09-two-connections#07
///
/// The tester has two connections with the DUT, with the same PSNs, and sends the packets of two
/// messages in turn. Each connection misses a packet, and each reports it. Atomics with the same
/// PSN are repeated on each, with the original data of that connection. One connection then ends in
/// error; the other continues.
///
/// Two QPs that differ in path MTU, starting PSNs, rights, RNR settings, and number of outstanding
/// READs each use their own settings, and their own receives. When one of two QPs ends in error or
/// is closed, the receives and requests of the other complete as usual.
///
/// ## Notes
///
/// - This test is the suite's own. W09_TwoConnections covers unreliable connections.
/// - Atomics are omitted for a DUT without them, and step 12 for a DUT that has at most one READ or
///   atomic outstanding.
/// - In steps 7 to 14, the second connection has half the path MTU, but at least 256 bytes; another
///   starting PSN in either direction; no Remote Write right; one READ or atomic outstanding; RNR
///   Retry Count 7; and Minimum RNR NAK Timer 20. The first has Remote Write, as many outstanding
///   READs as the DUT supports, RNR Retry Count 0, and timer 14.
///
/// ## Procedure
///
/// - 1: Open a connection and two others; register memory for each. On each of the two, in turn,
///   send the First packet of an RDMA WRITE of three; receive its ACK: PSN and MSN 0.
///   [ia-r09-two-connections#01]
/// - 2: On each, send the Last packet; receive a PSN sequence error NAK with the PSN of the second.
///   [ia-r09-two-connections#02]
/// - 3: On each, in turn, send the second and the Last packet; receive the ACK of each: PSN and
///   MSN. Verify that the memory of each holds its message. [ia-r09-two-connections#01]
/// - 4: On each, send a FetchAdd to its memory; receive its response: PSN, MSN, and the original
///   data. On each, send it again; receive the same original data. [ia-r09-two-connections#03]
/// - 5: On the second, send an RDMA WRITE with a wrong R_Key; receive a remote access error NAK;
///   verify that the QP is in the error state. [ia-r09-two-connections#04]
/// - 6: On the first, send an RDMA WRITE; receive its ACK: PSN and MSN. Verify that its QP is in
///   RTS. [ia-r09-two-connections#04]
/// - 7: Open two connections with different settings; register memory for each.
/// - 8: On each, send the First packet of a SEND of PMTU + 4 bytes; receive an RNR NAK: the timer
///   of its QP, PSN, and MSN 0. [ia-r09-two-connections#05]
/// - 9: Post two receives on the first and one on the second. On the second, then on the first,
///   send the SEND; receive the ACK of each packet: PSN and MSN. [ia-r09-two-connections#05]
/// - 10: Verify that a receive of that QP completes and that its memory holds the message.
///   [ia-r09-two-connections#06]
/// - 11: On each, send a READ of two PMTU; receive both packets of its response: PSN, MSN, and
///   data. On the second, send a SEND; receive an RNR NAK as in step 8; post a receive; send the
///   SEND again; receive its ACK. [ia-r09-two-connections#05]
/// - 12: The DUT executes an RDMA WRITE on each QP, and posts two READs on the second; receive the
///   first READ only, until it is answered. [ia-r09-two-connections#05]
/// - 13: The DUT posts a SEND on each QP; answer it with an RNR NAK. Receive it again on the second
///   and acknowledge it: it completes with success. On the first, it completes with
///   IBV_WC_RNR_RETRY_EXC_ERR. [ia-r09-two-connections#05]
/// - 14: On the second, send an RDMA WRITE; receive an invalid request NAK.
///   [ia-r09-two-connections#05]
/// - 15: For each of two connections, and for an error and closing: open both. On the other one,
///   post a receive; the DUT posts an RDMA WRITE; receive it.
/// - 16: On the one, send an RDMA WRITE with a wrong R_Key; receive a remote access error NAK; or
///   close its QP. [ia-r09-two-connections#07]
/// - 17: On the other, acknowledge the DUT's RDMA WRITE; verify that it completes with success.
///   Send a SEND; receive its ACK: PSN and MSN 1; verify that the receive completes with success
///   and holds the message. [ia-r09-two-connections#07]
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.RECEIVES, Ability.REQUESTS},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_TwoConnections extends TransportTest {
  private static final int PACKETS = 3;
  private static final int LEAST_MTU = 256;
  private static final int RECEIVE_PSN_STEP = 0x123456;
  private static final int SEND_PSN_STEP = 0x654321;
  private static final int FOR_EVER = 7;
  private static final RnrNak SHORTEST = new RnrNak(1);
  private static final int MORE = 4;

  private final DutResponder responder = new DutResponder(tt());
  private final DutRequester requester = new DutRequester(tt());

  /// @param shift makes its data differ from that of the other one
  private record Side(ChannelContext channel, MemoryRegion region, int shift) {
    byte[] data(int bytes) {
      byte[] data = pattern(bytes);
      for (int i = 0; i < bytes; i++) {
        data[i] += (byte) shift;
      }
      return data;
    }
  }

  @Override
  public boolean execute() throws TestException {
    carryOutCase("", this::procedure);
    for (int ended = 0; ended < 2; ended++) {
      int index = ended;
      String which = ended == 0 ? "first" : "second";
      carryOutOnce("error of the " + which, () -> end(index, this::fail));
      carryOutOnce(which + " closed", () -> end(index, one -> connection().close(one.channel)));
    }
    carryOutOnce("settings", this::settings);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    List<Side> sides = List.of(side(0), side(1));
    for (Side side : sides) {
      exchange(side, 0, 0);
    }
    step("2");
    for (Side side : sides) {
      send(side, 2);
      responder.verifyNak(PSN_SEQUENCE_ERROR, side.channel.psn(1), 0);
    }
    step("3");
    for (int index = 1; index < PACKETS; index++) {
      for (Side side : sides) {
        exchange(side, index, index == PACKETS - 1 ? 1 : 0);
      }
    }
    for (Side side : sides) {
      memory().verify(side.region, 0, side.data(PACKETS * cc().pmtu()));
    }
    int requests = 1;
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      step("4");
      requests = 2;
      atomics(sides);
    } else {
      leaveOut("the DUT has no atomics", "4", "4");
    }
    step("5");
    int psn = sides.getLast().channel.psn(PACKETS + requests - 1);
    connection().turnTo(sides.getLast().channel);
    transportTxPacket(write(sides.getLast()).set(Reth.R_KEY, ~sides.getLast().region.rkey()), psn);
    responder.verifyNak(REMOTE_ACCESS_ERROR, psn, requests);
    work().verifyState(State.ERR);
    step("6");
    connection().turnTo(sides.getFirst().channel);
    transportTxPacket(write(sides.getFirst()), psn);
    responder.verifyResponsePacket(RC_ACK, psn, requests + 1);
    work().verifyState(State.RTS);
  }

  private Side side(int shift) throws TestException {
    ChannelContext another = connection().openAnother();
    return new Side(another, memory().register(), shift);
  }

  private void send(Side side, int index) throws TestException {
    connection().turnTo(side.channel);
    byte[] data = side.data(PACKETS * cc().pmtu());
    PacketOut packet = responder.message(RequestKind.WRITE, side.region, data).get(index);
    transportTxPacket(packet, side.channel.psn(index));
  }

  private void exchange(Side side, int index, int msn) throws TestException {
    send(side, index);
    responder.verifyResponsePacket(RC_ACK, side.channel.psn(index), msn);
  }

  private static PacketOut write(Side side) {
    return PacketOut.write(side.region, pattern(Long.BYTES));
  }

  private void atomics(List<Side> sides) throws TestException {
    List<Long> originals = new ArrayList<>();
    for (Side side : sides) {
      originals.add(original(side));
    }
    for (Side side : sides) {
      long original = originals.get(side.shift);
      memory().verifyNumber(side.region, 0, original + 1);
      PacketIn again = atomic(side);
      checks().verifyOrigRemDt(again, original);
      memory().verifyNumber(side.region, 0, original + 1);
    }
  }

  private long original(Side side) throws TestException {
    return atomic(side).get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT);
  }

  private PacketIn atomic(Side side) throws TestException {
    connection().turnTo(side.channel);
    int psn = side.channel.psn(PACKETS);
    transportTxPacket(PacketOut.atomic(RC_FETCHADD, side.region).set(AtomicEth.SWAP_DT, 1), psn);
    return responder.verifyResponsePacket(RC_ATOMIC_ACK, psn, 2);
  }

  // --- settings

  private static RcSettings other(RcSettings first) {
    return first
        .withPathMtu(Math.max(LEAST_MTU, first.pathMtu() / 2))
        .withPsns(
            Psn.add(first.sendPsn(), SEND_PSN_STEP), Psn.add(first.receivePsn(), RECEIVE_PSN_STEP))
        .withAccess(first.access().withRemoteWrite(false))
        .withReads(new Reads(Math.min(1, first.reads().own()), first.reads().peers()))
        .withRetries(new Retries(0, 0, FOR_EVER, 20));
  }

  private void settings() throws TestException {
    step("7");
    closeRcChannel();
    openRcChannel(new Retries(0, 0, 0, 14));
    Side first = new Side(cc(), memory().register(), 0);
    ChannelContext another = connection().openAnother(R09_TwoConnections::other);
    Side second = new Side(another, memory().register(), 1);
    step("8");
    for (Side side : List.of(first, second)) {
      connection().turnTo(side.channel);
      verifyNotReady(message(side).getFirst(), 0, 0);
    }
    receives(first, second);
    step("11");
    for (Side side : List.of(first, second)) {
      connection().turnTo(side.channel);
      read(side);
    }
    PacketOut send = PacketOut.of(RC_SEND_ONLY).ackReq().payload(pattern(MORE));
    verifyNotReady(send, 4, 2);
    work().postReceives(1, MORE);
    transportTxPacket(send, cc().psn(4));
    responder.verifyResponsePacket(RC_ACK, cc().psn(4), 3);
    step("12");
    for (Side side : List.of(first, second)) {
      connection().turnTo(side.channel);
      requester.exchangeFirstWrite();
    }
    int requests = 1;
    if (first.channel.settings().reads().own() > 1) {
      requests = reads();
    } else {
      leaveOut("the DUT has at most one READ or atomic outstanding", "12", "12");
    }
    step("13");
    notReady(requests);
    requester.receive(RC_SEND_ONLY, Psn.add(cc().dutStartPsn(), requests));
    requester.acknowledge(Psn.add(cc().dutStartPsn(), requests), requests + 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(requests)));
    connection().turnTo(first.channel);
    notReady(1);
    work().verifyEnded(work().pollSends(1), List.of(new Ended(1, Status.RNR_RETRY_EXC_ERR)));
    step("14");
    connection().turnTo(second.channel);
    transportTxPacket(write(second), cc().psn(5));
    responder.verifyNak(INVALID_REQUEST, cc().psn(5), 3);
  }

  private List<PacketOut> message(Side side) {
    return responder.send(side.data(side.channel.pmtu() + MORE));
  }

  /// Sends a SEND that no receive is posted for.
  private void verifyNotReady(PacketOut send, int index, int msn) throws TestException {
    RnrNak expected = new RnrNak(cc().settings().retries().minRnrTimer());
    transportTxPacket(send, cc().psn(index));
    PacketIn packetIn = packets().receive(RC_ACK, cc().psn(index), expected.toString());
    verify(packetIn, packetIn.syndrome().equals(expected), expected::toString, packetIn::toString);
    checks().verifyPsn(packetIn, cc().psn(index));
    checks().verifyMsn(packetIn, msn);
  }

  private void receives(Side first, Side second) throws TestException {
    step("9");
    connection().turnTo(first.channel);
    MemoryRegion ofFirst = work().postReceives(2, cc().pmtu() + MORE);
    connection().turnTo(second.channel);
    MemoryRegion ofSecond = work().postReceives(1, cc().pmtu() + MORE);
    receive(second, ofSecond);
    receive(first, ofFirst);
  }

  private void receive(Side side, MemoryRegion into) throws TestException {
    step("9");
    connection().turnTo(side.channel);
    responder.sendMessage(message(side), cc().psn(0), 0);
    step("10");
    work().verifyEnded(work().pollReceives(1), List.of(Ended.well(0)));
    memory().verify(into, 0, side.data(cc().pmtu() + MORE));
  }

  private void read(Side side) throws TestException {
    byte[] data = side.data(2 * cc().pmtu());
    memory().fill(side.region, data);
    transportTxPacket(PacketOut.read(side.region, data.length), cc().psn(2));
    for (int i = 0; i < 2; i++) {
      OpCode opCode = MessageOpCodes.READ_RESPONSES.of(i, 2);
      PacketIn packetIn = responder.verifyResponsePacket(opCode, cc().psn(2 + i), 2);
      checks().verifyPayload(packetIn, cc().part(data, i));
    }
  }

  /// @return how many requests the DUT has sent then
  private int reads() throws TestException {
    for (int id = 1; id <= 2; id++) {
      requester.postShortRead(id);
    }
    for (int id = 1; id <= 2; id++) {
      int psn = Psn.add(cc().dutStartPsn(), id);
      requester.receive(RC_RDMA_READ_REQ, psn);
      packets().verifySilence(Psn.next(psn));
      requester.respond(RC_RDMA_READ_RESP_ONLY, psn, id + 1);
    }
    work().verifyEnded(work().pollSends(2), List.of(Ended.well(1), Ended.well(2)));
    return 3;
  }

  /// The DUT posts a SEND, which the tester answers with an RNR NAK.
  private void notReady(int index) throws TestException {
    int psn = Psn.add(cc().dutStartPsn(), index);
    requester.postShortSend(index);
    requester.receive(RC_SEND_ONLY, psn);
    requester.refuse(SHORTEST, psn, index);
  }

  // --- the end of a QP

  private interface Ending {
    void of(Side one) throws TestException;
  }

  private void end(int ended, Ending ending) throws TestException {
    step("15");
    List<Side> sides = List.of(new Side(cc(), memory().register(), 0), side(1));
    Side other = sides.get(1 - ended);
    connection().turnTo(other.channel);
    byte[] data = other.data(cc().pmtu());
    MemoryRegion into = work().postReceives(1, data.length);
    requester.postShortWrite(0);
    requester.receive(RC_RDMA_WRITE_ONLY, cc().dutStartPsn());
    step("16");
    ending.of(sides.get(ended));
    step("17");
    connection().turnTo(other.channel);
    requester.acknowledge(cc().dutStartPsn(), 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(0)));
    responder.sendMessage(responder.send(data), cc().psn(0), 0);
    work().verifyEnded(work().pollReceives(1), List.of(Ended.well(0)));
    memory().verify(into, 0, data);
  }

  private void fail(Side one) throws TestException {
    connection().turnTo(one.channel);
    transportTxPacket(write(one).set(Reth.R_KEY, ~one.region.rkey()), cc().psn(0));
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().psn(0), 0);
  }
}
