package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The non-conformances in [IbsimTest]'s verdicts, shown by short C programs that share no code
/// with the suite.
@RequiresPeer({"ibsim", "cc", IbsimFabric.WRAPPER, "libibumad.so.3", "libibmad.so"})
final class IbsimNonConformancesTest {
  @TempDir Path directory;
  private Path program;

  @BeforeEach
  void compile() throws Exception {
    program = CProgram.compile(directory, "non-conformances", "-libmad", "-libumad");
  }

  @Test
  void channelAdapter() throws Exception {
    assertThat(seen("ibsim-hca.net", "hca"))
        .isEqualTo(
            """
            M_Key 0x77, M_KeyProtectBits 2, M_KeyLeasePeriod 2: code 0
            Get with another key: code 0, M_Key 0x0, M_KeyProtectBits 0, M_KeyLeasePeriod is 2: no
            LID 49152: code 0, reads 49152
            LID 65534: code 0, reads 65534
            LID 5: code 0, reads 5
            LID 0: code 0, reads 0
            MasterSMLID 49152: code 0, reads 49152
            MasterSMLID 5: code 0, reads 5
            MasterSMLID 0: code 0, reads 0
            LinkWidthEnabled 32: code 0, reads 2
            LinkWidthEnabled 254: code 0, reads 2
            PortState 4: code 7, reads 2
            PortState 15: code 7, reads 2
            PortPhysicalState 8: no response
            LID 5: no response
            """);
  }

  @Test
  void aSwitch() throws Exception {
    assertThat(seen("ibsim-switch.net", "switch"))
        .isEqualTo(
            """
            M_Key 0x77, M_KeyProtectBits 2, M_KeyLeasePeriod 2: code 0
            Get with another key: code 0, M_Key 0x0, M_KeyProtectBits 0, M_KeyLeasePeriod is 2: no
            Set MulticastForwardingTable 0x00000000: code 0, first entry 0xffff, not all zero
            Get MulticastForwardingTable 0x00000000: code 0, first entry 0xffff, not all zero
            Set MulticastForwardingTable 0x00000000: code 0, first entry 0x0000, all zero
            Set MulticastForwardingTable 0x10000000: code 0, first entry 0x0000, all zero
            Get MulticastForwardingTable 0x10000000: code 0, first entry 0x0000, all zero
            Set MulticastForwardingTable 0x00000020: code 0, first entry 0x0000, all zero
            Get MulticastForwardingTable 0x00000020: code 0, first entry 0x0000, all zero
            """);
  }

  private String seen(String net, String what) throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, net)) {
      Processes.Outcome outcome = fabric.runAny("Tester", List.of(program.toString(), what));
      assertThat(outcome.exit()).as(outcome.err()).isZero();
      return outcome.out();
    }
  }
}
