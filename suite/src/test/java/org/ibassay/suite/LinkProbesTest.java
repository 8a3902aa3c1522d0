package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.suite.LinkQuality.BAD;
import static org.ibassay.suite.LinkQuality.SPOTLESS;
import static org.ibassay.suite.LinkQuality.WORN;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.testing.ScriptedDut;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.link.testing.ScriptedLink.Sent;
import org.junit.jupiter.api.Test;

/// What a DUT does with every request is not attributed to the link.
final class LinkProbesTest {
  @Test
  void whatIsLostOrDoubledNowAndThenIsTheLinksDoing() throws Exception {
    assertThat(quality(_ -> 1, _ -> 0)).isEqualTo(SPOTLESS);
    assertThat(quality(i -> i == 7 ? 0 : 1, _ -> 0)).isEqualTo(WORN);
    assertThat(quality(i -> i % 10 == 0 ? 0 : 1, _ -> 0)).isEqualTo(BAD);
    assertThat(quality(i -> i % 10 == 0 ? 2 : 1, _ -> 0)).isEqualTo(BAD);
    assertThat(quality(i -> i % 2 == 0 ? 3 : 1, _ -> 0)).isEqualTo(BAD);
  }

  @Test
  void whoAnswersEachRequestTwiceDoesNotMakeItsLinkBad() throws Exception {
    assertThat(quality(_ -> 2, _ -> 0)).isEqualTo(WORN);
  }

  @Test
  void aLinkThatDoublesBothWaysIsBad() throws Exception {
    assertThat(quality(_ -> 4, _ -> 0)).isEqualTo(BAD);
  }

  @Test
  void whoIsAlwaysSlowDoesNotMakeItsLinkBad() throws Exception {
    assertThat(quality(_ -> 1, _ -> 250)).isEqualTo(WORN);
    assertThat(quality(_ -> 2, _ -> 250)).isEqualTo(WORN);
  }

  @Test
  void whatIsSlowNowAndThenIsTheLinksDoing() throws Exception {
    assertThat(quality(_ -> 1, i -> i % 2 == 0 ? 250 : 0)).isEqualTo(BAD);
    assertThat(quality(_ -> 1, _ -> 1200)).isEqualTo(BAD);
  }

  /// @param copies number of responses to the request of that index
  /// @param millis delay of each response
  private static LinkQuality quality(IntUnaryOperator copies, IntUnaryOperator millis)
      throws TestException {
    ScriptedLink link = new ScriptedLink((l, sent) -> answer(l, sent, copies, millis));
    MadPort port = new MadPort(link, Route.SELF, Tap.NONE, Timing.DEFAULT);
    MadTest test = new NoTest();
    test.attach(
        new TestContext(
            new ScriptedDut(port), Pages.all().getFirst(), _ -> List.of(), 1, (_, _) -> {}));
    return test.linkQuality();
  }

  private static final class NoTest extends MadTest {
    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public boolean execute() {
      return true;
    }
  }

  private static void answer(
      ScriptedLink link, Sent request, IntUnaryOperator copies, IntUnaryOperator millis) {
    int index = link.sent().size() - 1;
    for (int i = 0; i < copies.applyAsInt(index); i++) {
      link.bring(millis.applyAsInt(index) * 1_000_000L, ScriptedLink.response(request));
    }
  }
}
