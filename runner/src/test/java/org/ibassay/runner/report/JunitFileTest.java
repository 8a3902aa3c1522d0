package org.ibassay.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.KnownNonConformance;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Left;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

class JunitFileTest {
  @TempDir Path directory = Path.of("");

  @Test
  void aFailureSaysWhatFailedAndWhere() throws IOException {
    Path file = directory.resolve("junit.xml");
    JunitFile.write(ResultsFileTest.result(), file);
    assertThat(file)
        .hasContent(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="ibassay" time="1.500" tests="1" failures="1" errors="0">
            <testsuite name="sim:switch" timestamp="2026-01-02T03:04:05Z" time="1.250" tests="1" failures="1" errors="0" skipped="0">
            <testcase name="C14_024_12 Table" classname="org.ibassay.made.up.C14_024_12" time="1.250">
            <failure type="fail" message="failed: v1c13-024#07">v1c13-024#07: 12 of 8192 checks of it failed
              step 10: block 4, port group 0: expected status code 7; received status code 0 [packet 1234]
              step 10: expected status code 7; received status code 0</failure></testcase></testsuite></testsuites>
            """);
  }

  @Test
  void everyVerdictHasItsElement() throws Exception {
    Document document =
        written(
            Stream.of(
                    Verdict.PASS,
                    Verdict.ERROR,
                    Verdict.INCONCLUSIVE,
                    Verdict.NOT_APPLICABLE,
                    Verdict.FAIL)
                .map(verdict ->
                    test(verdict.text(), 0, verdict, "because", List.of(assertion(verdict))))
                .toList());
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(1);
    assertThat(document.getElementsByTagName("error").getLength()).isEqualTo(2);
    assertThat(document.getElementsByTagName("skipped").getLength()).isEqualTo(1);
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertThat(
            Stream.of("tests", "failures", "errors", "skipped").map(suite::getAttribute).toList())
        .containsExactly("5", "1", "2", "1");
    Element error = (Element) document.getElementsByTagName("error").item(1);
    assertThat(error.getAttribute("type")).isEqualTo("inconclusive");
    assertThat(error.getAttribute("message")).isEqualTo("because");
  }

  @Test
  void aKnownNonConformanceIsNoFailureAndNoPass() throws Exception {
    KnownNonConformance known =
        new KnownNonConformance(
            "expect.json", 1, "C14_024_12", "ia-1#01", "old", "us", null, LocalDate.MAX);
    AssertionResult failed = assertion(Verdict.FAIL).known(known);
    Document document = written(List.of(test(Verdict.FAIL, "", List.of(failed))));
    assertThat(document.getElementsByTagName("failure").getLength()).isZero();
    Element skipped = (Element) document.getElementsByTagName("skipped").item(0);
    assertThat(skipped.getAttribute("message"))
        .startsWith("known non-conformances: ia-1#01: old (us, until ");
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(document.getElementsByTagName("system-out").item(0).getTextContent())
        .contains("known non-conformances", "ia-1#01: 1 of 2 checks of it failed");
  }

  /// CI servers distinguish cases by class and name alone.
  @Test
  void ofSeveralDevicesEachCaseHasItsOwnName() throws Exception {
    DutInfo one = ResultsFileTest.result().duts().getFirst();
    DutInfo other = new DutInfo("sim:ca", new DutInfo.Node(null, List.of(), 0, "", 0), null, "");
    List<TestResult> tests =
        IntStream.range(0, 3)
            .mapToObj(dut -> test("C14_024_12", dut, Verdict.PASS, "", List.of()))
            .toList();
    Document document = written(List.of(one, other, one), tests);
    NodeList cases = document.getElementsByTagName("testcase");
    assertThat(IntStream.range(0, 3).mapToObj(i -> ((Element) cases.item(i)).getAttribute("name")))
        .containsExactly(
            "C14_024_12 Table on sim:switch",
            "C14_024_12 Table on sim:ca",
            "C14_024_12 Table on sim:switch #2");
  }

  @Test
  void aDutThatCouldNotBeTestedIsOneErrorAndItsTestsAreSkipped() throws Exception {
    DutInfo dut =
        new DutInfo(
            "umad:a/1",
            new DutInfo.Node(null, List.of(), 0, "", 0),
            null,
            "",
            new DutInfo.Trouble(Verdict.ERROR, "No port a/1"),
            List.of());
    List<TestResult> tests =
        Stream.of("C14_024_12", "C14_024_02")
            .map(id -> test(id, 0, Verdict.ERROR, "No port a/1", List.of()))
            .toList();
    Document document = written(List.of(dut), tests);
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertThat(
            Stream.of("tests", "failures", "errors", "skipped").map(suite::getAttribute).toList())
        .containsExactly("3", "0", "1", "2");
    assertThat(document.getElementsByTagName("error").getLength()).isEqualTo(1);
    Element skipped = (Element) document.getElementsByTagName("skipped").item(0);
    assertThat(skipped.getAttribute("message")).isEqualTo("No port a/1");
  }

  @Test
  void aDutThatWasNotPutBackIsAnError() throws Exception {
    Document document = written(List.of(passed(new Left("LID was 1, is 2", false))));
    Element error = (Element) document.getElementsByTagName("error").item(0);
    assertThat(error.getAttribute("message")).isEqualTo("the DUT was not restored");
    assertThat(error.getTextContent()).isEqualTo("not restored: LID was 1, is 2");
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
  }

  @Test
  void whatNoSetCanPutBackIsNoError() throws Exception {
    Document document = written(List.of(passed(new Left("LID was 0, is 2", true))));
    assertThat(document.getElementsByTagName("error").getLength()).isZero();
  }

  private static TestResult passed(Left left) {
    return TestResult.of(
            ResultsFileTest.page(),
            0,
            new Judgement(Verdict.PASS, Verdict.PASS, null, List.of()),
            new CheckLog())
        .took(Duration.ofMillis(1))
        .notRestored(List.of(left))
        .build();
  }

  @Test
  void whateverADeviceSaysIsWellFormed() throws Exception {
    String hostile = "]]> <&\"' \u0000\u0008\u001B \uD800 \uFFFE ok";
    CheckLog.Failure failure = new CheckLog.Failure("1", Place.NOWHERE, "\"Dut\"", hostile, 1);
    AssertionResult failed =
        new AssertionResult("ia-1#01", Verdict.FAIL, null, 1, 1, List.of(failure));
    Document document = written(List.of(test(Verdict.FAIL, hostile, List.of(failed))));
    assertThat(document.getElementsByTagName("failure").item(0).getTextContent())
        .contains("]]> <&\"' ", "ok");
  }

  private Document written(List<TestResult> tests) throws Exception {
    return written(ResultsFileTest.result().duts(), tests);
  }

  private Document written(List<DutInfo> duts, List<TestResult> tests) throws Exception {
    Path file = directory.resolve("junit.xml");
    JunitFile.write(
        new RunResult(duts, Instant.EPOCH, Duration.ofMillis(5), tests, List.of(), false), file);
    schema().newValidator().validate(new StreamSource(file.toFile()));
    return DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder().parse(file.toFile());
  }

  private static Schema schema() throws SAXException {
    return SchemaFactory.newDefaultInstance().newSchema(JunitFile.class.getResource("junit.xsd"));
  }

  @ParameterizedTest
  @CsvSource({
    "tests=\"1\", tests=\"-1\"",
    "time=\"1.250\", time=\"soon\"",
    "type=\"fail\", type=\"bad\"",
    "classname=, class=",
    "</failure>, </failure><skipped message=\"\"/>"
  })
  void theSchemaRefusesWhatIsWrong(String right, String wrong) throws Exception {
    Path file = directory.resolve("junit.xml");
    JunitFile.write(ResultsFileTest.result(), file);
    String text = Files.readString(file);
    Validator validator = schema().newValidator();
    validator.validate(new StreamSource(new StringReader(text)));
    assertThatThrownBy(() ->
            validator.validate(new StreamSource(new StringReader(text.replace(right, wrong)))))
        .isInstanceOf(SAXException.class);
  }

  private static AssertionResult assertion(Verdict verdict) {
    return new AssertionResult("ia-1#01", verdict, null, 2, 1, List.of());
  }

  private static TestResult test(Verdict verdict, String reason, List<AssertionResult> assertions) {
    return test("C14_024_12", 0, verdict, reason, assertions);
  }

  private static TestResult test(
      String id, int dut, Verdict verdict, String reason, List<AssertionResult> assertions) {
    return TestResult.of(
            ResultsFileTest.page(id),
            dut,
            new Judgement(verdict, Verdict.PASS, reason, assertions),
            new CheckLog())
        .took(Duration.ofMillis(1))
        .build();
  }
}
