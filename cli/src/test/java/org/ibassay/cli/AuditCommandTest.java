package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap;
import org.ibassay.runner.RunResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("trial")
final class AuditCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"", "&ip=6", "&framing=ib"})
  void aCleanCapture(String framing) throws Exception {
    Path file = received("sim:ca?mtu-cap=2" + framing);
    assertThat(audit(file.toString())).isEqualTo(RunResult.PASSED);
    assertThat(out.toString()).contains("no finding").contains("the other direction");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= Terminal.COLUMNS);
  }

  @Test
  void aNonConformanceIsFound() throws Exception {
    Path file = captured("sim:ca?deviation=rc.msn-not-counted");
    assertThat(audit("--complete", file.toString())).isEqualTo(RunResult.FAILED);
    assertThat(out.toString())
        .contains("192.0.2.2 deviates: ia-r09-msn#01, MSNs")
        .contains("frame ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= Terminal.COLUMNS);
  }

  @Test
  void aPackedCapture() throws Exception {
    Path file = captured("sim:ca?deviation=rc.msn-not-counted");
    Path packed = folder.resolve("c.pcapng.gz");
    try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(file, to);
    }
    assertThat(audit("--complete", packed.toString())).isEqualTo(RunResult.FAILED);
    assertThat(out.toString()).contains("192.0.2.2 deviates: ia-r09-msn#01, MSNs");
  }

  @Test
  void asJson() throws Exception {
    Path file = captured("sim:ca?deviation=rc.msn-not-counted");
    assertThat(audit("--json", "--complete", file.toString())).isEqualTo(RunResult.FAILED);
    assertThat(out.toString())
        .startsWith("{")
        .contains("\"assertion\" : \"ia-r09-msn#01\"")
        .contains("\"sender\" : \"192.0.2.2\"")
        .contains("\"packet\" : ");
  }

  @Test
  void whatIsNoCapture() throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "no capture at all");
    assertThat(audit(file.toString())).isEqualTo(RunResult.MISUSED);
    assertThat(audit(folder.resolve("none").toString())).isEqualTo(RunResult.MISUSED);
    assertThat(err.toString()).contains("a.txt is not a capture").contains("no such file");
  }

  @Test
  void nothingToJudge() throws Exception {
    Path file = folder.resolve("empty.pcapng");
    new PcapNgWriter(file).close();
    assertThat(audit(file.toString())).isEqualTo(RunResult.UNDECIDED);
    assertThat(out.toString()).contains("nothing to judge");
  }

  @Test
  void aDamagedCapture() throws Exception {
    Path file = received("sim:ca");
    byte[] all = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(all, all.length - 21));
    assertThat(audit(file.toString())).isEqualTo(RunResult.UNDECIDED);
    assertThat(err.toString()).contains("is damaged at byte ");
  }

  private int audit(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "audit";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Main.run(all, new PrintWriter(out), new PrintWriter(err));
  }

  private Path captured(String uri) throws Exception {
    Path file = folder.resolve("all.pcapng");
    try (PcapNgWriter writer = new PcapNgWriter(file)) {
      SimRun.run(uri, Map.of(), Timing.DEFAULT, writer, "R09_Msn", "R09_Atomics");
    }
    return file;
  }

  /// Returns a capture with only the packets that the device sent.
  private Path received(String uri) throws Exception {
    Path file = folder.resolve("received.pcapng");
    Recording all = Recording.of(uri, Map.of());
    try (PcapNgWriter writer = new PcapNgWriter(file)) {
      for (Recording.Frame frame : all.direction(false).frames()) {
        writer.packet(
            Tap.Direction.RECEIVED,
            frame.link(),
            frame.bytes(),
            (int) frame.bytes().byteSize(),
            frame.nanos(),
            Label.NONE);
      }
    }
    return file;
  }
}
