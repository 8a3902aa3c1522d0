package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a run reports about its failures besides expected and received values.
final class InsightTest {
  @TempDir Path directory;

  private String run(String test, String uri) {
    StringWriter out = new StringWriter();
    PrintWriter err = new PrintWriter(new StringWriter());
    String[] args = {"run", test, "--dut", uri, "--out", directory.resolve("out").toString()};
    Main.run(args, new PrintWriter(out), err);
    return out.toString().replaceAll("\\s+", " ");
  }

  @Test
  void theRequestThatWasAnsweredIsNamed() {
    assertThat(run("S15_Services", "sim:sm?deviation=services.serviceid-ignored-in-get"))
        .contains("request SubnAdmGet(ServiceRecord) by ServiceID, ServiceGID");
  }

  @Test
  void whatWasSentSinceAValueWasRightIsNamed() {
    assertThat(run("R14_Interplay", "sim:ca?deviation=sltovl.reset-by-port-info"))
        .containsPattern(
            "was right in packet \\d+, and wrong from packet \\d+ on; the Sets sent between:"
                + " SubnSet\\(PortInfo\\) mod 0x1 \\(packet \\d+\\): LID 0x\\w+ → 0x\\w+; Status 0 expected");
  }

  @Test
  void aValueThatOnlyTheResponseHadWasRightThere() {
    assertThat(run("C14_024_05", "sim:ca?deviation=guidinfo.echoed-not-stored"))
        .contains("only the request that reads it was sent between");
  }
}
