package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.testing.ScriptedDut;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.mad.MadHeader;
import org.junit.jupiter.api.Test;

/// Several concurrent iterations of a repetition, on a link that is not simulated.
final class RepetitionTest {
  private static final int ITERATIONS = 200;

  /// A link that answers every request, some later than others.
  private static ScriptedLink outOfOrderLink() {
    SplittableRandom random = new SplittableRandom(1);
    Thread owner = Thread.currentThread();
    return new ScriptedLink(
            (link, sent) -> {
              assertThat(Thread.currentThread()).isSameAs(owner);
              link.bring(random.nextLong(1, 100_000), ScriptedLink.response(sent));
            })
        .inRealTime();
  }

  private static final class ManyGets extends MadTest {
    private final int troubleAt;

    ManyGets(int troubleAt) {
      this.troubleAt = troubleAt;
    }

    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public boolean execute() throws TestException {
      repeat("block", 0, ITERATIONS - 1, this::body);
      return log().allPassed();
    }

    private void body(int block) throws TestException {
      if (block == troubleAt) {
        throw new TestException(TestException.Cause.DUT, "trouble at " + block);
      }
      step("1");
      sendMad(subnGet(NODE_INFO).attributeModifier(block));
      MadPacketSpec response = receiveMad();
      verify(
          response,
          response.header(MadHeader.ATTRIBUTE_MODIFIER) != block,
          () -> "not " + block,
          () -> "" + response.header(MadHeader.ATTRIBUTE_MODIFIER));
    }
  }

  private static ManyGets attached(int window, int troubleAt) {
    MadPort port = new MadPort(outOfOrderLink(), Route.SELF, Tap.NONE, Timing.DEFAULT);
    ManyGets test = new ManyGets(troubleAt);
    test.attach(
        new TestContext(
            new ScriptedDut(port), page(), parameter -> List.of(), window, (done, total) -> {}));
    return test;
  }

  private static Page page() {
    return PageBuilder.page("ManyGets").step("1", "ia-test#01").build();
  }

  @Test
  void checksAreReportedInTheOrderOfTheIterations() throws TestException {
    for (int window : new int[] {1, 2, 16, 64}) {
      ManyGets test = attached(window, -1);
      assertThat(test.execute()).as("window %d", window).isFalse();
      CheckLog.Tally tally = Objects.requireNonNull(test.log().steps().get("1"));
      assertThat(tally.failures()).isEqualTo(ITERATIONS);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < CheckLog.EXAMPLES; i++) {
        expected.add("block " + i + " not " + i + " " + i);
      }
      assertThat(tally.examples())
          .extracting(f -> f.where() + " " + f.expected() + " " + f.actual())
          .isEqualTo(expected);
      assertThat(tally.failedPlaces()).hasToString("{block=0-" + (ITERATIONS - 1) + "}");
    }
  }

  @Test
  void troubleInOneIterationEndsTheRepetitionAndKeepsWhatWasFound() {
    ManyGets test = attached(16, 100);
    assertThatThrownBy(test::execute)
        .isInstanceOf(TestException.class)
        .hasMessage("trouble at 100");
    CheckLog.Tally tally = Objects.requireNonNull(test.log().steps().get("1"));
    assertThat(tally.failures()).isBetween(100L, ITERATIONS - 1L);
  }
}
