package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PerformanceAgent;
import org.ibassay.device.pma.PmaSeams;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.pm.PortExtendedSpeedsCounters;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;
import org.ibassay.wire.pm.PortSamplesResultExtended;
import org.junit.jupiter.api.Test;

/// Sampling of ports, and the counters of extended speeds.
class PortSamplesTest {
  private static final int DATA = 64;

  /// With Tick 250: 251 symbols of 4 ns.
  private static final long TICK_NANOS = 1004;

  private static final int RCV_PACKETS = 4;

  private final Fabric fabric = new Fabric();
  private final ManagedNode node =
      ManagedNode.of(fabric, Variant.of(NodeKind.CA), Guids.of(NodeKind.CA, 1, 1), 0, new Seams(1));
  private PerformanceAgent agent = agent(Variant.of(NodeKind.CA));

  private PerformanceAgent agent(Variant variant) {
    return new PerformanceAgent(node, variant, new PmaSeams());
  }

  private MemorySegment ask(int method, GmpAttribute attribute, Consumer<MemorySegment> data) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(mad, 0, PerformanceAgent.MGMT_CLASS);
    MadHeader.CLASS_VERSION.set(mad, 0, 1);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
    PortSamplesControl.PORT_SELECT.set(mad, DATA, 1);
    data.accept(mad);
    agent.answer(mad, 1);
    return mad;
  }

  private MemorySegment get(GmpAttribute attribute) {
    return ask(Method.GET, attribute, _ -> {});
  }

  /// Starts a sample of 100 ticks after a delay of 50.
  private MemorySegment start(int tag) {
    return ask(
        Method.SET,
        PortSamplesControl.ATTRIBUTE,
        mad -> {
          PortSamplesControl.SAMPLE_START.set(mad, DATA, 50);
          PortSamplesControl.SAMPLE_INTERVAL.set(mad, DATA, 100);
          PortSamplesControl.TAG.set(mad, DATA, tag);
          PortSamplesControl.COUNTER_SELECT.set(mad, DATA, 1, RCV_PACKETS);
        });
  }

  private void pass(long ticks) {
    fabric.runUntil(fabric.nanos() + ticks * TICK_NANOS);
    node.counts(1).add(Counter.RCV_PACKETS, 1);
  }

  @Test
  void aSampleCountsFromItsStartToItsEnd() {
    assertThat(PortSamplesControl.SAMPLE_STATUS.get(start(7), DATA)).isEqualTo(1);
    pass(49);
    pass(1);
    assertThat(PortSamplesResult.SAMPLE_STATUS.get(get(PortSamplesResult.ATTRIBUTE), DATA))
        .isEqualTo(2);
    pass(99);
    pass(1);
    MemorySegment result = get(PortSamplesResult.ATTRIBUTE);
    assertThat(PortSamplesResult.SAMPLE_STATUS.get(result, DATA)).isZero();
    assertThat(PortSamplesResult.TAG.get(result, DATA)).isEqualTo(7);
    assertThat(PortSamplesResult.COUNTER.get(result, DATA, 1)).isEqualTo(2);
    assertThat(PortSamplesResult.COUNTER.get(result, DATA, 0)).isZero();
    MemorySegment wide = get(PortSamplesResultExtended.ATTRIBUTE);
    assertThat(PortSamplesResultExtended.COUNTER.get(wide, DATA, 1)).isEqualTo(2);
  }

  @Test
  void aSetDuringASampleIsIgnored() {
    start(7);
    assertThat(PortSamplesControl.TAG.get(start(8), DATA)).isEqualTo(7);
    fabric.runUntil(150 * TICK_NANOS);
    assertThat(PortSamplesControl.TAG.get(start(9), DATA)).isEqualTo(9);
    agent = agent(Variant.of(NodeKind.CA).with(SimParameter.PMA_BUSY, 1));
    assertThat(MadStatus.CODE.get(start(7), 0)).isZero();
    assertThat(MadStatus.CODE.get(start(8), 0)).isEqualTo(MadStatus.INVALID_FIELD);
  }

  @Test
  void aDeviceMayLackThem() {
    agent =
        agent(
            Variant.of(NodeKind.CA)
                .with(SimParameter.PMA_SAMPLES, 0)
                .with(SimParameter.PMA_SPEEDS, 0));
    for (GmpAttribute attribute :
        new GmpAttribute[] {
          PortSamplesControl.ATTRIBUTE,
          PortSamplesResult.ATTRIBUTE,
          PortSamplesResultExtended.ATTRIBUTE,
          PortExtendedSpeedsCounters.ATTRIBUTE
        }) {
      assertThat(MadStatus.CODE.get(get(attribute), 0)).isEqualTo(MadStatus.BAD_METHOD_ATTRIBUTE);
    }
  }

  @Test
  void aSetWritesTheCountersOfExtendedSpeedsThatItSelects() {
    long lane1 = 1 << 3;
    MemorySegment set =
        ask(
            Method.SET,
            PortExtendedSpeedsCounters.ATTRIBUTE,
            mad -> {
              PortExtendedSpeedsCounters.COUNTER_SELECT.set(mad, DATA, lane1);
              PortExtendedSpeedsCounters.SYNC_HEADER_ERROR_COUNTER.set(mad, DATA, 5);
              PortExtendedSpeedsCounters.ERROR_DETECTION_COUNTER_LANE.set(mad, DATA, 1, 6);
            });
    assertThat(PortExtendedSpeedsCounters.SYNC_HEADER_ERROR_COUNTER.get(set, DATA)).isZero();
    assertThat(PortExtendedSpeedsCounters.ERROR_DETECTION_COUNTER_LANE.get(set, DATA, 1))
        .isEqualTo(6);
  }
}
