package org.ibassay.qualify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonInput;

/// The failures on a device, from a `results.json`.
///
/// @param uri URI of the device
/// @param kinds kinds of simulated devices to which it corresponds
/// @param tests tests that applied
/// @param steps failed steps and undecided tests
public record FailedDut(
    String uri, List<String> kinds, List<String> tests, List<FailedStep> steps) {
  private static final String NAME = "results.json";
  private static final String CA = "ca";
  private static final String ROUTER = "router";
  private static final List<String> ANY = List.of(CA, "switch", ROUTER);
  private static final String STEPS = "failedSteps";

  /// Copies the collections.
  public FailedDut {
    kinds = List.copyOf(kinds);
    tests = List.copyOf(tests);
    steps = List.copyOf(steps);
  }

  /// Whether there is neither a failure nor an undecided test.
  public boolean isSound() {
    return steps.isEmpty();
  }

  /// Reads a file, or that of an output directory.
  ///
  /// @throws UsageException names the place in the file and what was expected there
  public static List<FailedDut> read(Path path) throws UsageException {
    JsonInput root = JsonInput.read("results", Files.isDirectory(path) ? path.resolve(NAME) : path);
    List<FailedDut> duts = new ArrayList<>();
    for (JsonInput dut : root.items("duts")) {
      duts.add(read(dut, duts.size(), root.items("tests"), root.items("duts").size()));
    }
    return duts;
  }

  private static FailedDut read(JsonInput dut, int index, List<JsonInput> all, int duts)
      throws UsageException {
    List<String> kinds = new ArrayList<>();
    String kind = dut.textIfAny("kind");
    // a device that did not respond may be of any kind
    kinds.addAll(kind == null ? ANY : List.of(kind));
    if (kinds.contains(ROUTER)) {
      kinds.add(CA); // most deviations are only tested on a CA, whose tests are those of a router
    }
    List<String> tests = new ArrayList<>();
    List<FailedStep> steps = new ArrayList<>();
    for (JsonInput test : all) {
      String verdict = test.text("verdict");
      if (test.index("dut", duts) == index && !verdict.equals("not-applicable")) {
        String id = test.text("id");
        tests.add(id);
        // a simulated subnet manager is only tested as such
        if (id.startsWith("S1") || id.startsWith("C15_")) {
          kinds.add("sm");
        }
        if (verdict.equals("fail")) {
          steps.addAll(steps(test, id));
        }
        String reason = test.textIfAny("reason");
        if (reason != null && !verdict.equals("pass")) {
          steps.add(FailedStep.seen(id, FailedStep.UNDECIDED, "", "", reason));
        }
      }
    }
    return new FailedDut(dut.text("uri"), kinds.stream().distinct().toList(), tests, steps);
  }

  private static List<FailedStep> steps(JsonInput test, String id) throws UsageException {
    Map<String, FailedStep> steps = new LinkedHashMap<>();
    List<JsonInput> items = new ArrayList<>();
    if (test.has(STEPS)) {
      items.addAll(test.items(STEPS));
    } else {
      // older files list no steps, but have examples
      for (JsonInput assertion : test.items("assertions")) {
        items.addAll(assertion.items("examples"));
      }
    }
    for (JsonInput item : items) {
      String where = item.textIfAny("places");
      FailedStep step =
          FailedStep.seen(
              id,
              item.text("step"),
              where == null ? "" : where,
              item.text("expected"),
              item.text("actual"));
      steps.putIfAbsent(step.step(), step);
    }
    return List.copyOf(steps.values());
  }
}
