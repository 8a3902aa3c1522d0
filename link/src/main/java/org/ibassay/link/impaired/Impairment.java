package org.ibassay.link.impaired;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.MadLink;
import org.ibassay.link.packet.Carrier;

/// How badly a link is to treat packets, in both directions alike. Every DUT URI may ask for it, by
/// the parameters of [Parameter].
///
/// @param loss probability that a packet gets lost
/// @param duplicate probability that it comes twice
/// @param reorder probability that it is held back, so that later ones overtake it
/// @param delayNanos how much later a packet comes, at most: each at random
/// @param lose which packet gets lost, counted from 1 in both directions together; 0 for none
/// @param seed of all that is random
public record Impairment(
    double loss, double duplicate, double reorder, long delayNanos, int lose, long seed) {

  /// A link that does nothing of the kind.
  public static final Impairment NONE = new Impairment(0, 0, 0, 0, 0, 1);

  /// `seed` of a URI: of these parameters, and of whatever else is random there.
  public static final String SEED = "seed";

  private static final long MILLISECOND = 1_000_000;
  private static final int LONGEST_DELAY_MILLIS = 60_000;
  private static final int LAST_LOST = 0xFFFF;

  /// What a URI may ask for.
  public enum Parameter {
    /// See [Impairment#loss].
    LOSS("loss", "probability that a packet gets lost, 0 to 1"),
    /// See [Impairment#duplicate].
    DUPLICATE("duplicate", "probability that a packet comes twice, 0 to 1"),
    /// See [Impairment#reorder].
    REORDER("reorder", "probability that a packet is held back for up to 10 ms, 0 to 1"),
    /// See [Impairment#delayNanos].
    DELAY("delay", "how many milliseconds later a packet comes at most, each at random"),
    /// See [Impairment#lose].
    LOSE(
        "lose",
        "which one packet gets lost, counted from 1 in the order in which the tester sends or"
            + " receives them; 0: none");

    private final String word;
    private final String meaning;

    Parameter(String word, String meaning) {
      this.word = word;
      this.meaning = meaning;
    }

    /// As it stands in a URI.
    public String word() {
      return word;
    }

    /// For people.
    public String meaning() {
      return meaning;
    }
  }

  /// What a URI asks for.
  ///
  /// @throws DutUriException names the parameter and what may be given
  public static Impairment of(DutUri uri) throws DutUriException {
    return new Impairment(
        probability(uri, Parameter.LOSS),
        probability(uri, Parameter.DUPLICATE),
        probability(uri, Parameter.REORDER),
        uri.number(Parameter.DELAY.word(), 0, 0, LONGEST_DELAY_MILLIS) * MILLISECOND,
        (int) uri.number(Parameter.LOSE.word(), 0, 0, LAST_LOST),
        uri.number(SEED, 1, 0, 0xFFFF));
  }

  /// The names of parameters that a driver understands, those of [Parameter] and `seed` included.
  ///
  /// @param own the driver's
  public static String[] allowedBeside(String... own) {
    List<String> words = Arrays.stream(Parameter.values()).map(Parameter::word).toList();
    return Stream.of(Stream.of(own), words.stream(), Stream.of(SEED))
        .flatMap(s -> s)
        .distinct()
        .toArray(String[]::new);
  }

  private static double probability(DutUri uri, Parameter parameter) throws DutUriException {
    Optional<String> value = uri.single(parameter.word());
    if (value.isEmpty()) {
      return 0;
    }
    try {
      double probability = Double.parseDouble(value.get());
      if (probability >= 0 && probability <= 1) {
        return probability;
      }
    } catch (NumberFormatException e) {
      // said below, as for a number out of bounds
    }
    throw new DutUriException(
        uri.text(), parameter.word() + "=" + value.get() + ": expected a number from 0 to 1");
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
