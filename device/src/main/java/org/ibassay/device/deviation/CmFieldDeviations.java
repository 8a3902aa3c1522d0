package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.datagrams;
import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmEdits.edits;
import static org.ibassay.device.deviation.CmEdits.heeds;
import static org.ibassay.device.deviation.CmEdits.inverts;
import static org.ibassay.device.deviation.CmEdits.ofDatagrams;
import static org.ibassay.device.deviation.CmEdits.puts;
import static org.ibassay.device.deviation.CmEdits.unnoticed;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.GsiFault;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in fields of messages of communication management, and of the datagrams that bring
/// them.
final class CmFieldDeviations {
  private static final int SECOND_BIT = 0x0002;

  private CmFieldDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            datagramFields(),
            datagramsTaken(),
            rejFields(),
            repFields(),
            headers("rej", "REJ", ConnectReject.ATTRIBUTE, 9),
            headers("rep", "REP", ConnectReply.ATTRIBUTE, 27),
            headers("drep", "DREP", DisconnectReply.ATTRIBUTE, -1),
            headers("sidr-rep", "SIDR_REP", ServiceIdResReqResp.ATTRIBUTE, 6),
            List.of(
                deviation(
                    "drep-local-id-wrong",
                    "sends DREP with another Local Communication ID",
                    inverts(DisconnectReply.ATTRIBUTE, CmMessage.LOCAL_ID, 1)),
                deviation(
                    "drep-ids-not-turned",
                    "sends DREP with the Communication IDs of DREQ as they are",
                    edits(DisconnectReply.ATTRIBUTE, CmFieldDeviations::turned)),
                deviation(
                    "drep-remote-id-0",
                    "sends DREP with Remote Communication ID 0",
                    puts(DisconnectReply.ATTRIBUTE, CmMessage.REMOTE_ID, 0)),
                deviation(
                    "sidr-rep-missing",
                    "sends no SIDR_REP",
                    CmEdits.silences(ServiceIdResReqResp.ATTRIBUTE)),
                deviation(
                    "sidr-rep-status-0",
                    "resolves a ServiceID that nobody offers",
                    puts(ServiceIdResReqResp.ATTRIBUTE, ServiceIdResReqResp.STATUS, 0)),
                deviation(
                    "sidr-rep-status-2",
                    "rejects a ServiceID that nobody offers, which is another thing",
                    puts(ServiceIdResReqResp.ATTRIBUTE, ServiceIdResReqResp.STATUS, 2)),
                deviation(
                    "sidr-rep-request-id-0",
                    "sends SIDR_REP with RequestID 0",
                    puts(ServiceIdResReqResp.ATTRIBUTE, ServiceIdResReqResp.REQUEST_ID, 0)),
                deviation(
                    "sidr-rep-service-id-0",
                    "sends SIDR_REP with ServiceID 0",
                    puts(ServiceIdResReqResp.ATTRIBUTE, ServiceIdResReqResp.SERVICE_ID, 0)),
                deviation(
                    "sidr-rep-service-id-low-half",
                    "sends SIDR_REP with the last 32 bits of ServiceID",
                    edits(
                        ServiceIdResReqResp.ATTRIBUTE,
                        made ->
                            made.set(
                                ServiceIdResReqResp.SERVICE_ID,
                                made.get(ServiceIdResReqResp.SERVICE_ID) & 0xFFFF_FFFFL)))))
        .flatMap(List::stream)
        .toList();
  }

  private static CmMessage turned(CmMessage made) {
    long local = made.get(CmMessage.LOCAL_ID);
    return made.set(CmMessage.LOCAL_ID, made.get(CmMessage.REMOTE_ID))
        .set(CmMessage.REMOTE_ID, local);
  }

  private static List<DeviationSpec> datagramFields() {
    return List.of(
        ofDatagrams(
            "asks-for-ack",
            "sends datagrams of QP1 with AckReq 1",
            datagrams(packet -> packet.withAckRequest(true))),
        ofDatagrams(
            "asks-for-ack-at-times",
            "sends every second datagram of QP1 with AckReq 1",
            CmEdits.everySecond(packet -> packet.withAckRequest(true))),
        ofDatagrams(
            "q-key-0",
            "sends datagrams of QP1 with Q_Key 0",
            datagrams(packet -> packet.with(Header.DETH, Deth.Q_KEY, 0))),
        ofDatagrams(
            "q-key-first-bit-0",
            "sends datagrams of QP1 with Q_Key 0x00010000",
            datagrams(packet -> packet.with(Header.DETH, Deth.Q_KEY, 0x0001_0000))),
        ofDatagrams(
            "source-qp-0",
            "names QP0 as the source of datagrams of QP1",
            datagrams(packet -> packet.with(Header.DETH, Deth.SRC_QP, 0))),
        ofDatagrams(
            "source-qp-wrong-at-times",
            "names QP2 as the source of every second datagram of QP1",
            CmEdits.everySecond(packet -> packet.with(Header.DETH, Deth.SRC_QP, 2))),
        ofDatagrams(
            "p-key-wrong",
            "sends datagrams of QP1 in another partition",
            datagrams(packet -> packet.with(Header.BTH, Bth.P_KEY, 0x9BA5))),
        ofDatagrams(
            "t-ver-1",
            "sends datagrams of QP1 with TVer 1",
            datagrams(packet -> packet.with(Header.BTH, Bth.T_VER, 1))),
        ofDatagrams(
            "destination-qp-0",
            "sends datagrams of QP1 to QP0",
            datagrams(packet -> packet.with(Header.BTH, Bth.DEST_QP, 0))));
  }

  private static List<DeviationSpec> datagramsTaken() {
    return List.of(
        ofDatagrams(
            "q-key-not-checked",
            "takes datagrams to QP1 with any Q_Key",
            unnoticed(GsiFault.Q_KEY, _ -> true)),
        ofDatagrams(
            "q-key-0-taken",
            "takes datagrams to QP1 with Q_Key 0",
            unnoticed(GsiFault.Q_KEY, packet -> packet.get(Header.DETH, Deth.Q_KEY) == 0)),
        ofDatagrams(
            "q-key-last-bit-not-checked",
            "takes datagrams to QP1 whose Q_Key differs in its last bit",
            unnoticed(
                GsiFault.Q_KEY, packet -> packet.get(Header.DETH, Deth.Q_KEY) == 0x8001_0001L)),
        ofDatagrams(
            "q-key-first-bit-not-checked",
            "takes datagrams to QP1 whose Q_Key differs in its first bit",
            unnoticed(
                GsiFault.Q_KEY, packet -> packet.get(Header.DETH, Deth.Q_KEY) == 0x0001_0000)),
        ofDatagrams(
            "p-key-not-checked",
            "takes datagrams to QP1 of any partition",
            unnoticed(GsiFault.P_KEY, _ -> true)),
        ofDatagrams(
            "p-key-last-bit-not-checked",
            "takes datagrams to QP1 whose P_Key differs in its last bit",
            unnoticed(GsiFault.P_KEY, packet -> packet.get(Header.BTH, Bth.P_KEY) == 0xFFFE)),
        ofDatagrams(
            "tver-not-checked",
            "takes datagrams to QP1 of any transport version",
            unnoticed(GsiFault.T_VER, _ -> true)),
        ofDatagrams(
            "opcode-not-checked", "takes packets to QP1 of any OpCode", otherOpCode(_ -> true)),
        ofDatagrams(
            "opcode-of-ud-not-checked",
            "takes reserved OpCodes of unreliable datagrams to QP1",
            otherOpCode(packet -> packet.opCodeNumber() == 0x60)),
        deviation("header-not-checked", "takes any MAD to QP1 for a message", heeds(_ -> true)),
        deviation(
            "base-version-not-checked",
            "takes messages of BaseVersion 2",
            heeds(message -> message.header(MadHeader.BASE_VERSION) == 2)),
        deviation(
            "class-version-not-checked",
            "takes messages of any ClassVersion",
            heeds(message -> message.header(MadHeader.CLASS_VERSION) != CmMessage.CLASS_VERSION)),
        deviation(
            "class-version-3-taken",
            "takes messages of ClassVersion 3",
            heeds(message -> message.header(MadHeader.CLASS_VERSION) == 3)),
        deviation(
            "method-not-checked",
            "takes messages of any method",
            heeds(message -> message.header(MadHeader.METHOD) != CmMessage.SEND)));
  }

  /// The rest of a packet of another operation is longer than a MAD.
  private static Consumer<Seams> otherOpCode(Predicate<TransportPacket> some) {
    return seams -> {
      unnoticed(GsiFault.OPCODE, some).accept(seams);
      unnoticed(GsiFault.LENGTH, some).accept(seams);
    };
  }

  private static List<DeviationSpec> rejFields() {
    return List.of(
        deviation(
            "rej-remote-id-0",
            "sends REJ with Remote Communication ID 0",
            puts(ConnectReject.ATTRIBUTE, CmMessage.REMOTE_ID, 0)),
        deviation(
            "rej-ids-not-turned",
            "sends REJ with the Communication IDs of what it rejects as they are",
            edits(ConnectReject.ATTRIBUTE, CmFieldDeviations::turned)),
        deviation(
            "rej-of-rep",
            "says in REJ that it rejects a REP",
            puts(ConnectReject.ATTRIBUTE, ConnectReject.MESSAGE_REJECTED, 1)),
        deviation(
            "rej-of-nothing",
            "says in REJ that it rejects no message",
            puts(ConnectReject.ATTRIBUTE, ConnectReject.MESSAGE_REJECTED, 2)),
        deviation(
            "rej-reason-bytes-turned",
            "sends Reason of REJ with its bytes the other way round",
            edits(
                ConnectReject.ATTRIBUTE,
                made ->
                    made.set(
                        ConnectReject.REASON,
                        Short.toUnsignedLong(
                            Short.reverseBytes((short) made.get(ConnectReject.REASON)))))));
  }

  private static List<DeviationSpec> repFields() {
    return List.of(
        deviation(
            "rep-remote-id-0",
            "sends REP with Remote Communication ID 0",
            puts(ConnectReply.ATTRIBUTE, CmMessage.REMOTE_ID, 0)),
        deviation(
            "rep-remote-id-wrong",
            "sends REP with a Remote Communication ID that differs in one bit",
            inverts(ConnectReply.ATTRIBUTE, CmMessage.REMOTE_ID, SECOND_BIT)),
        deviation(
            "rep-local-id-same",
            "sends REP with the same Local Communication ID each time",
            puts(ConnectReply.ATTRIBUTE, CmMessage.LOCAL_ID, 0x5A00_0001)),
        deviation(
            "rep-qpn-same",
            "sends REP with the Local QPN of the first connection each time",
            seams -> {
              long[] first = {0};
              edits(
                      ConnectReply.ATTRIBUTE,
                      made -> {
                        first[0] = first[0] == 0 ? made.get(ConnectReply.LOCAL_QPN) : first[0];
                        return made.set(ConnectReply.LOCAL_QPN, first[0]);
                      })
                  .accept(seams);
            }),
        deviation(
            "rep-qpn-1",
            "sends REP with Local QPN 1",
            puts(ConnectReply.ATTRIBUTE, ConnectReply.LOCAL_QPN, 1)),
        deviation(
            "rep-qpn-wrong",
            "sends REP with a Local QPN that differs in one bit",
            inverts(ConnectReply.ATTRIBUTE, ConnectReply.LOCAL_QPN, SECOND_BIT)),
        deviation(
            "rep-qpn-in-eecn",
            "sends REP with its QPN as Local EE Context Number",
            edits(
                ConnectReply.ATTRIBUTE,
                made ->
                    made.set(ConnectReply.LOCAL_EE_CONTEXT_NUMBER, made.get(ConnectReply.LOCAL_QPN))
                        .set(ConnectReply.LOCAL_QPN, 0))),
        deviation(
            "rep-responder-resources-more",
            "sends REP with more Responder Resources than were asked for",
            puts(ConnectReply.ATTRIBUTE, ConnectReply.RESPONDER_RESOURCES, 5)),
        deviation(
            "rep-responder-resources-255",
            "sends REP with 255 Responder Resources",
            puts(ConnectReply.ATTRIBUTE, ConnectReply.RESPONDER_RESOURCES, 255)),
        deviation(
            "rep-initiator-depth-more",
            "sends REP with a greater Initiator Depth than was offered",
            puts(ConnectReply.ATTRIBUTE, ConnectReply.INITIATOR_DEPTH, 5)),
        deviation(
            "rep-psn-one-bit",
            "sends REP with a Starting PSN that differs in one bit",
            inverts(ConnectReply.ATTRIBUTE, ConnectReply.STARTING_PSN, SECOND_BIT)),
        deviation(
            "rep-with-rej",
            "sends REJ after REP",
            seams ->
                seams.sends.depart(under ->
                    (right, cause, times) ->
                        right.is(ConnectReply.ATTRIBUTE)
                            ? Stream.concat(
                                    under.of(right, cause, times).stream(),
                                    Stream.of(
                                        right
                                            .copy()
                                            .setHeader(
                                                MadHeader.ATTRIBUTE_ID,
                                                ConnectReject.ATTRIBUTE.id())))
                                .toList()
                            : under.of(right, cause, times))),
        deviation(
            "rep-twice",
            "sends each REP twice",
            seams ->
                seams.sends.depart(under ->
                    (right, cause, times) ->
                        right.is(ConnectReply.ATTRIBUTE)
                            ? List.of(right, right.copy())
                            : under.of(right, cause, times))));
  }

  /// What any message can have wrong.
  ///
  /// @param reserved a byte of the message with a reserved bit, its last one; -1 for none
  private static List<DeviationSpec> headers(
      String name, String title, GmpAttribute kind, int reserved) {
    Stream<DeviationSpec> header =
        Stream.of(
            deviation(
                name + "-tid-0",
                "sends " + title + " with TransactionID 0",
                edits(kind, made -> made.setHeader(MadHeader.TRANSACTION_ID, 0))),
            deviation(
                name + "-tid-low-half",
                "sends " + title + " with the last 32 bits of TransactionID",
                edits(
                    kind,
                    made ->
                        made.setHeader(
                            MadHeader.TRANSACTION_ID,
                            made.header(MadHeader.TRANSACTION_ID) & 0xFFFF_FFFFL))),
            deviation(
                name + "-status-wrong",
                "sends " + title + " with MADHeader:Status 1",
                edits(kind, made -> made.setHeader(MadHeader.STATUS, 1))),
            deviation(
                name + "-method-wrong",
                "sends " + title + " by the method 0x83",
                edits(kind, made -> made.setHeader(MadHeader.METHOD, 0x83))),
            deviation(
                name + "-class-version-1",
                "sends " + title + " with ClassVersion 1",
                edits(kind, made -> made.setHeader(MadHeader.CLASS_VERSION, 1))));
    Field bit = bit(reserved);
    return reserved < 0
        ? header.toList()
        : Stream.concat(
                header,
                Stream.of(
                    deviation(
                        name + "-reserved-bit",
                        "sends " + title + " with a reserved bit set",
                        edits(kind, made -> made.set(bit, 1)))))
            .toList();
  }

  private static Field bit(int inByte) {
    return Layout.table("", "", 232).rw("", Math.max(0, inByte) * 8 + 7, 1, Form.FLAG);
  }
}
