package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Runs of tests that change state are killed with SIGKILL, on devices in other processes: any
/// test, after a number of its Sets, at least one, as counted by a relay between it and the device.
/// After `ibassay restore`, stock programs must find the original state, except for what it lists.
///
/// `-Dibassay.kills` is the total number of kills; the result of each is in `target/kills.txt`.
@RequiresPeer({"ibsim", "smpquery", "saquery", "ibroute", "cc", Umad2Sim.LIBRARY, "libibumad.so.3"})
@Order(3)
final class KilledRunTest {
  private static final int KILLS = Integer.getInteger("ibassay.kills", 3);
  private static final long LONGEST_SECONDS = 300;

  /// A run is killed after this time, even if it has not sent that many Sets.
  private static final long KILL_SECONDS = 60;

  /// Each takes seconds while the subnet manager does not respond.
  private static final int MASTER_QUERIES = 20;

  /// Half of the tests have fewer.
  private static final int MOST_SETS = 100;

  private static final String HOST = "Tester";
  private static final String DUT = "umad:ibsim0/1?path=0,1";
  private static final String NOTHING = "Nothing to restore";
  private static final String NEEDED = "Restored";
  private static final Path REPORT = Path.of("target", "kills.txt");

  /// Fields that a Set cannot restore, with the beginning of their lines in smpquery's output.
  private static final Map<String, String> LINES =
      Map.of("LID", "Lid:", "MasterSMLID", "SMLid:", "M_KeyViolations", "MkeyViolations:");

  /// Devices that live in another process than the run.
  enum Device {
    IBSIM_SWITCH("ibsim-switch.net", DutKind.SWITCH),
    IBSIM_HCA("ibsim-hca.net", DutKind.CA),
    SIM_SWITCH("sim:switch?lid=5", DutKind.SWITCH),
    SIM_CA("sim:ca?lid=5", DutKind.CA),
    SIM_ROUTER("sim:router?lid=5", DutKind.ROUTER),
    SIM_SM("sim:sm?lid=5", DutKind.CA);

    private final String what;
    private final DutKind kind;

    Device(String what, DutKind kind) {
      this.what = what;
      this.kind = kind;
    }

    Fabric open(Path directory) throws Exception {
      if (isIbsim()) {
        IbsimFabric fabric = IbsimFabric.start(directory, what);
        return new Fabric(fabric.programs(), fabric::close);
      }
      SimProcess fabric = SimProcess.start(directory, what);
      return new Fabric(fabric.programs(), fabric::close);
    }

    private boolean isIbsim() {
      return name().startsWith("IBSIM");
    }

    /// ibsim's adapter is unreachable after a Set of a reserved PortPhysicalState:
    /// [LeftChangedTest] tests that.
    private Stream<String> tests() {
      return Pages.all().stream()
          .filter(page -> page.effect() != Effect.READS)
          .filter(page -> page.dut().contains(kind) && (page.roles().isEmpty() || this == SIM_SM))
          .filter(page -> !page.className().matches(".*[.]c(09|12)[.].*")) // these send no Sets
          .map(Page::id)
          .filter(id -> !isIbsim() || !id.equals("C14_024_06_CA_03"));
    }

    /// Its share of all kills.
    private int kills() {
      int devices = values().length;
      return KILLS * (index() + 1) / devices - KILLS * index() / devices;
    }

    private int index() {
      return List.of(values()).indexOf(this);
    }
  }

  /// A fabric of any simulator.
  record Fabric(Umad2Sim programs, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  /// Counts the Sets that pass a relay.
  ///
  /// @param reached completes when the given number has passed
  /// @param all completes at the end, with the total number
  private record SetCount(CompletableFuture<Void> reached, CompletableFuture<Long> all) {
    /// Reads in a separate thread: a common pool may be busy with it, and not notice an exit.
    static SetCount of(Process relay, int sets) {
      CompletableFuture<Void> reached = new CompletableFuture<>();
      CompletableFuture<Long> all = new CompletableFuture<>();
      Thread.startVirtualThread(() -> {
        Stream<String> lines = relay.inputReader().lines();
        long[] count = new long[1];
        lines.forEach(_ -> {
          if (++count[0] == sets) {
            reached.complete(null);
          }
        });
        all.complete(count[0]);
      });
      return new SetCount(reached, all);
    }
  }

  @TempDir Path directory;
  private Path relay = Path.of("");
  private final Seed seed = Seed.ofRun();
  private final Map<String, Integer> mostSets = new HashMap<>();
  private int needed;

  /// In the last run.
  private long sentSets;

  @ParameterizedTest
  @EnumSource
  void afterRestoreTheDeviceIsAsItWas(Device device) throws Exception {
    Random random = new Random(seed.number() + device.index());
    relay = CProgram.compile(directory, "ibsim_relay");
    List<String> tests = device.tests().toList();
    String test = any(tests, random);
    int kills = 0;
    Fabric fabric = device.open(directory);
    try {
      while (kills < device.kills()) {
        int most = mostSets.getOrDefault(test, MOST_SETS);
        if (most == 0) {
          test = any(tests, random); // does not apply to the device
          continue;
        }
        int sets = (int) Math.exp(random.nextDouble() * Math.log(most));
        String where = "%s, %s, after Set %d, %s".formatted(device, test, sets, seed);
        if (kill(device, fabric, test, sets, where)) {
          kills++;
          test = any(tests, random);
        } else {
          mostSets.put(test, (int) sentSets); // ended before the kill: retry with fewer
        }
        if (device.isIbsim()) {
          // A killed client keeps its slot, of which there are ten.
          fabric.close();
          fabric = device.open(directory);
        }
      }
    } finally {
      fabric.close();
    }
    report("%s: %d kills, of them %d had to be restored".formatted(device, kills, needed));
  }

  private static String any(List<String> tests, Random random) {
    return tests.get(random.nextInt(tests.size()));
  }

  /// @return whether it was killed; if not, it ended before it had sent that many Sets
  private boolean kill(Device device, Fabric fabric, String test, int sets, String where)
      throws Exception {
    final List<String> before = state(device, fabric);
    String front = Umad2Sim.freshName();
    Process counting =
        new ProcessBuilder(relay.toString(), front, fabric.programs.name(), "sets")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    SetCount count = SetCount.of(counting, sets);
    Process run = start(new Umad2Sim(directory, front), test);
    try {
      CompletableFuture.anyOf(count.reached(), run.onExit()).get(KILL_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      report("%s: killed after %d s".formatted(where, KILL_SECONDS));
    }
    boolean isOver = !count.reached().isDone() && !run.isAlive();
    run.destroyForcibly().waitFor();
    counting.destroyForcibly().waitFor();
    sentSets = count.all().get(LONGEST_SECONDS, TimeUnit.SECONDS);
    if (!isOver) {
      refusedWhileOpen(fabric, where);
    }
    Processes.Outcome restored = restore(fabric);
    report(where + (isOver ? ": too late\n" : "\n") + restored.out().indent(2));
    needed += !isOver && restored.out().contains(NEEDED) ? 1 : 0;
    if (!restored.out().startsWith(NOTHING)) {
      assertThat(isOver).as(where).isFalse();
    }
    // A run that has ended reports itself what it could not restore.
    String said = isOver ? Files.readString(directory.resolve("run.txt")) : restored.out();
    List<String> lost = lost(said);
    assertThat(restored.exit()).as("%s: %s%s", where, restored.out(), restored.err()).isZero();
    assertThat(without(lost, state(device, fabric))).as(where).isEqualTo(without(lost, before));
    assertThat(restore(fabric).out()).as(where).isEqualTo(NOTHING + ".\n");
    assertThat(without(lost, state(device, fabric))).as(where).isEqualTo(without(lost, before));
    return !isOver;
  }

  private Process start(Umad2Sim programs, String test) throws IOException {
    return programs.start(
        directory.resolve("run.txt"),
        HOST,
        "run",
        test,
        "--dut",
        DUT,
        "--param",
        "LEASE_PERIOD=1",
        "--param",
        "LEASE_ZERO_WATCH=1");
  }

  private static Processes.Outcome restore(Fabric fabric) throws Exception {
    return fabric.programs().ibassay(HOST, "restore");
  }

  /// If the kill was between two tests, nothing is refused, and a test runs that does not depend on
  /// time.
  private static void refusedWhileOpen(Fabric fabric, String where) throws Exception {
    Processes.Outcome next =
        fabric.programs().ibassay(HOST, "run", "C14_024_03", "--dut", DUT, "--format", "lines");
    if (next.exit() > 1) {
      assertThat(next.exit()).as(where).isEqualTo(3);
      assertThat(next.err()).as(where).contains("first: ibassay restore 0x");
    }
  }

  /// Returns what is listed as not restored, as the beginnings of smpquery's lines.
  private static List<String> lost(String restored) {
    return LINES.entrySet().stream()
        .filter(field -> restored.contains(": " + field.getKey() + " was "))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static List<String> without(List<String> lost, List<String> state) {
    return state.stream().filter(line -> lost.stream().noneMatch(line::startsWith)).toList();
  }

  private static List<String> state(Device device, Fabric fabric) throws Exception {
    List<String> state = new ArrayList<>();
    look(fabric, state, "smpquery", "nodeinfo", "-D", "0,1");
    look(fabric, state, "smpquery", "nodedesc", "-D", "0,1");
    look(fabric, state, "smpquery", "-K", "portinfo", "-D", "0,1", "1");
    look(fabric, state, "smpquery", "pkeys", "-D", "0,1", "1");
    if (device != Device.SIM_ROUTER) { // which has no SLtoVLMappingTable
      look(fabric, state, "smpquery", "sl2vl", "-D", "0,1", "1");
    }
    look(fabric, state, "smpquery", "vlarb", "-D", "0,1", "1");
    if (device.kind == DutKind.SWITCH) {
      look(fabric, state, "smpquery", "-K", "portinfo", "-D", "0,1", "2");
      look(fabric, state, "smpquery", "-K", "portinfo", "-D", "0,1", "0");
      look(fabric, state, "smpquery", "switchinfo", "-D", "0,1");
      look(fabric, state, "ibroute", "-M", "-a", "-D", "0,1");
      look(fabric, state, "ibroute", "-a", "-D", "0,1");
    } else {
      look(fabric, state, "smpquery", "guidinfo", "-D", "0,1");
    }
    if (device == Device.SIM_SM) {
      awaitMaster(fabric);
      look(fabric, state, "saquery", "SR");
      look(fabric, state, "saquery", "MCMR");
      look(fabric, state, "saquery", "IIR");
    }
    return state;
  }

  /// A subnet manager in standby becomes the master again once the killed run, its master, has been
  /// silent for long enough.
  private static void awaitMaster(Fabric fabric) throws Exception {
    for (int query = 0; query < MASTER_QUERIES; query++) {
      if (fabric.programs().run(HOST, "saquery", "SMIR").exit() == 0) {
        return;
      }
    }
  }

  private static void look(Fabric fabric, List<String> state, String program, String... arguments)
      throws Exception {
    Processes.Outcome outcome = fabric.programs().run(HOST, program, arguments);
    assertThat(outcome.exit()).as("%s: %s", program, outcome.err()).isZero();
    outcome.out().lines().forEach(state::add);
  }

  private static void report(String text) throws IOException {
    Files.writeString(
        REPORT, text.strip() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
