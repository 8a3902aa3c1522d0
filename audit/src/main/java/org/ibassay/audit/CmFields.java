package org.ibassay.audit;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// Rules for a single message of communication management.
final class CmFields {
  private static final int PARTITION = 0x7FFF;
  private static final int USERS_QP = 2;
  private static final int GROUP = 0xFF_FFFF;
  private static final int INFORMATION = 72;

  /// Releases of the specification have added reasons: up to 35 so far.
  private static final int MOST_REASONS = 63;

  private static final Map<GmpAttribute, Rule> RULES =
      Map.of(
          ConnectRequest.ATTRIBUTE, Rule.CM_REQ,
          ConnectReply.ATTRIBUTE, Rule.CM_REP,
          ReadyToUse.ATTRIBUTE, Rule.CM_RTU,
          ConnectReject.ATTRIBUTE, Rule.CM_REJ,
          DisconnectRequest.ATTRIBUTE, Rule.CM_DREQ,
          DisconnectReply.ATTRIBUTE, Rule.CM_DREP,
          ServiceIdResReqResp.ATTRIBUTE, Rule.CM_SIDR_REP,
          AlternatePathResponse.ATTRIBUTE, Rule.CM_APR);

  private CmFields() {}

  /// The kind of a message; null if the MAD is not one.
  static @Nullable GmpAttribute kind(CmMessage message) {
    boolean isOfClass =
        message.header(MadHeader.MGMT_CLASS) == CmMessage.MGMT_CLASS
            && message.header(MadHeader.BASE_VERSION) == 1;
    for (GmpAttribute one : CmAttributes.all()) {
      if (isOfClass && message.is(one) && one.layout().bytes() > 0) {
        return one;
      }
    }
    return null;
  }

  /// @return whether a receiver must handle the rest of it
  static boolean check(Tally tally, AuditedPacket seen, CmMessage message, GmpAttribute kind) {
    Rule rule = RULES.getOrDefault(kind, Rule.CM_OTHER);
    String wrong = wrongHeader(message, kind);
    verify(tally, rule, seen, wrong == null, "what its kind defines", wrong);
    if (message.header(MadHeader.CLASS_VERSION) != CmMessage.CLASS_VERSION
        || message.header(MadHeader.METHOD) != CmMessage.SEND) {
      return false;
    }
    if (message.is(ConnectRequest.ATTRIBUTE)) {
      request(tally, seen, message);
    } else if (message.is(ConnectReject.ATTRIBUTE)) {
      long reason = message.get(ConnectReject.REASON);
      boolean isRight = reason > 0 && reason <= MOST_REASONS;
      verify(tally, Rule.CM_REASON, seen, isRight, "a Reason", "Reason " + reason);
    } else if (message.is(AlternatePathResponse.ATTRIBUTE)) {
      long length = message.get(AlternatePathResponse.ADDITIONAL_INFORMATION_LENGTH);
      verify(
          tally, Rule.CM_APR_LENGTH, seen, length <= INFORMATION, "at most 72 bytes", "" + length);
    }
    return true;
  }

  private static @Nullable String wrongHeader(CmMessage message, GmpAttribute kind) {
    String wrong = wrong(message, MadHeader.CLASS_VERSION, CmMessage.CLASS_VERSION);
    wrong = wrong == null ? wrong(message, MadHeader.METHOD, CmMessage.SEND) : wrong;
    wrong = wrong == null ? wrong(message, MadHeader.STATUS, 0) : wrong;
    wrong = wrong == null ? wrong(message, MadHeader.ATTRIBUTE_MODIFIER, 0) : wrong;
    int reserved = message.firstReserved(kind);
    return wrong != null || reserved < 0
        ? wrong
        : "a reserved bit set in byte %d of %s".formatted(reserved, message);
  }

  private static @Nullable String wrong(CmMessage message, Field field, long expected) {
    long actual = message.header(field);
    return actual == expected
        ? null
        : "%s 0x%x in %s, not 0x%x".formatted(field.name(), actual, message, expected);
  }

  private static void request(Tally tally, AuditedPacket seen, CmMessage message) {
    long mtu = message.get(ConnectRequest.PATH_PACKET_PAYLOAD_MTU);
    long partition = message.get(ConnectRequest.PARTITION_KEY);
    long qpn = message.get(ConnectRequest.LOCAL_QPN);
    String wrong = null;
    if (mtu < 1 || mtu > 5) {
      wrong = "Path Packet Payload MTU " + mtu;
    } else if ((partition & PARTITION) == 0) {
      wrong = "Partition Key 0x%04x".formatted(partition);
    } else if (isRc(message) && (qpn < USERS_QP || qpn == GROUP)) {
      wrong = "Local QPN 0x%x".formatted(qpn);
    } else if (message.get(CmMessage.LOCAL_ID) == 0) {
      wrong = "Local Communication ID 0";
    }
    verify(tally, Rule.CM_REQ_FIELDS, seen, wrong == null, "values that REQ may have", wrong);
    if (IpCmHeader.isTcpService(message.get(ConnectRequest.SERVICE_ID))) {
      String wrongIp = wrongIpHeader(seen.packet, message);
      verify(tally, Rule.CM_IP_HEADER, seen, wrongIp == null, "an IP CM header", wrongIp);
    }
  }

  /// Whether a REQ is for a reliable or an unreliable connection.
  static boolean isRc(CmMessage request) {
    return request.get(ConnectRequest.TRANSPORT_SERVICE_TYPE) <= 1;
  }

  private static @Nullable String wrongIpHeader(TransportPacket packet, CmMessage message) {
    MemorySegment header = message.from(ConnectRequest.PRIVATE_DATA);
    long major = IpCmHeader.MAJ_V.get(header, 0);
    long minor = IpCmHeader.MIN_V.get(header, 0);
    long version = IpCmHeader.IPV.get(header, 0);
    if (major != 0 || minor != 0) {
      return "version %d.%d".formatted(major, minor);
    }
    if (version != 4 && version != 6) {
      return "IPV " + version;
    }
    if (!IpCmHeader.hasZeroReserved(header)) {
      return "a reserved bit set";
    }
    Gid source = Gid.get(IpCmHeader.SOURCE_IP, header, 0);
    Gid destination = Gid.get(IpCmHeader.DESTINATION_IP, header, 0);
    Gid from = null;
    Gid to = null;
    if (version == 4 && packet.has(Header.IPV4)) {
      from = new Gid(0, packet.get(Header.IPV4, Ipv4.SOURCE));
      to = new Gid(0, packet.get(Header.IPV4, Ipv4.DESTINATION));
    } else if (version == 6 && packet.has(Header.IPV6)) {
      from = Gid.get(Ipv6.SOURCE, packet.segment(), packet.at(Header.IPV6));
      to = Gid.get(Ipv6.DESTINATION, packet.segment(), packet.at(Header.IPV6));
    }
    boolean agrees = from == null || (source.equals(from) && destination.equals(to));
    return agrees
        ? null
        : "from %s to %s, where the packet goes otherwise".formatted(source, destination);
  }

  static void verify(
      Tally tally,
      Rule rule,
      AuditedPacket seen,
      boolean holds,
      String expected,
      @Nullable String actual) {
    if (holds) {
      tally.passed(rule);
    } else {
      tally.failed(rule, seen.frame, seen.psn, () -> expected, () -> actual == null ? "" : actual);
    }
  }
}
