package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;

/// PortInfoExtended: a port's forward error correction, as in OpenSM. libibmad reads the fields for
/// HDR and NDR at offsets that differ by two bytes.
public final class PortInfoExtended {
  private static final Layout.Table T = Layout.table("PortInfoExtended", "14.2.5", 64);

  public static final Field CAP_MASK = T.ro("CapMask", 0, 32, HEX);
  public static final Field IS_FEC_MODE_SUPPORTED = T.bit(CAP_MASK, "IsFECModeSupported", 0);

  /// 0 none, 1 Fire code, 2 Reed-Solomon, 3 low-latency Reed-Solomon.
  public static final Field FEC_MODE_ACTIVE = mode("FECModeActive", 32, DECIMAL);

  public static final Field FDR_FEC_MODE_SUPPORTED = mode("FDRFECModeSupported", 48, HEX);
  public static final Field FDR_FEC_MODE_ENABLED = mode("FDRFECModeEnabled", 64, HEX);
  public static final Field EDR_FEC_MODE_SUPPORTED = mode("EDRFECModeSupported", 80, HEX);
  public static final Field EDR_FEC_MODE_ENABLED = mode("EDRFECModeEnabled", 96, HEX);
  public static final Field HDR_FEC_MODE_SUPPORTED = mode("HDRFECModeSupported", 112, HEX);
  public static final Field HDR_FEC_MODE_ENABLED = mode("HDRFECModeEnabled", 128, HEX);
  public static final Field NDR_FEC_MODE_SUPPORTED = mode("NDRFECModeSupported", 144, HEX);
  public static final Field NDR_FEC_MODE_ENABLED = mode("NDRFECModeEnabled", 160, HEX);

  public static final Layout LAYOUT = T.build();

  private PortInfoExtended() {}

  private static Field mode(String name, int bitOffset, Form form) {
    return name.endsWith("Enabled")
        ? T.rw(name, bitOffset, 16, form)
        : T.ro(name, bitOffset, 16, form);
  }
}
