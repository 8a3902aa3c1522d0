package org.ibassay.audit;

import org.ibassay.audit.ObservedDialog.Sent;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.mad.MadHeader;

/// The message that is being judged.
///
/// @param from from its sender to its receiver
/// @param to the opposite direction
record CmCase(Tally tally, FlowKey from, FlowKey to, AuditedPacket seen, CmMessage message) {
  Sent sent() {
    return new Sent(message, tally, seen);
  }

  long tid() {
    return message.header(MadHeader.TRANSACTION_ID);
  }

  @SuppressWarnings("AnnotateFormatMethod") // made only where it does not hold
  void check(Rule rule, boolean holds, String expected, Object... values) {
    if (holds) {
      tally.passed(rule);
    } else {
      tally.failed(rule, seen.frame, seen.psn, () -> expected.formatted(values), this::text);
    }
  }

  private String text() {
    return "%s, Communication IDs 0x%x, 0x%x, TransactionID 0x%x"
        .formatted(
            message, message.get(CmMessage.LOCAL_ID), message.get(CmMessage.REMOTE_ID), tid());
  }
}
