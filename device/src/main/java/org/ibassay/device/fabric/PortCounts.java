package org.ibassay.device.fabric;

import java.util.Arrays;

/// What has passed a port, as performance management counts it (16.1.3.5, 16.1.4.11). PortCounters
/// and PortCountersExtended count for themselves: what clears the one leaves the other.
public final class PortCounts {
  /// A counter, in the order of the bits of PortCounters:CounterSelect. The last four are those of
  /// PortCountersExtended, too.
  public enum Counter {
    SYMBOL_ERRORS(16),
    LINK_RECOVERIES(8),
    LINK_DOWNED(8),
    RCV_ERRORS(16),
    RCV_REMOTE_PHYSICAL_ERRORS(16),
    RCV_SWITCH_RELAY_ERRORS(16),
    XMIT_DISCARDS(16),
    XMIT_CONSTRAINT_ERRORS(8),
    RCV_CONSTRAINT_ERRORS(8),
    LINK_INTEGRITY_ERRORS(4),
    BUFFER_OVERRUNS(4),
    VL15_DROPPED(16),
    XMIT_DATA(32),
    RCV_DATA(32),
    XMIT_PACKETS(32),
    RCV_PACKETS(32);

    private final long most;

    Counter(int bits) {
      most = (1L << bits) - 1;
    }

    boolean isExtended() {
      return ordinal() >= XMIT_DATA.ordinal();
    }
  }

  /// LRH, BTH, DETH and ICRC: what a MAD has round it.
  private static final int AROUND_MAD = 8 + 12 + 8 + 4;

  private static final int WORD = 4;
  private static final long[] NOTHING = new long[Counter.values().length];

  private long[] plain = NOTHING;
  private long[] extended = NOTHING;

  PortCounts() {}

  void sent(Packet packet) {
    add(Counter.XMIT_PACKETS, 1);
    add(Counter.XMIT_DATA, (AROUND_MAD + packet.bytes()) / WORD);
  }

  void received(Packet packet) {
    add(Counter.RCV_PACKETS, 1);
    add(Counter.RCV_DATA, (AROUND_MAD + packet.bytes()) / WORD);
  }

  void add(Counter counter, long count) {
    set(counter, Math.min(counter.most, plain[counter.ordinal()] + count));
    if (counter.isExtended()) {
      setExtended(counter, extended[counter.ordinal()] + count);
    }
  }

  /// As PortCounters has it: it stays at its greatest value.
  public long plain(Counter counter) {
    return plain[counter.ordinal()];
  }

  /// As PortCountersExtended has it.
  public long extended(Counter counter) {
    return extended[counter.ordinal()];
  }

  /// Writes what PortCounters has.
  public void set(Counter counter, long value) {
    if (plain == NOTHING) {
      plain = Arrays.copyOf(NOTHING, NOTHING.length);
    }
    plain[counter.ordinal()] = value;
  }

  /// Writes what PortCountersExtended has.
  public void setExtended(Counter counter, long value) {
    if (extended == NOTHING) {
      extended = Arrays.copyOf(NOTHING, NOTHING.length);
    }
    extended[counter.ordinal()] = value;
  }
}
