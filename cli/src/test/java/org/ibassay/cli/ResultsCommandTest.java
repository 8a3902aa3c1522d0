package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ibassay results`, on runs of simulated devices.
@Tag("trial")
class ResultsCommandTest {
  private static final String BAD = "sim:ca?deviation=guidinfo.declared-less";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void runsOfSeveralVersionsAreShown() {
    run("sim:ca", "1.0");
    run(BAD, "1.1");
    run("sim:ca", "1.2");
    assertThat(results("list")).isZero();
    assertThat(out.toString().lines()).hasSize(3);
    assertThat(results("matrix")).isZero();
    assertThat(out.toString())
        .contains(" 1.0         1.1         1.2\n", "C14_024_05  pass        FAIL        pass\n")
        .contains("  1 test passed or did not apply in each of 1.0, 1.1, 1.2\n");
    assertThat(results("history", "--test", "C14_024_05")).isZero();
    assertThat(out.toString())
        .contains("C14_024_05 on 0x")
        .contains("    began to fail between 1.0 and 1.1\n    fixed between 1.1 and 1.2\n");
    assertThat(results("history", "--flaky")).isZero();
    assertThat(out.toString()).isEqualTo("no assertion was flaky\n");
    assertThat(results("trend")).isZero();
    assertThat(out.toString())
        .contains("    now failing: C14_024_05\n", "    now passing: C14_024_05\n");
    assertThat(results("show", "2")).isZero();
    assertThat(out.toString())
        .contains("  C14_024_05: fail\n", "  C14_024_05  v1c14-027#01: fail\n");
  }

  @Test
  void aRunThatIsThereIsNotAddedAgain() {
    run("sim:ca", "1.0");
    assertThat(results("add", at("out"))).isZero();
    assertThat(out.toString()).endsWith(": 0 runs added, 1 it had already\n");
  }

  @Test
  void theStoreBecomesPages() throws Exception {
    run("sim:ca", "1.0");
    run(BAD, "1.1");
    assertThat(results("site", at("site"))).isZero();
    assertThat(out.toString()).matches("\\S+/site/index.html: [0-9]+ pages\\R");
    assertThat(directory.resolve("site/index.html")).content().contains("C14_024_05");
    Files.createFile(directory.resolve("file"));
    assertThat(results("site", at("file"))).isEqualTo(3);
    assertThat(err.toString()).contains("cannot be written").hasLineCount(1);
  }

  @Test
  void aPasswordIsNotShown() {
    assertThat(StoreHook.withoutPassword("--store=jdbc:postgresql://ann:s3cret@db/lab"))
        .isEqualTo("--store=jdbc:postgresql://ann@db/lab");
    assertThat(StoreHook.withoutPassword("postgresql://db/lab?user=ann&password=s3cret&ssl=true"))
        .isEqualTo("postgresql://db/lab?user=ann&password=...&ssl=true");
    assertThat(StoreHook.withoutPassword("sim:ca?deviation=a.b")).isEqualTo("sim:ca?deviation=a.b");
    assertThat(ibassay("results", "list", "--store", "postgresql://ann:s3cret@127.0.0.1:1/lab"))
        .isEqualTo(3);
    assertThat(err.toString())
        .startsWith("ibassay: store postgresql://ann@127.0.0.1:1/lab: ")
        .hasLineCount(1);
  }

  @Test
  void wrongUseIsNamed() {
    assertThat(results("list")).isEqualTo(2);
    assertThat(err.toString()).contains("no such file; create it with \"ibassay results add\"");
    assertThat(ibassay("results")).isEqualTo(2);
    assertThat(ibassay("run", "--firmware", "1")).isEqualTo(2);
    run("sim:ca", "1.0");
    assertThat(results("show", "7")).isEqualTo(2);
    assertThat(results("show", "x")).isEqualTo(2);
    assertThat(results("add", at("nowhere"))).isEqualTo(2);
  }

  private void run(String dut, String firmware) {
    ibassay(
        "run",
        "C14_024_05",
        "C14_024_03",
        "--dut",
        dut,
        "--out",
        at("out"),
        "--store",
        at("store.db"),
        "--firmware",
        firmware);
  }

  private int results(String command, String... args) {
    String[] all = new String[args.length + 4];
    all[0] = "results";
    all[1] = command;
    all[2] = "--store";
    all[3] = at("store.db");
    System.arraycopy(args, 0, all, 4, args.length);
    return ibassay(all);
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private int ibassay(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(args, new PrintWriter(out), new PrintWriter(err));
  }
}
