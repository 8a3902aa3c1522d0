package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CmEdits.decides;
import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmEdits.edits;
import static org.ibassay.device.deviation.CmEdits.reacts;
import static org.ibassay.device.deviation.CmEdits.repeats;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.cm.CmEvent;
import org.ibassay.device.cm.CmReaction;
import org.ibassay.device.cm.CmSeams;
import org.ibassay.device.cm.ConnectionState;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.mad.MadHeader;

/// Deviations in what becomes of connections.
final class CmDeviations {
  private static final int SILENCE = -1;
  private static final int CONSUMER = 28;
  private static final int INVALID_SERVICE_ID = 8;
  private static final int STALE_CONNECTION = 10;
  private static final int NEAR = 0xFFFF;

  private CmDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(requests(), replies(), states(), ids()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> requests() {
    return List.of(
        deviation(
            "unknown-service-silence",
            "sends nothing when nobody offers a service",
            decides(INVALID_SERVICE_ID, SILENCE)),
        deviation(
            "unknown-service-consumer",
            "rejects a service that nobody offers with reason 28",
            decides(INVALID_SERVICE_ID, CONSUMER)),
        deviation(
            "unknown-service-accepted",
            "accepts a REQ for a service that nobody offers",
            decides(INVALID_SERVICE_ID, 0)),
        deviation(
            "second-request-reason-10",
            "rejects every second REQ for a service that nobody offers with reason 10",
            seams -> {
              int[] count = {0};
              seams.verdict.depart(under ->
                  (request, right) ->
                      right == INVALID_SERVICE_ID && ++count[0] % 2 == 0
                          ? STALE_CONNECTION
                          : under.of(request, right));
            }),
        deviation(
            "stale-accepted", "accepts a REQ of a stale connection", decides(STALE_CONNECTION, 0)),
        deviation(
            "stale-silence",
            "sends nothing to a REQ of a stale connection",
            decides(STALE_CONNECTION, SILENCE)),
        deviation(
            "stale-consumer",
            "rejects a REQ of a stale connection with reason 28",
            decides(STALE_CONNECTION, CONSUMER)),
        deviation(
            "one-connection",
            "accepts one connection, and rejects all later ones",
            seams -> {
              boolean[] taken = {false};
              seams.verdict.depart(under ->
                  (request, right) -> {
                    int verdict = under.of(request, right);
                    boolean second = verdict == 0 && taken[0];
                    taken[0] |= verdict == 0;
                    return second ? CONSUMER : verdict;
                  });
            }),
        deviation("ip-header-not-checked", "accepts any IP CM header", decides(CONSUMER, 0)),
        deviation(
            "ip-header-silence",
            "sends nothing to a REQ with a wrong IP CM header",
            decides(CONSUMER, SILENCE)),
        deviation(
            "ip-major-version-not-checked",
            "accepts any major version of the IP CM header",
            accepts(request ->
                header(request, IpCmHeader.IPV) == 4 || header(request, IpCmHeader.IPV) == 6)),
        deviation(
            "ip-version-not-checked",
            "accepts any IP version in the IP CM header",
            accepts(request -> header(request, IpCmHeader.MAJ_V) == 0)),
        deviation(
            "ip-version-5-accepted",
            "accepts IP version 5 in the IP CM header",
            accepts(request -> header(request, IpCmHeader.IPV) == 5)));
  }

  private static long header(CmMessage request, Field field) {
    return field.get(request.from(ConnectRequest.PRIVATE_DATA), 0);
  }

  private static Consumer<CmSeams> accepts(Predicate<CmMessage> some) {
    return seams ->
        seams.verdict.depart(under ->
            (request, right) ->
                right == CONSUMER && some.test(request) ? 0 : under.of(request, right));
  }

  private static List<DeviationSpec> replies() {
    return List.of(
        deviation("rep-missing", "sends no REP", CmEdits.silences(ConnectReply.ATTRIBUTE)),
        deviation(
            "rep-not-repeated",
            "never sends REP again",
            seams -> seams.retries.depart(_ -> _ -> 0)),
        deviation(
            "rep-once-more",
            "sends REP once more than Max CM Retries says",
            seams -> seams.retries.depart(_ -> most -> most + 1)),
        deviation(
            "rep-once-less",
            "sends REP once less than Max CM Retries says",
            seams -> seams.retries.depart(_ -> most -> Math.max(0, most - 1))),
        deviation(
            "rep-retries-7-at-least",
            "sends REP seven times, whatever Max CM Retries says",
            seams -> seams.retries.depart(_ -> _ -> 7)),
        deviation(
            "rep-early-half",
            "sends REP again after half the time",
            seams -> seams.repTime.depart(_ -> (_, nanos) -> nanos / 2)),
        deviation(
            "rep-early-tenth",
            "sends REP again a tenth of the time too early",
            seams -> seams.repTime.depart(_ -> (_, nanos) -> nanos * 9 / 10)),
        deviation(
            "rep-time-microseconds",
            "waits 1 us * 2^n for RTU",
            seams -> seams.repTime.depart(_ -> (exponent, _) -> 1_000L << exponent)),
        deviation(
            "rep-late",
            "sends REP again after eight times the time",
            seams -> seams.repTime.depart(_ -> (_, nanos) -> 8 * nanos)),
        deviation(
            "rep-repeated-other-psn",
            "changes Starting PSN when it sends REP again",
            repeats(
                ConnectReply.ATTRIBUTE,
                made ->
                    made.set(ConnectReply.STARTING_PSN, made.get(ConnectReply.STARTING_PSN) + 1))),
        deviation(
            "rep-repeated-other-tid",
            "changes TransactionID when it sends REP again",
            repeats(
                ConnectReply.ATTRIBUTE,
                made ->
                    made.setHeader(
                        MadHeader.TRANSACTION_ID, made.header(MadHeader.TRANSACTION_ID) + 1))),
        deviation(
            "rep-repeated-other-ack-delay",
            "changes Target ACK Delay when it sends REP again",
            repeats(ConnectReply.ATTRIBUTE, made -> made.set(ConnectReply.TARGET_ACK_DELAY, 1))),
        deviation(
            "gives-up-consumer",
            "gives up with reason 28",
            edits(
                made -> made.is(ConnectReject.ATTRIBUTE) && made.get(ConnectReject.REASON) == 4,
                made -> made.set(ConnectReject.REASON, CONSUMER))),
        deviation(
            "gives-up-with-drep",
            "gives up with DREP",
            reacts(ConnectionState.REP_SENT, CmEvent.NO_RTU, CmReaction.DISCONNECT)),
        deviation(
            "psn-one-too-far",
            "names a Starting PSN in REP that is one more than its QP expects",
            settings(
                right -> right.withPsns(right.sendPsn(), (right.receivePsn() - 1) & 0xFF_FFFF))),
        deviation(
            "psn-of-request",
            "expects the Starting PSN of REQ",
            settings(right -> right.withPsns(right.receivePsn(), right.sendPsn()))),
        deviation(
            "peer-qpn-low-bits",
            "takes 15 bits of Local QPN from REQ, and a high one of its own",
            settings(CmDeviations::withOtherPeer)));
  }

  private static RcSettings withOtherPeer(RcSettings right) {
    return new RcSettings(
        right.peer(),
        (right.peerQpn() & 0x7FFF) | 0x80_0000,
        right.gidIndex(),
        right.pathMtu(),
        right.sendPsn(),
        right.receivePsn(),
        right.access(),
        right.reads(),
        right.retries(),
        right.depth());
  }

  private static Consumer<CmSeams> settings(UnaryOperator<RcSettings> edit) {
    return seams -> seams.settings.depart(under -> right -> edit.apply(under.apply(right)));
  }

  private static List<DeviationSpec> states() {
    return List.of(
        deviation(
            "duplicate-rejected",
            "rejects a REQ that it gets again",
            reacts(ConnectionState.REP_SENT, CmEvent.REQ_AGAIN, CmReaction.REFUSE)),
        deviation(
            "duplicate-ends",
            "ends a connection when it gets REQ again",
            reacts(ConnectionState.REP_SENT, CmEvent.REQ_AGAIN, CmReaction.ABANDON)),
        deviation(
            "duplicate-rejected-established",
            "rejects a REQ that it gets again when the connection stands",
            reacts(ConnectionState.ESTABLISHED, CmEvent.REQ_AGAIN, CmReaction.REFUSE)),
        deviation(
            "duplicate-ends-established",
            "ends a connection that stands when it gets REQ again",
            reacts(ConnectionState.ESTABLISHED, CmEvent.REQ_AGAIN, CmReaction.ABANDON)),
        deviation(
            "duplicate-gives-up-established",
            "gives a connection up that stands when it gets REQ again",
            reacts(ConnectionState.ESTABLISHED, CmEvent.REQ_AGAIN, CmReaction.GIVE_UP)),
        deviation(
            "duplicate-establishes",
            "takes a REQ that it gets again for RTU",
            reacts(ConnectionState.REP_SENT, CmEvent.REQ_AGAIN, CmReaction.ESTABLISH)),
        deviation(
            "rtu-not-heeded",
            "sends REP on after RTU",
            seams ->
                seams.reactions.depart(under ->
                    (state, event, conforming) ->
                        state == ConnectionState.REP_SENT
                                && (event == CmEvent.RTU || event == CmEvent.DATA)
                            ? CmReaction.NOTHING
                            : under.of(state, event, conforming))),
        deviation(
            "rtu-ends",
            "ends a connection at RTU",
            reacts(ConnectionState.REP_SENT, CmEvent.RTU, CmReaction.ABANDON)),
        deviation(
            "data-ends",
            "ends a connection at a packet before RTU",
            reacts(ConnectionState.REP_SENT, CmEvent.DATA, CmReaction.ABANDON)),
        deviation(
            "data-rejected",
            "rejects a packet before RTU",
            reacts(ConnectionState.REP_SENT, CmEvent.DATA, CmReaction.REFUSE)),
        deviation(
            "late-rtu-rejected",
            "rejects an RTU when the connection stands",
            reacts(ConnectionState.ESTABLISHED, CmEvent.RTU, CmReaction.REFUSE)),
        deviation(
            "late-rtu-ends",
            "ends a connection that stands at an RTU",
            reacts(ConnectionState.ESTABLISHED, CmEvent.RTU, CmReaction.ABANDON)),
        deviation(
            "late-rtu-disconnects",
            "ends a connection that stands at an RTU, with DREP",
            reacts(ConnectionState.ESTABLISHED, CmEvent.RTU, CmReaction.DISCONNECT)),
        deviation(
            "mra-not-heeded",
            "sends REP on after MRA",
            reacts(ConnectionState.REP_SENT, CmEvent.MRA, CmReaction.NOTHING)),
        deviation(
            "mra-half-heeded",
            "waits half the time that MRA says",
            seams -> seams.mraTime.depart(_ -> (_, nanos) -> nanos / 2)),
        deviation(
            "mra-ends-repeats",
            "sends REP no more after MRA",
            reacts(ConnectionState.REP_SENT, CmEvent.MRA, CmReaction.ESTABLISH)),
        deviation(
            "mra-ends",
            "ends a connection at MRA",
            reacts(ConnectionState.REP_SENT, CmEvent.MRA, CmReaction.ABANDON)),
        deviation(
            "rej-not-heeded",
            "sends REP on after REJ",
            reacts(ConnectionState.REP_SENT, CmEvent.REJ, CmReaction.NOTHING)),
        deviation(
            "rej-answered",
            "answers REJ with DREP",
            reacts(ConnectionState.REP_SENT, CmEvent.REJ, CmReaction.DISCONNECT)),
        deviation(
            "rej-establishes",
            "takes REJ for RTU",
            reacts(ConnectionState.REP_SENT, CmEvent.REJ, CmReaction.ESTABLISH)),
        deviation("drep-missing", "sends no DREP", CmEdits.silences(DisconnectReply.ATTRIBUTE)),
        deviation(
            "drep-of-unknown-missing",
            "sends no DREP of a connection that does not exist",
            reacts(ConnectionState.NONE, CmEvent.DREQ, CmReaction.NOTHING)),
        deviation(
            "dreq-of-unknown-rejected",
            "answers DREQ of a connection that does not exist with REJ",
            reacts(ConnectionState.NONE, CmEvent.DREQ, CmReaction.REFUSE)),
        deviation(
            "drep-once",
            "answers a DREQ that it gets again no more",
            reacts(ConnectionState.TIME_WAIT, CmEvent.DREQ, CmReaction.NOTHING)),
        deviation(
            "drep-half-open-missing",
            "sends no DREP of a connection that waits for RTU",
            reacts(ConnectionState.REP_SENT, CmEvent.DREQ, CmReaction.NOTHING)),
        deviation(
            "drep-half-open-goes-on",
            "sends REP on after DREP",
            reacts(ConnectionState.REP_SENT, CmEvent.DREQ, CmReaction.DREP_ONLY)),
        deviation(
            "qp-serves-after-drep",
            "lets the QP serve after DREP",
            reacts(ConnectionState.ESTABLISHED, CmEvent.DREQ, CmReaction.DREP_ONLY)),
        deviation(
            "qp-serves-in-time-wait",
            "ends a connection, but not its QP",
            reacts(ConnectionState.ESTABLISHED, CmEvent.DREQ, CmReaction.DISCONNECT_WITHOUT_QP)),
        deviation(
            "rtu-of-unknown-answered",
            "answers RTU of a connection that does not exist with DREP",
            reacts(ConnectionState.NONE, CmEvent.RTU, CmReaction.DREP_ONLY)),
        deviation(
            "mra-of-unknown-answered",
            "answers MRA of a connection that does not exist with REJ, reason 5",
            reacts(ConnectionState.NONE, CmEvent.MRA, CmReaction.REFUSE)),
        deviation(
            "rej-of-unknown-answered",
            "answers REJ of a connection that does not exist with REJ",
            reacts(ConnectionState.NONE, CmEvent.REJ, CmReaction.REFUSE)));
  }

  private static List<DeviationSpec> ids() {
    return List.of(
        deviation(
            "ids-not-checked",
            "takes a message for any connection of the peer",
            seams -> seams.matches.depart(_ -> (_, _, _) -> true)),
        deviation(
            "local-id-not-checked",
            "compares the Remote Communication ID of a message only",
            seams ->
                seams.matches.depart(
                    _ -> (message, own, _) -> message.get(CmMessage.REMOTE_ID) == own)),
        deviation(
            "remote-id-not-checked",
            "compares the Local Communication ID of a message only",
            seams ->
                seams.matches.depart(
                    _ -> (message, _, peers) -> message.get(CmMessage.LOCAL_ID) == peers)),
        deviation(
            "rej-remote-id-not-checked",
            "compares the Local Communication ID of REJ only",
            seams ->
                seams.matches.depart(under ->
                    (message, own, peers) ->
                        under.of(message, own, peers)
                            || (message.is(ConnectReject.ATTRIBUTE)
                                && message.get(CmMessage.LOCAL_ID) == peers))),
        deviation(
            "dreq-local-id-not-checked",
            "compares the Remote Communication ID of DREQ only",
            seams ->
                seams.matches.depart(under ->
                    (message, own, peers) ->
                        under.of(message, own, peers)
                            || (message.is(DisconnectRequest.ATTRIBUTE)
                                && message.get(CmMessage.REMOTE_ID) == own))),
        deviation(
            "remote-id-low-half",
            "compares 16 bits of the Remote Communication ID of a message",
            seams -> seams.matches.depart(_ -> CmDeviations::isNear)));
  }

  private static boolean isNear(CmMessage message, long own, long peers) {
    return ((message.get(CmMessage.REMOTE_ID) ^ own) & NEAR) == 0
        && message.get(CmMessage.LOCAL_ID) == peers;
  }
}
