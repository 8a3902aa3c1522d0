package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.FakeFabric.DUT;
import static org.ibassay.runner.FakeFabric.TESTER;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.io.Writer;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FabricAccess;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.topology.NodeType;
import org.ibassay.runner.fabric.FabricLines;
import org.ibassay.runner.fabric.FabricProgress;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.FabricRun;
import org.ibassay.runner.fabric.NodeFilter;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Counts the outstanding requests of a run over a real fabric.
class FabricWindowTest {
  private static final int WINDOW = 16;

  private final CountDownLatch sent = new CountDownLatch(WINDOW);
  private boolean isHolding;
  private boolean isTesting;

  private final FakeFabric fabric =
      new FakeFabric()
          .with(TESTER, NODE_INFO, NodeInfo.NODE_TYPE, 1)
          .with(TESTER, NODE_INFO, NodeInfo.NODE_GUID, 1)
          .with(TESTER, NODE_INFO, NodeInfo.LOCAL_PORT_NUM, 1)
          .with(TESTER, PORT_INFO, PortInfo.PORT_PHYSICAL_STATE, 5)
          .with(DUT, NODE_INFO, NodeInfo.NODE_TYPE, 1)
          .with(DUT, NODE_INFO, NodeInfo.NODE_GUID, 2)
          .with(DUT, NODE_INFO, NodeInfo.LOCAL_PORT_NUM, 1)
          .with(DUT, PORT_INFO, PortInfo.PORT_STATE, 4)
          .inRealTime();

  /// @param patience time for which the device waits for all requests of the test, in milliseconds;
  ///   short where they must not all be sent
  @ParameterizedTest
  @CsvSource({"false, 4, 200", "true, 16, 10000"})
  void testsSendFewRequestsAtATimeBesideAnotherManager(boolean isOwn, int most, int patience)
      throws Exception {
    fabric.afterAnswer(() -> holdOnce(patience));
    Page page = PageBuilder.page("C1").step("1", "a#1").build();
    RunPlan plan =
        RunPlan.of(List.of())
            .with(new RunPlan.Manner(true, isOwn, WINDOW, Timing.DEFAULT, 1, false));
    FabricRun run =
        new FabricRun(new Port(), plan, List.of(page), NodeFilter.of(List.of(), 0, null), null);
    FabricResult result;
    try (FabricLines lines = FabricLines.joining(Writer.nullWriter(), Map.of())) {
      result =
          run.execute(
              new Suite(List.of(page), _ -> FakeCase.doing(this::askAtOnce)),
              InstantSource.fixed(Instant.EPOCH),
              new Interruption(),
              Journals.in(Path.of("none"), "ibassay"),
              Tap.NONE,
              lines,
              new Silent());
    }
    assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    assertThat(fabric.mostUnderWay).isEqualTo(most);
  }

  /// Until then, time does not pass for the tester, and no request is answered.
  private void holdOnce(int patience) {
    if (isTesting && !isHolding) {
      isHolding = true;
      try {
        boolean _ = sent.await(patience, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private boolean askAtOnce(FakeCase test) throws TestException {
    isTesting = true;
    test.repeatTimes(WINDOW, () -> ask(test.dut().madPorts().getFirst()));
    return test.pass("1");
  }

  private void ask(MadPort port) {
    MemorySegment request = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(request, 0, Smp.DIRECTED_ROUTE);
    MadHeader.METHOD.set(request, 0, Method.GET);
    MadHeader.ATTRIBUTE_ID.set(request, 0, NODE_INFO.id());
    try {
      Exchange exchange = port.start(request, port.route(), port.timing(), Label.NONE);
      sent.countDown();
      port.await(exchange);
      port.release(exchange);
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// The tester's port, at a cable to the only other node.
  private final class Port implements DutTarget, FabricAccess {
    @Override
    public DutUri uri() {
      return new DutUri("fake:dut", "fake", "dut", List.of());
    }

    @Override
    public Dut open(Tap tap, Timing timing) {
      return fabric.open();
    }

    @Override
    public Optional<FabricAccess> fabric() {
      return Optional.of(this);
    }

    @Override
    public DutTarget at(Route.Directed route) {
      return this;
    }

    @Override
    public boolean isSimulated() {
      return false;
    }
  }

  private static final class Silent implements FabricProgress {
    @Override
    public void found(int nodes) {}

    @Override
    public void picked(Map<NodeType, Integer> nodes, int ports, int left) {}

    @Override
    public void tested(int nodes) {}
  }
}
