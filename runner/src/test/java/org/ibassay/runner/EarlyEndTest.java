package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestContext;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.junit.jupiter.api.Test;

/// The result of a procedure that ends early, because its first Get fails or is not answered or
/// because of what the DUT declares.
final class EarlyEndTest {
  private static final Page PAGE =
      PageBuilder.page("Early")
          .step("1")
          .step("2", "a#2")
          .step("3", "a#3")
          .step("4", "a#4")
          .always("R0", "ia-mad#03")
          .always("R1", "ia-mad#01")
          .always("R2", "ia-mad#02")
          .always("R3", "ia-mad#04")
          .always("R4", "ia-mad#05")
          .always("R5", "ia-mad#06")
          .always("R6", "ia-alive#01")
          .build();

  private interface Procedure {
    void run(Early test) throws TestException;
  }

  /// Reads NodeInfo. The status of the response is that of the request.
  private static final class Early extends MadTest {
    private final Procedure procedure;

    Early(Procedure procedure) {
      this.procedure = procedure;
    }

    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public boolean execute() throws TestException {
      procedure.run(this);
      return log().allPassed();
    }

    MadPacketSpec get(int status) throws TestException {
      step("1");
      sendMad(subnGet(NODE_INFO).setHeader(MadHeader.STATUS, status));
      step("2");
      return receiveMad();
    }

    boolean isOk(MadPacketSpec answer) {
      return verifyStatusOk(answer);
    }

    void verifyPorts(String step, MadPacketSpec answer) {
      step(step);
      verifyData(answer, NodeInfo.NUM_PORTS, 2);
    }

    void asks(boolean isMet) throws TestException {
      needs(isMet, "NodeInfo was not read");
    }

    void tries(Procedure part) throws TestException {
      part(() -> part.run(this));
    }

    boolean isAnswered() throws TestException {
      step("1");
      sendMad(subnGet(PORT_INFO));
      step("2");
      return receiveMadIfAny() != null;
    }

    void leaves(String first, String last) {
      leaveOut("the DUT declares no table", first, last);
    }
  }

  private static Map<String, Verdict> verdicts(Procedure procedure) throws TestException {
    return judged(procedure).assertions().stream()
        .collect(Collectors.toMap(AssertionResult::id, AssertionResult::verdict));
  }

  private static TestResult.Judgement judged(Procedure procedure) throws TestException {
    Early test = new Early(procedure);
    FakeFabric fabric = new FakeFabric().with(FakeFabric.DUT, NODE_INFO, NodeInfo.NUM_PORTS, 2);
    test.attach(new TestContext(fabric.open(), PAGE, _ -> List.of(), 1, (_, _) -> {}));
    return Judge.judge(PAGE, test.log(), new Ending.Complete(test.run()));
  }

  @Test
  void aTestThatReturnsAfterAFailedGetLeavesTheRestUndecided() throws TestException {
    assertThat(verdicts(test -> test.isOk(test.get(0x1C))))
        .containsEntry("a#2", FAIL)
        .containsEntry("a#3", INCONCLUSIVE)
        .containsEntry("a#4", INCONCLUSIVE);
  }

  @Test
  void aTestThatReturnsWithoutAnAnswerLeavesTheRestUndecided() throws TestException {
    TestResult.Judgement judgement = judged(Early::isAnswered);
    assertThat(judgement.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(judgement.reason()).isEqualTo("not reached, after no response to SubnGet(PortInfo)");
  }

  @Test
  void aTestThatReturnsForNoReasonIsBroken() throws TestException {
    assertThat(judged(test -> test.isOk(test.get(0))).verdict()).isEqualTo(ERROR);
  }

  @Test
  void whatNeedsAnAnswerIsUndecidedWithoutIt() throws TestException {
    Procedure procedure =
        test -> {
          MadPacketSpec answer = test.get(0x1C);
          test.asks(test.isOk(answer));
          test.verifyPorts("3", answer);
        };
    TestResult.Judgement judgement = judged(procedure);
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(judgement.besideFailures()).isEqualTo(INCONCLUSIVE);
    assertThat(judgement.assertions())
        .filteredOn(a -> List.of("a#3", "a#4").contains(a.id()))
        .extracting(AssertionResult::reason)
        .containsExactly("NodeInfo was not read", "NodeInfo was not read");
    assertThat(verdicts(procedure)).containsEntry("ia-mad#01", Verdict.PASS);
  }

  @Test
  void anUnmetNeedEndsOnePartAndLeavesItsStepsUndecidedForAllParts() throws TestException {
    assertThat(
            verdicts(test -> {
              test.tries(part -> part.asks(part.isOk(part.get(0x1C))));
              test.tries(part -> {
                MadPacketSpec answer = part.get(0);
                part.asks(part.isOk(answer));
                part.verifyPorts("3", answer);
                part.verifyPorts("4", answer);
              });
            }))
        .containsEntry("a#2", FAIL)
        .containsEntry("a#3", INCONCLUSIVE)
        .containsEntry("a#4", INCONCLUSIVE);
  }

  @Test
  void stepsThatAnAbilityLeavesOutDoNotApplyUnlessACheckHadFailed() throws TestException {
    assertThat(
            verdicts(test -> {
              test.isOk(test.get(0));
              test.leaves("3", "4");
            }))
        .containsEntry("a#3", NOT_APPLICABLE)
        .containsEntry("a#4", NOT_APPLICABLE);
    assertThat(
            verdicts(test -> {
              test.isOk(test.get(0x1C));
              test.leaves("3", "4");
            }))
        .containsEntry("a#3", INCONCLUSIVE)
        .containsEntry("a#4", INCONCLUSIVE);
  }

  @Test
  void whatWasLeftOutBeforeDoesNotApplyThoughANeedIsNotMetLater() throws TestException {
    assertThat(
            verdicts(test -> {
              test.leaves("4", "4");
              test.asks(test.isOk(test.get(0x1C)));
            }))
        .containsEntry("a#3", INCONCLUSIVE)
        .containsEntry("a#4", NOT_APPLICABLE);
  }
}
