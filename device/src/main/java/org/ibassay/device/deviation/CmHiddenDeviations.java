package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.cm.CmEvent.RTU;
import static org.ibassay.device.cm.CmReaction.NOTHING;
import static org.ibassay.device.cm.ConnectionState.REP_SENT;
import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmMessageFamily.REJ;
import static org.ibassay.device.deviation.CmMessageFamily.REP;
import static org.ibassay.device.deviation.CmMessageFamily.SIDR_REP;

import java.util.List;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;

/// Deviations of communication management that a peer may not notice: later messages compensate for
/// them, or they affect only a few messages.
final class CmHiddenDeviations {
  private static final int MOST_LENGTH = 127;
  private static final int MOST_BYTES = 255;
  private static final int PSN_MASK = 0xFF_FFFF;
  private static final int GSI_Q_KEY_WITHOUT_FIRST_BIT = 0x0001_0000;

  private CmHiddenDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "rtu-ignored",
            "keeps sending REP after RTU until a packet is received",
            seams ->
                seams.reactions.deviate(under ->
                    (state, event, conforming) ->
                        state == REP_SENT && event == RTU
                            ? NOTHING
                            : under.of(state, event, conforming))),
        CmDeviations.settings(
            "psn-one-too-near",
            "names a Starting PSN that is one less than its QP expects",
            right -> right.withPsns(right.sendPsn(), (right.receivePsn() + 1) & PSN_MASK)),
        REP.puts("ca-guid-0", "Local CA GUID 0", ConnectReply.LOCAL_CA_GUID, 0),
        REP.edits(
            "ca-guid-of-connection",
            "a Local CA GUID that differs from connection to connection",
            made -> made.set(ConnectReply.LOCAL_CA_GUID, made.get(CmMessage.LOCAL_ID))),
        REJ.puts(
            "information-too-long",
            "Reject Info Length 127",
            ConnectReject.REJECT_INFO_LENGTH,
            MOST_LENGTH),
        SIDR_REP.puts(
            "information-too-long",
            "Additional Information Length 255",
            ServiceIdResReqResp.ADDITIONAL_INFORMATION_LENGTH,
            MOST_BYTES),
        SIDR_REP.followed("twice", "sends each SIDR_REP twice", ServiceIdResReqResp.ATTRIBUTE),
        deviation(
            "sidr-rep-of-first",
            "sends each SIDR_REP with the RequestID of the first one",
            seams -> {
              long[] first = {0};
              CmEdits.edits(
                      ServiceIdResReqResp.ATTRIBUTE,
                      made -> {
                        long own = made.get(ServiceIdResReqResp.REQUEST_ID);
                        first[0] = first[0] == 0 ? own : first[0];
                        return made.set(ServiceIdResReqResp.REQUEST_ID, first[0]);
                      })
                  .accept(seams);
            }),
        datagram(
            "rep-q-key-0",
            "REP with Q_Key 0",
            ConnectReply.ATTRIBUTE,
            CmHiddenDeviations::withoutQKey),
        datagram(
            "rep-of-qp-2",
            "REP with SrcQP 2",
            ConnectReply.ATTRIBUTE,
            CmHiddenDeviations::ofOtherQp),
        datagram(
            "rtu-of-qp-2", "RTU with SrcQP 2", ReadyToUse.ATTRIBUTE, CmHiddenDeviations::ofOtherQp),
        datagram(
            "dreq-q-key-first-bit-0",
            "DREQ with Q_Key 0x00010000",
            DisconnectRequest.ATTRIBUTE,
            packet -> packet.with(Header.DETH, Deth.Q_KEY, GSI_Q_KEY_WITHOUT_FIRST_BIT)));
  }

  private static OutgoingPacket withoutQKey(OutgoingPacket packet) {
    return packet.with(Header.DETH, Deth.Q_KEY, 0);
  }

  private static OutgoingPacket ofOtherQp(OutgoingPacket packet) {
    return packet.with(Header.DETH, Deth.SRC_QP, 2);
  }

  /// Changes the datagrams with messages of a kind.
  private static DeviationSpec datagram(
      String name, String what, GmpAttribute kind, UnaryOperator<OutgoingPacket> edit) {
    return CmEdits.ofDatagrams(
        name,
        "sends " + what,
        CmEdits.datagrams(packet -> isOf(kind, packet) ? edit.apply(packet) : packet));
  }

  private static boolean isOf(GmpAttribute kind, OutgoingPacket packet) {
    return packet.payload().byteSize() > CmMessage.DATA
        && packet.payload().get(JAVA_BYTE, MadHeader.MGMT_CLASS.bitOffset() / Byte.SIZE)
            == CmMessage.MGMT_CLASS
        && MadHeader.ATTRIBUTE_ID.get(packet.payload(), 0) == kind.id();
  }
}
