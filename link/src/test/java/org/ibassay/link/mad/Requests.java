package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// Requests for tests.
final class Requests {
  private Requests() {}

  static MemorySegment of(int method, int attribute, long modifier) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    return mad;
  }

  static MemorySegment nodeInfo() {
    return of(Method.GET, 0x0011, 0);
  }
}
