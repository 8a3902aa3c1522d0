package org.ibassay.link.upper;

import org.ibassay.link.LinkException;

/// Work of the tester's packet port that continues while a thread waits for something else:
/// especially answers to ARP and neighbor discovery, without which a DUT cannot connect a QP to the
/// tester.
@FunctionalInterface
public interface Pump {
  /// For a tester without a packet port.
  Pump NONE = () -> {};

  /// Handles all packets received, keeps those for others, and returns without waiting.
  ///
  /// @throws LinkException if the tester's side cannot receive or send
  void pump() throws LinkException;

  /// Records that the upper tester has answered.
  default void heard() {}
}
