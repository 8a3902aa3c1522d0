package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.Legal;

/// SwitchInfo: forwarding capacities and configuration of a switch.
///
/// No public text says which values of the read-write fields a switch must reject, so values that
/// the switch cannot use are left open, never illegal.
public final class SwitchInfo {
  private static final Layout.Table T = Layout.table("SwitchInfo", "14.2.5.4", 20);

  /// In entries.
  public static final Field LINEAR_FDB_CAP = T.ro("LinearFDBCap", 0, 16, DECIMAL);

  /// In entries.
  public static final Field RANDOM_FDB_CAP = T.ro("RandomFDBCap", 16, 16, DECIMAL);

  /// In entries.
  public static final Field MULTICAST_FDB_CAP = T.ro("MulticastFDBCap", 32, 16, DECIMAL);

  /// The greatest unicast LID that is forwarded.
  public static final Field LINEAR_FDB_TOP =
      T.rw(
          "LinearFDBTop",
          48,
          16,
          DECIMAL,
          Legal.ANY.leavingOpen((value, held) -> value >= SwitchInfo.LINEAR_FDB_CAP.get(held, 0)));

  public static final Field DEFAULT_PORT = T.rw("DefaultPort", 64, 8, DECIMAL, portNumber());
  public static final Field DEFAULT_MULTICAST_PRIMARY_PORT =
      T.rw("DefaultMulticastPrimaryPort", 72, 8, DECIMAL, portNumber());
  public static final Field DEFAULT_MULTICAST_NOT_PRIMARY_PORT =
      T.rw("DefaultMulticastNotPrimaryPort", 80, 8, DECIMAL, portNumber());

  /// Exponent: 4.096 us * 2^n; above 19: infinite.
  public static final Field LIFE_TIME_VALUE = T.rw("LifeTimeValue", 88, 5, DECIMAL);

  /// Read: a port changed its state. Set: 1 clears it, 0 leaves it unchanged.
  public static final Field PORT_STATE_CHANGE = T.rw("PortStateChange", 93, 1, FLAG);

  public static final Field OPTIMIZED_SL_TO_VL_MAPPING_PROGRAMMING =
      T.ro("OptimizedSLtoVLMappingProgramming", 94, 2, DECIMAL);
  public static final Field LIDS_PER_PORT = T.ro("LIDsPerPort", 96, 16, DECIMAL);
  public static final Field PARTITION_ENFORCEMENT_CAP =
      T.ro("PartitionEnforcementCap", 112, 16, DECIMAL);
  public static final Field INBOUND_ENFORCEMENT_CAP = T.ro("InboundEnforcementCap", 128, 1, FLAG);
  public static final Field OUTBOUND_ENFORCEMENT_CAP = T.ro("OutboundEnforcementCap", 129, 1, FLAG);
  public static final Field FILTER_RAW_INBOUND_CAP = T.ro("FilterRawInboundCap", 130, 1, FLAG);
  public static final Field FILTER_RAW_OUTBOUND_CAP = T.ro("FilterRawOutboundCap", 131, 1, FLAG);
  public static final Field ENHANCED_PORT0 = T.ro("EnhancedPort0", 132, 1, FLAG);

  /// The greatest multicast LID that is forwarded; 0xBFFF: none. Valid with PortInfo's
  /// IsMulticastFDBTopSupported.
  public static final Field MULTICAST_FDB_TOP =
      T.rw(
          "MulticastFDBTop",
          144,
          16,
          HEX,
          Legal.ANY.leavingOpen((value, held) ->
              value < 0xBFFF || value > 0xBFFF + SwitchInfo.MULTICAST_FDB_CAP.get(held, 0)));

  public static final Layout LAYOUT = T.build();

  private SwitchInfo() {}

  /// The number of ports is in NodeInfo, so this rule cannot check it.
  private static Legal portNumber() {
    return Legal.ANY.leavingOpen((value, held) -> value > 254);
  }
}
