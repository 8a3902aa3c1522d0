package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.PortInfo.IS_P_KEY_SWITCH_EXTERNAL_PORT_TRAP_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.IS_TRAP_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.PortState;

/// Which traps a port sends, when, to which LID, and until when: the seam of traps.
public interface TrapRules {
  /// The rules of a conforming device (13.4.9, 14.2.5.1, 14.3).
  TrapRules CONFORMING = new TrapRules() {};

  /// Returns these rules laid over other deviations' rules.
  default TrapRules over(TrapRules others) {
    return new OverlaidTrapRules(others, this);
  }

  /// Whether an event causes a trap at all.
  default boolean reports(int trap) {
    return true;
  }

  /// Whether packets that partition enforcement drops cause traps.
  ///
  /// @param port the port at which the agent is addressed
  default boolean reportsPKeys(Port port) {
    return port.value(IS_P_KEY_SWITCH_EXTERNAL_PORT_TRAP_SUPPORTED) == 1;
  }

  /// Whether a port sends traps: it declares IsTrapSupported, and is Active (o14-3.2.1).
  ///
  /// @param port the port at which the agent is addressed
  default boolean sends(Port port) {
    return port.value(IS_TRAP_SUPPORTED) == 1 && port.value(PORT_STATE) == PortState.ACTIVE;
  }

  /// Whether a port is configured: it has a LID, and the LID of its subnet manager.
  default boolean isSetUp(Port port) {
    return port.value(LID) != 0 && port.value(MASTER_SM_LID) != 0;
  }

  /// The destination LID of a trap.
  default int destination(Port port) {
    return (int) port.value(MASTER_SM_LID);
  }

  /// Changes a trap, all 256 bytes, before it is first sent.
  default void edit(MemorySegment trap) {}

  /// Changes a trap before it is resent.
  ///
  /// @param times how often it was sent before
  default void editRepeated(MemorySegment trap, int times) {}

  /// Whether an answered request causes a trap for a wrong M_Key.
  default boolean takesForBadKey(Transaction t) {
    return false;
  }

  /// Whether an answered request causes a trap for a change of link state.
  default boolean takesForChange(Transaction t) {
    return false;
  }

  /// Time between two traps.
  ///
  /// @param least the minimum by SubnetTimeOut
  default long interval(long least) {
    return least;
  }

  /// How often a trap is sent if it is not repressed.
  ///
  /// @param usual number of the variant
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
