package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Packets between a QP of the tester and a QP of the DUT: `TransportTxPacket` and
/// `TransportRxPacket` of the public pages.
///
/// Each receive method is given the expected PSN: on a reliable connection, an ACK with an earlier
/// PSN may be received at any time and is ignored.
public final class PacketExchange {
  private static final int NO_QPN = -1;
  private static final int MOST_NOTICES = 1024;

  private final Steps steps;
  private final TransportDut dut;
  private final PacketChecks checks;
  private final SentRequests requests = new SentRequests();
  private final NewestResponse newest = new NewestResponse();
  private final NewestResponse newestTaken = new NewestResponse();
  private final Map<String, Integer> foreign = new TreeMap<>();
  private final List<PacketIn> notices = new ArrayList<>();
  private @Nullable PacketIn peeked;
  private int dutQpn;
  private int ttQpn;
  private int sentPsn;
  private int repeatedAcks;
  private @Nullable String ending;

  PacketExchange(Steps steps, TransportDut dut, PacketChecks checks) {
    this.steps = steps;
    this.dut = dut;
    this.checks = checks;
  }

  /// Exchanges packets between this QP of the DUT and this QP of the tester from now on.
  void begin(int toQpn, int forQpn) {
    begin(toQpn, forQpn, 0);
  }

  /// Exchanges packets between this QP of the DUT and this QP of the tester from now on.
  ///
  /// @param executed number of requests that the DUT has executed on that connection before
  void begin(int toQpn, int forQpn, int executed) {
    checks.countFrom(executed);
    ending = null;
    dutQpn = toQpn;
    ttQpn = forQpn;
    requests.forget();
    newest.forget();
    newestTaken.forget();
    notices.clear();
    steps.body().stimuli.forget();
  }

  /// Stops expecting packets; any that are still received for the tester's QP are ignored.
  void end() throws TestException {
    ttQpn = NO_QPN;
    discard();
  }

  /// Verifies that packets received in addition to those that a test waited for answer no request
  /// twice and no request that was not sent. Requests of the DUT are not checked.
  void verifyNoSurplus() throws TestException {
    PacketPort port = dut.packetPort();
    int failed = 0;
    for (PacketIn any = surplus(port); any != null; any = surplus(port)) {
      failed += isPassedOver(any) || isLegalSurplus(any) ? 0 : 1;
    }
    if (failed == 0) {
      checks.noSurplus();
    }
  }

  private @Nullable PacketIn surplus(PacketPort port) throws TestException {
    PacketIn kept = peeked;
    peeked = null;
    return kept == null ? take(port.clock().nanos()) : kept;
  }

  private boolean isLegalSurplus(PacketIn packetIn) throws TestException {
    if (!NewestResponse.isResponse(packetIn)) {
      return true;
    }
    checks.verifyAlways(packetIn, ttQpn, Gmp.DEFAULT_P_KEY, dut.packetPort().path());
    return isLegalRepeat(packetIn);
  }

  /// A bad link duplicates packets, including requests.
  private boolean isLegalRepeat(PacketIn packetIn) {
    repeatedAcks += newest.allows(packetIn) ? 1 : 0;
    return (!dut.isLossless() && !newest.isBefore(packetIn))
        || newest.allows(packetIn)
        || checks.verifySurplus(packetIn, newest);
  }

  /// Returns the NAK with which the DUT ended the connection, and its location, or null if there
  /// was none.
  @Nullable String ending() {
    return ending;
  }

  /// Returns the PSN after the last request that the DUT has answered.
  ///
  /// @param otherwise returned if it has answered nothing
  int nextPsn(int otherwise) {
    return newestTaken.next(otherwise);
  }

  /// Returns the number of repeated acknowledges that carried nothing new.
  int repeatedAcks() {
    return repeatedAcks;
  }

  /// Discards the packets received so far.
  void discard() throws TestException {
    peeked = null;
    dut.link(port -> {
      port.discard();
      return true;
    });
  }

  /// Sends a packet to the DUT's QP.
  ///
  /// @param psn its PSN
  public void send(PacketOut packetOut, int psn) throws TestException {
    Stimuli stimuli = steps.body().stimuli;
    sentPsn = psn;
    int pmtu = dut.pathMtu();
    dut.link(port -> {
      port.setLabel(steps.label());
      MemorySegment bytes = packetOut.bytes(port.path().envelope(), dutQpn, psn);
      long frame = port.send(bytes, (int) bytes.byteSize()).frame();
      stimuli.sent(frame);
      if (packetOut.isRequest()) {
        requests.sent(frame, packetOut.psn(psn), packetOut.packets(pmtu));
      }
      return true;
    });
  }

  /// Returns the PSN of the packet sent last.
  public int sentPsn() {
    return sentPsn;
  }

  /// Receives the next packet and verifies its OpCode.
  ///
  /// @param psn expected PSN; not checked
  /// @throws TestException if none or another one is received: later checks would be meaningless
  public PacketIn receive(OpCode expected, int psn) throws TestException {
    return receive(expected, psn, expected.name());
  }

  /// Receives the next packet, described by more than its OpCode: a NAK.
  ///
  /// @param psn expected PSN; not checked
  /// @param what completes "expected ..."
  public PacketIn receive(OpCode expected, int psn, String what) throws TestException {
    PacketIn packetIn = next(psn, dut.answerNanos());
    while (packetIn != null && expected != OpCode.RC_ACK && newest.allows(packetIn)) {
      repeatedAcks++;
      packetIn = next(psn, dut.answerNanos());
    }
    return verifyExpected(packetIn, expected, psn, what);
  }

  private PacketIn verifyExpected(
      @Nullable PacketIn packetIn, OpCode expected, int psn, String what) throws TestException {
    if (packetIn == null) {
      throw missing(expected, psn, what);
    }
    newest.received(packetIn);
    if (!checks.verifyField(
        packetIn,
        "BTH_OpCode",
        packetIn.is(expected),
        () -> PacketChecks.wrongField(packetIn, Header.BTH, Bth.OP_CODE, expected.number()),
        () -> what,
        packetIn::toString)) {
      throw new TestException(
          DUT, "step %s: received %s instead of %s".formatted(steps.current(), packetIn, what));
    }
    return packetIn;
  }

  /// Returns the next packet without removing it, or null if none is received within the time of an
  /// answer.
  ///
  /// @param psn expected PSN; not checked
  public @Nullable PacketIn peek(int psn) throws TestException {
    peeked = next(psn, dut.answerNanos());
    return peeked;
  }

  /// Returns the next packet, or null if none is received within the silence time.
  ///
  /// @param psn expected PSN; not checked
  public @Nullable PacketIn anyWithinSilence(int psn) throws TestException {
    PacketIn any = next(psn, dut.silenceNanos());
    if (any != null) {
      newest.received(any);
    }
    return any;
  }

  /// Verifies that no packet is received within the silence time.
  ///
  /// @param psn expected PSN of the next packet
  public boolean verifySilence(int psn) throws TestException {
    PacketIn packetIn = next(psn, dut.silenceNanos());
    while (packetIn != null && newest.allows(packetIn)) {
      repeatedAcks++;
      packetIn = next(psn, dut.silenceNanos());
    }
    PacketIn any = packetIn;
    return steps
        .checks()
        .verify(
            any == null ? 0 : any.frame(),
            any == null,
            () -> "no packet within %.1f s".formatted(dut.silenceNanos() / 1e9),
            () -> String.valueOf(any));
  }

  /// Returns the next packet without any check, or null if none is received in time.
  @Nullable PacketIn receiveBefore(long deadline) throws TestException {
    PacketIn packetIn = take(deadline);
    while (packetIn != null && isPassedOver(packetIn)) {
      packetIn = take(deadline);
    }
    return packetIn;
  }

  private @Nullable PacketIn take(long deadline) throws TestException {
    ReceivedPacket received = dut.link(port -> port.receive(deadline));
    if (received == null) {
      return null;
    }
    PacketIn packetIn = new PacketIn(received);
    newestTaken.received(packetIn);
    if (packetIn.syndrome() instanceof Syndrome.Nak nak
        && nak.code() != Syndrome.Nak.PSN_SEQUENCE_ERROR) {
      ending =
          "%s, at step %s of %s (packet %d)"
              .formatted(nak, steps.current(), steps.context().page().id(), packetIn.frame());
    }
    if (dut.given() != null && packetIn.syndrome() instanceof Syndrome.RnrNak) {
      throw new TestException(
          DUT,
          "step %s: %s, although the DUT URI states that the DUT always has a receive (ops=send)"
              .formatted(steps.current(), packetIn));
    }
    return packetIn;
  }

  private @Nullable PacketIn next(int psn, long patience) throws TestException {
    PacketIn kept = peeked;
    if (kept != null) {
      peeked = null;
      return kept;
    }
    PacketPort port = dut.packetPort();
    port.setLabel(steps.label());
    long deadline = dut.now() + patience;
    while (true) {
      PacketIn packetIn = take(deadline);
      if (port.isFlooded()) {
        throw new TestException(
            DUT,
            "step " + steps.current() + ": received more packets from the DUT than can be kept");
      }
      if (packetIn == null) {
        return null;
      }
      if (isPassedOver(packetIn)) {
        continue;
      }
      steps.body().stimuli.received(packetIn.frame(), requests.answeredBy(packetIn));
      checks.verifyAlways(packetIn, ttQpn, Gmp.DEFAULT_P_KEY, port.path());
      if (!isUnsolicited(packetIn, psn)) {
        return packetIn;
      }
      if (newest.covers(packetIn) || requests.isEmpty()) {
        isLegalRepeat(packetIn);
      } else {
        newest.received(packetIn);
      }
    }
  }

  /// On a lossless link, a packet that is not received was not sent.
  private TestException missing(OpCode expected, int psn, String name) {
    Body body = steps.body();
    String within = "within %.1f s".formatted(dut.answerNanos() / 1e9);
    String what = "%s, PSN %d".formatted(name, psn);
    long request = requests.answeredBy(expected, psn, new Syndrome.Ack(0));
    steps.checks().judged(body.step, 0, request);
    long proof = steps.checks().proof(request);
    CheckLog.Failure missing =
        new CheckLog.Failure(
            body.step, body.place, what + " " + within, "no packet", 0, proof, null);
    body.missing = missing;
    if (dut.isSilenceConclusive()) {
      body.log.fail(missing);
    }
    return new TestException(
        DUT, "step %s: no packet received %s, expected %s".formatted(body.step, within, what));
  }

  private boolean isPassedOver(PacketIn packetIn) {
    if (packetIn.isForeignTo(ttQpn)) {
      foreign.merge(packetIn.destination(), 1, Integer::sum);
      if (packetIn.is(OpCode.CNP) && !isStale(packetIn) && notices.size() < MOST_NOTICES) {
        notices.add(packetIn);
      }
      return true;
    }
    return isStale(packetIn) || dut.isForUpper(packetIn);
  }

  /// Returns the packets received that do not belong to the connection, with their counts.
  Map<String, Integer> foreign() {
    return Collections.unmodifiableMap(foreign);
  }

  /// Returns whether a packet belongs to a closed connection, of this test or an earlier one.
  private boolean isStale(PacketIn packetIn) {
    int qpn = packetIn.has(Header.BTH) ? (int) packetIn.get(Header.BTH, Bth.DEST_QP) : NO_QPN;
    return qpn != ttQpn && dut.packetPort().isOwnQpn(qpn);
  }

  /// Returns whether a packet is an ACK of requests already answered: a responder may send it at
  /// any time to report new credits (9.7.7.2).
  private static boolean isUnsolicited(PacketIn packetIn, int psn) {
    return packetIn.is(OpCode.RC_ACK)
        && packetIn.syndrome() instanceof Syndrome.Ack
        && Psn.isBefore(packetIn.psn(), psn);
  }

  /// Returns the CNPs received on the connection, which are the first ones if there are very many.
  public List<PacketIn> notices() {
    return List.copyOf(notices);
  }

  /// Makes the checks of every packet of a CNP.
  public void verifyNotice(PacketIn cnp) throws TestException {
    checks.verifyAlways(cnp, ttQpn, Gmp.DEFAULT_P_KEY, dut.packetPort().path());
  }

  /// Returns whether a CNP was received.
  public boolean hasCongestionNotification() {
    return foreign.containsKey(OpCode.CNP.name());
  }

  // --- lossy links

  /// Throws if a PSN sequence error NAK shows that an earlier packet was lost.
  public void throwIfLost(PacketIn packetIn) throws TestException {
    if (!dut.isLossless()
        && packetIn.syndrome().equals(new Syndrome.Nak(Syndrome.Nak.PSN_SEQUENCE_ERROR))
        && Psn.isBefore(packetIn.psn(), sentPsn)) {
      throw new TestException(DUT, "a packet to the DUT was lost: " + packetIn);
    }
  }

  /// Throws if the next packet shows that an earlier one was lost.
  ///
  /// @param psn expected PSN of the next packet
  public void throwIfGap(int psn) throws TestException {
    if (dut.isLossless()) {
      return;
    }
    PacketIn next = peek(psn);
    if (next != null && Psn.isBefore(psn, next.psn())) {
      throw new TestException(DUT, "a packet of the DUT was lost: received " + next + " instead");
    }
  }
}
