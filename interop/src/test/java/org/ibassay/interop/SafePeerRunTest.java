package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The packets of `run --safe` in tshark's output of the capture: no Sets, and no M_Key.
@RequiresPeer({"ibsim", "tshark", "smpquery", Umad2Sim.LIBRARY, "libibumad.so.3"})
@Order(7)
final class SafePeerRunTest {
  private static final String METHOD = "infiniband.mad.method";
  private static final String CLASS = "infiniband.mad.mgmtclass";
  private static final String KEY = "infiniband.smplid.mkey";
  private static final String DIRECTION = "frame.packet_flags_direction";
  private static final String SENT = "0x00000002";
  private static final String SUBN_ADM = "0x03";
  private static final String PERF = "0x04";
  private static final String GET = "0x01";
  private static final String GET_TABLE = "0x12";
  private static final String GET_MULTI = "0x14";

  @TempDir Path directory;

  /// @param exit 3 if tables of records are requested, which ibsim's wrapper truncates
  @ParameterizedTest
  @CsvSource({
    "ibsim-switch.net, 0",
    "ibsim-hca.net, 0",
    "sim:switch, 0",
    "sim:ca, 0",
    "sim:router, 0",
    "sim:sm, 3"
  })
  void onlyReads(String device, int exit) throws Exception {
    String[] run = {
      "run", "--safe", "--dut", "umad:ibsim0/1?path=0,1", "--out", directory + "/out"
    };
    if (device.startsWith("sim:")) {
      try (SimProcess fabric = SimProcess.start(directory, device)) {
        List<String> before = portInfo(fabric.programs());
        assertThat(fabric.programs().ibassay("Tester", run).exit()).isEqualTo(exit);
        assertThat(portInfo(fabric.programs())).isEqualTo(before);
      }
    } else {
      try (IbsimFabric fabric = IbsimFabric.start(directory, device)) {
        List<String> before = portInfo(fabric.programs());
        assertThat(fabric.ibassay("Tester", run).exit()).isEqualTo(exit);
        assertThat(portInfo(fabric.programs())).isEqualTo(before);
      }
    }
    List<Map<String, String>> packets =
        Tshark.fields(
            directory.resolve("out/trace.pcapng"), List.of(DIRECTION, CLASS, METHOD, KEY));
    List<Map<String, String>> sent =
        packets.stream().filter(packet -> SENT.equals(packet.get(DIRECTION))).toList();
    assertThat(sent).hasSizeGreaterThan(5).hasSizeLessThan(packets.size());
    assertThat(sent).allSatisfy(SafePeerRunTest::isHarmless);
  }

  private static void isHarmless(Map<String, String> packet) {
    if (SUBN_ADM.equals(packet.get(CLASS))) {
      assertThat(packet.get(METHOD)).isIn(GET, GET_TABLE, GET_MULTI);
    } else {
      assertThat(packet.get(METHOD)).isEqualTo(GET);
      // Performance management has no M_Key.
      assertThat(packet.get(KEY)).matches(PERF.equals(packet.get(CLASS)) ? "" : "0x0{16}");
    }
  }

  /// Including its count of M_Key violations.
  private static List<String> portInfo(Umad2Sim programs) throws Exception {
    Processes.Outcome outcome =
        programs.run("Tester", "smpquery", "-K", "portinfo", "-D", "0,1", "1");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return outcome.out().lines().toList();
  }
}
