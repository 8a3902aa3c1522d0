package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;

/// SwitchInfo (14.2.5.4).
final class SwitchInfoHandler implements AttributeHandler {
  private static final List<Field> SETTABLE =
      SwitchInfo.LAYOUT.fields().stream().filter(field -> field.access() == Access.RW).toList();

  private final MemorySegment info;

  SwitchInfoHandler(MemorySegment info) {
    this.info = info;
  }

  /// As the node holds it.
  MemorySegment info() {
    return info;
  }

  @Override
  public int get(Transaction t) {
    t.answer(info);
    return MadStatus.OK;
  }

  @Override
  public int set(Transaction t) {
    boolean legal = SETTABLE.stream().allMatch(field -> field.legal().allows(t.asked(field), info));
    if (legal) {
      SETTABLE.forEach(field -> store(field, t.asked(field)));
    }
    t.answer(info);
    return legal ? MadStatus.OK : MadStatus.INVALID_FIELD;
  }

  /// A port has changed its state.
  void portStateChanged() {
    PORT_STATE_CHANGE.set(info, 0, 1);
  }

  /// PortStateChange is cleared by writing 1; writing 0 does nothing.
  private void store(Field field, long value) {
    if (!field.equals(PORT_STATE_CHANGE)) {
      field.set(info, 0, value);
    } else if (value == 1) {
      field.set(info, 0, 0);
    }
  }
}
