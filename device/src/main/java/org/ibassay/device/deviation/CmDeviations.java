package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmEdits.edits;

import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.cm.CmSeams.MatchRule;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;

/// Deviations in which connections are accepted, with which parameters, and how messages are
/// matched to connections.
final class CmDeviations {
  private static final int SILENCE = -1;
  private static final int CONSUMER = 28;
  private static final int INVALID_SERVICE_ID = 8;
  private static final int STALE_CONNECTION = 10;
  private static final int NEAR = 0xFFFF;

  private CmDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(requests(), replies(), ids(), CmAskDeviations.all(), CmHiddenDeviations.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> requests() {
    return List.of(
        decides(
            "unknown-service-silence",
            "sends nothing when a service is not offered",
            INVALID_SERVICE_ID,
            SILENCE),
        decides(
            "unknown-service-consumer",
            "rejects a service that is not offered with reason 28",
            INVALID_SERVICE_ID,
            CONSUMER),
        decides(
            "unknown-service-accepted",
            "accepts a REQ for a service that is not offered",
            INVALID_SERVICE_ID,
            0),
        deviation(
            "second-request-reason-10",
            "rejects every second REQ for a service that is not offered with reason 10",
            seams -> {
              int[] count = {0};
              seams.verdict.deviate(under ->
                  (request, right) ->
                      right == INVALID_SERVICE_ID && ++count[0] % 2 == 0
                          ? STALE_CONNECTION
                          : under.of(request, right));
            }),
        decides("stale-accepted", "accepts a REQ of a stale connection", STALE_CONNECTION, 0),
        decides(
            "stale-silence",
            "does not answer a REQ of a stale connection",
            STALE_CONNECTION,
            SILENCE),
        decides(
            "stale-consumer",
            "rejects a REQ of a stale connection with reason 28",
            STALE_CONNECTION,
            CONSUMER),
        deviation(
            "one-connection",
            "accepts one connection, and rejects all later ones",
            seams -> {
              boolean[] taken = {false};
              seams.verdict.deviate(under ->
                  (request, right) -> {
                    int verdict = under.of(request, right);
                    boolean second = verdict == 0 && taken[0];
                    taken[0] |= verdict == 0;
                    return second ? CONSUMER : verdict;
                  });
            }),
        decides("ip-header-not-checked", "accepts any IP CM header", CONSUMER, 0),
        decides(
            "ip-header-silence",
            "does not answer a REQ with an invalid IP CM header",
            CONSUMER,
            SILENCE),
        accepts(
            "ip-major-version-not-checked",
            "accepts any major version of the IP CM header",
            request ->
                header(request, IpCmHeader.IPV) == 4 || header(request, IpCmHeader.IPV) == 6),
        accepts(
            "ip-version-not-checked",
            "accepts any IP version in the IP CM header",
            request -> header(request, IpCmHeader.MAJ_V) == 0),
        accepts(
            "ip-version-5-accepted",
            "accepts IP version 5 in the IP CM header",
            request -> header(request, IpCmHeader.IPV) == 5));
  }

  private static long header(CmMessage request, Field field) {
    return field.get(request.from(ConnectRequest.PRIVATE_DATA), 0);
  }

  /// Decides differently about REQs that should be rejected for a reason.
  private static DeviationSpec decides(String name, String summary, int conforming, int reason) {
    return decides(name, summary, (_, right) -> right == conforming, reason);
  }

  /// Accepts some of the REQs that its consumer should reject.
  private static DeviationSpec accepts(String name, String summary, Predicate<CmMessage> some) {
    return decides(name, summary, (request, right) -> right == CONSUMER && some.test(request), 0);
  }

  private static DeviationSpec decides(
      String name, String summary, BiPredicate<CmMessage, Integer> some, int reason) {
    return deviation(
        name,
        summary,
        seams ->
            seams.verdict.deviate(under ->
                (request, right) -> some.test(request, right) ? reason : under.of(request, right)));
  }

  private static List<DeviationSpec> replies() {
    return List.of(
        CmMessageFamily.REP.silenced(),
        retries("rep-not-repeated", "never resends REP", _ -> 0),
        retries(
            "rep-once-more", "sends REP once more than Max CM Retries allows", most -> most + 1),
        retries(
            "rep-once-less",
            "sends REP once less than Max CM Retries allows",
            most -> Math.max(0, most - 1)),
        retries(
            "rep-retries-7-at-least",
            "sends REP seven times, whatever Max CM Retries specifies",
            _ -> 7),
        repTime("rep-early-half", "resends REP after half the timeout", nanos -> nanos / 2),
        repTime(
            "rep-early-tenth",
            "resends REP after nine tenths of the timeout",
            nanos -> nanos * 9 / 10),
        repTime("rep-time-microseconds", "waits 1 us * 2^n for RTU", nanos -> nanos * 1000 / 4096),
        repTime("rep-late", "resends REP after eight times the timeout", nanos -> 8 * nanos),
        CmMessageFamily.REP.repeated(
            "repeated-other-psn",
            "Starting PSN",
            made -> made.set(ConnectReply.STARTING_PSN, made.get(ConnectReply.STARTING_PSN) + 1)),
        CmMessageFamily.REP.repeated(
            "repeated-other-tid",
            "TransactionID",
            made ->
                made.setHeader(
                    MadHeader.TRANSACTION_ID, made.header(MadHeader.TRANSACTION_ID) + 1)),
        CmMessageFamily.REP.repeated(
            "repeated-other-ack-delay",
            "Target ACK Delay",
            made -> made.set(ConnectReply.TARGET_ACK_DELAY, 1)),
        deviation(
            "gives-up-consumer",
            "gives up with reason 28",
            edits(
                made -> made.is(ConnectReject.ATTRIBUTE) && made.get(ConnectReject.REASON) == 4,
                made -> made.set(ConnectReject.REASON, CONSUMER))),
        settings(
            "psn-one-too-far",
            "names a Starting PSN in REP that is one more than its QP expects",
            right -> right.withPsns(right.sendPsn(), (right.receivePsn() - 1) & 0xFF_FFFF)),
        settings(
            "psn-of-request",
            "expects the Starting PSN of REQ",
            right -> right.withPsns(right.receivePsn(), right.sendPsn())),
        settings(
            "peer-qpn-low-bits",
            "uses 15 bits of Local QPN from REQ and sets a high bit",
            CmDeviations::withOtherPeer));
  }

  private static RcSettings withOtherPeer(RcSettings right) {
    return right.withPeerQpn((right.peerQpn() & 0x7FFF) | 0x80_0000);
  }

  /// Changes a QP's settings.
  static DeviationSpec settings(String name, String summary, UnaryOperator<RcSettings> edit) {
    return deviation(
        name,
        summary,
        seams -> seams.settings.deviate(under -> right -> edit.apply(under.apply(right))));
  }

  private static DeviationSpec retries(String name, String summary, IntUnaryOperator count) {
    return deviation(name, summary, CmEdits.repeats(ConnectReply.ATTRIBUTE, count));
  }

  private static DeviationSpec repTime(String name, String summary, LongUnaryOperator time) {
    return deviation(name, summary, CmEdits.waits(ConnectReply.ATTRIBUTE, time));
  }

  private static List<DeviationSpec> ids() {
    return List.of(
        matches(
            "ids-not-checked",
            "mistakes a message for any connection of the peer",
            (_, _, _) -> true),
        matches(
            "local-id-not-checked",
            "compares the Remote Communication ID of a message only",
            (message, own, _) -> message.get(CmMessage.REMOTE_ID) == own),
        matches(
            "remote-id-not-checked",
            "compares the Local Communication ID of a message only",
            (message, _, peers) -> isFrom(message, peers)),
        matchesToo(
            "rep-remote-id-not-checked",
            "mistakes any REP for the answer to its REQ",
            (message, _, peers) -> message.is(ConnectReply.ATTRIBUTE) && peers == 0),
        matchesToo(
            "rej-remote-id-not-checked",
            "compares the Local Communication ID of REJ only",
            (message, own, peers) -> message.is(ConnectReject.ATTRIBUTE) && isFrom(message, peers)),
        matchesToo(
            "dreq-local-id-not-checked",
            "compares the Remote Communication ID of DREQ only",
            (message, own, peers) ->
                message.is(DisconnectRequest.ATTRIBUTE) && message.get(CmMessage.REMOTE_ID) == own),
        matches(
            "remote-id-low-half",
            "compares 16 bits of the Remote Communication ID of a message",
            CmDeviations::isNear),
        deviation(
            "req-reserved-refused",
            "rejects REQ with a reserved bit that is 1",
            seams ->
                seams.verdict.deviate(under ->
                    (request, conforming) ->
                        request.firstReserved(ConnectRequest.ATTRIBUTE) < 0
                            ? under.of(request, conforming)
                            : CONSUMER)),
        reserved("req", ConnectRequest.ATTRIBUTE),
        reserved("dreq", DisconnectRequest.ATTRIBUTE),
        reserved("rej", ConnectReject.ATTRIBUTE));
  }

  private static DeviationSpec reserved(String name, GmpAttribute kind) {
    return deviation(
        name + "-reserved-dropped",
        "drops %s with a reserved bit that is 1".formatted(name.toUpperCase(Locale.ROOT)),
        seams ->
            seams.heeds.deviate(under ->
                message ->
                    under.test(message)
                        && !(message.is(kind) && message.firstReserved(kind) >= 0)));
  }

  private static DeviationSpec matches(String name, String summary, MatchRule rule) {
    return deviation(name, summary, seams -> seams.matches.deviate(_ -> rule));
  }

  private static DeviationSpec matchesToo(String name, String summary, MatchRule rule) {
    return deviation(
        name,
        summary,
        seams ->
            seams.matches.deviate(under ->
                (message, own, peers) ->
                    under.of(message, own, peers) || rule.of(message, own, peers)));
  }

  private static boolean isNear(CmMessage message, long own, long peers) {
    return ((message.get(CmMessage.REMOTE_ID) ^ own) & NEAR) == 0 && isFrom(message, peers);
  }

  /// While a connection waits for REP, its peer's Communication ID is unknown.
  private static boolean isFrom(CmMessage message, long peers) {
    return peers == 0 || message.get(CmMessage.LOCAL_ID) == peers;
  }
}
