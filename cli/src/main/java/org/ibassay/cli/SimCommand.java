package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.device.SimServer;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ibassay sim`.
@Command(
    name = "sim",
    description = "Let stock InfiniBand programs see a simulated device.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Programs run under ibsim's wrapper, at an adapter that is cabled to the device:",
      "  ibassay sim --dut sim:switch --listen demo",
      "  export IBSIM_SOCKNAME=demo SIM_HOST=Tester",
      "  LD_PRELOAD=.../umad2sim/libumad2sim.so ibnetdiscover",
      "In a fabric SIM_HOST names any of its nodes. FILE is as ibnetdiscover writes it.",
      "",
      "Runs until it is interrupted."
    })
final class SimCommand implements Callable<Integer> {
  @Option(
      names = "--dut",
      paramLabel = "URI",
      required = true,
      description =
          "The device: sim:ca, sim:switch, sim:router or sim:sm, as for \"run\"; or a fabric,"
              + " sim:fabric?topology=FILE.")
  String dut = "";

  @Option(
      names = "--listen",
      paramLabel = "NAME",
      required = true,
      description = "Name of the server's sockets: the programs' IBSIM_SOCKNAME.")
  String name = "";

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    try (SimServer server = open()) {
      PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
      out.println("listening on " + name);
      out.flush();
      server.serve();
      return 0;
    } catch (LinkException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  private SimServer open() throws UsageException, LinkException {
    try {
      return SimServer.open(DutUri.parse(dut), name);
    } catch (DutUriException | IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
