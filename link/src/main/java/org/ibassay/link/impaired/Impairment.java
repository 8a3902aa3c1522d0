package org.ibassay.link.impaired;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.packet.Carrier;

/// How badly a link is to treat packets, in both directions alike. Every DUT URI may ask for it, by
/// [#PARAMETERS].
///
/// @param loss probability that a packet gets lost
/// @param duplicate probability that it comes twice
/// @param reorder probability that it is held back, so that later ones overtake it
/// @param delayNanos how much later a packet comes, at most: each at random
/// @param lose which packet of each test gets lost, counted from 1 in both directions together; 0
///   for none
/// @param seed of all that is random
public record Impairment(
    double loss, double duplicate, double reorder, long delayNanos, int lose, long seed) {

  /// A link that does nothing of the kind.
  public static final Impairment NONE = new Impairment(0, 0, 0, 0, 0, 1);

  private static final long MILLISECOND = 1_000_000;
  private static final int LONGEST_DELAY_MILLIS = 60_000;
  private static final int LAST_LOST = 0xFFFF;
  private static final int LAST_SEED = 0xFFFF;

  private static final UriParameter<Double> LOSS =
      probability("loss", "probability that a packet gets lost");
  private static final UriParameter<Double> DUPLICATE =
      probability("duplicate", "probability that a packet comes twice");
  private static final UriParameter<Double> REORDER =
      probability("reorder", "probability that a packet is held back for up to 10 ms");
  private static final UriParameter<Long> DELAY =
      UriParameter.number(
          "delay",
          0,
          LONGEST_DELAY_MILLIS,
          "how many milliseconds later a packet comes at most, each at random");
  private static final UriParameter<Long> LOSE =
      UriParameter.number(
          "lose",
          0,
          LAST_LOST,
          "which one packet of each test gets lost, counted from 1 in the order in which the tester"
              + " sends or receives them; 0: none");
  private static final UriParameter<Long> SEED =
      UriParameter.number("seed", 0, LAST_SEED, "of all that is random; default: 1");

  /// Parameters of every DUT URI, beside those of its driver.
  public static final List<UriParameter<?>> PARAMETERS =
      List.of(LOSS, DUPLICATE, REORDER, DELAY, LOSE, SEED);

  /// Reads the impairment that a URI asks for.
  ///
  /// @throws DutUriException names the parameter and what may be given
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

  /// Whether packets are left alone.
  public boolean isNone() {
    return loss == 0 && duplicate == 0 && reorder == 0 && delayNanos == 0 && lose == 0;
  }

  /// A link that treats management datagrams so; itself if they are left alone.
  ///
  /// @param index tells links of the same URI apart, whose packets are not to share their fate
  public MadLink on(MadLink link, int index) {
    return isNone() ? link : new ImpairedMadLink(link, new Fate(this, index));
  }

  /// A carrier that treats packets of the transport so; itself if they are left alone.
  public Carrier on(Carrier carrier) {
    return isNone() ? carrier : new ImpairedCarrier(carrier, new Fate(this, -1));
  }
}
