package org.ibassay.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.audit.AuditReport;
import org.ibassay.audit.AuditReport.Finding;
import org.ibassay.audit.Connection;
import org.ibassay.audit.Doubt;
import org.ibassay.audit.FindingExample;
import org.ibassay.audit.FlowName;
import org.ibassay.audit.Rule;
import org.ibassay.audit.Tally;
import org.ibassay.link.capture.Damage;
import org.ibassay.wire.packet.Service;
import org.jspecify.annotations.Nullable;

/// Formats the result of an audit, for a terminal and as JSON.
final class AuditText {
  /// How many connections without a finding are listed.
  private static final int MOST_CLEAN = 20;

  private static final int MOST_EXAMPLES = 3;

  private final PrintWriter out;

  AuditText(PrintWriter out) {
    this.out = out;
  }

  void print(Path file, AuditReport report) {
    Map<Connection, List<Finding>> findings =
        report.findings().stream()
            .collect(
                Collectors.groupingBy(
                    Finding::connection, LinkedHashMap::new, Collectors.toList()));
    int clean = 0;
    for (Connection connection : report.connections()) {
      List<Finding> here = findings.getOrDefault(connection, List.of());
      if (!here.isEmpty() || clean++ < MOST_CLEAN) {
        print(connection, here);
      }
    }
    if (clean > MOST_CLEAN) {
      line(0, "and " + Text.count(clean - MOST_CLEAN, "connection") + " without a finding");
    }
    if (!report.unjudged().isEmpty()) {
      out.println();
      line(0, "Not judged:");
      inOrder(report).forEach((doubt, times) -> line(2, "- " + doubt.text() + ": " + times));
    }
    out.println();
    line(0, summary(file, report));
  }

  private static Map<Doubt, Long> inOrder(AuditReport report) {
    Map<Doubt, Long> sorted = new LinkedHashMap<>();
    Stream.of(Doubt.values())
        .filter(report.unjudged()::containsKey)
        .forEach(doubt -> sorted.put(doubt, report.unjudged().getOrDefault(doubt, 0L)));
    return sorted;
  }

  private void print(Connection connection, List<Finding> findings) {
    Tally one = connection.one();
    Tally other = connection.other();
    line(0, name(connection));
    if (connection.service() != Service.RC) {
      line(2, one.name().source() + " sent " + Text.count(one.requests(), "packet"));
      findings.forEach(this::print);
      return;
    }
    side(one);
    if (other == null) {
      line(2, "the other direction was not found or could not be matched to this connection");
    } else {
      side(other);
    }
    findings.forEach(this::print);
  }

  private void side(Tally tally) {
    line(
        2,
        tally.name().source()
            + " sent "
            + Text.count(tally.requests(), "request packet")
            + " and "
            + Text.count(tally.responses(), "response packet"));
  }

  private void print(Finding finding) {
    Rule rule = finding.rule();
    line(
        2,
        finding.sender().source()
            + " deviates: "
            + rule.assertion()
            + ", "
            + rule.text()
            + ", "
            + Text.count(finding.count(), "time"));
    finding.examples().stream()
        .limit(MOST_EXAMPLES)
        .forEach(example -> {
          line(4, "frame " + example.frame() + ", PSN " + example.psn());
          line(6, "expected " + example.expected());
          line(6, "received " + example.actual());
        });
  }

  private static String name(Connection connection) {
    Tally one = connection.one();
    Tally other = connection.other();
    FlowName to = one.name();
    if (connection.service() != Service.RC) {
      return "%s: %s to %s at %s"
          .formatted(connection.service(), to.source(), qp(to), to.destination());
    }
    return other == null
        ? to.source() + " to " + qp(to) + " at " + to.destination()
        : to.source() + " " + qp(other.name()) + " and " + to.destination() + " " + qp(to);
  }

  private static String qp(FlowName to) {
    return "QP 0x" + Integer.toHexString(to.destinationQp());
  }

  private static String summary(Path file, AuditReport report) {
    long deviating = report.findings().stream().map(Finding::connection).distinct().count();
    String found =
        report.findings().isEmpty()
            ? report.checks() == 0 ? "nothing to judge" : "no finding"
            : "%s in %s, by %s"
                .formatted(
                    Text.count(report.findings().size(), "finding"),
                    Text.count(deviating, "connection"),
                    String.join(" and ", senders(report)));
    return "%s: %s; %s of RC, UC and UD in %s, %s of others, %s"
        .formatted(
            file,
            found,
            Text.count(report.packets(), "packet"),
            Text.count(report.connections().size(), "connection"),
            report.others(),
            Text.count(report.checks(), "check"));
  }

  private static Set<String> senders(AuditReport report) {
    return report.findings().stream()
        .map(finding -> finding.sender().source())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void line(int indent, String text) {
    int width = Terminal.COLUMNS - indent;
    String lead = " ".repeat(indent);
    if (text.length() <= width) {
      out.println(lead + text); // the usual case: fast for many connections
    } else {
      Text.wrap(text, width).forEach(line -> out.println(lead + line));
    }
  }

  // --- JSON

  static Map<String, Object> tree(Path file, AuditReport report, List<Damage> damages) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("file", file.toString());
    tree.put("packets", report.packets());
    tree.put("otherPackets", report.others());
    tree.put("checks", report.checks());
    tree.put("missingPackets", report.missing());
    List<Object> connections = new ArrayList<>();
    for (Connection connection : report.connections()) {
      connections.add(tree(connection, report));
    }
    tree.put("connections", connections);
    List<Object> unjudged = new ArrayList<>();
    inOrder(report)
        .forEach((doubt, times) -> unjudged.add(ordered("reason", doubt.text(), "count", times)));
    tree.put("notJudged", unjudged);
    tree.put("damages", damages.stream().map(Damage::toString).toList());
    return tree;
  }

  private static Map<String, Object> tree(Connection connection, AuditReport report) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("service", connection.service().toString());
    tree.put("one", side(connection.one(), connection.other()));
    Tally other = connection.other();
    tree.put("other", other == null ? null : side(other, connection.one()));
    tree.put(
        "findings",
        report.findings().stream()
            .filter(finding -> finding.connection() == connection)
            .map(AuditText::tree)
            .toList());
    return tree;
  }

  private static Map<String, Object> side(Tally tally, @Nullable Tally peer) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("address", tally.name().source());
    tree.put("qp", peer == null ? null : peer.name().destinationQp());
    tree.put("to", tally.name().destination());
    tree.put("toQp", tally.name().destinationQp());
    tree.put("requestPackets", tally.requests());
    tree.put("responsePackets", tally.responses());
    return tree;
  }

  private static Map<String, Object> tree(Finding finding) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("assertion", finding.rule().assertion());
    tree.put("checks", finding.rule().text());
    tree.put("sender", finding.sender().source());
    tree.put("failures", finding.count());
    tree.put("examples", finding.examples().stream().map(AuditText::tree).toList());
    return tree;
  }

  private static Map<String, Object> tree(FindingExample example) {
    return ordered(
        "packet",
        example.frame(),
        "psn",
        example.psn(),
        "expected",
        example.expected(),
        "actual",
        example.actual());
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return tree;
  }
}
