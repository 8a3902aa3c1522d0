package org.ibassay.runner.state;

import static org.ibassay.suite.Change.GUID_INFO;
import static org.ibassay.suite.Change.LED_INFO;
import static org.ibassay.suite.Change.LINEAR_FORWARDING_TABLE;
import static org.ibassay.suite.Change.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.suite.Change.NODE_DESCRIPTION;
import static org.ibassay.suite.Change.P_KEY_TABLE;
import static org.ibassay.suite.Change.RANDOM_FORWARDING_TABLE;
import static org.ibassay.suite.Change.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.suite.Change.SWITCH_INFO;
import static org.ibassay.suite.Change.VL_ARBITRATION_TABLE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.ibassay.suite.Change;
import org.ibassay.wire.Access;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.SwitchInfo;

/// An attribute that a test may change as a whole: its blocks, derived from what the device
/// declares, and the bits that a Set changes.
///
/// @param change change that includes the table
/// @param attribute attribute of the table
/// @param isOptional whether a device that does not respond may lack the table
/// @param blocks returns the AttributeModifiers of a device's blocks
/// @param coordinates describe a block, for messages
record StateTable(
    Change change,
    Attribute attribute,
    boolean isOptional,
    Blocks blocks,
    List<Coordinate> coordinates) {

  /// Returns the blocks of a device.
  @FunctionalInterface
  interface Blocks {
    LongStream of(Declared device);
  }

  /// A component of a block's position.
  ///
  /// @param name in the singular
  /// @param of extracts it from the AttributeModifier
  record Coordinate(String name, LongUnaryOperator of) {}

  private static final Coordinate BLOCK = new Coordinate("block", modifier -> modifier & 0xFFFF);

  private static final List<StateTable> ALL =
      List.of(
          new StateTable(
              SWITCH_INFO, Attribute.SWITCH_INFO, false, _ -> LongStream.of(0), List.of()),
          new StateTable(
              GUID_INFO,
              Attribute.GUID_INFO,
              false,
              device -> LongStream.range(0, blocks(device.guidCap(), 8)),
              List.of(BLOCK)),
          new StateTable(
              P_KEY_TABLE,
              Attribute.P_KEY_TABLE,
              false,
              StateTable::partitions,
              List.of(BLOCK, new Coordinate("port", modifier -> modifier >>> 16))),
          new StateTable(
              SL_TO_VL_MAPPING_TABLE,
              Attribute.SL_TO_VL_MAPPING_TABLE,
              true,
              StateTable::mappings,
              List.of(
                  new Coordinate("input port", modifier -> modifier >>> 8 & 0xFF),
                  new Coordinate("output port", modifier -> modifier & 0xFF))),
          new StateTable(
              VL_ARBITRATION_TABLE,
              Attribute.VL_ARBITRATION_TABLE,
              true,
              StateTable::arbitrations,
              List.of(
                  new Coordinate("part", modifier -> modifier >>> 16),
                  new Coordinate("port", modifier -> modifier & 0xFF))),
          new StateTable(
              LINEAR_FORWARDING_TABLE,
              Attribute.LINEAR_FORWARDING_TABLE,
              false,
              device -> LongStream.range(0, blocks(device.linearCap(), 64)),
              List.of(BLOCK)),
          new StateTable(
              RANDOM_FORWARDING_TABLE,
              Attribute.RANDOM_FORWARDING_TABLE,
              false,
              device -> LongStream.range(0, blocks(device.randomCap(), 16)),
              List.of(BLOCK)),
          new StateTable(
              MULTICAST_FORWARDING_TABLE,
              Attribute.MULTICAST_FORWARDING_TABLE,
              false,
              StateTable::groups,
              List.of(
                  new Coordinate("block", modifier -> modifier & 0x1FF),
                  new Coordinate("port group", modifier -> modifier >>> 28))),
          new StateTable(LED_INFO, Attribute.LED_INFO, true, _ -> LongStream.of(0), List.of()),
          new StateTable(
              NODE_DESCRIPTION,
              Attribute.NODE_DESCRIPTION,
              false,
              device -> LongStream.range(0, device.hasSettableDescription() ? 1 : 0),
              List.of()));

  /// Returns the table of a change; empty if it has none.
  static Optional<StateTable> of(Change change) {
    return ALL.stream().filter(table -> table.change == change).findFirst();
  }

  private static int blocks(long capacity, int entries) {
    return (int) ((capacity + entries - 1) / entries);
  }

  /// On a switch, one block for each pair of input port (0 included) and output port.
  private static LongStream mappings(Declared device) {
    return device.isSwitch()
        ? LongStream.rangeClosed(0, device.ports())
            .flatMap(in -> outputs(device).map(out -> in << 8 | out))
        : LongStream.of(0);
  }

  /// Port 0 of a switch has a table like that of an end node; an external port may have one for
  /// enforcement.
  private static LongStream partitions(Declared device) {
    LongStream own = LongStream.range(0, blocks(device.partitionCap(), 32));
    return device.isSwitch()
        ? LongStream.concat(
            own,
            LongStream.rangeClosed(1, device.ports())
                .flatMap(port ->
                    LongStream.range(0, blocks(device.enforcementCap(), 32))
                        .map(block -> port << 16 | block)))
        : own;
  }

  private static LongStream arbitrations(Declared device) {
    return device.isSwitch()
        ? outputs(device).flatMap(port -> parts().map(part -> part | port))
        : parts();
  }

  /// Two parts of low priority, then two of high priority; a part beyond the capacity is rejected.
  private static LongStream parts() {
    return LongStream.rangeClosed(1, 4).map(part -> part << 16);
  }

  private static LongStream outputs(Declared device) {
    return LongStream.rangeClosed(device.hasEnhancedPort0() ? 0 : 1, device.ports());
  }

  /// Blocks in the order of the table, with the port group varying fastest.
  private static LongStream groups(Declared device) {
    int groups = Math.min(16, device.ports() / 16 + 1);
    return LongStream.range(0, Math.min(512, blocks(device.multicastCap(), 32)))
        .flatMap(block -> LongStream.range(0, groups).map(group -> group << 28 | block));
  }

  /// The name of the attribute.
  String name() {
    return attribute.name();
  }

  /// The position of a block, printed after the table's name; empty if there is only one.
  String place(long modifier) {
    return coordinates.stream()
        .map(c -> ", %s %d".formatted(c.name, c.of.applyAsLong(modifier)))
        .collect(Collectors.joining());
  }

  /// Whether two blocks differ in bits that a Set can change and the DUT does not change itself.
  boolean differs(MemorySegment one, MemorySegment other) {
    byte[] settable = attribute.layout().mask(change == NODE_DESCRIPTION ? Access.RO : Access.RW);
    for (int i = 0; i < settable.length; i++) {
      int difference = one.get(ValueLayout.JAVA_BYTE, i) ^ other.get(ValueLayout.JAVA_BYTE, i);
      if ((difference & settable[i] & ~own(i)) != 0) {
        return true;
      }
    }
    return false;
  }

  /// `PortStateChange` is set by the switch, and cleared by writing 1.
  private int own(int octet) {
    int bit = SwitchInfo.PORT_STATE_CHANGE.bitOffset();
    return change == SWITCH_INFO && octet == bit / 8 ? 0x80 >> bit % 8 : 0;
  }

  /// Returns a block in the form in which a Set restores it.
  MemorySegment writable(MemorySegment before) {
    if (change != SWITCH_INFO) {
      return before;
    }
    MemorySegment set = MemorySegment.ofArray(before.toArray(ValueLayout.JAVA_BYTE));
    SwitchInfo.PORT_STATE_CHANGE.set(set, 0, 0);
    return set;
  }
}
