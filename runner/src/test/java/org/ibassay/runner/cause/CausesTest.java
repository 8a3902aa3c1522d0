package org.ibassay.runner.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.WrongField;
import org.ibassay.suite.testing.PageBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CausesTest {
  private static final DutInfo DUT =
      new DutInfo("sim:ca", new DutInfo.Node(DutKind.CA, List.of(), 1, "made up", 2), null, "");

  private final List<TestResult> tests = new ArrayList<>();

  @Test
  void oneWrongCodeIsOneCauseInAllFieldsAndTests() {
    CheckLog first = new CheckLog();
    first.fail(refusal("5", "LID", 7, 3));
    first.fail(refusal("5", "LMC", 7, 3));
    first.fail(refusal("9", "MTUCap", 7, 3));
    failed("T1", first);
    CheckLog second = new CheckLog();
    second.fail(refusal("2", "Port", 7, 3));
    failed("T2", second);
    assertThat(texts())
        .containsExactly(
            "Illegal values are answered with status code 3 (method/attribute combination not"
                + " supported) instead of 7 (invalid field value): 4 fields (LID, LMC, MTUCap, ...)"
                + " (all 4 checks of this field failed, in 2 tests)");
    assertThat(Causes.of(run()).getFirst().where()).isEqualTo("T1 steps 5, 9; T2 step 2");
  }

  @Test
  void whatIsAcceptedAndStoredIsOneCause() {
    CheckLog log = new CheckLog();
    log.fail(refusal("5", "LID", 7, 0));
    log.fail(value("6", Place.NOWHERE.at("LID", 0), "LID", 1, 0));
    failed("T1", log);
    assertThat(texts())
        .containsExactly(
            "Illegal values are not rejected: status code 0 (no invalid fields) instead of 7"
                + " (invalid field value): LID, and stored (1 check of this field failed, in 1 test)");
  }

  @Test
  void anExecutedRequestThatMustBeDroppedIsTheFirstCause() {
    CheckLog log = new CheckLog();
    Place block = Place.NOWHERE.at("block", 5);
    log.fail(value("3", block, "M_KeyViolations", 1, 0));
    log.fail(answered("2", block, "SubnSet(PortInfo) (block 5)"));
    failed("T1", log);
    CheckLog second = new CheckLog();
    second.fail(value("3", block, "M_KeyViolations", 1, 0));
    failed("T2", second);
    assertThat(texts().getFirst())
        .isEqualTo(
            "SubnSet is answered, not dropped: PortInfo; T1: \"Title of T1\"; at block 5 (1 check"
                + " failed, in 1 test)");
    log.fail(value("4", block, "MasterSMSL", 0, 1));
    assertThat(texts().getFirst()).startsWith("SubnSet is executed, not dropped");
  }

  @Test
  void aPacketWhereNoneIsAllowedComesBeforeWhatFollowsFromIt() {
    CheckLog log = new CheckLog();
    for (String part : List.of("SE", "PSN", "DestQP", "ICRC")) {
      Place place = Place.NOWHERE.at(part, 0).at("connection", 1);
      log.fail(new CheckLog.Failure("4", place, "no packet within 0.4 s", "RC_ACK, MSN 27", 2));
    }
    log.fail(value("5", Place.NOWHERE, "AETH_MSN", 27, 28));
    failed("T1", log);
    CheckLog second = new CheckLog();
    second.fail(value("4", Place.NOWHERE, "AETH_MSN", 27, 28));
    failed("T2", second);
    assertThat(texts().getFirst())
        .isEqualTo(
            "Expected no packet within 0.4 s; received RC_ACK, MSN 27; at SE, PSN, DestQP and others"
                + " (all 4 checks failed, in 1 test)");
  }

  @Test
  void enumeratedValuesAndStatusHaveTheirNames() {
    CheckLog log = new CheckLog();
    log.fail(value("3", Place.NOWHERE, "PortState", 4, 2));
    failed("T1", log);
    assertThat(texts().getFirst()).startsWith("PortState is 2 (Initialize) instead of 4 (Active)");
    assertThat(FailureText.readable("MADHeader:Status 0x1C"))
        .isEqualTo("MADHeader:Status 0x1C (invalid field value)");
    assertThat(FailureText.readable("LinkWidthSupported 3, NodeType 1, 2 or 3"))
        .isEqualTo("LinkWidthSupported 3 (1X or 4X), NodeType 1, 2 or 3");
  }

  @Test
  void aFieldOfTheHeaderIsOneInAllMessages() {
    CheckLog log = new CheckLog();
    log.fail(
        header("R2", 16, "AttributeID 0x0011, AttributeModifier 0", "AttributeID 0x0010", 17, 16));
    log.fail(
        header("5", 16, "MADHeader:AttributeID 0x15", "MADHeader:AttributeID 0x14", 0x15, 0x14));
    failed("T1", log);
    assertThat(texts())
        .containsExactly(
            "AttributeID: bit 0 is 0 instead of 1 (all 2 checks of this field failed, in 1 test)");
  }

  @Test
  void aStatusAndItsCodeAreOneCause() {
    CheckLog log = new CheckLog();
    log.fail(header("3", 32, "MADHeader:Status 0x0", "MADHeader:Status 0x1C", 0, 0x1C));
    log.fail(header("4", 43, "MADHeader:Status.Code 0", "MADHeader:Status.Code 7", 0, 7));
    log.fail(header("5", 32, "MADHeader:Status 0x0", "MADHeader:Status 0x100", 0, 0x100));
    failed("T1", log);
    assertThat(texts())
        .hasSize(2)
        .contains(
            "Status code is 7 (invalid field value) instead of 0 (no invalid fields) (all 2 checks"
                + " of this field failed, in 1 test)");
  }

  private static CheckLog.Failure header(
      String step, int bit, String expected, String actual, int expectedValue, int actualValue) {
    String name = expected.replaceFirst("^MADHeader:", "").replaceFirst(" .*", "");
    WrongField field =
        new WrongField(
            null,
            null,
            name,
            WrongField.PLAIN,
            bit,
            16,
            BigInteger.valueOf(expectedValue),
            BigInteger.valueOf(actualValue));
    return new CheckLog.Failure(step, Place.NOWHERE, expected, actual, 2, 1, field);
  }

  private static CheckLog.Failure answered(String step, Place where, String request) {
    return new CheckLog.Failure(
        step, where, "no response to " + request, "SubnGetResp(PortInfo)", 2);
  }

  @Test
  void oneBitThatIsStuckIsSeenInDifferentValues() {
    CheckLog log = new CheckLog();
    Place entry = Place.NOWHERE.at("block", 5).at("entry", 17);
    log.fail(value("3", entry, "PortMask", 0xFFFF, 0xFFF7));
    log.fail(value("4", entry, "PortMask", 0xE0FE, 0xE0F6));
    failed("T1", log);
    assertThat(texts())
        .containsExactly(
            "PortMask: bit 3 is 0 instead of 1; at block 5, entry 17 (all 2 checks of this field failed, in 1 test)");
  }

  @Test
  void theValueOfAFieldIsNoPlace() {
    CheckLog log = new CheckLog();
    log.pass("3", Place.NOWHERE, "");
    log.fail(value("3", Place.NOWHERE.at("block", 2).at("LID", 0xFFFF), "LID", 1, 0xFFFF));
    failed("T1", log);
    assertThat(texts())
        .containsExactly(
            "LID is 65535 instead of 1; at block 2; with LID = 0xFFFF (1 of the 2 checks of this"
                + " field failed, in 1 test)");
    assertThat(FailureText.where(Objects.requireNonNull(Causes.of(run()).getFirst().first())))
        .isEqualTo("block 2, LID = 0xFFFF");
  }

  @Test
  void aCaseIsNamedOnlyIfNoOtherFailed() {
    CheckLog one = new CheckLog();
    one.fail(value("3", Place.NOWHERE.at("without SL, request", 1), "Status", 6, 0));
    failed("T1", one);
    assertThat(texts()).singleElement().asString().contains("; at without SL, request 1 (");
    one.fail(value("3", Place.NOWHERE.at("without P_Key, request", 2), "Status", 6, 0));
    assertThat(texts()).singleElement().asString().doesNotContain("request");
  }

  @Test
  void messagesAreNamedAsOnThePagesToo() {
    CheckLog log = new CheckLog();
    log.fail(new CheckLog.Failure("1", Place.NOWHERE, "ReadyToUse within 5.0 s", "nothing", 0));
    failed("T1", log);
    assertThat(texts())
        .containsExactly(
            "Expected ReadyToUse (RTU) within 5.0 s; received nothing (1 check failed, in 1 test)");
  }

  @Test
  void theStepThatReadsADataNameIsQuoted() {
    Page page =
        PageBuilder.page("T1")
            .step(new Page.Step("1", "PORT_INFO_DATA = SubnGet(PortInfo).", List.of()))
            .step(new Page.Step("2", "SubnSet(PortInfo).", List.of()))
            .step(new Page.Step("3", "Verify that LID is as in PORT_INFO_DATA.", List.of()))
            .build();
    assertThat(QuotedSteps.of(page, "3")).extracting(Page.Step::id).containsExactly("1");
  }

  @Test
  void thePortsThatFailAreNamedWhereOthersPass() {
    CheckLog log = new CheckLog();
    log.pass("3", Place.NOWHERE.at("port", 1), "");
    log.fail(value("3", Place.NOWHERE.at("port", 2), "LMC", 0, 1));
    log.fail(value("4", Place.NOWHERE.at("port", 1), "MTUCap", 4, 5));
    log.fail(value("4", Place.NOWHERE.at("port", 2), "MTUCap", 4, 5));
    failed("T1", log);
    assertThat(texts())
        .containsExactly(
            "MTUCap is 5 (4096 bytes) instead of 4 (2048 bytes) (all 2 checks of this field failed, in 1 test)",
            "LMC is 1 instead of 0; only at port 2, of 1-2 checked (1 of the 2 checks of this field failed, in 1 test)");
  }

  @Test
  void differentFaultsStayApart() {
    CheckLog log = new CheckLog();
    Place port = Place.NOWHERE.at("port", 1);
    log.fail(value("3", port, "LMC", 0, 1));
    log.fail(value("4", port, "PortState", 4, 2));
    log.fail(new CheckLog.Failure("5", port, "a response within 1.0 s", "no response", 9));
    log.fail(new CheckLog.Failure("6", port, "a response within 2.0 s", "no response", 9));
    failed("T1", log);
    assertThat(texts())
        .containsExactlyInAnyOrder(
            "LMC is 1 instead of 0 (1 check of this field failed, in 1 test)",
            "PortState is 2 (Initialize) instead of 4 (Active) (1 check of this field failed, in 1 test)",
            "Expected a response within 1.0 s; received no response (all 2 checks failed, in 1 test)");
  }

  @Test
  void undecidedTestsAreGroupedByTheirReason() {
    result("T1", Verdict.INCONCLUSIVE, "step I1: no response to SubnGet(NodeInfo)", new CheckLog());
    result("T2", Verdict.INCONCLUSIVE, "step I2: no response to SubnGet(NodeInfo)", new CheckLog());
    result("T3", Verdict.PASS, null, new CheckLog());
    assertThat(texts()).containsExactly("Not decided: no response to SubnGet(NodeInfo)");
    assertThat(Causes.of(run()).getFirst().where()).isEqualTo("T1; T2");
  }

  @Test
  void aDeviceThatPassesHasNoCause() {
    result("T1", Verdict.PASS, null, new CheckLog());
    assertThat(texts()).isEmpty();
  }

  private List<String> texts() {
    return Causes.of(run()).stream().map(Cause::text).toList();
  }

  private RunResult run() {
    return new RunResult(List.of(DUT), Instant.EPOCH, Duration.ZERO, tests, List.of(), false);
  }

  private void failed(String id, CheckLog log) {
    result(id, Verdict.FAIL, null, log);
  }

  private void result(String id, Verdict verdict, @Nullable String reason, CheckLog log) {
    TestResult.Judgement judgement =
        new TestResult.Judgement(verdict, Verdict.PASS, reason, List.of());
    TestResult.Packets packets = new TestResult.Packets(1, 1, 0);
    tests.add(
        TestResult.of(PageBuilder.page(id).build(), 0, judgement, log).packets(packets).build());
  }

  private static CheckLog.Failure refusal(String step, String field, int expected, int actual) {
    Place where = Place.NOWHERE.at(field, 0);
    String text = "MADHeader:Status.Code %d";
    return new CheckLog.Failure(
        step,
        where,
        text.formatted(expected) + " to a Set with " + field + " 0",
        text.formatted(actual),
        1,
        1,
        wrong("Status.Code", expected, actual));
  }

  private static CheckLog.Failure value(
      String step, Place where, String field, int expected, int actual) {
    return new CheckLog.Failure(
        step,
        where,
        field + " " + expected,
        field + " " + actual,
        1,
        1,
        wrong(field, expected, actual));
  }

  private static WrongField wrong(String field, int expected, int actual) {
    return new WrongField(
        null,
        null,
        field,
        WrongField.PLAIN,
        0,
        16,
        BigInteger.valueOf(expected),
        BigInteger.valueOf(actual));
  }
}
