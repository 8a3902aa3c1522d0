package org.ibassay.device.deviation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of an adapter that one packet crashes, with its host: neither responds until they are
/// power-cycled.
final class PacketDeathDeviations {
  private static final int QPS = 4;
  private static final int LOW_BITS = 7;

  /// The start PSNs, and the PSNs after them. The first QP receives one packet, which measures the
  /// response time.
  private static final List<Integer> LOW_PSNS = List.of(6, 7, 0);

  private static final List<Integer> FIRST_LOW_PSNS = List.of(6, 0);

  private static final int DATAGRAMS = 3;

  private PacketDeathDeviations() {}

  /// The packet is selected by its contents, not by the number of earlier ones: if it is withheld,
  /// the next packet is not selected instead.
  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (int i = 0; i < QPS; i++) {
      int qp = i;
      for (int psn : qp == 0 ? FIRST_LOW_PSNS : LOW_PSNS) {
        all.add(
            of(
                "of-psn-%d-of-qp-%d".formatted(psn, qp + 1),
                "a packet to the QP opened as number %d whose PSN ends with %d"
                    .formatted(qp + 1, psn),
                () ->
                    packet ->
                        qpn(packet) == ChannelAdapter.qpn(qp) && (psn(packet) & LOW_BITS) == psn));
      }
    }
    all.add(firstDatagram("of-datagram-0"));
    all.add(firstDatagram("of-datagram-0-native").on(SimParameter.NATIVE_FRAMING, 1));
    for (int i = 1; i <= DATAGRAMS; i++) {
      int number = i;
      all.add(
          of(
              "of-datagram-%d-after-first".formatted(number),
              "the datagram to QP1 with PSN %d after the first one's".formatted(number),
              () -> afterFirst(number)));
    }
    return all;
  }

  private static DeviationSpec firstDatagram(String name) {
    return of(name, "the datagram to QP1 with PSN 0", () -> p -> qpn(p) == Gmp.QP && psn(p) == 0);
  }

  private static Predicate<TransportPacket> afterFirst(int number) {
    int[] first = {-1};
    return packet -> {
      if (qpn(packet) != Gmp.QP) {
        return false;
      }
      first[0] = first[0] < 0 ? psn(packet) : first[0];
      return Psn.add(first[0], number) == psn(packet);
    };
  }

  private static int qpn(TransportPacket packet) {
    return (int) packet.get(Header.BTH, Bth.DEST_QP);
  }

  private static int psn(TransportPacket packet) {
    return (int) packet.get(Header.BTH, Bth.PSN);
  }

  /// @param fatal creates, for each device, a predicate that selects the packets
  private static DeviationSpec of(
      String name, String what, Supplier<Predicate<TransportPacket>> fatal) {
    return DeviationSpec.of(
        "death." + name,
        "stops responding after " + what,
        Set.of(NodeKind.CA),
        seams -> {
          Predicate<TransportPacket> own = fatal.get();
          seams.rc.dies.deviate(under -> packet -> under.test(packet) || own.test(packet));
        });
  }
}
