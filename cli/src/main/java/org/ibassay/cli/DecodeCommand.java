package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.decode.Decoder;
import org.ibassay.decode.Filter;
import org.ibassay.decode.FilterException;
import org.ibassay.decode.Out;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Damage;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay decode`.
@Command(
    name = "decode",
    description = "Print the packets of a capture (pcap or pcapng).",
    sortOptions = false,
    footer = {
      "",
      "Reads Ethernet with RoCEv1 and RoCEv2, ERF with InfiniBand, raw InfiniBand (link",
      "types 1, 197, 247). Checks every ICRC and VCRC; -V explains wrong ones. FILE may",
      "be compressed by gzip, or a pipe, whose packets are printed as they arrive.",
      "",
      "A filter compares fields, named as in the output of -V (BTH.PSN, PortInfo.LID,",
      "IPv4.SourceAddress; case, spaces and _ are ignored), by == != < <= > >= with",
      "numbers, addresses, \"texts\" or operation names (RC_ACK). ~ tests whether the",
      "field contains a text. A name alone tests whether the field exists. [N] selects",
      "an element. Combine with && || ! ( ), or and, or, not. Other names: Time,",
      "Comment, Frame.Number, Frame.Length, Payload.Length, ICRC, VCRC, Finding,",
      "Finding.ICRC.",
      "A comparison with a field that the packet lacks is false.",
      "",
      "Exit codes: 0 success, 2 usage error or no capture, 3 the capture is damaged.",
      "",
      "Examples:",
      "  ibassay decode ibassay-out/trace.pcapng",
      "  ibassay decode roce.pcap -V --filter 'BTH.PSN == 5 && AETH'",
      "  ibassay decode roce.pcap --filter 'Finding.ICRC || AETH.Syndrome >= 0x60'",
      "  ibassay decode ibassay-out/trace.pcapng -V --filter 'Comment ~ C14_017_01'",
      "  ibassay decode trace.pcapng --json | jq .PortInfo.LID",
      "  tcpdump -i eth0 -U -w - udp port 4791 | ibassay decode -"
    })
final class DecodeCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "Capture file; - for standard input.")
  Path file = Path.of("");

  @Option(
      names = {"-V", "--tree"},
      description = "Print every header and attribute, field by field.")
  boolean trees;

  @Option(names = "--json", description = "Print one line of JSON per packet.")
  boolean json;

  @Option(
      names = {"-f", "--filter"},
      paramLabel = "FILTER",
      description = "Print only matching packets; see below.")
  @Nullable String filter;

  // Not the standard mixin, which would use -V for the version.
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    if (trees && json) {
      throw new UsageException("-V and --json are mutually exclusive");
    }
    Filter wanted = filter();
    Out out = out();
    try (CaptureReader capture = CaptureFile.open(file, out::flush)) {
      decode(capture, wanted, out);
      return report(capture);
    } catch (IOException e) {
      throw new UsageException("capture " + file + ": " + e.getMessage());
    } catch (UncheckedIOException e) {
      throw new FailureException(
          "decoding " + file + " ended: " + Objects.requireNonNull(e.getCause()).getMessage());
    } catch (InternalError e) {
      throw CaptureFile.shortened(file, e);
    }
  }

  private Filter filter() throws UsageException {
    try {
      return filter == null ? Filter.ALL : Filter.parse(filter);
    } catch (FilterException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private Out out() {
    PrintWriter text = commandSpec().commandLine().getOut();
    text.flush();
    return new Out(Output.bytesOf(text));
  }

  private void decode(CaptureReader capture, Filter wanted, Out out) {
    Decoder.Style style =
        json ? Decoder.Style.JSON : trees ? Decoder.Style.TREES : Decoder.Style.LINES;
    try {
      new Decoder(style, wanted, out).decode(capture);
    } catch (UncheckedIOException e) {
      if (!Output.isLost(commandSpec().commandLine().getOut())) {
        throw e;
      }
      // The reader has enough, like `head`; otherwise the caller reports why output is lost.
    }
  }

  private int report(CaptureReader capture) {
    if (capture.damageCount() == 0) {
      return RunResult.PASSED;
    }
    PrintWriter err = commandSpec().commandLine().getErr();
    err.println("ibassay: %s is damaged:".formatted(file));
    for (Damage damage : capture.damages()) {
      err.println("  " + damage);
    }
    long more = capture.damageCount() - capture.damages().size();
    if (more > 0) {
      err.println("  and " + more + " more");
    }
    err.println("  Read as far as possible: " + Text.count(capture.frame(), "packet") + ".");
    return RunResult.UNDECIDED;
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli fills it in");
  }
}
