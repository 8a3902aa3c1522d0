package org.ibassay.wire.pm;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// PortCounters: what a port sent and received, and its errors. A counter stays at its greatest
/// value until it is set.
public final class PortCounters {
  private static final PmTable T = new PmTable(0x0012, "PortCounters", "16.1.3.5", 44);

  public static final Field PORT_SELECT = T.portSelect();
  public static final Field COUNTER_SELECT = T.counterSelect();
  public static final Field SYMBOL_ERROR_COUNTER = T.counter("SymbolErrorCounter", 32, 16);
  public static final Field LINK_ERROR_RECOVERY_COUNTER =
      T.counter("LinkErrorRecoveryCounter", 48, 8);
  public static final Field LINK_DOWNED_COUNTER = T.counter("LinkDownedCounter", 56, 8);
  public static final Field PORT_RCV_ERRORS = T.counter("PortRcvErrors", 64, 16);
  public static final Field PORT_RCV_REMOTE_PHYSICAL_ERRORS =
      T.counter("PortRcvRemotePhysicalErrors", 80, 16);
  public static final Field PORT_RCV_SWITCH_RELAY_ERRORS =
      T.counter("PortRcvSwitchRelayErrors", 96, 16);
  public static final Field PORT_XMIT_DISCARDS = T.counter("PortXmitDiscards", 112, 16);
  public static final Field PORT_XMIT_CONSTRAINT_ERRORS =
      T.counter("PortXmitConstraintErrors", 128, 8);
  public static final Field PORT_RCV_CONSTRAINT_ERRORS =
      T.counter("PortRcvConstraintErrors", 136, 8);
  public static final Field COUNTER_SELECT2 = T.mask("CounterSelect2", 144, 8);
  public static final Field LOCAL_LINK_INTEGRITY_ERRORS =
      T.counter("LocalLinkIntegrityErrors", 152, 4);
  public static final Field EXCESSIVE_BUFFER_OVERRUN_ERRORS =
      T.counter("ExcessiveBufferOverrunErrors", 156, 4);

  /// Where OpenSM and Linux have it. The field of libibmad, and so perfquery, reads VL15Dropped.
  public static final Field QP1_DROPPED = T.counter("QP1Dropped", 160, 16);

  public static final Field VL15_DROPPED = T.counter("VL15Dropped", 176, 16);

  /// In units of 4 bytes.
  public static final Field PORT_XMIT_DATA = T.counter("PortXmitData", 192, 32);

  /// In units of 4 bytes.
  public static final Field PORT_RCV_DATA = T.counter("PortRcvData", 224, 32);

  public static final Field PORT_XMIT_PKTS = T.counter("PortXmitPkts", 256, 32);
  public static final Field PORT_RCV_PKTS = T.counter("PortRcvPkts", 288, 32);

  /// In ticks, as PortSamplesControl's Tick has them.
  public static final Field PORT_XMIT_WAIT = T.counter("PortXmitWait", 320, 32);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private PortCounters() {}
}
