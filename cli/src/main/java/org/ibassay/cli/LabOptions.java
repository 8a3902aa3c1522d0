package org.ibassay.cli;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.lab.Lab;
import org.ibassay.runner.lab.LabFile;
import org.ibassay.runner.lab.Shard;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `ibassay run` for several devices at a time.
final class LabOptions {

  @Option(
      names = "--lab",
      paramLabel = "FILE",
      description =
          "The devices of a lab file, side by side; --dut NAME picks some of them. Each device gets"
              + " a directory of its own below --out.")
  @Nullable Path file;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "With --lab or several --dut, test at most so many devices at once. Default: one for each"
              + " processor. Devices that share a tester port, wire or subnet manager never run at"
              + " once.")
  @Nullable Integer jobs;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "With --lab, --dut or --fabric, test only part I of N, from 0 to N-1. Devices that share"
              + " something are in one part. \"ibassay merge\" joins the results, but not those of"
              + " --fabric.")
  @Nullable String shard;

  /// Whether each device runs separately, with its own directory. With `--fabric`, which tests one
  /// node at a time, a shard is a part of the nodes.
  boolean isWanted() {
    return file != null || shard != null || jobs != null;
  }

  /// Returns the devices to test.
  ///
  /// @param duts names in the lab, or URIs without a lab
  Lab lab(List<String> duts, Drivers drivers) throws UsageException {
    Lab lab;
    if (file != null) {
      lab = LabFile.read(file, drivers).only(duts);
    } else if (duts.isEmpty()) {
      throw new UsageException("--jobs and --shard go with --lab or --dut, and neither is given");
    } else {
      lab = Lab.of(duts, drivers);
    }
    Shard part = part();
    return part == null ? lab : lab.part(part);
  }

  /// The part of a split run, or null.
  @Nullable Shard part() throws UsageException {
    return shard == null ? null : Shard.parse(shard);
  }

  /// The number of devices that may be tested at a time.
  int workers() throws UsageException {
    return jobs == null
        ? Runtime.getRuntime().availableProcessors()
        : NumberOption.JOBS.within(jobs);
  }
}
