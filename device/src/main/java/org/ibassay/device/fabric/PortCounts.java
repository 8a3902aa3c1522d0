package org.ibassay.device.fabric;

import org.jspecify.annotations.Nullable;

/// Traffic counters of a port for performance management (16.1.3.5, 16.1.4.11). PortCounters and
/// PortCountersExtended have counters of their own.
public final class PortCounts {
  /// A counter, in the bit order of PortCounters:CounterSelect. The last four are also in
  /// PortCountersExtended.
  public enum Counter {
    SYMBOL_ERRORS(0, 16),
    LINK_RECOVERIES(1, 8),
    LINK_DOWNED(2, 8),
    RCV_ERRORS(3, 16),
    RCV_REMOTE_PHYSICAL_ERRORS(4, 16),
    RCV_SWITCH_RELAY_ERRORS(5, 16),
    XMIT_DISCARDS(6, 16),
    XMIT_CONSTRAINT_ERRORS(7, 8),
    RCV_CONSTRAINT_ERRORS(8, 8),
    LINK_INTEGRITY_ERRORS(9, 4),
    BUFFER_OVERRUNS(10, 4),
    VL15_DROPPED(11, 16),
    XMIT_DATA(12, 32),
    RCV_DATA(13, 32),
    XMIT_PACKETS(14, 32),
    RCV_PACKETS(15, 32);

    private final int bit;
    private final long most;

    Counter(int bit, int width) {
      this.bit = bit;
      this.most = (1L << width) - 1;
    }

    /// Its bit in CounterSelect.
    public int bit() {
      return bit;
    }

    /// The maximum in PortCounters.
    public long most() {
      return most;
    }

    boolean isExtended() {
      return bit >= XMIT_DATA.bit;
    }
  }

  /// Receives what a port counts.
  public interface Tap {
    /// @param count the number that is added to the counter
    void counted(Counter counter, long count);
  }

  /// LRH, BTH, DETH and ICRC: the overhead of a MAD's packet.
  private static final int AROUND_MAD = 8 + 12 + 8 + 4;

  private static final int WORD = 4;
  private static final int COUNTERS = Counter.values().length;

  private final Node node;
  private final int port;

  /// Allocated when first needed: most ports of a large fabric never count anything.
  private long @Nullable [] plain;

  private long @Nullable [] extended;

  private @Nullable Tap tap;

  /// @param node provides the counting rule
  PortCounts(Node node, int port) {
    this.node = node;
    this.port = port;
  }

  void sent(Packet packet) {
    add(Counter.XMIT_PACKETS, 1);
    add(Counter.XMIT_DATA, (AROUND_MAD + packet.bytes()) / WORD);
  }

  void received(Packet packet) {
    add(Counter.RCV_PACKETS, 1);
    add(Counter.RCV_DATA, (AROUND_MAD + packet.bytes()) / WORD);
  }

  /// Reports what is counted from now on, until the next call.
  ///
  /// @param reported what takes the reports; null for none
  public void tap(@Nullable Tap reported) {
    tap = reported;
  }

  /// Adds to a counter.
  public void add(Counter counter, long count) {
    if (tap != null) {
      tap.counted(counter, count);
    }
    CountRule rule = node.countRule();
    set(counter, rule.next(port, counter, false, plain(counter), count));
    if (counter.isExtended()) {
      setExtended(counter, rule.next(port, counter, true, extended(counter), count));
    }
  }

  /// The value in PortCounters, which stops at its maximum.
  public long plain(Counter counter) {
    return plain == null ? 0 : plain[counter.bit()];
  }

  /// The value in PortCountersExtended.
  public long extended(Counter counter) {
    return extended == null ? 0 : extended[counter.bit()];
  }

  /// Sets the value in PortCounters.
  public void set(Counter counter, long value) {
    if (plain == null) {
      plain = new long[COUNTERS];
    }
    plain[counter.bit()] = value;
  }

  /// Sets the value in PortCountersExtended.
  public void setExtended(Counter counter, long value) {
    if (extended == null) {
      extended = new long[COUNTERS];
    }
    extended[counter.bit()] = value;
  }
}
