package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.OneWayFamily.UD;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.rc.UdFault;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// Deviations in datagrams that are sent.
final class UdSendDeviations {
  private static final int GSI_Q_KEY = 0x8001_0000;
  private static final int DSCP_MASK = 0x3F;
  private static final int DSCP_SHIFT = 2;
  private static final int OTHER_P_KEY = 0x1234;

  private UdSendDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        UD.sends("asks-for-ack", "sets AckReq", packet -> packet.withAckRequest(true)),
        UD.sends(
            "asks-for-ack-when-full",
            "sets AckReq in datagrams of a payload of 1,024 bytes or more",
            packet -> packet.payload().byteSize() >= 1024,
            packet -> packet.withAckRequest(true)),
        UD.counts("psn-not-counted", "sends all datagrams with one PSN", (psn, _) -> psn),
        UD.counts(
            "psn-counted-twice",
            "counts each datagram twice",
            (psn, count) -> Psn.add(psn, 2L * count)),
        UD.counts(
            "psn-zero-skipped", "skips PSN 0", (psn, count) -> Math.max(1, Psn.add(psn, count))),
        UD.sets("sent-reserved-bit", "sends a reserved bit of the BTH", Header.BTH, Bth.RESV8A, 1),
        UD.sets("sent-source-qp-zero", "sends SrcQP 0", Header.DETH, Deth.SRC_QP, 0),
        qKeys("sent-q-key-of-qp", "sends the QP's Q_Key always", (_, own) -> own),
        qKeys("sent-q-key-of-request", "sends the request's Q_Key always", (request, _) -> request),
        qKeys(
            "sent-q-key-zero-as-own",
            "sends the QP's Q_Key for Q_Key 0",
            (request, own) -> request <= 0 ? own : request),
        qKeys(
            "sent-q-key-controlled-once",
            "sends the QP's Q_Key only for that of QP 1",
            (request, own) -> request == GSI_Q_KEY ? own : request),
        UD.edits("sent-twice", "sends each datagram twice", packet -> List.of(packet, packet)),
        UD.edits(
            "sent-full-twice",
            "sends datagrams of 4,096 bytes twice",
            packet ->
                packet.payload().byteSize() < 4096 ? List.of(packet) : List.of(packet, packet)),
        UD.edits("not-sent", "sends no datagram", _ -> List.of()),
        UD.sends(
            "sent-last-byte-zero",
            "sends a payload's last byte as 0",
            packet -> packet.payload().byteSize() > 0,
            UdSendDeviations::spoilt),
        UD.sends("sent-pad-as-payload", "sends pad bytes as payload", UdSendDeviations::padded),
        UD.wrongIcrc(),
        UD.sets("sent-t-ver-1", "sends TVer 1", Header.BTH, Bth.T_VER, 1),
        UD.sets("sent-p-key-wrong", "sends another P_Key", Header.BTH, Bth.P_KEY, OTHER_P_KEY),
        UD.sends(
            "sent-immediate-lost",
            "sends no immediate data",
            packet -> packet.withOpCode(OpCode.UD_SEND_ONLY)),
        UD.sends(
            "sent-immediate-byte-order",
            "sends immediate data in reverse byte order",
            packet ->
                packet.with(
                    Header.IMM_DT,
                    ImmDt.IMM_DT,
                    Integer.toUnsignedLong(Integer.reverseBytes((int) packet.get(ImmDt.IMM_DT))))),
        UD.sets("sent-solicited-never", "never sets SE", Header.BTH, Bth.SE, 0),
        UD.sets("sent-solicited-always", "always sets SE", Header.BTH, Bth.SE, 1),
        UD.sends(
            "sent-q-key-not-with-immediate",
            "sends Q_Key 0 in datagrams with immediate data",
            packet -> packet.opCode() == OpCode.UD_SEND_ONLY_IMM,
            packet -> packet.with(Header.DETH, Deth.Q_KEY, 0)),
        UD.sends(
            "sent-source-qp-not-with-immediate",
            "sends another SrcQP in datagrams with immediate data",
            packet -> packet.opCode() == OpCode.UD_SEND_ONLY_IMM,
            packet -> packet.with(Header.DETH, Deth.SRC_QP, packet.get(Deth.SRC_QP) ^ 1)),
        UD.sends(
            "asks-for-ack-with-immediate",
            "sets AckReq in datagrams with immediate data",
            packet -> packet.opCode() == OpCode.UD_SEND_ONLY_IMM,
            packet -> packet.withAckRequest(true)),
        UD.sends(
            "sent-solicited-not-with-immediate",
            "does not set SE in datagrams with immediate data",
            packet -> packet.opCode() == OpCode.UD_SEND_ONLY_IMM,
            packet -> packet.with(Header.BTH, Bth.SE, 0)),
        tooLong("sent-over-mtu", "sends datagrams over the MTU", _ -> true),
        tooLong(
            "sent-one-over-mtu",
            "sends datagrams over the MTU of an odd length",
            bytes -> bytes % 2 == 1),
        UD.completes("send-not-completed", "completes no datagram", Queue.SEND, _ -> List.of()),
        UD.completes(
            "send-completed-twice",
            "completes a datagram twice",
            Queue.SEND,
            right -> List.of(right, right)),
        UD.completes(
            "send-ends-with-retry",
            "completes datagrams as unanswered",
            Queue.SEND,
            right -> List.of(new Completion(right.id(), Status.RETRY_EXC_ERR, 0, 0))),
        UD.deviation(
            "destination-mac-0-at-times",
            "sends every third datagram to MAC 0",
            seams -> seams.requests.deviate(UdSendDeviations::everyThirdToMac0)),
        handles(
            "hop-limit-zero",
            "sends hop limit 0",
            handle ->
                new AddressHandle(handle.peer(), handle.gidIndex(), handle.trafficClass(), 0)),
        UD.sends(
                "ipv6-hop-limit-zero",
                "sends hop limit 0 over IPv6",
                packet -> packet.with(Header.IPV6, Ipv6.HOP_LIMIT, 0))
            .on(SimParameter.IPV6, 1),
        handles(
            "traffic-class-ignored",
            "sends traffic class 0 always",
            handle -> new AddressHandle(handle.peer(), handle.gidIndex(), 0, handle.hopLimit())),
        handles(
            "dscp-is-traffic-class",
            "sends the traffic class as DSCP without the shift",
            handle ->
                new AddressHandle(
                    handle.peer(),
                    handle.gidIndex(),
                    (handle.trafficClass() & DSCP_MASK) << DSCP_SHIFT,
                    handle.hopLimit())),
        UD.sends(
                "ipv6-traffic-class-ignored",
                "sends traffic class 0 over IPv6",
                packet -> packet.with(Header.IPV6, Ipv6.TRAFFIC_CLASS, 0))
            .on(SimParameter.IPV6, 1),
        UD.deviation(
            "send-error-as-success",
            "completes a datagram that it cannot read with success",
            seams -> seams.completions.deviate(_ -> (_, right) -> List.of(asSuccess(right)))),
        UD.deviation(
            "send-error-sent",
            "sends zeros for a datagram that it cannot read",
            seams -> seams.sendsUnreadable.deviate(_ -> () -> true)),
        UD.deviation(
            "send-error-ends-qp",
            "puts the QP into the error state after a datagram that it cannot read",
            seams -> seams.afterSendError.deviate(_ -> State.ERR)),
        UD.deviation(
            "send-error-ignored",
            "keeps the QP in RTS after a datagram that it cannot read",
            seams -> seams.afterSendError.deviate(_ -> State.RTS)),
        UD.deviation(
            "sqe-sends",
            "sends datagrams in the state SQE",
            seams -> seams.sendsInError.deviate(_ -> () -> true)),
        UD.deviation(
            "sqe-not-reported",
            "reports RTS in the state SQE",
            seams ->
                seams.state.deviate(
                    under -> state -> state == State.SQE ? State.RTS : under.apply(state))),
        UD.drops(
            "sqe-not-received",
            "datagrams in the state SQE",
            UdFault.NOT_READY,
            (_, qp) -> qp.state() == State.SQE),
        UD.deviation(
            "sqe-for-good",
            "does not go from SQE back to RTS",
            seams -> seams.leavesSendError.deviate(_ -> () -> false)));
  }

  private static Completion asSuccess(Completion right) {
    return right.status() == Status.LOC_PROT_ERR
        ? new Completion(right.id(), Status.SUCCESS, 0, 0)
        : right;
  }

  private static DeviationSpec qKeys(String name, String text, IntBinaryOperator rule) {
    return UD.deviation(name, text, seams -> seams.qKey.deviate(_ -> rule));
  }

  private static DeviationSpec tooLong(String name, String text, IntPredicate lengths) {
    return UD.deviation(name, text, seams -> seams.sendsTooLong.deviate(_ -> lengths));
  }

  private static DeviationSpec handles(
      String name, String text, UnaryOperator<AddressHandle> edit) {
    return UD.deviation(
        name, text, seams -> seams.handle.deviate(_ -> (_, own) -> edit.apply(own)));
  }

  /// Counts the packets of each device.
  private static PacketEdit everyThirdToMac0(PacketEdit under) {
    int[] count = {0};
    return packet ->
        under.of(packet).stream()
            .map(made ->
                ++count[0] % 3 == 0 ? made.with(Header.ETHERNET, Ethernet.DESTINATION, 0) : made)
            .toList();
  }

  private static byte[] bytes(OutgoingPacket packet) {
    return packet.payload().toArray(JAVA_BYTE);
  }

  private static OutgoingPacket spoilt(OutgoingPacket packet) {
    byte[] payload = bytes(packet);
    payload[payload.length - 1] = 0;
    return packet.withPayload(payload);
  }

  private static OutgoingPacket padded(OutgoingPacket packet) {
    byte[] payload = bytes(packet);
    return packet.withPayload(
        Arrays.copyOf(payload, payload.length + Bth.padAfter(payload.length)));
  }
}
