package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.link.dut.DutUri;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tests of unreliable datagrams, of unreliable connections, of communication management, and of
/// frames, over IPv4 and IPv6, on Linux Soft-RoCE, of stock kernels. What they have to say of it
/// stands in `soft-roce-FAMILY-*.verdicts`, with the evidence.
@ResourceLock(SoftRoceGuest.ONE_TESTER)
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
final class SoftRoceDatagramsTest {
  @TempDir Path directory;

  static Stream<Kernel> kernels() {
    return Kernel.tested();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void verdictsAreThoseExpected(Kernel kernel) throws Exception {
    compare("soft-roce-datagrams-", "U09_*", kernel, SoftRoceGuest.shared(kernel).uri(), 1);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void unreliableConnections(Kernel kernel) throws Exception {
    compare("soft-roce-unreliable-", "W09_*", kernel, SoftRoceGuest.shared(kernel).uri(), 1);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void framesOverIpv4(Kernel kernel) throws Exception {
    compare("soft-roce-frames-", "F09_*", kernel, SoftRoceGuest.shared(kernel).uri(), 0);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void framesOverIpv6(Kernel kernel) throws Exception {
    compare("soft-roce-frames6-", "F09_*", kernel, SoftRoceGuest.shared(kernel).uri6(), 0);
  }

  /// Its `ib_cm` and `rdma_cm` answer, and a server that accepts what it is asked for.
  @ParameterizedTest
  @MethodSource("kernels")
  void communicationManagement(Kernel kernel) throws Exception {
    compare("soft-roce-cm-", "M12_*", kernel, SoftRoceGuest.shared(kernel).uri(), 1);
  }

  private void compare(String names, String tests, Kernel kernel, DutUri uri, int exit)
      throws Exception {
    String name = names + kernel.name().toLowerCase(Locale.ROOT);
    Path out = directory.resolve("results");
    Processes.Outcome outcome =
        Processes.run(
            directory,
            Map.of(),
            Umad2Sim.command("run", tests, "--dut", uri.text(), "--out", out.toString()));
    assertThat(out.resolve("results.json")).as(outcome.err()).exists();
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    List<String> seen = Verdicts.lines(results);
    Files.write(Path.of("target", name + ".verdicts"), seen);
    assertThat(seen).as(outcome.out()).isEqualTo(Verdicts.expected(name));
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(exit);
  }
}
