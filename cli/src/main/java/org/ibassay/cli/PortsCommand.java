package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.umad.UmadPort;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.Identification;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.runner.report.ResultsFile;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ibassay ports`.
@Command(
    name = "ports",
    description = "List local ports and the devices cabled to them.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Each neighbor is listed with the --dut option that reaches it. Only SubnGets are",
      "sent.",
      "",
      "Examples:",
      "  ibassay ports",
      "  ibassay ports --json"
    })
final class PortsCommand implements Callable<Integer> {
  private static final String ETHERNET = "Ethernet";
  private static final String INDENT = "    ";

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  PortsCommand(Setup setup) {
    this.setup = setup;
  }

  /// A local port and the device that is cabled to it.
  ///
  /// @param neighbor null if none responds
  /// @param trouble why there is none, or null
  private record Cabled(UmadPort port, @Nullable DutInfo neighbor, @Nullable String trouble) {}

  @Override
  public Integer call() throws FailureException, InterruptedException {
    List<Cabled> ports = new ArrayList<>();
    try {
      for (UmadPort port : setup.ports().all()) {
        ports.add(look(port));
      }
    } catch (LinkException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
    if (ports.isEmpty()) {
      throw new FailureException(
          "no local InfiniBand port found: no channel adapter, or its driver is not loaded");
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    if (json) {
      out.print(JsonOutput.text(ports.stream().map(PortsCommand::tree).toList()));
    } else {
      ports.forEach(port -> print(out, port));
    }
    return 0;
  }

  private Cabled look(UmadPort port) {
    if (port.linkLayer().equals(ETHERNET)) {
      return new Cabled(port, null, "link layer is Ethernet, which carries no MADs");
    }
    if (!port.isUp()) {
      return new Cabled(port, null, "link is down");
    }
    try (Dut dut = setup.drivers().get().parse(port.neighborUri()).open(Tap.NONE, Timing.DEFAULT)) {
      DutInfo info = Identification.describe(dut);
      return info.trouble() == null
          ? new Cabled(port, info, null)
          : new Cabled(port, null, info.trouble().text());
    } catch (UsageException | LinkException e) {
      return new Cabled(port, null, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Cabled(port, null, "interrupted");
    }
  }

  private void print(PrintWriter out, Cabled cabled) {
    UmadPort port = cabled.port();
    List<String> facts = new ArrayList<>();
    facts.add(PortState.name(port.state()));
    facts.add(port.lid() == 0 ? "no LID" : "LID 0x%04X".formatted(port.lid()));
    if (port.isUp()) {
      facts.add(port.rateGbps() + " Gb/s");
    }
    facts.add("GUID 0x%016x".formatted(port.portGuid()));
    out.println(setup.terminal().bold(port.toString()) + "  " + String.join(", ", facts));
    String text =
        cabled.neighbor() == null
            ? String.valueOf(cabled.trouble())
            : "cabled to " + DutText.describe(cabled.neighbor());
    Text.wrap(text, setup.terminal().columns() - INDENT.length())
        .forEach(line -> out.println(INDENT + line));
    if (cabled.neighbor() != null) {
      out.println(INDENT + "--dut " + Text.quoted(cabled.neighbor().uri()));
    }
  }

  private static Map<String, @Nullable Object> tree(Cabled cabled) {
    UmadPort port = cabled.port();
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("port", port.toString());
    tree.put("state", PortState.name(port.state()));
    tree.put("lid", port.lid());
    tree.put("smLid", port.smLid());
    tree.put("rateGbps", port.rateGbps());
    tree.put("portGuid", "0x%016x".formatted(port.portGuid()));
    tree.put("linkLayer", port.linkLayer());
    tree.put("neighbor", cabled.neighbor() == null ? null : ResultsFile.tree(cabled.neighbor()));
    tree.put("trouble", cabled.trouble());
    return tree;
  }
}
