package org.ibassay.suite.c16;

import java.util.List;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// A counter of PortCounters or PortCountersExtended.
///
/// @param field its component of the attribute
/// @param bit number of the bit of CounterSelect that selects it
record PortCounter(Field field, int bit) {
  /// The counters of PortCounters, except PortXmitWait, which CounterSelect2 selects.
  static final List<PortCounter> PLAIN =
      List.of(
          new PortCounter(PortCounters.SYMBOL_ERROR_COUNTER, 0),
          new PortCounter(PortCounters.LINK_ERROR_RECOVERY_COUNTER, 1),
          new PortCounter(PortCounters.LINK_DOWNED_COUNTER, 2),
          new PortCounter(PortCounters.PORT_RCV_ERRORS, 3),
          new PortCounter(PortCounters.PORT_RCV_REMOTE_PHYSICAL_ERRORS, 4),
          new PortCounter(PortCounters.PORT_RCV_SWITCH_RELAY_ERRORS, 5),
          new PortCounter(PortCounters.PORT_XMIT_DISCARDS, 6),
          new PortCounter(PortCounters.PORT_XMIT_CONSTRAINT_ERRORS, 7),
          new PortCounter(PortCounters.PORT_RCV_CONSTRAINT_ERRORS, 8),
          new PortCounter(PortCounters.LOCAL_LINK_INTEGRITY_ERRORS, 9),
          new PortCounter(PortCounters.EXCESSIVE_BUFFER_OVERRUN_ERRORS, 10),
          new PortCounter(PortCounters.VL15_DROPPED, 11),
          new PortCounter(PortCounters.PORT_XMIT_DATA, 12),
          new PortCounter(PortCounters.PORT_RCV_DATA, 13),
          new PortCounter(PortCounters.PORT_XMIT_PKTS, 14),
          new PortCounter(PortCounters.PORT_RCV_PKTS, 15));

  /// The counters of PortCountersExtended that every device with that attribute has.
  static final List<PortCounter> EXTENDED =
      List.of(
          new PortCounter(PortCountersExtended.PORT_XMIT_DATA, 0),
          new PortCounter(PortCountersExtended.PORT_RCV_DATA, 1),
          new PortCounter(PortCountersExtended.PORT_XMIT_PKTS, 2),
          new PortCounter(PortCountersExtended.PORT_RCV_PKTS, 3));

  /// The error counters.
  static final List<PortCounter> ERRORS = PLAIN.subList(0, 12);

  /// The counters of packets and data.
  static final List<PortCounter> TRAFFIC = PLAIN.subList(12, 16);

  /// The number of MADs of a Set and a Get, with some retries.
  private static final long LOOKS = 4;

  /// The length of a MAD from LRH to ICRC, in units of 4 octets.
  private static final long WORDS = 72;

  /// CounterSelect with a 1 for every counter of PortCounters.
  static final int ALL_PLAIN = 0xFFFF;

  /// The bit as a mask of CounterSelect.
  long mask() {
    return 1L << bit;
  }

  /// The largest increase of the counter caused by the tester's own reading.
  long growthOfLooks() {
    if (isError()) {
      return 0;
    }
    return field.name().endsWith("Data") ? LOOKS * WORDS : LOOKS;
  }

  /// Whether ClassPortInfo declares PortCountersExtended.
  static boolean isExtendedDeclared(MadPacketSpec classPortInfo) {
    return classPortInfo.data(PmClassPortInfo.IS_EXTENDED_WIDTH_SUPPORTED) == 1
        || classPortInfo.data(PmClassPortInfo.IS_EXTENDED_WIDTH_SUPPORTED_NO_IETF) == 1;
  }

  /// Whether the counter counts errors.
  boolean isError() {
    return field.width() < 32;
  }
}
