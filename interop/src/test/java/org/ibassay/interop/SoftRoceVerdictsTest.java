package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tests of reliable connections on Linux Soft-RoCE, of two stock kernels. What they have to
/// say of it stands in `soft-roce-*.verdicts`, with the evidence; which verdict a test comes to
/// does not change from run to run.
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
final class SoftRoceVerdictsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void verdictsAreThoseExpected(Kernel kernel) throws Exception {
    String name = "soft-roce-" + kernel.name().toLowerCase(Locale.ROOT);
    Path out = directory.resolve("results");
    Processes.Outcome outcome =
        Processes.run(
            directory,
            Map.of(),
            Umad2Sim.command(
                "run",
                "C09_*",
                "R09_*",
                "--dut",
                SoftRoceGuest.shared(kernel).uri().text(),
                "--out",
                out.toString()));
    assertThat(out.resolve("results.json")).as(outcome.err()).exists();
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    List<String> seen = Verdicts.lines(results);
    Files.write(Path.of("target", name + ".verdicts"), seen);
    assertThat(seen).as(outcome.out()).isEqualTo(Verdicts.expected(name));
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
  }
}
