package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.TestException.Cause.INTERRUPTED;
import static org.ibassay.suite.TestException.Cause.TESTER;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// # Every test of the transport
///
/// ## Always
///
/// - R1: A packet of the DUT is whole: it has the headers of its OpCode, lengths that agree, and a
///   right ICRC. [ia-rc#01]
/// - R2: A packet of the DUT has TVer 0, the partition of the connection, and goes to the tester's
///   QP; the Syndrome of an AETH is not a reserved one. [ia-rc#02]
public abstract class TransportTest extends Procedure {
  private static final int P_KEY = 0xFFFF;

  /// In packets; enough for every procedure.
  private static final int BUFFER_PACKETS = 16;

  private static final int DEPTH = 64;
  private static final int FIRST_QPN = 0x001BA0;
  private static final long LEAST_ANSWER_NANOS = 5_000_000_000L;
  private static final long LEAST_SILENCE_NANOS = 400_000_000L;
  private static final long POLL_NANOS = 1_000_000L;

  private final List<MemoryRegion> regions = new ArrayList<>();
  private final List<Integer> closedQpns = new ArrayList<>();
  private @Nullable DeviceAttributes attributes;
  private @Nullable ChannelContext cc;
  private Retries retries = Retries.NONE;
  private int nextQpn = FIRST_QPN;
  private int startPsn;
  private long roundTripNanos;
  private @Nullable PacketIn peeked;

  /// A test is made anew for each run.
  protected TransportTest() {}

  // --- the channel

  /// Opens a reliable connection: the DUT never sends again by itself.
  protected final void openRcChannel() throws TestException {
    openRcChannel(Retries.NONE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times when the DUT sends again
  protected final void openRcChannel(Retries times) throws TestException {
    retries = times;
    if (roundTripNanos == 0) {
      startPsn = parameters(START_PSN).getFirst().intValue();
      roundTripNanos = roundTrip();
    }
    cc = open();
  }

  /// The connection.
  protected final ChannelContext cc() {
    return Objects.requireNonNull(cc, "openRcChannel comes first");
  }

  /// Carries out a procedure for each START_PSN, each time with a new connection; closes it.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    repeatForStartPsns("", procedure);
  }

  /// The same, for one of several cases.
  ///
  /// @param which completes the place of a check
  protected final void repeatForStartPsns(String which, Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      if (cc != null && startPsn != psn) {
        closeRcChannel();
      }
      startPsn = (int) psn;
      at(
          which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
          psn,
          () -> {
            try {
              if (cc == null) {
                cc = open();
              }
              procedure.run();
            } finally {
              closeRcChannel();
            }
          });
    }
  }

  private ChannelContext open() throws TestException {
    PacketPort port = packetPort();
    DeviceAttributes dut = attributes();
    int mtu = port.path().mtu() == 0 ? dut.activeMtu() : port.path().mtu();
    RcSettings settings =
        RcSettings.to(port.path().tester(), nextQpn++)
            .withGidIndex(port.path().gidIndex())
            .withPathMtu(mtu)
            .withPsns(startPsn, startPsn)
            .withAccess(AccessRights.ALL)
            .withReads(new Reads(dut.maxReadsAsInitiator(), dut.maxReadsAsTarget()))
            .withRetries(retries)
            .withDepth(DEPTH);
    return new ChannelContext(upper(() -> upperTester().open(settings)), settings);
  }

  /// Ends the connection and what was registered for it; requests that are under way are flushed.
  protected final void closeRcChannel() throws TestException {
    ChannelContext open = cc;
    cc = null;
    if (open != null) {
      upper(() -> upperTester().close(open.qp()));
      closedQpns.add(open.ttQpn());
    }
    for (MemoryRegion region : regions) {
      upper(() -> upperTester().free(region));
    }
    regions.clear();
    peeked = null;
    link(() -> packetPort().discard());
  }

  /// What the DUT says of itself.
  protected final DeviceAttributes attributes() throws TestException {
    DeviceAttributes known = attributes;
    if (known == null) {
      known = upper(() -> upperTester().attributes());
      attributes = known;
    }
    return known;
  }

  /// How long an answer takes, from a request that every QP takes, on a connection of its own.
  private long roundTrip() throws TestException {
    cc = open();
    try {
      MemoryRegion region = registerMemory();
      long sent = now();
      transportTxPacket(
          packet(OpCode.RC_RDMA_WRITE_ONLY)
              .ackReq()
              .set(Reth.VA, region.address())
              .set(Reth.R_KEY, region.rkey())
              .set(Reth.DMA_LEN, 8)
              .payload(new byte[8]));
      PacketIn any = receive(LEAST_ANSWER_NANOS);
      if (any == null) {
        throw new TestException(DUT, "no answer to an RDMA WRITE on a new connection within 5 s");
      }
      return Math.max(1, any.nanos() - sent);
    } finally {
      closeRcChannel();
    }
  }

  // --- what is asked of the DUT from above

  /// Registers memory of the DUT for all uses, zeroed, of the size of 16 packets.
  protected final MemoryRegion registerMemory() throws TestException {
    return registerMemory(AccessRights.ALL);
  }

  /// Registers memory of the DUT, zeroed, of the size of 16 packets.
  protected final MemoryRegion registerMemory(AccessRights rights) throws TestException {
    long bytes = (long) BUFFER_PACKETS * cc().pmtu();
    MemoryRegion region = upper(() -> upperTester().register(bytes, rights));
    regions.add(region);
    cc().setBuffer(region);
    return region;
  }

  /// Has the DUT fill registered memory.
  protected final void fill(MemoryRegion region, byte[] data) throws TestException {
    upper(() -> upperTester().write(region, 0, data));
  }

  /// What stands in registered memory of the DUT.
  protected final byte[] read(MemoryRegion region, long at, int bytes) throws TestException {
    return upper(() -> upperTester().read(region, at, bytes));
  }

  /// Has the DUT post receives, each with room for `bytes`, into memory of their own; their ids
  /// count from 0.
  protected final MemoryRegion postReceives(int count, int bytes) throws TestException {
    long size = Math.max(1, (long) count * bytes);
    MemoryRegion region = upper(() -> upperTester().register(size, AccessRights.LOCAL));
    regions.add(region);
    for (int i = 0; i < count; i++) {
      int id = i;
      upper(() -> upperTester().postReceive(cc().qp(), id, region.slice((long) id * bytes, bytes)));
    }
    return region;
  }

  /// The state of the DUT's QP.
  protected final QpAttributes.State queryState() throws TestException {
    return upper(() -> upperTester().query(cc().qp())).state();
  }

  /// Has the DUT post a request.
  protected final void post(SendRequest request) throws TestException {
    upper(() -> upperTester().post(cc().qp(), request));
  }

  /// Completions of the DUT's send queue.
  ///
  /// @param count waits until there are so many, as long as an answer may take
  protected final List<Completion> pollSendQueue(int count) throws TestException {
    return poll(UpperTester.Queue.SEND, count, answerNanos());
  }

  /// The same, as long as that beyond what an answer may take.
  protected final List<Completion> pollSendQueue(int count, Duration patience)
      throws TestException {
    return poll(UpperTester.Queue.SEND, count, answerNanos() + patience.toNanos());
  }

  /// Completions of the DUT's receive queue.
  ///
  /// @param count waits until there are so many, as long as an answer may take
  protected final List<Completion> pollReceiveQueue(int count) throws TestException {
    return poll(UpperTester.Queue.RECEIVE, count, answerNanos());
  }

  /// What has come into the DUT's send queue after a time in which nothing should.
  protected final List<Completion> pollSendQueueAfterSilence() throws TestException {
    waitFor(Duration.ofNanos(silenceNanos()));
    return poll(UpperTester.Queue.SEND, 1, 0);
  }

  /// What has come into the DUT's receive queue after a time in which nothing should.
  protected final List<Completion> pollReceiveQueueAfterSilence() throws TestException {
    waitFor(Duration.ofNanos(silenceNanos()));
    return poll(UpperTester.Queue.RECEIVE, 1, 0);
  }

  private List<Completion> poll(UpperTester.Queue queue, int count, long patience)
      throws TestException {
    List<Completion> all = new ArrayList<>();
    long deadline = now() + patience;
    while (true) {
      all.addAll(upper(() -> upperTester().poll(cc().qp(), queue, DEPTH)));
      long now = now();
      if (all.size() >= count || now >= deadline) {
        return all;
      }
      waitFor(Duration.ofNanos(Math.min(POLL_NANOS, deadline - now)));
    }
  }

  // --- packets

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
    port.setLabel(label(body().step));
    ChannelContext channel = cc();
    link(() -> {
      MemorySegment bytes =
          packetOut.bytes(port.path().envelope(), channel.qp().qpn(), channel.ttTxReqPsn());
      return port.send(bytes, (int) bytes.byteSize());
    });
  }

  /// `TransportRxPacket( CC, PACKET_IN )`: the next packet of the DUT, which is to have that
  /// OpCode.
  ///
  /// @throws TestException when there is none, or another: what follows means nothing then
  protected final PacketIn transportRxPacket(OpCode expected) throws TestException {
    PacketIn packetIn = transportRxPacketIfAny();
    if (packetIn == null) {
      throw missing(expected);
    }
    if (!verify(packetIn, packetIn.is(expected), expected::name, packetIn::toString)) {
      throw new TestException(
          DUT, "step %s: %s came instead of %s".formatted(body().step, packetIn, expected));
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
  private TestException missing(OpCode expected) {
    String within = "within %.1f s".formatted(answerNanos() / 1e9);
    String what = "%s, PSN %d".formatted(expected, cc().ttRxExpectPsn());
    if (packetPort().isLossless()) {
      verify(0, false, () -> what + " " + within, () -> "no packet");
    }
    return new TestException(
        DUT, "step %s: no packet came %s, expected %s".formatted(body().step, within, what));
  }

  private @Nullable PacketIn receive(long patience) throws TestException {
    PacketIn kept = peeked;
    if (kept != null) {
      peeked = null;
      return kept;
    }
    PacketPort port = packetPort();
    port.setLabel(label(body().step));
    long deadline = now() + patience;
    while (true) {
      ReceivedPacket received = link(() -> port.receive(deadline));
      if (received == null) {
        return null;
      }
      PacketIn packetIn = new PacketIn(received);
      if (isStale(packetIn)) {
        continue;
      }
      verifyAlways(packetIn);
      if (!isUnsolicited(packetIn)) {
        return packetIn;
      }
    }
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
    verifyAt(
        "R1",
        packetIn.frame(),
        findings.isEmpty(),
        () -> "a packet with nothing wrong",
        () -> packetIn + ": " + findings.getFirst());
    if (!packetIn.has(Header.BTH)) {
      throw new TestException(DUT, "step " + body().step + ": a packet without a whole BTH came");
    }
    verifyAlways(packetIn, Bth.T_VER, 0);
    verifyAlways(packetIn, Bth.P_KEY, P_KEY);
    verifyAlways(packetIn, Bth.DEST_QP, cc().ttQpn());
    if (packetIn.has(Header.AETH)) {
      verifyAt(
          "R2",
          packetIn.frame(),
          !(packetIn.syndrome() instanceof Syndrome.Reserved),
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
        () -> "BTH:%s %s".formatted(field.name(), shown(expected)),
        () -> "BTH:%s %s in %s".formatted(field.name(), shown(actual), packetIn));
  }

  // --- checks

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      PacketIn about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verify(about.frame(), passed, expected, actual);
  }

  /// `BTH_PSN` is CC.TT_RxExpectPSN.
  protected final boolean verifyPsn(PacketIn packetIn) {
    int expected = cc().ttRxExpectPsn();
    return verify(
        packetIn, packetIn.psn() == expected, () -> "PSN " + expected, packetIn::toString);
  }

  /// `AETH_Syndrome & ACK_MASK == ACK`.
  protected final boolean verifyAck(PacketIn packetIn) {
    return verify(
        packetIn, packetIn.syndrome() instanceof Syndrome.Ack, () -> "an ACK", packetIn::toString);
  }

  /// `AETH_Syndrome` is a NAK with that code.
  protected final boolean verifyNak(PacketIn packetIn, int code) {
    Syndrome expected = new Syndrome.Nak(code);
    return verify(
        packetIn, packetIn.syndrome().equals(expected), expected::toString, packetIn::toString);
  }

  /// `AETH_MSN` is that.
  protected final boolean verifyMsn(PacketIn packetIn, int expected) {
    return verify(
        packetIn, packetIn.msn() == expected, () -> "MSN " + expected, packetIn::toString);
  }

  /// The first `expected` bytes' worth of completions ended well, and there are so many.
  protected final boolean verifyCompletions(List<Completion> completions, int count) {
    return verify(
        0,
        completions.size() == count
            && completions.stream().allMatch(c -> c.status() == Completion.Status.SUCCESS),
        () -> count + " completions, each SUCCESS",
        () -> completions.isEmpty() ? "none" : completions.toString());
  }

  /// `AtomicAckETH_OrigRemDt` is that.
  protected final boolean verifyOrigRemDt(PacketIn packetIn, long expected) {
    return verify(
        packetIn,
        packetIn.origRemDt() == expected,
        () -> "OrigRemDt 0x%016X".formatted(expected),
        () -> "OrigRemDt 0x%016X in %s".formatted(packetIn.origRemDt(), packetIn));
  }

  /// The payload is that.
  protected final boolean verifyPayload(PacketIn packetIn, byte[] expected) {
    byte[] actual = packetIn.payload();
    return verify(
        packetIn,
        Arrays.equals(actual, expected),
        () -> "the %d bytes of payload that were asked for".formatted(expected.length),
        () -> "%s with %s".formatted(packetIn, difference(actual, expected)));
  }

  /// The DUT's memory holds these bytes.
  protected final boolean verifyMemory(MemoryRegion region, long at, byte[] expected)
      throws TestException {
    byte[] actual = read(region, at, expected.length);
    return verify(
        0,
        Arrays.equals(actual, expected),
        () -> "%d bytes in the DUT's memory as sent".formatted(expected.length),
        () -> difference(actual, expected));
  }

  /// The DUT's memory holds a number of 64 bits, in the order of its processor, whichever that is.
  protected final boolean verifyNumber(MemoryRegion region, long at, long expected)
      throws TestException {
    long actual = ByteBuffer.wrap(read(region, at, Long.BYTES)).getLong();
    return verify(
        0,
        actual == expected || Long.reverseBytes(actual) == expected,
        () -> "0x%016X in the DUT's memory".formatted(expected),
        () -> "0x%016X".formatted(actual));
  }

  private static String difference(byte[] actual, byte[] expected) {
    int at = Arrays.mismatch(actual, expected);
    return actual.length != expected.length
        ? actual.length + " bytes"
        : "0x%02X, not 0x%02X, at byte %d".formatted(actual[at] & 0xFF, expected[at] & 0xFF, at);
  }

  /// Bytes that hardly any other part of a message has in their place.
  protected static byte[] pattern(int bytes) {
    byte[] pattern = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      pattern[i] = (byte) ((i * 0x9E3779B1 + 0x5BD1E995) >>> 24);
    }
    return pattern;
  }

  // --- time

  /// The link's time, in nanoseconds.
  @Override
  protected final long now() {
    return packetPort().clock().nanos();
  }

  /// Lets time pass until a moment; packets that come meanwhile are kept.
  @Override
  protected final void waitUntil(long moment) throws TestException {
    link(() -> {
      packetPort().waitUntil(moment);
      return true;
    });
  }

  /// How long an answer may take: as long as no one could call it lost.
  private long answerNanos() {
    return Math.max(LEAST_ANSWER_NANOS, 50 * roundTripNanos);
  }

  /// How long silence is watched: many times what an answer took.
  private long silenceNanos() {
    return Math.max(LEAST_SILENCE_NANOS, 20 * roundTripNanos);
  }

  /// How long a round trip took when the test began.
  protected final Duration roundTripTime() {
    return Duration.ofNanos(roundTripNanos);
  }

  // --- the DUT's ends

  private PacketPort packetPort() {
    return context().dut().packetPort().orElseThrow();
  }

  private UpperTester upperTester() {
    return context().dut().upperTester().orElseThrow();
  }

  private interface UpperCall<T> {
    T call() throws UpperTesterException;
  }

  private interface UpperDeed {
    void call() throws UpperTesterException;
  }

  private <T> T upper(UpperCall<T> call) throws TestException {
    try {
      return call.call();
    } catch (UpperTesterException e) {
      throw new TestException(
          e.kind() == UpperTesterException.Kind.REFUSED ? DUT : TESTER,
          "step " + body().step + ": " + e.getMessage());
    }
  }

  private void upper(UpperDeed deed) throws TestException {
    upper(() -> {
      deed.call();
      return true;
    });
  }

  private interface LinkCall<T extends @Nullable Object> {
    T call() throws LinkException, InterruptedException;
  }

  private static <T extends @Nullable Object> T link(LinkCall<T> call) throws TestException {
    try {
      return call.call();
    } catch (LinkException e) {
      throw new TestException(TESTER, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      throw new TestException(INTERRUPTED, "interrupted");
    }
  }
}
