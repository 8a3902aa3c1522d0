package org.ibassay.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.audit.Rule.Evidence;
import org.jspecify.annotations.Nullable;

/// Findings on the packets that one side of a connection sent.
///
/// A long capture has many connections, and few of them with findings: so an object is small until
/// it has some.
@SuppressWarnings("EnumOrdinal") // an EnumMap would box every number
public final class Tally {
  /// The number of examples kept for each rule.
  private static final int MOST_EXAMPLES = 8;

  private static final int RULES = Rule.values().length;

  private final FlowName name;
  private final long[] passes;
  private boolean asksForAck;

  /// Whether some responses could belong to it or to another connection.
  boolean hasRivals;

  /// Whether its QP had the same PSNs in another connection: if packets are missing, late or
  /// duplicated, the two cannot be distinguished.
  boolean isConfusable;

  /// How often its responses agreed with the requests in more than the PSN.
  private int agreed;

  /// Number of responses with a PSN of no request.
  private int unexplained;

  /// For MADs: times of the last one, and of the last one in the opposite direction.
  long lastNanos;

  @Nullable Tally back;

  /// Whether its packets were repeated or out of order, although the service has no retries.
  boolean isOdd;

  private @Nullable RuleFindings @Nullable [] byRule;
  private long requests;
  private long responses;

  /// Withholds findings, except those in a single packet; usually null.
  @Nullable Restart restart;

  /// @param passes how often each rule held, in all tallies together
  Tally(FlowName name, long[] passes) {
    this.name = name;
    this.passes = passes;
  }

  static long[] noPasses() {
    return new long[RULES];
  }

  /// Returns a tally for another connection.
  Tally anew() {
    restart = null; // the old tally gets no more findings
    return new Tally(name, passes);
  }

  /// The sender and the receiver of the packets.
  public FlowName name() {
    return name;
  }

  /// Number of request packets.
  public long requests() {
    return requests;
  }

  /// Number of response packets.
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

  /// Whether no rule was violated.
  boolean isClean() {
    return byRule == null;
  }

  /// The number of violations of a rule.
  public long failures(Rule rule) {
    RuleFindings found = byRule(rule);
    return found == null ? 0 : found.failures;
  }

  /// The number of different violations: a single missing packet makes several responses look
  /// wrong.
  long incidents(Rule rule) {
    RuleFindings found = byRule(rule);
    return found == null ? 0 : found.incidents;
  }

  /// Whether its responses may belong to another connection: they could not be distinguished, or
  /// disagree with the requests so often, in values that do not follow from the PSN, that agreement
  /// is likely accidental.
  ///
  /// @param odd whether the capture differs from what was on the wire
  boolean mayBeOfAnother(boolean odd) {
    long against =
        unexplained
            + failures(Rule.MSN)
            + failures(Rule.READ_RESPONSE)
            + failures(Rule.RESPONSE_KIND);
    return hasRivals || (odd && isConfusable) || 3 * against > agreed;
  }

  /// The first violations of a rule.
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

  /// @param expected called only if the text is needed; likewise `actual`
  void failed(Rule rule, long frame, int psn, Supplier<String> expected, Supplier<String> actual) {
    failed(rule, frame, psn, psn, expected, actual);
  }

  /// @param cause PSN of the request concerned
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

  /// The findings of one rule.
  private static final class RuleFindings {
    long failures;
    long incidents;
    int lastPsn;
    final List<FindingExample> examples = new ArrayList<>(1);
  }
}
