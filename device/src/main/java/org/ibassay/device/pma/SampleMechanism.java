package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.wire.pm.PortSamplesControl;

/// The single sampling mechanism of a node: counts some quantities of a port for a time.
final class SampleMechanism {
  /// Values of SampleStatus.
  static final int DONE = 0;

  static final int WAITING = 1;
  static final int RUNNING = 2;

  static final int COUNTERS = 15;

  /// Value of Tick.
  static final int TICK = 250;

  /// A symbol of 10 bits at 2.5 Gb/s.
  private static final long SYMBOL_NANOS = 4;

  private static final long TICK_NANOS = (TICK + 1) * SYMBOL_NANOS;

  /// Values of CounterSelect that every device supports, from 1 on (16.1.3.3). No port of a
  /// simulated device ever has to wait, the fifth.
  private static final List<Counter> QUANTITIES =
      List.of(Counter.XMIT_DATA, Counter.RCV_DATA, Counter.XMIT_PACKETS, Counter.RCV_PACKETS);

  private final Node node;
  private final SampleSeams seams;
  private final int size;
  private final int[] selected = new int[COUNTERS];
  private final long[] counters = new long[COUNTERS];
  private long opCode;
  private long delay;
  private long interval;
  private long tag;
  private long start;
  private long end;

  /// @param size number of counters
  SampleMechanism(Node node, SampleSeams seams, int size) {
    this.node = node;
    this.seams = seams;
    this.size = size;
  }

  int status() {
    long now = node.fabric().nanos();
    return now >= end ? DONE : now >= start ? RUNNING : WAITING;
  }

  /// Starts a sample as PortSamplesControl specifies.
  ///
  /// @param control offset 0 is that of the attribute
  void start(MemorySegment control, List<PortCounts> ports) {
    opCode = PortSamplesControl.OP_CODE.get(control, 0);
    delay = PortSamplesControl.SAMPLE_START.get(control, 0);
    interval = PortSamplesControl.SAMPLE_INTERVAL.get(control, 0);
    tag = PortSamplesControl.TAG.get(control, 0);
    for (int i = 0; i < size; i++) {
      selected[i] = (int) PortSamplesControl.COUNTER_SELECT.get(control, 0, i);
      counters[i] = seams.startsAtZero.part() ? 0 : counters[i];
    }
    SampleSeams.Duration durations = seams.durations.part();
    start = node.fabric().nanos() + durations.nanos(true, delay * TICK_NANOS);
    end = start + durations.nanos(false, interval * TICK_NANOS);
    for (int port = 0; port <= node.ports(); port++) {
      node.counts(port).tap(ports.contains(node.counts(port)) ? this::count : null);
    }
  }

  private void count(Counter counter, long count) {
    int status = status();
    for (int i = 0; i < size; i++) {
      int quantity = selected[i];
      if (quantity > 0
          && quantity <= QUANTITIES.size()
          && QUANTITIES.get(quantity - 1) == counter) {
        counters[i] += seams.tallies.part().add(status, i, quantity, count);
      }
    }
  }

  /// Writes the components of PortSamplesControl that a Set has written, and SampleStatus.
  void read(MemorySegment control) {
    PortSamplesControl.OP_CODE.set(control, 0, opCode);
    PortSamplesControl.SAMPLE_STATUS.set(control, 0, status());
    PortSamplesControl.SAMPLE_START.set(control, 0, delay);
    PortSamplesControl.SAMPLE_INTERVAL.set(control, 0, interval);
    PortSamplesControl.TAG.set(control, 0, tag);
    for (int i = 0; i < size; i++) {
      PortSamplesControl.COUNTER_SELECT.set(control, 0, i, selected[i]);
    }
  }

  long tag() {
    return tag;
  }

  long counter(int index) {
    return counters[index];
  }
}
