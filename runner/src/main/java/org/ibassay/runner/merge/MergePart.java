package org.ibassay.runner.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.JsonOutput;
import org.jspecify.annotations.Nullable;

/// A `results.json` to merge with others. Its tests are read again whenever they are needed, so
/// that memory use does not grow with them.
///
/// @param directory directory of the run
/// @param name name of its directory, unique among the parts
/// @param version version of ibassay that made it
/// @param digest SHA-256 of its suite, or null
/// @param strict readings that the run judged, `ID=WAY`
/// @param started start of the run
/// @param duration duration of the run
/// @param duts its devices, as trees
/// @param readings ways that they followed, as trees
/// @param claims the claims about its devices, as trees
/// @param expected states of known non-conformances, as trees
record MergePart(
    Path directory,
    String name,
    String version,
    @Nullable String digest,
    List<String> strict,
    Instant started,
    Duration duration,
    List<Map<String, @Nullable Object>> duts,
    List<Map<String, @Nullable Object>> readings,
    List<Map<String, @Nullable Object>> claims,
    List<Map<String, @Nullable Object>> expected) {
  private static final String RESULTS = "results.json";
  private static final int SHOWN_DIGITS = 12;

  /// Reads the results of a run.
  ///
  /// @throws UsageException names the file and the error
  static MergePart read(Path directory, String name) throws UsageException {
    Path file = directory.resolve(RESULTS);
    Results results = Results.of(file.toString(), JsonInput.read("results", file));
    Map<String, @Nullable Object> tree = tree(file);
    try {
      return new MergePart(
          directory,
          name,
          results.version(),
          results.origin().suite(),
          results.strict(),
          Instant.parse(results.started()),
          Duration.ofMillis(Long.parseLong(Trees.text(tree, "durationMillis"))),
          Trees.objects(tree.get("duts")),
          Trees.objects(tree.get("readings")),
          Trees.objects(tree.get("claims")),
          Trees.objects(tree.get("expected")));
    } catch (DateTimeParseException | NumberFormatException e) {
      throw new UsageException(file + ": started or durationMillis: " + e.getMessage());
    }
  }

  /// The start of the first run.
  static Instant started(List<MergePart> parts) {
    return parts.stream()
        .map(MergePart::started)
        .min(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /// The time from the start of the first run to the end of the last.
  static Duration duration(List<MergePart> parts) {
    Instant ended =
        parts.stream()
            .map(part -> part.started.plus(part.duration))
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    return Duration.between(started(parts), ended);
  }

  /// The suite that made it, for messages.
  String suite() {
    String hash =
        digest == null
            ? ""
            : ", suite " + digest.substring(0, Math.min(SHOWN_DIGITS, digest.length()));
    return "ibassay " + version + hash;
  }

  /// Reads a results file as a tree.
  static Map<String, @Nullable Object> tree(Path file) throws UsageException {
    try {
      return JsonOutput.read(Files.readString(file));
    } catch (IOException e) {
      throw new UsageException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /// The tests, in the order run.
  List<Map<String, @Nullable Object>> tests() throws UsageException {
    return Trees.objects(tree(file()).get("tests"));
  }

  Path file() {
    return directory.resolve(RESULTS);
  }

  /// A device's name in the lab, or its URI.
  static String label(Map<String, @Nullable Object> dut) {
    String name = Trees.text(dut, "name");
    return name.isEmpty() ? Trees.text(dut, "uri") : name;
  }
}
