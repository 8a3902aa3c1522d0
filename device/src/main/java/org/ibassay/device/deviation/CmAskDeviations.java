package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmMessageFamily.DREQ;
import static org.ibassay.device.deviation.CmMessageFamily.REQ;
import static org.ibassay.device.deviation.CmMessageFamily.RTU;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;

/// Deviations in how the DUT requests and ends a connection.
final class CmAskDeviations {
  private static final int SECOND_BIT = 0x0002;
  private static final int CONSUMER = 28;
  private static final int PSN_MASK = 0xFF_FFFF;

  private static final Field SERVICE = ConnectRequest.SERVICE_ID;
  private static final long PORT = 0x4000;

  private CmAskDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            reqFields(),
            ipHeader(),
            paths(),
            rtuFields(),
            dreqFields(),
            REQ.ownHeaders(),
            RTU.headers(),
            DREQ.ownHeaders(),
            repetitions(),
            reports(),
            settings())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> reqFields() {
    return List.of(
        REQ.silenced(),
        REQ.reservedBit(24),
        REQ.puts("service-id-port-only", "the port alone as ServiceID", SERVICE, PORT),
        REQ.edits(
            "service-id-port-turned",
            "ServiceID with the bytes of the port swapped",
            made -> made.set(SERVICE, turned(made.get(SERVICE)))),
        REQ.inverts("service-id-of-udp", "ServiceID of a port of UDP", SERVICE, 0x17_0000),
        REQ.puts("local-id-0", "Local Communication ID 0", CmMessage.LOCAL_ID, 0),
        REQ.puts(
            "local-id-same",
            "the same Local Communication ID each time",
            CmMessage.LOCAL_ID,
            0x6B00_0001),
        REQ.puts("qpn-1", "Local QPN 1", ConnectRequest.LOCAL_QPN, 1),
        REQ.inverts(
            "qpn-wrong",
            "a Local QPN that differs in one bit",
            ConnectRequest.LOCAL_QPN,
            SECOND_BIT),
        REQ.puts("ca-guid-0", "Local CA GUID 0", ConnectRequest.LOCAL_CA_GUID, 0),
        REQ.puts("ca-guid-of-port", "another Local CA GUID", ConnectRequest.LOCAL_CA_GUID, 1),
        REQ.puts("of-uc", "the service type UC", ConnectRequest.TRANSPORT_SERVICE_TYPE, 1),
        REQ.puts("of-xrc", "the extended type XRC", ConnectRequest.EXTENDED_TRANSPORT_TYPE, 1),
        REQ.puts("srq-1", "SRQ 1", ConnectRequest.SRQ, 1),
        REQ.puts("p-key-0", "Partition Key 0", ConnectRequest.PARTITION_KEY, 0),
        REQ.inverts(
            "p-key-last-bit",
            "a Partition Key whose last bit differs",
            ConnectRequest.PARTITION_KEY,
            1),
        REQ.puts("mtu-0", "Path Packet Payload MTU 0", ConnectRequest.PATH_PACKET_PAYLOAD_MTU, 0),
        REQ.puts("mtu-6", "Path Packet Payload MTU 6", ConnectRequest.PATH_PACKET_PAYLOAD_MTU, 6),
        REQ.puts(
            "responder-resources-0",
            "Responder Resources 0",
            ConnectRequest.RESPONDER_RESOURCES,
            0),
        REQ.edits(
            "reads-turned",
            "Responder Resources and Initiator Depth swapped",
            CmAskDeviations::exchanged),
        REQ.puts("initiator-depth-255", "Initiator Depth 255", ConnectRequest.INITIATOR_DEPTH, 255),
        REQ.puts("retry-count-7", "Retry Count 7", ConnectRequest.RETRY_COUNT, 7),
        REQ.inverts(
            "rnr-retry-count-wrong", "another RNR Retry Count", ConnectRequest.RNR_RETRY_COUNT, 1),
        REQ.inverts(
            "psn-one-bit",
            "a Starting PSN that differs in one bit",
            ConnectRequest.STARTING_PSN,
            SECOND_BIT));
  }

  private static long turned(long service) {
    int port = Short.toUnsignedInt(Short.reverseBytes((short) service));
    return (service & ~0xFFFFL) | port;
  }

  private static CmMessage exchanged(CmMessage made) {
    long resources = made.get(ConnectRequest.RESPONDER_RESOURCES);
    return made.set(ConnectRequest.RESPONDER_RESOURCES, made.get(ConnectRequest.INITIATOR_DEPTH))
        .set(ConnectRequest.INITIATOR_DEPTH, resources);
  }

  private static List<DeviationSpec> ipHeader() {
    return List.of(
        header("major-version-1", "MajV 1", IpCmHeader.MAJ_V, 1),
        header("minor-version-1", "MinV 1", IpCmHeader.MIN_V, 1),
        header("ip-version-0", "IPV 0", IpCmHeader.IPV, 0),
        REQ.edits(
            "ip-reserved-bit",
            "a reserved bit of the IP CM header set",
            made -> {
              MemorySegment header = made.from(ConnectRequest.PRIVATE_DATA);
              header.set(JAVA_BYTE, 1, (byte) (header.get(JAVA_BYTE, 1) | 1));
              return made;
            }),
        address("source-ip-0", "SourceIP 0", IpCmHeader.SOURCE_IP, new Gid(0, 0)),
        address(
            "destination-ip-mapped",
            "a mapped address as DestinationIP",
            IpCmHeader.DESTINATION_IP,
            new Gid(0, 0xFFFF_C000_0201L)),
        REQ.edits(
            "ips-turned",
            "SourceIP and DestinationIP swapped",
            made -> {
              MemorySegment header = made.from(ConnectRequest.PRIVATE_DATA);
              Gid source = Gid.get(IpCmHeader.SOURCE_IP, header, 0);
              Gid.get(IpCmHeader.DESTINATION_IP, header, 0).set(IpCmHeader.SOURCE_IP, header, 0);
              source.set(IpCmHeader.DESTINATION_IP, header, 0);
              return made;
            }));
  }

  private static DeviationSpec header(String name, String what, Field field, long value) {
    return REQ.edits(
        name,
        what + " in the IP CM header",
        made -> {
          field.set(made.from(ConnectRequest.PRIVATE_DATA), 0, value);
          return made;
        });
  }

  private static DeviationSpec address(String name, String what, Field field, Gid value) {
    return REQ.edits(
        name,
        what + " in the IP CM header",
        made -> {
          value.set(field, made.from(ConnectRequest.PRIVATE_DATA), 0);
          return made;
        });
  }

  private static List<DeviationSpec> paths() {
    return List.of(
        REQ.edits(
            "local-gid-0",
            "Primary Local Port GID 0",
            made -> made.set(ConnectRequest.primary("Local Port GID"), new Gid(0, 0))),
        REQ.edits(
            "remote-gid-of-local",
            "its own GID as Primary Remote Port GID",
            made ->
                made.set(
                    ConnectRequest.primary("Remote Port GID"),
                    Gid.get(
                        ConnectRequest.primary("Local Port GID"), made.bytes(), CmMessage.DATA))),
        REQ.edits(
            "alternate-path",
            "an alternate path",
            made -> made.set(ConnectRequest.alternate("Local Port LID"), 0xFFFF)),
        REQ.edits(
            "alternate-gid",
            "a GID of an alternate path",
            made -> made.set(ConnectRequest.alternate("Local Port GID"), new Gid(0, 1))));
  }

  private static List<DeviationSpec> rtuFields() {
    return List.of(
        RTU.silenced(),
        RTU.inverts("local-id-wrong", "another Local Communication ID", CmMessage.LOCAL_ID, 1),
        RTU.puts("remote-id-0", "Remote Communication ID 0", CmMessage.REMOTE_ID, 0),
        RTU.edits(
            "ids-not-turned", "the Communication IDs of REP unswapped", CmFieldDeviations::turned),
        RTU.followed("twice", "sends each RTU twice", ReadyToUse.ATTRIBUTE),
        RTU.followed("with-drep", "sends DREP after RTU", DisconnectReply.ATTRIBUTE),
        secondRtu(
            "rtu-again-other-tid",
            "TransactionID",
            made ->
                made.setHeader(
                    MadHeader.TRANSACTION_ID, made.header(MadHeader.TRANSACTION_ID) + 1)),
        secondRtu("rtu-again-other-last-byte", "the last byte", CmAskDeviations::withOtherEnd));
  }

  /// Changes every second RTU.
  private static DeviationSpec secondRtu(String name, String what, UnaryOperator<CmMessage> edit) {
    return deviation(
        name,
        "changes %s when it sends RTU again".formatted(what),
        seams -> {
          int[] count = {0};
          CmEdits.edits(ReadyToUse.ATTRIBUTE, made -> count[0]++ % 2 == 1 ? edit.apply(made) : made)
              .accept(seams);
        });
  }

  private static CmMessage withOtherEnd(CmMessage made) {
    byte[] bytes = made.toArray();
    bytes[bytes.length - 1] ^= 1;
    return CmMessage.read(MemorySegment.ofArray(bytes));
  }

  private static List<DeviationSpec> dreqFields() {
    Field remoteQpn = DisconnectRequest.REMOTE_QPN_EECN;
    return List.of(
        DREQ.silenced(),
        DREQ.reservedBit(11),
        DREQ.inverts("local-id-wrong", "another Local Communication ID", CmMessage.LOCAL_ID, 1),
        DREQ.puts("remote-id-0", "Remote Communication ID 0", CmMessage.REMOTE_ID, 0),
        DREQ.puts("remote-qpn-0", "Remote QPN 0", remoteQpn, 0),
        DREQ.inverts("remote-qpn-wrong", "a Remote QPN that differs in one bit", remoteQpn, 2));
  }

  private static List<DeviationSpec> repetitions() {
    return Stream.of(REQ, DREQ)
        .flatMap(of ->
            Stream.of(
                times(of, "not-repeated", "never resends %s", _ -> 0),
                times(of, "once-more", "sends %s once more than Max CM Retries allows", n -> n + 1),
                times(of, "once-less", "sends %s once less than Max CM Retries allows", n -> n - 1),
                waits(of, "early-half", "resends %s after half the timeout", n -> n / 2),
                waits(
                    of,
                    "early-tenth",
                    "resends %s after nine tenths of the timeout",
                    n -> n * 9 / 10),
                waits(of, "late", "resends %s after eight times the timeout", n -> 8 * n),
                of.repeated(
                    "repeated-other-tid",
                    "TransactionID",
                    made ->
                        made.setHeader(
                            MadHeader.TRANSACTION_ID, made.header(MadHeader.TRANSACTION_ID) + 1)),
                of.repeated(
                    "repeated-other-last-byte", "the last byte", CmAskDeviations::withOtherEnd)))
        .toList();
  }

  private static DeviationSpec times(
      CmMessageFamily of, String name, String summary, IntUnaryOperator count) {
    return deviation(
        of.named(name), summary.formatted(of.title()), CmEdits.repeats(of.kind(), count));
  }

  private static DeviationSpec waits(
      CmMessageFamily of, String name, String summary, LongUnaryOperator time) {
    return deviation(of.named(name), summary.formatted(of.title()), CmEdits.waits(of.kind(), time));
  }

  /// Deviations in the status reported to the DUT's application.
  private static List<DeviationSpec> reports() {
    return List.of(
        reports(
            "reason-28",
            "reports reason 28 to the application, whatever REJ specifies",
            State.REJECTED,
            new ConnectionStatus(State.REJECTED, CONSUMER)),
        reports(
            "reason-0",
            "reports no reason to the application",
            State.REJECTED,
            new ConnectionStatus(State.REJECTED, 0)),
        reports("rejected-as-unreachable", State.REJECTED, State.UNREACHABLE),
        reports("established-early", State.CONNECTING, State.ESTABLISHED),
        reports("not-established", State.ESTABLISHED, State.CONNECTING),
        reports("not-unreachable", State.UNREACHABLE, State.CONNECTING),
        reports("not-disconnected", State.DISCONNECTED, State.ESTABLISHED),
        reports("established-as-disconnected", State.ESTABLISHED, State.DISCONNECTED),
        reports("disconnected-as-unreachable", State.DISCONNECTED, State.UNREACHABLE),
        reports(
            "unreachable-as-rejected",
            "reports a reason to the application though no REJ was received",
            State.UNREACHABLE,
            new ConnectionStatus(State.REJECTED, 4)));
  }

  private static DeviationSpec reports(String name, State when, State what) {
    return reports(
        name,
        "reports %s to the application where the connection is %s".formatted(what, when),
        when,
        new ConnectionStatus(what, 0));
  }

  private static DeviationSpec reports(
      String name, String summary, State when, ConnectionStatus what) {
    return deviation(
        "reports-" + name,
        summary,
        seams ->
            seams.reports.deviate(
                under -> right -> right.state() == when ? what : under.apply(right)));
  }

  /// Deviations in the parameters of the connection's QP.
  private static List<DeviationSpec> settings() {
    return List.of(
        gives("rnr-retries-7", "retries after RNR NAK without end", right -> rnr(right, 7)),
        gives(
            "rnr-retries-one-more",
            "retries after RNR NAK once more than the RNR retry count",
            right -> rnr(right, right.retries().rnrCount() + 1)),
        gives("rnr-retries-0", "never retries after RNR NAK", right -> rnr(right, 0)),
        gives(
            "reads-4",
            "keeps four READs outstanding, whatever the peer supports",
            right -> right.withReads(new Reads(4, right.reads().peers()))),
        gives("path-mtu-256", "has a path MTU of 256", right -> right.withPathMtu(256)),
        gives(
            "path-mtu-half",
            "has half the path MTU",
            right -> right.withPathMtu(Math.max(256, right.pathMtu() / 2))),
        gives("send-psn-0", "starts at PSN 0", right -> right.withPsns(0, right.receivePsn())),
        gives(
            "send-psn-next",
            "starts at the PSN after the first",
            right -> right.withPsns((right.sendPsn() + 1) & PSN_MASK, right.receivePsn())));
  }

  private static RcSettings rnr(RcSettings right, int count) {
    Retries of = right.retries();
    return right.withRetries(new Retries(of.ackTimeout(), of.count(), count, of.minRnrTimer()));
  }

  private static DeviationSpec gives(String name, String summary, UnaryOperator<RcSettings> edit) {
    return CmDeviations.settings("qp-" + name, summary, edit);
  }
}
