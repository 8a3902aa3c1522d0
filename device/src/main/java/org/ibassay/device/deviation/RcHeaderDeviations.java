package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.unchecked;
import static org.ibassay.device.deviation.RcEdits.uncheckedLater;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in the checks whose failure silently drops a packet.
final class RcHeaderDeviations {
  private static final int HALF = 16;
  private static final int HALF_MASK = 0xFFFF;
  private static final int BYTE_MASK = 0xFF;
  private static final int SERVICE_SHIFT = 5;
  private static final long NETWORK = 0xC00002;
  private static final int RESYNC = 0x15;
  private static final int FULL_P_KEY = 0xFFFF;
  private static final int LIMITED_P_KEY = 0x7FFF;

  private RcHeaderDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        accepts("icrc-not-checked", "packets with a wrong ICRC", HeaderCheck.ICRC),
        accepts(
            "icrc-half-checked",
            "packets whose ICRC is wrong in its last two bytes only",
            HeaderCheck.ICRC,
            (packet, _) -> (packet.icrcFound() ^ packet.icrcComputed()) >>> HALF == 0),
        accepts(
            "checksum-not-checked", "packets with a wrong IP or UDP checksum", HeaderCheck.CARRIER),
        deviation(
            "later-icrc-not-checked",
            "accepts packets with a wrong ICRC, except the first",
            uncheckedLater(HeaderCheck.ICRC)),
        deviation(
            "later-source-not-checked",
            "accepts packets from another address, except the first",
            uncheckedLater(HeaderCheck.SOURCE)),
        deviation(
            "limited-member-dropped",
            "drops packets of limited members",
            seams -> seams.partition.deviate(_ -> (_, peers) -> peers == FULL_P_KEY)),
        deviation(
                "limited-members-accepted",
                "accepts packets of limited members although it is one",
                seams ->
                    seams.partition.deviate(
                        _ -> (own, peers) -> ((own ^ peers) & LIMITED_P_KEY) == 0))
            .on(SimParameter.LIMITED_MEMBER, 1),
        accepts("tver-not-checked", "packets of another transport version", HeaderCheck.T_VER),
        accepts(
            "tver-half-checked",
            "packets of transport versions from 8 on",
            HeaderCheck.T_VER,
            (packet, _) -> (bth(packet, Bth.T_VER) & 7) == 0),
        accepts("p-key-not-checked", "packets of another partition", HeaderCheck.P_KEY),
        accepts(
            "p-key-low-byte-checked",
            "packets of partitions whose P_Keys have its last byte",
            HeaderCheck.P_KEY,
            (packet, _) -> (bth(packet, Bth.P_KEY) & BYTE_MASK) == BYTE_MASK),
        accepts("dest-qp-not-checked", "packets for a QP that does not exist", HeaderCheck.DEST_QP),
        accepts(
            "dest-qp-low-bits-checked",
            "packets for a QP whose number has its last 16 bits",
            HeaderCheck.DEST_QP,
            (packet, qpn) -> ((bth(packet, Bth.DEST_QP) ^ qpn) & HALF_MASK) == 0),
        accepts("source-not-checked", "packets from another address", HeaderCheck.SOURCE),
        accepts(
            "source-network-checked",
            "packets from another address of the peer's network",
            HeaderCheck.SOURCE,
            (packet, _) -> isOfNetwork(packet)),
        accepts("destination-not-checked", "packets to another address", HeaderCheck.DESTINATION),
        deviation(
            "uc-opcode-executed",
            "executes requests with an OpCode of UC",
            seams -> {
              unchecked(HeaderCheck.SERVICE, (packet, _) -> isUc(packet)).accept(seams);
              unnoticed(ResponderFault.UNSUPPORTED_OPCODE, RcHeaderDeviations::isUc).accept(seams);
            }),
        deviation(
            "uc-opcode-refused",
            "rejects requests with an OpCode of UC, and ends",
            unchecked(HeaderCheck.SERVICE, (packet, _) -> isUc(packet))),
        deviation(
            "reserved-opcode-acknowledged",
            "acknowledges requests with a reserved OpCode of RC",
            unnoticed(ResponderFault.RESERVED_OPCODE, _ -> true)),
        deviation(
            "reserved-opcode-15-acknowledged",
            "acknowledges requests with OpCode 0x15",
            unnoticed(ResponderFault.RESERVED_OPCODE, packet -> packet.opCodeNumber() == RESYNC)),
        deviation(
                "unsupported-opcode-acknowledged",
                "acknowledges FLUSH, which it does not have, whatever its R_Key",
                seams -> {
                  for (ResponderFault fault : ResponderFault.values()) {
                    unnoticed(fault, RcHeaderDeviations::isFlush).accept(seams);
                  }
                })
            .on(SimParameter.FLUSH, 0));
  }

  private static boolean isFlush(TransportPacket packet) {
    return packet.opCodeNumber() == OpCode.RC_FLUSH.number();
  }

  private static DeviationSpec accepts(String name, String what, HeaderCheck check) {
    return accepts(name, what, check, (_, _) -> true);
  }

  private static DeviationSpec accepts(
      String name, String what, HeaderCheck check, BiPredicate<TransportPacket, Integer> some) {
    Consumer<RcSeams> effect = unchecked(check, some);
    return deviation(name, "accepts " + what, effect);
  }

  private static long bth(TransportPacket packet, Field field) {
    return packet.get(Header.BTH, field);
  }

  private static boolean isOfNetwork(TransportPacket packet) {
    return packet.has(Header.IPV4) && packet.get(Header.IPV4, Ipv4.SOURCE) >>> 8 == NETWORK;
  }

  private static boolean isUc(TransportPacket packet) {
    return packet.opCodeNumber() >>> SERVICE_SHIFT == Service.UC.code();
  }
}
