package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of a requester whose host has no agent, but runs `rping -s`: a simulated device with that
/// program.
final class RpingRequesterTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "&ip=6", "&asides=true", "&mtu-cap=3&acks=coalesced", "&ack-timeout-times=4"})
  void aConformingDevicePassesAllThatAppliesToIt(String parameters) throws Exception {
    try (Dut dut = open(parameters)) {
      Map<String, CheckLog> logs = new TreeMap<>();
      for (Page page : Pages.all()) {
        if (Pages.newTest(page) instanceof TransportTest test && test.missing(dut) == null) {
          logs.put(page.id(), run(dut, page.id()));
        }
      }
      assertThat(logs)
          .containsOnlyKeys(
              Set.of(
                  "C09_130_01",
                  "C09_142_01",
                  "R09_ReadRetry",
                  "R09_SentPackets",
                  "R09_SequenceNak",
                  "R09_WrongResponse"));
      logs.forEach((test, log) -> {
        assertThat(log.allPassed()).as(test + log.steps()).isTrue();
        assertThat(log.isOpen()).as(test).isFalse();
      });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rc.retry-never, R09_ReadRetry, 5",
    "rc.read-one-short-asked, R09_ReadRetry, 3",
    "rc.retry-of-read-elsewhere, R09_ReadRetry, 5",
    "rc.completes-when-sent, R09_ReadRetry, 5",
    "rc.response-not-stored, R09_ReadRetry, 7",
    "rc.retry-never, C09_142_01, 6",
    "rc.sequence-nak-not-heeded, R09_SequenceNak, 5",
    "rc.ack-for-data-taken, R09_WrongResponse, 4",
    "rc.ack-not-asked, R09_SentPackets, 4",
    "rc.rnr-wait-half, C09_130_01, A1"
  })
  void aDeviceThatDeviatesFails(String deviation, String test, String step) throws Exception {
    try (Dut dut = open("&deviation=" + deviation)) {
      assertThat(run(dut, test).steps())
          .hasEntrySatisfying(step, tally -> assertThat(tally.failures()).isPositive());
    }
  }

  @Test
  void aTestOfAResponderIsNotApplicable() throws Exception {
    try (Dut dut = open("")) {
      assertThat(missing(dut, "R09_Msn")).startsWith("needs requests that the DUT serves");
      assertThat(missing(dut, "R09_Duplicates")).startsWith("needs requests that the DUT serves");
      assertThat(missing(dut, "R09_Refused"))
          .startsWith("needs requests that the DUT's host posts");
    }
  }

  private static Dut open(String parameters) throws Exception {
    return new SimDriver()
        .parse(DutUri.parse("sim:ca?program=rping" + parameters))
        .open(Tap.NONE, Timing.DEFAULT);
  }

  private static String missing(Dut dut, String id) {
    return String.valueOf(Pages.newTest(page(id)).missing(dut));
  }

  private static Page page(String id) {
    return Pages.all().stream().filter(p -> p.id().equals(id)).findFirst().orElseThrow();
  }

  /// A test that the DUT ends early keeps its failures.
  private static CheckLog run(Dut dut, String id) throws Exception {
    TestCase test = Pages.newTest(page(id));
    test.attach(new TestContext(dut, page(id), _ -> List.of(5L, 0xFF_FFFEL), 1, (_, _) -> {}));
    try {
      test.ready();
      test.run();
    } catch (TestException e) {
      assertThat(e.whose()).as(e.getMessage()).isEqualTo(TestException.Cause.DUT);
    }
    return test.log();
  }
}
