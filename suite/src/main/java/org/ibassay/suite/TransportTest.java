package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.suite.PacketChecks.AlwaysSteps;
import org.ibassay.wire.packet.OpCode;
import org.jspecify.annotations.Nullable;

/// # Every test of the transport
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
///
/// ## Always
///
/// - R1: A packet of the DUT is whole: it has the headers of its OpCode, lengths that agree, and a
///   right ICRC; over native InfiniBand nothing follows it. [ia-rc#01]
/// - R2: A packet of the DUT has TVer 0, the partition of the connection, and goes to the tester's
///   QP; the reserved bits of the BTH after BECN are 0, and the Syndrome of an AETH is not a
///   reserved one. [ia-rc#02]
/// - R3: A packet of the DUT is carried as those of the tester are, and comes from the DUT's
///   address to the tester's: MAC and IP address, or LID. [ia-rc#03]
/// - R4: The DUT, as responder, answers nothing twice and nothing that it has not received. The
///   newest acknowledge may come again, as it tells of credits: with the same MSN. [ia-rc#04]
/// - R5: The DUT keeps answering, whatever it is sent. Where it stops after a packet, it is
///   restarted: the check fails if that packet stops it in two fresh starts, and it keeps answering
///   in a third without that packet. [ia-alive#01]
public abstract class TransportTest extends TestCase {
  private final TransportTester<RcConnection> tt =
      new TransportTester<>(steps, new AlwaysSteps("R1", "R2", "R3", "R4"), RcConnection::new);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    return true;
  }

  // --- what a test works with

  /// All of what follows.
  protected final TransportTester<RcConnection> tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
  }

  /// The connection with the DUT.
  protected final RcConnection connection() {
    return tt.channel();
  }

  /// The DUT's registered memory.
  protected final DutMemory memory() {
    return tt.memory();
  }

  /// Work of the DUT's QP.
  protected final DutWork work() {
    return tt.work();
  }

  /// Packets from and to the DUT's QP.
  protected final PacketExchange packets() {
    return tt.packets();
  }

  /// Checks of packets received.
  protected final PacketChecks checks() {
    return tt.checks();
  }

  // --- words of the pages

  /// The connection: `CC`.
  protected final ChannelContext cc() {
    return connection().cc();
  }

  /// Opens a reliable connection: the DUT never sends again by itself.
  protected final void openRcChannel() throws TestException {
    openRcChannel(Retries.NONE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times when the DUT sends again
  protected final void openRcChannel(Retries times) throws TestException {
    openRcChannel(times, Integer.MAX_VALUE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times when the DUT sends again
  /// @param reads how many READs and atomics it may have outstanding at most
  protected final void openRcChannel(Retries times, int reads) throws TestException {
    connection().setRequester(times, reads);
    if (dut().roundTripTime().isZero()) {
      connection().setStartPsn((int) parameters(START_PSN).getFirst().longValue());
      tt.probe().measureRoundTrip();
    }
    connection().open();
  }

  /// Ends the connection and what was registered for it; requests that are under way are flushed.
  protected final void closeRcChannel() throws TestException {
    connection().close();
  }

  /// `CC.TT_TxReqPSN = psn`, and `TransportTxPacket( CC, PACKET_OUT )`.
  protected final void transportTxPacket(PacketOut packetOut, int ttTxReqPsn) throws TestException {
    packets().send(packetOut, ttTxReqPsn);
  }

  /// `CC.TT_RxExpectPSN = psn`, and `TransportRxPacket( CC, PACKET_IN )`: the next packet of the
  /// DUT, which is to have that OpCode.
  ///
  /// @throws TestException when there is none, or another: what follows means nothing then
  protected final PacketIn transportRxPacket(OpCode expected, int ttRxExpectPsn)
      throws TestException {
    return packets().receive(expected, ttRxExpectPsn);
  }

  /// The next packet of the DUT, which is to have that OpCode and that PSN.
  ///
  /// @throws TestException when there is none, or one with another OpCode
  protected final PacketIn expect(OpCode expected, int psn) throws TestException {
    PacketIn packetIn = transportRxPacket(expected, psn);
    checks().verifyPsn(packetIn, psn);
    return packetIn;
  }

  /// Verifies a condition on a packet; the texts are made only when it does not hold.
  protected final boolean verify(
      PacketIn about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return checks().verify(about, passed, expected, actual);
  }

  // --- connection by connection

  /// Carries out a procedure for each START_PSN, each time with a new connection; closes it.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    for (long psn : startPsns()) {
      withStartPsn("", psn, () -> endUnless(steps().part(procedure)));
    }
  }

  /// Carries out a procedure for the first START_PSN alone, with a new connection; closes it.
  protected final void onceForStartPsn(Part procedure) throws TestException {
    withStartPsn("", parameters(START_PSN).getFirst(), () -> endUnless(steps().part(procedure)));
  }

  /// Carries out one of several cases, for each START_PSN; where it cannot be carried on, the next
  /// one can.
  ///
  /// @param which completes the place of a check
  protected final void carryOutCase(String which, Part procedure) throws TestException {
    for (long psn : startPsns()) {
      withStartPsn(which, psn, () -> endUnless(steps().partOrUndecided(procedure)));
    }
  }

  /// Carries out one of several cases, for the first START_PSN alone, where the PSN has no part in
  /// what is checked.
  ///
  /// @param which completes the place of a check
  protected final void carryOutOnce(String which, Part procedure) throws TestException {
    withStartPsn(
        which,
        parameters(START_PSN).getFirst(),
        () -> endUnless(steps().partOrUndecided(procedure)));
  }

  /// A connection that is given begins where the one before it ended.
  private List<Long> startPsns() {
    return dut().can(Ability.NEW_QPS) ? parameters(START_PSN) : parameters(START_PSN).subList(0, 1);
  }

  private void withStartPsn(String which, long psn, Part procedure) throws TestException {
    connection().setStartPsn((int) psn);
    String begin = dut().can(Ability.NEW_QPS) ? "Start_PSN" : "connection";
    try {
      at(
          which.isEmpty() ? begin : which + ", " + begin,
          dut().can(Ability.NEW_QPS) ? psn : 1,
          () -> tt.tries().carryOut(procedure));
      steps().stillAlive("R5");
    } finally {
      packets()
          .foreign()
          .forEach((what, times) ->
              remark("passed over, as it is not of the connection: " + what, times));
      if (packets().repeatedAcks() > 0) {
        remark("an acknowledge again, as for new credits", packets().repeatedAcks());
      }
      tt.tries().notes().forEach(this::remark);
    }
  }

  /// What a part leaves over that ends early is not judged.
  private void endUnless(boolean isWhole) throws TestException {
    if (!isWhole) {
      connection().abandon();
    }
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  /// What its [Td#needs], where the DUT URI gives one connection only.
  @Override
  public final @Nullable String missing(Dut dut) {
    UpperTester upper = dut.upperTester().orElse(null);
    Td td = getClass().getAnnotation(Td.class);
    if (dut.packetPort().isEmpty() || upper == null || td == null) {
      return testerKind().missing(dut);
    }
    return Stream.of(td.needs())
        .filter(ability -> !upper.abilities().contains(ability))
        .findFirst()
        .map(Ability::lack)
        .orElse(null);
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return tt.tries().linkQuality("R1");
  }
}
