package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.runner.state.Smps;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.wire.attribute.Attribute;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Runs that crash, on simulated devices that outlive the crash as real ones do.
abstract class CrashedRuns {
  static final long NODE = 0x02001BA500010000L;
  static final String PROGRAM = "../ibassay";
  static final String TABLE = "sim:switch?ports=20&mcast-cap=40&lid=5";

  /// An error, because no handler runs when a process is killed.
  static final class Crash extends Error {
    private static final long serialVersionUID = 1;
  }

  @TempDir Path home = Path.of("");
  Journals journals = Journals.in(home, PROGRAM);
  final Trigger trigger = new Trigger();
  @Nullable Dut kept;

  @BeforeEach
  void keepJournalsOfSimulatedDevices() {
    journals = new Journals(home, dut -> true, PROGRAM);
  }

  Restoration restore() throws Exception {
    return Restoration.of(NODE, journals, new Drivers(List.of(new Keeper())));
  }

  /// Crashes a run late enough for the device to be changed.
  void crashLate(Page page, String uri) throws Exception {
    for (int packet = 10; journals.open().isEmpty() || !isChanged(uri); packet += 7) {
      Files.deleteIfExists(journals.file(NODE));
      assertThat(crash(page, uri, packet)).isTrue();
    }
  }

  boolean isChanged(String uri) throws Exception {
    try {
      return !state().equals(fresh(uri));
    } catch (NullPointerException e) {
      return true; // locked
    }
  }

  /// @return whether the run reached that packet
  boolean crash(Page page, String uri, int packet) throws Exception {
    return crash(List.of(page), uri, packet);
  }

  boolean crash(List<Page> pages, String uri, int packet) throws Exception {
    kept = null;
    Run run = run(pages, uri);
    trigger.left = packet;
    try {
      run.execute(trigger);
      return false;
    } catch (Crash e) {
      return true;
    } finally {
      trigger.left = Integer.MAX_VALUE;
    }
  }

  Run run(Page page, String uri) throws UsageException {
    return run(List.of(page), uri);
  }

  Run run(List<Page> pages, String uri) throws UsageException {
    Drivers drivers = new Drivers(List.of(new Keeper()));
    RunPlan.Target target = new RunPlan.Target(drivers.parse(uri), pages);
    RunPlan plan = RunPlan.of(List.of(target));
    return new Run(
        plan,
        new Suite(pages, Pages::newTest),
        InstantSource.system(),
        new Interruption(),
        journals,
        List.of());
  }

  /// The contents of the kept device, limited to the attributes that tests change.
  List<String> state() throws LinkException, InterruptedException {
    return state(Objects.requireNonNull(kept));
  }

  static List<String> fresh(String uri) throws Exception {
    try (Dut dut = Drivers.installed().parse(uri).open(Tap.NONE, Timing.DEFAULT)) {
      return state(dut);
    }
  }

  static List<String> state(Dut dut) throws LinkException, InterruptedException {
    List<String> state = new ArrayList<>();
    Smps smps = new Smps(dut.madPorts().getFirst(), "look");
    for (long port : List.of(0L, 1L)) {
      state.add(data(smps, Attribute.PORT_INFO, port));
    }
    long[] blocks = LongStream.of(0, 1, 0x1000_0000, 0x1000_0001).toArray();
    for (long block : blocks) {
      state.add(data(smps, Attribute.MULTICAST_FORWARDING_TABLE, block));
    }
    return state;
  }

  static String data(Smps smps, Attribute attribute, long modifier)
      throws LinkException, InterruptedException {
    Smps.Answer answer = Objects.requireNonNull(smps.get(attribute, modifier, 0));
    return Arrays.toString(answer.data().toArray(ValueLayout.JAVA_BYTE));
  }

  /// Ends the run at a packet, and lets it send no more.
  static final class Trigger implements Tap {
    private int left = Integer.MAX_VALUE;

    @Override
    public long mad(
        Direction direction,
        MemorySegment mad,
        int madBytes,
        int peerLid,
        int qp,
        long nanos,
        Label label) {
      if (--left <= 0) {
        throw new Crash();
      }
      return 1;
    }
  }

  /// Opens a simulated device once and keeps it open.
  final class Keeper implements DutDriver {
    @Override
    public String scheme() {
      return "sim";
    }

    @Override
    public DutTarget parse(DutUri uri) throws DutUriException {
      DutTarget target = Drivers.installed().parse(uri);
      return new FakeTarget(uri, (_, timing) -> new KeptDut(open(target, timing)));
    }

    private Dut open(DutTarget target, Timing timing) throws LinkException, InterruptedException {
      Dut dut = kept;
      if (dut == null) {
        dut = target.open(trigger, timing);
        kept = dut;
      }
      return dut;
    }
  }
}
