package org.ibassay.audit;

import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.jspecify.annotations.Nullable;

/// Rules for a single packet of an unreliable service.
final class OneWayPackets {
  /// Part of Resv8a: without FECN and BECN, which switches may set.
  private static final int RESERVED = 0x3F;

  private static final int PARTITION = 0x7FFF;

  private final Doubts doubts;
  private final Rule whole;
  private final Rule header;

  /// @param whole rule for the packet's bytes
  /// @param header rule for the fields of all packets
  OneWayPackets(Doubts doubts, Rule whole, Rule header) {
    this.doubts = doubts;
    this.whole = whole;
    this.header = header;
  }

  /// @return whether a receiver must handle the rest of it
  boolean check(Tally tally, AuditedPacket seen) {
    boolean isTaken = whole(tally, seen);
    return header(tally, seen) && isTaken && seen.operation != null;
  }

  private boolean whole(Tally tally, AuditedPacket seen) {
    if (seen.findings.isEmpty()) {
      tally.passed(whole);
      return true;
    }
    for (Finding finding : seen.findings) {
      Doubt doubt = PacketRules.doubt(finding, seen);
      if (doubt == null) {
        fail(tally, whole, seen, "a valid packet", seen.text() + ": " + finding);
        return false;
      }
      doubts.add(doubt);
    }
    return true;
  }

  private boolean header(Tally tally, AuditedPacket seen) {
    long version = seen.packet.get(Header.BTH, Bth.T_VER);
    long reserved = seen.packet.get(Header.BTH, Bth.RESV8A) & RESERVED;
    long partition = seen.packet.get(Header.BTH, Bth.P_KEY);
    if (version != 0) {
      fail(tally, header, seen, "BTH:TVer 0", "BTH:TVer " + version);
    } else if (reserved != 0) {
      fail(tally, header, seen, "reserved bits of BTH:Resv8a 0", "0x%02x".formatted(reserved));
    } else if ((partition & PARTITION) == 0) {
      fail(tally, header, seen, "a P_Key of a partition", "BTH:P_Key 0x%04x".formatted(partition));
    } else {
      tally.passed(header);
    }
    return version == 0;
  }

  /// Records a check of one packet.
  ///
  /// @param actual null if the check holds
  static void check(
      Tally tally, Rule rule, AuditedPacket seen, String expected, @Nullable String actual) {
    if (actual == null) {
      tally.passed(rule);
    } else {
      fail(tally, rule, seen, expected, actual);
    }
  }

  private static void fail(
      Tally tally, Rule rule, AuditedPacket seen, String expected, String actual) {
    tally.failed(rule, seen.frame, seen.psn, () -> expected, () -> actual);
  }
}
