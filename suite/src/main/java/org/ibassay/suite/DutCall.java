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

/// A connection that the DUT requests from the tester: its messages, its packets, and the
/// notifications of the DUT's application.
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
  private @Nullable CmIn ending;
  private boolean isOpen = true;
  private boolean isAccepted;

  /// @param reply REP, with ids that no other call uses; the fields of REQ are copied to it
  /// @param qp QP of the DUT that connects
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

  // --- identification

  /// Returns the parameters that the DUT has to request.
  public ConnectSettings settings() {
    return settings;
  }

  /// Returns the ServiceID that the DUT has to request.
  public long serviceId() {
    return IpCmHeader.TCP_SERVICE + settings.port();
  }

  /// Returns the QP that the DUT created for the connection.
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

  /// Matches by any one identifier, because the others may be wrong.
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
    return isEqual(next, request) || isEqual(next, ending);
  }

  private static boolean isEqual(CmIn next, @Nullable CmIn before) {
    return before != null && Arrays.equals(next.message().toArray(), before.message().toArray());
  }

  /// Returns the minimum time until the DUT retransmits, in nanoseconds.
  public long timeout() {
    return nanos((int) request().get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT));
  }

  /// Returns a time longer than that. If it takes seconds on a real device, it is limited to the
  /// usual silence time, unless PROFILE=full.
  public long longSilence() {
    long all = 2 * timeout();
    boolean isTaken = all <= LONG_NANOS || dut().isSimulated() || isFullProfile();
    return isTaken ? Math.max(all, dut().silenceNanos()) : dut().silenceNanos();
  }

  boolean isFullProfile() {
    return steps().isFullProfile();
  }

  // --- messages

  /// Receives REQ.
  public CmIn receiveRequest() throws TestException {
    CmIn received = receive(ConnectRequest.ATTRIBUTE);
    request = received;
    return received;
  }

  /// Receives DREQ.
  public CmIn receiveDisconnect() throws TestException {
    CmIn received = receive(DisconnectRequest.ATTRIBUTE);
    ending = received;
    return received;
  }

  /// Returns REP that accepts the DUT's request; it may be modified before it is sent.
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

  /// Sends REP and receives RTU.
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

  /// Verifies that no message of a kind is received within the silence time; others may be.
  public boolean verifyNever(GmpAttribute kind) throws TestException {
    return verifyNever(kind, dut().silenceNanos());
  }

  /// Makes sure that the DUT waits for the answer to REQ for a few silence times. If it would give
  /// up before, the tester sends MRA.
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

  /// Verifies the notification of the DUT's application, within the time of an answer.
  public boolean verifyReported(State expected) throws TestException {
    return verifyReported(new ConnectionStatus(expected, 0));
  }

  /// Verifies the notification of the DUT's application, within the time of an answer.
  public boolean verifyReported(ConnectionStatus expected) throws TestException {
    long deadline = dut().now() + dut().answerNanos();
    ConnectionStatus reported = reported();
    while (!reported.equals(expected) && dut().now() < deadline) {
      dut().waitFor(POLL_NANOS);
      reported = reported();
    }
    ConnectionStatus last = reported;
    return steps()
        .checks()
        .verify(
            0,
            last.equals(expected),
            () -> expected + " reported by the DUT's application",
            last::toString);
  }

  private ConnectionStatus reported() throws TestException {
    return dut().upper(upper -> upper.connection(qp));
  }

  /// Makes the DUT's application end the connection.
  public void disconnect() throws TestException {
    dut().tellUpper(upper -> upper.disconnect(qp));
  }

  /// Makes the DUT's application abandon the connection in any state.
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

  /// Verifies the completions of the DUT's requests.
  ///
  /// @param patience additional time beyond that of an answer
  public boolean verifyEnded(DutWork.Ended expected, Duration patience) throws TestException {
    List<Completion> completions = work.pollSends(1, patience);
    return work.verifyEnded(completions, List.of(expected));
  }

  // --- packets

  /// Receives the next packet of the DUT's QP; on a link that reorders packets, the expected one.
  ///
  /// @param what the expected packet
  PacketIn receivePacket(String what, int psn) throws TestException {
    boolean isNext = dut().isLossless();
    PacketIn packetIn =
        exchange().nextPacket(this, next -> isNext || next.psn() == psn, dut().answerNanos());
    if (packetIn == null) {
      throw exchange().missing(what);
    }
    return packetIn;
  }

  /// Returns the next packet of the DUT's QP, or null if none is received within the silence time.
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
