package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Packets to and from the DUT: `TransportTxPacket` and `TransportRxPacket` of the pages, and
/// checks of what came.
abstract class TransportPackets extends TransportWork {
  private static final int P_KEY = 0xFFFF;

  private final List<Integer> closedQpns = new ArrayList<>();
  private final SentRequests requests = new SentRequests();
  private @Nullable PacketIn peeked;

  /// What packets are carried in.
  protected final Framing framing() {
    return packetPort().path().envelope().framing();
  }

  /// Whether nothing can get lost between the tester and the DUT.
  protected final boolean isLossless() {
    return packetPort().isLossless();
  }

  /// How often the run lets something be sent again.
  protected final int retries() {
    return packetPort().timing().retries();
  }

  /// A packet with the headers that its operation has.
  protected final PacketOut packet(OpCode opCode) {
    return PacketOut.of(opCode);
  }

  /// A packet with any OpCode, and no other header.
  protected final PacketOut packet(int opCode) {
    return PacketOut.of(opCode);
  }

  /// `TransportTxPacket( CC, PACKET_OUT )`: with PSN CC.TT_TxReqPSN, to the DUT's QP.
  protected final void transportTxPacket(PacketOut packetOut) throws TestException {
    PacketPort port = packetPort();
    port.setLabel(steps().label());
    ChannelContext channel = cc();
    link(() -> {
      MemorySegment bytes =
          packetOut.bytes(port.path().envelope(), channel.qp().qpn(), channel.ttTxReqPsn());
      long frame = port.send(bytes, (int) bytes.byteSize()).frame();
      body().stimuli.sent(frame);
      if (packetOut.isRequest()) {
        requests.sent(
            frame, packetOut.psn(channel.ttTxReqPsn()), packetOut.packets(channel.pmtu()));
      }
      return null;
    });
  }

  /// `TransportRxPacket( CC, PACKET_IN )`: the next packet of the DUT, which is to have that
  /// OpCode.
  ///
  /// @throws TestException when there is none, or another: what follows means nothing then
  protected final PacketIn transportRxPacket(OpCode expected) throws TestException {
    return transportRxPacket(expected, expected.name());
  }

  /// The same of a packet of which more than the OpCode is known: a NAK.
  ///
  /// @param what completes "expected ..."
  protected final PacketIn transportRxPacket(OpCode expected, String what) throws TestException {
    PacketIn packetIn = transportRxPacketIfAny();
    if (packetIn == null) {
      throw missing(expected, what);
    }
    if (!verifyField(
        packetIn,
        packetIn.is(expected),
        () -> wrongField(packetIn, Header.BTH, Bth.OP_CODE, expected.number()),
        () -> what,
        packetIn::toString)) {
      throw new TestException(
          DUT, "step %s: %s came instead of %s".formatted(body().step, packetIn, what));
    }
    return packetIn;
  }

  /// The next packet of the DUT, or null when none comes as long as an answer may take.
  protected final @Nullable PacketIn transportRxPacketIfAny() throws TestException {
    return receive(answerNanos());
  }

  /// The next packet of the DUT, which stays the next one; null when none comes as long as an
  /// answer may take.
  protected final @Nullable PacketIn peekPacket() throws TestException {
    peeked = transportRxPacketIfAny();
    return peeked;
  }

  /// A packet of the DUT that may come, or not, as far as silence is watched.
  protected final @Nullable PacketIn anyPacketWithinSilence() throws TestException {
    return receive(silenceNanos());
  }

  /// No packet of the DUT comes for a while.
  protected final boolean verifySilence() throws TestException {
    PacketIn any = receive(silenceNanos());
    return verify(
        any == null ? 0 : any.frame(),
        any == null,
        () -> "no packet within %.1f s".formatted(silenceNanos() / 1e9),
        () -> String.valueOf(any));
  }

  /// Where nothing can be lost, what does not come was not sent.
  private TestException missing(OpCode expected, String name) {
    Body body = body();
    String within = "within %.1f s".formatted(answerNanos() / 1e9);
    int psn = cc().ttRxExpectPsn();
    String what = "%s, PSN %d".formatted(name, psn);
    long request = requests.answeredBy(expected, psn, new Syndrome.Ack(0));
    CheckLog.Failure missing =
        new CheckLog.Failure(
            body.step, body.place, what + " " + within, "no packet", 0, request, null);
    steps().checks().judged(body.step, 0, request);
    body.missing = missing;
    if (isLossless()) {
      body.log.fail(missing);
    }
    return new TestException(
        DUT, "step %s: no packet came %s, expected %s".formatted(body.step, within, what));
  }

  private @Nullable PacketIn receive(long patience) throws TestException {
    PacketIn kept = peeked;
    if (kept != null) {
      peeked = null;
      return kept;
    }
    PacketPort port = packetPort();
    port.setLabel(steps().label());
    long deadline = now() + patience;
    while (true) {
      ReceivedPacket received = link(() -> port.receive(deadline));
      if (port.isFlooded()) {
        throw new TestException(
            DUT, "step " + body().step + ": more packets came from the DUT than can be kept");
      }
      if (received == null) {
        return null;
      }
      PacketIn packetIn = new PacketIn(received);
      if (isStale(packetIn)) {
        continue;
      }
      body().stimuli.came(packetIn.frame(), requests.answeredBy(packetIn));
      verifyAlways(packetIn);
      if (!isUnsolicited(packetIn)) {
        return packetIn;
      }
    }
  }

  /// The next packet of the DUT, whatever it is, without any check; null when none comes in time.
  final @Nullable PacketIn receiveBefore(long deadline) throws TestException {
    while (true) {
      ReceivedPacket received = link(() -> packetPort().receive(deadline));
      PacketIn packetIn = received == null ? null : new PacketIn(received);
      if (packetIn == null || !isStale(packetIn)) {
        return packetIn;
      }
    }
  }

  /// Forgets what has come.
  final void discardPackets() throws TestException {
    peeked = null;
    link(() -> packetPort().discard());
  }

  /// Another connection begins: nothing was sent on it.
  final void forgetRequests() {
    requests.forget();
    body().stimuli.forget();
  }

  /// What still comes for that QP of the tester is not looked at.
  final void setClosed(int ttQpn) {
    closedQpns.add(ttQpn);
  }

  /// What a closed connection left behind.
  private boolean isStale(PacketIn packetIn) {
    return packetIn.has(Header.BTH)
        && closedQpns.contains((int) packetIn.get(Header.BTH, Bth.DEST_QP));
  }

  /// An ACK for what has been answered already: a responder may send it at any time, to tell of new
  /// credits (9.7.7.2).
  private boolean isUnsolicited(PacketIn packetIn) {
    return packetIn.is(OpCode.RC_ACK)
        && packetIn.syndrome() instanceof Syndrome.Ack
        && Psn.isBefore(packetIn.psn(), cc().ttRxExpectPsn());
  }

  private void verifyAlways(PacketIn packetIn) throws TestException {
    List<Finding> findings = packetIn.packet().findings();
    int behind = packetIn.bytesBehind();
    verifyAt(
        "R1",
        packetIn.frame(),
        findings.isEmpty() && behind == 0,
        () ->
            !findings.isEmpty() && findings.getFirst().kind() == Finding.Kind.ICRC
                ? WrongField.icrc(packetIn.packet())
                : null,
        () -> "a packet with nothing wrong",
        () ->
            packetIn
                + ": "
                + (findings.isEmpty() ? behind + " bytes behind it" : findings.getFirst()));
    if (!packetIn.has(Header.BTH)) {
      throw new TestException(DUT, "step " + body().step + ": a packet without a whole BTH came");
    }
    if (findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.CUT_OFF)) {
      throw new TestException(DUT, "step " + body().step + ": a packet that is cut off came");
    }
    verifyAlways(packetIn, Bth.T_VER, 0);
    verifyAlways(packetIn, Bth.P_KEY, P_KEY);
    verifyAlways(packetIn, Bth.DEST_QP, cc().ttQpn());
    if (packetIn.has(Header.AETH)) {
      verifyAt(
          "R2",
          packetIn.frame(),
          !(packetIn.syndrome() instanceof Syndrome.Reserved),
          () -> wrong(packetIn, Header.AETH, Aeth.SYNDROME),
          () -> "a Syndrome that is not reserved",
          packetIn::toString);
    }
  }

  private void verifyAlways(PacketIn packetIn, Field field, long expected) {
    long actual = packetIn.get(Header.BTH, field);
    verifyAt(
        "R2",
        packetIn.frame(),
        actual == expected,
        () -> WrongField.in(Header.BTH, field, expected, actual),
        () -> "BTH:%s %s".formatted(field.name(), shown(field, expected)),
        () -> "BTH:%s %s in %s".formatted(field.name(), shown(field, actual), packetIn));
  }

  /// A field that is not as expected; null where it is.
  protected static @Nullable WrongField wrongField(
      PacketIn packetIn, Header header, Field field, long expected) {
    long actual = packetIn.get(header, field);
    return actual == expected ? null : WrongField.in(header, field, expected, actual);
  }

  private static @Nullable WrongField wrongSyndrome(PacketIn packetIn, Syndrome expected) {
    return packetIn.has(Header.AETH)
        ? WrongField.in(
            Header.AETH, Aeth.SYNDROME, expected.value(), packetIn.get(Header.AETH, Aeth.SYNDROME))
        : null;
  }

  // --- checks

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      PacketIn about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verify(about.frame(), passed, expected, actual);
  }

  /// A condition on a field holds.
  protected final boolean verifyField(
      PacketIn about,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verifyAt(body().step, about.frame(), passed, field, expected, actual);
  }

  /// A field that may have several values has none of them.
  private static @Nullable WrongField wrong(PacketIn packetIn, Header header, Field field) {
    return packetIn.has(header) ? WrongField.in(header, field, packetIn.get(header, field)) : null;
  }

  /// `BTH_PSN` is CC.TT_RxExpectPSN.
  protected final boolean verifyPsn(PacketIn packetIn) {
    int expected = cc().ttRxExpectPsn();
    return verifyField(
        packetIn,
        packetIn.psn() == expected,
        () -> WrongField.in(Header.BTH, Bth.PSN, expected, packetIn.psn()),
        () -> "PSN " + expected,
        packetIn::toString);
  }

  /// `AETH_Syndrome & ACK_MASK == ACK`.
  protected final boolean verifyAck(PacketIn packetIn) {
    return verifyField(
        packetIn,
        packetIn.syndrome() instanceof Syndrome.Ack,
        () -> wrong(packetIn, Header.AETH, Aeth.SYNDROME),
        () -> "an ACK",
        packetIn::toString);
  }

  /// `AETH_Syndrome` is a NAK with that code.
  protected final boolean verifyNak(PacketIn packetIn, int code) {
    Syndrome expected = new Syndrome.Nak(code);
    return verifyField(
        packetIn,
        packetIn.syndrome().equals(expected),
        () -> wrongSyndrome(packetIn, expected),
        expected::toString,
        packetIn::toString);
  }

  /// `AETH_MSN` is that.
  protected final boolean verifyMsn(PacketIn packetIn, int expected) {
    return verifyField(
        packetIn,
        packetIn.msn() == expected,
        () -> WrongField.in(Header.AETH, Aeth.MSN, expected, packetIn.msn()),
        () -> "MSN " + expected,
        packetIn::toString);
  }

  /// `AtomicAckETH_OrigRemDt` is that.
  protected final boolean verifyOrigRemDt(PacketIn packetIn, long expected) {
    return verifyField(
        packetIn,
        packetIn.origRemDt() == expected,
        () ->
            WrongField.in(
                Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT, expected, packetIn.origRemDt()),
        () -> "OrigRemDt 0x%016X".formatted(expected),
        () -> "OrigRemDt 0x%016X in %s".formatted(packetIn.origRemDt(), packetIn));
  }

  /// `RETH_VA`, `RETH_RKey` and `RETH_DMALen` are that.
  protected final boolean verifyReth(PacketIn packetIn, long va, int rkey, long bytes) {
    long actualVa = packetIn.get(Header.RETH, Reth.VA);
    long actualRkey = packetIn.get(Header.RETH, Reth.R_KEY);
    long actualBytes = packetIn.get(Header.RETH, Reth.DMA_LEN);
    long expectedRkey = Integer.toUnsignedLong(rkey);
    String text = "VA 0x%X, R_Key 0x%X, DMALen %d";
    return verifyField(
        packetIn,
        actualVa == va && actualRkey == expectedRkey && actualBytes == bytes,
        () ->
            firstOf(
                wrongField(packetIn, Header.RETH, Reth.VA, va),
                wrongField(packetIn, Header.RETH, Reth.R_KEY, expectedRkey),
                wrongField(packetIn, Header.RETH, Reth.DMA_LEN, bytes)),
        () -> text.formatted(va, expectedRkey, bytes),
        () -> text.formatted(actualVa, actualRkey, actualBytes) + " in " + packetIn);
  }

  /// The first that is there.
  protected static @Nullable WrongField firstOf(@Nullable WrongField... fields) {
    return Arrays.stream(fields).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /// The payload is that.
  protected final boolean verifyPayload(PacketIn packetIn, byte[] expected) {
    byte[] actual = packetIn.payload();
    return verifyField(
        packetIn,
        Arrays.equals(actual, expected),
        () -> WrongField.inPayload(expected, actual),
        () -> "the %s of payload asked for".formatted(counted(expected.length, "byte")),
        () -> "%s with %s".formatted(packetIn, difference(actual, expected)));
  }
}
