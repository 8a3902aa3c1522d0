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
    description = "Serve a simulated device to stock InfiniBand programs.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Run programs under ibsim's wrapper, on an adapter that is cabled to the device:",
      "  ibassay sim --dut sim:switch --listen demo",
      "  export IBSIM_SOCKNAME=demo SIM_HOST=Tester",
      "  LD_PRELOAD=.../umad2sim/libumad2sim.so ibnetdiscover",
      "In a fabric, SIM_HOST can name any node. FILE is in ibnetdiscover's format.",
      "",
      "Runs until interrupted."
    })
final class SimCommand implements Callable<Integer> {
  @Option(
      names = "--dut",
      paramLabel = "URI",
      required = true,
      description =
          "Device: sim:ca, sim:switch, sim:router or sim:sm, as for \"run\"; or a fabric,"
              + " sim:fabric?topology=FILE.")
  String dut = "";

  @Option(
      names = "--listen",
      paramLabel = "NAME",
      required = true,
      description = "Name of the server's sockets; set IBSIM_SOCKNAME of the programs to it.")
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
