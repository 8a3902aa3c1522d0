package org.ibassay.audit;

import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Rules for a single packet.
final class PacketRules {
  private static final long LONGEST_MESSAGE = 1L << 31;

  private final Doubts doubts;

  PacketRules(Doubts doubts) {
    this.doubts = doubts;
  }

  /// @return the fault that a receiver must detect, or null
  @Nullable RequestFault check(Tally tally, AuditedPacket seen) {
    boolean dropped = !whole(tally, seen);
    dropped |= !header(tally, seen);
    if (seen.isResponse()) {
      return dropped ? RequestFault.INVALID_HEADER : null;
    }
    RequestFault fault = request(tally, seen);
    return dropped ? RequestFault.INVALID_HEADER : fault;
  }

  private boolean whole(Tally tally, AuditedPacket seen) {
    if (seen.findings.isEmpty()) {
      tally.passed(Rule.WHOLE);
      return true;
    }
    for (Finding finding : seen.findings) {
      Doubt doubt = doubt(finding, seen);
      if (doubt == null) {
        tally.failed(
            Rule.WHOLE,
            seen.frame,
            seen.psn,
            () -> "a valid packet",
            () -> seen.text() + ": " + finding);
        return isExecuted(finding);
      }
      doubts.add(doubt);
    }
    return true;
  }

  /// Whether a packet with this finding is NAKed, not dropped: for a reserved OpCode, and a payload
  /// that the OpCode does not have.
  private static boolean isExecuted(Finding finding) {
    return finding.kind() == Finding.Kind.OP_CODE || finding.kind() == Finding.Kind.PAYLOAD;
  }

  /// Why a defect of its bytes is not attributed to its sender; null if it is.
  static @Nullable Doubt doubt(Finding finding, AuditedPacket seen) {
    return switch (finding.kind()) {
      case CUT_OFF -> Doubt.CUT_OFF;
      case CHECKSUM -> Doubt.CHECKSUM;
      case ICRC -> seen.packet.icrcFound() == 0 ? Doubt.NOT_SEALED : null;
      case VCRC -> Doubt.VCRC;
      case HEADER, LENGTH, OP_CODE, PAD_COUNT, PAYLOAD -> seen.whole ? null : Doubt.CUT_OFF;
    };
  }

  private static boolean header(Tally tally, AuditedPacket seen) {
    long version = seen.packet.get(Header.BTH, Bth.T_VER);
    int syndrome = seen.syndrome();
    if (version != 0) {
      tally.failed(
          Rule.HEADER,
          seen.frame,
          seen.psn,
          () -> "BTH:TVer 0",
          () -> "BTH:TVer " + version + " in " + seen.text());
    } else if (isReserved(syndrome)) {
      tally.failed(
          Rule.HEADER, seen.frame, seen.psn, () -> "a Syndrome that is not reserved", seen::text);
    } else {
      tally.passed(Rule.HEADER);
    }
    return version == 0;
  }

  /// @param syndrome -1 if there is none
  private static boolean isReserved(int syndrome) {
    int kind = syndrome & Syndrome.KIND_MASK;
    int code = syndrome & Syndrome.VALUE_MASK;
    return syndrome >= 0
        && kind != Syndrome.ACK
        && kind != Syndrome.RNR_NAK
        && (kind != Syndrome.NAK || code > Syndrome.Nak.INVALID_RD_REQUEST);
  }

  private static @Nullable RequestFault request(Tally tally, AuditedPacket seen) {
    Operation operation = seen.operation;
    if (operation == null) {
      return RequestFault.RESERVED;
    }
    RequestFault fault = length(operation, seen);
    if (fault == null) {
      tally.passed(Rule.REQUEST_LENGTH);
    } else if (fault != RequestFault.MISALIGNED) {
      tally.failed(
          Rule.REQUEST_LENGTH, seen.frame, seen.psn, () -> expected(operation, seen), seen::text);
    }
    return fault;
  }

  static String expected(Operation operation, AuditedPacket seen) {
    if (seen.packet.has(Header.RETH)) {
      return "a length that agrees with DMALen "
          + seen.packet.get(Header.RETH, Reth.DMA_LEN)
          + ", at most 2^31";
    }
    return operation.isEnd()
        ? (operation.isStart() ? "0" : "1") + " to 4096 bytes"
        : "a path MTU of 256, 512, 1024, 2048 or 4096 bytes";
  }

  /// Returns the defect of its length alone; null for none.
  static @Nullable RequestFault length(Operation operation, AuditedPacket seen) {
    if (operation.isAtomic() && seen.packet.has(Header.ATOMIC_ETH)) {
      return (seen.packet.get(Header.ATOMIC_ETH, AtomicEth.VA) & 7) == 0
          ? null
          : RequestFault.MISALIGNED;
    }
    long announced = seen.announced();
    if (announced > LONGEST_MESSAGE) {
      return RequestFault.OVER_LIMIT;
    }
    if (!seen.whole || !(operation.isSend() || operation.isWrite())) {
      return null;
    }
    if (!operation.isEnd()) {
      if (!PathMtu.isLegal(seen.bytes)) {
        return RequestFault.NOT_FULL;
      }
      return announced >= 0 && announced <= seen.bytes ? RequestFault.DMA_LENGTH : null;
    }
    if (seen.bytes > PathMtu.MOST) {
      return RequestFault.TOO_LONG;
    }
    if (!operation.isStart()) {
      return seen.bytes == 0 ? RequestFault.LAST_EMPTY : null;
    }
    return announced >= 0 && announced != seen.bytes ? RequestFault.DMA_LENGTH : null;
  }
}
