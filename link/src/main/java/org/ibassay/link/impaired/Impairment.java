package org.ibassay.link.impaired;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.packet.Carrier;

/// How a link impairs packets, in both directions. Every DUT URI may request it, with
/// [#PARAMETERS].
///
/// @param loss probability that a packet is lost
/// @param duplicate probability that it is duplicated
/// @param reorder probability that it is delayed so that later ones overtake it
/// @param delayNanos maximum random delay of a packet
/// @param lose number of the packet of each test that is lost, counted from 1 in both directions
///   together; 0 for none
/// @param seed seed of all random decisions
public record Impairment(
    double loss, double duplicate, double reorder, long delayNanos, int lose, long seed) {

  /// A link without impairment.
  public static final Impairment NONE = new Impairment(0, 0, 0, 0, 0, 1);

  private static final long MILLISECOND = 1_000_000;
  private static final int LONGEST_DELAY_MILLIS = 60_000;
  private static final int LAST_LOST = 0xFFFF;
  private static final int LAST_SEED = 0xFFFF;

  private static final UriParameter<Double> LOSS =
      probability("loss", "probability that a packet gets lost");
  private static final UriParameter<Double> DUPLICATE =
      probability("duplicate", "probability that a packet is delivered twice");
  private static final UriParameter<Double> REORDER =
      probability("reorder", "probability that a packet is held back for up to 10 ms");
  private static final UriParameter<Long> DELAY =
      UriParameter.number(
          "delay",
          0,
          LONGEST_DELAY_MILLIS,
          "longest delay of a packet, in milliseconds; each at random");
  private static final UriParameter<Long> LOSE =
      UriParameter.number(
          "lose",
          0,
          LAST_LOST,
          "which one packet of each test gets lost, counted from 1 in the order in which the tester"
              + " sends or receives them; 0: none");
  private static final UriParameter<Long> SEED =
      UriParameter.number("seed", 0, LAST_SEED, "of all that is random; default: 1");

  /// The parameters of every DUT URI, in addition to those of its driver.
  public static final List<UriParameter<?>> PARAMETERS =
      List.of(LOSS, DUPLICATE, REORDER, DELAY, LOSE, SEED);

  /// Returns the impairment that a URI requests.
  ///
  /// @throws DutUriException names the parameter and the values allowed
  public static Impairment of(DutUri uri) throws DutUriException {
    return new Impairment(
        LOSS.in(uri).orElse(0.0),
        DUPLICATE.in(uri).orElse(0.0),
        REORDER.in(uri).orElse(0.0),
        DELAY.in(uri).orElse(0L) * MILLISECOND,
        LOSE.in(uri).orElse(0L).intValue(),
        SEED.in(uri).orElse(1L));
  }

  /// [#PARAMETERS] after a driver's own.
  public static List<UriParameter<?>> beside(List<UriParameter<?>> own) {
    return Stream.<UriParameter<?>>concat(own.stream(), PARAMETERS.stream()).toList();
  }

  private static UriParameter<Double> probability(String name, String meaning) {
    return new UriParameter<>(
        name, "0 to 1", meaning, "a number from 0 to 1", Impairment::probability);
  }

  private static Optional<Double> probability(String text) {
    try {
      return Optional.of(Double.parseDouble(text)).filter(p -> p >= 0 && p <= 1);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// Whether packets are not impaired.
  public boolean isNone() {
    return loss == 0 && duplicate == 0 && reorder == 0 && delayNanos == 0 && lose == 0;
  }

  /// Returns a link that impairs management datagrams; the link itself if there is no impairment.
  ///
  /// @param index distinguishes links of the same URI, whose packets are impaired independently
  public MadLink on(MadLink link, int index) {
    return isNone() ? link : new ImpairedMadLink(link, new Fate(this, index));
  }

  /// Returns a carrier that impairs transport packets; the carrier itself if there is no
  /// impairment.
  public Carrier on(Carrier carrier) {
    return isNone() ? carrier : new ImpairedCarrier(carrier, new Fate(this, -1));
  }
}
