package org.ibassay.wire.pm;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// PortCountersExtended: counters of 64 bits. Those after PortMulticastRcvPkts, and CounterSelect2,
/// were added later: they are reserved where ClassPortInfo lacks
/// IsAdditionalPortCountersExtendedSupported.
public final class PortCountersExtended {
  private static final PmTable T = new PmTable(0x001D, "PortCountersExtended", "16.1.4.11", 184);

  public static final Field PORT_SELECT = T.portSelect();
  public static final Field COUNTER_SELECT = T.counterSelect();
  public static final Field COUNTER_SELECT2 = T.mask("CounterSelect2", 32, 32);

  /// In units of 4 bytes.
  public static final Field PORT_XMIT_DATA = T.counter("PortXmitData", 64, 64);

  /// In units of 4 bytes.
  public static final Field PORT_RCV_DATA = T.counter("PortRcvData", 128, 64);

  public static final Field PORT_XMIT_PKTS = T.counter("PortXmitPkts", 192, 64);
  public static final Field PORT_RCV_PKTS = T.counter("PortRcvPkts", 256, 64);
  public static final Field PORT_UNICAST_XMIT_PKTS = T.counter("PortUnicastXmitPkts", 320, 64);
  public static final Field PORT_UNICAST_RCV_PKTS = T.counter("PortUnicastRcvPkts", 384, 64);
  public static final Field PORT_MULTICAST_XMIT_PKTS = T.counter("PortMulticastXmitPkts", 448, 64);
  public static final Field PORT_MULTICAST_RCV_PKTS = T.counter("PortMulticastRcvPkts", 512, 64);
  public static final Field SYMBOL_ERROR_COUNTER = T.counter("SymbolErrorCounter", 576, 64);
  public static final Field LINK_ERROR_RECOVERY_COUNTER =
      T.counter("LinkErrorRecoveryCounter", 640, 64);
  public static final Field LINK_DOWNED_COUNTER = T.counter("LinkDownedCounter", 704, 64);
  public static final Field PORT_RCV_ERRORS = T.counter("PortRcvErrors", 768, 64);
  public static final Field PORT_RCV_REMOTE_PHYSICAL_ERRORS =
      T.counter("PortRcvRemotePhysicalErrors", 832, 64);
  public static final Field PORT_RCV_SWITCH_RELAY_ERRORS =
      T.counter("PortRcvSwitchRelayErrors", 896, 64);
  public static final Field PORT_XMIT_DISCARDS = T.counter("PortXmitDiscards", 960, 64);
  public static final Field PORT_XMIT_CONSTRAINT_ERRORS =
      T.counter("PortXmitConstraintErrors", 1024, 64);
  public static final Field PORT_RCV_CONSTRAINT_ERRORS =
      T.counter("PortRcvConstraintErrors", 1088, 64);
  public static final Field LOCAL_LINK_INTEGRITY_ERRORS =
      T.counter("LocalLinkIntegrityErrors", 1152, 64);
  public static final Field EXCESSIVE_BUFFER_OVERRUN_ERRORS =
      T.counter("ExcessiveBufferOverrunErrors", 1216, 64);
  public static final Field VL15_DROPPED = T.counter("VL15Dropped", 1280, 64);
  public static final Field PORT_XMIT_WAIT = T.counter("PortXmitWait", 1344, 64);
  public static final Field QP1_DROPPED = T.counter("QP1Dropped", 1408, 64);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private PortCountersExtended() {}
}
