package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.function.Supplier;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.PacketChecks.AlwaysSteps;
import org.ibassay.wire.packet.OpCode;

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
///   QP; the Syndrome of an AETH is not a reserved one. [ia-rc#02]
/// - R3: A packet of the DUT is carried as those of the tester are, and comes from the DUT's
///   address to the tester's: MAC and IP address, or LID. [ia-rc#03]
/// - R4: The DUT, as responder, answers nothing twice and nothing that it has not received. The
///   newest acknowledge may come again, as it tells of credits: with the same MSN. [ia-rc#04]
/// - R5: The DUT goes on answering, whatever it is sent. Where it stops after a packet, it is
///   started anew: a failure is one that stops it in two fresh starts and, left out of a third run,
///   does not. [ia-alive#01]
public abstract class TransportTest extends TestCase {
  private final TransportTester tt =
      new TransportTester(steps, new AlwaysSteps("R1", "R2", "R3", "R4"));

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    return true;
  }

  // --- what a test works with

  /// All of what follows.
  protected final TransportTester tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
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
    return tt.connection().cc();
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
    tt.connection().setRequester(times, reads);
    if (dut().roundTripTime().isZero()) {
      tt.connection().setStartPsn((int) parameters(START_PSN).getFirst().longValue());
      tt.probe().measureRoundTrip();
    }
    tt.connection().open();
  }

  /// Ends the connection and what was registered for it; requests that are under way are flushed.
  protected final void closeRcChannel() throws TestException {
    tt.connection().close();
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
    for (long psn : parameters(START_PSN)) {
      withStartPsn("", psn, procedure);
    }
  }

  /// Carries out a procedure for the first START_PSN alone, with a new connection; closes it.
  protected final void onceForStartPsn(Part procedure) throws TestException {
    withStartPsn("", parameters(START_PSN).getFirst(), procedure);
  }

  /// Carries out one of several cases, for each START_PSN; where it cannot be carried on, the next
  /// one can.
  ///
  /// @param which completes the place of a check
  protected final void carryOutCase(String which, Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      withStartPsn(which, psn, () -> orInconclusive(procedure));
    }
  }

  /// Carries out one of several cases, for the first START_PSN alone, where the PSN has no part in
  /// what is checked.
  ///
  /// @param which completes the place of a check
  protected final void carryOutOnce(String which, Part procedure) throws TestException {
    withStartPsn(which, parameters(START_PSN).getFirst(), () -> orInconclusive(procedure));
  }

  private void withStartPsn(String which, long psn, Part procedure) throws TestException {
    tt.connection().setStartPsn((int) psn);
    try {
      at(
          which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
          psn,
          () -> tt.tries().carryOut(() -> inFull(procedure)));
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
  private boolean inFull(Part procedure) throws TestException {
    boolean isWhole = steps().part(procedure);
    if (!isWhole) {
      tt.connection().abandon();
    }
    return isWhole;
  }

  private void orInconclusive(Part procedure) throws TestException {
    try {
      inFull(procedure);
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      tt.connection().abandon();
      steps().undecided(String.valueOf(e.getMessage()));
    }
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    String outer = steps().current();
    step("R1");
    try {
      return tt.probe().quality();
    } finally {
      step(outer);
    }
  }
}
