package org.ibassay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `ibassay run` that are about a whole fabric.
final class FabricOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = "--fabric",
      paramLabel = "URI",
      description =
          "Instead of --dut: every node that is reached by directed route from this port,"
              + " e.g. umad:mlx5_0/1 or sim:fabric?fat-tree=4. Wants --safe or --own-fabric.")
  @Nullable String fabric;

  @Option(
      names = "--nodes",
      paramLabel = "KEY=VALUE",
      description =
          "With --fabric, only nodes with type=ca|switch|router, vendor=ID, device=ID, revision=N,"
              + " guid=GUID or name=GLOB (NodeDescription); repeatable: of one key any, of several"
              + " keys each has to hold.")
  List<String> nodes = new ArrayList<>();

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "With --fabric, at most so many nodes of each kind, vendor, device, revision.")
  int sample;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description =
          "With --fabric, what should be there, as ibnetdiscover writes it: what is missing,"
              + " unexpected, cabled elsewhere, narrower or slower fails the run.")
  @Nullable Path topology;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "With --fabric, go on with the run that left its results in DIR: nodes that it has done"
              + " are not tested again.")
  @Nullable Path resume;

  /// Whether a fabric is to be tested.
  ///
  /// @throws UsageException when an option needs --fabric and it is not given, or the number is
  ///   wrong
  boolean isWanted() throws UsageException {
    if (fabric == null && (!nodes.isEmpty() || sample != 0 || topology != null || resume != null)) {
      throw new UsageException(
          "--nodes, --sample, --topology and --resume go with --fabric, which is not given");
    }
    if (sample < 0 || sample > MOST) {
      throw new UsageException("--sample " + sample + ": expected a number from 1 to " + MOST);
    }
    return fabric != null;
  }
}
