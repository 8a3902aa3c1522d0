package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.runner.state.Smps;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.ServiceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Interrupts real tests at every packet in turn, and checks the state of the device afterwards.
class InterruptTest {
  private @Nullable Dut kept;

  @ParameterizedTest
  @CsvSource({
    "C14_017_03, sim:ca?lid=5, 1, 3",
    "C14_017_01, sim:switch?lid=5, 0, 2",
    "C14_024_06_CA_03, sim:ca?lid=5, 1, 401",
    "C14_024_12, sim:switch?ports=20&mcast-cap=40&lid=5, 0, 29989",
  })
  void aDutIsLeftAsItWasWhereverATestIsInterrupted(String id, String uri, int port, int every)
      throws Exception {
    Page page = Pages.of(id).orElseThrow();
    int packets = 0;
    boolean isInterrupted = true;
    while (isInterrupted) {
      packets += every;
      Interruption interruption = new Interruption();
      RunResult result = run(page, uri, interruption, packets);
      isInterrupted = result.interrupted();
      String where = id + " interrupted at packet " + packets;
      assertThat(result.exit()).as(where).isEqualTo(isInterrupted ? 130 : 0);
      assertThat(result.tests().getFirst().notRestored()).as(where).isEmpty();
      Smps.Answer answer = look(port);
      assertThat(answer.get(PortInfo.M_KEY)).as(where).isZero();
      assertThat(answer.get(PortInfo.M_KEY_PROTECT_BITS)).as(where).isZero();
      assertThat(answer.get(PortInfo.M_KEY_LEASE_PERIOD)).as(where).isZero();
      assertThat(answer.get(PortInfo.M_KEY_VIOLATIONS)).as(where).isZero();
      assertThat(Thread.currentThread().isInterrupted()).as(where).isFalse();
    }
    assertThat(packets).isGreaterThan(20);
  }

  @Test
  void aServiceIsGoneWhereverTheTestIsInterrupted() throws Exception {
    Page page = Pages.of("C15_0_1_012_15").orElseThrow();
    int packets = 0;
    boolean isInterrupted = true;
    while (isInterrupted) {
      packets++;
      Interruption interruption = new Interruption();
      RunResult result = run(page, "sim:sm", interruption, packets);
      isInterrupted = result.interrupted();
      String where = "interrupted at packet " + packets;
      assertThat(result.exit()).as(where).isEqualTo(isInterrupted ? 130 : 0);
      assertThat(result.tests().getFirst().notRestored()).as(where).isEmpty();
      assertThat(services()).as(where).isEmpty();
    }
    assertThat(packets).isGreaterThan(50);
  }

  private List<MemorySegment> services() throws LinkException, InterruptedException {
    MadPort port = Objects.requireNonNull(kept).madPorts().getFirst();
    SaRequest all = SaRequest.of(SaMethod.GET_TABLE, ServiceRecord.ATTRIBUTE);
    SaAnswer answer = SaPort.ofMaster(port, Label.NONE).ask(all, Timing.DEFAULT, Label.NONE);
    assertThat(answer.outcome()).isEqualTo(SaAnswer.Outcome.ANSWERED);
    return answer.records(ServiceRecord.ATTRIBUTE).records();
  }

  private RunResult run(Page page, String uri, Interruption interruption, int packets)
      throws UsageException {
    Drivers drivers = new Drivers(List.of(new Keeper()));
    RunPlan.Target target = new RunPlan.Target(drivers.parse(uri), List.of(page));
    RunPlan plan = RunPlan.of(List.of(target));
    Suite suite = new Suite(List.of(page), Pages::newTest);
    Run run =
        new Run(
            plan,
            suite,
            InstantSource.system(),
            interruption,
            Journals.in(Path.of("none"), "ibassay"),
            List.of());
    return run.execute(new Trigger(interruption, packets));
  }

  private Smps.Answer look(int port) throws LinkException, InterruptedException {
    MadPort madPort = Objects.requireNonNull(kept).madPorts().getFirst();
    return Objects.requireNonNull(new Smps(madPort, "look").get(Attribute.PORT_INFO, port, 0));
  }

  /// Requests an interruption at a packet from another thread, as a signal handler does.
  private static final class Trigger implements Tap {
    private final Interruption interruption;
    private final int at;
    private int seen;

    Trigger(Interruption interruption, int at) {
      this.interruption = interruption;
      this.at = at;
    }

    @Override
    public long mad(
        Direction direction,
        MemorySegment mad,
        int madBytes,
        int peerLid,
        int qp,
        long nanos,
        Label label) {
      if (++seen == at) {
        Thread signal = new Thread(interruption::request);
        signal.start();
        while (signal.isAlive()) {
          Thread.onSpinWait();
        }
      }
      return seen;
    }
  }

  /// Opens simulated devices and keeps them open for checks after the run.
  private final class Keeper implements DutDriver {
    private final Drivers drivers = Drivers.installed();

    @Override
    public String scheme() {
      return "sim";
    }

    @Override
    public DutTarget parse(DutUri uri) throws DutUriException {
      DutTarget target = drivers.parse(uri);
      return new FakeTarget(
          uri,
          (tap, timing) -> {
            Dut dut = target.open(tap, timing);
            kept = dut;
            return new KeptDut(dut);
          });
    }
  }
}
