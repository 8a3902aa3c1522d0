package org.ibassay.runner.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.link.capture.FrameLabels;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;

class FailureCardsTest {
  private static final List<CheckLog.Failure> FAILURES =
      List.of(new CheckLog.Failure("1", Place.NOWHERE, "4", "5", 0));

  @Test
  void assertionsShareACardOnlyWhereTheirCountsAgree() throws IOException {
    String cards = cards(failed("a#1", 72), failed("a#2", 96), failed("a#3", 96));
    assertThat(cards)
        .containsSubsequence(
            "id=\"C1-sim-ca-a-1\"",
            "<h4>a#1</h4>",
            "<p>1 of the 72 checks of this assertion failed</p>",
            "<a href=\"#C1-sim-ca-a-1\">link to this failure</a>",
            "<h4>a#2, a#3</h4>",
            "<p>1 of the 96 checks of each of these assertions failed</p>");
  }

  private static AssertionResult failed(String id, long checks) {
    return new AssertionResult(id, Verdict.FAIL, null, checks, 1, FAILURES);
  }

  private static String cards(AssertionResult... assertions) throws IOException {
    Html html = new Html();
    TestResult test =
        TestResult.of(
                PageBuilder.page("C1").step("1", "a#1", "a#2", "a#3").build(),
                0,
                new Judgement(Verdict.FAIL, Verdict.PASS, null, List.of(assertions)),
                new CheckLog())
            .build();
    CaptureSummary capture = new CaptureSummary(Path.of("none"), new FrameLabels(), 0, 0);
    Packets none = Packets.read(capture, TraceEvidence.unknown(), new TreeSet<>());
    new FailureCards(html, test, none, "C1-sim-ca", "again").write();
    return html.toString();
  }
}
