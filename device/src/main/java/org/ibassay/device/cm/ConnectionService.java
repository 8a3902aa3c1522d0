package org.ibassay.device.cm;

import static org.ibassay.device.cm.ConnectionState.DREQ_SENT;
import static org.ibassay.device.cm.ConnectionState.ESTABLISHED;
import static org.ibassay.device.cm.ConnectionState.MRA_SENT;
import static org.ibassay.device.cm.ConnectionState.NONE;
import static org.ibassay.device.cm.ConnectionState.REP_SENT;
import static org.ibassay.device.cm.ConnectionState.REQ_SENT;
import static org.ibassay.device.cm.ConnectionState.TIME_WAIT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.rc.Connector;
import org.ibassay.device.rc.GsiPeer;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.LoadAlternatePath;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.ibassay.wire.mad.GmpAttribute;
import org.jspecify.annotations.Nullable;

/// Communication management of a simulated channel adapter: a service to which peers can connect,
/// and connections that it requests from peers.
public final class ConnectionService implements Connector {
  /// 34 ms.
  private static final int MRA_TIMEOUT = 13;

  /// Longer than any packet is in flight.
  private static final long TIME_WAIT_NANOS = 2_000_000_000L;

  private static final Map<GmpAttribute, CmEvent> EVENTS =
      Map.of(
          ConnectReply.ATTRIBUTE, CmEvent.REP,
          ReadyToUse.ATTRIBUTE, CmEvent.RTU,
          ConnectReject.ATTRIBUTE, CmEvent.REJ,
          MsgRcptAck.ATTRIBUTE, CmEvent.MRA,
          DisconnectRequest.ATTRIBUTE, CmEvent.DREQ,
          DisconnectReply.ATTRIBUTE, CmEvent.DREP,
          LoadAlternatePath.ATTRIBUTE, CmEvent.LAP);

  private final Fabric fabric;
  private final Variant variant;
  private final ChannelAdapter adapter;
  private final CmSeams seams;
  private final CmSender sender;
  private final CmRules rules;
  private final PassiveSide passive;
  private final ActiveSide active;
  private final List<CmConnection> connections = new ArrayList<>();
  private final Map<Integer, ActiveConnection> asked = new TreeMap<>();

  /// @param adapter the adapter that it serves after [#start]
  public ConnectionService(Fabric fabric, Variant variant, ChannelAdapter adapter, CmSeams seams) {
    this.fabric = fabric;
    this.variant = variant;
    this.adapter = adapter;
    this.seams = seams;
    this.sender = new CmSender(fabric, variant, adapter, seams);
    this.rules = new CmRules(variant, adapter.isNative());
    this.passive = new PassiveSide(variant, adapter, seams);
    this.active = new ActiveSide(variant, adapter, seams);
  }

  /// Starts serving the adapter's peers and, over RoCE, its upper tester: connections are requested
  /// by IP address.
  public void start() {
    adapter.gsi().deliverTo(this::take);
    adapter.onHeard(this::heard);
    if (!adapter.isNative()) {
      adapter.connectBy(this);
    }
  }

  // --- messages received

  private void take(byte[] mad, GsiPeer from) {
    CmMessage message = CmMessage.read(MemorySegment.ofArray(mad));
    if (!seams.heeds.part().test(message)) {
      return;
    }
    if (message.is(ConnectRequest.ATTRIBUTE)) {
      ask(message, from);
    } else if (message.is(ServiceIdResReq.ATTRIBUTE)) {
      sender.answer(CmAnswers.sidrRep(message), message, from);
    } else {
      EVENTS.entrySet().stream()
          .filter(kind -> message.is(kind.getKey()))
          .forEach(kind -> happen(kind.getValue(), message, from));
    }
  }

  private void happen(CmEvent event, CmMessage message, GsiPeer from) {
    CmConnection known = connectionOf(message);
    boolean isOfOther =
        event == CmEvent.DREQ && known != null && !seams.isForQp.part().of(message, known.qpn());
    happen(known, isOfOther ? CmEvent.DREQ_OF_OTHER_QP : event, message, from);
  }

  private @Nullable CmConnection connectionOf(CmMessage message) {
    return connections.reversed().stream()
        .filter(one -> seams.matches.part().of(message, one.localId(), one.remoteId()))
        .findFirst()
        .orElse(null);
  }

  private void heard(int qpn) {
    connections.stream()
        .filter(one -> one.qpn() == qpn && one.state() == REP_SENT)
        .toList()
        .forEach(one -> happen(one, CmEvent.DATA, one.request(), one.peer()));
  }

  // --- requests of a peer

  private void ask(CmMessage request, GsiPeer from) {
    List<PassiveConnection> accepted = PassiveSide.among(connections);
    for (PassiveConnection known : accepted) {
      if (seams.repeats.part().of(known.request(), request, known.wasAskedBy(request))) {
        happen(known, CmEvent.REQ_AGAIN, request, from);
        return;
      }
    }
    int reason = seams.verdict.part().of(request, reason(accepted, request));
    if (reason == 0) {
      accept(request, from);
    } else if (reason > 0) {
      sender.answer(CmAnswers.rej(request, reason), request, from);
    }
  }

  private int reason(List<PassiveConnection> accepted, CmMessage request) {
    for (PassiveConnection known : accepted) {
      if (seams.stale.part().of(known.request(), request, known.hasPeerQpOf(request))) {
        end(known);
        return CmAnswers.STALE_CONNECTION;
      }
    }
    return passive.reason(request);
  }

  private void accept(CmMessage request, GsiPeer from) {
    CmMessage reply = passive.accept(request, from);
    PassiveConnection connection =
        new PassiveConnection(fabric, request, reply, from, this::runOut);
    connections.add(connection);
    if (variant.is(SimParameter.CM_MRA)) {
      connection.enter(MRA_SENT);
      sendMra(connection);
      connection
          .timer()
          .start(sender.answerNanos() + sender.waiting(connection.request(), MRA_TIMEOUT) / 2);
    } else {
      sendRep(connection, sender.answerNanos());
    }
  }

  // --- events of a connection

  private void happen(@Nullable CmConnection known, CmEvent event, CmMessage cause, GsiPeer from) {
    ConnectionState state = known == null ? NONE : known.state();
    CmReaction reaction = seams.reactions.part().of(state, event, rules.conforming(state, event));
    switch (reaction) {
      case NOTHING -> {}
      case DISCONNECT, DISCONNECT_WITHOUT_QP, DREP_ONLY -> {
        sender.answer(CmAnswers.drep(cause), cause, from);
        if (known != null && state != TIME_WAIT) {
          disconnect(known, reaction);
        }
      }
      case ANSWER_LAP, ANSWER_LAP_AND_END -> {
        sender.answer(CmAnswers.apr(cause, pathStatus(known)), cause, from);
        if (known != null && reaction == CmReaction.ANSWER_LAP_AND_END) {
          end(known);
        }
      }
      case REFUSE ->
          sender.answer(
              CmAnswers.rej(cause, CmAnswers.INVALID_COMMUNICATION_INSTANCE)
                  .set(ConnectReject.MESSAGE_REJECTED, 2),
              cause,
              from);
      default -> {
        if (known != null) {
          react(known, reaction, cause);
        }
      }
    }
  }

  private int pathStatus(@Nullable CmConnection known) {
    return known == null
        ? CmAnswers.PATH_OF_UNKNOWN_CONNECTION
        : variant.is(SimParameter.CM_LAP) ? CmAnswers.NO_ALTERNATE_PATHS : CmAnswers.PATH_LOADED;
  }

  private void disconnect(CmConnection known, CmReaction reaction) {
    if (reaction == CmReaction.DISCONNECT) {
      end(known);
    } else if (reaction == CmReaction.DISCONNECT_WITHOUT_QP) {
      forgetLater(known);
    }
  }

  private void react(CmConnection known, CmReaction reaction, CmMessage cause) {
    switch (reaction) {
      case REPEAT_REP -> sender.again(known, sender.answerNanos());
      case REPEAT_MRA -> sendMra(known);
      case ESTABLISH -> {
        known.timer().stop();
        known.enter(ESTABLISHED);
        if (seams.stopsAllTimers.part().getAsBoolean()) {
          connections.stream()
              .filter(one -> one.state() == REP_SENT)
              .forEach(one -> one.timer().stop());
        }
      }
      case ACCEPT -> established(known, cause);
      case REPEAT_RTU ->
          sender.answer(known.message(ReadyToUse.ATTRIBUTE), known.request(), known.peer());
      case WAIT ->
          known.timer().start(sender.waiting(cause, (int) cause.get(MsgRcptAck.SERVICE_TIMEOUT)));
      case ABANDON -> {
        if (known instanceof ActiveConnection of && cause.is(ConnectReject.ATTRIBUTE)) {
          of.rejected((int) cause.get(ConnectReject.REASON));
        }
        end(known);
      }
      case GIVE_UP -> {
        sender.once(
            known,
            known
                .message(ConnectReject.ATTRIBUTE)
                .set(ConnectReject.REASON, CmAnswers.TIMEOUT)
                .set(ConnectReject.MESSAGE_REJECTED, 2));
        end(known);
      }
      default -> {}
    }
  }

  private void established(CmConnection known, CmMessage reply) {
    if (known instanceof ActiveConnection asking) {
      if (seams.requestTimer.part() == CmReaction.NOTHING) {
        asking.timer().stop();
      }
      asking.accepted(reply);
      active.open(asking, reply);
      asking.enter(ESTABLISHED);
      if (variant.is(SimParameter.CM_MRA)) {
        sender.answer(CmAnswers.mra(reply, MRA_TIMEOUT), reply, asking.peer());
      }
      sender.answer(asking.message(ReadyToUse.ATTRIBUTE), asking.request(), asking.peer());
    }
  }

  private void runOut(CmConnection connection) {
    switch (connection.state()) {
      case MRA_SENT -> sendRep(connection, 0);
      case REQ_SENT, REP_SENT, DREQ_SENT -> {
        if (sender.mayRepeat(connection)) {
          sender.again(connection, 0);
        } else {
          happen(connection, CmEvent.NO_ANSWER, connection.request(), connection.peer());
        }
      }
      case ESTABLISHED -> disconnect(connection, seams.requestTimer.part());
      default -> connections.remove(connection);
    }
  }

  private void end(CmConnection connection) {
    adapter.end(connection.qpn());
    forgetLater(connection);
  }

  private static void forgetLater(CmConnection connection) {
    connection.enter(TIME_WAIT);
    connection.timer().start(TIME_WAIT_NANOS);
  }

  private void sendMra(CmConnection to) {
    CmMessage mra = CmAnswers.mra(to.request(), MRA_TIMEOUT).set(CmMessage.LOCAL_ID, to.localId());
    sender.answer(mra, to.request(), to.peer());
  }

  /// @param delay before it is sent, in nanoseconds
  private void sendRep(CmConnection to, long delay) {
    to.enter(REP_SENT);
    sender.again(to, delay);
  }

  // --- requests of the upper tester

  @Override
  public int connect(ConnectSettings settings) {
    CmMessage request = active.request(settings);
    GsiPeer peer = adapter.gsi().inDefaultPartition(settings.peer());
    ActiveConnection connection =
        new ActiveConnection(fabric, request, settings, peer, this::runOut);
    connections.add(connection);
    asked.put(connection.qpn(), connection);
    connection.enter(REQ_SENT);
    sender.begin(connection, request, 0);
    return connection.qpn();
  }

  @Override
  public @Nullable ConnectionStatus status(int qpn) {
    ActiveConnection connection = asked.get(qpn);
    return connection == null ? null : seams.reports.part().apply(connection.status());
  }

  @Override
  public void disconnect(int qpn) {
    ActiveConnection connection = asked.get(qpn);
    if (connection != null && connection.state() == ESTABLISHED) {
      adapter.end(qpn);
      connection.enter(DREQ_SENT);
      sender.begin(connection, connection.dreq(), 0);
    }
  }

  @Override
  public void giveUp(int qpn) {
    disconnect(qpn);
    ActiveConnection connection = asked.remove(qpn);
    if (connection != null && connection.state() == REQ_SENT) {
      happen(connection, CmEvent.NO_ANSWER, connection.request(), connection.peer());
    }
    adapter.end(qpn);
  }
}
