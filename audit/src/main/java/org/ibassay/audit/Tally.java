package org.ibassay.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.audit.Rule.Evidence;
import org.jspecify.annotations.Nullable;

/// Findings on the packets that one side of a connection sent.
///
/// A long capture has many connections, and few of them depart: so this is small until they do.
@SuppressWarnings("EnumOrdinal") // an EnumMap would box every number
public final class Tally {
  /// How many examples of a rule are kept.
  private static final int MOST_EXAMPLES = 8;

  private static final int RULES = Rule.values().length;

  private final FlowName name;
  private final long[] passes;
  private boolean asksForAck;

  /// Whether some responses could have been of it or of another connection.
  boolean hasRivals;

  /// Whether its QP had the same PSNs in another connection: where packets are missing, late or in
  /// the capture twice, one cannot be distinguished from the other.
  boolean isConfusable;

  /// How often its responses agreed with the requests in more than the PSN.
  private int agreed;

  /// How many responses named a PSN of no request.
  private int unexplained;

  /// Of MADs: when the last one was sent, and those the other way round.
  long lastNanos;

  @Nullable Tally back;

  /// Whether packets of it came again or out of order, though the service repeats none.
  boolean isOdd;

  private @Nullable RuleFindings @Nullable [] byRule;
  private long requests;
  private long responses;

  /// Holds back what is found, but for what one packet shows by itself; null mostly.
  @Nullable Restart restart;

  /// @param passes how often each rule held, of all tallies together
  Tally(FlowName name, long[] passes) {
    this.name = name;
    this.passes = passes;
  }

  static long[] noPasses() {
    return new long[RULES];
  }

  /// One for another connection.
  Tally anew() {
    restart = null; // nothing more comes of this one
    return new Tally(name, passes);
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

  boolean isEmpty() {
    return requests + responses == 0 && isClean();
  }

  void count(boolean response) {
    if (response) {
      responses++;
    } else {
      requests++;
    }
  }

  /// Whether every rule held.
  boolean isClean() {
    return byRule == null;
  }

  /// How often it did not hold.
  public long failures(Rule rule) {
    RuleFindings found = byRule(rule);
    return found == null ? 0 : found.failures;
  }

  /// In how many different ways: one packet that is missing makes several responses look wrong.
  long incidents(Rule rule) {
    RuleFindings found = byRule(rule);
    return found == null ? 0 : found.incidents;
  }

  /// Whether its responses may be of another connection: since they could not be distinguished from
  /// those, or disagree so often with the requests that they seem to answer, in what does not
  /// follow from the PSN, that they rather agree by chance.
  ///
  /// @param odd whether the capture is not just as it was on the wire
  boolean mayBeOfAnother(boolean odd) {
    long against =
        unexplained
            + failures(Rule.MSN)
            + failures(Rule.READ_RESPONSE)
            + failures(Rule.RESPONSE_KIND);
    return hasRivals || (odd && isConfusable) || 3 * against > agreed;
  }

  /// The first places where it did not hold.
  public List<FindingExample> examples(Rule rule) {
    RuleFindings found = byRule(rule);
    return found == null ? List.of() : Collections.unmodifiableList(found.examples);
  }

  private @Nullable RuleFindings byRule(Rule rule) {
    return byRule == null ? null : byRule[rule.ordinal()];
  }

  void passed(Rule rule) {
    passes[rule.ordinal()]++;
    asksForAck |= rule == Rule.ACK_ASKED;
    agreed += rule == Rule.MSN || rule == Rule.READ_RESPONSE ? 1 : 0;
  }

  void unexplained() {
    unexplained++;
  }

  boolean asksForAck() {
    return asksForAck;
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
    Restart pending = restart;
    if (pending == null || rule.evidence() == Evidence.PACKET) {
      found(rule, cause, () -> new FindingExample(frame, psn, expected.get(), actual.get()));
    } else {
      pending.hold(() -> {
        FindingExample example = new FindingExample(frame, psn, expected.get(), actual.get());
        return () -> found(rule, cause, () -> example);
      });
    }
  }

  private void found(Rule rule, int cause, Supplier<FindingExample> example) {
    RuleFindings found = begin(rule);
    found.failures++;
    if (found.incidents == 0 || found.lastPsn != cause) {
      found.incidents++;
      found.lastPsn = cause;
    }
    if (found.examples.size() < MOST_EXAMPLES) {
      found.examples.add(example.get());
    }
  }

  private RuleFindings begin(Rule rule) {
    if (byRule == null) {
      byRule = new @Nullable RuleFindings[RULES];
    }
    RuleFindings found = byRule[rule.ordinal()];
    if (found == null) {
      found = new RuleFindings();
      byRule[rule.ordinal()] = found;
    }
    return found;
  }

  /// From one rule.
  private static final class RuleFindings {
    long failures;
    long incidents;
    int lastPsn;
    final List<FindingExample> examples = new ArrayList<>(1);
  }
}
