package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ibnetdiscover` discovers simulated fabrics; several programs attach and detach at the same
/// time; and the server ends.
///
/// GUIDs of nodes and ports are those of devices with seed 1; the DUT is node 0 and is followed by
/// its testers.
@RequiresPeer({"ibnetdiscover", "iblinkinfo", "smpquery", "saquery", Umad2Sim.LIBRARY})
class SimFabricTest {
  private static final int LINK_FAILURE = 3;
  private static final int TERMINATED = 128 + 15;

  @TempDir Path directory;

  @Test
  void channelAdapter() throws Exception {
    assertThat(drawing("sim:ca?lid=7"))
        .containsExactly(
            "Ca 2 \"H-02001ba500010000\" # \"ibassay simulated ca\"",
            "[1](2001ba500010001) \"H-02001ba500010100\"[1] (2001ba500010101)"
                + " # lid 7 lmc 0 \"ibassay tester\" lid 40960 4xQDR",
            "Ca 1 \"H-02001ba500010100\" # \"ibassay tester\"",
            "[1](2001ba500010101) \"H-02001ba500010000\"[1] (2001ba500010001)"
                + " # lid 40960 lmc 0 \"ibassay simulated ca\" lid 7 4xQDR");
  }

  @Test
  void aSwitch() throws Exception {
    assertThat(drawing("sim:switch?ports=8&cabled=2&from-port=3&speeds=1&widths=1"))
        .containsExactly(
            "Switch 8 \"S-02001ba500010000\" # \"ibassay simulated switch\""
                + " base port 0 lid 0 lmc 0",
            "[3] \"H-02001ba500010100\"[1](2001ba500010101) # \"ibassay tester\" lid 0 1xSDR",
            "[4] \"H-02001ba500010200\"[1](2001ba500010201) # \"ibassay tester\" lid 0 1xSDR",
            "Ca 1 \"H-02001ba500010200\" # \"ibassay tester\"",
            "[1](2001ba500010201) \"S-02001ba500010000\"[4]"
                + " # lid 0 lmc 0 \"ibassay simulated switch\" lid 0 1xSDR",
            "Ca 1 \"H-02001ba500010100\" # \"ibassay tester\"",
            "[1](2001ba500010101) \"S-02001ba500010000\"[3]"
                + " # lid 0 lmc 0 \"ibassay simulated switch\" lid 0 1xSDR");
  }

  @Test
  void router() throws Exception {
    assertThat(drawing("sim:router"))
        .containsExactly(
            "Ca 1 \"H-02001ba500010100\" # \"ibassay tester\"",
            "[1](2001ba500010101) \"R-02001ba500010000\"[1] (2001ba500010001)"
                + " # lid 0 lmc 0 \"ibassay simulated router\" lid 0 4xQDR",
            "Rt 2 \"R-02001ba500010000\" # \"ibassay simulated router\"",
            "[1](2001ba500010001) \"H-02001ba500010100\"[1] (2001ba500010101)"
                + " # lid 0 lmc 0 \"ibassay tester\" lid 0 4xQDR");
  }

  @Test
  void subnetManager() throws Exception {
    assertThat(drawing("sim:sm?lid=5"))
        .containsExactly(
            "Ca 1 \"H-02001ba500010000\" # \"ibassay simulated sm\"",
            "[1](2001ba500010001) \"H-02001ba500010100\"[1] (2001ba500010101)"
                + " # lid 5 lmc 0 \"ibassay tester\" lid 6 4xQDR",
            "Ca 1 \"H-02001ba500010100\" # \"ibassay tester\"",
            "[1](2001ba500010101) \"H-02001ba500010000\"[1] (2001ba500010001)"
                + " # lid 6 lmc 0 \"ibassay simulated sm\" lid 5 4xQDR");
  }

  /// Returns nodes and their cables, as the program lists them.
  private List<String> drawing(String uri) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri)) {
      return fabric.ask("ibnetdiscover").stream()
          .filter(line -> line.matches("(Ca|Switch|Rt|\\[\\d+])\\W.*"))
          .map(line -> line.replaceAll("\\s+", " "))
          .toList();
    }
  }

  @Test
  void iblinkinfoShowsEveryLinkFromBothEnds() throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, "sim:switch?ports=4&cabled=3")) {
      List<String> lines = fabric.ask("iblinkinfo", "-l");
      assertThat(lines).filteredOn(line -> line.contains("Initialize/  LinkUp")).hasSize(2 * 3);
      assertThat(lines).filteredOn(line -> line.contains("Down/ Polling")).hasSize(1);
    }
  }

  @Test
  void manyProgramsRunAtOnce() throws Exception {
    int programs = 8;
    try (SimProcess fabric = SimProcess.start(directory, "sim:switch");
        ExecutorService threads = Executors.newFixedThreadPool(programs)) {
      List<Callable<List<String>>> runs = new ArrayList<>();
      for (int i = 0; i < 3 * programs; i++) {
        runs.add(() -> fabric.ask("ibnetdiscover"));
      }
      for (Future<List<String>> result : threads.invokeAll(runs)) {
        assertThat(result.get()).anyMatch(line -> line.startsWith("Switch\t36 "));
      }
    }
  }

  @Test
  void whatNobodyAnswersFailsAndHurtsNobody() throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, "sim:ca")) {
      assertThat(fabric.run("smpquery", "-D", "nodeinfo", "0,1,2").exit()).isNotZero();
      assertThat(fabric.run("smpquery", "nodeinfo", "77").exit()).isNotZero();
      assertThat(fabric.run("saquery").exit()).isNotZero();
      assertThat(fabric.ask("smpquery", "-D", "nodedesc", "0,1")).hasSize(1);
    }
  }

  @Test
  void aTakenNameIsAnErrorAndAnEndedServerLeavesNothing() throws Exception {
    String name;
    try (SimProcess fabric = SimProcess.start(directory, "sim:ca")) {
      name = fabric.programs().name();
      assertThat(exit(SimProcess.launch(directory, "sim:ca", name))).isEqualTo(LINK_FAILURE);
      assertThat(SimProcess.errors(directory)).contains(name, "another process does");
      fabric.process().destroy();
      assertThat(exit(fabric.process())).isEqualTo(TERMINATED);
    }
    assertThat(Files.readString(Path.of("/proc/net/unix"))).doesNotContain(name);
  }

  private static int exit(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the server does not end");
    }
    return process.exitValue();
  }
}
