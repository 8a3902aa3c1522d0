package org.ibassay.suite.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What was found about the packets that one side of a connection sent.
public final class Tally {
  /// How many examples of a rule are kept.
  private static final int MOST_EXAMPLES = 8;

  private final FlowName name;
  private final Map<Rule, Count> counts = new EnumMap<>(Rule.class);
  private long requests;
  private long responses;

  Tally(FlowName name) {
    this.name = name;
  }

  /// Who sent the packets, and to whom.
  public FlowName name() {
    return name;
  }

  /// How many packets were requests.
  public long requests() {
    return requests;
  }

  /// How many packets were responses.
  public long responses() {
    return responses;
  }

  void count(boolean response) {
    if (response) {
      responses++;
    } else {
      requests++;
    }
  }

  /// How often a rule was looked at.
  public long checks(Rule rule) {
    Count count = counts.get(rule);
    return count == null ? 0 : count.checks;
  }

  /// How often it did not hold.
  public long failures(Rule rule) {
    Count count = counts.get(rule);
    return count == null ? 0 : count.failures;
  }

  /// In how many different ways: one packet that is missing makes several responses look wrong.
  long incidents(Rule rule) {
    Count count = counts.get(rule);
    return count == null ? 0 : count.incidents;
  }

  /// The first places where it did not hold.
  public List<Example> examples(Rule rule) {
    Count count = counts.get(rule);
    return count == null ? List.of() : Collections.unmodifiableList(count.examples);
  }

  void passed(Rule rule) {
    count(rule).checks++;
  }

  private Count count(Rule rule) {
    Count count = counts.get(rule);
    if (count == null) {
      count = new Count();
      counts.put(rule, count);
    }
    return count;
  }

  /// @param expected made only where it is kept; likewise `actual`
  void failed(Rule rule, long frame, int psn, Supplier<String> expected, Supplier<String> actual) {
    failed(rule, frame, psn, psn, expected, actual);
  }

  /// @param cause the PSN of the request that it is about
  void failed(
      Rule rule,
      long frame,
      int psn,
      int cause,
      Supplier<String> expected,
      Supplier<String> actual) {
    Count count = count(rule);
    count.checks++;
    count.failures++;
    if (count.incidents == 0 || count.lastPsn != cause) {
      count.incidents++;
      count.lastPsn = cause;
    }
    if (count.examples.size() < MOST_EXAMPLES) {
      count.examples.add(new Example(frame, psn, expected.get(), actual.get()));
    }
  }

  private static final class Count {
    long checks;
    long failures;
    long incidents;
    int lastPsn;
    final List<Example> examples = new ArrayList<>(0);
  }
}
