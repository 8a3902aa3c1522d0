package org.ibassay.device.cm;

import static org.ibassay.device.cm.ConnectionState.ESTABLISHED;
import static org.ibassay.device.cm.ConnectionState.MRA_SENT;
import static org.ibassay.device.cm.ConnectionState.NONE;
import static org.ibassay.device.cm.ConnectionState.REP_SENT;
import static org.ibassay.device.cm.ConnectionState.TIME_WAIT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.rc.Timer;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.cm.LoadAlternatePath;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.jspecify.annotations.Nullable;

/// Communication management of a simulated channel adapter: a service of reliable connections that
/// peers may ask for.
public final class ConnectionService {
  private static final long UNIT_NANOS = 4_096;
  private static final int FIRST_ID = 0x5A00_0001;
  private static final int ID_STEP = 0x0100_0003;
  private static final int FIRST_PSN = 0x5A_17F0;
  private static final int PSN_STEP = 0x03_0007;
  private static final int PSN_MASK = 0xFF_FFFF;
  private static final int MTU_UNIT = 128;
  private static final int DEPTH = 64;
  private static final int RNR_TIMER = 12;
  private static final int ACK_DELAY = 15;

  /// 34 ms.
  private static final int MRA_TIMEOUT = 13;

  /// Longer than any packet is under way.
  private static final long TIME_WAIT_NANOS = 2_000_000_000L;

  /// Early timers are those of Linux, which takes 4.096 us * 2^n for 2^(n - 8) ms.
  private static final long EARLY_UNIT = 3_906;

  private final Fabric fabric;
  private final Variant variant;
  private final ChannelAdapter adapter;
  private final CmSeams seams;
  private final List<PassiveConnection> connections = new ArrayList<>();
  private int asked;

  /// @param adapter whose peers it serves, once it is started
  public ConnectionService(Fabric fabric, Variant variant, ChannelAdapter adapter, CmSeams seams) {
    this.fabric = fabric;
    this.variant = variant;
    this.adapter = adapter;
    this.seams = seams;
  }

  /// Serves the peers of the adapter from now on.
  public void start() {
    adapter.gsi().deliverTo(this::take);
    adapter.onHeard(this::heard);
  }

  // --- what is received

  private void take(byte[] mad, PortAddress from) {
    CmMessage message = CmMessage.read(MemorySegment.ofArray(mad));
    if (!seams.heeds.part().test(message)) {
      return;
    }
    if (message.is(ConnectRequest.ATTRIBUTE)) {
      ask(message, from);
    } else if (message.is(ServiceIdResReq.ATTRIBUTE)) {
      answer(CmAnswers.sidrRep(message), message, from);
    } else {
      CmEvent event = event(message);
      if (event != null) {
        happen(connectionOf(message), event, message, from);
      }
    }
  }

  private static @Nullable CmEvent event(CmMessage message) {
    return message.is(ReadyToUse.ATTRIBUTE)
        ? CmEvent.RTU
        : message.is(ConnectReject.ATTRIBUTE)
            ? CmEvent.REJ
            : message.is(MsgRcptAck.ATTRIBUTE)
                ? CmEvent.MRA
                : message.is(DisconnectRequest.ATTRIBUTE)
                    ? CmEvent.DREQ
                    : message.is(LoadAlternatePath.ATTRIBUTE) ? CmEvent.LAP : null;
  }

  private @Nullable PassiveConnection connectionOf(CmMessage message) {
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

  // --- a request

  private void ask(CmMessage request, PortAddress from) {
    PassiveConnection known =
        connections.stream().filter(one -> one.wasAskedBy(request)).findFirst().orElse(null);
    if (known != null) {
      happen(known, CmEvent.REQ_AGAIN, request, from);
      return;
    }
    int reason = seams.verdict.part().of(request, reason(request));
    if (reason == 0) {
      accept(request, from);
    } else if (reason > 0) {
      answer(CmAnswers.rej(request, reason), request, from);
    }
  }

  private int reason(CmMessage request) {
    PassiveConnection stale =
        connections.stream().filter(one -> one.hasPeerQpOf(request)).findFirst().orElse(null);
    if (stale != null) {
      end(stale);
      return CmAnswers.STALE_CONNECTION;
    }
    if (request.get(ConnectRequest.SERVICE_ID) != service()) {
      return CmAnswers.INVALID_SERVICE_ID;
    }
    return CmAnswers.hasRightHeader(request) ? 0 : CmAnswers.CONSUMER;
  }

  private long service() {
    int port = variant.number(SimParameter.CM_PORT);
    return port == 0 ? 0 : IpCmHeader.TCP_SERVICE + port;
  }

  private void accept(CmMessage request, PortAddress from) {
    RcSettings settings = seams.settings.part().apply(settings(request, from));
    int qpn = adapter.accept(settings);
    PassiveConnection[] made = {null};
    Timer timer = new Timer(fabric, () -> runOut(made[0]));
    PassiveConnection connection =
        new PassiveConnection(request, reply(request, settings(request, from), qpn), from, timer);
    made[0] = connection;
    connections.add(connection);
    asked++;
    if (variant.is(SimParameter.CM_MRA)) {
      connection.enter(MRA_SENT);
      sendMra(connection);
      timer.start(answerNanos() + (UNIT_NANOS << MRA_TIMEOUT) / 2);
    } else {
      sendRep(connection, answerNanos());
    }
  }

  private RcSettings settings(CmMessage request, PortAddress from) {
    int mtu = MTU_UNIT << request.get(ConnectRequest.PATH_PACKET_PAYLOAD_MTU);
    return RcSettings.to(from, (int) request.get(ConnectRequest.LOCAL_QPN))
        .withPathMtu(Math.min(mtu, adapter.mtu()))
        .withPsns((int) request.get(ConnectRequest.STARTING_PSN), psn())
        .withReads(
            new RcSettings.Reads(
                mostOf(request.get(ConnectRequest.RESPONDER_RESOURCES)),
                mostOf(request.get(ConnectRequest.INITIATOR_DEPTH))))
        .withRetries(
            new RcSettings.Retries(
                (int) request.get(ConnectRequest.primary("Local ACK Timeout")),
                (int) request.get(ConnectRequest.RETRY_COUNT),
                (int) request.get(ConnectRequest.RNR_RETRY_COUNT),
                RNR_TIMER))
        .withDepth(DEPTH);
  }

  private int psn() {
    return (FIRST_PSN + asked * PSN_STEP) & PSN_MASK;
  }

  private int mostOf(long offered) {
    return (int) Math.min(offered, adapter.maxReads());
  }

  private CmMessage reply(CmMessage request, RcSettings settings, int qpn) {
    return CmAnswers.of(ConnectReply.ATTRIBUTE, request)
        .set(CmMessage.LOCAL_ID, FIRST_ID + asked * ID_STEP)
        .set(ConnectReply.LOCAL_QPN, qpn)
        .set(ConnectReply.STARTING_PSN, settings.receivePsn())
        .set(ConnectReply.RESPONDER_RESOURCES, settings.reads().peers())
        .set(ConnectReply.INITIATOR_DEPTH, settings.reads().own())
        .set(ConnectReply.TARGET_ACK_DELAY, ACK_DELAY)
        .set(ConnectReply.RNR_RETRY_COUNT, settings.retries().rnrCount())
        .set(ConnectReply.LOCAL_CA_GUID, adapter.guid());
  }

  // --- what becomes of a connection

  private void happen(
      @Nullable PassiveConnection known, CmEvent event, CmMessage cause, PortAddress from) {
    ConnectionState state = known == null ? NONE : known.state();
    CmReaction reaction = seams.reactions.part().of(state, event, conforming(state, event));
    switch (reaction) {
      case NOTHING -> {}
      case DISCONNECT, DISCONNECT_WITHOUT_QP, DREP_ONLY -> {
        answer(CmAnswers.drep(cause), cause, from);
        if (known != null && state != TIME_WAIT) {
          disconnect(known, reaction);
        }
      }
      case ANSWER_LAP, ANSWER_LAP_AND_END -> {
        answer(CmAnswers.apr(cause, pathStatus(known)), cause, from);
        if (known != null && reaction == CmReaction.ANSWER_LAP_AND_END) {
          end(known);
        }
      }
      case REFUSE ->
          answer(
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

  private int pathStatus(@Nullable PassiveConnection known) {
    return known == null
        ? CmAnswers.PATH_OF_UNKNOWN_CONNECTION
        : variant.is(SimParameter.CM_LAP) ? CmAnswers.NO_ALTERNATE_PATHS : CmAnswers.PATH_LOADED;
  }

  private void disconnect(PassiveConnection known, CmReaction reaction) {
    if (reaction == CmReaction.DISCONNECT) {
      end(known);
    } else if (reaction == CmReaction.DISCONNECT_WITHOUT_QP) {
      forgetLater(known);
    }
  }

  private void react(PassiveConnection known, CmReaction reaction, CmMessage cause) {
    switch (reaction) {
      case REPEAT_REP -> sendRep(known, answerNanos());
      case REPEAT_MRA -> sendMra(known);
      case ESTABLISH -> {
        known.timer().stop();
        known.enter(ESTABLISHED);
      }
      case WAIT -> {
        int exponent = (int) cause.get(MsgRcptAck.SERVICE_TIMEOUT);
        known.timer().start(seams.mraTime.part().of(exponent, nanos(exponent)));
      }
      case ABANDON -> end(known);
      case GIVE_UP -> {
        CmMessage rej =
            CmAnswers.rej(known.request(), CmAnswers.TIMEOUT)
                .set(CmMessage.LOCAL_ID, known.localId())
                .set(ConnectReject.MESSAGE_REJECTED, 2);
        send(rej, known.request(), known.peer(), 0, 0);
        end(known);
      }
      default -> {}
    }
  }

  private CmReaction conforming(ConnectionState state, CmEvent event) {
    return switch (event) {
      case REQ_AGAIN ->
          state == MRA_SENT
              ? CmReaction.REPEAT_MRA
              : state == REP_SENT && !variant.is(SimParameter.CM_DUPLICATE)
                  ? CmReaction.REPEAT_REP
                  : CmReaction.NOTHING;
      case RTU -> state == REP_SENT ? CmReaction.ESTABLISH : CmReaction.NOTHING;
      case DATA ->
          state == REP_SENT && !variant.is(SimParameter.CM_DATA)
              ? CmReaction.ESTABLISH
              : CmReaction.NOTHING;
      case MRA -> state == REP_SENT ? CmReaction.WAIT : CmReaction.NOTHING;
      case REJ -> state == NONE || state == TIME_WAIT ? CmReaction.NOTHING : CmReaction.ABANDON;
      case DREQ -> CmReaction.DISCONNECT;
      case LAP ->
          adapter.isNative()
                  && (state == ESTABLISHED || (state == NONE && variant.is(SimParameter.CM_LAP)))
              ? CmReaction.ANSWER_LAP
              : CmReaction.NOTHING;
      case NO_RTU -> variant.is(SimParameter.CM_NO_RTU) ? CmReaction.ABANDON : CmReaction.GIVE_UP;
    };
  }

  private void runOut(@Nullable PassiveConnection connection) {
    if (connection == null) {
      return;
    }
    switch (connection.state()) {
      case MRA_SENT -> sendRep(connection, 0);
      case REP_SENT -> {
        int most = (int) connection.request().get(ConnectRequest.MAX_CM_RETRIES);
        if (connection.sent() <= seams.retries.part().applyAsInt(most)) {
          sendRep(connection, 0);
        } else {
          happen(connection, CmEvent.NO_RTU, connection.request(), connection.peer());
        }
      }
      default -> connections.remove(connection);
    }
  }

  private void end(PassiveConnection connection) {
    adapter.end(connection.qpn());
    forgetLater(connection);
  }

  private static void forgetLater(PassiveConnection connection) {
    connection.enter(TIME_WAIT);
    connection.timer().start(TIME_WAIT_NANOS);
  }

  // --- what is sent

  private void sendMra(PassiveConnection to) {
    CmMessage mra = CmAnswers.mra(to.request(), to.localId(), MRA_TIMEOUT);
    answer(mra, to.request(), to.peer());
  }

  /// @param delay until it leaves
  private void sendRep(PassiveConnection to, long delay) {
    to.enter(REP_SENT);
    send(to.reply().copy(), to.request(), to.peer(), to.sent(), delay);
    to.countSent();
    int exponent = (int) to.request().get(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT);
    to.timer().start(delay + seams.repTime.part().of(exponent, nanos(exponent)));
  }

  private long nanos(int exponent) {
    return (variant.is(SimParameter.CM_TIMERS) ? EARLY_UNIT : UNIT_NANOS) << exponent;
  }

  private long answerNanos() {
    return variant.number(SimParameter.RESPONSE_MICROS) * 1000L;
  }

  private void answer(CmMessage right, CmMessage cause, PortAddress to) {
    send(right, cause, to, 0, answerNanos());
  }

  private void send(CmMessage right, CmMessage cause, PortAddress to, int times, long delay) {
    for (CmMessage message : seams.sends.part().of(right, cause, times)) {
      byte[] mad = message.toArray();
      fabric.after(delay, () -> adapter.gsi().send(mad, to));
    }
  }
}
