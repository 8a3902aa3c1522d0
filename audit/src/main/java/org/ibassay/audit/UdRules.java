package org.ibassay.audit;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.Psn;

/// Rules for unreliable datagrams, and for those with MADs to QP1. Nearly all of them concern
/// single packets.
final class UdRules {
  static final int GSI = 1;
  private static final int GROUP = 0xFF_FFFF;
  private static final long GSI_Q_KEY = 0x8001_0000L;
  static final int MAD_BYTES = 256;
  private static final int FIRST_LID_OF_GROUPS = 0xC000;
  private static final int FIRST_USERS_QP = 2;

  private final CaptureClock clock;
  private final boolean complete;
  private final OneWayPackets packets;
  private final Map<FlowKey, Source> sources = new HashMap<>();

  UdRules(Doubts doubts, CaptureClock clock, boolean complete) {
    this.clock = clock;
    this.complete = complete;
    this.packets = new OneWayPackets(doubts, Rule.UD_WHOLE, Rule.UD_HEADER);
  }

  /// @param key of the packet
  /// @return whether a receiver accepts it
  boolean take(Tally tally, FlowKey key, AuditedPacket seen) {
    if (!packets.check(tally, seen) || !seen.packet.has(Header.DETH)) {
      return false;
    }
    long source = seen.packet.get(Header.DETH, Deth.SRC_QP);
    int qp = key.destinationQp();
    boolean isGsi = qp == GSI && source == GSI;
    check(
        tally,
        isGsi ? Rule.GSI_ACK_REQ : Rule.UD_ACK_REQ,
        seen,
        !seen.isAckRequested(),
        "BTH:AckReq 0",
        1);
    if (seen.whole) {
      check(
          tally,
          Rule.UD_LENGTH,
          seen,
          seen.bytes <= PathMtu.MOST,
          "at most 4096 bytes of payload",
          seen.bytes);
    }
    if (isGsi) {
      gsi(tally, seen);
    } else if (qp != 0) {
      Rule rule = qp == GSI ? Rule.GSI_SOURCE : Rule.UD_SOURCE;
      check(tally, rule, seen, source != 0 && source != GROUP, "DETH:SrcQP of a QP", source);
    }
    way(tally, seen, qp);
    if (complete && source >= FIRST_USERS_QP) {
      psn(tally, key.ofSource((int) source), seen);
    }
    return qp != GSI || seen.packet.get(Header.DETH, Deth.Q_KEY) == GSI_Q_KEY;
  }

  private static void gsi(Tally tally, AuditedPacket seen) {
    long qKey = seen.packet.get(Header.DETH, Deth.Q_KEY);
    tally.passed(Rule.GSI_SOURCE);
    check(tally, Rule.GSI_Q_KEY, seen, qKey == GSI_Q_KEY, "DETH:Q_Key 0x80010000", qKey);
    if (seen.whole) {
      check(
          tally, Rule.GSI_LENGTH, seen, seen.bytes == MAD_BYTES, "a MAD of 256 bytes", seen.bytes);
    }
  }

  private static void way(Tally tally, AuditedPacket seen, int qp) {
    boolean isGroup = isGroup(seen);
    check(
        tally,
        Rule.UD_WAY,
        seen,
        isGroup == (qp == GROUP),
        isGroup ? "BTH:DestQP 0xFFFFFF, as it goes to a group" : "a group, as DestQP is 0xFFFFFF",
        qp);
    if (seen.packet.has(Header.ETHERNET)) {
      long to = seen.packet.get(Header.ETHERNET, Ethernet.DESTINATION);
      long from = seen.packet.get(Header.ETHERNET, Ethernet.SOURCE);
      // Both are 0 on a host's loopback interface.
      boolean areLike = (to == 0) == (from == 0);
      check(tally, Rule.UD_WAY, seen, areLike, "MAC addresses other than 0", 0);
    }
    if (seen.packet.has(Header.IPV4) || seen.packet.has(Header.IPV6)) {
      long hops =
          seen.packet.has(Header.IPV4)
              ? seen.packet.get(Header.IPV4, Ipv4.TIME_TO_LIVE)
              : seen.packet.get(Header.IPV6, Ipv6.HOP_LIMIT);
      check(tally, Rule.UD_HOP_LIMIT, seen, hops != 0, "a hop limit other than 0", hops);
    }
  }

  /// Whether it is sent to a group: by its LID, GID or IP address.
  private static boolean isGroup(AuditedPacket seen) {
    if (seen.packet.has(Header.IPV4)) {
      return seen.packet.get(Header.IPV4, Ipv4.DESTINATION) >>> 28 == 0xE;
    }
    return seen.goesToGid(0xFF)
        || (seen.packet.has(Header.LRH)
            && seen.packet.get(Header.LRH, Lrh.DLID) >= FIRST_LID_OF_GROUPS
            && seen.packet.get(Header.LRH, Lrh.DLID) != 0xFFFF);
  }

  /// Whether a response answers the last datagram of the QP that it is sent to.
  boolean isAnswer(FlowKey key, AuditedPacket response) {
    Source source = sources.get(key.ofDestination());
    return source != null && source.psn == response.psn;
  }

  /// A QP counts all of its datagrams to any destination: judged only if the capture is complete.
  private void psn(Tally tally, FlowKey from, AuditedPacket seen) {
    Source source = sources.computeIfAbsent(from, _ -> new Source());
    if (source.isKnown) {
      int expected = Psn.next(source.psn);
      boolean mayBegin =
          seen.nanos == 0 || clock.most(source.nanos, seen.nanos) >= Restart.LEAST_NANOS;
      if (seen.psn == expected || !mayBegin) {
        check(tally, Rule.UD_PSN, seen, seen.psn == expected, "PSN " + expected, seen.psn);
      }
    }
    source.isKnown = true;
    source.psn = seen.psn;
    source.nanos = seen.nanos;
  }

  private static void check(
      Tally tally, Rule rule, AuditedPacket seen, boolean holds, String expected, long actual) {
    if (holds) {
      tally.passed(rule);
    } else {
      tally.failed(
          rule,
          seen.frame,
          seen.psn,
          () -> expected,
          () -> "%d (0x%x) in %s".formatted(actual, actual, seen.text()));
    }
  }

  /// A QP that sends datagrams.
  private static final class Source {
    boolean isKnown;
    int psn;
    long nanos;
  }
}
