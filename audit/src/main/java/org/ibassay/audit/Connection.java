package org.ibassay.audit;

import org.ibassay.wire.packet.Service;
import org.jspecify.annotations.Nullable;

/// The two sides of a reliable connection, or one side if the other was not found; for an
/// unacknowledged service, the packets from one host to one QP.
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

  /// Adds the other side, which had its own connection so far.
  void join(Tally partner, Connection before) {
    join(partner);
    before.isGone = true;
  }

  void join(Tally partner) {
    other = partner;
  }

  /// Whether it has become a side of another connection.
  boolean isGone() {
    return isGone;
  }

  /// Whether it has no packets.
  boolean isEmpty() {
    Tally partner = other;
    return one.isEmpty() && (partner == null || partner.isEmpty());
  }

  /// Reliable connection, unreliable connection, or datagrams.
  public Service service() {
    return service;
  }

  /// The side seen first.
  public Tally one() {
    return one;
  }

  /// The other side; null if no packets could be attributed to it.
  public @Nullable Tally other() {
    return other;
  }
}
