package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.DEFAULT_PORTS_ABSENT;
import static org.ibassay.device.variant.SimParameter.LIFETIME_ABOVE_19;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.RO_FIELD_SET;
import static org.ibassay.device.variant.SimParameter.SWITCHINFO_ILLEGAL;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.LIFE_TIME_VALUE;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.MULTICAST_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;

/// SwitchInfo (14.2.5.4).
final class SwitchInfoHandler implements AttributeHandler {
  private static final List<Field> SETTABLE =
      SwitchInfo.LAYOUT.fields().stream().filter(field -> field.access() == Access.RW).toList();

  /// The capacity of the table for each default port.
  private static final Map<Field, Field> DEFAULT_PORTS =
      Map.of(
          DEFAULT_PORT,
          RANDOM_FDB_CAP,
          DEFAULT_MULTICAST_PRIMARY_PORT,
          MULTICAST_FDB_CAP,
          DEFAULT_MULTICAST_NOT_PRIMARY_PORT,
          MULTICAST_FDB_CAP);

  private static final int STORE = 0;
  private static final int REFUSE = 2; // the value between them is: ignore
  private static final int NO_PORT = 255;

  private final MemorySegment info;
  private final Variant variant;
  private Runnable listener = () -> {};

  SwitchInfoHandler(MemorySegment info, Variant variant) {
    this.info = info;
    this.variant = variant;
  }

  /// SwitchInfo as stored by the node.
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
    boolean refused =
        SETTABLE.stream().anyMatch(field -> treatment(field, t.asked(field)) == REFUSE)
            || (variant.is(RO_FIELD_SET) && isReadOnlySet(t));
    if (!refused) {
      SETTABLE.stream()
          .filter(field -> treatment(field, t.asked(field)) == STORE)
          .forEach(field -> store(field, t.asked(field)));
    }
    t.answer(info);
    return refused ? MadStatus.INVALID_FIELD : MadStatus.OK;
  }

  private boolean isReadOnlySet(Transaction t) {
    return SwitchInfo.LAYOUT.fields().stream()
        .anyMatch(field -> field.access() == Access.RO && t.asked(field) != field.get(info, 0));
  }

  /// Sets the listener that is called each time a port has changed its state.
  void whenPortStateChanges(Runnable reported) {
    listener = reported;
  }

  /// Called when a port has changed its state.
  void portStateChanged() {
    PORT_STATE_CHANGE.set(info, 0, 1);
    listener.run();
  }

  /// Decides how a value is handled. The current value is always accepted.
  private int treatment(Field field, long value) {
    if (value == field.get(info, 0)) {
      return STORE;
    }
    Field cap = DEFAULT_PORTS.get(field);
    if (cap != null && cap.get(info, 0) == 0) {
      return variant.number(DEFAULT_PORTS_ABSENT);
    }
    boolean isIllegal =
        cap != null
            ? value > variant.number(PORTS) && value != NO_PORT
            : field.equals(LINEAR_FDB_TOP) && value >= LINEAR_FDB_CAP.get(info, 0);
    return isIllegal ? variant.number(SWITCHINFO_ILLEGAL) : STORE;
  }

  /// PortStateChange is cleared by writing 1; writing 0 does nothing.
  private void store(Field field, long value) {
    if (field.equals(LIFE_TIME_VALUE)) {
      boolean isInfinite = value > 19 && variant.number(LIFETIME_ABOVE_19) == 1;
      field.set(info, 0, isInfinite ? field.max() : value);
    } else if (!field.equals(PORT_STATE_CHANGE)) {
      field.set(info, 0, value);
    } else if (value == 1) {
      field.set(info, 0, 0);
    }
  }
}
