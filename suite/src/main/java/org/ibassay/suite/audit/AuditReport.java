package org.ibassay.suite.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.suite.audit.Rule.Evidence;
import org.jspecify.annotations.Nullable;

/// What an audit came to.
///
/// @param packets how many were of reliable connections
/// @param others how many were not
/// @param checks how many checks were made whose outcome counts
/// @param connections in the order of their first packets
/// @param findings what departs from the rules, by connection
/// @param unjudged what could not be judged, and how often
/// @param missing how many packets are missing in the capture, at least
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

  /// A departure of one side of a connection.
  ///
  /// @param sender whose packets depart
  /// @param count how often
  /// @param examples the first few
  public record Finding(
      Connection connection, FlowName sender, Rule rule, long count, List<Example> examples) {
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

  static AuditReport of(
      long packets,
      long others,
      boolean complete,
      List<Connection> connections,
      Losses losses,
      Doubts doubts) {
    Map<String, Map<Rule, Long>> incidents = new HashMap<>();
    connections.forEach(connection -> add(incidents, connection));
    Set<String> able = new HashSet<>();
    connections.forEach(connection -> addAble(able, connection));
    List<Finding> findings = new ArrayList<>();
    long checks = 0;
    for (Connection connection : connections) {
      boolean isPair = complete || sides(connection).stream().noneMatch(Tally::isContradicted);
      for (Tally tally : sides(connection)) {
        Map<Rule, Long> often = incidents.getOrDefault(tally.name().source(), Map.of());
        for (Rule rule : RULES) {
          long count = tally.failures(rule);
          Doubt doubt =
              rule.evidence() == Evidence.HABIT && able.contains(tally.name().source())
                  ? Doubt.FEW
                  : rule.evidence() == Evidence.TRACE && !isPair
                      ? Doubt.NOT_A_PAIR
                      : doubt(rule, complete, losses, often.getOrDefault(rule, 0L));
          if (doubt == null || (doubt == Doubt.FEW && count == 0)) {
            checks += tally.checks(rule);
          }
          if (count > 0 && doubt == null) {
            findings.add(new Finding(connection, tally.name(), rule, count, tally.examples(rule)));
          } else if (count > 0 && doubt != null) {
            doubts.add(doubt, count);
          }
        }
      }
    }
    if (losses.missing() > 0 && !complete) {
      doubts.add(Doubt.LOST, losses.missing());
    }
    return new AuditReport(
        packets, others, checks, connections, findings, doubts.asMap(), losses.missing());
  }

  /// Why a rule's departures are none; null when they are.
  private static @Nullable Doubt doubt(Rule rule, boolean complete, Losses losses, long often) {
    boolean isHabit = rule.evidence() == Evidence.HABIT;
    if (complete && isHabit) {
      return often < OFTEN ? Doubt.FEW : null;
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

  /// Counts the incidents of each sender.
  private static void add(Map<String, Map<Rule, Long>> incidents, Connection connection) {
    for (Tally tally : sides(connection)) {
      if (!tally.isClean()) {
        Map<Rule, Long> sum =
            incidents.computeIfAbsent(tally.name().source(), _ -> new EnumMap<>(Rule.class));
        for (Rule rule : RULES) {
          sum.merge(rule, tally.incidents(rule), Long::sum);
        }
      }
    }
  }

  /// Notes who does in one connection what is missing in another.
  private static void addAble(Set<String> able, Connection connection) {
    for (Tally tally : sides(connection)) {
      if (tally.checks(Rule.ACK_ASKED) > tally.failures(Rule.ACK_ASKED)) {
        able.add(tally.name().source());
      }
    }
  }

  private static List<Tally> sides(Connection connection) {
    Tally other = connection.other();
    return other == null ? List.of(connection.one()) : List.of(connection.one(), other);
  }
}
