package org.ibassay.device.deviation;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.GsiFault;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// Deviations in the partition of general management packets.
final class GmpDeviations {
  private static final int FULL_MEMBER = 0x8000;

  private GmpDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "answer-in-default-partition",
            "answers every request in the default partition",
            sent(_ -> true, GmpDeviations::inDefaultPartition)),
        ofKind("rej", ConnectReject.ATTRIBUTE),
        ofKind("drep", DisconnectReply.ATTRIBUTE),
        ofKind("sidr-rep", ServiceIdResReqResp.ATTRIBUTE),
        deviation(
            "answer-in-last-partition",
            "answers a request in the partition of the one before",
            seams -> {
              long[] before = {Gmp.DEFAULT_P_KEY};
              sent(
                      _ -> true,
                      packet -> {
                        long last = before[0];
                        before[0] = packet.get(Bth.P_KEY);
                        return packet.with(Header.BTH, Bth.P_KEY, last);
                      })
                  .accept(seams);
            }),
        deviation(
            "answer-stays-in-partition",
            "answers all requests in the second partition after one was received in it",
            seams -> {
              boolean[] isSecond = {false};
              sent(
                      _ -> true,
                      packet -> {
                        isSecond[0] |= packet.get(Bth.P_KEY) == Variant.SECOND_P_KEY;
                        return isSecond[0]
                            ? packet.with(Header.BTH, Bth.P_KEY, Variant.SECOND_P_KEY)
                            : packet;
                      })
                  .accept(seams);
            }),
        deviation(
            "default-partition-only",
            "drops requests in another partition than the default one",
            seams ->
                seams.gsi.faults.deviate(under ->
                    (possible, packet, conforming) ->
                        under.has(possible, packet, conforming)
                            || (possible == GsiFault.P_KEY
                                && (packet.get(Header.BTH, Bth.P_KEY) | FULL_MEMBER)
                                    == Variant.SECOND_P_KEY))));
  }

  private static DeviationSpec ofKind(String name, GmpAttribute kind) {
    return deviation(
        name + "-in-default-partition",
        "sends %s in the default partition".formatted(kind.name()),
        sent(
            packet -> CmMessage.read(packet.payload()).is(kind),
            GmpDeviations::inDefaultPartition));
  }

  private static OutgoingPacket inDefaultPartition(OutgoingPacket packet) {
    return packet.with(Header.BTH, Bth.P_KEY, Gmp.DEFAULT_P_KEY);
  }

  private static Consumer<Seams> sent(
      Predicate<OutgoingPacket> which, UnaryOperator<OutgoingPacket> edit) {
    return CmEdits.datagrams(packet -> which.test(packet) ? edit.apply(packet) : packet);
  }

  private static DeviationSpec deviation(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("gmp." + name, summary, Set.of(NodeKind.CA), effect)
        .on(SimParameter.SECOND_PARTITION, 1);
  }
}
