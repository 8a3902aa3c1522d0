package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
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

/// Several bodies of a repetition under way on a link that is not simulated.
final class RepetitionTest {
  private static final int ITERATIONS = 200;

  /// Answers every request, some later than others.
  private static final class OutOfOrderLink implements MadLink {
    private final Deque<byte[]> answers = new ArrayDeque<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final Thread owner = Thread.currentThread();
    private long nanos;

    @Override
    public Clock clock() {
      return () -> nanos;
    }

    @Override
    public boolean isSimulated() {
      return false;
    }

    @Override
    public void send(MemorySegment mad, int dlid, int destQp) {
      assertThat(Thread.currentThread()).isSameAs(owner);
      byte[] answer = mad.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
      MadHeader.METHOD.set(MemorySegment.ofArray(answer), 0, Method.GET_RESP);
      if (random.nextBoolean()) {
        answers.addFirst(answer);
      } else {
        answers.addLast(answer);
      }
    }

    @Override
    public Arrival receive(MemorySegment into, long deadline) {
      byte[] answer = answers.pollFirst();
      nanos += 1000;
      if (answer == null) {
        return Arrival.NOTHING;
      }
      into.copyFrom(MemorySegment.ofArray(answer));
      return Arrival.MAD;
    }

    @Override
    public int receivedBytes() {
      return 256;
    }

    @Override
    public void close() {}
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
    MadPort port = new MadPort(new OutOfOrderLink(), Route.SELF, Tap.NONE, Timing.DEFAULT);
    ManyGets test = new ManyGets(troubleAt);
    test.attach(
        new TestContext(
            new OnePort(port), page(), parameter -> List.of(), window, (done, total) -> {}));
    return test;
  }

  private static Page page() {
    return new Page(
        "ManyGets",
        "ManyGets",
        null,
        "1",
        "Many",
        "",
        List.of(),
        "",
        "",
        List.of(),
        List.of(),
        List.of(),
        List.of(new Page.Step("1", "get", List.of("ia-test#01"))),
        List.of(),
        List.of(DutKind.CA),
        List.of(),
        Effect.READS,
        List.of());
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
