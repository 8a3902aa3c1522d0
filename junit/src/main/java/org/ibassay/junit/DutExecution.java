package org.ibassay.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunEvent.TestEnded;
import org.ibassay.runner.RunEvent.TestStarted;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.StateFolder;
import org.ibassay.runner.Suite;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.opentest4j.AssertionFailedError;

/// Runs the tests of one device and reports each to the platform.
final class DutExecution {
  private static final long TRACE_LIMIT = 1L << 30;

  private final DutNode dut;
  private final RunSettings settings;
  private final ExecutionRequest request;
  private final EngineExecutionListener listener;
  private final Map<Page, TdNode> tests;
  private final Set<TestDescriptor> started = new HashSet<>();
  private final Set<TestDescriptor> ended = new HashSet<>();

  DutExecution(DutNode dut, RunSettings settings, ExecutionRequest request) {
    this.dut = dut;
    this.settings = settings;
    this.request = request;
    this.listener = request.getEngineExecutionListener();
    this.tests =
        dut.tests().stream()
            .collect(
                Collectors.toMap(
                    TdNode::page, Function.identity(), (one, _) -> one, LinkedHashMap::new));
  }

  void execute() {
    start(dut);
    TestExecutionResult result = result();
    for (TestDescriptor chapter : dut.getChildren()) {
      if (started.contains(chapter)) {
        listener.executionFinished(chapter, TestExecutionResult.successful());
      } else {
        listener.executionSkipped(chapter, "the device was not tested");
      }
    }
    listener.executionFinished(dut, result);
  }

  private TestExecutionResult result() {
    try {
      Path folder = request.getOutputDirectoryCreator().createOutputDirectory(dut);
      Path trace = folder.resolve("trace.pcapng");
      RunResult result;
      try (PcapNgWriter capture = new PcapNgWriter(trace, TRACE_LIMIT)) {
        result = run().execute(capture);
      }
      result.tests().forEach(this::end);
      listener.fileEntryPublished(dut, FileEntry.from(trace, "application/vnd.tcpdump.pcap"));
      return result.verdict() == Verdict.NOT_APPLICABLE
          ? TestExecutionResult.failed(new AssertionFailedError("no test passed: none applied"))
          : TestExecutionResult.successful();
    } catch (IOException | UsageException | RuntimeException e) {
      return TestExecutionResult.failed(e);
    }
  }

  private Run run() throws UsageException {
    List<Page> pages = List.copyOf(tests.keySet());
    Suite suite =
        new Suite(
            pages,
            page -> {
              TdNode node = tests.get(page);
              ClassLoader loader =
                  node == null ? Pages.class.getClassLoader() : node.test().getClassLoader();
              return Pages.newTest(page, loader);
            });
    Path state = StateFolder.of(System.getenv(), System.getProperty("user.home", ""));
    return new Run(
        settings.plan(dut.uri(), pages),
        suite,
        InstantSource.system(),
        new Interruption(),
        Journals.in(state, "ibassay"),
        List.of(this::on));
  }

  private void on(RunEvent event) {
    switch (event) {
      case TestStarted test ->
          Optional.ofNullable(tests.get(test.page())).map(TdNode::procedure).ifPresent(this::start);
      case TestEnded test -> end(test.result());
      default -> {}
    }
  }

  /// Reports tests of a device that cannot be reached: those have results, but no start and end.
  private void end(TestResult result) {
    TdNode node = tests.get(result.page());
    if (node == null || !ended.add(node)) {
      return;
    }
    TestDescriptor procedure = node.procedure();
    start(procedure);
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("verdict", result.verdict().text());
    entry.put("section", result.page().section());
    entry.put("packets sent", Long.toString(result.packets().sent()));
    entry.put("packets received", Long.toString(result.packets().received()));
    listener.reportingEntryPublished(procedure, ReportEntry.from(entry));
    result
        .notes()
        .forEach(
            note -> listener.reportingEntryPublished(procedure, ReportEntry.from("note", note)));
    listener.executionFinished(procedure, Outcomes.of(result));
    listener.executionFinished(node, TestExecutionResult.successful());
  }

  private void start(TestDescriptor node) {
    if (started.add(node)) {
      if (!node.equals(dut)) {
        node.getParent().filter(parent -> !parent.equals(dut)).ifPresent(this::start);
      }
      listener.executionStarted(node);
    }
  }
}
