package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Runs of all tests that change state are killed with SIGKILL at random moments, on devices that
/// outlive them. After `ibassay restore` stock programs have to find the device as it was, but for
/// what it lists.
///
/// `-Dibassay.kills` is how many there are in all; what each came to stands in `target/kills.txt`.
@RequiresPeer({"ibsim", "smpquery", "saquery", "ibroute", Umad2Sim.LIBRARY, "libibumad.so.3"})
@Order(3)
final class KilledRunTest {
  private static final int KILLS = Integer.getInteger("ibassay.kills", 6);

  /// No run takes longer; most take less.
  private static final long LONGEST_MILLIS = 15_000;

  private static final String HOST = "Tester";
  private static final String DUT = "umad:ibsim0/1?path=0,1";
  private static final String NOTHING = "Nothing to put back";
  private static final Path REPORT = Path.of("target", "kills.txt");

  /// What stands between the fields that a Set may not carry and their lines in smpquery's answer.
  private static final Map<String, String> LINES =
      Map.of("LID", "Lid:", "MasterSMLID", "SMLid:", "M_KeyViolations", "MkeyViolations:");

  /// Devices that live in another process than the run.
  enum Device {
    IBSIM_SWITCH("ibsim-switch.net", true),
    IBSIM_HCA("ibsim-hca.net", false),
    SIM_SWITCH("sim:switch?lid=5", true),
    SIM_CA("sim:ca?lid=5", false),
    SIM_ROUTER("sim:router?lid=5", false),
    SIM_SM("sim:sm?lid=5", false);

    private final String what;
    private final boolean isSwitch;

    Device(String what, boolean isSwitch) {
      this.what = what;
      this.isSwitch = isSwitch;
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

    /// ibsim's adapter is not to be reached any more when it was told a reserved PortPhysicalState:
    /// [LeftChangedTest] has that.
    private Stream<String> tests() {
      return Pages.all().stream()
          .filter(page -> page.effect() != Effect.READS)
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

  /// A fabric, whoever serves it.
  record Fabric(Umad2Sim programs, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  @TempDir Path directory;
  private final Seed seed = Seed.ofRun();
  private int between;

  @ParameterizedTest
  @EnumSource
  void afterRestoreTheDeviceIsAsItWas(Device device) throws Exception {
    Random random = new Random(seed.number() + device.index());
    long whole = LONGEST_MILLIS;
    int kills = 0;
    Fabric fabric = device.open(directory);
    try {
      while (kills < device.kills()) {
        long delay = (long) (random.nextDouble() * whole);
        String where = "%s, kill %d after %d ms, %s".formatted(device, kills, delay, seed);
        long ended = kill(device, fabric, delay, where);
        if (ended < 0) {
          kills++;
        } else {
          whole = ended; // it was over before the kill: earlier next time
        }
        if (device.isIbsim()) {
          // A killed client keeps its place there, and there are ten.
          fabric.close();
          fabric = device.open(directory);
        }
      }
    } finally {
      fabric.close();
    }
    report("%s: %d kills, of them %d between two tests".formatted(device, kills, between));
  }

  /// @return when the run had ended by itself, in milliseconds from its journal's first record, or
  ///   less than 0 when it was killed
  private long kill(Device device, Fabric fabric, long delay, String where) throws Exception {
    List<String> before = state(device, fabric);
    Process run = start(device, fabric);
    awaitJournal(run);
    long begin = System.nanoTime();
    boolean isOver = run.waitFor(delay, TimeUnit.MILLISECONDS);
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    run.destroyForcibly().waitFor();
    refusedWhileOpen(fabric, where);
    Processes.Outcome restored = restore(fabric);
    report(where + (isOver ? ": too late\n" : "\n") + restored.out().indent(2));
    if (restored.out().startsWith(NOTHING)) {
      between += isOver ? 0 : 1;
    } else {
      assertThat(isOver).as(where).isFalse();
    }
    List<String> lost = lost(restored.out());
    assertThat(restored.exit()).as("%s: %s%s", where, restored.out(), restored.err()).isZero();
    assertThat(without(lost, state(device, fabric))).as(where).isEqualTo(without(lost, before));
    assertThat(restore(fabric).out()).as(where).isEqualTo(NOTHING + ".\n");
    assertThat(without(lost, state(device, fabric))).as(where).isEqualTo(without(lost, before));
    return isOver ? took : -1;
  }

  private Process start(Device device, Fabric fabric) throws IOException {
    Stream<String> options =
        Stream.of("--dut", DUT, "--param", "LEASE_PERIOD=1", "--param", "LEASE_ZERO_WATCH=1");
    return fabric
        .programs()
        .start(
            directory.resolve("run.txt"),
            HOST,
            Stream.of(Stream.of("run"), device.tests(), options)
                .flatMap(parts -> parts)
                .toArray(String[]::new));
  }

  /// Before it there is nothing to be put back.
  private void awaitJournal(Process run) throws IOException, InterruptedException {
    while (journals().stream().allMatch(file -> file.toFile().length() == 0)) {
      if (run.waitFor(2, TimeUnit.MILLISECONDS)) {
        throw new IOException("the run ended before it had a journal: " + run.exitValue());
      }
    }
  }

  private List<Path> journals() throws IOException {
    Path home = directory.resolve("ibassay");
    if (!Files.isDirectory(home)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(home)) {
      return files.filter(file -> file.endsWith("journal")).toList();
    }
  }

  private static Processes.Outcome restore(Fabric fabric) throws Exception {
    return fabric.programs().ibassay(HOST, "restore");
  }

  /// When the kill came between two tests there is nothing to refuse.
  private static void refusedWhileOpen(Fabric fabric, String where) throws Exception {
    Processes.Outcome next =
        fabric.programs().ibassay(HOST, "run", "C13_013", "--dut", DUT, "--format", "lines");
    if (next.exit() != 0) {
      assertThat(next.exit()).as(where).isEqualTo(3);
      assertThat(next.err()).as(where).contains("first: ibassay restore 0x");
    }
  }

  /// What is listed as not to be put back, as smpquery's lines begin.
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
    look(fabric, state, "smpquery", "-K", "portinfo", "-D", "0,1", "1");
    if (device.isSwitch) {
      look(fabric, state, "smpquery", "-K", "portinfo", "-D", "0,1", "0");
      look(fabric, state, "smpquery", "switchinfo", "-D", "0,1");
      look(fabric, state, "ibroute", "-M", "-a", "-D", "0,1");
      look(fabric, state, "ibroute", "-a", "-D", "0,1");
    } else {
      look(fabric, state, "smpquery", "pkeys", "-D", "0,1", "1");
    }
    if (device == Device.SIM_SM) {
      look(fabric, state, "saquery", "SR");
    }
    return state;
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
