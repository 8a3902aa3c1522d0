package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.deviation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.device.cm.CmSeams.RequestMatch;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.MadHeader;

/// Deviations of communication management that confuses connections with each other.
final class CmConfusionDeviations {
  private static final long LOW_31 = 0x7FFF_FFFFL;

  private CmConfusionDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        repeats(
            "repeat-by-id-only",
            "takes a REQ of another adapter with the same Communication ID for a repetition",
            (known, request, _) -> isSame(known, request, CmMessage.LOCAL_ID)),
        repeats(
            "repeat-by-low-id",
            "takes a REQ that differs in the first bit of its Communication ID for a repetition",
            (known, request, _) ->
                ((known.get(CmMessage.LOCAL_ID) ^ request.get(CmMessage.LOCAL_ID)) & LOW_31) == 0),
        repeats(
            "repeat-by-transaction",
            "takes a REQ with the same TransactionID for a repetition",
            (known, request, _) ->
                known.header(MadHeader.TRANSACTION_ID) == request.header(MadHeader.TRANSACTION_ID)),
        deviation(
            "stale-by-qpn-only",
            "takes a REQ of another adapter for the same QP number for one of a stale connection",
            seams ->
                seams.stale.depart(
                    _ -> (known, request, _) -> isSame(known, request, ConnectRequest.LOCAL_QPN))),
        deviation(
            "rej-by-remote-id-only",
            "obeys a REJ whatever its Local Communication ID is",
            seams ->
                seams.matches.depart(under ->
                    (message, localId, remoteId) ->
                        message.is(ConnectReject.ATTRIBUTE)
                            ? message.get(CmMessage.REMOTE_ID) == localId
                            : under.of(message, localId, remoteId))),
        deviation(
            "dreq-of-other-transaction-ignored",
            "ignores a DREQ whose TransactionID is none of a REQ",
            seams -> {
              Set<Long> known = new HashSet<>();
              seams.heeds.depart(under ->
                  message -> {
                    long transaction = message.header(MadHeader.TRANSACTION_ID);
                    if (message.is(ConnectRequest.ATTRIBUTE)) {
                      known.add(transaction);
                    }
                    return (!message.is(DisconnectRequest.ATTRIBUTE) || known.contains(transaction))
                        && under.test(message);
                  });
            }));
  }

  private static DeviationSpec repeats(String name, String summary, RequestMatch match) {
    return deviation(name, summary, seams -> seams.repeats.depart(_ -> match));
  }

  private static boolean isSame(CmMessage one, CmMessage other, Field field) {
    return one.get(field) == other.get(field);
  }
}
