package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UD;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.OneWaySeams.Reaction;
import org.ibassay.device.rc.UdFault;
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

/// Deviations in which datagrams are accepted, and in the handling of the others.
final class UdReceiveDeviations {
  private static final int LIMITED_MEMBER = 0x7FFF;
  private static final int HALF_MASK = 0xFFFF;
  private static final int SERVICE_SHIFT = 5;
  private static final int SEND_LAST_IMM = 0x63;
  private static final int RNR_TIMER = 12;

  private UdReceiveDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            UD.ofHeaders("datagrams", UdFault.ICRC, UdFault.T_VER, UdFault.P_KEY, UdFault.CARRIER),
            received())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> received() {
    return List.of(
        UD.takes("q-key-not-checked", "datagrams with any Q_Key", UdFault.Q_KEY),
        UD.takes(
            "q-key-low-half-checked",
            "datagrams whose Q_Key is right in its last 16 bits",
            UdFault.Q_KEY,
            (packet, qp) -> isNear(packet, qp, HALF_MASK)),
        UD.takes(
            "q-key-first-bit-not-checked",
            "datagrams whose Q_Key differs in its first bit",
            UdFault.Q_KEY,
            (packet, qp) -> isNear(packet, qp, Integer.MAX_VALUE)),
        UD.endsQp("q-key-ends-qp", "at a wrong Q_Key", UdFault.Q_KEY),
        UD.endsReceive("q-key-ends-receive", "at a wrong Q_Key", UdFault.Q_KEY),
        refuses("q-key-refused", "a datagram with a wrong Q_Key", UdFault.Q_KEY),
        UD.drops(
            "limited-member-dropped",
            "datagrams of limited members of the partition",
            UdFault.P_KEY,
            packet -> packet.get(Header.BTH, Bth.P_KEY) == LIMITED_MEMBER),
        UD.takes("opcode-not-checked", "packets of any OpCode", UdFault.OPCODE),
        UD.takes(
            "rc-send-taken",
            "SEND Only of a reliable connection",
            UdFault.OPCODE,
            packet -> packet.is(OpCode.RC_SEND_ONLY)),
        UD.takes(
            "reserved-send-taken",
            "SENDs of several packets, which the service does not have",
            UdFault.OPCODE,
            packet -> isOfUd(packet) && packet.opCodeNumber() <= SEND_LAST_IMM),
        UD.endsQp("opcode-ends-qp", "at another OpCode", UdFault.OPCODE),
        UD.endsReceive("opcode-ends-receive", "at another OpCode", UdFault.OPCODE),
        UD.deviation(
            "write-executed",
            "executes an RDMA WRITE sent to a UD QP",
            seams -> seams.executes.deviate(_ -> packet -> packet.is(OpCode.RC_RDMA_WRITE_ONLY))),
        UD.deviation(
            "fetchadd-executed",
            "executes a FetchAdd sent to a UD QP",
            seams -> seams.executes.deviate(_ -> packet -> packet.is(OpCode.RC_FETCHADD))),
        UD.endsQp(
            "too-long-ends-qp",
            "when a datagram is longer than its receive",
            UdFault.TOO_LONG_FOR_RECEIVE),
        UD.takes(
            "too-long-overruns",
            "datagrams that are longer than their receive",
            UdFault.TOO_LONG_FOR_RECEIVE),
        refuses(
            "too-long-refused",
            "a datagram that is longer than its receive",
            UdFault.TOO_LONG_FOR_RECEIVE),
        UD.takes("over-mtu-taken", "datagrams over the MTU", UdFault.TOO_LONG_FOR_PATH),
        UD.endsQp("over-mtu-ends-qp", "at a datagram over the MTU", UdFault.TOO_LONG_FOR_PATH),
        UD.endsReceive(
            "over-mtu-ends-receive", "at a datagram over the MTU", UdFault.TOO_LONG_FOR_PATH),
        UD.endsQp("no-receive-ends-qp", "when a datagram meets no receive", UdFault.NO_RECEIVE),
        UD.deviation(
            "no-receive-waits",
            "keeps a datagram that meets no receive for the next one",
            UD.reacts(UdFault.NO_RECEIVE, Reaction.WAIT)),
        UD.answers(
            "no-receive-rnr-nak",
            "answers a datagram that meets no receive with an RNR NAK",
            UdFault.NO_RECEIVE::equals,
            new Syndrome.RnrNak(RNR_TIMER)),
        UD.acknowledges("acknowledges", "datagrams with AckReq 1", UdReceiveDeviations::asks),
        UD.acknowledges(
            "acknowledges-short",
            "datagrams with AckReq 1 and no payload",
            packet -> asks(packet) && packet.payloadBytes() == 0),
        UD.acknowledges("acknowledges-all", "all datagrams", _ -> true),
        UD.answers(
            "acknowledges-lost",
            "acknowledges datagrams that meet no receive",
            UdFault.NO_RECEIVE::equals,
            Syndrome.Ack.WITHOUT_CREDITS),
        UD.answers(
            "acknowledges-early",
            "acknowledges datagrams to a QP that is not ready",
            UdFault.NOT_READY::equals,
            Syndrome.Ack.WITHOUT_CREDITS),
        UD.takes(
            "init-receives",
            "datagrams in INIT",
            UdFault.NOT_READY,
            (_, qp) -> qp.state() == State.INIT),
        UD.drops(
            "rtr-drops", "datagrams in RTR", UdFault.NOT_READY, (_, qp) -> qp.state() == State.RTR),
        refuses("not-ready-refused", "a datagram to a QP that is not ready", UdFault.NOT_READY),
        UD.drops(
            "empty-dropped",
            "datagrams without payload",
            UdFault.CARRIER,
            packet -> packet.payloadBytes() == 0),
        UD.deviation(
            "repeated-psn-dropped",
            "drops datagrams that repeat a PSN",
            seams -> {
              Predicate<TransportPacket> repeated = follows((psn, last) -> psn == last);
              UD.alleged(UdFault.NOT_READY, (packet, _) -> repeated.test(packet)).accept(seams);
            }),
        UD.deviation(
            "earlier-psn-dropped",
            "drops datagrams with an earlier PSN",
            seams -> {
              Predicate<TransportPacket> earlier = follows(Psn::isBefore);
              UD.alleged(UdFault.NOT_READY, (packet, _) -> earlier.test(packet)).accept(seams);
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

  private static DeviationSpec refuses(String name, String what, UdFault fault) {
    return UD.answers(
        name, "answers " + what + " with a NAK", fault::equals, new Nak(Nak.INVALID_REQUEST));
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
