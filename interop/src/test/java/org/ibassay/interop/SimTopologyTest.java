package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A fabric from a file: programs at any node see what the file says, and OpenSM brings it up.
/// Compared with ibsim on the same file, also in the time needed.
@RequiresPeer({"ibsim", "opensm", "ibnetdiscover", "smpquery", "ibroute", Umad2Sim.LIBRARY})
class SimTopologyTest {
  private static final FatTree LARGE = new FatTree(12, 4, 18);
  private static final String ONLY_ON_REQUEST = "sweep_interval 0\n";
  private static final Pattern NODE =
      Pattern.compile("(Switch|Ca)\\s+(\\d+) \"(\\S+)\".*?\"(.*?)\".*");
  private static final Pattern PORT =
      Pattern.compile("\\[(\\d+)](?:\\(\\w+\\))?\\s+\"(\\S+)\"\\[(\\d+)].*");

  @TempDir Path directory;

  /// Returns the nodes and ports in a file or a program's output, one line for each, sorted.
  private static List<String> wiring(List<String> lines) {
    List<String> wiring = new ArrayList<>();
    String id = "";
    for (String line : lines.stream().flatMap(String::lines).toList()) {
      Matcher node = NODE.matcher(line);
      Matcher port = PORT.matcher(line);
      if (node.matches()) {
        id = node.group(3);
        wiring.add(String.join(" ", node.group(1), node.group(2), id, node.group(4)));
      } else if (port.matches()) {
        wiring.add(String.join(" ", id, port.group(1), port.group(2), port.group(3)));
      }
    }
    Collections.sort(wiring);
    return wiring;
  }

  /// ibnetdiscover's output equals the file, and is itself a file of the same fabric.
  @Test
  void programsSeeWhatTheFileSays() throws Exception {
    Path file = new FatTree(2, 2, 3).write(directory);
    List<String> expected = wiring(Files.readAllLines(file));
    List<String> found;
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + file)) {
      found = fabric.ask("ibnetdiscover");
      assertThat(wiring(found)).isEqualTo(expected);
      for (String host : List.of("Manager", "Leaf1", "S-0000000000002001")) {
        Processes.Outcome other = fabric.programs().run(host, "ibnetdiscover");
        assertThat(wiring(other.out().lines().toList())).as(host).isEqualTo(expected);
      }
    }
    Path again = Files.write(directory.resolve("again"), found);
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + again)) {
      assertThat(wiring(fabric.ask("ibnetdiscover"))).isEqualTo(expected);
    }
  }

  /// `interop/target/fabric-times.txt` has the times for both simulators.
  @Test
  void openSmBringsUpHundredsOfNodes() throws Exception {
    Path file = LARGE.write(directory);
    List<String> times = new ArrayList<>(List.of("nodes " + LARGE.nodes()));
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + file)) {
      bringUp("ibassay", fabric.programs(), times);
      assertThat(wiring(fabric.ask("ibnetdiscover"))).isEqualTo(wiring(Files.readAllLines(file)));
    }
    Path scratch = Files.createDirectory(directory.resolve("ibsim"));
    try (IbsimFabric fabric = IbsimFabric.of(scratch, file)) {
      bringUp("ibsim", fabric.programs(), times);
    }
    Files.write(Path.of("target", "fabric-times.txt"), times);
  }

  private static void bringUp(String name, Umad2Sim programs, List<String> times) throws Exception {
    long start = System.nanoTime();
    try (OpenSm manager =
        OpenSm.start(programs, programs.directory(), "Manager", ONLY_ON_REQUEST)) {
      times.add("%s: OpenSM %d ms".formatted(name, (System.nanoTime() - start) / 1_000_000));
      start = System.nanoTime();
      Processes.Outcome links = programs.run("Tester", "iblinkinfo", "-l");
      times.add("%s: iblinkinfo %d ms".formatted(name, (System.nanoTime() - start) / 1_000_000));
      assertThat(links.out().lines().filter(line -> line.contains("Active/")))
          .hasSize(2 * LARGE.links());
      assertThat(links.out()).doesNotContain("Initialize/");
      Processes.Outcome routes = programs.run("Tester", "ibroute", "-D", "0,1");
      assertThat(routes.out()).contains(LARGE.nodes() + " valid lids dumped");
      assertThat(manager.end()).doesNotContain("ERR");
    }
  }
}
