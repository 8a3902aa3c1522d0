package org.ibassay.audit;

import java.util.EnumMap;
import java.util.Map;

/// The incidents of one host in all of its connections.
final class Sender {
  private final Map<Rule, Long> incidents = new EnumMap<>(Rule.class);
  private boolean asksForAck;
  private boolean isOdd;

  void add(Tally tally) {
    asksForAck |= tally.asksForAck();
    isOdd |= tally.isOdd;
    if (tally.isClean()) {
      return;
    }
    for (Rule rule : Rule.values()) {
      long here = tally.incidents(rule);
      if (here > 0) {
        incidents.merge(rule, here, Long::sum);
      }
    }
  }

  /// The number of different violations of a rule.
  long incidents(Rule rule) {
    return incidents.getOrDefault(rule, 0L);
  }

  /// Whether it requests acknowledgments in any connection.
  boolean asksForAck() {
    return asksForAck;
  }

  /// Whether packets of its unreliable connections were repeated or out of order.
  boolean isOdd() {
    return isOdd;
  }
}
