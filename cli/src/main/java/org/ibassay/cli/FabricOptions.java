package org.ibassay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `ibassay run` for a whole fabric.
final class FabricOptions {

  @Option(
      names = "--fabric",
      paramLabel = "URI",
      description =
          "Instead of --dut: test every node that this port reaches by directed route, e.g."
              + " umad:mlx5_0/1 or sim:fabric?fat-tree=4. Requires --safe or --own-fabric.")
  @Nullable String fabric;

  @Option(
      names = "--nodes",
      paramLabel = "KEY=VALUE",
      description =
          "With --fabric, test only nodes with type=ca|switch|router, vendor=ID, device=ID,"
              + " revision=N, guid=GUID, name=GLOB (NodeDescription) or firmware=GLOB (read by LID"
              + " from devices of Mellanox and Bull; nodes of unknown firmware are left out)."
              + " Repeatable: a node must match one value of each key given.")
  List<String> nodes = new ArrayList<>();

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "With --fabric, test at most N nodes of each kind, vendor, device, revision and, if known,"
              + " firmware.")
  @Nullable Integer sample;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description =
          "With --fabric, the expected topology, in ibnetdiscover's format. Missing,"
              + " unexpected, miscabled, narrower or slower parts fail the run.")
  @Nullable Path topology;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "With --fabric or --lab, continue the run whose results are in DIR; nodes or devices that"
              + " it finished are not tested again. With --lab, DIR may be new.")
  @Nullable Path resume;

  /// Whether a fabric is to be tested.
  ///
  /// @throws UsageException if an option requires --fabric, or the number is invalid
  boolean isWanted() throws UsageException {
    if (fabric == null && (!nodes.isEmpty() || sample != null || topology != null)) {
      throw new UsageException("--nodes, --sample and --topology require --fabric");
    }
    if (sample != null) {
      NumberOption.SAMPLE.within(sample);
    }
    return fabric != null;
  }

  /// The number of nodes of each make; 0 for all.
  int sample() {
    return sample == null ? 0 : sample;
  }
}
