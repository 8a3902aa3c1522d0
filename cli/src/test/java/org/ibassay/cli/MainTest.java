package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Suite;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Place;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command line from end to end, in this process.
class MainTest {
  private static final Page PASSES =
      Pagelet.of("P1", "Passes", Effect.READS, DutKind.CA, DutKind.SWITCH);
  private static final Page FAILS = Pagelet.of("F1", "Fails", Effect.CHANGES, DutKind.CA);

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Interruption interruption = new Interruption();

  @Test
  void everyTestPassesOnItsSimulatedDevices() throws IOException {
    assertThat(installed("run", "--out", results())).as("%s%s", out, err).isZero();
    assertThat(out.toString()).contains("\npass: ");
    assertThat(directory.resolve("out/results.json")).content().contains("\"exit\" : 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run C99_1 | no test is selected by \"C99_1\"",
        "run --dut switch | DUT URI \"switch\": has no scheme",
        "run --dut sim: | names no target",
        "run --dut sim:toaster | DUT URI \"sim:toaster\"",
        "run --dut sim:ca?colour=red | knows no \"colour\"",
        "run --dut sim:ca --dut sim:switch?ports=999 | expected a number from 1 to 254",
        "run --dut tea:pot | knows no scheme \"tea\"",
        "run --param LEASE_PERIOD=0 | parameter LEASE_PERIOD=0: expected 1 to 65535",
        "run --param LEASE=1 | no parameter is called \"LEASE\"",
        "run --param LEASE_PERIOD | --param LEASE_PERIOD: expected NAME=VALUE",
        "run --param LEASE_PERIOD=1 --param LEASE_PERIOD=2 | LEASE_PERIOD: is given twice",
        "run --profile no-such-file | profile no-such-file: there is no such file",
        "run --window 0 | --window 0: expected a number from 1 to 64",
        "run --timeout 0 | --timeout 0: expected a number from 1 to 60000",
        "run --retries -1 | --retries -1: expected a number from 0 to 100",
        "run --repeat 0 | --repeat 0: expected a number from 1 to 10000",
        "run --format xml | --format xml: expected text or lines",
        "run --quiet --verbose | mutually exclusive",
        "run --expect no-such-file | expect file no-such-file: there is no such file",
        "run --strict sme-state | --strict sme-state: no reading is called that; close: same-state",
        "run --strict same-state=no | a way of that reading: accept (code 0), refuse (code 7)",
        "run --strict all --strict same-state --strict same-state | same-state: is given twice",
        "list --readings C13_013 | list --readings: takes no SELECTOR",
        "run --saf | there is no option \"--saf\"; close: --safe",
        "rum | there is no command \"rum\"; close: run",
        "coverage C99 | no test is selected by \"C99\"",
        "qualify C99 | no test is selected by \"C99\"",
        "qualify --pairs -1 | --pairs -1: expected a number from 0 on",
        "list C99 | no test is selected by \"C99\"",
        "describe | Missing required parameter: 'TEST'",
        "describe C14_017* | \"C14_017*\" selects 3 tests",
      })
  void wrongUseIsNamedAndLeavesNothingBehind(String line, String message) {
    List<String> arguments = new ArrayList<>(List.of(line.strip().split(" ", -1)));
    if (arguments.getFirst().equals("run")) {
      arguments.addAll(List.of("--out", results()));
    }
    assertThat(installed(arguments.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString()).startsWith("ibassay: ").contains(message);
    assertThat(err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(out.toString()).isEmpty();
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aClaimThatTheDutContradictsIsInconclusive() throws IOException {
    Path profile = directory.resolve("profile.properties");
    String[] run = {
      "run", "C13_013", "--dut", "sim:ca", "--profile", profile.toString(), "--out", results()
    };
    Files.writeString(profile, "claims.IsSM=true");
    assertThat(installed(run)).isEqualTo(3);
    assertThat(out.toString() + err)
        .contains("the profile says claims.IsSM=true,")
        .contains("has IsSM 0");
    Files.writeString(profile, "claims.IsSM=false");
    assertThat(installed(run)).isZero();
  }

  @Test
  void noCommandIsWrongUse() {
    assertThat(installed()).isEqualTo(2);
    assertThat(err.toString()).startsWith("Usage: ibassay");
  }

  @Test
  void aForeignOutputDirectoryIsWrongUse() throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("out")).resolve("thesis"), "mine");
    assertThat(installed("run", "--out", results())).isEqualTo(2);
    assertThat(err.toString()).contains("ibassay did not make it");
  }

  @Test
  void onlyPassesAndWhatDoesNotApplyIsAPass() {
    assertThat(made("run", "P1", "--dut", "sim:ca", "--out", results())).isZero();
  }

  @Test
  void aFailedTestIsOne() {
    assertThat(made("run", "--dut", "sim:ca", "--out", results())).isEqualTo(1);
    assertThat(out.toString())
        .contains("  FAIL         F1")
        .contains("\n  Again: ibassay run F1 --dut sim:ca\n");
  }

  @Test
  void nothingAppliedIsThree() {
    assertThat(made("run", "F1", "--safe", "--dut", "sim:ca", "--out", results())).isEqualTo(3);
    assertThat(out.toString()).contains("nothing applied: 1 not-applicable");
    assertThat(err.toString()).contains("ibassay: no test passed: none applied\n");
  }

  @Test
  void anUnreachableDutIsThreeAndSaidOnce() {
    assertThat(made("run", "--dut", "silent:dut", "--out", results())).isEqualTo(3);
    assertThat(err.toString())
        .contains("DUT silent:dut is unreachable: no answer to SubnGet(NodeInfo)");
    assertThat(out.toString().lines().filter(line -> line.contains("unreachable"))).hasSize(1);
    assertThat(out.toString()).contains("also      1 other test, for the same reason");
  }

  @Test
  void eachTestThatAnUnreachableDutKeptFromRunningHasItsLine() {
    assertThat(made("run", "--format=lines", "--dut", "silent:dut", "--out", results()))
        .isEqualTo(3);
    assertThat(out.toString().lines())
        .hasSize(2)
        .allMatch(line ->
            line.matches("silent:dut: \\w+: inconclusive: DUT silent:dut is unreachable.*"));
  }

  @Test
  void aPortThatIsDownIsThree() {
    assertThat(made("run", "--dut", "silent:down", "--out", results())).isEqualTo(3);
    assertThat(err.toString()).contains("ibassay: port silent/1 is down; check its cable");
  }

  @Test
  void anInterruptIsAHundredAndThirtyAndLeavesResults() throws IOException {
    AtomicBoolean started = new AtomicBoolean();
    int exit =
        made(
            page ->
                new Scripted() {
                  @Override
                  public boolean execute() throws TestException {
                    started.set(true);
                    interruption.request();
                    throw new TestException(TestException.Cause.INTERRUPTED, "interrupted");
                  }
                },
            "run",
            "--dut",
            "sim:ca",
            "--out",
            results());
    assertThat(started).isTrue();
    assertThat(exit).isEqualTo(130);
    assertThat(out.toString()).contains("interrupted: 2 inconclusive");
    assertThat(directory.resolve("out/results.json")).content().contains("\"exit\" : 130");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void linesGoToStandardOutputAndNothingElse() {
    assertThat(made("run", "--format", "lines", "--dut", "sim:ca", "--out", results()))
        .isEqualTo(1);
    assertThat(out.toString())
        .isEqualTo(
            "sim:ca: F1: fail: step 10: block 4: expected code 7; came code 0 [v1c13-024#07,"
                + " v1c14-024.1.1#12.02; packet 12]\n");
  }

  @Test
  void whatDiffersBetweenRoundsIsTold() throws IOException {
    AtomicInteger count = new AtomicInteger();
    Function<Page, ExecutableTest> maker =
        page -> passOrFail(count.incrementAndGet() == 3 ? FAILS : PASSES);
    String[] run = {"run", "P1", "--repeat", "4", "--dut", "sim:ca", "--out", results()};
    assertThat(made(maker, run)).isEqualTo(1);
    assertThat(out.toString())
        .contains("  round 3 of 4\n  FAIL         P1", "FAIL: 1 fail, 1 unstable in ")
        .contains("P1: unstable on sim:ca\n  - the test: fail in round 3; pass in round 1-2, 4\n")
        .contains("  - v1c13-024#07: fail in round 3; pass in round 1-2, 4\n")
        .contains("Again: ibassay run P1 --dut sim:ca --repeat 4\n");
    assertThat(directory.resolve("out/results.json"))
        .content()
        .contains("\"rounds\" : [ \"pass\", \"pass\", \"fail\", \"pass\" ]");
    count.set(0);
    run = Stream.concat(Stream.of(run), Stream.of("--format", "lines")).toArray(String[]::new);
    assertThat(made(maker, run)).isEqualTo(1);
    assertThat(out.toString())
        .contains("sim:ca: P1: unstable: the test: fail in round 3; pass in round 1-2, 4\n");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(installed("--help")).isZero();
    assertThat(out.toString()).contains("run ", "list ", "describe ", "Examples:", "130");
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l.length()).isLessThan(81));
    assertThat(installed("run", "--help")).isZero();
    assertThat(installed("--version")).isZero();
    assertThat(out.toString()).containsPattern("\nibassay \\d+\\.\\d+");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void listsTests() {
    assertThat(made("list")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            test                section      DUT                 tester effect
            P1                  24.1.5.15    ca, switch          MAD    reads
                Passes
            F1                  24.1.5.15    ca                  MAD    changes
                Fails
            """);
  }

  @Test
  void listsAsJsonWithAssertionsAndParameters() {
    assertThat(made("list", "--json", "P1")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            [ {
              "id" : "P1",
              "section" : "24.1.5.15",
              "title" : "Passes",
              "dut" : [ "ca", "switch" ],
              "roles" : [ ],
              "tester" : "MAD",
              "effect" : "reads",
              "assertions" : [ "v1c13-024#07", "v1c14-024.1.1#12.02" ],
              "parameters" : [ {
                "name" : "LEASE_PERIOD",
                "type" : "number",
                "unit" : "seconds",
                "default" : "2",
                "allowed" : "1 to 65535",
                "meaning" : "PortInfo:M_KeyLeasePeriod that the lease tests set"
              } ]
            } ]
            """);
  }

  @Test
  void showsWhichTestsCheckAnAssertion() {
    assertThat(made("coverage", "V1C13-024#07")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            v1c13-024#07
              - P1: step 10
              - F1: step 10

            1 assertion.
            """);
  }

  @Test
  void showsWhyNoTestChecksAnAssertion() {
    assertThat(made("coverage", "v1c15-0.1.012#17.47")).isZero();
    assertThat(out.toString())
        .startsWith("v1c15-0.1.012#17.47\n  - not tested (C15_0_1_012_17_02_3): ")
        .endsWith("\n1 assertion, 1 not tested.\n");
  }

  @Test
  void showsCoverageAsJson() {
    assertThat(made("coverage", "P1", "--json")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            [ {
              "assertion" : "v1c13-024#07",
              "tests" : [ {
                "id" : "P1",
                "steps" : [ "10" ]
              } ]
            }, {
              "assertion" : "v1c14-024.1.1#12.02",
              "tests" : [ {
                "id" : "P1",
                "steps" : [ "10" ]
              } ]
            } ]
            """);
  }

  @Test
  void describesATest() {
    assertThat(made("describe", "P1")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            P1  Passes

            Every block is *written* and read, see the table.

            Section      24.1.5.15
            DUT          ca, switch
            Tester       MAD
            Effect       reads: nothing is changed
            Topology     SimpleLink: MAD Tester
            Qualifiers   none
            Coverage     v1c14-024.1.1
            Public page  of the same name, in the InfiniBand Test Specification 1.0.38
            Assertions   v1c13-024#07, v1c14-024.1.1#12.02
            Parameter    LEASE_PERIOD: PortInfo:M_KeyLeasePeriod that the lease tests set
                         (seconds; 1 to 65535; default 2)

            Notes
            - A block holds 32 entries.

            Initialization
            I1    PortState is Active.

            Procedure
            1     SendMad(SubnGet(SwitchInfo)).
            10    Verify that Status.Code == 7 in every block beyond the capacity, and that
                  all entries read 0:
                  - the first
                  - the last
                  = v1c13-024#07, v1c14-024.1.1#12.02
            """);
  }

  /// A test that does as told.
  private abstract static class Scripted extends TestCase {
    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public TesterKind testerKind() {
      return TesterKind.MAD;
    }

    @Override
    public LinkQuality linkQuality() {
      return LinkQuality.BAD;
    }
  }

  private static ExecutableTest passOrFail(Page page) {
    return new Scripted() {
      @Override
      public boolean execute() {
        if (page.id().startsWith("P")) {
          log().pass("10");
          return true;
        }
        log()
            .fail(new CheckLog.Failure("10", Place.NOWHERE.at("block", 4), "code 7", "code 0", 12));
        return false;
      }
    };
  }

  private String results() {
    return directory.resolve("out").toString();
  }

  private int installed(String... arguments) {
    return run(new Suite(Pages.all(), Pages::newTest), arguments);
  }

  private int made(String... arguments) {
    return made(MainTest::passOrFail, arguments);
  }

  private int made(Function<Page, ExecutableTest> maker, String... arguments) {
    return run(new Suite(List.of(PASSES, FAILS), maker), arguments);
  }

  private int run(Suite suite, String... arguments) {
    Setup setup =
        new Setup(
            () -> suite,
            () -> Drivers.installed().with(new SilentDriver()),
            List::of,
            Journals.in(directory.resolve("state"), "ibassay"),
            Terminal.NONE,
            InstantSource.system(),
            interruption);
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err), setup);
  }
}
