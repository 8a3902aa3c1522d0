package org.ibassay.audit;

import java.util.function.Supplier;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Rules for the packets of an unreliable connection. They are not acknowledged, so only their PSNs
/// show whether the capture is complete: two packets are compared only if their PSNs are
/// consecutive.
///
/// Such a connection has no retries. A repeated PSN is that of a packet duplicated in the capture,
/// or of another connection of that QP.
final class UcRules {
  /// A greater distance between PSNs means two connections.
  private static final int FAR = 1 << 20;

  /// A missing packet cannot be later than this.
  private static final long LATE = 1_000_000;

  private final Doubts doubts;
  private final CaptureClock clock;
  private final boolean complete;
  private final OneWayPackets packets;

  UcRules(Doubts doubts, CaptureClock clock, boolean complete) {
    this.doubts = doubts;
    this.clock = clock;
    this.complete = complete;
    this.packets = new OneWayPackets(doubts, Rule.UC_WHOLE, Rule.UC_HEADER);
  }

  void take(UcFlow flow, AuditedPacket seen) {
    Operation operation = seen.operation;
    if (!packets.check(flow.tally, seen) || operation == null) {
      flow.message.known = false;
      return;
    }
    alone(flow.tally, seen, operation);
    said(flow, seen);
    UcFlow.Packet before = flow.recent(seen.psn);
    if (before != null && before.isSame(seen)) {
      again(flow, seen, operation);
      return;
    }
    int distance = Psn.difference(seen.psn, flow.psn);
    if (!flow.any) {
      next(flow, seen, operation, false);
    } else if (distance == 1) {
      boolean isNeighbor = isQuick(flow, seen) || complete;
      next(flow, seen, operation, isNeighbor);
    } else if (distance > 1 && distance < FAR) {
      gap(flow, seen, operation, distance);
    } else if (distance < 0 && isMissing(flow, seen, distance)) {
      flow.tally.isOdd = true;
    } else {
      otherPsn(flow, seen, operation);
    }
  }

  private void said(UcFlow flow, AuditedPacket seen) {
    Said said = flow.said;
    if (said != null) {
      said.check(flow.tally, seen, doubts, complete);
    }
  }

  private static void alone(Tally tally, AuditedPacket seen, Operation operation) {
    boolean asks = seen.isAckRequested();
    boolean solicits = seen.packet.get(Header.BTH, Bth.SE) == 1 && !operation.isEnd();
    if (asks || solicits) {
      fail(
          tally,
          Rule.UC_ASKS,
          seen,
          () -> asks ? "BTH:AckReq 0" : "BTH:SE 0 before a message's end",
          () -> "1 in " + seen.text());
    } else {
      tally.passed(Rule.UC_ASKS);
    }
    if (PacketRules.length(operation, seen) == null) {
      tally.passed(Rule.UC_LENGTH);
    } else {
      fail(tally, Rule.UC_LENGTH, seen, () -> PacketRules.expected(operation, seen), seen::text);
    }
  }

  /// Handles a packet that was seen before.
  private void again(UcFlow flow, AuditedPacket seen, Operation operation) {
    flow.tally.isOdd = true;
    boolean mayBegin = operation.isStart() && !isQuick(flow, seen);
    if (complete && mayBegin && seen.psn == flow.firstPsn) {
      begin(flow, seen, operation);
    } else if (complete) {
      fail(flow.tally, Rule.UC_ONCE, seen, () -> "each packet once", () -> again(seen));
    }
  }

  private static String again(AuditedPacket seen) {
    return seen.text() + ", once more";
  }

  /// Handles missing PSNs.
  private void gap(UcFlow flow, AuditedPacket seen, Operation operation, int distance) {
    if (complete && !mayBegin(flow, seen, operation)) {
      int expected = Psn.next(flow.psn);
      fail(flow.tally, Rule.UC_CONTINUITY, seen, () -> "PSN " + expected, seen::text);
    } else {
      doubts.add(Doubt.STREAM_GAP, distance - 1);
    }
    if (!isQuick(flow, seen)) {
      flow.pmtu = 0; // it may be another connection
    }
    next(flow, seen, operation, false);
  }

  /// Whether the PSN was skipped before, and is now received out of order.
  private boolean isMissing(UcFlow flow, AuditedPacket seen, int distance) {
    return !complete
        && distance > -64
        && flow.recent(seen.psn) == null
        && !Psn.isBefore(seen.psn, flow.firstPsn)
        && seen.nanos - flow.nanos < LATE;
  }

  /// Handles a PSN that was seen before with other contents, or a distant one.
  private void otherPsn(UcFlow flow, AuditedPacket seen, Operation operation) {
    int expected = Psn.next(flow.psn);
    if (!mayBegin(flow, seen, operation)) {
      Rule rule = seen.psn == flow.psn ? Rule.UC_SEQUENCE : Rule.UC_CONTINUITY;
      fail(flow.tally, rule, seen, () -> "PSN " + expected, seen::text);
    }
    begin(flow, seen, operation);
  }

  private void begin(UcFlow flow, AuditedPacket seen, Operation operation) {
    doubts.add(Doubt.ERA);
    flow.begin();
    next(flow, seen, operation, false);
  }

  /// Whether the time since the previous packet was long enough to reconnect a QP.
  private boolean mayBegin(UcFlow flow, AuditedPacket seen, Operation operation) {
    return (operation.isStart() || !complete) && !isQuick(flow, seen);
  }

  private boolean isQuick(UcFlow flow, AuditedPacket seen) {
    return seen.nanos != 0 && clock.most(flow.nanos, seen.nanos) < Restart.LEAST_NANOS;
  }

  /// @param isNeighbor whether it certainly follows the previous packet
  private static void next(
      UcFlow flow, AuditedPacket seen, Operation operation, boolean isNeighbor) {
    if (!flow.any) {
      flow.any = true;
      flow.firstPsn = seen.psn;
    }
    Operation earlier = isNeighbor ? flow.operation : null;
    boolean inOrder = true;
    if (earlier == null) {
      flow.message.forget();
    } else {
      partition(flow, seen);
      inOrder = sequence(flow, seen, operation, earlier);
      pathMtu(flow, seen, operation);
    }
    lengths(flow, seen, operation, inOrder);
    flow.psn = seen.psn;
    flow.operation = operation;
    flow.partition = seen.partition();
    flow.nanos = seen.nanos;
    flow.remember(seen);
  }

  private static void partition(UcFlow flow, AuditedPacket seen) {
    int before = flow.partition;
    int now = seen.partition();
    if (before == now) {
      flow.tally.passed(Rule.UC_PARTITION);
    } else {
      fail(
          flow.tally,
          Rule.UC_PARTITION,
          seen,
          () -> "partition 0x%04x, as before".formatted(before),
          () -> "0x%04x in %s".formatted(now, seen.text()));
    }
  }

  private static boolean sequence(
      UcFlow flow, AuditedPacket seen, Operation operation, Operation earlier) {
    boolean within = !earlier.isEnd();
    boolean right =
        within
            ? !operation.isStart() && operation.isWrite() == earlier.isWrite()
            : operation.isStart();
    if (right) {
      flow.tally.passed(Rule.UC_SEQUENCE);
    } else {
      String which = within ? "the next packet of the message" : "the first packet of a message";
      fail(
          flow.tally,
          Rule.UC_SEQUENCE,
          seen,
          () -> which + ", after " + earlier.text(),
          () -> OpCode.name(seen.number));
    }
    return right;
  }

  private static void pathMtu(UcFlow flow, AuditedPacket seen, Operation operation) {
    int pmtu = flow.pmtu;
    if (pmtu == 0 || !operation.isStart() || !seen.whole) {
      return;
    }
    if (operation.isEnd() ? seen.bytes <= pmtu : seen.bytes == pmtu) {
      flow.tally.passed(Rule.UC_PATH_MTU);
    } else {
      fail(
          flow.tally,
          Rule.UC_PATH_MTU,
          seen,
          () -> "a path MTU of " + pmtu + " bytes, as before",
          seen::text);
    }
  }

  private static void lengths(
      UcFlow flow, AuditedPacket seen, Operation operation, boolean inOrder) {
    Flow.Message message = flow.message;
    if (operation.isStart()) {
      message.known = seen.whole && !operation.isEnd() && inOrder;
      message.bytes = seen.bytes;
      message.full = seen.bytes;
      message.announced = operation.isWrite() ? seen.announced() : -1;
      flow.pmtu = message.known ? seen.bytes : flow.pmtu;
      return;
    }
    if (!message.known || !seen.whole || !inOrder) {
      message.forget();
      return;
    }
    message.bytes += seen.bytes;
    String wrong = wrongLength(message, seen, operation);
    if (wrong == null) {
      flow.tally.passed(Rule.UC_SEQUENCE);
    } else {
      fail(flow.tally, Rule.UC_SEQUENCE, seen, () -> wrong, seen::text);
    }
    message.known = wrong == null && !operation.isEnd();
  }

  /// @return the expected length of the packet; null if it is correct
  private static @Nullable String wrongLength(
      Flow.Message message, AuditedPacket seen, Operation operation) {
    boolean isEnd = operation.isEnd();
    if (isEnd ? seen.bytes > message.full : seen.bytes != message.full) {
      return (isEnd ? "at most " : "") + message.full + " bytes, as its First";
    }
    boolean over = message.announced >= 0 && message.bytes > message.announced;
    boolean under = message.announced >= 0 && isEnd && message.bytes < message.announced;
    return over || under
        ? "DMALen %d bytes in all, not %d".formatted(message.announced, message.bytes)
        : null;
  }

  private static void fail(
      Tally tally,
      Rule rule,
      AuditedPacket seen,
      Supplier<String> expected,
      Supplier<String> actual) {
    tally.failed(rule, seen.frame, seen.psn, expected, actual);
  }
}
