package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.TestException.Cause.TESTER;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.jspecify.annotations.Nullable;

/// What a test of the transport has at hand: the packet port, the upper tester, the connection, and
/// how long to wait.
abstract class TransportEnds extends TestCase {
  private static final long LEAST_ANSWER_NANOS = 5_000_000_000L;
  private static final long LEAST_SILENCE_NANOS = 400_000_000L;

  private @Nullable DeviceAttributes attributes;
  private @Nullable ChannelContext cc;
  private long roundTripNanos;
  private boolean isHasty;

  /// The connection.
  protected final ChannelContext cc() {
    return Objects.requireNonNull(cc, "openRcChannel comes first");
  }

  /// Whether there is a connection.
  final boolean isOpen() {
    return cc != null;
  }

  /// Says which connection there is; null for none.
  final void setCc(@Nullable ChannelContext channel) {
    cc = channel;
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

  // --- time

  /// How long an answer may take: as long as no one could call it lost, or on a link that loses
  /// packets, many times what an answer took.
  final long answerNanos() {
    return isHasty
        ? Math.max(silenceNanos(), packetPort().timing().timeoutNanos())
        : Math.max(LEAST_ANSWER_NANOS, 50 * roundTripNanos);
  }

  /// Says that packets get lost: what does not come is not waited for so long any more.
  final void beHasty() {
    isHasty = true;
  }

  /// How long silence is watched: many times what an answer took.
  final long silenceNanos() {
    return Math.max(LEAST_SILENCE_NANOS, 20 * roundTripNanos);
  }

  /// Says how long a round trip took.
  final void setRoundTripNanos(long nanos) {
    roundTripNanos = nanos;
  }

  /// How long a round trip took when the test began.
  protected final Duration roundTripTime() {
    return Duration.ofNanos(roundTripNanos);
  }

  // --- the steps

  final Body body() {
    return steps().body();
  }

  /// A condition on a field holds at a step, be it the present one or one that holds always.
  final boolean verifyAt(
      String step,
      long frame,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return steps().checks().verifyAt(step, frame, passed, field, expected, actual);
  }

  // --- both ends

  final PacketPort packetPort() {
    return context().dut().packetPort().orElseThrow();
  }

  final UpperTester upperTester() {
    return context().dut().upperTester().orElseThrow();
  }

  interface UpperCall<T> {
    T call() throws UpperTesterException;
  }

  interface UpperDeed {
    void call() throws UpperTesterException;
  }

  final <T> T upper(UpperCall<T> call) throws TestException {
    try {
      return call.call();
    } catch (UpperTesterException e) {
      throw new TestException(
          e.kind() == UpperTesterException.Kind.REFUSED ? DUT : TESTER,
          "step " + body().step + ": " + e.getMessage());
    }
  }

  final void upper(UpperDeed deed) throws TestException {
    upper(() -> {
      deed.call();
      return true;
    });
  }

  interface LinkCall<T extends @Nullable Object> {
    T call() throws LinkException, InterruptedException;
  }

  static <T extends @Nullable Object> T link(LinkCall<T> call) throws TestException {
    try {
      return call.call();
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }
}
