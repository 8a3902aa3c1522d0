package org.ibassay.device.hostile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// The data that a hostile device sends instead of its answers. None of it is a right answer.
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
  SILENT("nothing any more"),
  MIXED("for each answer another of these, at random");

  private static final List<Hostility> PLAIN =
      Stream.of(values()).filter(h -> h != MIXED && h != FLOOD).toList();

  private final String meaning;

  Hostility(String meaning) {
    this.meaning = meaning;
  }

  /// As it stands in a URI.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// For people.
  public String meaning() {
    return meaning;
  }

  /// All of them, as they stand in URIs.
  public static List<String> words() {
    return Stream.of(values()).map(Hostility::word).toList();
  }

  /// The one that a URI names.
  public static Optional<Hostility> of(String word) {
    return Stream.of(values()).filter(hostility -> hostility.word().equals(word)).findFirst();
  }

  /// Returns the treatment of one answer.
  Hostility once(SplittableRandom random) {
    return this == MIXED ? PLAIN.get(random.nextInt(PLAIN.size())) : this;
  }

  /// How long after the answer was due each packet of a flood comes, or of what has no end.
  static final long GAP_NANOS = 1_000_000;
}
