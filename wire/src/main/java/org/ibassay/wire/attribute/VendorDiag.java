package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// VendorDiag: diagnostic data in a vendor's format.
public final class VendorDiag {
  private static final Layout.Table T = Layout.table("VendorDiag", "14.2.5.14", 64);

  /// AttributeModifier of the next part; 0: none.
  public static final Field NEXT_INDEX = T.ro("NextIndex", 0, 16, DECIMAL);

  public static final Field DIAG_DATA = T.ro("DiagData", 16, 496, BYTES);

  public static final Layout LAYOUT = T.build();

  private VendorDiag() {}
}
