package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.cm.CmEvent.DREQ;
import static org.ibassay.device.cm.CmEvent.MRA;
import static org.ibassay.device.cm.CmEvent.REJ;
import static org.ibassay.device.cm.ConnectionState.DREQ_SENT;
import static org.ibassay.device.cm.ConnectionState.REP_SENT;
import static org.ibassay.device.cm.ConnectionState.REQ_SENT;
import static org.ibassay.device.deviation.CmEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.cm.CmEvent;
import org.ibassay.device.cm.CmReaction;
import org.ibassay.device.cm.CmSeams;
import org.ibassay.device.cm.ConnectionState;
import org.ibassay.device.rc.GsiFault;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// Deviations of communication management that depend on earlier messages, on other connections, or
/// on what a message carries for its receiver's consumer.
final class CmTurnDeviations {
  private static final int NO_RESOURCES = 3;
  private static final int INVALID_SERVICE_ID = 8;
  private static final int INVALID_TRANSPORT_TYPE = 9;
  private static final int RELIABLE_DATAGRAM = 2;
  private static final int SILENCE = -1;
  private static final int TABLE = 64;
  private static final int SMALL_TABLE = 40;
  private static final int LOW_HALF = 0xFFFF;
  private static final long LOW_BYTE = 0xFF;
  private static final int ALL_BUT_FIRST_BIT = 0x7F_FFFF;
  private static final int MORE_RETRIES = 2;

  private CmTurnDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(serviceTypes(), afterMra(), crossing(), tables(), privateData(), datagrams())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> serviceTypes() {
    return List.of(
        types("service-type-not-checked", "accepts a REQ for any transport service", _ -> 0),
        types(
            "service-type-rd-accepted",
            "accepts a REQ for a reliable datagram service",
            type -> type == RELIABLE_DATAGRAM ? 0 : INVALID_TRANSPORT_TYPE),
        types("service-type-silence", "does not answer a REQ for UC", _ -> SILENCE));
  }

  /// @param decision by the transport service type of a REQ that should be rejected for it
  private static DeviationSpec types(String name, String summary, IntUnaryOperator decision) {
    return deviation(
        name,
        summary,
        seams ->
            seams.verdict.deviate(under ->
                (request, right) ->
                    right == INVALID_TRANSPORT_TYPE
                        ? decision.applyAsInt(
                            (int) request.get(ConnectRequest.TRANSPORT_SERVICE_TYPE))
                        : under.of(request, right)));
  }

  private static List<DeviationSpec> afterMra() {
    return List.of(
        deviation(
            "mra-resets-retries",
            "counts the retries of REP anew after MRA",
            seams -> {
              boolean[] isDelayed = {false};
              note(REP_SENT, MRA, isDelayed).accept(seams);
              seams.retries.deviate(under ->
                  (message, most) ->
                      under.of(message, most)
                          + (isDelayed[0] && message.is(ConnectReply.ATTRIBUTE)
                              ? MORE_RETRIES
                              : 0));
            }),
        deviation(
            "rej-after-mra-not-heeded",
            "keeps sending REQ after a REJ that follows MRA",
            seams -> {
              boolean[] isDelayed = {false};
              note(REQ_SENT, MRA, isDelayed).accept(seams);
              reacts(REQ_SENT, REJ, CmReaction.NOTHING, () -> isDelayed[0]).accept(seams);
            }));
  }

  private static List<DeviationSpec> crossing() {
    return List.of(
        deviation(
            "crossing-dreq-not-heeded",
            "sends no DREP while it waits for one",
            reacts(DREQ_SENT, DREQ, CmReaction.NOTHING)),
        deviation(
            "crossing-dreq-rejected",
            "answers DREQ with REJ while it waits for DREP",
            reacts(DREQ_SENT, DREQ, CmReaction.REFUSE)),
        deviation(
            "rtu-stops-all-timers",
            "stops sending REP on all connections at an RTU of one",
            seams -> seams.stopsAllTimers.deviate(_ -> () -> true)),
        deviation(
            "established-ends-with-request-timer",
            "ends an established connection when the timer of its REQ expires",
            seams -> seams.requestTimer.deviate(_ -> CmReaction.DISCONNECT)),
        deviation(
            "established-forgotten-with-request-timer",
            "forgets an established connection, but not its QP, when the timer of its REQ expires",
            seams -> seams.requestTimer.deviate(_ -> CmReaction.DISCONNECT_WITHOUT_QP)),
        deviation(
            "stale-by-low-bits",
            "compares 16 bits of the Local QPN to find a stale connection",
            seams ->
                seams.stale.deviate(_ -> (known, request, _) -> isAlike(known, request, LOW_HALF))),
        deviation(
            "stale-by-high-bits",
            "ignores the 8 low-order bits of the Local QPN to find a stale connection",
            seams ->
                seams.stale.deviate(
                    _ -> (known, request, _) -> isAlike(known, request, ~LOW_BYTE))),
        CmDeviations.settings(
            "qp-send-psn-23-bits",
            "sends from the Starting PSN of REP without its high-order bit",
            right -> right.withPsns(right.sendPsn() & ALL_BUT_FIRST_BIT, right.receivePsn())));
  }

  private static boolean isAlike(CmMessage known, CmMessage request, long bitsOfQpn) {
    return same(known, request, ConnectRequest.LOCAL_CA_GUID, -1)
        && same(known, request, ConnectRequest.LOCAL_QPN, bitsOfQpn);
  }

  private static boolean same(CmMessage one, CmMessage other, Field field, long mask) {
    return ((one.get(field) ^ other.get(field)) & mask) == 0;
  }

  private static List<DeviationSpec> tables() {
    return List.of(
        exhausted(
            "connections-never-freed", "accepts 64 connections in all", 0, TABLE, NO_RESOURCES),
        exhausted(
            "connections-end-in-silence",
            "answers REQ no longer after 40 connections",
            0,
            SMALL_TABLE,
            SILENCE),
        exhausted(
            "rejections-never-freed",
            "answers REQ for a service that is not offered 64 times in all",
            INVALID_SERVICE_ID,
            TABLE,
            SILENCE));
  }

  /// Decides differently about all but the first REQs.
  ///
  /// @param conforming the decision that is counted
  private static DeviationSpec exhausted(
      String name, String summary, int conforming, int most, int reason) {
    return deviation(
        name,
        summary,
        seams -> {
          int[] count = {0};
          seams.verdict.deviate(under ->
              (request, right) -> {
                int verdict = under.of(request, right);
                return verdict == conforming && ++count[0] > most ? reason : verdict;
              });
        });
  }

  private static List<DeviationSpec> privateData() {
    return List.of(
        unread("rtu", ReadyToUse.ATTRIBUTE, ReadyToUse.PRIVATE_DATA),
        unread("dreq", DisconnectRequest.ATTRIBUTE, DisconnectRequest.PRIVATE_DATA),
        unread("rej", ConnectReject.ATTRIBUTE, ConnectReject.PRIVATE_DATA),
        unread("rep", ConnectReply.ATTRIBUTE, ConnectReply.PRIVATE_DATA),
        unread("drep", DisconnectReply.ATTRIBUTE, DisconnectReply.PRIVATE_DATA));
  }

  /// Drops messages of a kind that have private data.
  private static DeviationSpec unread(String name, GmpAttribute kind, Field data) {
    return deviation(
        name + "-with-private-data-dropped",
        "drops a %s with private data".formatted(kind.name()),
        seams ->
            seams.heeds.deviate(under ->
                message ->
                    under.test(message) && !(message.is(kind) && isFilled(message.from(data)))));
  }

  private static boolean isFilled(MemorySegment data) {
    return data.mismatch(MemorySegment.ofArray(new byte[(int) data.byteSize()])) >= 0
        && data.get(JAVA_BYTE, 0) != 0;
  }

  private static List<DeviationSpec> datagrams() {
    return List.of(
        undelivered("solicited", "SE", Bth.SE), undelivered("ack-requested", "AckReq", Bth.A));
  }

  private static DeviationSpec undelivered(String name, String what, Field bit) {
    Consumer<Seams> effect =
        seams ->
            seams.gsi.faults.deviate(under ->
                (possible, packet, conforming) ->
                    under.has(possible, packet, conforming)
                        || (possible == GsiFault.OPCODE && packet.get(Header.BTH, bit) == 1));
    return CmEdits.ofDatagrams(
        "datagram-%s-dropped".formatted(name), "drops datagrams to QP1 with " + what, effect);
  }

  // --- events

  /// Records that an event happens in a state.
  private static Consumer<CmSeams> note(ConnectionState in, CmEvent of, boolean[] isNoted) {
    return seams ->
        seams.reactions.deviate(under ->
            (state, event, conforming) -> {
              isNoted[0] |= state == in && event == of;
              return under.of(state, event, conforming);
            });
  }

  private static Consumer<CmSeams> reacts(ConnectionState in, CmEvent to, CmReaction reaction) {
    return reacts(in, to, reaction, () -> true);
  }

  private static Consumer<CmSeams> reacts(
      ConnectionState in, CmEvent to, CmReaction reaction, BooleanSupplier when) {
    return seams ->
        seams.reactions.deviate(under ->
            (state, event, conforming) ->
                state == in && event == to && when.getAsBoolean()
                    ? reaction
                    : under.of(state, event, conforming));
  }
}
