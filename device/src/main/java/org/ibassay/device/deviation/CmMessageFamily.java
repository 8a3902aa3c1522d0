package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.deviation;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;

/// Creates deviations in one kind of message that the DUT sends; their names begin with the
/// message's.
///
/// @param title name in the specification
record CmMessageFamily(String title, GmpAttribute kind) {
  static final CmMessageFamily REJ = new CmMessageFamily("REJ", ConnectReject.ATTRIBUTE);
  static final CmMessageFamily REP = new CmMessageFamily("REP", ConnectReply.ATTRIBUTE);
  static final CmMessageFamily REQ = new CmMessageFamily("REQ", ConnectRequest.ATTRIBUTE);
  static final CmMessageFamily RTU = new CmMessageFamily("RTU", ReadyToUse.ATTRIBUTE);
  static final CmMessageFamily DREQ = new CmMessageFamily("DREQ", DisconnectRequest.ATTRIBUTE);
  static final CmMessageFamily DREP = new CmMessageFamily("DREP", DisconnectReply.ATTRIBUTE);
  static final CmMessageFamily SIDR_REP =
      new CmMessageFamily("SIDR_REP", ServiceIdResReqResp.ATTRIBUTE);
  static final CmMessageFamily APR = new CmMessageFamily("APR", AlternatePathResponse.ATTRIBUTE);
  private static final int DATA_BYTES = 232;
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  /// A name in this family.
  String named(String rest) {
    return title.toLowerCase(Locale.ROOT).replace('_', '-') + "-" + rest;
  }

  /// Sends no such messages.
  DeviationSpec silenced() {
    return deviation(named("missing"), "sends no " + title, CmEdits.silences(kind));
  }

  /// Changes each message.
  DeviationSpec edits(String of, String what, UnaryOperator<CmMessage> edit) {
    return deviation(named(of), "sends " + title + " with " + what, CmEdits.edits(kind, edit));
  }

  /// Sets a field to another value.
  DeviationSpec puts(String of, String what, Field field, long value) {
    return edits(of, what, made -> made.set(field, value));
  }

  /// Inverts bits of a field.
  DeviationSpec inverts(String of, String what, Field field, long bits) {
    return edits(of, what, made -> made.set(field, made.get(field) ^ bits));
  }

  /// Sets a field to an incorrect value, with its own summary.
  DeviationSpec says(String of, String summary, Field field, long value) {
    return deviation(named(of), summary, CmEdits.edits(kind, made -> made.set(field, value)));
  }

  /// Sends another message after each, of the same or another kind.
  DeviationSpec followed(String of, String summary, GmpAttribute by) {
    return deviation(
        named(of),
        summary,
        seams ->
            seams.sends.deviate(under ->
                (right, cause, times) ->
                    right.is(kind)
                        ? List.of(right, right.copy().setHeader(MadHeader.ATTRIBUTE_ID, by.id()))
                        : under.of(right, cause, times)));
  }

  /// Changes each message that is resent.
  ///
  /// @param what describes the change
  DeviationSpec repeated(String of, String what, UnaryOperator<CmMessage> edit) {
    return deviation(
        named(of),
        "changes %s when it sends %s again".formatted(what, title),
        CmEdits.repeated(kind, edit));
  }

  /// Deviations of any response.
  List<DeviationSpec> headers() {
    return Stream.concat(
            Stream.of(
                edits(
                    "tid-low-half",
                    "the last 32 bits of TransactionID",
                    made ->
                        made.setHeader(
                            MadHeader.TRANSACTION_ID,
                            made.header(MadHeader.TRANSACTION_ID) & LOW_HALF)),
                header("tid-0", "TransactionID 0", MadHeader.TRANSACTION_ID, 0)),
            ownHeaders().stream())
        .toList();
  }

  /// Deviations of any message.
  List<DeviationSpec> ownHeaders() {
    return List.of(
        header("status-wrong", "MADHeader:Status 1", MadHeader.STATUS, 1),
        deviation(
            named("method-wrong"),
            "sends " + title + " by the method 0x83",
            CmEdits.edits(kind, made -> made.setHeader(MadHeader.METHOD, 0x83))),
        header("class-version-1", "ClassVersion 1", MadHeader.CLASS_VERSION, 1));
  }

  private DeviationSpec header(String of, String what, Field field, long value) {
    return edits(of, what, made -> made.setHeader(field, value));
  }

  /// Sets a reserved bit, the last one of a byte of the message.
  DeviationSpec reservedBit(int inByte) {
    Field bit = Layout.table("", "", DATA_BYTES).rw("", inByte * 8 + 7, 1, Form.FLAG);
    return edits("reserved-bit", "a reserved bit set", made -> made.set(bit, 1));
  }
}
