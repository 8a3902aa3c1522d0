package org.ibassay.results.pack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.suite.Page;

/// The tests of a suite, and the devices to which they apply.
///
/// @param version version of ibassay
/// @param digest digest of the suite, as in its results
/// @param tests all tests
record SuiteTests(String version, String digest, List<Entry> tests) {
  /// A test.
  ///
  /// @param kinds kinds of device, in lower case
  /// @param roles the device must have one of these, unless there are none
  record Entry(String id, List<String> kinds, List<String> roles) {
    /// Whether a run of all tests on that device includes it.
    boolean isFor(Results.Dut dut) {
      return kinds.contains(String.valueOf(dut.kind()))
          && (roles.isEmpty() || roles.stream().anyMatch(dut.roles()::contains));
    }
  }

  static SuiteTests of(List<Page> pages, String version, String digest) {
    List<Entry> tests = new ArrayList<>();
    for (Page page : pages) {
      tests.add(
          new Entry(
              page.id(),
              page.dut().stream().map(SuiteTests::lower).toList(),
              page.roles().stream().map(SuiteTests::lower).toList()));
    }
    return new SuiteTests(version, digest, tests);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static SuiteTests read(String where, String text) throws UsageException {
    JsonInput root = JsonInput.ofStranger(where, text);
    List<Entry> tests = new ArrayList<>();
    for (JsonInput item : root.items("tests")) {
      tests.add(new Entry(item.text("id"), item.texts("dut"), item.texts("roles")));
    }
    return new SuiteTests(root.text("version"), root.text("sha256"), tests);
  }

  String json() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", "ibassay");
    tree.put("version", version);
    tree.put("sha256", digest);
    tree.put("tests", tests.stream().map(SuiteTests::tree).toList());
    return JsonOutput.text(tree);
  }

  private static Map<String, Object> tree(Entry test) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", test.id);
    tree.put("dut", test.kinds);
    tree.put("roles", test.roles);
    return tree;
  }
}
