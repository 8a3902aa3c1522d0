package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The capture of a run of every test on every simulated device, as displayed by tshark.
// tshark reads every packet of every test: two minutes.
@Tag("full")
@RequiresPeer("tshark")
@Order(6)
final class RunCaptureTest {
  /// Packets that the runner itself sends.
  private static final String RUNNER = "ibassay: ";

  /// Tests that send packets which are truncated, or appear to be in tshark: segments, and counts
  /// of more GIDs than there are.
  private static final String CUT_SHORT =
      "(F09_(DroppedFrames|EndsInBth|Runts) |S15_MultiPath step A9[;|]|S15_RmppRequest ).*";

  /// Packets of no step: those that a device sends without a request, such as Reports, and
  /// responses of a tester that acts as a manager.
  private static final Set<String> OF_NO_STEP =
      Set.of("unasked", "answer of the tester, which plays a manager");

  @TempDir private Path directory;

  @Test
  void everyFrameIsWholeAndSaysWhatItIsFor() throws Exception {
    Path out = directory.resolve("out");
    assertThat(Umad2Sim.alone(directory, "run", "--out", out.toString()).exit()).isZero();

    Map<String, Long> frames = frames(out.resolve("trace.pcapng"));
    assertThat(frames.values().stream().mapToLong(Long::longValue).sum()).isGreaterThan(100_000);
    List<Said> all =
        frames.keySet().stream().filter(c -> !c.startsWith(RUNNER)).map(Said::of).toList();
    List<Said> said = all.stream().filter(one -> !OF_NO_STEP.contains(one.sent())).toList();
    Set<String> sending = new HashSet<>();
    Set<String> judging = new HashSet<>();
    for (Page page : Pages.all()) {
      Stream.of(page.initialization(), page.procedure(), page.always())
          .flatMap(steps -> steps.stream())
          .forEach(step -> {
            sending.add(page.id() + " step " + step.id());
            judging.add(page.id() + " " + judgement(step));
          });
    }
    assertThat(said)
        .allSatisfy(comment -> {
          assertThat(comment.sent()).isIn(sending);
          assertThat(comment.judged()).isSubsetOf(judging);
        });
    Set<String> judged =
        all.stream().flatMap(comment -> comment.judged().stream()).collect(Collectors.toSet());
    assertThat(checked(out))
        .allSatisfy(pair -> {
          String test = pair.substring(0, pair.indexOf(' ') + 1);
          String assertion = pair.substring(test.length());
          assertThat(judged)
              .as(pair)
              .anyMatch(by ->
                  (by.startsWith(test) || by.startsWith("step ")) // unasked: of the test that runs
                      && List.of(by.replaceFirst(".*?: ", "").split(", ", -1)).contains(assertion));
        });
    Set<String> tests =
        said.stream()
            .map(comment -> comment.sent().substring(0, comment.sent().indexOf(' ')))
            .collect(Collectors.toSet());
    assertThat(tests).isEqualTo(Pages.all().stream().map(Page::id).collect(Collectors.toSet()));
  }

  /// Returns the number of frames with each comment; if tshark reports a frame as malformed, that
  /// is appended. Guesses about payloads are disabled: the tests send patterns.
  private static Map<String, Long> frames(Path trace) throws Exception {
    String text =
        Tshark.run(
            "tshark",
            "-n",
            "-r",
            trace.toString(),
            "--disable-protocol",
            "rpcordma",
            "--disable-protocol",
            "infiniband.eoib",
            "--disable-protocol",
            "loop",
            "-T",
            "fields",
            "-E",
            "separator=|",
            "-e",
            "frame.comment",
            "-e",
            "_ws.malformed");
    return text.lines()
        .map(line ->
            line.endsWith("|") || line.matches(CUT_SHORT)
                ? line.substring(0, line.indexOf('|'))
                : line)
        .collect(Collectors.groupingBy(line -> line, TreeMap::new, Collectors.counting()));
  }

  /// A comment.
  ///
  /// @param sent test and step that sent or received the packet
  /// @param judged test, step and assertions that judged it
  private record Said(String sent, List<String> judged) {
    static Said of(String comment) {
      String[] parts = comment.split("; (judged at )?", -1);
      String test = parts[0].substring(0, parts[0].indexOf(' ') + 1);
      return new Said(parts[0], Stream.of(parts).skip(1).map(by -> test + by).toList());
    }
  }

  private static String judgement(Page.Step step) {
    String ids = step.assertions().isEmpty() ? "" : ": " + String.join(", ", step.assertions());
    return "step " + step.id() + ids;
  }

  /// Returns each test and assertion that the run checked. The check that a request was answered
  /// (ia-alive) has no comment: the response shows it, and a missing response has none.
  private static Set<String> checked(Path out) {
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    Set<String> checked = new HashSet<>();
    for (JsonNode test : results.get("tests")) {
      for (JsonNode assertion : test.get("assertions")) {
        String id = assertion.get("id").stringValue();
        boolean isOfSilence = id.startsWith("ia-alive") || id.equals("ia-s15-rmpp-request#10");
        if (assertion.get("checks").asLong() > 0 && !isOfSilence) {
          checked.add(test.get("id").stringValue() + " " + id);
        }
      }
    }
    return checked;
  }
}
