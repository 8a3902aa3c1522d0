package org.ibassay.runner.fabric;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.FabricAccess;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.lab.RunScope;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// Runs tests against the nodes of a fabric, one after another, each as a separate run. Therefore
/// timed tests run alone, and nothing is tested through a node that is being changed.
///
/// Discovery and tests together never have more than a few outstanding requests, except on the
/// user's own fabric: another subnet manager shares VL15, which has no flow control.
public final class FabricRun {
  /// Outstanding requests while another subnet manager may be active.
  private static final int REQUESTS_BESIDE_MANAGER = 4;

  /// Outstanding SMPs of the discovery of one's own fabric.
  private static final int SMPS_ALONE = 16;

  private final DutTarget port;
  private final RunPlan plan;
  private final List<Page> pages;
  private final NodeFilter filter;
  private final @Nullable FabricTopology expected;

  /// @param port the tester's port, whatever node its URI names
  /// @param plan how to run; without targets
  /// @param pages pages of the tests
  /// @param filter selects nodes
  /// @param expected the expected topology, or null
  /// @throws UsageException if a fabric cannot be discovered from the port
  public FabricRun(
      DutTarget port,
      RunPlan plan,
      List<Page> pages,
      NodeFilter filter,
      @Nullable FabricTopology expected)
      throws UsageException {
    this.port = port;
    this.plan = plan.manner().ownFabric() ? plan : plan.withWindowOfAtMost(REQUESTS_BESIDE_MANAGER);
    this.pages = List.copyOf(pages);
    this.filter = filter;
    this.expected = expected;
    if (!plan.manner().safe() && !plan.manner().ownFabric()) {
      throw new UsageException("--fabric: expected --safe or --own-fabric beside it");
    }
    if (port.fabric().isEmpty()) {
      throw new UsageException(
          "--fabric "
              + port.uri()
              + ": expected a port from which nodes are reached by directed route, umad:CA/PORT or"
              + " sim:fabric?...");
    }
  }

  /// Runs everything, on the calling thread.
  ///
  /// @param tap receives every packet
  /// @param lines receives the results of each node, and knows the nodes tested before
  /// @throws LinkException if the tester's own port does not respond
  /// @throws IOException if the results cannot be written
  public FabricResult execute(
      Suite suite,
      InstantSource time,
      Interruption interruption,
      Journals journals,
      Tap tap,
      FabricLines lines,
      FabricProgress progress)
      throws LinkException, IOException {
    Instant started = time.instant();
    FabricAccess fabric = port.fabric().orElseThrow();
    Optional<FoundFabric> walked = walk(fabric, tap, interruption, progress);
    FoundFabric found = walked.orElseGet(FoundFabric::new);
    List<FoundNode> picked =
        filter.pick(found.nodes().stream().filter(node -> !node.route().isEmpty()).toList());
    List<FoundNode> left = picked.stream().filter(node -> !lines.isDone(node)).toList();
    progress.picked(found.types(), found.ports(), left.size());
    Map<NodeType, List<Page>> applying = applying();
    int tested = 0;
    for (FoundNode node : left) {
      if (interruption.isRequested()) {
        break;
      }
      RunPlan.Target target =
          new RunPlan.Target(
              fabric.at(new Route.Directed(node.route())),
              applying.getOrDefault(node.type(), List.of()));
      RunResult result =
          new Run(plan.with(List.of(target)), suite, time, interruption, journals, List.of())
              .execute(tap);
      if (!result.interrupted()) {
        lines.add(node, result);
        progress.tested(++tested);
      }
    }
    boolean interrupted = interruption.isRequested();
    List<String> differences =
        expected == null || interrupted
            ? List.of()
            : TopologyCheck.differences(expected, found.topology());
    return new FabricResult(
        port.uri().text(),
        found.facts(),
        found.topology(),
        new RunScope(filter.shard(), List.of(), interrupted),
        picked.size(),
        lines.groups(),
        differences,
        started,
        Duration.between(started, time.instant()));
  }

  private Optional<FoundFabric> walk(
      FabricAccess fabric, Tap tap, Interruption interruption, FabricProgress progress)
      throws LinkException {
    int window = Math.min(SMPS_ALONE, plan.manner().window());
    try (Dut self = fabric.at((Route.Directed) Route.SELF).open(tap, plan.manner().timing())) {
      MadPort tester = self.madPorts().getFirst();
      FoundFabric found = FabricWalk.through(tester, window, progress::found);
      if (filter.selectsFirmware()) {
        FirmwareReader.read(tester, found, filter::isCandidate);
      }
      return Optional.of(found);
    } catch (InterruptedException e) {
      interruption.request();
      return Optional.empty();
    }
  }

  /// Returns the tests that can apply to each type of node.
  private Map<NodeType, List<Page>> applying() {
    Map<NodeType, List<Page>> applying = new EnumMap<>(NodeType.class);
    for (NodeType type : NodeType.values()) {
      applying.put(
          type,
          pages.stream()
              .filter(page ->
                  page.dut().stream().anyMatch((DutKind kind) -> kind.nodeType() == type.code())
                      && (!plan.manner().safe() || page.effect() == Effect.READS))
              .toList());
    }
    return applying;
  }
}
