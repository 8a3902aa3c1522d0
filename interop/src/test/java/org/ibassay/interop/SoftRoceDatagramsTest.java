package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tests of unreliable datagrams and of communication management on Linux Soft-RoCE, of stock
/// kernels. What they have to say of it stands in `soft-roce-datagrams-*.verdicts` and
/// `soft-roce-cm-*.verdicts`, with the evidence.
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
final class SoftRoceDatagramsTest {
  @TempDir Path directory;

  static Stream<Kernel> kernels() {
    return Kernel.tested();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void verdictsAreThoseExpected(Kernel kernel) throws Exception {
    compare(kernel, "soft-roce-datagrams-", "U09_*");
  }

  /// Its `ib_cm` and `rdma_cm` answer, and a server that accepts what it is asked for.
  @ParameterizedTest
  @MethodSource("kernels")
  void verdictsOfCommunicationManagementAreThoseExpected(Kernel kernel) throws Exception {
    compare(kernel, "soft-roce-cm-", "M12_*");
  }

  private void compare(Kernel kernel, String prefix, String tests) throws Exception {
    String name = prefix + kernel.name().toLowerCase(Locale.ROOT);
    Path out = directory.resolve("results");
    String dut = SoftRoceGuest.shared(kernel).uri().text();
    Processes.Outcome outcome =
        Processes.run(
            directory,
            Map.of(),
            Umad2Sim.command("run", tests, "--dut", dut, "--out", out.toString()));
    assertThat(out.resolve("results.json")).as(outcome.err()).exists();
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    List<String> seen = Verdicts.lines(results);
    Files.write(Path.of("target", name + ".verdicts"), seen);
    assertThat(seen).as(outcome.out()).isEqualTo(Verdicts.expected(name));
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
  }
}
