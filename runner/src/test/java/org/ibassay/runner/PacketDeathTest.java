package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A host that dies of a transport packet is detected in the same way as one that dies of a
/// management datagram. Its tests wait for real timeouts, so they run concurrently.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class PacketDeathTest {
  private static final Page PAGE =
      PageBuilder.page("Mortal").step("1").step("2", "a#1").always("R5", "ia-alive#01").build();
  private static final int FATAL = 7;

  @TempDir Path directory = Path.of("");

  /// Sends five frames, and queries the agent after each.
  private static FakeCase sender() {
    return FakeCase.doing(test -> {
      PacketPort port = test.dut().packetPort().orElseThrow();
      port.setLabel(Label.of("Mortal", "1"));
      test.pass("R5");
      try {
        for (int marker = FATAL - 2; marker <= FATAL + 2; marker++) {
          byte[] frame = new byte[64];
          frame[MortalHost.MARKER_AT] = (byte) marker;
          port.send(MemorySegment.ofArray(frame), frame.length);
          test.dut().upperTester().orElseThrow().attributes();
        }
      } catch (LinkException | UpperTesterException e) {
        throw new TestException(TestException.Cause.TESTER, String.valueOf(e.getMessage()));
      }
      return test.pass("2");
    });
  }

  private TestResult run(MortalHost host, String restart) throws Exception {
    RunPlan.Target target =
        new RunPlan.Target(Drivers.installed().parse(host.uri() + restart), List.of(PAGE));
    RunPlan plan = RunPlan.of(List.of(target));
    return new Run(
            plan,
            new Suite(List.of(PAGE), _ -> sender()),
            new FakeRuns.TickingTime(),
            new Interruption(),
            Journals.in(directory, "ibassay"),
            List.of())
        .execute(Tap.NONE)
        .tests()
        .getFirst();
  }

  private Path revival() {
    return directory.resolve("revival");
  }

  private MortalHost host(int fatal) throws Exception {
    return new MortalHost(revival(), fatal, false);
  }

  @Test
  void whatItDiesOfIsFoundOut() throws Exception {
    try (MortalHost host = host(FATAL)) {
      TestResult result = run(host, "&restart=touch '" + revival() + "'");
      assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(Objects.requireNonNull(result.notes().getLast()))
          .contains("packet 3 of Mortal step 1 (")
          .contains("after each of two restarts, but not without it");
      assertThat(host.deaths()).isEqualTo(3);
    }
  }

  @Test
  void aStreamThatHungUpIsConnectedAgain() throws Exception {
    try (MortalHost host = new MortalHost(revival(), FATAL, true)) {
      TestResult result = run(host, "&restart=touch '" + revival() + "'");
      assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.FAIL);
      assertThat(host.deaths()).isEqualTo(3);
    }
  }

  @Test
  void withoutAWayBackItIsNamed() throws Exception {
    try (MortalHost host = host(FATAL)) {
      TestResult result = run(host, "");
      assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(result.reason())
          .contains("the DUT stopped responding after packet 3 of Mortal step 1 (")
          .contains("restart=COMMAND");
    }
  }

  @Test
  void aHostThatLivesPasses() throws Exception {
    try (MortalHost host = host(FATAL + 100)) {
      assertThat(run(host, "&restart=false").verdict()).isEqualTo(Verdict.PASS);
    }
  }
}
