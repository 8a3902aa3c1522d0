package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;
import org.ibassay.wire.pm.PortSamplesResultExtended;

/// Answers requests for PortSamplesControl, PortSamplesResult and PortSamplesResultExtended.
final class SamplesAgent {
  /// CounterWidth: 32 bits.
  private static final int WIDTH_32 = 4;

  /// ExtendedWidth: 64 bits.
  private static final int WIDTH_64 = 2;

  /// In CounterMask: a counter supports the quantities that every device supports.
  private static final long MANDATORY = 1;

  private static final int BITS_OF_MASK = 3;
  private static final int IN_FIRST_MASKS = 10;

  private final Variant variant;
  private final SampleSeams seams;
  private final SampleMechanism mechanism;
  private final int size;

  SamplesAgent(Node node, Variant variant, SampleSeams seams) {
    this.variant = variant;
    this.seams = seams;
    this.size = variant.number(SimParameter.PMA_SAMPLES);
    this.mechanism = new SampleMechanism(node, seams, size);
  }

  /// Whether the device has an attribute, which is one of sampling.
  boolean has(int attribute, boolean isSet) {
    return size > 0
        && (attribute == PortSamplesControl.ATTRIBUTE.id()
            || (!isSet && attribute == PortSamplesResult.ATTRIBUTE.id())
            || (!isSet
                && attribute == PortSamplesResultExtended.ATTRIBUTE.id()
                && variant.is(SimParameter.PMA_EXTENDED)));
  }

  /// Executes a request for PortSamplesControl of existing ports.
  ///
  /// @param port PortSelect
  int control(MemorySegment data, boolean isSet, int port, List<PortCounts> ports) {
    boolean isBusy = mechanism.status() != SampleMechanism.DONE && !seams.restarts.part();
    if (isSet && !isBusy) {
      mechanism.start(data, ports);
    }
    data.fill((byte) 0);
    PortSamplesControl.PORT_SELECT.set(data, 0, port);
    PortSamplesControl.TICK.set(data, 0, SampleMechanism.TICK);
    PortSamplesControl.COUNTER_WIDTH.set(data, 0, WIDTH_32);
    PortSamplesControl.COUNTER_MASK0.set(data, 0, masks(0, 1));
    PortSamplesControl.COUNTER_MASKS1_TO9.set(data, 0, masks(1, IN_FIRST_MASKS));
    PortSamplesControl.COUNTER_MASKS10_TO14.set(
        data, 0, masks(IN_FIRST_MASKS, SampleMechanism.COUNTERS));
    mechanism.read(data);
    return isSet && isBusy && variant.is(SimParameter.PMA_BUSY)
        ? MadStatus.INVALID_FIELD
        : MadStatus.OK;
  }

  /// The masks of some counters, that of the first in the highest bits.
  private long masks(int from, int to) {
    long masks = 0;
    for (int i = from; i < to; i++) {
      masks = (masks << BITS_OF_MASK) | (i < size ? MANDATORY : 0);
    }
    return masks;
  }

  /// Writes PortSamplesResult or PortSamplesResultExtended.
  int result(MemorySegment data, int attribute) {
    data.fill((byte) 0);
    PortSamplesResult.TAG.set(data, 0, mechanism.tag());
    PortSamplesResult.SAMPLE_STATUS.set(data, 0, mechanism.status());
    if (attribute == PortSamplesResult.ATTRIBUTE.id()) {
      for (int i = 0; i < size; i++) {
        PortSamplesResult.COUNTER.set(
            data, 0, i, Math.min(PortSamplesResult.COUNTER.max(), mechanism.counter(i)));
      }
    } else {
      PortSamplesResultExtended.EXTENDED_WIDTH.set(data, 0, WIDTH_64);
      for (int i = 0; i < size; i++) {
        PortSamplesResultExtended.COUNTER.set(data, 0, i, mechanism.counter(i));
      }
    }
    return MadStatus.OK;
  }
}
