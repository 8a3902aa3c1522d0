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

/// The suite's results on a real peer, from the same files with which the tests of `interop`
/// compare their results; or on an embedded device.
///
/// @param id id of its page
/// @param confirmed package versions for which a run last confirmed the results, and the date
public record PeerView(
    String id, String title, String about, List<Confirmed> confirmed, List<Run> runs) {
  private static final String RESOURCES = "interop/src/test/resources/org/ibassay/interop/";

  /// The worst first.
  private static final List<String> ORDER =
      List.of("fail", "error", "inconclusive", "pass", "not-applicable");

  /// A package version for which a run confirmed the results.
  ///
  /// @param date date of the run
  public record Confirmed(String name, String version, String date) {
    /// The name and version; for a package that only depends on another one, those of the other.
    public String text() {
      return version.startsWith("linux-image-") ? version : name + " " + version;
    }
  }

  /// The tests of one run.
  ///
  /// @param name name of the file, without its extension
  /// @param setting what distinguishes this run from others
  public record Run(String name, String setting, List<VerdictFile.Section> sections) {}

  /// An entry of `peers.json`.
  private record Entry(
      String id, String title, String about, List<String> packages, List<Source> runs) {}

  private record Source(String file, String setting) {}

  /// Returns all published peers.
  ///
  /// @param root root of the repository
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

  /// The worst verdict of each test.
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

  /// Returns the verdict of a test; empty if it was not run.
  public String verdict(String test) {
    return verdicts().getOrDefault(test, "");
  }

  /// The tests that were run.
  public Set<String> tests() {
    return verdicts().keySet();
  }

  /// The number of tests with that verdict.
  public long count(String verdict) {
    return verdicts().values().stream().filter(verdict::equals).count();
  }

  /// Returns the tests that were run on any peer.
  public static List<String> tests(List<PeerView> peers) {
    return peers.stream()
        .flatMap(peer -> peer.verdicts().keySet().stream())
        .distinct()
        .sorted(IdOrder.IN_ORDER)
        .toList();
  }
}
