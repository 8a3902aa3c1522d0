package org.ibassay.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.link.capture.FrameLabels;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
  @TempDir Path directory = Path.of("");

  @Test
  void writesTheContract() throws IOException {
    Path file = directory.resolve("results.json");
    CaptureSummary whole = new CaptureSummary(Path.of("trace.pcapng"), new FrameLabels(), 8, 0);
    ResultsFile.write(result(), new ResultsFile.Maker("1.2.3", null, null), whole, file);
    assertThat(file)
        .hasContent(
            """
            {
              "schema" : 2,
              "suite" : {
                "name" : "ibassay",
                "version" : "1.2.3"
              },
              "duts" : [ {
                "uri" : "sim:switch",
                "kind" : "switch",
                "roles" : [ ],
                "nodeGuid" : "0x0002c90300000001",
                "description" : "A \\"switch\\"",
                "ports" : 36,
                "link" : {
                  "hops" : 1,
                  "width" : "4X",
                  "speed" : "HDR",
                  "mtu" : 4096
                },
                "unreachedPorts" : "2-36",
                "trouble" : null
              } ],
              "started" : "2026-01-02T03:04:05Z",
              "durationMillis" : 1500,
              "verdict" : "fail",
              "exit" : 1,
              "counts" : {
                "pass" : 0,
                "fail" : 1,
                "inconclusive" : 0,
                "error" : 0,
                "notApplicable" : 0
              },
              "tests" : [ {
                "id" : "C14_024_12",
                "dut" : 0,
                "section" : "24.1.5.15",
                "title" : "Table",
                "verdict" : "fail",
                "reason" : null,
                "durationMillis" : 1250,
                "packets" : {
                  "sent" : 3,
                  "received" : 2,
                  "retried" : 1
                },
                "notes" : [ ],
                "notRestored" : [ "LID was 0" ],
                "assertions" : [ {
                  "id" : "v1c13-024#07",
                  "verdict" : "fail",
                  "reason" : null,
                  "checks" : 8192,
                  "failures" : 12,
                  "examples" : [ {
                    "step" : "10",
                    "where" : "block 4, port group 0",
                    "expected" : "status code 7",
                    "actual" : "status code 0",
                    "packet" : 1234,
                    "request" : null
                  }, {
                    "step" : "10",
                    "where" : "",
                    "expected" : "status code 7",
                    "actual" : "status code 0",
                    "packet" : null,
                    "request" : null
                  } ]
                } ]
              } ],
              "readings" : [ ]
            }
            """);
    assertThat(directory.toFile().list()).containsExactly("results.json");
  }

  static RunResult result() {
    DutInfo dut =
        new DutInfo(
            "sim:switch",
            new DutInfo.Node(DutKind.SWITCH, List.of(), 0x0002c90300000001L, "A \"switch\"", 36),
            new DutInfo.Link(1, "4X", "HDR", 4096),
            "2-36");
    Place place = Place.NOWHERE.at("block", 4).at("port group", 0);
    AssertionResult assertion =
        new AssertionResult(
            "v1c13-024#07",
            Verdict.FAIL,
            null,
            8192,
            12,
            List.of(
                new CheckLog.Failure("10", place, "status code 7", "status code 0", 1234),
                new CheckLog.Failure("10", Place.NOWHERE, "status code 7", "status code 0", 0)));
    TestResult test =
        TestResult.of(
                page(),
                0,
                new Judgement(Verdict.FAIL, Verdict.PASS, null, List.of(assertion)),
                new CheckLog())
            .took(Duration.ofMillis(1250))
            .packets(new Packets(3, 2, 1))
            .notRestored(List.of(new TestResult.Left("LID was 0", true)))
            .build();
    return new RunResult(
        List.of(dut),
        Instant.parse("2026-01-02T03:04:05Z"),
        Duration.ofMillis(1500),
        List.of(test),
        List.of(),
        false);
  }

  static Page page() {
    return page("C14_024_12");
  }

  static Page page(String id) {
    return PageBuilder.page(id).title("Table").dut(DutKind.SWITCH).effect(Effect.CHANGES).build();
  }
}
