package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.audit.AuditReport;
import org.ibassay.audit.CaptureAudit;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Damage;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay audit`.
@Command(
    name = "audit",
    description = "Judge connections, datagrams and communication management in a capture.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "A capture may lack packets. Therefore, a violation that takes several packets to",
      "see is a finding only if nothing indicates missing packets and the sender shows",
      "it three times. The summary lists what could not be judged, and why.",
      "",
      "Exit codes: 0 no finding, 1 a finding, 2 usage error or no capture, 3 nothing to",
      "judge or a damaged capture.",
      "",
      "Examples:",
      "  ibassay audit port.pcapng",
      "  ibassay audit --complete ibassay-out/trace.pcapng"
    })
final class AuditCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description =
          "Capture (pcap or pcapng) of RoCE or native InfiniBand: a file, optionally"
              + " compressed by gzip, a pipe, or - for standard input.")
  Path file = Path.of("");

  @Option(
      names = "--complete",
      description =
          "The capture contains every packet of both sides, and none was lost. Then silence"
              + " and single occurrences are judged too.")
  boolean complete;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    try (CaptureReader capture = CaptureFile.open(file, () -> {})) {
      AuditReport report = CaptureAudit.of(capture, complete);
      if (json) {
        out.print(JsonOutput.text(AuditText.tree(file, report, capture.damages())));
      } else {
        new AuditText(out).print(file, report);
      }
      return exit(report, capture);
    } catch (IOException e) {
      throw new UsageException("capture " + file + ": " + e.getMessage());
    } catch (InternalError e) {
      throw CaptureFile.shortened(file, e);
    }
  }

  private int exit(AuditReport report, CaptureReader capture) {
    PrintWriter err = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getErr();
    for (Damage damage : capture.damages()) {
      err.println("ibassay: " + file + " is damaged " + damage);
    }
    if (!report.findings().isEmpty()) {
      return RunResult.FAILED;
    }
    return report.checks() == 0 || capture.damageCount() > 0
        ? RunResult.UNDECIDED
        : RunResult.PASSED;
  }
}
