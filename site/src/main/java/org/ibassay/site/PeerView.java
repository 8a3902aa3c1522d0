package org.ibassay.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/// What the suite found on a real peer: the very files that tests of `interop` compare with what
/// they see, so what is published is what a build confirms.
///
/// @param id of its page
/// @param confirmed versions of its packages with which a run agreed last, and when
public record PeerView(
    String id, String title, String about, List<Confirmed> confirmed, List<Run> runs) {
  private static final String RESOURCES = "interop/src/test/resources/org/ibassay/interop/";

  /// Worst first.
  private static final List<String> ORDER =
      List.of("fail", "error", "inconclusive", "pass", "not-applicable");

  /// A package in a version that a run agreed with.
  ///
  /// @param date of the run
  public record Confirmed(String name, String version, String date) {
    /// Of a package that only stands for another one, that one.
    public String text() {
      return version.startsWith("linux-image-") ? version : name + " " + version;
    }
  }

  /// Tests of one run.
  ///
  /// @param name the file's, without its extension
  /// @param setting that tells this run from others
  public record Run(String name, String setting, List<VerdictFile.Section> sections) {}

  /// An entry of `peers.json`.
  private record Entry(
      String id, String title, String about, List<String> packages, List<Source> runs) {}

  private record Source(String file, String setting) {}

  /// All that are published.
  ///
  /// @param root the repository's
  static List<PeerView> all(Path root) throws IOException {
    Path folder = root.resolve(RESOURCES);
    Map<String, Confirmed> confirmed =
        Files.readAllLines(folder.resolve("confirmed.txt")).stream()
            .map(line -> line.split(" ", -1))
            .map(words -> new Confirmed(words[0], words[1], words[2]))
            .collect(Collectors.toMap(Confirmed::name, entry -> entry));
    List<PeerView> peers = new ArrayList<>();
    try (InputStream in = Files.newInputStream(folder.resolve("peers.json"))) {
      for (Entry entry : JsonMapper.shared().readValue(in, Entry[].class)) {
        peers.add(of(entry, confirmed, folder));
      }
    }
    return peers;
  }

  private static PeerView of(Entry entry, Map<String, Confirmed> confirmed, Path folder)
      throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Source source : entry.runs) {
      String text = Files.readString(folder.resolve(source.file + ".verdicts"));
      runs.add(new Run(source.file, source.setting, VerdictFile.parse(text).sections()));
    }
    List<Confirmed> versions =
        entry.packages.stream()
            .map(name -> Objects.requireNonNull(confirmed.get(name), name))
            .toList();
    return new PeerView(entry.id, entry.title, entry.about, versions, runs);
  }

  /// The worst verdict of each test that was run on it.
  Map<String, String> verdicts() {
    Map<String, String> worst = new TreeMap<>();
    runs.stream()
        .flatMap(run -> run.sections.stream())
        .flatMap(section -> section.tests().stream())
        .forEach(test -> worst.merge(test.id(), test.verdict(), PeerView::worse));
    return worst;
  }

  private static String worse(String one, String other) {
    return ORDER.indexOf(one) <= ORDER.indexOf(other) ? one : other;
  }

  /// The verdict on a test, or nothing where it was not run.
  public String verdict(String test) {
    return verdicts().getOrDefault(test, "");
  }

  /// The tests that were run on it.
  public Set<String> tests() {
    return verdicts().keySet();
  }

  /// How many tests have a verdict.
  public long count(String verdict) {
    return verdicts().values().stream().filter(verdict::equals).count();
  }

  /// The tests that were run on any of them.
  public static List<String> tests(List<PeerView> peers) {
    return peers.stream()
        .flatMap(peer -> peer.verdicts().keySet().stream())
        .distinct()
        .sorted(IdOrder.IN_ORDER)
        .toList();
  }
}
