package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.GID;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;

/// Notice as subnet administration carries it: whole, with the GID that an SMP has no room for.
public final class SaNotice {
  private static final SaTable T = new SaTable(0x0002, "Notice", "13.4.8.2", 80);

  /// The part that an SMP carries, too.
  public static final EmbeddedTable NOTICE = T.embed(Notice.LAYOUT, 0);

  public static final Field ISSUER_GID = T.plain("IssuerGID", 512, 128, GID);

  public static final SaAttribute ATTRIBUTE = T.build();

  private SaNotice() {}
}
