package org.ibassay.interop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ibassay.peers.Browser;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The printed summary of a run: one A4 page, whatever the number of results.
@RequiresPeer(Browser.PROGRAM)
@Order(6)
final class SummaryTest {
  private static final Pattern PAGE = Pattern.compile("/Type\\s*/Page\\b");
  private static final Pattern SIZE =
      Pattern.compile("/MediaBox\\s*\\[\\s*0\\s+0\\s+([\\d.]+)\\s+([\\d.]+)");

  @TempDir private Path directory;

  @Test
  void ofAllTestsOnFourDevices() throws Exception {
    isOnePage("run");
  }

  @Test
  @RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
  void ofADeviceOfIbsim() throws Exception {
    Path out = directory.resolve("out");
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-switch.net")) {
      fabric.ibassay(
          "Tester", "run", "C13*", "C14_024_1*", "--dut=umad:ibsim0/1?path=0,1", "--out", out + "");
    }
    printed(out);
  }

  /// Including every claim.
  @Test
  void ofManyFailures() throws Exception {
    String uri = "sim:switch?deviation=reply.wrong-m-key&deviation=mft.bit-stuck-at-0";
    Path ics = directory.resolve("ics");
    Files.writeString(ics, Umad2Sim.alone(directory, "ics", "--dut", "sim:switch").out());
    isOnePage("run", "--dut", uri, "--dut", "sim:switch?deviation=mft.bit-stuck-at-0");
    isOnePage("run", "C1*", "--ics", ics.toString(), "--dut", "sim:switch");
  }

  private void isOnePage(String... arguments) throws Exception {
    Path out = directory.resolve("out");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--quiet", "--out", out.toString()));
    Umad2Sim.alone(directory, all.toArray(String[]::new));
    printed(out);
  }

  private void printed(Path out) throws Exception {
    Path pdf = directory.resolve("summary.pdf");
    Processes.Outcome outcome =
        Processes.run(
            directory,
            Map.of(),
            List.of(
                Umad2Sim.program(Browser.PROGRAM),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-pdf-header-footer",
                "--user-data-dir=" + directory.resolve("browser"),
                "--print-to-pdf=" + pdf,
                out.resolve("report.html").toUri() + "#summary"));
    assertThat(pdf).as(outcome.out() + outcome.err()).exists();
    String text = Files.readString(pdf, ISO_8859_1);
    assertThat(PAGE.matcher(text).results()).hasSize(1);
    MatchResult size = SIZE.matcher(text).results().findFirst().orElseThrow();
    assertThat(Double.parseDouble(size.group(1))).isBetween(594.0, 597.0);
    assertThat(Double.parseDouble(size.group(2))).isBetween(840.0, 843.0);
  }
}
