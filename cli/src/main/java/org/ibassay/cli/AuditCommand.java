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
    description =
        "Judge connections, datagrams and communication management in a capture, as far as it shows"
            + " them.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "A capture may lack packets. So what takes several packets to see is a finding",
      "only where nothing in the capture says that it lacks any, and where a sender",
      "shows it three times; the rest cannot be judged, and the summary says why.",
      "",
      "Exit codes: 0 nothing wrong in what could be judged, 1 a finding, 2 wrong use or",
      "no capture, 3 nothing to judge, or a damaged capture.",
      "",
      "Examples:",
      "  ibassay audit port.pcapng",
      "  ibassay audit --complete ibassay-out/trace.pcapng"
    })
final class AuditCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description =
          "A capture, pcap or pcapng, of RoCE or native InfiniBand; packed by gzip or not, a pipe, or"
              + " - for standard input.")
  Path file = Path.of("");

  @Option(
      names = "--complete",
      description =
          "The capture holds every packet of both sides, and none was lost on the way. Then silence"
              + " and what is seen once are judged, too.")
  boolean complete;

  @Option(names = "--json", description = "As JSON.")
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
