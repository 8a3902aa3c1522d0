package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.interop.Processes.Outcome;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The commands in the guide's page on cores in simulation: a third-party responder is tested by
/// frames alone, conforming and with each fault. Only the port number differs.
@Tag("quiet") // it measures silence
@Order(3)
@RequiresPeer("python3")
final class SimulatedCoreTest {
  private static final String PORT = "4444";
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path directory;

  @Test
  void aRightCorePassesWhatAppliesToIt() throws Exception {
    try (Core core = new Core(command("lab/core/responder", 0))) {
      JsonNode results = run(core, List.of(), List.of(0, 3));

      JsonNode counts = results.get("counts");
      long stalled = stream(results.get("tests")).filter(SimulatedCoreTest::hasStalled).count();
      assertThat(counts.get("pass").asInt()).isEqualTo((int) (22 - stalled));
      assertThat(counts.get("notApplicable").asInt()).isEqualTo(61);
      assertThat(counts.get("fail").asInt()).isZero();
      assertThat(reason(results, "C09_060_05"))
          .isEqualTo("needs requests that the DUT's host posts, by an agent there");
      assertThat(reason(results, "R09_DuplicateInMessage"))
          .isEqualTo(
              "needs RDMA READs, which the DUT URI leaves out of what the DUT serves (ops=)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "icrc-ignored, R09_IcrcFields, ia-r09-icrc-fields#02, no packet within, RC_ACK",
    "msn-by-packet, R09_Msn, ia-r09-msn#02, MSN, MSN"
  })
  void aFaultIsFound(String fault, String test, String assertion, String expected, String actual)
      throws Exception {
    List<String> faulty = new ArrayList<>(command("lab/core/responder", 1));
    faulty.set(faulty.indexOf("--fault") + 1, fault);
    try (Core core = new Core(faulty)) {
      JsonNode results = run(core, List.of(test, "R09_PsnGap"), List.of(1));

      assertThat(test(results, "R09_PsnGap").get("verdict").asString()).isNotEqualTo("fail");
      JsonNode failed =
          stream(test(results, test).get("assertions"))
              .filter(one -> one.get("verdict").asString().equals("fail"))
              .findFirst()
              .orElseThrow();
      assertThat(failed.get("id").asString()).isEqualTo(assertion);
      JsonNode example = failed.get("examples").get(0);
      assertThat(example.get("expected").asString()).startsWith(expected);
      assertThat(example.get("actual").asString()).contains(actual);
      assertThat(example.get("actual").asString())
          .doesNotContain(example.get("expected").asString());
    }
  }

  @Test
  void inTheSimulatorsTimeARightCorePassesTheSame() throws Exception {
    List<String> lockstep = new ArrayList<>(command("lab/core/responder", 0));
    lockstep.add("--lockstep");
    try (Core core = new Core(lockstep, "lockstep")) {
      JsonNode counts = run(core, List.of(), List.of(0)).get("counts");

      assertThat(counts.get("pass").asInt()).isEqualTo(22);
      assertThat(counts.get("notApplicable").asInt()).isEqualTo(61);
    }
  }

  /// Only in simulated time is it certain that a packet not received was not sent.
  @Test
  void inTheSimulatorsTimeAMissingResponseIsAFailure() throws Exception {
    try (Core core = new Core(command("lab/core/responder", 2), "lockstep")) {
      JsonNode results = run(core, List.of("R09_Msn", "R09_Ranges"), List.of(1));

      assertThat(results.get("counts").get("fail").asInt()).isPositive();
    }
  }

  /// The end of the connection does not cause failures in later tests.
  @Test
  void aConnectionThatEndedFailsNothing() throws Exception {
    try (Core core = new Core(command("lab/core/responder", 0))) {
      List<String> run = new ArrayList<>(words("./ibassay run R09_Msn R09_PsnGap --dut"));
      run.add(uri().replace("rkey=0x1234", "rkey=0x1235").replace(PORT, core.port));
      Outcome outcome = ibassay(run, List.of(3));

      assertThat(outcome.out().replaceAll("\\s+", " "))
          .contains(
              "is not connected as the DUT URI specifies (qp, psn, from-qp, rkey, va): RC_ACK")
          .contains("NAK, remote access error");
    }
  }

  @Test
  void aGarbledUriIsRefused() throws Exception {
    List<String> run = new ArrayList<>(words("./ibassay run R09_Msn --dut"));
    run.add(uri().replace("rkey=0x1234", "rkey=secret"));

    assertThat(ibassay(run, List.of(2)).err())
        .contains("rkey=secret: expected a number from 0 to 4294967295");
  }

  // --- the page

  private static List<String> page(String program) throws IOException {
    return Files.readAllLines(ROOT.resolve("doc/simulation.md")).stream()
        .filter(line -> line.startsWith(program + " "))
        .toList();
  }

  private static List<String> command(String program, int which) throws IOException {
    return words(page(program).get(which).replace(":" + PORT, ":0"));
  }

  private static List<String> words(String line) {
    Matcher argument = ARGUMENT.matcher(line);
    List<String> words = new ArrayList<>();
    while (argument.find()) {
      words.add(argument.group(1) == null ? argument.group(2) : argument.group(1));
    }
    return words;
  }

  private static String uri() throws IOException {
    return words(page("./ibassay").getFirst()).getLast();
  }

  // --- the run

  /// Runs the page's command, with some tests only if they are given.
  private JsonNode run(Core core, List<String> tests, List<Integer> exits) throws Exception {
    List<String> command = new ArrayList<>(words(page("./ibassay").getFirst()));
    command.replaceAll(word -> word.replace("stream:127.0.0.1:" + PORT, core.via()));
    if (!tests.isEmpty()) {
      int options = command.indexOf("--dut");
      command.subList(2, options).clear();
      command.addAll(2, tests);
    }
    ibassay(command, exits);
    return JsonMapper.shared()
        .readTree(Files.readString(directory.resolve("ibassay-out/results.json")));
  }

  private Outcome ibassay(List<String> command, List<Integer> exits) throws Exception {
    List<String> program =
        CommandLine.of(command.subList(1, command.size()).toArray(String[]::new));
    Outcome outcome = Processes.run(directory, Map.of(), program);
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isIn(exits);
    return outcome;
  }

  /// A busy machine may stall the tester while it measures silence.
  private static boolean hasStalled(JsonNode test) {
    return test.get("verdict").asString().equals("inconclusive")
        && test.get("reason").asString().contains("the tester stalled");
  }

  private static JsonNode test(JsonNode results, String id) {
    return stream(results.get("tests"))
        .filter(test -> test.get("id").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static String reason(JsonNode results, String id) {
    return test(results, id).get("reason").asString();
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return array.values().stream();
  }

  /// The core that the page starts.
  private static final class Core implements AutoCloseable {
    private final Process process;
    private final String carrier;
    private final String port;

    Core(List<String> command) throws IOException {
      this(command, "stream");
    }

    Core(List<String> command, String carrier) throws IOException {
      this.carrier = carrier;
      process =
          new ProcessBuilder(command)
              .directory(ROOT.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
      String line = String.valueOf(out.readLine());
      port = line.substring(line.lastIndexOf(':') + 1);
    }

    private String via() {
      return carrier + ":127.0.0.1:" + port;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
