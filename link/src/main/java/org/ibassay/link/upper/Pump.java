package org.ibassay.link.upper;

import org.ibassay.link.LinkException;

/// Work that the tester's packet port continues while a thread waits for something else: above all
/// answering ARP and neighbour discovery, without which a DUT cannot connect a QP to the tester.
@FunctionalInterface
public interface Pump {
  /// For a tester without a packet port.
  Pump NONE = () -> {};

  /// Handles what has come in, keeps what is not its own for later, and returns without waiting.
  ///
  /// @throws LinkException when the tester's side cannot receive or send
  void pump() throws LinkException;

  /// Notes that the upper tester has answered.
  default void heard() {}
}
