package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Tap;
import org.ibassay.results.rejudge.Rejudged;
import org.ibassay.results.rejudge.Rejudgement;
import org.ibassay.runner.Suite;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.TestException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `ibassay rejudge`, on runs of simulated devices.
@Tag("trial")
class RejudgeCommandTest {
  private static final String DESCRIPTION = "C14_024_02";

  /// In an enhanced packet block: the length of what precedes the packet and, in the packet, the
  /// attribute of an SMP (ERF, LRH, BTH, DETH, MAD header and M_Key).
  private static final int ATTRIBUTE = 16 + 8 + 12 + 8 + 64;

  /// From the lower half of an enhanced packet block's time stamp to its packet.
  private static final int TIME_BEFORE_PACKET = 12;

  @TempDir private static Path runs = Path.of("");

  @TempDir private Path scratch = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void run() {
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said, true);
    String[] args = {
      "run", DESCRIPTION, "C14_024_03", "R09_PsnGap", "--dut=sim:ca", "--out", runs + "/ca"
    };
    assertThat(Main.run(args, to, to)).as("%s", said).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "sim:ca,C14_024*", // two tester ports
    "sim:ca,C14_017*", // time passes
    "sim:switch?ports=4,C13*",
    "sim:switch?ports=4,C14_024_1*",
    "sim:sm,C15*",
    "sim:sm,S15_R*", // answers in segments
    "sim:sm,S14*", // the tester is a subnet manager, too
    "sim:ca?deviation=description.stored,C14_024_02"
  })
  void aRunIsJudgedTheSameAgain(String dut, String tests) {
    ibassay("run", tests, "--dut", dut, "--out", scratch + "/run");
    assertThat(ibassay("rejudge", scratch + "/run")).as("%s%s", out, err).isZero();
    assertThat(out.toString()).contains(" agree, 0 differ").doesNotContain("not judged again");
  }

  @Test
  void whatTheUpperTesterReportedIsNotInTheTrace() {
    assertThat(ibassay("rejudge", runs + "/ca")).isZero();
    assertThat(out.toString())
        .contains("2 tests of 3 judged again: 2 agree, 0 differ; ")
        .contains("not judged again: sim:ca: needs what the upper tester reported")
        .contains("R09_PsnGap");
  }

  @Test
  void aResponseThatWasAlteredFails() throws IOException {
    Path run = copied();
    alter(run.resolve("trace.pcapng"), "; step A3: ");
    assertThat(ibassay("rejudge", run.toString(), "--out", scratch + "/again")).isOne();
    assertThat(out.toString())
        .contains(DESCRIPTION + " on sim:ca: fail, was pass")
        .contains(DESCRIPTION + " on sim:ca: ia-")
        .contains("1 differ");
    assertThat(Files.readString(scratch.resolve("again/results.json")))
        .contains("\"verdict\" : \"fail\"");
    assertThat(scratch.resolve("again/report.html")).exists();
  }

  /// On a busy machine, a run accepts a response after its request's timeout, without a retry.
  @Test
  void anAnswerThatTheRunWaitedForIsTaken() throws IOException {
    Path run = copied();
    Path trace = run.resolve("trace.pcapng");
    int time = (int) (firstResponse(trace, " step 1; ") - TIME_BEFORE_PACKET);
    byte[] bytes = Files.readAllBytes(trace);
    ByteBuffer stamps = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    stamps.putInt(time, stamps.getInt(time) + 300_000_000);
    Files.write(trace, bytes);
    assertThat(ibassay("rejudge", run.toString())).as("%s", out).isZero();
    assertThat(out.toString()).contains("2 tests of 3 judged again: 2 agree, 0 differ; ");
  }

  @Test
  void aDamagedTraceIsNotJudged() throws IOException {
    Path run = copied();
    Path trace = run.resolve("trace.pcapng");
    byte[] bytes = Files.readAllBytes(trace);
    Files.write(trace, Arrays.copyOf(bytes, bytes.length - 10));
    assertThat(ibassay("rejudge", run.toString())).isEqualTo(3);
    assertThat(err.toString()).contains("trace.pcapng: is damaged: at byte ");
    Files.writeString(run.resolve("rejudge.json"), "{\"version\": 9}");
    assertThat(ibassay("rejudge", run.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("rejudge.json: field \"version\": expected version 1");
    Files.delete(run.resolve("rejudge.json"));
    assertThat(ibassay("rejudge", run.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("lacks rejudge.json");
    assertThat(ibassay("rejudge", scratch + "/nothing")).isEqualTo(2);
    assertThat(ibassay("rejudge", run.toString(), "--out", run.toString())).isEqualTo(2);
  }

  /// Each device in turn, with one summary; a merged result is judged as a lab is.
  @Test
  void eachDeviceOfALabIsJudgedAgain() throws IOException {
    Path lab = scratch.resolve("lab.toml");
    Files.writeString(
        lab,
        """
        [[dut]]
        name = "one"
        uri = "sim:ca"
        [[dut]]
        name = "two"
        uri = "sim:switch?ports=4"
        """);
    String run = scratch + "/lab";
    ibassay("run", DESCRIPTION, "C14_024_03", "--lab", lab.toString(), "--out", run);
    assertThat(ibassay("rejudge", run, "--out", scratch + "/again")).as("%s%s", out, err).isZero();
    assertThat(out.toString())
        .contains("4 tests of 4 judged again on 2 devices: 4 agree, 0 differ; ");
    assertThat(scratch.resolve("again/two/report.html")).exists();
    assertThat(ibassay("rejudge", run, "--out", run + "/duts")).isEqualTo(2);
    assertThat(err.toString()).contains("is the run's own directory");
    ibassay("merge", run, runs + "/ca", "--out", scratch + "/merged");
    assertThat(ibassay("rejudge", scratch + "/merged")).as("%s%s", out, err).isZero();
    assertThat(out.toString()).contains("on 3 devices: 6 agree, 0 differ; ");

    alter(scratch.resolve("lab/duts/one/trace.pcapng"), "; step A3: ");
    Files.delete(scratch.resolve("lab/duts/two/rejudge.json"));
    assertThat(ibassay("rejudge", run)).isOne();
    assertThat(out.toString())
        .contains("one: " + DESCRIPTION + " on sim:ca: fail, was pass")
        .contains("2 tests of 2 judged again on 2 devices: 1 agree, 1 differ; ");
    assertThat(err.toString()).contains("duts/two: lacks rejudge.json");
  }

  @Test
  void aRunOverAFabricSaysWhatCanBeJudgedAgain() {
    ibassay(
        "run",
        "C14_024_03",
        "--safe",
        "--fabric=sim:fabric?fat-tree=2&levels=1",
        "--out",
        scratch + "/f");
    assertThat(ibassay("rejudge", scratch + "/f")).isEqualTo(2);
    assertThat(err.toString()).contains("is of a run over a fabric, which keeps no rejudge.json");
  }

  @Test
  void aTraceThatLacksPacketsIsNotJudged() {
    ibassay("run", "C14_024_0*", "--dut=sim:ca", "--trace-limit=20K", "--out", scratch + "/run");
    ibassay("rejudge", scratch + "/run");
    assertThat(out.toString()).contains("the trace lacks packets of it (--trace-limit): C14_");
  }

  /// A later version of the suite with an additional check.
  @Test
  void aChangedCheckShowsTheDifference() throws Exception {
    Rejudged rejudged = judgedBy(_ -> new Stricter());
    assertThat(rejudged.exit()).as("%s", rejudged.left()).isOne();
    assertThat(rejudged.differences())
        .anySatisfy(one -> {
          assertThat(one.test()).isEqualTo(DESCRIPTION);
          assertThat(one.assertion()).isNull();
          assertThat(one.was()).isEqualTo(Verdict.PASS);
          assertThat(one.is()).isEqualTo(Verdict.FAIL);
        });
    assertThat(rejudged.agreeing()).isOne();
  }

  /// A later version of the suite that sends something else.
  @Test
  void packetsThatWereNotSentThenHaveNoAnswer() throws Exception {
    Page other =
        Pages.all().stream()
            .filter(page -> page.id().equals("C14_024_15"))
            .findFirst()
            .orElseThrow();
    Rejudged rejudged = judgedBy(_ -> Pages.newTest(other));
    assertThat(rejudged.differences()).isEmpty();
    assertThat(rejudged.left())
        .filteredOn(one -> one.test().equals(DESCRIPTION))
        .singleElement()
        .satisfies(one ->
            assertThat(one.why())
                .startsWith("packets diverge: ")
                .endsWith(
                    "the test now sends SubnGet(LedInfo), AttributeModifier 0x00000000, which the run"
                        + " did not send there"));
  }

  private static Rejudged judgedBy(UnaryOperator<ExecutableTest> change) throws Exception {
    Suite suite =
        new Suite(
            Pages.all(),
            page -> {
              ExecutableTest test = Pages.newTest(page);
              return page.id().equals(DESCRIPTION) ? change.apply(test) : test;
            });
    return new Rejudgement(runs.resolve("ca"), suite).judge(Tap.NONE);
  }

  /// Sends nothing, and fails.
  static final class Stricter extends MadTest {
    @Override
    protected boolean initialize() {
      step("I1");
      return true;
    }

    @Override
    public boolean execute() throws TestException {
      step("1");
      return verify(0, false, () -> "what a later version expects", () -> "what was recorded");
    }
  }

  private Path copied() throws IOException {
    Path copy = Files.createDirectories(scratch.resolve("copy"));
    for (String name : new String[] {"results.json", "rejudge.json", "trace.pcapng"}) {
      Files.copy(runs.resolve("ca").resolve(name), copy.resolve(name));
    }
    return copy;
  }

  /// Changes a bit of the attribute in a response.
  private static void alter(Path trace, String comment) throws IOException {
    int at = (int) firstResponse(trace, comment) + ATTRIBUTE;
    byte[] bytes = Files.readAllBytes(trace);
    bytes[at] ^= 1;
    Files.write(trace, bytes);
  }

  /// Returns the offset in the file of the first response of a test whose comment matches.
  private static long firstResponse(Path trace, String comment) throws IOException {
    try (CaptureReader reader = CaptureReader.open(trace)) {
      while (reader.next()) {
        String said = String.valueOf(reader.comment());
        if (said.contains(DESCRIPTION) && said.contains(comment) && reader.isReceived()) {
          return reader.fileOffset();
        }
      }
    }
    throw new AssertionError("no response at " + comment);
  }

  private int ibassay(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
  }
}
