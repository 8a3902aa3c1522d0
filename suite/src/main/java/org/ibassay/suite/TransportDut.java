package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.TestException.Cause.TESTER;

import java.time.Duration;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.jspecify.annotations.Nullable;

/// The DUT as a test of the transport reaches it: by a packet port and by an upper tester. It knows
/// how long either may take.
public final class TransportDut {
  private static final long LEAST_ANSWER_NANOS = 5_000_000_000L;
  private static final long LEAST_SILENCE_NANOS = 400_000_000L;

  /// Of a real link that loses nothing.
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

  /// What the DUT reports about itself.
  public DeviceAttributes attributes() throws TestException {
    DeviceAttributes known = attributes;
    if (known == null) {
      known = upper(UpperTester::attributes);
      attributes = known;
    }
    return known;
  }

  /// Path MTU of its connections, in bytes.
  public int pathMtu() throws TestException {
    int mtu = packetPort().path().mtu();
    return mtu == 0 ? attributes().activeMtu() : mtu;
  }

  /// What packets are carried in.
  public Framing framing() {
    return packetPort().path().envelope().framing();
  }

  /// The headers below the BTH of what the tester sends to it.
  public Envelope envelope() {
    return packetPort().path().envelope();
  }

  /// VLAN of the path to it; 0 for none.
  public int vlan() {
    return envelope().has(Header.VLAN) ? (int) envelope().get(Header.VLAN, Vlan.VID) : 0;
  }

  /// Whether no packet can get lost between the tester and the DUT.
  public boolean isLossless() {
    return packetPort().isLossless();
  }

  /// Whether time, and the DUT, are simulated.
  public boolean isSimulated() {
    return packetPort().isSimulated();
  }

  /// How often the run lets something be sent again.
  public int retries() {
    return packetPort().timing().retries();
  }

  // --- what can be asked of it

  /// Whether whoever drives the DUT, or the DUT as responder, has an ability.
  public boolean can(Ability ability) {
    return upperTester().abilities().contains(ability);
  }

  /// Whether there is an ability that checks of the present step need. Where there is not, they do
  /// not apply.
  public boolean lets(Ability ability) {
    boolean can = can(ability);
    if (!can) {
      steps.notApplicable(ability.lack());
    }
    return can;
  }

  /// The one connection of a DUT that nobody drives; null where somebody does.
  @Nullable GivenConnection given() {
    return steps.context().dut().upperTester().flatMap(UpperTester::given).orElse(null);
  }

  /// Whether what does not come was not sent. Not where a simulation may be as slow as it likes and
  /// does not tell its time, which cannot be known of a DUT that nobody drives.
  boolean isSilenceTold() {
    return isLossless() && (given() == null || isSimulated());
  }

  // --- time

  /// The link's time, in nanoseconds.
  public long now() {
    return steps.time().now();
  }

  /// Lets time pass; packets that come meanwhile are kept.
  void waitFor(long nanos) throws TestException {
    steps.time().waitFor(Duration.ofNanos(nanos));
  }

  /// Lets what the DUT sends without waiting for anything be received.
  void letSettle() throws TestException {
    if (isLossless()) {
      waitFor(SETTLED_AFTER * roundTripNanos);
    }
  }

  /// How long an answer may take. An answer that takes longer does not come. On a link that loses
  /// packets this is many times what an answer took.
  long answerNanos() {
    return isHasty
        ? Math.max(silenceNanos(), packetPort().timing().timeoutNanos())
        : Math.max(LEAST_ANSWER_NANOS, 50 * roundTripNanos);
  }

  /// From now on packets are known to get lost: a missing one is no longer waited for so long.
  void beHasty() {
    isHasty = true;
  }

  /// How long silence is watched: many times what an answer took.
  public long silenceNanos() {
    return Math.max(LEAST_SILENCE_NANOS, 20 * roundTripNanos);
  }

  /// By how much less than a time of the DUT two packets may be apart, as the first one may have
  /// been late.
  public long latenessNanos() {
    return !isLossless() ? silenceNanos() : isSimulated() ? 0 : LATENESS_NANOS;
  }

  void setRoundTripNanos(long nanos) {
    roundTripNanos = nanos;
  }

  /// How long a round trip took when the test began; zero before it was measured.
  public Duration roundTripTime() {
    return Duration.ofNanos(roundTripNanos);
  }

  // --- both ends

  PacketPort packetPort() {
    return steps.context().dut().packetPort().orElseThrow();
  }

  /// A call to the upper tester.
  interface UpperCall<T> {
    T of(UpperTester upperTester) throws UpperTesterException;
  }

  /// A call to the upper tester that returns nothing.
  interface UpperDeed {
    void of(UpperTester upperTester) throws UpperTesterException;
  }

  /// A call to the packet port.
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
