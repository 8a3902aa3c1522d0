package org.ibassay.audit;

import org.ibassay.wire.packet.Service;
import org.jspecify.annotations.Nullable;

/// The two sides of a reliable connection, or one of them where the other was not found; of a
/// service that acknowledges nothing, what one host sends to one QP.
public final class Connection {
  private final Service service;
  private final Tally one;
  private @Nullable Tally other;
  private boolean isGone;

  Connection(Tally one) {
    this(Service.RC, one);
  }

  Connection(Service service, Tally one) {
    this.service = service;
    this.one = one;
  }

  /// Takes the other side, which was one of its own so far.
  void join(Tally partner, Connection before) {
    join(partner);
    before.isGone = true;
  }

  void join(Tally partner) {
    other = partner;
  }

  /// Whether it became a side of another one.
  boolean isGone() {
    return isGone;
  }

  /// Whether no packet was of it.
  boolean isEmpty() {
    Tally partner = other;
    return one.isEmpty() && (partner == null || partner.isEmpty());
  }

  /// Reliable, unreliable, or of datagrams.
  public Service service() {
    return service;
  }

  /// The side that was seen first.
  public Tally one() {
    return one;
  }

  /// The other; null when no packets could be told to be its.
  public @Nullable Tally other() {
    return other;
  }
}
