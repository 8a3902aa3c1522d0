package org.ibassay.wire.mad;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The OUI of the vendor that defines a MAD of the second range of vendor classes. It follows the
/// RMPP header; offsets count from the start of the MAD.
public final class VendorHeader {
  private static final Layout.Table T = Layout.table("VendorHeader", "16.5.1", 40);

  public static final Field OUI = T.rw("OUI", 296, 24, HEX);

  public static final Layout LAYOUT = T.build();

  private VendorHeader() {}
}
