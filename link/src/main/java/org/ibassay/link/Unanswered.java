package org.ibassay.link;

/// The first packet sent to a DUT since its last answer: if the DUT has died, this may be the
/// cause.
public interface Unanswered {
  /// Its number in the capture; 0 where it is not in it.
  long frame();

  /// When it was sent, by the link's clock.
  long sentAt();

  /// How many like the one that is watched were sent since then, this one included; 0 where it is
  /// not like that one.
  long occurrence();

  /// Whether another is the same, in another run of the same test.
  boolean isLike(Unanswered other);

  /// Whether another was sent for the same purpose, so that a DUT that dies of one may die of each.
  boolean isAkin(Unanswered other);

  /// Whether the DUT may well be alive after it, and only be cut off.
  boolean mayCutOff();
}
