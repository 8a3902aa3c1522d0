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
@Order(3)
final class SummaryTest {
  private static final Pattern PAGE = Pattern.compile("/Type\\s*/Page\\b");
  private static final Pattern SIZE =
      Pattern.compile("/MediaBox\\s*\\[\\s*0\\s+0\\s+([\\d.]+)\\s+([\\d.]+)");

  private static final String CLAIMS =
      """
      claims.IsSLMappingSupported=true
      claims.IsTrapSupported=false
      """;

  private static final List<String> FAULTS =
      List.of(
          "reply.wrong-m-key",
          "resptime.declares-31",
          "node.silent",
          "reply.wrong-redirect",
          "reply.wrong-attribute-modifier",
          "reply.wrong-base-version",
          "reply.reserved-smp-bit",
          "reply.wrong-status-code");

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

  /// With more groups, failures, differences and silent places than the page has lines for.
  @Test
  void ofAFabric() throws Exception {
    String tree = "sim:fabric?fat-tree=6";
    Path profile = directory.resolve("profile");
    Files.writeString(profile, CLAIMS);
    ibassay("whole", "run", "C13_013", "--safe", "--fabric", tree);
    String topology = directory.resolve("whole/topology.txt").toString();
    StringBuilder faults = new StringBuilder(tree);
    for (int i = 2; i < 19; i++) {
      faults.append("&at=host-%d:deviation=%s".formatted(i, FAULTS.get(i % FAULTS.size())));
    }
    String text =
        isOnePage(
            "run",
            "--safe",
            "--profile",
            profile.toString(),
            "--fabric",
            faults.toString(),
            "--topology",
            topology);
    assertThat(text)
        .contains("Test summary: fail", "group 6", " more lines in report.html")
        .contains("What failed", "What was claimed", "IsSLMappingSupported = true")
        .contains("left out by --safe because they change a node", "SHA-256", "Signature");
  }

  @Test
  void ofAMergedFabric() throws Exception {
    for (int i = 0; i < 2; i++) {
      String part = i + "/2";
      ibassay(
          "p" + i, "run", "C13*", "--safe", "--fabric", "sim:fabric?fat-tree=4", "--shard", part);
    }
    String[] merge = {
      "merge", directory.resolve("p0").toString(), directory.resolve("p1").toString()
    };
    assertThat(isOnePage(merge))
        .contains("Test summary: pass", "7", "SHA-256", "left out by --safe");
  }

  @Test
  void ofMergedDevices() throws Exception {
    List<String> merge = new ArrayList<>(List.of("merge"));
    for (int i = 0; i < 8; i++) {
      String uri = "sim:ca?deviation=resptime.declares-31&seed=" + i;
      ibassay("m" + i, "run", "C13*", "C14_024_12", "--dut", uri);
      merge.add(directory.resolve("m" + i).toString());
    }
    assertThat(isOnePage(merge.toArray(String[]::new)))
        .contains("Test summary: fail", "8 DUTs", "and 2 more rows in report.html", "SHA-256")
        .contains("does not apply: ", "Signature");
  }

  private void ibassay(String out, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--out", directory.resolve(out).toString()));
    if (!arguments[0].equals("merge")) {
      all.add("--quiet");
    }
    Umad2Sim.alone(directory, all.toArray(String[]::new));
  }

  /// @return the text of the page
  private String isOnePage(String... arguments) throws Exception {
    ibassay("out", arguments);
    printed(directory.resolve("out"));
    return text(Files.readString(directory.resolve("out/report.html")));
  }

  private static String text(String report) {
    String page = report.substring(report.indexOf("<section class=\"sheet\""));
    return page.substring(0, page.indexOf("</section>")).replaceAll("<[^>]*>", " ");
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
