package org.ibassay.audit;

import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.jspecify.annotations.Nullable;

/// Rules for the packets of a message: First, Middle, Last, and their lengths.
final class MessageRules {
  private MessageRules() {}

  /// @param earlier the operation of the preceding packet; null if unknown
  static void follow(Flow flow, Request made, AuditedPacket seen, @Nullable Operation earlier) {
    Operation operation = seen.operation;
    if (operation == null || made.fault == RequestFault.INVALID_HEADER) {
      flow.message.forget();
      flow.stretch++;
      return;
    }
    if (earlier != null) {
      sequence(flow, made, seen, operation, earlier);
    }
    if (earlier != null && seen.whole && !flow.isRested) {
      pathMtu(flow, seen, operation);
    }
    lengths(flow, made, seen, operation);
    if (operation.isEnd()) {
      flow.ends++;
    }
    made.ends = flow.ends;
  }

  private static void sequence(
      Flow flow, Request made, AuditedPacket seen, Operation operation, Operation earlier) {
    boolean within = !earlier.isEnd();
    boolean right =
        within
            ? !operation.isStart() && operation.isWrite() == earlier.isWrite()
            : operation.isStart();
    if (right) {
      flow.tally.passed(Rule.REQUEST_SEQUENCE);
      return;
    }
    if (made.fault == null) {
      made.fault = within ? RequestFault.LAST_MISSING : RequestFault.FIRST_MISSING;
    }
    flow.tally.failed(
        Rule.REQUEST_SEQUENCE,
        seen.frame,
        seen.psn,
        () ->
            within
                ? "the next packet of the message, after " + earlier.text()
                : "the first packet of a message, after " + earlier.text(),
        () -> OpCode.name(seen.number));
  }

  /// The path MTU does not change during a connection.
  private static void pathMtu(Flow flow, AuditedPacket seen, Operation operation) {
    int pmtu = flow.pmtu;
    if (pmtu == 0 || !operation.isStart() || !(operation.isSend() || operation.isWrite())) {
      return;
    }
    boolean right = operation.isEnd() ? seen.bytes <= pmtu : seen.bytes == pmtu;
    if (right) {
      flow.tally.passed(Rule.PATH_MTU);
    } else {
      flow.tally.failed(
          Rule.PATH_MTU,
          seen.frame,
          seen.psn,
          () -> "a path MTU of " + pmtu + " bytes, as before",
          seen::text);
    }
  }

  private static void lengths(Flow flow, Request made, AuditedPacket seen, Operation operation) {
    Flow.Message message = flow.message;
    if (!operation.isSend() && !operation.isWrite()) {
      message.forget();
      return;
    }
    if (operation.isStart()) {
      message.known = seen.whole && !operation.isEnd() && made.fault == null;
      message.bytes = seen.bytes;
      message.full = seen.bytes;
      message.announced = operation.isWrite() ? made.dmaLength : -1;
      if (message.known) {
        flow.pmtu = seen.bytes;
      }
      return;
    }
    if (!message.known || !seen.whole) {
      message.forget();
      return;
    }
    message.bytes += seen.bytes;
    boolean right = operation.isEnd() ? seen.bytes <= message.full : seen.bytes == message.full;
    if (!right) {
      int full = message.full;
      fail(
          flow,
          made,
          seen,
          operation.isEnd() ? RequestFault.TOO_LONG : RequestFault.NOT_FULL,
          (operation.isEnd() ? "at most " : "") + full + " bytes, as its First");
    }
    boolean over = message.announced >= 0 && message.bytes > message.announced;
    boolean under =
        message.announced >= 0 && operation.isEnd() && message.bytes < message.announced;
    if (over || under) {
      fail(
          flow,
          made,
          seen,
          RequestFault.DMA_LENGTH,
          "DMALen %d bytes in all, not %d".formatted(message.announced, message.bytes));
    } else if (right) {
      flow.tally.passed(Rule.REQUEST_SEQUENCE);
    }
    if (operation.isEnd() || over) {
      message.forget();
    }
  }

  private static void fail(
      Flow flow, Request made, AuditedPacket seen, RequestFault fault, String expected) {
    if (made.fault == null) {
      made.fault = fault;
    }
    flow.tally.failed(Rule.REQUEST_SEQUENCE, seen.frame, seen.psn, () -> expected, seen::text);
  }
}
