package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.RoceEdits.deviation;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// Deviations in the congestion notification packets of an adapter that sends them.
final class CnpDeviations {
  private static final int CNPS = 1;
  private static final int CONGESTION = 3;
  private static final int BYTES = 16;

  private CnpDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        sets("psn-not-0", "PSN 0x5A5A5A", Bth.PSN, 0x5A5A5A),
        sets("becn-0", "BECN 0", Bth.BECN, 0),
        sets("fecn-1", "FECN 1", Bth.FECN, 1),
        sets("ack-requested", "AckReq 1", Bth.A, 1),
        sets("solicited", "the solicited event bit", Bth.SE, 1),
        sets("other-partition", "the P_Key of another partition", Bth.P_KEY, 0x9234),
        sets("to-qp-0", "the destination QP 0", Bth.DEST_QP, 0),
        of("without-data", "without the 16 reserved bytes", cnp -> cnp.withPayload(new byte[0])),
        of("too-long", "with 20 bytes after the BTH", cnp -> cnp.withPayload(new byte[BYTES + 4])),
        of("reserved-first", "with a first reserved byte that is not 0", cnp -> set(cnp, 0)),
        of("reserved-last", "with a last reserved byte that is not 0", cnp -> set(cnp, BYTES - 1)),
        of(
            "marked",
            "with ECN as if they had met congestion",
            cnp -> cnp.with(Header.IPV4, Ipv4.ECN, CONGESTION)),
        deviation(
                "cnp-numbered",
                "numbers its CNPs in their PSN, from 0",
                seams -> {
                  int[] count = {0};
                  edits(cnp -> cnp.withPsn(count[0]++)).accept(seams);
                })
            .on(SimParameter.CONGESTION, CNPS));
  }

  private static DeviationSpec sets(String name, String what, Field field, long value) {
    return of(name, "with " + what, cnp -> cnp.with(Header.BTH, field, value));
  }

  private static DeviationSpec of(String name, String how, UnaryOperator<OutgoingPacket> edit) {
    return deviation("cnp-" + name, "sends CNPs " + how, edits(edit))
        .on(SimParameter.CONGESTION, CNPS);
  }

  private static Consumer<RcSeams> edits(UnaryOperator<OutgoingPacket> edit) {
    return seams ->
        seams.again.notices.deviate(under -> cnp -> under.of(cnp).stream().map(edit).toList());
  }

  private static OutgoingPacket set(OutgoingPacket cnp, int at) {
    byte[] bytes = cnp.payload().toArray(JAVA_BYTE);
    bytes[at] = 1;
    return cnp.withPayload(bytes);
  }
}
