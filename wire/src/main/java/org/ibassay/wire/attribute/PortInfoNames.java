package org.ibassay.wire.attribute;

import java.util.List;
import java.util.Map;
import org.ibassay.wire.ValueNames;

/// The names of [PortInfo]'s values (14.2.5.6), as libibmad and Wireshark print them. Values that
/// mean "no change" in a Set have no name, because a response has no such meaning.
final class PortInfoNames {
  static final ValueNames PORT_STATE =
      ValueNames.of(Map.of(1L, "Down", 2L, "Initialize", 3L, "Armed", 4L, "Active"));

  static final ValueNames PORT_PHYSICAL_STATE =
      ValueNames.of(
          Map.of(
              1L,
              "Sleep",
              2L,
              "Polling",
              3L,
              "Disabled",
              4L,
              "PortConfigurationTraining",
              5L,
              "LinkUp",
              6L,
              "LinkErrorRecovery",
              7L,
              "Phy Test"));

  static final ValueNames LINK_DOWN_DEFAULT_STATE =
      ValueNames.of(Map.of(1L, "Sleep", 2L, "Polling"));

  static final ValueNames MTU =
      ValueNames.of(
          Map.of(
              1L,
              "256 bytes",
              2L,
              "512 bytes",
              3L,
              "1024 bytes",
              4L,
              "2048 bytes",
              5L,
              "4096 bytes"));

  static final ValueNames VLS =
      ValueNames.of(Map.of(1L, "VL0", 2L, "VL0-1", 3L, "VL0-3", 4L, "VL0-7", 5L, "VL0-14"));

  static final ValueNames LINK_WIDTH = ValueNames.ofBits("1X", "4X", "8X", "12X", "2X");
  static final ValueNames LINK_WIDTH_ENABLED =
      new ValueNames(Map.of(255L, "as supported"), LINK_WIDTH.bits());

  static final ValueNames LINK_SPEED = ValueNames.ofBits("SDR", "DDR", "QDR");
  static final ValueNames LINK_SPEED_ENABLED =
      new ValueNames(Map.of(15L, "as supported"), LINK_SPEED.bits());

  static final ValueNames LINK_SPEED_EXT = ValueNames.ofBits("FDR", "EDR", "HDR", "NDR");
  static final ValueNames LINK_SPEED_EXT_ENABLED =
      new ValueNames(
          Map.of(30L, "no extended speed", 31L, "as supported"),
          List.of("FDR", "EDR", "HDR", "NDR"));

  private PortInfoNames() {}
}
