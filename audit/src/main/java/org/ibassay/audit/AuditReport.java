package org.ibassay.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.audit.Rule.Evidence;
import org.jspecify.annotations.Nullable;

/// What an audit found.
///
/// @param packets how many were of reliable connections
/// @param others how many were not
/// @param checks how many checks were made whose outcome counts
/// @param connections in the order of their first packets
/// @param findings what departs from the rules, by connection
/// @param unjudged what could not be judged, and how often
/// @param missing how many packets are missing in the capture, at least
@SuppressWarnings("EnumOrdinal") // an EnumMap would box every number
public record AuditReport(
    long packets,
    long others,
    long checks,
    List<Connection> connections,
    List<Finding> findings,
    Map<Doubt, Long> unjudged,
    long missing) {
  /// How often one sender must show what a few missing packets could explain.
  private static final int OFTEN = 3;

  private static final List<Rule> RULES = List.of(Rule.values());

  /// A non-conformance of one side of a connection.
  ///
  /// @param sender whose packets depart
  /// @param count how often
  /// @param examples the first few
  public record Finding(
      Connection connection,
      FlowName sender,
      Rule rule,
      long count,
      List<FindingExample> examples) {
    /// Copies the list.
    public Finding {
      examples = List.copyOf(examples);
    }
  }

  /// Copies the lists.
  public AuditReport {
    connections = List.copyOf(connections);
    findings = List.copyOf(findings);
    unjudged = Map.copyOf(unjudged);
  }

  /// @param passes how often each rule held
  static AuditReport of(
      long packets,
      long others,
      long[] passes,
      boolean complete,
      List<Connection> connections,
      Losses losses,
      Doubts doubts) {
    Map<String, Map<Rule, Long>> incidents = new HashMap<>();
    Set<String> asking = new HashSet<>();
    for (Connection connection : connections) {
      add(incidents, asking, connection.one());
      Tally other = connection.other();
      if (other != null) {
        add(incidents, asking, other);
      }
    }
    boolean isOdd =
        losses.any()
            || doubts.has(Doubt.AGAIN)
            || doubts.has(Doubt.DELAYED)
            || doubts.has(Doubt.UNEXPLAINED);
    List<Finding> findings = new ArrayList<>();
    for (Connection connection : connections) {
      if (isClean(connection)) {
        continue;
      }
      boolean isPair = complete || isPair(connection, isOdd);
      for (Tally tally : sides(connection)) {
        if (tally.isClean()) {
          continue;
        }
        String sender = tally.name().source();
        boolean asks = asking.contains(sender);
        Map<Rule, Long> often = incidents.getOrDefault(sender, Map.of());
        for (Rule rule : RULES) {
          long count = tally.failures(rule);
          Doubt doubt =
              isPair || rule.evidence() != Evidence.TRACE
                  ? doubt(rule, complete, losses, often.getOrDefault(rule, 0L), asks)
                  : Doubt.NOT_A_PAIR;
          if (count > 0 && doubt == null) {
            findings.add(new Finding(connection, tally.name(), rule, count, tally.examples(rule)));
          } else if (count > 0 && doubt != null) {
            doubts.add(doubt, count);
          }
        }
      }
    }
    long checks = findings.stream().mapToLong(Finding::count).sum();
    for (Rule rule : RULES) {
      Doubt doubt = doubt(rule, complete, losses, OFTEN, false);
      checks += doubt == null || doubt == Doubt.FEW ? passes[rule.ordinal()] : 0;
    }
    if (losses.missing() > 0 && !complete) {
      doubts.add(Doubt.LOST, losses.missing());
    }
    return new AuditReport(
        packets, others, checks, connections, findings, doubts.asMap(), losses.missing());
  }

  /// Why a rule's non-conformances are none; null when they are.
  ///
  /// @param often how often the sender shows them
  /// @param asks whether it asks for acknowledges in some connection
  private static @Nullable Doubt doubt(
      Rule rule, boolean complete, Losses losses, long often, boolean asks) {
    boolean isHabit = rule.evidence() == Evidence.HABIT;
    if (complete && isHabit) {
      return asks || often < OFTEN ? Doubt.FEW : null;
    }
    if (complete || rule.evidence() == Evidence.PACKET) {
      return null;
    }
    if (rule.evidence() == Evidence.ALL || isHabit) {
      return Doubt.NOT_COMPLETE;
    }
    Doubt ofAll = losses.doubt();
    return ofAll == null && often < OFTEN ? Doubt.FEW : ofAll;
  }

  /// Counts the incidents of each sender, and notes who asks for acknowledges.
  private static void add(Map<String, Map<Rule, Long>> incidents, Set<String> asking, Tally tally) {
    if (tally.asksForAck()) {
      asking.add(tally.name().source());
    }
    if (!tally.isClean()) {
      Map<Rule, Long> sum =
          incidents.computeIfAbsent(tally.name().source(), _ -> new EnumMap<>(Rule.class));
      for (Rule rule : RULES) {
        long here = tally.incidents(rule);
        if (here > 0) {
          sum.merge(rule, here, Long::sum);
        }
      }
    }
  }

  private static boolean isClean(Connection connection) {
    Tally other = connection.other();
    return connection.one().isClean() && (other == null || other.isClean());
  }

  private static boolean isPair(Connection connection, boolean odd) {
    Tally other = connection.other();
    return !connection.one().mayBeOfAnother(odd) && (other == null || !other.mayBeOfAnother(odd));
  }

  private static List<Tally> sides(Connection connection) {
    Tally other = connection.other();
    return other == null ? List.of(connection.one()) : List.of(connection.one(), other);
  }
}
