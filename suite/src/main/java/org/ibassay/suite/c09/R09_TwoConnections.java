package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Reth;

/// # Two reliable connections do not affect each other
///
/// - Section: 9.7.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-two-connections#01, ia-r09-two-connections#02, ia-r09-two-connections#03,
///   ia-r09-two-connections#04
///
/// The tester has two connections with the DUT, with the same PSNs, and sends the packets of two
/// messages in turn. Each connection misses a packet, and each reports it. Atomics with the same
/// PSN are repeated on each, with the original data of that connection. One connection then ends in
/// error; the other continues.
///
/// ## Notes
///
/// - Ours. W09_TwoConnections covers unreliable connections.
/// - Atomics are omitted for a DUT without them.
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
@Td(dut = DutKind.CA, needs = Ability.NEW_QPS, effect = Effect.CHANGES, parameters = START_PSN)
public final class R09_TwoConnections extends TransportTest {
  private static final int PACKETS = 3;

  private final DutResponder responder = new DutResponder(tt());

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
}
