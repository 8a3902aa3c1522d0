package org.ibassay.suite;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.link.upper.RcQp;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.GmpAttribute;
import org.jspecify.annotations.Nullable;

/// The DUT asks the tester for a connection: the messages of one, its packets, and what the DUT's
/// application is told.
public final class DutCall extends CmDialog {
  private static final int OF_REQ = 0;
  private static final int ACK_DELAY = 15;
  private static final int SILENCES = 4;
  private static final long LONG_NANOS = 2_000_000_000L;
  private static final long POLL_NANOS = 5_000_000L;

  private final ConnectSettings settings;
  private final CmMessage reply;
  private final RcQp qp;
  private final DutMemory memory;
  private final DutWork work;
  private @Nullable CmIn request;
  private boolean isOpen = true;
  private boolean isAccepted;

  /// @param reply of ids that no other call has; what REQ says is put into it
  /// @param qp of the DUT, which was told to ask
  DutCall(
      Steps steps,
      TransportDut dut,
      CmExchange exchange,
      ConnectSettings settings,
      CmMessage reply,
      RcQp qp) {
    super(steps, dut, exchange);
    this.settings = settings;
    this.reply = reply;
    this.qp = qp;
    this.memory = new DutMemory(steps, dut);
    this.work = new DutWork(steps, dut, memory, () -> qp);
  }

  // --- what it is known by

  /// What the DUT was told to ask for.
  public ConnectSettings settings() {
    return settings;
  }

  /// The ServiceID that the DUT was told to ask for.
  public long serviceId() {
    return IpCmHeader.TCP_SERVICE + settings.port();
  }

  /// The QP that the DUT has made for it.
  public RcQp qp() {
    return qp;
  }

  /// REQ.
  public CmMessage request() {
    return Objects.requireNonNull(request, "no REQ yet").message();
  }

  @Override
  CmMessage req() {
    return request();
  }

  @Override
  public long localId() {
    return reply.get(CmMessage.LOCAL_ID);
  }

  @Override
  public int qpn() {
    return (int) reply.get(ConnectReply.LOCAL_QPN);
  }

  @Override
  public long dutId() {
    return request == null ? 0 : request.get(CmMessage.LOCAL_ID);
  }

  @Override
  public int dutQpn() {
    return qp.qpn();
  }

  @Override
  int firstPsn() {
    return (int) request().get(ConnectRequest.STARTING_PSN);
  }

  @Override
  int answered() {
    return OF_REQ;
  }

  /// By one of what it is known by: so that others may be wrong.
  @Override
  boolean isOwn(CmMessage message) {
    if (message.is(ConnectRequest.ATTRIBUTE)) {
      return message.get(ConnectRequest.SERVICE_ID) == serviceId()
          || message.get(ConnectRequest.LOCAL_QPN) == qp.qpn();
    }
    return message.get(CmMessage.REMOTE_ID) == localId()
        || (dutId() != 0 && message.get(CmMessage.LOCAL_ID) == dutId());
  }

  @Override
  boolean isSentAgain(CmIn next) {
    return request != null && Arrays.equals(next.message().toArray(), request.message().toArray());
  }

  /// How long the DUT waits at least until it sends something again, in nanoseconds.
  public long timeout() {
    return nanos((int) request().get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT));
  }

  /// Longer than that; where it takes seconds of a real device, as long as silence is watched,
  /// unless the run takes its time: PROFILE=full.
  public long longSilence() {
    long all = 2 * timeout();
    boolean isTaken = all <= LONG_NANOS || dut().isSimulated() || isFullProfile();
    return isTaken ? Math.max(all, dut().silenceNanos()) : dut().silenceNanos();
  }

  boolean isFullProfile() {
    return steps().context().parameters().values(Parameter.PROFILE).getFirst() == 1;
  }

  // --- messages

  /// Receives REQ.
  public CmIn receiveRequest() throws TestException {
    CmIn received = receive(ConnectRequest.ATTRIBUTE);
    request = received;
    return received;
  }

  /// REP that accepts what the DUT asks for, to be changed before it is sent.
  public CmMessage rep() {
    CmMessage rep = message(ConnectReply.ATTRIBUTE);
    return rep.set(ConnectReply.LOCAL_QPN, qpn())
        .set(ConnectReply.STARTING_PSN, reply.get(ConnectReply.STARTING_PSN))
        .set(ConnectReply.LOCAL_CA_GUID, reply.get(ConnectReply.LOCAL_CA_GUID))
        .set(ConnectReply.RESPONDER_RESOURCES, request().get(ConnectRequest.INITIATOR_DEPTH))
        .set(ConnectReply.INITIATOR_DEPTH, request().get(ConnectRequest.RESPONDER_RESOURCES))
        .set(ConnectReply.TARGET_ACK_DELAY, ACK_DELAY)
        .set(ConnectReply.RNR_RETRY_COUNT, request().get(ConnectRequest.RNR_RETRY_COUNT));
  }

  /// Sends REP, and receives RTU.
  public CmIn accept(CmMessage rep) throws TestException {
    send(rep);
    CmIn rtu = receive(ReadyToUse.ATTRIBUTE);
    isAccepted = true;
    return rtu;
  }

  /// Receives REQ, sends REP, and receives RTU.
  public CmIn establish() throws TestException {
    receiveRequest();
    return accept(rep());
  }

  /// Verifies that a message of a kind is not received; others may be.
  public boolean verifyNever(GmpAttribute kind) throws TestException {
    long deadline = dut().now() + dut().silenceNanos();
    CmIn next = next(dut().silenceNanos());
    while (next != null && !next.is(kind) && dut().now() < deadline) {
      next = next(deadline - dut().now());
    }
    CmIn last = next;
    boolean isMissing = last == null || !last.is(kind);
    return steps()
        .checks()
        .verify(
            isMissing || last == null ? 0 : last.frame(),
            isMissing,
            () -> "no %s within %.1f s".formatted(kind.name(), dut().silenceNanos() / 1e9),
            () -> String.valueOf(last));
  }

  /// Has the DUT wait for the answer to REQ while silence is watched a few times. Where it would
  /// give up before, the tester sends MRA.
  public void keepWaiting() throws TestException {
    long wait = SILENCES * dut().silenceNanos();
    if ((1 + request().get(ConnectRequest.MAX_CM_RETRIES)) * timeout() < wait) {
      int exponent = 0;
      while (nanos(exponent) < wait) {
        exponent++;
      }
      send(mra(exponent));
    }
  }

  // --- the DUT's application

  /// Verifies what the DUT's application is told, at the latest after the time of an answer.
  public boolean verifyTold(State expected) throws TestException {
    return verifyTold(new ConnectionStatus(expected, 0));
  }

  /// Verifies what the DUT's application is told, at the latest after the time of an answer.
  public boolean verifyTold(ConnectionStatus expected) throws TestException {
    long deadline = dut().now() + dut().answerNanos();
    ConnectionStatus told = told();
    while (!told.equals(expected) && dut().now() < deadline) {
      dut().waitFor(POLL_NANOS);
      told = told();
    }
    ConnectionStatus last = told;
    return steps()
        .checks()
        .verify(
            0,
            last.equals(expected),
            () -> expected + " reported by the DUT's application",
            last::toString);
  }

  private ConnectionStatus told() throws TestException {
    return dut().upper(upper -> upper.connection(qp));
  }

  /// Has the DUT's application end the connection.
  public void disconnect() throws TestException {
    dut().tellUpper(upper -> upper.disconnect(qp));
  }

  /// Has the DUT's application give the connection up, whatever state it is in.
  public void giveUp() throws TestException {
    isOpen = false;
    dut().tellUpper(upper -> upper.close(qp));
  }

  /// The DUT's memory for this connection, freed with it.
  public DutMemory memory() {
    return memory;
  }

  /// Work of the DUT's QP.
  public DutWork work() {
    return work;
  }

  /// Verifies how requests of the DUT ended.
  ///
  /// @param patience how much longer than an answer that may take
  public boolean verifyEnded(DutWork.Ended expected, Duration patience) throws TestException {
    List<Completion> completions = work.pollSends(1, patience);
    return work.verifyEnded(completions, List.of(expected));
  }

  // --- packets

  /// Receives the next packet of the DUT's QP; where packets may overtake each other, the one that
  /// is expected.
  ///
  /// @param what it should be
  PacketIn receivePacket(String what, int psn) throws TestException {
    boolean isNext = dut().isLossless();
    PacketIn packetIn =
        exchange().nextPacket(this, next -> isNext || next.psn() == psn, dut().answerNanos());
    if (packetIn == null) {
      throw exchange().missing(what);
    }
    return packetIn;
  }

  /// The next packet of the DUT's QP; null when none is received while silence is watched.
  @Nullable PacketIn nextPacket() throws TestException {
    return exchange().nextPacket(this, _ -> true, dut().silenceNanos());
  }

  /// Verifies that the DUT's QP sends no packet.
  boolean verifyNoPacket() throws TestException {
    PacketIn packetIn = nextPacket();
    return steps()
        .checks()
        .verify(
            packetIn == null ? 0 : packetIn.frame(),
            packetIn == null,
            () -> "no packet of the connection within %.1f s".formatted(dut().silenceNanos() / 1e9),
            () -> String.valueOf(packetIn));
  }

  /// Sends a packet to the DUT's QP.
  public void send(PacketOut packetOut, int psn) throws TestException {
    exchange().send(this, packetOut, psn);
  }

  @Override
  void hangUp() throws TestException {
    if (isOpen) {
      giveUp();
    }
    if (isAccepted && !isOver() && passes(DisconnectRequest.ATTRIBUTE)) {
      send(drep());
    }
    memory.free();
  }
}
