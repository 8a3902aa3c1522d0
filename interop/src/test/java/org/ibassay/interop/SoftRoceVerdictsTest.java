package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.link.dut.DutUri;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tests of reliable connections on Linux Soft-RoCE of stock kernels. The expected verdicts are
/// in `soft-roce-*.verdicts`, with evidence; they do not vary from run to run. An audit of the
/// run's capture has exactly the findings in `soft-roce-*.audit`, and none that contradicts a
/// passed test.
@Tag("quiet") // its verdicts are about the DUT's timers
@Order(1)
@ResourceLock(SoftRoceGuest.ONE_TESTER)
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
final class SoftRoceVerdictsTest {
  /// A third of the time of all; only if every kernel is tested.
  private static final Set<String> LONG =
      Set.of("R09_DrainedQueue", "R09_ErrorState", "R09_RetriesAnew", "R09_WrongResponse");

  @TempDir Path directory;

  static Stream<Kernel> kernels() {
    return Kernel.tested();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void verdictsAreThoseExpected(Kernel kernel) throws Exception {
    String name = "soft-roce-" + kernel.name().toLowerCase(Locale.ROOT);
    Path out = directory.resolve("results");
    List<String> tests = tests();
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(tests);
    arguments.addAll(List.of("--dut", SoftRoceGuest.shared(kernel).uri().text()));
    arguments.addAll(List.of("--out", out.toString()));
    Processes.Outcome outcome =
        Processes.run(directory, Map.of(), CommandLine.of(arguments.toArray(String[]::new)));
    assertThat(out.resolve("results.json")).as(outcome.err()).exists();
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    Verdicts.check(name, Verdicts.lines(results), Verdicts.expected(name, tests), outcome.out());
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    Path capture = AuditedCaptures.keep(out.resolve("trace.pcapng"), "verdicts-" + name);
    audit(capture, SoftRoceGuest.shared(kernel).uri(), name, results);
  }

  private static List<String> tests() {
    return Pages.all().stream()
        .map(Page::id)
        .filter(id -> id.matches("[CR]09_.*"))
        .filter(id -> Kernel.areAllTested() || !LONG.contains(id))
        .toList();
  }

  private static void audit(Path capture, DutUri dut, String name, JsonNode results)
      throws Exception {
    List<String> found = AuditedCaptures.findings(capture, dut.target());
    Files.write(Path.of("target", name + ".audit"), found);
    assertThat(found).isEqualTo(Verdicts.judged(name + ".audit"));
    Set<String> failed = new TreeSet<>();
    results
        .get("tests")
        .forEach(test ->
            test.get("assertions")
                .forEach(assertion -> {
                  if (assertion.get("verdict").asString().equals("fail")) {
                    failed.add(assertion.get("id").asString());
                  }
                }));
    assertThat(found)
        .allMatch(line -> failed.contains(line.replace("complete: ", "").split(",", 2)[0]));
    assertThat(AuditedCaptures.report(capture, false).checks()).isGreaterThan(8_000);
  }
}
