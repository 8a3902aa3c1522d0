package org.ibassay.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.packet.Grh;
import org.junit.jupiter.api.Test;

class DescribedTest {
  private final MemorySegment in = MemorySegment.ofArray(new byte[64]);

  @Test
  void escapesWhatDisturbsATerminal() {
    byte[] text = "caf\u00e9 \u001b[2J\0rest".getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(
        MemorySegment.ofArray(text), 0, NodeDescription.NODE_STRING.slice(in, 0), 0, text.length);
    assertThat(Described.of(NodeDescription.LAYOUT, in, 0).toLines())
        .contains("NodeString: caf\u00e9 \\u001b[2J\n");
  }

  @Test
  void writesGidsAsAddresses() {
    in.asSlice(8, 2).fill((byte) 0xFE);
    in.asSlice(23, 1).fill((byte) 1);
    assertThat(Described.of(Grh.LAYOUT, in, 0).toLines())
        .contains("SGID: fefe::1\n")
        .contains("DGID: ::\n");
  }

  @Test
  void namesTheBitsOfAMask() {
    PortInfo.IS_SM.set(in, 0, 1);
    PortInfo.IS_TRAP_SUPPORTED.set(in, 0, 1);
    assertThat(Described.of(PortInfo.LAYOUT, in, 0).toLines())
        .contains("  CapabilityMask: 0x0000000a (IsSM, IsTrapSupported)\n");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(Described.of(PortInfo.LAYOUT, in.asSlice(0, 6), 0).toLines())
        .isEqualTo("PortInfo\n  cut off: 6 of 64 bytes\n");
  }
}
