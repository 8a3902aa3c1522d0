package org.ibassay.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.audit.Rule.Evidence;
import org.jspecify.annotations.Nullable;

/// The result of an audit.
///
/// @param packets number of packets judged: of reliable and unreliable connections, and datagrams
/// @param others number of other packets
/// @param checks number of checks with a result
/// @param connections in the order of their first packets
/// @param findings non-conformances, by connection
/// @param unjudged what could not be judged, and how often
/// @param missing the minimum number of packets missing in the capture
@SuppressWarnings("EnumOrdinal") // an EnumMap would box every number
public record AuditReport(
    long packets,
    long others,
    long checks,
    List<Connection> connections,
    List<Finding> findings,
    Map<Doubt, Long> unjudged,
    long missing) {
  /// How often one sender must show what a few missing packets could cause.
  private static final int OFTEN = 3;

  private static final List<Rule> RULES = List.of(Rule.values());

  /// A non-conformance of one side of a connection.
  ///
  /// @param sender the sender of the packets
  /// @param count number of occurrences
  /// @param examples the first occurrences
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
    Map<String, Sender> senders = new HashMap<>();
    for (Connection connection : connections) {
      add(senders, connection.one());
      Tally other = connection.other();
      if (other != null) {
        add(senders, other);
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
        Sender sender = add(senders, tally.name().source());
        for (Rule rule : RULES) {
          long count = tally.failures(rule);
          Doubt doubt =
              isPair || rule.evidence() != Evidence.TRACE
                  ? doubt(rule, complete, losses, sender)
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
      Doubt doubt = doubt(rule, complete, losses);
      checks += doubt == null || doubt == Doubt.FEW ? passes[rule.ordinal()] : 0;
    }
    if (losses.missing() > 0 && !complete) {
      doubts.add(Doubt.LOST, losses.missing());
    }
    return new AuditReport(
        packets, others, checks, connections, findings, doubts.asMap(), losses.missing());
  }

  /// Why a sender's non-conformances are not counted; null if they are.
  private static @Nullable Doubt doubt(Rule rule, boolean complete, Losses losses, Sender sender) {
    Evidence evidence = rule.evidence();
    boolean isOften = sender.incidents(rule) >= OFTEN;
    if (complete && evidence == Evidence.HABIT) {
      return sender.asksForAck() || !isOften ? Doubt.FEW : null;
    }
    if (!complete && evidence == Evidence.STREAM && sender.isOdd()) {
      return Doubt.ODD_STREAM;
    }
    Doubt ofAll = doubt(rule, complete, losses);
    boolean isCertain = complete || evidence == Evidence.PACKET;
    return ofAll == null && !isCertain && !isOften ? Doubt.FEW : ofAll;
  }

  /// Why a rule cannot be judged in this capture, for any sender; null if it can.
  private static @Nullable Doubt doubt(Rule rule, boolean complete, Losses losses) {
    return complete
        ? null
        : switch (rule.evidence()) {
          case PACKET, STREAM -> null;
          case DIALOG -> losses.ofDialogs();
          case DIRECTION, TRACE -> losses.doubt();
          case ALL, HABIT -> Doubt.NOT_COMPLETE;
        };
  }

  private static void add(Map<String, Sender> senders, Tally tally) {
    add(senders, tally.name().source()).add(tally);
  }

  private static Sender add(Map<String, Sender> senders, String name) {
    return senders.computeIfAbsent(name, _ -> new Sender());
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
