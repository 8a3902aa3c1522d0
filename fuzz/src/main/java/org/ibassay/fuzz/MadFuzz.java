package org.ibassay.fuzz;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Described;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaRecords;

/// Splits a management datagram into the records of an SA response, and formats them.
public final class MadFuzz {
  private MadFuzz() {}

  /// Called by the fuzzer.
  ///
  /// @param input any bytes
  public static void fuzzerTestOneInput(byte[] input) {
    MemorySegment mad = MemorySegment.ofArray(input);
    if (mad.byteSize() >= SaHeader.DATA) {
      SaAttributes.of((int) MadHeader.ATTRIBUTE_ID.get(mad, 0))
          .ifPresent(attribute -> records(attribute, mad));
    }
  }

  private static void records(SaAttribute attribute, MemorySegment mad) {
    MemorySegment data = mad.asSlice(SaHeader.DATA);
    int offset = (int) SaHeader.ATTRIBUTE_OFFSET.get(mad, 0);
    for (MemorySegment row : SaRecords.of(attribute, data, offset).records()) {
      Described.of(attribute.layout(), row, 0).toLines();
    }
    // A truncated record, as a capture may have.
    Described.of(attribute.layout(), data, 0).toLines();
  }
}
