package org.ibassay.results.rejudge;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FabricAccess;
import org.ibassay.results.rejudge.RunRecording.Frames;
import org.ibassay.results.rejudge.RunRecording.RecordedDut;
import org.ibassay.results.rejudge.RunRecording.Section;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.wire.packet.LinkType;

/// Records during a run which packets of the trace belong to which test, for [Rejudgement]. The run
/// must use the plan, tap and listener that this class provides.
public final class RunRecorder implements RunListener {
  private final RunPlan plan;
  private final CountingTap tap;
  private final PcapNgWriter trace;
  private final List<RecordedDut> duts = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private List<RecordedPort> opened = List.of();
  private long noted;

  /// @param plan plan of the run
  /// @param trace receives every packet
  public RunRecorder(RunPlan plan, PcapNgWriter trace) {
    this.plan = plan.with(plan.targets().stream().map(this::watched).toList());
    this.trace = trace;
    this.tap = new CountingTap(trace);
  }

  private Target watched(Target target) {
    return new Target(new WatchedTarget(target.dut()), target.pages());
  }

  /// The plan for the run, whose targets are recorded.
  public RunPlan plan() {
    return plan;
  }

  /// A tap that counts the packets before they are written to the trace.
  public Tap tap() {
    return tap;
  }

  @Override
  public void on(RunEvent event) {
    switch (event) {
      case RunEvent.DutFound(int _, var dut) -> {
        duts.add(new RecordedDut(dut.uri(), take(), opened));
        opened = List.of();
      }
      case RunEvent.TestStarted _ -> noted = tap.offered;
      case RunEvent.TestEnded(var result) -> {
        String test = result.page().id();
        long round =
            1
                + sections.stream()
                    .filter(s -> s.dut() == result.dut() && s.test().equals(test))
                    .count();
        sections.add(new Section(result.dut(), test, (int) round, take()));
      }
      default -> {}
    }
  }

  /// Returns the packets since the last call, by their numbers among those offered to the trace.
  private Frames take() {
    Frames frames = new Frames((int) noted + 1, (int) tap.offered, true);
    noted = tap.offered;
    return frames;
  }

  /// Writes the recording, after the trace was closed.
  ///
  /// @param file `rejudge.json` in the run's directory
  public void write(Path file) throws IOException {
    new RunRecording(
            (int) trace.summary().packets(),
            RecordedSettings.of(plan),
            duts.stream().map(this::kept).toList(),
            sections.stream().map(this::kept).toList())
        .write(file);
  }

  private RecordedDut kept(RecordedDut dut) {
    return new RecordedDut(dut.uri(), kept(dut.identification()), dut.ports());
  }

  private Section kept(Section section) {
    return new Section(section.dut(), section.test(), section.round(), kept(section.frames()));
  }

  /// Converts to numbers in the trace.
  private Frames kept(Frames offered) {
    if (offered.last() < offered.first()) {
      return Frames.NONE;
    }
    long first = trace.number(offered.first());
    long last = trace.number(offered.last());
    boolean isWhole =
        first > 0 && last > 0 && last - first == (long) offered.last() - offered.first();
    return isWhole ? new Frames((int) first, (int) last, true) : new Frames(1, 0, false);
  }

  /// A target whose tester ports are recorded when it is opened.
  private final class WatchedTarget implements DutTarget {
    private final DutTarget target;

    WatchedTarget(DutTarget target) {
      this.target = target;
    }

    @Override
    public DutUri uri() {
      return target.uri();
    }

    @Override
    public Dut open(Tap to, Timing timing) throws LinkException, InterruptedException {
      Dut dut = target.open(to, timing);
      opened = dut.madPorts().stream().map(RecordedPort::of).toList();
      return dut;
    }

    @Override
    public Optional<FabricAccess> fabric() {
      return target.fabric();
    }
  }

  /// Counts the packets offered to the trace.
  private static final class CountingTap implements Tap {
    private final Tap tap;
    private volatile long offered;

    CountingTap(Tap tap) {
      this.tap = tap;
    }

    @Override
    public long mad(
        Direction direction,
        MemorySegment mad,
        int bytes,
        int peerLid,
        int qp,
        long nanos,
        Label label) {
      return count(tap.mad(direction, mad, bytes, peerLid, qp, nanos, label));
    }

    @Override
    public long packet(
        Direction direction,
        LinkType link,
        MemorySegment packet,
        int bytes,
        long nanos,
        Label label) {
      return count(tap.packet(direction, link, packet, bytes, nanos, label));
    }

    private long count(long frame) {
      if (frame > offered) {
        offered = frame;
      }
      return frame;
    }

    @Override
    public void judged(long frame, Judgement by) {
      tap.judged(frame, by);
    }

    @Override
    public long proof(long frame) {
      return tap.proof(frame);
    }
  }
}
