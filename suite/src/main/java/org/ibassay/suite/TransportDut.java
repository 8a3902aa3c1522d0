package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.TestException.Cause.TESTER;

import java.time.Duration;
import java.util.Optional;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// The DUT in a transport test, reached through a packet port and an upper tester. Knows how long
/// either may take.
public final class TransportDut {
  private static final long LEAST_ANSWER_NANOS = 5_000_000_000L;
  private static final long LEAST_SILENCE_NANOS = 400_000_000L;

  /// For a real lossless link.
  private static final long LATENESS_NANOS = 150_000_000L;

  /// In round trips.
  private static final int SETTLED_AFTER = 4;

  private final Steps steps;
  private @Nullable DeviceAttributes attributes;
  private long roundTripNanos;
  private boolean isHasty;

  TransportDut(Steps steps) {
    this.steps = steps;
  }

  /// Returns the attributes that the DUT reports.
  public DeviceAttributes attributes() throws TestException {
    DeviceAttributes known = attributes;
    if (known == null) {
      known = upper(UpperTester::attributes);
      attributes = known;
    }
    return known;
  }

  /// Returns the path MTU of its connections, in bytes.
  public int pathMtu() throws TestException {
    int mtu = packetPort().path().mtu();
    return mtu == 0 ? attributes().activeMtu() : mtu;
  }

  /// Returns the framing of packets.
  public Framing framing() {
    return packetPort().path().envelope().framing();
  }

  /// Returns the headers below the BTH that the tester sends with.
  public Envelope envelope() {
    return packetPort().path().envelope();
  }

  /// Returns the VLAN of the path to the DUT, or 0 for none.
  public int vlan() {
    return envelope().has(Header.VLAN) ? (int) envelope().get(Header.VLAN, Vlan.VID) : 0;
  }

  /// Returns whether no packet can be lost between the tester and the DUT.
  public boolean isLossless() {
    return packetPort().isLossless();
  }

  /// Returns whether time and the DUT are simulated.
  public boolean isSimulated() {
    return packetPort().isSimulated();
  }

  /// Returns the number of retries that the run allows.
  public int retries() {
    return packetPort().timing().retries();
  }

  // --- abilities

  /// Returns whether the upper tester, or the DUT as responder, has an ability.
  public boolean can(Ability ability) {
    return upperTester().abilities().contains(ability);
  }

  /// Returns whether an ability that the checks of the current step need is available. If not, they
  /// do not apply.
  public boolean lets(Ability ability) {
    boolean can = can(ability);
    if (!can) {
      steps.notApplicable(ability.lack());
    }
    return can;
  }

  /// Returns the only connection of a DUT without an upper tester, or null if it has one.
  @Nullable GivenConnection given() {
    return steps.context().dut().upperTester().flatMap(UpperTester::given).orElse(null);
  }

  /// Returns whether a packet that is not received was not sent. Not so for a simulation that may
  /// be arbitrarily slow and does not report its time, which cannot be ruled out for a DUT without
  /// an upper tester.
  boolean isSilenceConclusive() {
    return isLossless() && (given() == null || isSimulated());
  }

  /// Returns the present settings of a connection that was opened with the requested ones.
  RcSettings settled(RcQp qp, RcSettings requested) {
    return upperTester().settled(qp, requested);
  }

  /// Returns whether a packet acknowledges a request that the upper tester, not the test, has sent.
  boolean isForUpper(PacketIn packetIn) {
    return packetIn.is(OpCode.RC_ACK)
        && packetIn.syndrome() instanceof Syndrome.Ack
        && upperTester().hasSent(packetIn.psn());
  }

  // --- time

  /// Returns the link's time, in nanoseconds.
  public long now() {
    return steps.time().now();
  }

  /// Waits; packets received meanwhile are kept.
  void waitFor(long nanos) throws TestException {
    steps.time().waitFor(Duration.ofNanos(nanos));
  }

  /// Receives the packets that the DUT sends without delay.
  void letSettle() throws TestException {
    if (isLossless()) {
      waitFor(SETTLED_AFTER * roundTripNanos);
    }
  }

  /// Returns the maximum time of an answer; a later one counts as missing. On a lossy link, this is
  /// many times the measured answer time.
  long answerNanos() {
    return isHasty
        ? Math.max(silenceNanos(), packetPort().timing().timeoutNanos())
        : Math.max(LEAST_ANSWER_NANOS, 50 * roundTripNanos);
  }

  /// Records that packets get lost: the time to wait for a missing one is reduced.
  void beHasty() {
    isHasty = true;
  }

  /// Returns the time to wait for silence: many times the measured answer time.
  public long silenceNanos() {
    return Math.max(LEAST_SILENCE_NANOS, 20 * roundTripNanos);
  }

  /// Returns by how much the distance of two packets may fall short of a DUT timer, because the
  /// first may have been delayed.
  public long latenessNanos() {
    return !isLossless() ? silenceNanos() : isSimulated() ? 0 : LATENESS_NANOS;
  }

  /// Measures the round-trip time, if the DUT answers.
  interface Measurement {
    void once() throws TestException;
  }

  /// Measures the round-trip time, unless it is known. RoCEv2 packets of the tester have UDP
  /// checksum 0, which means none, until a DUT answers only packets with a checksum.
  void measureRoundTrip(Measurement measurement) throws TestException {
    tryRoundTrip(measurement);
    if (roundTripNanos == 0 && envelope().has(Header.UDP) && !envelope().hasUdpChecksum()) {
      setEnvelope(envelope().withUdpChecksum(true));
      tryRoundTrip(measurement);
      if (roundTripNanos == 0) {
        setEnvelope(envelope().withUdpChecksum(false));
      }
    }
  }

  private void tryRoundTrip(Measurement measurement) throws TestException {
    int tries = isLossless() ? 1 : 1 + retries();
    for (int i = 0; i < tries && roundTripNanos == 0; i++) {
      measurement.once();
    }
  }

  private void setEnvelope(Envelope envelope) {
    PacketPort port = packetPort();
    port.setPath(port.path().withEnvelope(envelope));
  }

  /// Returns what the reader of a verdict should know about the tester's packets.
  Optional<String> udpChecksumRemark() {
    return envelope().hasUdpChecksum()
        ? Optional.of(
            "the DUT did not answer packets with UDP checksum 0 (none): the tester's packets have a"
                + " checksum")
        : Optional.empty();
  }

  void setRoundTripNanos(long nanos) {
    roundTripNanos = nanos;
  }

  /// Returns the round-trip time measured at the start of the test; zero before that.
  public Duration roundTripTime() {
    return Duration.ofNanos(roundTripNanos);
  }

  // --- both ends

  PacketPort packetPort() {
    return steps.context().dut().packetPort().orElseThrow();
  }

  /// Calls the upper tester.
  interface UpperCall<T> {
    T of(UpperTester upperTester) throws UpperTesterException;
  }

  /// Calls the upper tester without a result.
  interface UpperDeed {
    void of(UpperTester upperTester) throws UpperTesterException;
  }

  /// Calls the packet port.
  interface LinkCall<T extends @Nullable Object> {
    T of(PacketPort port) throws LinkException, InterruptedException;
  }

  <T> T upper(UpperCall<T> call) throws TestException {
    try {
      return call.of(upperTester());
    } catch (UpperTesterException e) {
      String message = String.valueOf(e.getMessage());
      switch (e.kind()) {
        case UNABLE -> {
          steps.leaveOutRest(message);
          throw new UnmetNeedException("step %s %s".formatted(steps.current(), message));
        }
        case REFUSED -> throw new TestException(DUT, "step " + steps.current() + ": " + message);
        case LOST -> throw new TestException(TESTER, "step " + steps.current() + ": " + message);
      }
      throw new AssertionError(e);
    }
  }

  private UpperTester upperTester() {
    return steps.context().dut().upperTester().orElseThrow();
  }

  void tellUpper(UpperDeed deed) throws TestException {
    upper(upperTester -> {
      deed.of(upperTester);
      return true;
    });
  }

  <T extends @Nullable Object> T link(LinkCall<T> call) throws TestException {
    try {
      return call.of(packetPort());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }
}
