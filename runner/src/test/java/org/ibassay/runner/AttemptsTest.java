package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.PASS;
import static org.ibassay.suite.LinkQuality.BAD;
import static org.ibassay.suite.LinkQuality.GONE;
import static org.ibassay.suite.LinkQuality.SPOTLESS;
import static org.ibassay.suite.LinkQuality.WORN;

import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TestException.Cause;
import org.ibassay.suite.TesterKind;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The runs of a test follow a script, and so does the diagnosis of the link.
final class AttemptsTest {
  private static final Page PAGE = PageBuilder.page("C1").step("1", "a#1").step("2", "a#2").build();

  private final Deque<Script> scripts = new ArrayDeque<>();
  private final Interruption interruption = new Interruption();
  private Asked asked = () -> SPOTLESS;
  private int runs;

  private interface Script {
    void play(Scripted test) throws TestException;
  }

  private interface Asked {
    LinkQuality quality() throws TestException;
  }

  private static final Script PASSES =
      test -> {
        test.log().pass("1");
        test.log().pass("2");
      };

  private static Script fails(String step) {
    return test -> {
      PASSES.play(test);
      test.fail(step);
    };
  }

  private static final Script GIVES_UP =
      _ -> {
        throw new TestException(Cause.DUT, "no response");
      };

  private static Script repeating(Script then) {
    return test -> {
      test.askWhoIsSilent();
      then.play(test);
    };
  }

  @Td(dut = DutKind.CA, effect = Effect.READS, lease = true)
  private final class Scripted extends TestCase {
    void fail(String step) {
      log().fail(new CheckLog.Failure(step, Place.NOWHERE, "code 7", "code 0", 0));
    }

    /// Sends one request, and repeats it.
    void askWhoIsSilent() {
      MadPort port = context().dut().madPorts().getFirst();
      MemorySegment request = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
      MadHeader.MGMT_CLASS.set(request, 0, Smp.LID_ROUTED);
      MadHeader.METHOD.set(request, 0, Method.GET);
      try {
        Exchange exchange = port.start(request, new Route.Lid(1), port.timing(), Label.NONE);
        port.await(exchange);
        port.release(exchange);
      } catch (LinkException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public TesterKind testerKind() {
      return TesterKind.MAD;
    }

    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public boolean execute() throws TestException {
      runs++;
      Objects.requireNonNull(scripts.poll(), "one run too many").play(this);
      return log().allPassed();
    }

    @Override
    public LinkQuality linkQuality() throws TestException {
      return asked.quality();
    }
  }

  private TestResult after(Script... script) {
    scripts.addAll(List.of(script));
    FakeFabric fabric =
        new FakeFabric()
            .with(FakeFabric.TESTER, Attribute.NODE_INFO, NodeInfo.NODE_TYPE, 1)
            .with(FakeFabric.DUT, Attribute.NODE_INFO, NodeInfo.NODE_TYPE, 1);
    DutInfo info =
        new DutInfo("fake:dut", new DutInfo.Node(DutKind.CA, List.of(), 1, "", 1), null, "");
    OpenDut dut = new OpenDut(0, fabric.open(), info, SubnetManagers.NONE);
    interruption.attach();
    return new Attempts(
            plan(),
            dut,
            PAGE,
            _ -> new Scripted(),
            null,
            InstantSource.fixed(Instant.EPOCH),
            _ -> {})
        .run(interruption);
  }

  private static RunPlan plan() {
    return RunPlan.of(List.of());
  }

  private static Script[] times(int count, Script script) {
    return Stream.generate(() -> script).limit(count).toArray(Script[]::new);
  }

  @Test
  void aPassIsOne() {
    assertThat(after(PASSES).verdict()).isEqualTo(PASS);
  }

  @ParameterizedTest
  @CsvSource({"SPOTLESS, 2", "WORN, 6"})
  void asManyRunsAsTheLinkAsksForHaveToFailAlike(LinkQuality quality, int needed) {
    asked = () -> quality;
    TestResult result = after(times(needed, fails("1")));
    assertThat(runs).isEqualTo(needed);
    assertThat(result.verdict()).isEqualTo(FAIL);
    assertThat(result.notes())
        .anySatisfy(note ->
            assertThat(note)
                .startsWith("failed identically in %1$d of %1$d attempts".formatted(needed)));
  }

  @Test
  void onABadLinkNoFailureCounts() {
    asked = () -> BAD;
    TestResult result = after(fails("1"));
    assertThat(result.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(result.reason())
        .contains("too many packets to judge", "expected code 7, received code 0");
    assertThat(result.judgement().assertions())
        .extracting(AssertionResult::verdict)
        .containsExactly(INCONCLUSIVE, PASS);
  }

  @Test
  void onALinkThatIsGoneWhatFailedBeforeCounts() {
    asked = () -> GONE;
    assertThat(after(fails("1")).verdict()).isEqualTo(FAIL);
  }

  @Test
  void onALinkThatIsGoneWhatFailedAfterTroubleDoesNot() {
    asked = () -> GONE;
    assertThat(after(repeating(fails("1"))).verdict()).isEqualTo(INCONCLUSIVE);
  }

  @ParameterizedTest
  @EnumSource(names = {"SPOTLESS", "WORN"})
  void aPassAmongFailuresLeavesItOpen(LinkQuality quality) {
    asked = () -> quality;
    TestResult result = after(fails("1"), PASSES);
    assertThat(result.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(result.reason())
        .contains(
            "attempts disagree", "attempt 1 fail at step 1: expected code 7", "attempt 2 pass");
  }

  @Test
  void failuresAtDifferentPlacesDoNotAgree() {
    TestResult result = after(fails("1"), fails("2"), fails("1"));
    assertThat(result.verdict()).isEqualTo(FAIL);
    assertThat(result.judgement().assertions())
        .extracting(AssertionResult::verdict)
        .containsExactly(FAIL, INCONCLUSIVE);
  }

  @Test
  void runsThatNeverAgreeComeToAnEnd() {
    asked = () -> WORN;
    TestResult result =
        after(Stream.concat(Stream.of(fails("1")), runsWithoutVerdict()).toArray(Script[]::new));
    assertThat(runs).isEqualTo(13);
    assertThat(result.verdict()).isEqualTo(INCONCLUSIVE);
  }

  private static Stream<Script> runsWithoutVerdict() {
    return Stream.of(times(12, GIVES_UP));
  }

  @Test
  void whatWasInconclusiveIsTriedAgainWhereRequestsHadToBeRepeated() {
    TestResult result = after(repeating(GIVES_UP), repeating(GIVES_UP), PASSES);
    assertThat(result.verdict()).isEqualTo(PASS);
    assertThat(result.notes())
        .anySatisfy(note -> assertThat(note).contains("run 2 was inconclusive"));
    assertThat(result.packets().retried()).isEqualTo(2);
  }

  @Test
  void butNotForEverAndNotOtherwise() {
    assertThat(after(times(3, repeating(GIVES_UP))).verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(runs).isEqualTo(3);
    assertThat(after(GIVES_UP).verdict()).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void theTestersOwnTroubleIsNoVerdict() {
    TestResult result =
        after(
            fails("1"),
            _ -> {
              throw new TestException(Cause.TESTER, "port down");
            });
    assertThat(result.verdict()).isEqualTo(ERROR);
    assertThat(result.reason()).contains("port down", "before, it fail at step 1");
  }

  @Test
  void whoCannotBeAskedLeavesItOpen() {
    asked =
        () -> {
          throw new TestException(Cause.DUT, "no response");
        };
    assertThat(after(fails("1")).verdict()).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void whereTheLinkCannotBeAskedForTroubleOfTheTesterThatIsSaid() {
    asked =
        () -> {
          throw new TestException(Cause.TESTER, "port down");
        };
    TestResult result = after(repeating(fails("1")));
    assertThat(result.verdict()).isEqualTo(ERROR);
    assertThat(result.reason()).contains("failed, but port down");
  }

  @Test
  void aTestThatBreaksWhileAskedIsSaidToBeBroken() {
    asked =
        () -> {
          throw new IllegalStateException("broken");
        };
    assertThat(after(fails("1")).verdict()).isEqualTo(ERROR);
  }

  @Test
  void whoInterruptsGetsNoFailure() {
    TestResult result =
        after(test -> {
          fails("1").play(test);
          interruption.request();
        });
    assertThat(runs).isEqualTo(1);
    assertThat(result.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(result.reason()).contains("interrupted before that was confirmed");
  }
}
