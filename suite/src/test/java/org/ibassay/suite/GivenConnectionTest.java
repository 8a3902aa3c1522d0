package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Clock;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.GivenConnection.Operation;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of a responder on the only connection of a device without an upper tester. The device is
/// simulated; what an upper tester would do is done beforehand.
final class GivenConnectionTest {
  /// Close to the wrap, and different from START_PSN.
  private static final int PSN = 0xFF_FFF0;

  private static final long BYTES = 1 << 16;
  private static final Set<Operation> WITHOUT_SEND =
      EnumSet.of(Operation.WRITE, Operation.READ, Operation.ATOMIC);

  /// The result of a test.
  private record Outcome(CheckLog log, String end) {
    boolean failed() {
      return !log.allPassed();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sim:ca", "sim:ca?ip=6", "sim:ca?acks=coalesced"})
  void aConformingDevicePassesAllThatAppliesToIt(String uri) throws Exception {
    try (Given dut = Given.open(uri)) {
      Map<String, Outcome> outcomes = runAll(dut);
      assertThat(outcomes).hasSizeGreaterThanOrEqualTo(9).containsKeys("R09_Msn", "R09_Duplicates");
      outcomes.forEach((test, outcome) -> {
        assertThat(outcome.end()).as(test).isEmpty();
        assertThat(outcome.failed()).as(test + failures(outcome)).isFalse();
        assertThat(outcome.log().isOpen()).as(test).isFalse();
        assertThat(checks(outcome)).as(test).isPositive();
      });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rc.icrc-not-checked, R09_IcrcFields",
    "rc.msn-not-counted, R09_Msn",
    "rc.msn-8-bits, R09_Msn",
    "rc.msn-counts-packets, R09_Msn",
    "rc.gap-executed, R09_PsnGap",
    "rc.gap-reported-again, R09_PsnGap",
    "rc.answer-to-next-qp, R09_PsnGap",
    "way.source-ip-other, R09_IcrcFields",
    "rc.p-key-not-checked, R09_HeaderChecks",
    "rc.duplicate-atomic-executed, R09_Duplicates",
    "rc.read-before-ack, R09_ResponseOrder",
    "rc.write-last-byte-lost, R09_MessageLengths",
    "rc.read-zeros, R09_MessageLengths"
  })
  void aDeviceThatDeviatesFails(String deviation, String test) throws Exception {
    try (Given dut = Given.open("sim:ca?deviation=" + deviation)) {
      assertThat(run(dut, test).failed()).isTrue();
    }
  }

  @Test
  void afterTheConnectionHasEndedNothingFails() throws Exception {
    try (Given dut = Given.open("sim:ca")) {
      assertThat(run(dut, "R09_PsnGap").log().isOpen()).isFalse();
      run(dut, "R09_LengthLimit"); // which does not apply, as it ends the connection
      for (Map.Entry<String, Outcome> after : runAll(dut).entrySet()) {
        Outcome outcome = after.getValue();
        assertThat(outcome.failed()).as(after.getKey()).isFalse();
        assertThat(outcome.end()).contains("the DUT's only connection", "has ended: NAK");
      }
    }
  }

  @Test
  void aWrongKeyIsReportedAsSuch() throws Exception {
    try (Given dut = Given.open("sim:ca", 1)) {
      Outcome outcome = run(dut, "R09_Msn");
      assertThat(outcome.failed()).isFalse();
      assertThat(outcome.end())
          .contains("is not connected as the DUT URI specifies", "NAK, remote access error");
    }
  }

  private static long checks(Outcome outcome) {
    return outcome.log().steps().entrySet().stream()
        .filter(step -> Character.isDigit(step.getKey().charAt(0)))
        .mapToLong(step -> step.getValue().checks())
        .sum();
  }

  private static String failures(Outcome outcome) {
    List<String> failures = new ArrayList<>();
    outcome.log().steps().values().forEach(tally -> failures.add(tally.examples().toString()));
    return String.valueOf(failures);
  }

  private static Map<String, Outcome> runAll(Dut dut) throws Exception {
    Map<String, Outcome> outcomes = new TreeMap<>();
    for (Page page : Pages.all()) {
      if (Pages.newTest(page) instanceof TransportTest test && test.missing(dut) == null) {
        outcomes.put(page.id(), run(dut, page.id()));
      }
    }
    return outcomes;
  }

  private static Outcome run(Dut dut, String id) throws Exception {
    Page page = Pages.all().stream().filter(p -> p.id().equals(id)).findFirst().orElseThrow();
    TestCase test = Pages.newTest(page);
    test.attach(new TestContext(dut, page, _ -> List.of(5L, 6L), 1, (_, _) -> {}));
    try {
      test.ready();
      test.run();
      return new Outcome(test.log(), "");
    } catch (TestException e) {
      return new Outcome(test.log(), String.valueOf(e.getMessage()));
    }
  }

  /// A simulated device presented as one without an upper tester.
  private record Given(Dut sim, GivenConnection connection) implements Dut {
    static Given open(String uri) throws Exception {
      return open(uri, 0);
    }

    /// @param wrong added to the R_Key
    static Given open(String uri, int wrong) throws Exception {
      Dut sim = new SimDriver().parse(DutUri.parse(uri)).open(Tap.NONE, Timing.DEFAULT);
      PacketPath path = sim.packetPort().orElseThrow().path();
      UpperTester upper = sim.upperTester().orElseThrow();
      MemoryRegion memory = upper.register(BYTES, AccessRights.ALL);
      RcQp qp =
          upper.open(
              RcSettings.to(path.tester(), PacketPort.FIRST_QPN)
                  .withGidIndex(path.gidIndex())
                  .withPsns(0, PSN));
      MemoryRegion shown =
          new MemoryRegion(1, memory.address(), memory.bytes(), memory.rkey() + wrong);
      Ends ends = new Ends(qp.qpn(), PSN, PacketPort.FIRST_QPN, WITHOUT_SEND, shown);
      return new Given(sim, new GivenConnection(ends, path.dut(), 1024, null));
    }

    @Override
    public DutUri uri() {
      return sim.uri();
    }

    @Override
    public Clock clock() {
      return sim.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of();
    }

    @Override
    public Optional<PacketPort> packetPort() {
      return sim.packetPort();
    }

    @Override
    public Optional<UpperTester> upperTester() {
      return Optional.of(connection);
    }

    @Override
    public void close() {
      sim.close();
    }
  }
}
