package org.ibassay.runner.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MadNamesTest {
  @ParameterizedTest
  @CsvSource({
    "SubnGet(PortInfo), 0x0012 (SwitchInfo)",
    "SubnAdmGet(NodeRecord), 0x0012 (PortInfoRecord)",
    "PerformanceGet(PortCounters), 0x0012 (PortCounters)",
    "ConnectRequest, 0x0012"
  })
  void anAttributeIdMeansWhatItMeansInItsClass(String request, String readable) {
    assertThat(MadNames.withAttributes("AttributeID 0x0012, AttributeModifier 0x0", request))
        .isEqualTo("AttributeID %s, AttributeModifier 0x0".formatted(readable));
  }

  @Test
  void anUnknownAttributeHasNoName() {
    String text = "AttributeID 0x00FE or 0x0015 (other)";
    assertThat(MadNames.withAttributes(text, "SubnGet(PortInfo)")).isEqualTo(text);
  }

  @Test
  void commandsAreNamed() {
    assertThat(MadNames.withCommands("SubnSet(SMInfo) with AttributeModifier 1 within 120 s"))
        .isEqualTo("SubnSet(SMInfo) with AttributeModifier 1 (Handover) within 120 s");
    assertThat(MadNames.withCommands("SubnSet(SMInfo) mod 0x3")).endsWith(" mod 0x3 (Disable)");
    String other = "SubnSet(SMInfo) mod 0x35; SubnSet(PortInfo) mod 0x1";
    assertThat(MadNames.withCommands(other)).isEqualTo(other);
  }
}
