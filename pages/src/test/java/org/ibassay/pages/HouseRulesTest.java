package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Rules of the whole project that its source shows without being compiled.
final class HouseRulesTest {
  private static final SourceTree TREE = SourceTree.ofThisProject();
  private static final int LINES = 400;
  private static final int SUPERCLASSES = 3;

  /// A module knows modules of lower levels only. What is not here is no module of Java.
  private static final Map<String, Integer> LEVELS =
      Map.ofEntries(
          Map.entry("wire", 0),
          Map.entry("pages", 0),
          Map.entry("peers", 0),
          Map.entry("link", 1),
          Map.entry("audit", 2),
          Map.entry("decode", 2),
          Map.entry("device", 2),
          Map.entry("suite", 2),
          Map.entry("runner", 3),
          Map.entry("qualify", 4),
          Map.entry("results", 4),
          Map.entry("qualification", 5),
          Map.entry("cli", 5),
          Map.entry("junit", 5),
          Map.entry("trials", 6),
          Map.entry("site", 6),
          Map.entry("bench", 6),
          Map.entry("fuzz", 6),
          Map.entry("interop", 7),
          Map.entry("examples", 7),
          Map.entry("dist", 7));

  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern MODULE = Pattern.compile("<artifactId>ibassay-(\\w+)</artifactId>");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(org\\.ibassay(?:\\.[a-z]\\w*)*)\\.[A-Z]");
  private static final Pattern EXTENDS =
      Pattern.compile("(?m)^[\\w ]*class \\w+\\s*(?:<.*>)?\\s+extends (\\w+)");

  @Test
  void simpleNamesOfTypesAreUnique() {
    Map<String, List<String>> files = new TreeMap<>();
    for (Path file : TREE.files(".java")) {
      files.computeIfAbsent(type(file), _ -> new ArrayList<>()).add(TREE.name(file));
    }
    files.keySet().removeAll(Set.of("package-info", "module-info"));
    files.values().removeIf(same -> same.size() == 1);
    assertThat(files).as("types whose simple name stands twice").isEmpty();
  }

  @Test
  void noFileIsTooLong() {
    assertThat(TREE.files(".java"))
        .filteredOn(file -> SourceTree.text(file).lines().count() > LINES)
        .as("files of more than %d lines", LINES)
        .isEmpty();
  }

  @Test
  void aModuleKnowsLowerLevelsOnly() {
    List<String> wrong = new ArrayList<>();
    for (Path pom : TREE.files("/pom.xml")) {
      String module = TREE.place(pom);
      for (String known : dependencies(SourceTree.text(pom))) {
        if (!TREE.name(pom).equals("pom.xml") && level(known) >= level(module)) {
          wrong.add(module + " knows " + known);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void packagesOfAModuleKnowEachOtherInNoCircle() {
    Map<String, Set<String>> known = new TreeMap<>();
    for (Path file : TREE.mainFiles()) {
      String text = SourceTree.text(file);
      PACKAGE
          .matcher(text)
          .results()
          .map(found -> found.group(1))
          .forEach(name ->
              known.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(imports(name, text)));
    }
    assertThat(known.keySet())
        .as("packages that know themselves through others")
        .filteredOn(name -> reachable(name, known).contains(name))
        .isEmpty();
  }

  @Test
  void noClassChainIsTooLong() {
    Map<String, String> parents = new HashMap<>();
    Set<String> own =
        TREE.mainFiles().stream().map(HouseRulesTest::type).collect(Collectors.toSet());
    for (Path file : TREE.mainFiles()) {
      EXTENDS
          .matcher(SourceTree.text(file))
          .results()
          .limit(1)
          .map(found -> found.group(1))
          .filter(own::contains)
          .forEach(parent -> parents.put(type(file), parent));
    }
    assertThat(parents.keySet())
        .filteredOn(name -> superclasses(name, parents) > SUPERCLASSES)
        .as("classes with more than %d superclasses of ours", SUPERCLASSES)
        .isEmpty();
  }

  private static String type(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ".java".length());
  }

  private static Set<String> dependencies(String pom) {
    return DEPENDENCY
        .matcher(pom)
        .results()
        .map(found -> found.group(1))
        .filter(dependency -> !dependency.contains("<scope>test</scope>"))
        .flatMap(dependency -> MODULE.matcher(dependency).results())
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static int level(String module) {
    Integer level = LEVELS.get(module);
    assertThat(level).as("level of module %s in HouseRulesTest", module).isNotNull();
    return LEVELS.getOrDefault(module, 0);
  }

  private static Set<String> imports(String from, String text) {
    return IMPORT
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .filter(name -> !name.equals(from))
        .collect(Collectors.toSet());
  }

  private static Set<String> reachable(String from, Map<String, Set<String>> known) {
    Set<String> reached = new HashSet<>();
    List<String> open = new ArrayList<>(known.getOrDefault(from, Set.of()));
    while (!open.isEmpty()) {
      String next = open.removeLast();
      if (reached.add(next)) {
        open.addAll(known.getOrDefault(next, Set.of()));
      }
    }
    return reached;
  }

  private static int superclasses(String name, Map<String, String> parents) {
    String parent = parents.get(name);
    return parent == null ? 0 : 1 + superclasses(parent, parents);
  }
}
