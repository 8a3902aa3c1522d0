package org.ibassay.link.sa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.Misfit;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaRecords;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// The outcome of a request to subnet administration.
///
/// @param outcome unless it is [Outcome#ANSWERED], only `brokenOff` and the frame numbers are
///   meaningful
/// @param message header, 56 bytes, and data, as far as received
/// @param missing least number of bytes that the stack below reports but did not deliver; no
///   verdict may depend on them or on the number of records. ibsim's wrapper delivers 224 bytes,
///   and reports a length of 256 for any longer response
/// @param transfer the transfer in segments; null for a single MAD without RMPP, and if the stack
///   below handles RMPP
/// @param brokenOff why the response was not completed; null unless [Outcome#BROKEN_OFF]
/// @param misfit the first of its MADs whose length is not that of a MAD; null if there is none, or
///   the link does not report lengths
/// @param tries how many times the request was sent
/// @param requestFrame frame number of the last transmission
/// @param responseFrame frame number of the response, or of its last segment; 0 for none
/// @param elapsedNanos time from the request to the end of the response, by the link's clock
public record SaAnswer(
    Outcome outcome,
    MemorySegment message,
    long missing,
    @Nullable RmppMessage transfer,
    @Nullable RmppFailure brokenOff,
    @Nullable Misfit misfit,
    int tries,
    long requestFrame,
    long responseFrame,
    long elapsedNanos) {

  /// The kind of outcome.
  public enum Outcome {
    ANSWERED,
    /// A response began, but was not completed.
    BROKEN_OFF,
    SILENT
  }

  /// Copies the outcome of an exchange, which may be released afterward.
  public static SaAnswer of(Exchange exchange) {
    boolean answered = exchange.state() == Exchange.State.ANSWERED;
    return new SaAnswer(
        answered
            ? Outcome.ANSWERED
            : exchange.brokenOff() == null ? Outcome.SILENT : Outcome.BROKEN_OFF,
        answered
            ? MemorySegment.ofArray(exchange.message().toArray(ValueLayout.JAVA_BYTE))
            : MemorySegment.ofArray(new byte[SaHeader.DATA]),
        answered ? exchange.messageBytes() - exchange.message().byteSize() : 0,
        exchange.transfer(),
        exchange.brokenOff(),
        exchange.misfit(),
        exchange.tries(),
        exchange.requestFrame(),
        exchange.responseFrame(),
        exchange.receivedAt() - exchange.sentAt());
  }

  /// A field of one of the headers; 0 if the response is too short.
  public long header(Field field) {
    return message.byteSize() * 8 < field.bitOffset() + field.width() ? 0 : field.get(message, 0);
  }

  /// The MAD header's Status, all 16 bits.
  public int status() {
    return (int) header(MadHeader.STATUS);
  }

  /// The class-specific part of Status: one of [SaStatus].
  public int saStatus() {
    return SaStatus.of(status());
  }

  /// Returns the bytes after the headers.
  public MemorySegment data() {
    return message.asSlice(Math.min(SaHeader.DATA, message.byteSize()));
  }

  /// The records, separated by the response's own AttributeOffset.
  public SaRecords records(SaAttribute attribute) {
    return SaRecords.of(attribute, data(), (int) header(SaHeader.ATTRIBUTE_OFFSET));
  }
}
