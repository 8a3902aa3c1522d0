package org.ibassay.results.pack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.JsonOutput;

/// An in-toto statement with a predicate of type `test-result`: the digests of files, and the
/// outcome of the run.
///
/// The predicate distinguishes tests that passed, passed with a warning, and failed. A test without
/// a verdict is listed as failed, so that a policy does not accept it as a pass.
///
/// @param digests SHA-256 by name of the file
/// @param outcome outcome of the run
record Statement(Map<String, String> digests, Outcome outcome) {
  private static final String TYPE = "https://in-toto.io/Statement/v1";
  private static final String PREDICATE = "https://in-toto.io/attestation/test-result/v0.1";
  private static final List<PackFile> CONFIGURATION = List.of(PackFile.SUITE, PackFile.PROFILE);

  /// The outcome of a run, in the terms of the predicate; a test is named `ID on URI`.
  record Outcome(String result, List<String> passed, List<String> warned, List<String> failed) {
    static Outcome of(Results results) {
      boolean isKnown = results.tests().stream().anyMatch(Results.Test::isKnown);
      String result = results.origin().exit() != 0 ? "FAILED" : isKnown ? "WARNED" : "PASSED";
      return new Outcome(
          result,
          names(results, test -> test.verdict() == Verdict.PASS),
          names(results, Results.Test::isKnown),
          names(
              results,
              test ->
                  test.verdict() != Verdict.PASS
                      && test.verdict() != Verdict.NOT_APPLICABLE
                      && !test.isKnown()));
    }

    private static List<String> names(Results results, Predicate<Results.Test> which) {
      return results.tests().stream()
          .filter(which)
          .map(test -> test.id() + " on " + results.duts().get(test.dut()).uri())
          .toList();
    }
  }

  /// The JSON that is signed.
  String json() {
    Map<String, Object> predicate = new LinkedHashMap<>();
    predicate.put("result", outcome.result);
    predicate.put(
        "configuration",
        CONFIGURATION.stream()
            .map(PackFile::text)
            .filter(digests::containsKey)
            .map(this::descriptor)
            .toList());
    predicate.put("passedTests", outcome.passed);
    predicate.put("warnedTests", outcome.warned);
    predicate.put("failedTests", outcome.failed);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("_type", TYPE);
    tree.put("subject", digests.keySet().stream().map(this::descriptor).toList());
    tree.put("predicateType", PREDICATE);
    tree.put("predicate", predicate);
    return JsonOutput.text(tree);
  }

  private Map<String, Object> descriptor(String name) {
    Map<String, Object> descriptor = new LinkedHashMap<>();
    descriptor.put("name", name);
    descriptor.put("digest", Map.of("sha256", Objects.requireNonNull(digests.get(name))));
    return descriptor;
  }

  /// Parses a statement.
  ///
  /// @throws UsageException says what was expected
  static Statement read(String where, String text) throws UsageException {
    JsonInput root = JsonInput.ofStranger(where, text);
    if (!root.text("_type").equals(TYPE)) {
      throw root.wrong("_type", TYPE);
    }
    if (!root.text("predicateType").equals(PREDICATE)) {
      throw root.wrong("predicateType", PREDICATE);
    }
    Map<String, String> digests = new LinkedHashMap<>();
    for (JsonInput subject : root.items("subject")) {
      String name = subject.text("name");
      if (digests.put(name, subject.object("digest").text("sha256")) != null) {
        throw subject.wrong("is a second digest of one file");
      }
    }
    JsonInput predicate = root.object("predicate");
    return new Statement(
        digests,
        new Outcome(
            predicate.text("result"),
            predicate.texts("passedTests"),
            predicate.texts("warnedTests"),
            predicate.texts("failedTests")));
  }

  /// Returns its contradictions with the results.
  List<String> contradictions(Results results) {
    Outcome is = Outcome.of(results);
    List<String> found = new ArrayList<>();
    add(found, "result", outcome.result, is.result);
    add(found, "passedTests", outcome.passed, is.passed);
    add(found, "warnedTests", outcome.warned, is.warned);
    add(found, "failedTests", outcome.failed, is.failed);
    return found;
  }

  private static void add(List<String> found, String field, Object said, Object is) {
    if (!said.equals(is)) {
      found.add("the statement's %s differs from results.json".formatted(field));
    }
  }
}
