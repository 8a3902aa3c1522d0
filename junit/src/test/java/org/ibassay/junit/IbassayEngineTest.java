package org.ibassay.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ibassay.suite.Pages;
import org.ibassay.suite.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

class IbassayEngineTest {
  private static final DiscoverySelector NODE_INFO = test("C14_024_03");

  @TempDir Path folder;

  @Test
  void aTestRunsOnASimulatedDeviceOfEachKind() {
    EngineExecutionResults results = run(Map.of(), NODE_INFO);
    results.testEvents().assertStatistics(stats -> stats.started(3).succeeded(3));
    String title = Pages.of("C14_024_03").orElseThrow().title();
    assertThat(names(results))
        .containsExactly(
            "ibassay",
            "sim:ca",
            "chapter 14",
            "C14_024_03",
            title,
            "sim:switch",
            "chapter 14",
            "C14_024_03",
            title,
            "sim:router",
            "chapter 14",
            "C14_024_03",
            title);
  }

  @Test
  void aFailureShowsWhatWasExpectedAndReceived() {
    EngineExecutionResults results =
        run(Map.of("ibassay.dut", "sim:ca?deviation=description.set-code-7"), test("C14_024_02"));
    results.testEvents().assertStatistics(stats -> stats.started(1).failed(1));
    assertThat(message(results))
        .contains(
            "v1c13-024#06: ",
            "checks of it failed",
            "; received MADHeader:Status.Code 7",
            "[packet ");
  }

  @Test
  void whatDoesNotApplyIsAbortedAndADeviceWithoutAPassFails() {
    EngineExecutionResults results = run(Map.of("ibassay.dut", "sim:ca"), test("C14_024_12"));
    results.testEvents().assertStatistics(stats -> stats.started(1).aborted(1));
    assertThat(message(results)).startsWith("not applicable: ");
    results.containerEvents().assertStatistics(stats -> stats.failed(1));
  }

  @Test
  void whatIsInconclusiveFails() {
    EngineExecutionResults results =
        run(Map.of("ibassay.dut", "sim:ca?deviation=node.busy"), NODE_INFO);
    results.testEvents().assertStatistics(stats -> stats.started(1).failed(1));
    assertThat(message(results)).startsWith("inconclusive: ");
  }

  @Test
  void aDeviceThatCannotBeReachedFails() {
    EngineExecutionResults results =
        run(
            Map.of("ibassay.dut", "roce:127.0.0.1?from=127.0.0.2&via=stream:127.0.0.1:1"),
            test("R09_Msn"));
    results.testEvents().assertStatistics(stats -> stats.started(1).failed(1));
    assertThat(message(results)).startsWith("error: ");
  }

  @Test
  void verdictsAreEntriesAndTheCaptureIsAFile() {
    EngineExecutionResults results = run(Map.of("ibassay.dut", "sim:router"), NODE_INFO);
    assertThat(results.testEvents().reportingEntryPublished().list()).isNotEmpty();
    assertThat(results.containerEvents().fileEntryPublished().list()).hasSize(1);
    assertThat(folder.resolve("trace.pcapng")).isNotEmptyFile();
  }

  @Test
  void aPackageIsSelectedAndASelectorPicksOfIt() {
    run(
            Map.of("ibassay.dut", "sim:ca", "ibassay.select", "C13_013 v1c13-024#06"),
            selectPackage("org.ibassay.suite.c13"))
        .testEvents()
        .assertStatistics(stats -> stats.started(1).succeeded(1));
  }

  @Test
  void aTestIsFoundByItsUniqueId() {
    UniqueId id =
        UniqueId.forEngine(IbassayEngine.ID)
            .append("dut", "sim:ca?ports=1")
            .append("chapter", "org.ibassay.suite.c13")
            .append("test", Pages.of("C13_013").orElseThrow().className());
    for (UniqueId selected : List.of(id, id.append("procedure", "execute"))) {
      run(Map.of(), selectUniqueId(selected))
          .testEvents()
          .assertStatistics(stats -> stats.started(1).succeeded(1));
    }
  }

  @Test
  void otherClassesAreNobodysTests() {
    run(Map.of(), selectClass(String.class), selectClass(TestCase.class))
        .allEvents()
        .assertStatistics(stats -> stats.started(1));
  }

  @Test
  void aWrongParameterIsNamed() {
    for (Map<String, String> wrong :
        List.of(
            Map.of("ibassay.dut", "sim:toaster"),
            Map.of("ibassay.param.LEASE", "2"),
            Map.of("ibassay.param.LEASE_PERIOD", "long"),
            Map.of("ibassay.strict", "nothing"))) {
      String value = wrong.values().iterator().next();
      assertThatThrownBy(() -> run(wrong, NODE_INFO))
          .as("%s", wrong)
          .rootCause()
          .message()
          .containsAnyOf(value, "LEASE");
    }
  }

  private EngineExecutionResults run(
      Map<String, String> parameters, DiscoverySelector... selectors) {
    return EngineTestKit.engine(IbassayEngine.ID)
        .configurationParameters(parameters)
        .outputDirectoryCreator(new Folder(folder))
        .selectors(selectors)
        .execute();
  }

  private static DiscoverySelector test(String id) {
    return selectClass(Pages.newTest(Pages.of(id).orElseThrow()).getClass());
  }

  private static List<String> names(EngineExecutionResults results) {
    return results.allEvents().started().list().stream()
        .map(event -> event.getTestDescriptor().getDisplayName())
        .toList();
  }

  private static String message(EngineExecutionResults results) {
    return results
        .testEvents()
        .finished()
        .map(Event::getPayload)
        .flatMap(payload -> payload.stream())
        .map(TestExecutionResult.class::cast)
        .flatMap(result -> result.getThrowable().stream())
        .map(Throwable::getMessage)
        .findFirst()
        .orElse("");
  }

  /// One folder for all.
  private record Folder(Path root) implements OutputDirectoryCreator {
    @Override
    public Path getRootDirectory() {
      return root;
    }

    @Override
    public Path createOutputDirectory(TestDescriptor descriptor) throws IOException {
      return Files.createDirectories(root);
    }
  }
}
