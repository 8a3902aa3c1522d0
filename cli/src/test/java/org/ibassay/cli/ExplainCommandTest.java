package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ibassay explain`, on results that runs have written.
@Tag("trial")
class ExplainCommandTest {
  private static final String LID = "portinfo.accepts-multicast-lid-on-port-2";
  private static final String GUID = "guidinfo.declared-less";
  private static final String[] TESTS = {"C14_024_05", "C14_024_06_CA_03", "C14_024_03"};

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path directory;

  private int ibassay(String... args) {
    out.getBuffer().setLength(0);
    return Main.run(args, new PrintWriter(out), new PrintWriter(err));
  }

  private String results() {
    return directory.resolve("out").toString();
  }

  private void run(String uri) {
    ibassay("run", TESTS[0], TESTS[1], TESTS[2], "--dut", uri, "--out", results());
  }

  @Test
  void aKnownFaultIsNamed() {
    run("sim:ca?deviation=" + LID);
    assertThat(out.toString())
        .contains(
            "Resembles known faults of simulated devices (a comparison, not a verdict):\n    - "
                + LID
                + " (");
    assertThat(directory.resolve("out/report.html"))
        .content()
        .contains("resemble known faults of simulated devices", "<li>" + LID + " (");
    assertThat(ibassay("explain", results())).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("resembles " + LID + " (")
        .contains("this fault fails 2 steps, which all failed here with the same values")
        .doesNotContain("not explained by");
  }

  @Test
  void twoFaultsAreNamedOneAfterTheOther() {
    run("sim:ca?deviation=" + LID + "&deviation=" + GUID);
    assertThat(ibassay("explain", results() + "/results.json")).as("%s", err).isZero();
    assertThat(out.toString()).contains("resembles " + LID).contains("resembles " + GUID);
  }

  @Test
  void filesThatListNoFailedStepsHaveExamples() throws IOException {
    run("sim:ca?deviation=" + LID);
    Path file = directory.resolve("out/results.json");
    String text = Files.readString(file).replace("failedSteps", "somethingElse");
    Files.writeString(file, text);
    assertThat(ibassay("explain", results())).as("%s", err).isZero();
    assertThat(out.toString()).contains("resembles ", LID);
  }

  @Test
  void whereNothingFailedThereIsNothingToExplain() {
    run("sim:ca");
    assertThat(ibassay("explain", results())).isEqualTo(3);
    assertThat(err.toString()).contains("this run has no failures");
  }

  @Test
  void aDirectoryWithoutResultsIsWrongUse() {
    assertThat(ibassay("explain", directory.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("results.json");
  }
}
