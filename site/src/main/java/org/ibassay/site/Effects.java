package org.ibassay.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.suite.Page;

/// What deviations do to tests, read from the files that the tests of `cli` prove right: a block a
/// device, in it a line a test that does not pass, in it a line a step that fails.
final class Effects {
  private static final Pattern DEVICE = Pattern.compile("(\\S+) on (\\S+)");
  private static final Pattern TEST = Pattern.compile("  (\\w+) (fail|inconclusive|error)");
  private static final Pattern STEP = Pattern.compile("    step ([A-Z]?[0-9.]+), \\d+ of \\d+ .*");

  private final Map<String, Page> pages;
  private final Map<String, Map<String, Noticed>> byDeviation = new LinkedHashMap<>();

  private String deviation = "";
  private Noticed test = new Noticed("", "", new LinkedHashSet<>());

  /// How one test takes a deviation.
  ///
  /// @param verdict on the first device on which it does not pass
  /// @param failed the assertions that fail
  record Noticed(String test, String verdict, Set<String> failed) {}

  Effects(Map<String, Page> pages) {
    this.pages = pages;
  }

  /// Reads one file.
  void read(List<String> lines) {
    lines.forEach(this::line);
  }

  private void line(String line) {
    Matcher device = DEVICE.matcher(line);
    Matcher result = TEST.matcher(line);
    Matcher step = STEP.matcher(line);
    if (!line.startsWith(" ") && device.matches()) {
      deviation = device.group(1);
      byDeviation.computeIfAbsent(deviation, d -> new LinkedHashMap<>());
    } else if (result.matches()) {
      String id = result.group(1);
      String verdict = result.group(2);
      test =
          byDeviation
              .getOrDefault(deviation, new LinkedHashMap<>())
              .computeIfAbsent(id, t -> new Noticed(id, verdict, new LinkedHashSet<>()));
    } else if (step.matches()) {
      test.failed.addAll(proved(test.test, step.group(1)));
    }
  }

  /// A check proves every assertion of its step.
  private List<String> proved(String id, String step) {
    return Optional.ofNullable(pages.get(id))
        .flatMap(page -> page.step(step))
        .map(Page.Step::assertions)
        .orElseThrow(() -> new IllegalStateException(id + " has no step " + step));
  }

  /// The tests that notice a deviation.
  List<Noticed> of(String name) {
    return new ArrayList<>(byDeviation.getOrDefault(name, Map.of()).values());
  }
}
