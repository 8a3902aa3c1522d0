package org.ibassay.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.Identification;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.ics.IcsWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ibassay ics`.
@Command(
    name = "ics",
    description = {
      "Write a device's implementation conformance statement (ICS), to be completed by its maker.",
      "Asks the device for what can be claimed (CapabilityMask, capacities, or the agent's device"
          + " attributes) and writes TOML: which device, its claims, and the parameters of the tests"
          + " (IXIT) with defaults. Changes nothing. \"run --ics FILE\" takes the file."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay ics --dut 'umad:mlx5_0/1?path=0,1' > device.ics.toml",
      "  ibassay run --ics device.ics.toml --dut 'umad:mlx5_0/1?path=0,1'",
      "",
      "Exit codes: 0 written; 2 wrong use; 3 the device does not answer."
    })
final class IcsCommand implements Callable<Integer> {
  @Option(
      names = "--dut",
      paramLabel = "URI",
      required = true,
      description = "The device, e.g. sim:switch, umad:mlx5_0/1?path=0,1.")
  String uri = "";

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  IcsCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    DutTarget target = setup.drivers().get().parse(uri);
    try (Dut dut = target.open(Tap.NONE, Timing.DEFAULT)) {
      DutInfo info = Identification.describe(dut);
      if (info.trouble() instanceof DutInfo.Trouble(var _, String why)) {
        throw new FailureException(why);
      }
      String text = new IcsWriter(setup.suite().get().pages()).write(dut, info);
      Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut().print(text);
      return RunResult.PASSED;
    } catch (LinkException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      setup.interruption().request();
      return RunResult.INTERRUPTED;
    }
  }
}
