package org.ibassay.suite.c15;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.ibassay.suite.Part;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;
import org.jspecify.annotations.Nullable;

/// A table of the SA that takes several segments, and is requested repeatedly.
///
/// @param steps steps of the test
/// @param exchange exchange that requests it
/// @param request request for it
/// @param segments number of its segments
record LongTable(Steps steps, SegmentExchange exchange, SaRequest request, int segments) {
  /// Fewer segments do not show a window.
  static final int LEAST = 3;

  private static final int ENOUGH = 8;
  private static final int MOST = 64;
  private static final int FULL = Smp.BYTES_OF_MAD - RmppHeader.DATA;
  private static final Duration ANSWER = Duration.ofSeconds(1);

  /// Record types that are available to every requester, and that grow with the subnet.
  private static final List<SaAttribute> TYPES =
      List.of(
          VlArbitrationTableRecord.ATTRIBUTE,
          GuidInfoRecord.ATTRIBUTE,
          NodeRecord.ATTRIBUTE,
          PortInfoRecord.ATTRIBUTE,
          LinkRecord.ATTRIBUTE,
          SlToVlMappingTableRecord.ATTRIBUTE);

  /// Returns the first table that is long enough, otherwise the longest. Null if no table takes
  /// three segments; then the present step and all later ones are left out.
  ///
  /// @param getTable makes the request for all records of a type
  static @Nullable LongTable find(
      Steps steps, SegmentExchange exchange, Function<SaAttribute, SaRequest> getTable)
      throws TestException {
    LongTable longest = null;
    for (SaAttribute type : TYPES) {
      SaRequest request = getTable.apply(type);
      int count = count(exchange, request);
      if (count >= LEAST && count <= MOST && (longest == null || count > longest.segments)) {
        longest = new LongTable(steps, exchange, request, count);
      }
      if (longest != null && longest.segments >= ENOUGH) {
        return longest;
      }
    }
    if (longest == null) {
      steps.needs(exchange.isLossless(), "no table of several segments was received whole");
      steps.leaveOutRest("no table of the SA takes %d segments".formatted(LEAST));
    }
    return longest;
  }

  /// Runs a part in which each packet counts.
  ///
  /// @param first first step of the part
  void carryOut(String first, Part part) throws TestException {
    exchange.carryOut(first, part);
  }

  /// Requests it, and receives the first MAD of the response.
  TableTransfer ask() throws TestException {
    return TableTransfer.ask(steps, exchange, request);
  }

  /// Requests it, and acknowledges each segment received in order.
  TableTransfer askWhole() throws TestException {
    TableTransfer transfer = ask();
    SegmentSpec next = transfer.first();
    for (int number = 1; number <= MOST && next != null; number++) {
      transfer.ack(number, number + 1L);
      if (next.isLast()) {
        return transfer;
      }
      transfer.receiveUntil(number + 1L, ANSWER);
      next = transfer.segment(number + 1L);
    }
    return transfer;
  }

  /// Counts the segments of a table, whether right or wrong.
  private static int count(SegmentExchange exchange, SaRequest request) throws TestException {
    SegmentSpec segment = exchange.ask(request);
    long promised = segment.header(RmppHeader.PAYLOAD_LENGTH);
    boolean isTransfer = segment.header(RmppHeader.ACTIVE) == 1 && segment.isData();
    if (!isTransfer) {
      return 0;
    }
    int count = 0;
    for (SegmentSpec next = segment; next != null && next.isData(); next = exchange.next(ANSWER)) {
      count++;
      if (count > MOST) {
        exchange.end(RmppHeader.TYPE_ABORT, RmppStatus.UNSPECIFIED);
        return count;
      }
      exchange.ack(count, count + 1L);
      if (next.isLast()) {
        break;
      }
    }
    return (int) Math.max(count, Math.min(MOST, (promised + FULL - 1) / FULL));
  }

  /// Verifies that a receiver that acknowledges each segment receives the whole table.
  void verifyWhole() throws TestException {
    boolean isWhole = comesWhole();
    steps
        .checks()
        .verify(0, isWhole, () -> "a whole table", () -> "segments that are missing or wrong");
  }

  private boolean comesWhole() throws TestException {
    SegmentSpec next = exchange.askIfAny(request);
    for (int number = 1; number <= MOST; number++) {
      if (next == null || !next.isData() || next.number() != number) {
        return false;
      }
      exchange.ack(number, number + 1L);
      if (next.isLast()) {
        return true;
      }
      next = exchange.next(ANSWER);
    }
    return false;
  }
}
