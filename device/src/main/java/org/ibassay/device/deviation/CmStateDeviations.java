package org.ibassay.device.deviation;

import static org.ibassay.device.cm.CmEvent.DATA;
import static org.ibassay.device.cm.CmEvent.DREP;
import static org.ibassay.device.cm.CmEvent.DREQ;
import static org.ibassay.device.cm.CmEvent.DREQ_OF_OTHER_QP;
import static org.ibassay.device.cm.CmEvent.LAP;
import static org.ibassay.device.cm.CmEvent.MRA;
import static org.ibassay.device.cm.CmEvent.NO_ANSWER;
import static org.ibassay.device.cm.CmEvent.REJ;
import static org.ibassay.device.cm.CmEvent.REP;
import static org.ibassay.device.cm.CmEvent.REQ_AGAIN;
import static org.ibassay.device.cm.CmEvent.RTU;
import static org.ibassay.device.cm.CmReaction.ABANDON;
import static org.ibassay.device.cm.CmReaction.ACCEPT;
import static org.ibassay.device.cm.CmReaction.ANSWER_LAP;
import static org.ibassay.device.cm.CmReaction.ANSWER_LAP_AND_END;
import static org.ibassay.device.cm.CmReaction.DISCONNECT;
import static org.ibassay.device.cm.CmReaction.DISCONNECT_WITHOUT_QP;
import static org.ibassay.device.cm.CmReaction.DREP_ONLY;
import static org.ibassay.device.cm.CmReaction.ESTABLISH;
import static org.ibassay.device.cm.CmReaction.GIVE_UP;
import static org.ibassay.device.cm.CmReaction.NOTHING;
import static org.ibassay.device.cm.CmReaction.REFUSE;
import static org.ibassay.device.cm.CmReaction.REPEAT_RTU;
import static org.ibassay.device.cm.ConnectionState.DREQ_SENT;
import static org.ibassay.device.cm.ConnectionState.ESTABLISHED;
import static org.ibassay.device.cm.ConnectionState.NONE;
import static org.ibassay.device.cm.ConnectionState.REP_SENT;
import static org.ibassay.device.cm.ConnectionState.REQ_SENT;
import static org.ibassay.device.cm.ConnectionState.TIME_WAIT;
import static org.ibassay.device.deviation.CmEdits.deviation;
import static org.ibassay.device.deviation.CmEdits.edits;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.ibassay.device.cm.CmEvent;
import org.ibassay.device.cm.CmReaction;
import org.ibassay.device.cm.CmSeams;
import org.ibassay.device.cm.ConnectionState;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.MsgRcptAck;

/// Deviations in the reactions to events in the states of a connection.
final class CmStateDeviations {
  private CmStateDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(states(), asking(), alternatePaths()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> states() {
    return List.of(
        in(REP_SENT, NO_ANSWER, DISCONNECT).is("gives-up-with-drep", "gives up with DREP"),
        in(REP_SENT, REQ_AGAIN, REFUSE).is("duplicate-rejected", "rejects a repeated REQ"),
        in(REP_SENT, REQ_AGAIN, ABANDON)
            .is("duplicate-ends", "closes a connection at a repeated REQ"),
        in(ESTABLISHED, REQ_AGAIN, REFUSE)
            .is(
                "duplicate-rejected-established",
                "rejects a repeated REQ of an established connection"),
        in(ESTABLISHED, REQ_AGAIN, ABANDON)
            .is("duplicate-ends-established", "closes an established connection at a repeated REQ"),
        in(ESTABLISHED, REQ_AGAIN, GIVE_UP)
            .is(
                "duplicate-gives-up-established",
                "abandons an established connection at a repeated REQ"),
        in(REP_SENT, REQ_AGAIN, ESTABLISH)
            .is("duplicate-establishes", "mistakes a repeated REQ for RTU"),
        deviation(
            "rtu-not-heeded",
            "keeps sending REP after RTU",
            seams ->
                seams.reactions.deviate(under ->
                    (state, event, conforming) ->
                        state == REP_SENT && (event == RTU || event == DATA)
                            ? NOTHING
                            : under.of(state, event, conforming))),
        in(REP_SENT, RTU, ABANDON).is("rtu-ends", "closes a connection at RTU"),
        in(REP_SENT, DATA, ABANDON).is("data-ends", "closes a connection at a packet before RTU"),
        in(REP_SENT, DATA, REFUSE).is("data-rejected", "rejects a packet before RTU"),
        in(ESTABLISHED, RTU, REFUSE)
            .is("late-rtu-rejected", "rejects an RTU of an established connection"),
        in(ESTABLISHED, RTU, ABANDON)
            .is("late-rtu-ends", "closes an established connection at an RTU"),
        in(ESTABLISHED, RTU, DISCONNECT)
            .is("late-rtu-disconnects", "closes an established connection at an RTU, with DREP"),
        in(REP_SENT, MRA, NOTHING).is("mra-not-heeded", "keeps sending REP after MRA"),
        deviation(
            "mra-half-heeded",
            "waits half the time that MRA allows",
            CmEdits.waits(MsgRcptAck.ATTRIBUTE, nanos -> nanos / 2)),
        in(REP_SENT, MRA, ESTABLISH).is("mra-ends-repeats", "stops sending REP after MRA"),
        in(REP_SENT, MRA, ABANDON).is("mra-ends", "closes a connection at MRA"),
        in(REP_SENT, REJ, NOTHING).is("rej-not-heeded", "keeps sending REP after REJ"),
        in(REP_SENT, REJ, DISCONNECT).is("rej-answered", "answers REJ with DREP"),
        in(REP_SENT, REJ, ESTABLISH).is("rej-establishes", "mistakes REJ for RTU"),
        CmMessageFamily.DREP.silenced(),
        in(NONE, DREQ, NOTHING)
            .is("drep-of-unknown-missing", "sends no DREP of a connection that does not exist"),
        in(NONE, DREQ, REFUSE)
            .is("dreq-of-unknown-rejected", "answers a DREQ for an unknown connection with REJ"),
        in(TIME_WAIT, DREQ, NOTHING).is("drep-once", "does not answer a repeated DREQ"),
        in(REP_SENT, DREQ, NOTHING)
            .is("drep-half-open-missing", "sends no DREP of a connection that waits for RTU"),
        in(REP_SENT, DREQ, DREP_ONLY).is("drep-half-open-goes-on", "keeps sending REP after DREP"),
        in(ESTABLISHED, DREQ, DREP_ONLY)
            .is("qp-serves-after-drep", "keeps the QP operational after DREP"),
        in(ESTABLISHED, DREQ, DISCONNECT_WITHOUT_QP)
            .is("qp-serves-in-time-wait", "closes a connection, but not its QP"),
        in(ESTABLISHED, DREQ_OF_OTHER_QP, REFUSE)
            .is("dreq-of-other-qp-rejected", "answers a DREQ for another QP with REJ"),
        in(ESTABLISHED, DREQ_OF_OTHER_QP, REPEAT_RTU)
            .is("dreq-of-other-qp-answered", "answers a DREQ for another QP with RTU"),
        in(ESTABLISHED, DREQ_OF_OTHER_QP, DISCONNECT_WITHOUT_QP)
            .is(
                "dreq-of-other-qp-forgets",
                "forgets a connection, but not its QP, at a DREQ for another QP"),
        in(NONE, RTU, DREP_ONLY)
            .is(
                "rtu-of-unknown-answered",
                "answers RTU of a connection that does not exist with DREP"),
        in(NONE, MRA, REFUSE)
            .is(
                "mra-of-unknown-answered",
                "answers MRA of a connection that does not exist with REJ, reason 5"),
        in(NONE, REJ, REFUSE)
            .is(
                "rej-of-unknown-answered",
                "answers REJ of a connection that does not exist with REJ"));
  }

  /// Connections that the DUT requests.
  private static List<DeviationSpec> asking() {
    return List.of(
        in(REQ_SENT, REP, NOTHING).is("rep-not-heeded", "accepts no REP"),
        in(REQ_SENT, REP, REFUSE).is("rep-rejected", "answers REP with REJ"),
        in(ESTABLISHED, REP, NOTHING).is("rtu-once", "does not answer a repeated REP"),
        in(ESTABLISHED, REP, ABANDON).is("second-rep-ends", "closes a connection at a second REP"),
        in(ESTABLISHED, REP, REFUSE).is("second-rep-rejected", "answers a second REP with REJ"),
        in(REQ_SENT, REJ, NOTHING).is("rej-of-req-not-heeded", "keeps sending REQ after REJ"),
        in(REQ_SENT, REJ, GIVE_UP).is("rej-of-req-answered", "answers REJ with REJ"),
        in(REQ_SENT, MRA, NOTHING).is("mra-of-req-not-heeded", "keeps sending REQ after MRA"),
        in(REQ_SENT, MRA, ABANDON).is("mra-of-req-ends", "abandons a connection at MRA"),
        in(TIME_WAIT, REP, REPEAT_RTU).is("late-rep-answered", "answers REP with RTU at any time"),
        in(TIME_WAIT, REP, ACCEPT)
            .is("late-rep-establishes", "accepts REP after it has given up or was rejected"),
        in(DREQ_SENT, DREP, NOTHING).is("drep-not-heeded", "keeps sending DREQ after DREP"));
  }

  /// LAP is for native InfiniBand only.
  private static List<DeviationSpec> alternatePaths() {
    return Stream.of(
            in(ESTABLISHED, LAP, DISCONNECT)
                .is("lap-disconnects", "answers LAP with DREP, and ends the connection"),
            in(ESTABLISHED, LAP, REFUSE).is("lap-rejected", "answers LAP with REJ"),
            in(ESTABLISHED, LAP, ANSWER_LAP_AND_END)
                .is("lap-ends", "answers LAP, and ends the connection"),
            in(ESTABLISHED, LAP, ANSWER_LAP_AND_END)
                .is("lap-refused-ends", "closes a connection whose alternate path it rejects")
                .on(SimParameter.CM_LAP, 1),
            unanswered("lap-answered-once", "answers the first LAP only", count -> count > 0),
            unanswered(
                "lap-answered-at-times", "answers every second LAP", count -> count % 2 == 1),
            in(NONE, LAP, REFUSE)
                .is(
                    "lap-of-unknown-rejected",
                    "answers LAP of a connection that does not exist with REJ"),
            deviation(
                "lap-of-unknown-loaded",
                "loads an alternate path of a connection that does not exist",
                seams -> {
                  in(NONE, LAP, ANSWER_LAP).lay(seams);
                  edits(
                          AlternatePathResponse.ATTRIBUTE,
                          made -> made.set(AlternatePathResponse.AP_STATUS, 0))
                      .accept(seams);
                }))
        .map(one -> one.on(SimParameter.NATIVE_FRAMING, 1))
        .toList();
  }

  /// @param some selects LAPs, counted from 0
  private static DeviationSpec unanswered(String name, String summary, IntPredicate some) {
    return deviation(
        name,
        summary,
        seams -> {
          int[] count = {0};
          seams.reactions.deviate(under ->
              (state, event, conforming) ->
                  event == LAP && some.test(count[0]++)
                      ? NOTHING
                      : under.of(state, event, conforming));
        });
  }

  private static Reacting in(ConnectionState in, CmEvent to, CmReaction reaction) {
    return new Reacting(in, to, reaction);
  }

  /// Replaces the reaction to an event in a state.
  private record Reacting(ConnectionState in, CmEvent to, CmReaction reaction) {
    DeviationSpec is(String name, String summary) {
      return deviation(name, summary, this::lay);
    }

    void lay(CmSeams seams) {
      seams.reactions.deviate(under ->
          (state, event, conforming) ->
              state == in && event == to ? reaction : under.of(state, event, conforming));
    }
  }
}
