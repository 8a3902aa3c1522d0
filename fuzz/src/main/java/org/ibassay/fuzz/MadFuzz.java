package org.ibassay.fuzz;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Described;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaRecords;

/// Cuts a management datagram into the records of an SA answer, and writes them as text.
public final class MadFuzz {
  private MadFuzz() {}

  /// What the fuzzer calls.
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
    // The beginning of one, as a capture may hold it.
    Described.of(attribute.layout(), data, 0).toLines();
  }
}
