package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.datagrams;
import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmEdits.edits;
import static org.ibassay.device.deviation.CmEdits.heeds;
import static org.ibassay.device.deviation.CmEdits.ofDatagrams;
import static org.ibassay.device.deviation.CmEdits.unnoticed;
import static org.ibassay.device.deviation.CmMessageFamily.APR;
import static org.ibassay.device.deviation.CmMessageFamily.DREP;
import static org.ibassay.device.deviation.CmMessageFamily.REJ;
import static org.ibassay.device.deviation.CmMessageFamily.REP;
import static org.ibassay.device.deviation.CmMessageFamily.SIDR_REP;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.rc.GsiFault;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in fields of communication management messages and of their datagrams.
final class CmFieldDeviations {
  private static final Field INFORMATION = AlternatePathResponse.ADDITIONAL_INFORMATION_LENGTH;
  private static final int SECOND_BIT = 0x0002;

  private CmFieldDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            datagramFields(),
            datagramsTaken(),
            rejFields(),
            repFields(),
            drepFields(),
            sidrRepFields(),
            aprFields(),
            nativeFields(),
            Stream.of(REJ, REP, DREP, SIDR_REP).flatMap(kind -> kind.headers().stream()).toList())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> datagramFields() {
    String all = "sends QP1 datagrams ";
    return List.of(
        sent("asks-for-ack", all + "with AckReq 1", packet -> packet.withAckRequest(true)),
        everySecond(
            "asks-for-ack-at-times",
            "sends every second datagram of QP1 with AckReq 1",
            packet -> packet.withAckRequest(true)),
        sent("q-key-0", all + "with Q_Key 0", to(Header.DETH, Deth.Q_KEY, 0)),
        sent(
            "q-key-first-bit-0",
            all + "with Q_Key 0x00010000",
            to(Header.DETH, Deth.Q_KEY, 0x0001_0000)),
        sent(
            "source-qp-0",
            "names QP0 as the source of datagrams of QP1",
            to(Header.DETH, Deth.SRC_QP, 0)),
        everySecond(
            "source-qp-wrong-at-times",
            "names QP2 as the source of every second datagram of QP1",
            to(Header.DETH, Deth.SRC_QP, 2)),
        sent("p-key-wrong", all + "in another partition", to(Header.BTH, Bth.P_KEY, 0x9BA5)),
        sent("t-ver-1", all + "with TVer 1", to(Header.BTH, Bth.T_VER, 1)),
        sent("reserved-bit", all + "with a reserved bit of the BTH", to(Header.BTH, Bth.RESV8A, 1)),
        sent("destination-qp-0", all + "to QP0", to(Header.BTH, Bth.DEST_QP, 0)),
        connected("in-other-partition", "another P_Key", Bth.P_KEY, 0x9BA5),
        connected("of-other-version", "TVer 1", Bth.T_VER, 1),
        connected("with-reserved-bit", "a reserved bit of the BTH", Bth.RESV8A, 1),
        message("base-version-2", "BaseVersion 2", MadHeader.BASE_VERSION, 2),
        message("mgmt-class-8", "MgmtClass 8", MadHeader.MGMT_CLASS, 8));
  }

  /// Responds in this way on established connections.
  private static DeviationSpec connected(String name, String what, Field field, long value) {
    return ofDatagrams(
        "connection-" + name,
        "sends " + what + " on its connections",
        seams ->
            seams.rc.sealing.deviate(under ->
                (writer, packet) -> {
                  under.end(writer, packet);
                  return writer.set(Header.BTH, field, value).seal();
                }));
  }

  private static DeviationSpec message(String name, String what, Field field, long value) {
    return deviation(
        name,
        "sends messages with " + what,
        edits(_ -> true, made -> made.setHeader(field, value)));
  }

  private static DeviationSpec sent(
      String name, String summary, UnaryOperator<OutgoingPacket> edit) {
    return ofDatagrams(name, summary, datagrams(edit));
  }

  private static DeviationSpec everySecond(
      String name, String summary, UnaryOperator<OutgoingPacket> edit) {
    return ofDatagrams(name, summary, CmEdits.everySecond(edit));
  }

  private static UnaryOperator<OutgoingPacket> to(Header header, Field field, long value) {
    return packet -> packet.with(header, field, value);
  }

  private static List<DeviationSpec> datagramsTaken() {
    String any = "accepts datagrams to QP1 ";
    return List.of(
        taken("q-key-not-checked", any + "with any Q_Key", GsiFault.Q_KEY, _ -> true),
        taken("q-key-0-taken", any + "with Q_Key 0", GsiFault.Q_KEY, hasQKey(0)),
        taken(
            "q-key-last-bit-not-checked",
            any + "whose Q_Key differs in its last bit",
            GsiFault.Q_KEY,
            hasQKey(0x8001_0001L)),
        taken(
            "q-key-first-bit-not-checked",
            any + "whose Q_Key differs in its first bit",
            GsiFault.Q_KEY,
            hasQKey(0x0001_0000)),
        taken("p-key-not-checked", any + "of any partition", GsiFault.P_KEY, _ -> true),
        taken(
            "p-key-last-bit-not-checked",
            any + "whose P_Key differs in its last bit",
            GsiFault.P_KEY,
            packet -> packet.get(Header.BTH, Bth.P_KEY) == 0xFFFE),
        taken("tver-not-checked", any + "of any transport version", GsiFault.T_VER, _ -> true),
        ofDatagrams(
            "opcode-not-checked", "accepts packets to QP1 of any OpCode", otherOpCode(_ -> true)),
        ofDatagrams(
            "opcode-of-ud-not-checked",
            "accepts reserved OpCodes of unreliable datagrams to QP1",
            otherOpCode(packet -> packet.opCodeNumber() == 0x60)),
        heeded("header-not-checked", "any MAD to QP1 for a message", _ -> true),
        heeded(
            "base-version-not-checked",
            "messages of BaseVersion 2",
            message -> message.header(MadHeader.BASE_VERSION) == 2),
        heeded(
            "class-version-not-checked",
            "messages of any ClassVersion",
            message -> message.header(MadHeader.CLASS_VERSION) != CmMessage.CLASS_VERSION),
        heeded(
            "class-version-3-taken",
            "messages of ClassVersion 3",
            message -> message.header(MadHeader.CLASS_VERSION) == 3),
        heeded(
            "method-not-checked",
            "messages of any method",
            message -> message.header(MadHeader.METHOD) != CmMessage.SEND));
  }

  private static DeviationSpec taken(
      String name, String summary, GsiFault fault, Predicate<TransportPacket> some) {
    return ofDatagrams(name, summary, unnoticed(fault, some));
  }

  private static Predicate<TransportPacket> hasQKey(long value) {
    return packet -> packet.get(Header.DETH, Deth.Q_KEY) == value;
  }

  private static DeviationSpec heeded(String name, String what, Predicate<CmMessage> some) {
    return deviation(name, "accepts " + what, heeds(some));
  }

  /// The rest of a packet with another OpCode is longer than a MAD.
  private static Consumer<Seams> otherOpCode(Predicate<TransportPacket> some) {
    return seams -> {
      unnoticed(GsiFault.OPCODE, some).accept(seams);
      unnoticed(GsiFault.LENGTH, some).accept(seams);
    };
  }

  private static List<DeviationSpec> rejFields() {
    return List.of(
        REJ.reservedBit(9),
        REJ.puts("remote-id-0", "Remote Communication ID 0", CmMessage.REMOTE_ID, 0),
        REJ.edits(
            "ids-not-turned",
            "the Communication IDs of the rejected message unswapped",
            CmFieldDeviations::turned),
        REJ.says(
            "of-rep", "states in REJ that it rejects a REP", ConnectReject.MESSAGE_REJECTED, 1),
        REJ.says(
            "of-nothing",
            "states in REJ that it rejects no message",
            ConnectReject.MESSAGE_REJECTED,
            2),
        deviation(
            "rej-reason-bytes-turned",
            "sends Reason of REJ with its bytes swapped",
            edits(
                ConnectReject.ATTRIBUTE,
                made ->
                    made.set(
                        ConnectReject.REASON,
                        Short.toUnsignedLong(
                            Short.reverseBytes((short) made.get(ConnectReject.REASON)))))));
  }

  static CmMessage turned(CmMessage made) {
    long local = made.get(CmMessage.LOCAL_ID);
    return made.set(CmMessage.LOCAL_ID, made.get(CmMessage.REMOTE_ID))
        .set(CmMessage.REMOTE_ID, local);
  }

  private static List<DeviationSpec> repFields() {
    return List.of(
        REP.reservedBit(27),
        REP.puts("remote-id-0", "Remote Communication ID 0", CmMessage.REMOTE_ID, 0),
        REP.inverts(
            "remote-id-wrong",
            "a Remote Communication ID that differs in one bit",
            CmMessage.REMOTE_ID,
            SECOND_BIT),
        REP.puts(
            "local-id-same",
            "the same Local Communication ID each time",
            CmMessage.LOCAL_ID,
            0x5A00_0001),
        deviation(
            "rep-qpn-same",
            "sends REP with the Local QPN of the first connection each time",
            seams -> edits(ConnectReply.ATTRIBUTE, firstQpn()).accept(seams)),
        REP.puts("qpn-1", "Local QPN 1", ConnectReply.LOCAL_QPN, 1),
        REP.inverts(
            "qpn-wrong", "a Local QPN that differs in one bit", ConnectReply.LOCAL_QPN, SECOND_BIT),
        REP.edits(
            "qpn-in-eecn",
            "its QPN as Local EE Context Number",
            made ->
                made.set(ConnectReply.LOCAL_EE_CONTEXT_NUMBER, made.get(ConnectReply.LOCAL_QPN))
                    .set(ConnectReply.LOCAL_QPN, 0)),
        REP.puts(
            "responder-resources-more",
            "more Responder Resources than were requested",
            ConnectReply.RESPONDER_RESOURCES,
            5),
        REP.puts(
            "responder-resources-255",
            "255 Responder Resources",
            ConnectReply.RESPONDER_RESOURCES,
            255),
        REP.puts(
            "initiator-depth-more",
            "a greater Initiator Depth than was offered",
            ConnectReply.INITIATOR_DEPTH,
            5),
        REP.inverts(
            "psn-one-bit",
            "a Starting PSN that differs in one bit",
            ConnectReply.STARTING_PSN,
            SECOND_BIT),
        REP.followed("with-rej", "sends REJ after REP", ConnectReject.ATTRIBUTE),
        REP.followed("twice", "sends each REP twice", ConnectReply.ATTRIBUTE));
  }

  /// Sets the Local QPN of the first REP; created for each device.
  private static UnaryOperator<CmMessage> firstQpn() {
    long[] first = {0};
    return made -> {
      first[0] = first[0] == 0 ? made.get(ConnectReply.LOCAL_QPN) : first[0];
      return made.set(ConnectReply.LOCAL_QPN, first[0]);
    };
  }

  private static List<DeviationSpec> drepFields() {
    return List.of(
        DREP.inverts("local-id-wrong", "another Local Communication ID", CmMessage.LOCAL_ID, 1),
        DREP.edits(
            "ids-not-turned", "the Communication IDs of DREQ unswapped", CmFieldDeviations::turned),
        DREP.puts("remote-id-0", "Remote Communication ID 0", CmMessage.REMOTE_ID, 0));
  }

  private static List<DeviationSpec> sidrRepFields() {
    return List.of(
        SIDR_REP.reservedBit(6),
        SIDR_REP.silenced(),
        SIDR_REP.says(
            "status-0", "resolves a ServiceID that is not offered", ServiceIdResReqResp.STATUS, 0),
        SIDR_REP.says(
            "status-2",
            "rejects a ServiceID that is not offered with REJ instead of SIDR_REP",
            ServiceIdResReqResp.STATUS,
            2),
        SIDR_REP.puts("request-id-0", "RequestID 0", ServiceIdResReqResp.REQUEST_ID, 0),
        SIDR_REP.puts("service-id-0", "ServiceID 0", ServiceIdResReqResp.SERVICE_ID, 0),
        SIDR_REP.edits(
            "service-id-low-half",
            "the last 32 bits of ServiceID",
            made ->
                made.set(
                    ServiceIdResReqResp.SERVICE_ID,
                    made.get(ServiceIdResReqResp.SERVICE_ID) & 0xFFFF_FFFFL)));
  }

  /// LAP is for native InfiniBand only.
  private static List<DeviationSpec> aprFields() {
    List<DeviationSpec> fields =
        List.of(
            APR.reservedBit(11),
            APR.puts("remote-id-0", "Remote Communication ID 0", CmMessage.REMOTE_ID, 0),
            APR.inverts("local-id-wrong", "another Local Communication ID", CmMessage.LOCAL_ID, 1),
            APR.edits(
                "ids-not-turned",
                "the Communication IDs of LAP unswapped",
                CmFieldDeviations::turned),
            APR.puts("information-73", "73 bytes of Additional Information", INFORMATION, 73),
            APR.puts("information-255", "255 bytes of Additional Information", INFORMATION, 255),
            APR.followed("twice", "sends each APR twice", AlternatePathResponse.ATTRIBUTE),
            APR.followed("with-drep", "sends DREP after APR", DisconnectReply.ATTRIBUTE));
    return Stream.concat(fields.stream(), APR.headers().stream())
        .map(one -> one.on(SimParameter.NATIVE_FRAMING, 1))
        .toList();
  }

  /// The part of [#datagramFields] that is not visible on Ethernet.
  private static List<DeviationSpec> nativeFields() {
    String all = "sends QP1 datagrams over native InfiniBand ";
    return Stream.of(
            sent("native-q-key-0", all + "with Q_Key 0", to(Header.DETH, Deth.Q_KEY, 0)),
            sent("native-source-qp-0", all + "as from QP0", to(Header.DETH, Deth.SRC_QP, 0)),
            sent(
                "native-p-key-wrong",
                all + "in another partition",
                to(Header.BTH, Bth.P_KEY, 0x9BA5)),
            sent("native-t-ver-1", all + "with TVer 1", to(Header.BTH, Bth.T_VER, 1)),
            sent(
                "native-reserved-bit",
                all + "with a reserved bit of the BTH",
                to(Header.BTH, Bth.RESV8A, 1)),
            sent("native-destination-qp-0", all + "to QP0", to(Header.BTH, Bth.DEST_QP, 0)),
            connected("native-in-other-partition", "another P_Key", Bth.P_KEY, 0x9BA5),
            connected("native-of-other-version", "TVer 1", Bth.T_VER, 1),
            connected("native-with-reserved-bit", "a reserved bit of the BTH", Bth.RESV8A, 1),
            APR.edits(
                "base-version-2",
                "BaseVersion 2",
                made -> made.setHeader(MadHeader.BASE_VERSION, 2)),
            APR.edits(
                "mgmt-class-8", "MgmtClass 8", made -> made.setHeader(MadHeader.MGMT_CLASS, 8)))
        .map(one -> one.on(SimParameter.NATIVE_FRAMING, 1))
        .toList();
  }
}
