package org.ibassay.device.hostile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// The data that a hostile device sends instead of its responses. None of it is a correct response.
public enum Hostility {
  GARBAGE("random bytes"),
  TRUNCATED("the answer, cut short"),
  OVERSIZED("the answer, with more after it"),
  WRONG_METHOD("another method; of the transport, another OpCode"),
  WRONG_ATTRIBUTE("another AttributeID or AttributeModifier; of the transport, another QP"),
  WRONG_TRANSACTION("another TransactionID; of the transport, another PSN"),
  UNASKED("well-formed packets that were not requested"),
  FLOOD("the same, without end"),
  ENDLESS("segments (RMPP) or READ responses without end"),
  SILENT("nothing, from then on"),
  MIXED("for each answer another of these, at random");

  private static final List<Hostility> PLAIN =
      Stream.of(values()).filter(h -> h != MIXED && h != FLOOD).toList();

  private final String meaning;

  Hostility(String meaning) {
    this.meaning = meaning;
  }

  /// Its name in a URI.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// A description for users.
  public String meaning() {
    return meaning;
  }

  /// The names of all kinds, as in URIs.
  public static List<String> words() {
    return Stream.of(values()).map(Hostility::word).toList();
  }

  /// Returns the kind with a name.
  public static Optional<Hostility> of(String word) {
    return Stream.of(values()).filter(hostility -> hostility.word().equals(word)).findFirst();
  }

  /// Returns the treatment of one response.
  Hostility once(SplittableRandom random) {
    return this == MIXED ? PLAIN.get(random.nextInt(PLAIN.size())) : this;
  }

  /// Time between the packets of a flood or an endless message, and before the first one.
  static final long GAP_NANOS = 1_000_000;
}
