package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.UdEdits.acknowledges;
import static org.ibassay.device.deviation.UdEdits.alleged;
import static org.ibassay.device.deviation.UdEdits.answers;
import static org.ibassay.device.deviation.UdEdits.deviation;
import static org.ibassay.device.deviation.UdEdits.reacts;
import static org.ibassay.device.deviation.UdEdits.unnoticed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.ibassay.device.rc.UdFault;
import org.ibassay.device.rc.UdSeams.Reaction;
import org.ibassay.device.rc.UdSeams.Receiver;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in which datagrams are taken, and what becomes of those that are not.
final class UdReceiveDeviations {
  private static final int LIMITED_MEMBER = 0x7FFF;
  private static final int BYTE_MASK = 0xFF;
  private static final int HALF_MASK = 0xFFFF;
  private static final int SERVICE_SHIFT = 5;
  private static final int SEND_LAST_IMM = 0x63;
  private static final int RNR_TIMER = 12;

  private UdReceiveDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        takes("q-key-not-checked", "datagrams with any Q_Key", UdFault.Q_KEY, _ -> true),
        deviation(
            "q-key-low-half-checked",
            "takes datagrams whose Q_Key is right in its last 16 bits",
            unnoticed(UdFault.Q_KEY, (packet, qp) -> isNear(packet, qp, HALF_MASK))),
        deviation(
            "q-key-first-bit-not-checked",
            "takes datagrams whose Q_Key differs in its first bit",
            unnoticed(UdFault.Q_KEY, (packet, qp) -> isNear(packet, qp, Integer.MAX_VALUE))),
        deviation(
            "q-key-ends-qp",
            "ends the QP at a wrong Q_Key",
            reacts(UdFault.Q_KEY, Reaction.END_QP)),
        deviation(
            "q-key-ends-receive",
            "ends a receive with an error at a wrong Q_Key",
            reacts(UdFault.Q_KEY, Reaction.END_RECEIVE)),
        refuses("q-key-refused", "a datagram with a wrong Q_Key", UdFault.Q_KEY),
        takes("icrc-not-checked", "datagrams with a wrong ICRC", UdFault.ICRC, _ -> true),
        takes("tver-not-checked", "datagrams of any transport version", UdFault.T_VER, _ -> true),
        takes(
            "tver-half-checked",
            "datagrams of transport versions from 8 on",
            UdFault.T_VER,
            packet -> (packet.get(Header.BTH, Bth.T_VER) & 7) == 0),
        takes("p-key-not-checked", "datagrams of any partition", UdFault.P_KEY, _ -> true),
        takes(
            "p-key-low-byte-checked",
            "datagrams of partitions whose P_Keys have the right last byte",
            UdFault.P_KEY,
            packet -> (packet.get(Header.BTH, Bth.P_KEY) & BYTE_MASK) == BYTE_MASK),
        deviation(
            "p-key-ends-qp",
            "ends the QP at a wrong P_Key",
            reacts(UdFault.P_KEY, Reaction.END_QP)),
        drops(
            "limited-member-dropped",
            "datagrams of limited members of the partition",
            UdFault.P_KEY,
            packet -> packet.get(Header.BTH, Bth.P_KEY) == LIMITED_MEMBER),
        takes("opcode-not-checked", "packets of any OpCode", UdFault.OPCODE, _ -> true),
        takes(
            "rc-send-taken",
            "SEND Only of a reliable connection",
            UdFault.OPCODE,
            packet -> packet.is(OpCode.RC_SEND_ONLY)),
        takes(
            "reserved-send-taken",
            "SENDs of several packets, which the service does not have",
            UdFault.OPCODE,
            packet -> isOfUd(packet) && packet.opCodeNumber() <= SEND_LAST_IMM),
        deviation(
            "opcode-ends-qp",
            "ends the QP at another OpCode",
            reacts(UdFault.OPCODE, Reaction.END_QP)),
        deviation(
            "opcode-ends-receive",
            "ends a receive with an error at another OpCode",
            reacts(UdFault.OPCODE, Reaction.END_RECEIVE)),
        deviation(
            "write-executed",
            "executes an RDMA WRITE that a QP of datagrams gets",
            seams -> seams.executes.depart(_ -> packet -> packet.is(OpCode.RC_RDMA_WRITE_ONLY))),
        deviation(
            "fetchadd-executed",
            "executes a FetchAdd that a QP of datagrams gets",
            seams -> seams.executes.depart(_ -> packet -> packet.is(OpCode.RC_FETCHADD))),
        deviation(
            "too-long-ends-qp",
            "ends the QP when a datagram is longer than its receive",
            reacts(UdFault.TOO_LONG_FOR_RECEIVE, Reaction.END_QP)),
        takes(
            "too-long-overruns",
            "datagrams that are longer than their receive",
            UdFault.TOO_LONG_FOR_RECEIVE,
            _ -> true),
        refuses(
            "too-long-refused",
            "a datagram that is longer than its receive",
            UdFault.TOO_LONG_FOR_RECEIVE),
        takes("over-mtu-taken", "datagrams over the MTU", UdFault.TOO_LONG_FOR_PATH, _ -> true),
        deviation(
            "over-mtu-ends-qp",
            "ends the QP at a datagram over the MTU",
            reacts(UdFault.TOO_LONG_FOR_PATH, Reaction.END_QP)),
        deviation(
            "over-mtu-ends-receive",
            "ends a receive with an error at a datagram over the MTU",
            reacts(UdFault.TOO_LONG_FOR_PATH, Reaction.END_RECEIVE)),
        deviation(
            "no-receive-ends-qp",
            "ends the QP when a datagram meets no receive",
            reacts(UdFault.NO_RECEIVE, Reaction.END_QP)),
        deviation(
            "no-receive-waits",
            "keeps a datagram that meets no receive for the next one",
            reacts(UdFault.NO_RECEIVE, Reaction.WAIT)),
        deviation(
            "no-receive-rnr-nak",
            "answers a datagram that meets no receive with an RNR NAK",
            answers(_ -> true, UdFault.NO_RECEIVE::equals, new Syndrome.RnrNak(RNR_TIMER))),
        deviation(
            "acknowledges",
            "acknowledges datagrams with AckReq 1",
            acknowledges(UdReceiveDeviations::asks)),
        deviation(
            "acknowledges-short",
            "acknowledges datagrams with AckReq 1 and no payload",
            acknowledges(packet -> asks(packet) && packet.payloadBytes() == 0)),
        deviation("acknowledges-all", "acknowledges all datagrams", acknowledges(_ -> true)),
        deviation(
            "acknowledges-lost",
            "acknowledges datagrams that meet no receive",
            answers(_ -> true, UdFault.NO_RECEIVE::equals, Syndrome.Ack.WITHOUT_CREDITS)),
        deviation(
            "acknowledges-early",
            "acknowledges datagrams to a QP that is not ready",
            answers(_ -> true, UdFault.NOT_READY::equals, Syndrome.Ack.WITHOUT_CREDITS)),
        deviation(
            "init-receives",
            "takes datagrams in INIT",
            unnoticed(UdFault.NOT_READY, (_, qp) -> qp.state() == State.INIT)),
        deviation(
            "rtr-drops",
            "drops datagrams in RTR",
            seams ->
                seams.faults.depart(under ->
                    (possible, packet, qp, conforming) ->
                        (possible == UdFault.NOT_READY && qp.state() == State.RTR)
                            || under.has(possible, packet, qp, conforming))),
        refuses("not-ready-refused", "a datagram to a QP that is not ready", UdFault.NOT_READY),
        drops(
            "empty-dropped",
            "datagrams without payload",
            UdFault.CARRIER,
            packet -> packet.payloadBytes() == 0),
        drops(
            "padded-dropped",
            "datagrams with three pad bytes",
            UdFault.CARRIER,
            packet -> packet.padCount() == 3),
        deviation(
            "repeated-psn-dropped",
            "drops datagrams that repeat a PSN",
            seams -> {
              Predicate<TransportPacket> repeated = follows((psn, last) -> psn == last);
              alleged(UdFault.NOT_READY, repeated).accept(seams);
            }),
        deviation(
            "earlier-psn-dropped",
            "drops datagrams with an earlier PSN",
            seams -> {
              Predicate<TransportPacket> earlier = follows(Psn::isBefore);
              alleged(UdFault.NOT_READY, earlier).accept(seams);
            }));
  }

  private interface PsnRule {
    boolean isDropped(int psn, int last);
  }

  /// Compares with the PSN of the QP's last datagram.
  private static Predicate<TransportPacket> follows(PsnRule rule) {
    Map<Long, Integer> last = new HashMap<>();
    return packet -> {
      int psn = (int) packet.get(Header.BTH, Bth.PSN);
      Integer before = last.put(packet.get(Header.BTH, Bth.DEST_QP), psn);
      return before != null && rule.isDropped(psn, before);
    };
  }

  private static DeviationSpec takes(
      String name, String what, UdFault fault, Predicate<TransportPacket> some) {
    return deviation(name, "takes " + what, unnoticed(fault, some));
  }

  private static DeviationSpec drops(
      String name, String what, UdFault fault, Predicate<TransportPacket> some) {
    return deviation(name, "drops " + what, alleged(fault, some));
  }

  private static DeviationSpec refuses(String name, String what, UdFault fault) {
    return deviation(
        name,
        "answers " + what + " with a NAK",
        answers(_ -> true, fault::equals, new Nak(Nak.INVALID_REQUEST)));
  }

  private static boolean asks(TransportPacket packet) {
    return packet.get(Header.BTH, Bth.A) == 1;
  }

  private static boolean isOfUd(TransportPacket packet) {
    return packet.opCodeNumber() >>> SERVICE_SHIFT == Service.UD.code();
  }

  private static boolean isNear(TransportPacket packet, Receiver qp, int mask) {
    return (((int) packet.get(Header.DETH, Deth.Q_KEY) ^ qp.qKey()) & mask) == 0;
  }
}
