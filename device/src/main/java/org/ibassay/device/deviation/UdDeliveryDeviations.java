package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UD;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.rc.UdFault;
import org.ibassay.device.rc.UdSeams.MemberRule;
import org.ibassay.device.rc.UdSeams.PlaceRule;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in how datagrams are delivered, and what their completions report.
final class UdDeliveryDeviations {
  private static final int GRH_BYTES = 40;
  private static final int IPV4_BYTES = 20;
  private static final int ADDRESS_BYTES = 4;
  private static final int HALF_MASK = 0xFFFF;
  private static final int MULTICAST_QP = 0xFF_FFFF;

  private UdDeliveryDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        UD.takes(
            "multicast-p-key-not-checked",
            "multicast datagrams of any partition",
            UdFault.P_KEY,
            UdDeliveryDeviations::isMulticast),
        UD.takes(
            "multicast-t-ver-not-checked",
            "multicast datagrams of another transport version",
            UdFault.T_VER,
            UdDeliveryDeviations::isMulticast),
        UD.takes(
            "multicast-icrc-not-checked",
            "multicast datagrams with a wrong ICRC",
            UdFault.ICRC,
            UdDeliveryDeviations::isMulticast),
        UD.drops(
            "multicast-immediate-dropped",
            "multicast datagrams with immediate data",
            UdFault.OPCODE,
            packet -> isMulticast(packet) && packet.has(Header.IMM_DT)),
        places("grh-not-left", "writes the payload to the receive's beginning", 0),
        places("grh-half-left", "leaves 20 bytes before the payload", IPV4_BYTES),
        UD.lengths(
            "grh-not-counted",
            "reports the payload's length without the 40 bytes",
            bytes -> bytes - GRH_BYTES),
        UD.deviation(
            "last-byte-lost",
            "does not write a payload's last byte",
            seams ->
                seams.placing.deviate(under ->
                    (area, payload) -> {
                      byte[] right = under.of(area, payload);
                      return Arrays.copyOf(right, Math.max(area.length, right.length - 1));
                    })),
        UD.lengths("pad-counted", "counts pad bytes as payload", bytes -> (bytes + 3) & ~3L),
        UD.completes(
            "receive-not-completed", "completes no receive", Queue.RECEIVE, _ -> List.of()),
        UD.completes(
            "receive-completed-twice",
            "completes a receive twice",
            Queue.RECEIVE,
            right -> List.of(right, right)),
        sources("source-qp-missing", "reports source QP 0", _ -> 0),
        sources("source-qp-16-bits", "reports 16 bits of the source QP", qpn -> qpn & HALF_MASK),
        UD.reports(
            "grh-not-reported",
            "reports no header before the payload",
            right -> new Received(right.sourceQp(), false, right.immediate())),
        UD.reports(
                "grh-always-reported",
                "reports a header before the payload also where the packet has none",
                right -> new Received(right.sourceQp(), true, right.immediate()))
            .on(SimParameter.NATIVE_FRAMING, 1),
        areas(
            "grh-not-written",
            "leaves the 40 bytes before the payload as 0",
            area -> new byte[area.length]),
        UD.deviation(
            "grh-of-previous",
            "writes the 40 bytes of the previous datagram before a payload",
            seams -> {
              Deque<byte[]> areas = new ArrayDeque<>();
              seams.area.deviate(under ->
                  area -> {
                    areas.add(under.apply(area));
                    return areas.size() > 1 ? areas.remove() : areas.element();
                  });
            }),
        areas(
            "ip-header-first",
            "writes an IPv4 header to the first of the 40 bytes",
            area -> Arrays.copyOfRange(area, IPV4_BYTES, IPV4_BYTES + GRH_BYTES)),
        areas(
            "ip-addresses-swapped",
            "swaps the addresses of an IPv4 header",
            area -> {
              byte[] swapped = area.clone();
              int destination = GRH_BYTES - ADDRESS_BYTES;
              int source = destination - ADDRESS_BYTES;
              System.arraycopy(area, source, swapped, destination, ADDRESS_BYTES);
              System.arraycopy(area, destination, swapped, source, ADDRESS_BYTES);
              return swapped;
            }),
        UD.immediates("immediate-lost", "reports no immediate data", _ -> null),
        UD.immediates(
            "immediate-byte-order",
            "reports immediate data in reverse byte order",
            data -> data == null ? null : Integer.reverseBytes(data)),
        UD.immediates(
            "immediate-zero-lost",
            "reports no immediate data where they are 0",
            data -> data == null || data == 0 ? null : data),
        UD.immediates(
            "immediate-always",
            "reports immediate data where there are none",
            data -> data == null ? Integer.valueOf(0) : data),
        UD.receives(
            "immediate-counted",
            "counts immediate data as payload",
            right ->
                right.received().immediate() == null
                    ? right
                    : new Completion(
                        right.id(), right.status(), 0, right.bytes() + 4, right.received())),
        UD.deviation(
            "event-never-raised",
            "raises no solicited events",
            seams -> seams.events.raises.deviate(_ -> (_, _, _) -> false)),
        UD.deviation(
            "event-always-raised",
            "raises solicited events for all receives",
            seams -> seams.events.raises.deviate(_ -> (_, _, _) -> true)),
        UD.deviation(
            "event-by-immediate",
            "raises solicited events for datagrams with immediate data",
            seams ->
                seams.events.raises.deviate(under ->
                    (solicited, earlier, packet) ->
                        packet.has(Header.IMM_DT) || under.raises(solicited, earlier, packet))),
        UD.deviation(
            "event-not-with-immediate",
            "raises no solicited events for datagrams with immediate data",
            seams ->
                seams.events.raises.deviate(under ->
                    (solicited, earlier, packet) ->
                        !packet.has(Header.IMM_DT) && under.raises(solicited, earlier, packet))),
        UD.deviation(
            "event-without-request",
            "raises solicited events without a request",
            seams -> seams.events.raisesUnrequested.deviate(_ -> _ -> true)),
        members("multicast-not-delivered", "delivers nothing to groups", (_, _) -> List.of()),
        members("multicast-to-all", "delivers to QPs outside of the group", (_, all) -> all),
        members(
            "multicast-to-newest",
            "also delivers to the newest QP, whether or not it belongs to the group",
            (right, all) ->
                Stream.concat(right.stream(), all.stream().skip(all.size() - 1L)).toList()),
        members(
            "multicast-to-first",
            "delivers to the first member of a group only",
            (right, _) -> right.subList(0, Math.min(1, right.size()))),
        members(
            "multicast-twice",
            "delivers to each member of a group twice",
            (right, _) -> Stream.concat(right.stream(), right.stream()).toList()),
        UD.deviation(
            "multicast-not-left",
            "delivers to a member of a group that left it",
            seams -> seams.leaves.deviate(_ -> _ -> false)));
  }

  private static DeviationSpec places(String name, String text, int bytes) {
    PlaceRule rule =
        (area, payload) -> {
          byte[] placed = Arrays.copyOf(area, bytes + payload.length);
          System.arraycopy(payload, 0, placed, bytes, payload.length);
          return placed;
        };
    return UD.deviation(name, text, seams -> seams.placing.deviate(_ -> rule));
  }

  private static DeviationSpec areas(String name, String text, UnaryOperator<byte[]> edit) {
    return UD.deviation(
        name, text, seams -> seams.area.deviate(under -> area -> edit.apply(under.apply(area))));
  }

  private interface QpnEdit {
    int of(int qpn);
  }

  private static DeviationSpec sources(String name, String text, QpnEdit edit) {
    return UD.reports(
        name,
        text,
        right -> new Received(edit.of(right.sourceQp()), right.hasGrh(), right.immediate()));
  }

  private static DeviationSpec members(String name, String text, MemberRule rule) {
    return UD.deviation(name, text, seams -> seams.members.deviate(_ -> rule));
  }

  private static boolean isMulticast(TransportPacket packet) {
    return packet.get(Header.BTH, Bth.DEST_QP) == MULTICAST_QP;
  }
}
