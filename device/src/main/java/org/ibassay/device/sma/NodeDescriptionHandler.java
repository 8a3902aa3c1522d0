package org.ibassay.device.sma;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.MadStatus;

/// NodeDescription (14.2.5.2): read-only unless the device has IsSetNodeDescriptionSupported.
final class NodeDescriptionHandler implements AttributeHandler {
  private final MemorySegment held;
  private final boolean isSettable;

  /// @param held its contents at power-on
  NodeDescriptionHandler(MemorySegment held, boolean isSettable) {
    this.held = held;
    this.isSettable = isSettable;
  }

  @Override
  public int get(Transaction t) {
    t.answer(held);
    return MadStatus.OK;
  }

  @Override
  public int set(Transaction t) {
    if (!isSettable) {
      return MadStatus.BAD_METHOD_ATTRIBUTE;
    }
    MemorySegment.copy(t.request(), DATA, held, 0, DATA_BYTES);
    return get(t);
  }
}
