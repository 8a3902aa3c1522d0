package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.audit.AuditReport;
import org.ibassay.audit.CaptureAudit;
import org.ibassay.link.capture.CaptureReader;

/// Audits of captures of real peers.
final class AuditedCaptures {
  private AuditedCaptures() {}

  static AuditReport report(Path capture, boolean complete) throws IOException {
    try (CaptureReader reader = CaptureReader.open(capture)) {
      return CaptureAudit.of(reader, complete);
    }
  }

  /// Returns the findings about a sender, one line for each kind: assertion, expected value, and
  /// the number of examples kept. Lines of an audit with `--complete` are marked.
  static List<String> findings(Path capture, String sender) throws IOException {
    TreeMap<String, Long> lines = new TreeMap<>();
    for (boolean complete : List.of(false, true)) {
      String lead = complete ? "complete: " : "";
      report(capture, complete).findings().stream()
          .filter(finding -> finding.sender().source().equals(sender))
          .flatMap(finding ->
              finding.examples().stream()
                  .map(one -> lead + finding.rule().assertion() + ", " + one.expected()))
          .forEach(line -> lines.merge(line, 1L, Long::sum));
    }
    return lines.entrySet().stream()
        .map(line -> line.getKey() + ": " + line.getValue())
        .collect(Collectors.toList());
  }

  /// Keeps a capture and its findings for inspection.
  static Path keep(Path capture, String name) throws IOException {
    Path kept = Path.of("target", "soft-roce", name + ".pcapng");
    Files.createDirectories(kept.getParent());
    Files.write(kept, Files.readAllBytes(capture));
    return kept;
  }
}
