package org.ibassay.link;

/// The first packet sent to a DUT since its last response: if the DUT has stopped responding, this
/// packet may be the cause.
public interface Unanswered {
  /// Its frame number in the capture; 0 if it was not captured.
  long frame();

  /// The time at which it was sent, by the link's clock.
  long sentAt();

  /// How many packets similar to the watched one were sent since then, this one included; 0 if this
  /// packet is not similar.
  long occurrence();

  /// Whether another one is the same packet, in another run of the same test.
  boolean isLike(Unanswered other);

  /// Whether another one was sent for the same purpose, so that either may stop a DUT that the
  /// other stops.
  boolean isAkin(Unanswered other);

  /// Whether the packet may have cut off a DUT that still works.
  boolean mayCutOff();
}
