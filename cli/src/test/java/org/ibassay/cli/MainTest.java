package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command line from end to end, in this process.
@Tag("trial")
class MainTest {
  @TempDir Path directory = Path.of("");
  private CommandLineBench bench;

  @BeforeEach
  void open() {
    bench = new CommandLineBench(directory);
  }

  @Test
  void everyTestPassesOnItsSimulatedDevices() throws IOException {
    assertThat(bench.installed("run", "--out", bench.results()))
        .as("%s%s", bench.out, bench.err)
        .isZero();
    assertThat(bench.out.toString()).contains("\npass: ");
    assertThat(directory.resolve("out/results.json")).content().contains("\"exit\" : 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run C99_1 | no test matches \"C99_1\"",
        "run --dut switch | DUT URI \"switch\": has no scheme",
        "run --dut sim: | names no target",
        "run --dut sim:toaster | DUT URI \"sim:toaster\"",
        "run --dut sim:ca?color=red | unknown parameter \"color\"",
        "run --dut sim:ca --dut sim:switch?ports=999 | expected a number from 1 to 254",
        "run --dut tea:pot | unknown scheme \"tea\"",
        "run --param LEASE_PERIOD=0 | parameter LEASE_PERIOD=0: expected 1 to 65535",
        "run --param LEASE=1 | no parameter is called \"LEASE\"",
        "run --param LEASE_PERIOD | --param LEASE_PERIOD: expected NAME=VALUE",
        "run --param LEASE_PERIOD=1 --param LEASE_PERIOD=2 | LEASE_PERIOD: given twice",
        "run --profile no-such-file | profile no-such-file: no such file",
        "run --window 0 | --window 0: expected a number from 1 to 64",
        "run --retries abc | --retries abc: expected a number from 0 to 100",
        "run --jobs 99999999999 | --jobs 99999999999: expected a number from 1 to 1000",
        "qualify --seed 1.5 | --seed 1.5: expected a whole number",
        "run --timeout 0 | --timeout 0: expected a number from 1 to 60000",
        "run --retries -1 | --retries -1: expected a number from 0 to 100",
        "run --repeat 0 | --repeat 0: expected a number from 1 to 10000",
        "run --format xml | --format xml: expected text or lines",
        "run --quiet --verbose | mutually exclusive",
        "run --expect no-such-file | expect file no-such-file: no such file",
        "run --strict sme-state | --strict sme-state: no such reading; did you mean:"
            + " same-state",
        "run --strict same-state=no | a way of that reading: accept (code 0), refuse (code 7)",
        "run --strict all --strict same-state --strict same-state | same-state: given" + " twice",
        "list --deviations lease.bits-not | no such name: \"lease.bits-not\"; did you"
            + " mean: lease.bits-",
        "list --deviations --readings | list: --readings and --deviations are mutually"
            + " exclusive",
        "run --dut sim:ca?deviation=lease.slow | ibassay list --deviations 'lease.*'\" shows them all",
        "list --readings C13_013 | list --readings does not accept a SELECTOR",
        "run --saf | no such option \"--saf\"; did you mean: --sample, --safe",
        "rum | no such command \"rum\"; did you mean: run",
        "coverage C99 | no test matches \"C99\"",
        "qualify C99 | no test matches \"C99\"",
        "qualify --pairs -1 | --pairs -1: expected a number from 0 to 1000000",
        "list C99 | no test matches \"C99\"",
        "describe | Missing required parameter: 'TEST'",
        "describe C14_017* | \"C14_017*\" selects 3 tests",
      })
  void wrongUseIsNamedAndLeavesNoFiles(String line, String message) {
    List<String> arguments = new ArrayList<>(List.of(line.strip().split(" ", -1)));
    if (arguments.getFirst().equals("run")) {
      arguments.addAll(List.of("--out", bench.results()));
    }
    assertThat(bench.installed(arguments.toArray(String[]::new))).isEqualTo(2);
    assertThat(bench.err.toString()).startsWith("ibassay: ").contains(message);
    assertThat(bench.err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(bench.out.toString()).isEmpty();
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aClaimThatTheDutContradictsIsInconclusive() throws IOException {
    Path profile = directory.resolve("profile.properties");
    String[] run = {
      "run", "C13_013", "--dut", "sim:ca", "--profile", profile.toString(), "--out", bench.results()
    };
    Files.writeString(profile, "claims.IsSM=true");
    assertThat(bench.installed(run)).isEqualTo(3);
    assertThat(bench.out.toString() + bench.err)
        .contains("the profile states claims.IsSM=true,")
        .contains("has IsSM 0");
    Files.writeString(profile, "claims.IsSM=false");
    assertThat(bench.installed(run)).isZero();
  }

  @Test
  void noCommandIsWrongUse() {
    assertThat(bench.installed()).isEqualTo(2);
    assertThat(bench.err.toString()).startsWith("Usage: ibassay");
  }

  @Test
  void aForeignOutputDirectoryIsWrongUse() throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("out")).resolve("thesis"), "mine");
    assertThat(bench.installed("run", "--out", bench.results())).isEqualTo(2);
    assertThat(bench.err.toString()).contains("ibassay did not make it");
  }

  @Test
  void onlyPassesAndWhatDoesNotApplyIsAPass() {
    assertThat(bench.made("run", "P1", "--dut", "sim:ca", "--out", bench.results())).isZero();
  }

  @Test
  void aFailedTestIsOne() {
    assertThat(bench.made("run", "--dut", "sim:ca", "--out", bench.results())).isEqualTo(1);
    assertThat(bench.out.toString())
        .contains("  FAIL         F1")
        .contains("\n  Run again: ibassay run F1 --dut sim:ca\n");
  }

  @Test
  void nothingAppliedIsThree() {
    assertThat(bench.made("run", "F1", "--safe", "--dut", "sim:ca", "--out", bench.results()))
        .isEqualTo(3);
    assertThat(bench.out.toString()).contains("nothing applied: 1 not-applicable");
    assertThat(bench.err.toString()).contains("ibassay: no test passed: none applied\n");
  }

  @Test
  void anUnreachableDutIsThreeAndSaidOnce() {
    assertThat(bench.made("run", "--dut", "silent:dut", "--out", bench.results())).isEqualTo(3);
    assertThat(bench.err.toString())
        .contains("DUT silent:dut is unreachable: no response to SubnGet(NodeInfo)");
    assertThat(bench.out.toString())
        .doesNotContain("unreachable")
        .contains("inconclusive: 1 inconclusive, 2 tests not run in ");
  }

  @Test
  void anUnreachableDutHasOneLine() {
    assertThat(bench.made("run", "--format=lines", "--dut", "silent:dut", "--out", bench.results()))
        .isEqualTo(3);
    assertThat(bench.out.toString().lines())
        .hasSize(1)
        .allMatch(
            line -> line.matches("silent:dut: inconclusive: DUT silent:dut is unreachable.*"));
  }

  @Test
  void aPortThatIsDownIsThree() {
    assertThat(bench.made("run", "--dut", "silent:down", "--out", bench.results())).isEqualTo(3);
    assertThat(bench.err.toString()).contains("ibassay: port silent/1 is down; check its cable");
  }

  @Test
  void anInterruptIsAHundredAndThirtyAndLeavesResults() throws IOException {
    AtomicBoolean started = new AtomicBoolean();
    int exit =
        bench.made(
            page ->
                new CommandLineBench.Scripted() {
                  @Override
                  public boolean execute() throws TestException {
                    started.set(true);
                    bench.interruption.request();
                    throw new TestException(TestException.Cause.INTERRUPTED, "interrupted");
                  }
                },
            "run",
            "--dut",
            "sim:ca",
            "--out",
            bench.results());
    assertThat(started).isTrue();
    assertThat(exit).isEqualTo(130);
    assertThat(bench.out.toString()).contains("interrupted: 2 inconclusive");
    assertThat(directory.resolve("out/results.json")).content().contains("\"exit\" : 130");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void linesGoToStandardOutputAndNothingElse() {
    assertThat(bench.made("run", "--format", "lines", "--dut", "sim:ca", "--out", bench.results()))
        .isEqualTo(1);
    assertThat(bench.out.toString())
        .isEqualTo(
            "sim:ca: cause: Expected code 7; received code 0; at block 4 (1 check failed,"
                + " in 1 test) [F1 step 10]\n"
                + "sim:ca: F1: fail: step 10: block 4: expected code 7; received code 0"
                + " [v1c13-024#07, v1c14-024.1.1#12.02; packet 12; Verify that Status.Code == 7 in every block"
                + " beyond the capacity, and that all entries read 0]\n");
  }

  @Test
  void whatDiffersBetweenRoundsIsReported() throws IOException {
    AtomicInteger count = new AtomicInteger();
    Function<Page, ExecutableTest> maker =
        page ->
            CommandLineBench.passOrFail(
                count.incrementAndGet() == 3 ? CommandLineBench.FAILS : CommandLineBench.PASSES);
    String[] run = {"run", "P1", "--repeat", "4", "--dut", "sim:ca", "--out", bench.results()};
    assertThat(bench.made(maker, run)).isEqualTo(1);
    assertThat(bench.out.toString())
        .contains("  round 3 of 4\n  FAIL         P1", "FAIL: 1 fail, 1 unstable in ")
        .contains("P1: unstable on sim:ca\n  - the test: fail in round 3; pass in round 1-2, 4\n")
        .contains("  - v1c13-024#07: fail in round 3; pass in round 1-2, 4\n")
        .contains("Run again: ibassay run P1 --dut sim:ca --repeat 4\n");
    assertThat(directory.resolve("out/results.json"))
        .content()
        .contains("\"rounds\" : [ \"pass\", \"pass\", \"fail\", \"pass\" ]");
    count.set(0);
    run = Stream.concat(Stream.of(run), Stream.of("--format", "lines")).toArray(String[]::new);
    assertThat(bench.made(maker, run)).isEqualTo(1);
    assertThat(bench.out.toString())
        .contains("sim:ca: P1: unstable: the test: fail in round 3; pass in round 1-2, 4\n");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(bench.installed("--help")).isZero();
    assertThat(bench.out.toString()).contains("run ", "list ", "describe ", "Examples:", "130");
    assertThat(bench.out.toString().lines()).allSatisfy(l -> assertThat(l.length()).isLessThan(81));
    assertThat(bench.installed("run", "--help")).isZero();
    assertThat(bench.installed("--version")).isZero();
    assertThat(bench.out.toString()).containsPattern("\nibassay \\d+\\.\\d+");
    assertThat(bench.err.toString()).isEmpty();
  }
}
