package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// No option of `run` is silently ignored: of each pair, either both have their effect, or the
/// command line is rejected with a message that names one of them.
@Tag("trial")
class OptionPairsTest {
  private static final Pattern PASSED = Pattern.compile("(?m)^( *pass |.*group \\d+: pass|.*P1)");

  @TempDir static Path folder = Path.of("");

  private final Path directory;

  OptionPairsTest() throws IOException {
    directory = Files.createTempDirectory(folder, "pair");
  }

  /// The output and files of a run.
  record Left(String out, String err, String results, String stored, List<String> files) {}

  /// An option.
  ///
  /// @param value its value; empty if it has none
  /// @param effect shows that it was not ignored
  record Given(String name, String value, Predicate<Left> effect) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Given option(String name, String value, Predicate<Left> effect) {
    return new Given(name, value, effect);
  }

  private static Given inResults(String name, String value, String text) {
    return option(name, value, left -> left.results.contains(text));
  }

  /// These change how packets are sent, which a scripted test does not show.
  private static Given unseen(String name, String value) {
    return option(name, value, _ -> true);
  }

  private static List<Given> table() {
    return List.of(
        inResults("--dut", "sim:switch", "\"uri\" : \"sim:switch\""),
        inResults("--out", "@out", "\"tests\""),
        unseen("--trace-limit", "1K"),
        inResults("--lab", "@lab.toml", "\"name\" : \"one\""),
        unseen("--jobs", "1"),
        inResults("--shard", "0/1", "\"shard\" : \"0/1\""),
        inResults("--fabric", "sim:fabric?fat-tree=2&tester=host-1", "\"fabric\""),
        inResults("--nodes", "type=ca", "\"picked\" : 1"),
        option("--sample", "1", left -> left.results.matches("(?s).*\"picked\" : [12],.*")),
        inResults("--topology", "@topology.txt", "missing: switch"),
        inResults("--resume", "@out", "\"tests\""),
        inResults("--param", "LEASE_PERIOD=9", "lease 9"),
        option(
            "--profile", "@device.properties", left -> left.files.contains("profile.properties")),
        option("--ics", "@device.ics.toml", left -> left.files.contains("device.ics.toml")),
        inResults("--expect", "@expect.json", "\"expected\""),
        inResults("--strict", "all", "\"strict\""),
        option("--safe", "", left -> !left.results.contains("code 7")),
        unseen("--own-fabric", ""),
        unseen("--counters", ""),
        unseen("--window", "3"),
        unseen("--timeout", "300"),
        unseen("--retries", "2"),
        inResults("--repeat", "2", "\"rounds\""),
        option("--store", "@store.db", left -> left.stored.contains(" passed, ")),
        option("--firmware", "9.9", left -> left.stored.contains("firmware 9.9")),
        option("--format", "lines", left -> !left.out.matches("(?is).*(^|\\n)(pass|fail): .*")),
        option("--quiet", "", left -> !PASSED.matcher(left.out).find()),
        option("--verbose", "", left -> left.out.contains("lease ")));
  }

  /// `--tests` requires a jar: `.ci/run` has one.
  @Test
  void theTableHasEveryOption() {
    Set<String> all = new TreeSet<>();
    CommandLine run = new CommandLine(new RunCommand(new CommandLineBench(folder).setup()));
    for (OptionSpec option : run.getCommandSpec().options()) {
      all.add(option.longestName());
    }
    all.removeAll(List.of("--help", "--version", "--tests"));
    assertThat(table().stream().map(Given::name)).containsExactlyInAnyOrderElementsOf(all);
  }

  /// Returns all pairs; in a build one in six of them, in which each option has several others.
  private static Stream<List<Given>> pairs() {
    List<Given> table = table();
    return IntStream.range(0, table.size())
        .boxed()
        .flatMap(i ->
            IntStream.range(i + 1, table.size())
                .filter(j -> Seeds.areMany() || (i + j) % 12 == 0)
                .mapToObj(j -> List.of(table.get(i), table.get(j))));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void bothHaveTheirEffectOrOneIsRefused(List<Given> pair) throws IOException {
    write();
    List<String> names = pair.stream().map(Given::name).toList();
    List<String> command = new ArrayList<>(List.of("run"));
    for (Given option : pair) {
      command.add(option.name);
      if (!option.value.isEmpty()) {
        command.add(option.value.replace("@", directory + "/"));
      }
    }
    add(command, names);
    CommandLineBench bench = new CommandLineBench(directory);
    if (names.contains("--resume") && !names.contains("--out")) {
      List<String> earlier = new ArrayList<>(command);
      earlier.set(earlier.indexOf("--resume"), "--out");
      bench.made(OptionPairsTest::test, earlier.toArray(String[]::new));
      bench = new CommandLineBench(directory);
    }
    int exit = bench.made(OptionPairsTest::test, command.toArray(String[]::new));
    String err = bench.err.toString();
    if (exit == 2) {
      assertThat(names).as("%s", err).anyMatch(err::contains);
      return;
    }
    assertThat(exit).as("%s: %s", command, err).isIn(0, 1, 3);
    Left left = left(bench);
    for (Given option : pair) {
      assertThat(option.effect.test(left))
          .as("effect of %s in %s:%n%s%n%s", option.name, command, left.out, left.err)
          .isTrue();
    }
  }

  /// Adds what the options of a pair require.
  private void add(List<String> command, List<String> names) {
    boolean isOfFabric =
        names.stream().anyMatch(List.of("--nodes", "--sample", "--topology")::contains);
    boolean hasFabric = names.contains("--fabric");
    if (isOfFabric && !hasFabric && !names.contains("--dut") && !names.contains("--lab")) {
      command.addAll(List.of("--fabric", "sim:fabric?fat-tree=2&tester=host-1"));
      hasFabric = true;
    }
    if (hasFabric && !names.contains("--safe") && !names.contains("--own-fabric")) {
      command.add("--own-fabric");
    }
    boolean hasDut = hasFabric || names.contains("--dut") || names.contains("--lab");
    if (!hasDut && names.contains("--resume")) {
      command.addAll(List.of("--lab", directory + "/lab.toml"));
    } else if (!hasDut) {
      command.addAll(List.of("--dut", "sim:ca"));
    }
    if (names.contains("--firmware") && !names.contains("--store")) {
      command.addAll(List.of("--store", directory + "/store.db"));
    }
    if (!names.contains("--out") && !names.contains("--resume")) {
      command.addAll(List.of("--out", directory + "/out"));
    }
  }

  private static ExecutableTest test(Page page) {
    return new CommandLineBench.Scripted() {
      @Override
      public boolean execute() {
        remark("lease " + parameter(Parameter.LEASE_PERIOD));
        if (page.id().equals("P1")) {
          log().pass("10");
          return true;
        }
        log().fail(CommandLineBench.FAILURE);
        return false;
      }
    };
  }

  private void write() throws IOException {
    write(
        "lab.toml",
        """
        [[dut]]
        name = "one"
        uri = "sim:ca"
        [[dut]]
        name = "two"
        uri = "sim:switch"
        """);
    write(
        "topology.txt",
        """
        Switch 4 "S-00000000000000aa" # "none"
        [1] "H-00000000000000ab"[1]

        Ca 1 "H-00000000000000ab" # "none"
        [1] "S-00000000000000aa"[1]
        """);
    write("device.properties", "claims.IsSM=false\n");
    write("device.ics.toml", "[claims]\nIsSM = false\n");
    write(
        "expect.json",
        """
        [{"test": "F1", "assertion": "v1c13-024#07", "reason": "r", "owner": "o",
          "expires": "2999-01-01"}]
        """);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private Left left(CommandLineBench bench) throws IOException {
    Path results = directory.resolve("out/results.json");
    Path store = directory.resolve("store.db");
    CommandLineBench ask = new CommandLineBench(directory);
    if (Files.exists(store)) {
      ask.made("results", "list", "--store", store.toString());
    }
    List<String> files;
    try (Stream<Path> walk = Files.walk(directory.resolve("out"))) {
      files = walk.map(path -> String.valueOf(path.getFileName())).toList();
    }
    return new Left(
        bench.out.toString(),
        bench.err.toString(),
        Files.exists(results) ? Files.readString(results) : "",
        ask.out.toString(),
        files);
  }
}
