package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.fabric.Jack;
import org.ibassay.device.fabric.LinkLogic;
import org.ibassay.device.fabric.PhysicalState;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// A port: its PortInfo as stored by the node, and its part of the link state machine (7.2.7).
public final class Port implements LinkLogic {
  private final int number;
  private final PortRole role;
  private final MemorySegment info = MemorySegment.ofArray(new byte[PortInfo.LAYOUT.bytes()]);
  private final @Nullable Jack jack;
  private final Runnable onStateChange;
  private Runnable onLinkUp = () -> {};
  private boolean commanded;

  /// @param jack connector of its cable; a switch's port 0 has none
  /// @param onStateChange called after changes to Down and Initialize that no Set caused
  Port(int number, PortRole role, @Nullable Jack jack, Runnable onStateChange) {
    this.number = number;
    this.role = role;
    this.jack = jack;
    this.onStateChange = onStateChange;
    if (jack != null) {
      jack.drivenBy(this);
    }
  }

  /// The port number; 0 is a switch's management port.
  public int number() {
    return number;
  }

  /// Returns the role of the port.
  public PortRole role() {
    return role;
  }

  /// PortInfo as stored by the node, for reading.
  public MemorySegment info() {
    return info;
  }

  /// A component of PortInfo as stored by the node.
  public long value(Field field) {
    return field.get(info, 0);
  }

  /// Changes a component of PortInfo, read-only or not.
  public void put(Field field, long value) {
    field.set(info, 0, value);
  }

  /// Increments a counter up to its maximum.
  public void count(Field counter) {
    long count = value(counter);
    if (count != counter.max()) {
      put(counter, count + 1);
    }
  }

  /// Sets the listener that is called each time the link is up.
  public void onLinkUp(Runnable listener) {
    onLinkUp = listener;
  }

  /// Takes the link down by command of a Set.
  ///
  /// @param then the physical state after that
  void takeDown(PhysicalState then) {
    if (jack == null) {
      put(PORT_STATE, PortState.INITIALIZE); // a port 0 has no link to train
      return;
    }
    commanded = true;
    jack.command(then);
    commanded = false;
  }

  @Override
  public void changed(PhysicalState state) {
    put(PORT_PHYSICAL_STATE, state.code());
    if (state != PhysicalState.LINK_UP && value(PORT_STATE) != PortState.DOWN) {
      enter(PortState.DOWN);
    }
  }

  @Override
  public void trained(int width, int speed, int extendedSpeed) {
    put(LINK_WIDTH_ACTIVE, width);
    put(LINK_SPEED_ACTIVE, speed);
    put(LINK_SPEED_EXT_ACTIVE, extendedSpeed);
    enter(PortState.INITIALIZE);
    onLinkUp.run();
  }

  /// 14.2.5.4: a switch's PortStateChange is set by the link state machine, not by a Set.
  private void enter(int portState) {
    put(PORT_STATE, portState);
    if (!commanded) {
      onStateChange.run();
    }
  }

  @Override
  public int widths() {
    return (int) value(LINK_WIDTH_ENABLED);
  }

  @Override
  public int speeds() {
    return (int) value(LINK_SPEED_ENABLED);
  }

  /// 30 stands for "off".
  @Override
  public int extendedSpeeds() {
    int enabled = (int) value(LINK_SPEED_EXT_ENABLED);
    return enabled > 15 ? 0 : enabled;
  }

  @Override
  public PhysicalState downDefault() {
    return value(LINK_DOWN_DEFAULT_STATE) == PhysicalState.SLEEP.code()
        ? PhysicalState.SLEEP
        : PhysicalState.POLLING;
  }
}
