package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.PortInfo.IS_TRAP_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.PortState;

/// Which traps a port sends, when, to whom, and until when: the seam of traps.
public interface TrapRules {
  /// The rules of a conforming device (13.4.9, 14.2.5.1, 14.3).
  TrapRules CONFORMING = new TrapRules() {};

  /// Whether there is a trap of an event at all.
  default boolean tells(int trap) {
    return true;
  }

  /// Whether a port sends traps: it declares IsTrapSupported, and is Active (o14-3.2.1).
  ///
  /// @param port that the agent is addressed by
  default boolean sends(Port port) {
    return port.value(IS_TRAP_SUPPORTED) == 1 && port.value(PORT_STATE) == PortState.ACTIVE;
  }

  /// Whether a port is set up: it has a LID, and knows its subnet manager's.
  default boolean isSetUp(Port port) {
    return port.value(LID) != 0 && port.value(MASTER_SM_LID) != 0;
  }

  /// Where a trap is sent.
  default int destination(Port port) {
    return (int) port.value(MASTER_SM_LID);
  }

  /// Has the last word on a trap, all 256 bytes, before it is sent for the first time.
  default void edit(MemorySegment trap) {}

  /// Has the last word on a trap that is sent once more.
  ///
  /// @param times how often it was sent before
  default void editRepeated(MemorySegment trap, int times) {}

  /// Whether a request that was answered is taken for one with a wrong M_Key.
  default boolean takesForBadKey(Transaction t) {
    return false;
  }

  /// Whether a request that was answered is taken for a change of a link state.
  default boolean takesForChange(Transaction t) {
    return false;
  }

  /// How long after a trap the next one is sent.
  ///
  /// @param least the time that SubnetTimeOut stands for
  default long interval(long least) {
    return least;
  }

  /// How often a trap is sent to who does not repress it.
  ///
  /// @param usual how often the variant does
  default int times(int usual) {
    return usual;
  }

  /// Whether a TrapRepress stops a trap.
  ///
  /// @param repress all 256 bytes
  /// @param right whether it stops the trap by the rules of the variant
  default boolean stops(MemorySegment repress, MemorySegment trap, boolean right) {
    return right;
  }

  /// Whether a TrapRepress is answered.
  default boolean answersRepress() {
    return false;
  }
}
