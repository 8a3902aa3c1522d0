package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.deviation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.device.cm.CmSeams.RequestMatch;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.MadHeader;

/// Deviations of communication management that confuses connections with each other.
final class CmConfusionDeviations {
  private static final long LOW_31 = 0x7FFF_FFFFL;
  private static final long LOW_12 = 0xFFF;
  private static final int PORT_MTU = 4096;

  private CmConfusionDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        repeats(
            "repeat-by-id-only",
            "mistakes a REQ of another adapter with the same Communication ID for a repetition",
            (known, request, _) -> isSame(known, request, CmMessage.LOCAL_ID)),
        repeats(
            "repeat-by-low-id",
            "mistakes a REQ that differs in the first bit of its Communication ID for a repetition",
            (known, request, _) ->
                ((known.get(CmMessage.LOCAL_ID) ^ request.get(CmMessage.LOCAL_ID)) & LOW_31) == 0),
        repeats(
            "repeat-by-transaction",
            "mistakes a REQ with the same TransactionID for a repetition",
            (known, request, _) ->
                known.header(MadHeader.TRANSACTION_ID) == request.header(MadHeader.TRANSACTION_ID)),
        deviation(
            "stale-by-qpn-only",
            "mistakes a REQ of another adapter for the same QP number for one of a stale connection",
            seams ->
                seams.stale.deviate(
                    _ -> (known, request, _) -> isSame(known, request, ConnectRequest.LOCAL_QPN))),
        deviation(
            "rej-by-remote-id-only",
            "obeys a REJ whatever its Local Communication ID is",
            seams ->
                seams.matches.deviate(under ->
                    (message, localId, remoteId) ->
                        message.is(ConnectReject.ATTRIBUTE)
                            ? message.get(CmMessage.REMOTE_ID) == localId
                            : under.of(message, localId, remoteId))),
        deviation(
            "dreq-of-other-transaction-ignored",
            "ignores a DREQ whose TransactionID is none of a REQ",
            seams -> {
              Set<Long> known = new HashSet<>();
              seams.heeds.deviate(under ->
                  message -> {
                    long transaction = message.header(MadHeader.TRANSACTION_ID);
                    if (message.is(ConnectRequest.ATTRIBUTE)) {
                      known.add(transaction);
                    }
                    return (!message.is(DisconnectRequest.ATTRIBUTE) || known.contains(transaction))
                        && under.test(message);
                  });
            }),
        ofQp("dreq-qp-not-checked", "whatever its Remote QPN is", (_, _) -> true),
        ofQp(
            "dreq-qp-low-half",
            "with another Remote QPN whose lower 12 bits are those of the connection",
            (asked, qpn) -> ((asked ^ qpn) & LOW_12) == 0),
        ofQp(
            "dreq-qp-high-half",
            "with another Remote QPN whose upper 12 bits are those of the connection",
            (asked, qpn) -> ((asked ^ qpn) & ~LOW_12) == 0),
        ofQp("dreq-qp-0-of-any", "with Remote QPN 0", (asked, qpn) -> asked == 0 || asked == qpn),
        deviation(
            "path-mtu-of-first",
            "uses the path MTU of the first REQ for all connections",
            seams -> {
              int[] first = {0};
              seams.settings.deviate(under ->
                  right -> {
                    RcSettings own = under.apply(right);
                    first[0] = first[0] == 0 ? own.pathMtu() : first[0];
                    return own.withPathMtu(first[0]);
                  });
            }),
        CmDeviations.settings(
            "path-mtu-of-port",
            "uses the path MTU of its port whatever that of the REQ",
            right -> right.withPathMtu(PORT_MTU)),
        ofFirst("responder-resources-of-first", ConnectReply.RESPONDER_RESOURCES),
        ofFirst("initiator-depth-of-first", ConnectReply.INITIATOR_DEPTH));
  }

  private static DeviationSpec ofQp(String name, String which, LongBiPredicate isForQp) {
    return deviation(
        name,
        "ends a connection at a DREQ " + which,
        seams ->
            seams.isForQp.deviate(_ ->
                (dreq, qpn) -> isForQp.test(dreq.get(DisconnectRequest.REMOTE_QPN_EECN), qpn)));
  }

  /// Compares the QPN of a DREQ with that of its connection.
  @FunctionalInterface
  private interface LongBiPredicate {
    boolean test(long asked, long qpn);
  }

  private static DeviationSpec ofFirst(String name, Field field) {
    return deviation(
        name,
        "sends each REP with the %s of the first one".formatted(field.name()),
        seams -> {
          Map<Field, Long> first = new HashMap<>();
          CmEdits.edits(
                  ConnectReply.ATTRIBUTE,
                  made -> made.set(field, first.computeIfAbsent(field, made::get)))
              .accept(seams);
        });
  }

  private static DeviationSpec repeats(String name, String summary, RequestMatch match) {
    return deviation(name, summary, seams -> seams.repeats.deviate(_ -> match));
  }

  private static boolean isSame(CmMessage one, CmMessage other, Field field) {
    return one.get(field) == other.get(field);
  }
}
