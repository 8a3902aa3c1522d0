package org.ibassay.runner.merge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.ClaimTally;
import org.ibassay.runner.fabric.ExpectationTally;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.NodeGroup;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.lab.RunScope;
import org.ibassay.runner.merge.MergedResult.MergedDut;
import org.ibassay.runner.merge.MergedResult.SharedFailure;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;

/// Merges several results into one. Each device keeps the directory of its own run with report and
/// capture, so frame numbers remain valid.
public final class Merge {
  /// Receives the merged tests.
  interface TestVisitor<E extends Exception> {
    /// @param dut index of the test's device in the merged result
    void visit(int dut, Map<String, @Nullable Object> test) throws E;
  }

  private final List<MergePart> parts;
  private final List<String> missing;
  private final Duplicates duplicates;
  private final String ownVersion;

  private Merge(MergeInput input, String ownVersion) throws UsageException {
    this.ownVersion = ownVersion;
    this.parts = input.parts();
    this.missing = input.missing();
    checkSuites();
    this.duplicates = Duplicates.among(parts);
  }

  /// Reads the output directories of runs, lab runs, or earlier merges.
  ///
  /// @param version version of ibassay, for an empty result
  /// @throws UsageException if they cannot be merged; names the files
  public static Merge of(List<Path> directories, String version) throws UsageException {
    return new Merge(MergeInput.read(directories), version);
  }

  private void checkSuites() throws UsageException {
    for (MergePart part : parts) {
      MergePart first = parts.getFirst();
      boolean isSame =
          part.version().equals(first.version()) && Objects.equals(part.digest(), first.digest());
      if (!isSame) {
        throw new UsageException(
            "%s was made by %s, but %s by %s; expected results of one suite"
                .formatted(part.file(), part.suite(), first.file(), first.suite()));
      }
      if (!Set.copyOf(part.strict()).equals(Set.copyOf(first.strict()))) {
        throw new UsageException(
            "%s judges %s, but %s judges %s; expected the same --strict readings"
                .formatted(
                    part.file(), readings(part.strict()), first.file(), readings(first.strict())));
      }
    }
  }

  private static String readings(List<String> strict) {
    return strict.isEmpty() ? "no reading" : String.join(", ", strict);
  }

  /// The directories of the parts, by their names in the merged result.
  public Map<String, Path> directories() {
    Map<String, Path> directories = new LinkedHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      MergePart part = parts.get(i);
      for (int dut = 0; dut < part.duts().size(); dut++) {
        if (!duplicates.isLeftOut(i, dut)) {
          directories.put(part.name(), part.directory());
        }
      }
    }
    return directories;
  }

  /// The suite that made the results.
  public String suite() {
    return SuiteDigest.named(version(), digest());
  }

  String version() {
    return parts.isEmpty() ? ownVersion : parts.getFirst().version();
  }

  @Nullable String digest() {
    return parts.isEmpty() ? null : parts.getFirst().digest();
  }

  List<String> strict() {
    return parts.isEmpty() ? List.of() : parts.getFirst().strict();
  }

  List<MergePart> parts() {
    return parts;
  }

  /// Returns the index of a part's device in the merged result; -1 if another part has it.
  int index(int part, int dut) {
    return duplicates.index(part, dut);
  }

  /// Visits each test once, part by part.
  <E extends Exception> void tests(TestVisitor<E> visitor) throws UsageException, E {
    for (int i = 0; i < parts.size(); i++) {
      for (Map<String, @Nullable Object> test : parts.get(i).tests()) {
        int dut = Integer.parseInt(Trees.text(test, "dut"));
        if (!duplicates.isDropped(i, dut, Trees.text(test, "id"))) {
          visitor.visit(duplicates.index(i, dut), test);
        }
      }
    }
  }

  /// Returns the merged result.
  ///
  /// @param shard `I/N` if this is itself a part of a split run, or null
  /// @param interrupted whether the user ended the run
  public MergedResult result(@Nullable String shard, boolean interrupted) throws UsageException {
    List<Tally> tallies = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      for (int dut = 0; dut < parts.get(i).duts().size(); dut++) {
        if (!duplicates.isLeftOut(i, dut)) {
          tallies.add(new Tally(parts.get(i), dut));
        }
      }
    }
    Map<GroupFailure, List<Integer>> failures = new LinkedHashMap<>();
    Gaps gaps = new Gaps();
    Set<String> notPutBack = new HashSet<>();
    tests((dut, test) -> {
      tallies.get(dut).add(test);
      gaps.add(test);
      if (NodeGroup.counted(test).compareTo(Verdict.PASS) < 0) {
        failures.computeIfAbsent(GroupFailure.of(test), _ -> new ArrayList<>()).add(dut);
      }
      if (test.get("notPutBack") instanceof List<?>) {
        notPutBack.add(Trees.text(test, "id"));
      }
    });
    List<MergedDut> duts = tallies.stream().map(Tally::dut).toList();
    return new MergedResult(
        parts.isEmpty() ? "" : parts.getFirst().suite(),
        duts,
        failures.entrySet().stream()
            .map(entry -> new SharedFailure(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparing((SharedFailure shared) -> shared.failure().verdict())
                    .thenComparingInt(shared -> -shared.duts().size()))
            .toList(),
        gaps.all(),
        ClaimTally.all(parts.stream().map(MergePart::claims)),
        expectations(duts.stream().map(MergedDut::label).toList()),
        notPutBack.isEmpty(),
        MergePart.started(parts),
        MergePart.duration(parts),
        new RunScope(shard, missing, interrupted));
  }

  private List<Expectation> expectations(List<String> labels) {
    ExpectationTally tally = new ExpectationTally();
    for (int i = 0; i < parts.size(); i++) {
      int part = i;
      for (Map<String, @Nullable Object> seen : parts.get(i).expected()) {
        long excused = index(part, 0) < 0 ? 0 : Long.parseLong(Trees.text(seen, "excused"));
        tally.add(seen, excused, dut -> index(part, dut));
      }
    }
    return tally.all(labels);
  }

  /// Counts the tests without a result.
  private static final class Gaps {
    private record Why(Verdict verdict, String reason) {}

    private final Map<Why, Integer> tests = new LinkedHashMap<>();

    void add(Map<String, @Nullable Object> test) {
      Verdict verdict = NodeGroup.verdict(test);
      if (verdict != Verdict.PASS && verdict != Verdict.FAIL) {
        tests.merge(new Why(verdict, Trees.text(test, "reason")), 1, Integer::sum);
      }
    }

    List<MergedResult.Gap> all() {
      return tests.entrySet().stream()
          .map(entry ->
              new MergedResult.Gap(entry.getKey().verdict, entry.getKey().reason, entry.getValue()))
          .sorted(Comparator.comparingInt((MergedResult.Gap gap) -> -gap.tests()))
          .toList();
    }
  }

  /// Counts the verdicts of a device.
  private static final class Tally {
    private final MergePart part;
    private final int index;
    private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    private long known;
    private Verdict verdict = Verdict.NOT_APPLICABLE;

    Tally(MergePart part, int index) {
      this.part = part;
      this.index = index;
    }

    /// As [org.ibassay.runner.RunResult#verdict()]: a test with only known failures is no pass.
    void add(Map<String, @Nullable Object> test) {
      Verdict own = NodeGroup.verdict(test);
      Verdict counted = NodeGroup.counted(test);
      counts.merge(own, 1L, Long::sum);
      boolean isKnown = counted != own;
      known += isKnown ? 1 : 0;
      if ((!isKnown || counted != Verdict.PASS) && counted.compareTo(verdict) < 0) {
        verdict = counted;
      }
    }

    MergedDut dut() {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>(part.duts().get(index));
      return new MergedDut(
          MergePart.label(tree), tree, "duts/" + part.name(), verdict, counts, known);
    }
  }
}
