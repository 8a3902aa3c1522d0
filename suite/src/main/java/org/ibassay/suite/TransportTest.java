package org.ibassay.suite;

import static org.ibassay.link.upper.Ability.READS;
import static org.ibassay.link.upper.Ability.SENDS;
import static org.ibassay.link.upper.Ability.WRITES;
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
/// - R1: A packet of the DUT is complete: it has the headers of its OpCode, consistent lengths, and
///   a correct ICRC; over native InfiniBand nothing follows it. [ia-rc#01]
/// - R2: A packet of the DUT has TVer 0, the P_Key of the connection's partition, and the tester's
///   QP as DestQP; the reserved bits of the BTH after BECN are 0, and the syndrome of an AETH is
///   not reserved. [ia-rc#02]
/// - R3: A packet of the DUT has the framing of the tester's packets, and is sent from the DUT's
///   address to the tester's: MAC and IP address, or LID. [ia-rc#03]
/// - R4: The DUT, as responder, answers no request twice, and no request that it has not received.
///   It may repeat the newest acknowledge with the same MSN, to report credits. [ia-rc#04]
/// - R5: The DUT remains responsive after every packet. If it stops responding after a packet, it
///   is restarted: the check fails if that packet stops it after each of two restarts, and it stays
///   responsive after a third without that packet. [ia-alive#01]
public abstract class TransportTest extends TestCase {
  private final TransportTester<RcConnection> tt =
      new TransportTester<>(steps, new AlwaysSteps("R1", "R2", "R3", "R4"), RcConnection::new);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    return true;
  }

  // --- parts of a test

  /// Returns all of the following.
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

  /// Checks of received packets.
  protected final PacketChecks checks() {
    return tt.checks();
  }

  // --- operations of the public pages

  /// The connection: `CC`.
  protected final ChannelContext cc() {
    return connection().cc();
  }

  /// Opens a reliable connection on which the DUT never retransmits on a timer.
  protected final void openRcChannel() throws TestException {
    openRcChannel(Retries.NONE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times retry parameters of the DUT
  protected final void openRcChannel(Retries times) throws TestException {
    openRcChannel(times, Integer.MAX_VALUE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times retry parameters of the DUT
  /// @param reads maximum number of READs and atomics that the DUT may have outstanding
  protected final void openRcChannel(Retries times, int reads) throws TestException {
    connection().setRequester(times, reads);
    if (dut().roundTripTime().isZero()) {
      connection().setStartPsn((int) parameters(START_PSN).getFirst().longValue());
      tt.probe().measureRoundTrip();
      dut().udpChecksumRemark().ifPresent(this::remark);
    }
    connection().open();
  }

  /// Ends the connection and deregisters its memory; outstanding requests are flushed.
  protected final void closeRcChannel() throws TestException {
    connection().close();
  }

  /// `CC.TT_TxReqPSN = psn`, and `TransportTxPacket( CC, PACKET_OUT )`.
  protected final void transportTxPacket(PacketOut packetOut, int ttTxReqPsn) throws TestException {
    packets().send(packetOut, ttTxReqPsn);
  }

  /// `CC.TT_RxExpectPSN = psn`, and `TransportRxPacket( CC, PACKET_IN )`: receives the next packet
  /// of the DUT and verifies its OpCode.
  ///
  /// @throws TestException if none or another one is received: later checks would be meaningless
  protected final PacketIn transportRxPacket(OpCode expected, int ttRxExpectPsn)
      throws TestException {
    return packets().receive(expected, ttRxExpectPsn);
  }

  /// Receives the next packet of the DUT; verifies its OpCode and PSN.
  ///
  /// @throws TestException if none is received, or one with another OpCode
  protected final PacketIn expect(OpCode expected, int psn) throws TestException {
    PacketIn packetIn = transportRxPacket(expected, psn);
    checks().verifyPsn(packetIn, psn);
    return packetIn;
  }

  /// Verifies a condition on a packet. The texts are only built on a failure.
  protected final boolean verify(
      PacketIn about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return checks().verify(about, passed, expected, actual);
  }

  // --- connection by connection

  /// Runs a procedure for each START_PSN, each time on a new connection, and closes it.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    for (long psn : startPsns()) {
      withStartPsn("", psn, () -> endUnless(steps().part(procedure)));
    }
  }

  /// Runs a procedure for the first START_PSN only, on a new connection, and closes it.
  protected final void onceForStartPsn(Part procedure) throws TestException {
    withStartPsn("", parameters(START_PSN).getFirst(), () -> endUnless(steps().part(procedure)));
  }

  /// Runs one of several cases for each START_PSN; if it is aborted, the next one still runs.
  ///
  /// @param which name of the case in the location of a check
  protected final void carryOutCase(String which, Part procedure) throws TestException {
    for (long psn : startPsns()) {
      withStartPsn(which, psn, () -> endUnless(steps().partOrUndecided(procedure)));
    }
  }

  /// Runs one of several cases for the first START_PSN only, because the PSN does not matter for
  /// its checks.
  ///
  /// @param which name of the case in the location of a check
  protected final void carryOutOnce(String which, Part procedure) throws TestException {
    withStartPsn(
        which,
        parameters(START_PSN).getFirst(),
        () -> endUnless(steps().partOrUndecided(procedure)));
  }

  /// Runs one of several cases for a START_PSN that matters for its checks.
  ///
  /// @param which name of the case in the location of a check
  protected final void carryOutFrom(String which, int psn, Part procedure) throws TestException {
    withStartPsn(which, psn, () -> endUnless(steps().partOrUndecided(procedure)));
  }

  /// A given connection starts where the previous part ended.
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
          () -> tt.trials().carryOut(procedure));
      steps().stillAlive("R5");
    } finally {
      packets()
          .foreign()
          .forEach((what, times) -> remark("ignored, not part of the connection: " + what, times));
      if (packets().repeatedAcks() > 0) {
        remark("repeated acknowledge, as for new credits", packets().repeatedAcks());
      }
      tt.trials().notes().forEach(this::remark);
    }
  }

  /// Packets left over by an aborted part are not judged.
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

  /// Returns the test's [Td#needs] that a DUT URI with a single given connection lacks.
  @Override
  public final @Nullable String missing(Dut dut) {
    UpperTester upper = dut.upperTester().orElse(null);
    Td td = getClass().getAnnotation(Td.class);
    if (dut.packetPort().isEmpty() || upper == null || td == null) {
      return testerKind().missing(dut);
    }
    return Stream.of(td.needs())
        .filter(ability -> !upper.abilities().contains(ability))
        .map(ability -> ofResponder(ability, upper))
        .findFirst()
        .map(Ability::lack)
        .orElse(null);
  }

  /// Returns for an operation that the DUT does not serve that it is no responder at all, if so.
  private static Ability ofResponder(Ability missing, UpperTester upper) {
    boolean isServed = missing == SENDS || missing == WRITES || missing == READS;
    return isServed && !upper.abilities().contains(Ability.RESPONDER) ? Ability.RESPONDER : missing;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return tt.trials().linkQuality("R1");
  }
}
