package org.ibassay.wire.pm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// PortExtendedSpeedsCounters: errors of links at FDR and faster, in each of up to twelve lanes.
///
/// Where Reed-Solomon FEC is at work, which only the port knows, FECCorrectableBlockCtrLane counts
/// symbols and not blocks, the other two of each lane nothing, and the last three are in use.
public final class PortExtendedSpeedsCounters {
  private static final int LANES = 12;
  private static final Layout.Table T = Layout.table("PortExtendedSpeedsCounters", "16.1.4", 152);

  public static final Field PORT_SELECT = T.rw("PortSelect", 8, 8, DECIMAL);
  public static final Field COUNTER_SELECT = T.rw("CounterSelect", 64, 64, HEX);
  public static final Field SYNC_HEADER_ERROR_COUNTER =
      T.rw("SyncHeaderErrorCounter", 128, 16, DECIMAL);
  public static final Field UNKNOWN_BLOCK_COUNTER = T.rw("UnknownBlockCounter", 144, 16, DECIMAL);
  public static final Field ERROR_DETECTION_COUNTER_LANE =
      lanes("ErrorDetectionCounterLane", 160, 16);
  public static final Field FEC_CORRECTABLE_BLOCK_CTR_LANE =
      lanes("FECCorrectableBlockCtrLane", 352, 32);
  public static final Field FEC_UNCORRECTABLE_BLOCK_CTR_LANE =
      lanes("FECUncorrectableBlockCtrLane", 736, 32);
  public static final Field PORT_FEC_CORRECTABLE_BLOCK_CTR =
      T.rw("PortFECCorrectableBlockCtr", 1120, 32, DECIMAL);
  public static final Field PORT_FEC_UNCORRECTABLE_BLOCK_CTR =
      T.rw("PortFECUncorrectableBlockCtr", 1152, 32, DECIMAL);
  public static final Field PORT_FEC_CORRECTED_SYMBOL_CTR =
      T.rw("PortFECCorrectedSymbolCtr", 1184, 32, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x001F, T.build());

  private PortExtendedSpeedsCounters() {}

  private static Field lanes(String name, int bitOffset, int width) {
    return T.repeated(name, bitOffset, width, LANES, width, Access.RW, DECIMAL);
  }
}
