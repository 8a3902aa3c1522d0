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
/// @param outcome of the rest nothing but `brokenOff` and the frames means anything unless it is
///   [Outcome#ANSWERED]
/// @param message header, 56 bytes, and data, as much as was received
/// @param missing how many bytes more there would be, at least, by what the stack below says, that
///   it did not deliver; no verdict may depend on them, nor on how many records there are. ibsim's
///   wrapper delivers 224 bytes, and has any answer of more than 256 for one of 256
/// @param transfer how it was received in segments; null for a single MAD without RMPP, and where
///   the stack below does RMPP
/// @param brokenOff why it did not come whole; null unless [Outcome#BROKEN_OFF]
/// @param misfit the first of its MADs that has not the length of a MAD; null where all have, or
///   the link does not tell
/// @param tries how many times the request was sent
/// @param requestFrame the capture's number of the last try
/// @param responseFrame the capture's number of the answer, or of its last segment; 0 for none
/// @param elapsedNanos from the request to the answer's end, by the link's clock
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

  /// How it ended.
  public enum Outcome {
    ANSWERED,
    /// An answer began to come, and did not end.
    BROKEN_OFF,
    SILENT
  }

  /// Takes what an exchange brought; the exchange may be released afterwards.
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

  /// A field of one of the headers; 0 where so little came that it is missing.
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

  /// The records, by the answer's own AttributeOffset.
  public SaRecords records(SaAttribute attribute) {
    return SaRecords.of(attribute, data(), (int) header(SaHeader.ATTRIBUTE_OFFSET));
  }
}
