package org.ibassay.suite;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.suite.LinkQuality.BAD;
import static org.ibassay.suite.LinkQuality.SPOTLESS;
import static org.ibassay.suite.LinkQuality.WORN;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ibassay.link.Clock;
import org.ibassay.link.Dut;
import org.ibassay.link.DutUri;
import org.ibassay.link.MadLink;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.junit.jupiter.api.Test;

/// What a DUT does with every request is not put down to its link.
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

  /// @param copies of the answer to the request of that index
  /// @param millis until it comes
  private static LinkQuality quality(IntUnaryOperator copies, IntUnaryOperator millis)
      throws TestException {
    MadPort port = new MadPort(new Link(copies, millis), Route.SELF, Tap.NONE, Timing.DEFAULT);
    MadTest test = new NoTest();
    test.attach(
        new TestContext(
            new OnePort(port), Pages.all().getFirst(), _ -> List.of(), 1, (_, _) -> {}));
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

  private record OnePort(MadPort port) implements Dut {
    @Override
    public DutUri uri() {
      return new DutUri("test:port", "test", "port", List.of());
    }

    @Override
    public Clock clock() {
      return port.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of(port);
    }

    @Override
    public void close() {}
  }

  private record Coming(long at, MemorySegment mad) {}

  private static final class Link implements MadLink {
    private final IntUnaryOperator copies;
    private final IntUnaryOperator millis;
    private final ArrayDeque<Coming> coming = new ArrayDeque<>();
    private int requests;
    private long nanos;

    Link(IntUnaryOperator copies, IntUnaryOperator millis) {
      this.copies = copies;
      this.millis = millis;
    }

    @Override
    public Clock clock() {
      return () -> nanos;
    }

    @Override
    public boolean isSimulated() {
      return true;
    }

    @Override
    public void send(MemorySegment mad, int dlid, int destQp) {
      MemorySegment answer = MemorySegment.ofArray(mad.toArray(JAVA_BYTE));
      MadHeader.METHOD.set(answer, 0, Method.GET_RESP);
      int index = requests++;
      for (int i = 0; i < copies.applyAsInt(index); i++) {
        coming.add(new Coming(nanos + millis.applyAsInt(index) * 1_000_000L, answer));
      }
    }

    @Override
    public Arrival receive(MemorySegment into, long deadline) {
      Coming next = coming.peek();
      if (next == null || next.at > Math.max(nanos, deadline)) {
        nanos = Math.max(nanos, deadline);
        return Arrival.NOTHING;
      }
      nanos = Math.max(nanos, next.at);
      into.copyFrom(coming.remove().mad);
      return Arrival.MAD;
    }

    @Override
    public int receivedBytes() {
      return 256;
    }

    @Override
    public void close() {}
  }
}
