package org.ibassay.results.rejudge;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.Clock;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.results.rejudge.RecordedPort.Trait;
import org.ibassay.results.rejudge.RunRecording.Frames;
import org.ibassay.results.rejudge.RunRecording.RecordedDut;
import org.jspecify.annotations.Nullable;

/// A device of which there is a recording.
final class ReplayTarget implements DutTarget {
  private final DutUri uri;
  private final RecordedDut dut;
  private final RecordedTrace trace;
  private final Replay replay;
  private final Map<String, Frames> sections = new HashMap<>();
  private final Map<String, String> divergences = new HashMap<>();
  private @Nullable String current;

  /// @param window number of outstanding requests of the run
  ReplayTarget(DutUri uri, RecordedDut dut, RecordedTrace trace, ReplayTime time, int window) {
    this.uri = uri;
    this.dut = dut;
    this.trace = trace;
    boolean isSimulated = dut.ports().stream().allMatch(port -> port.has(Trait.SIMULATED));
    this.replay = new Replay(time, isSimulated || window == 1);
  }

  /// Adds a section.
  ///
  /// @param test id of the test with its round, as passed to [Dut#begin]
  void add(String test, Frames frames) {
    sections.put(test, frames);
  }

  /// Returns where the packets of a section diverge from the recording; null if they do not.
  ///
  /// @param test id of the test with its round; empty for the device's identification
  @Nullable String divergence(String test) {
    note();
    return divergences.get(test);
  }

  private void note() {
    String divergence = replay.divergence();
    if (current != null && divergence != null) {
      divergences.putIfAbsent(current, divergence);
    }
  }

  @Override
  public DutUri uri() {
    return uri;
  }

  @Override
  public Dut open(Tap tap, Timing timing) throws LinkException {
    replay.time().restart();
    List<ReplayLink> links = new ArrayList<>();
    List<MadPort> ports = new ArrayList<>();
    for (RecordedPort port : dut.ports()) {
      ReplayLink link = new ReplayLink(replay, port, timing.timeoutNanos());
      links.add(link);
      ports.add(new MadPort(link, port.route(), new StepTap(tap), timing));
    }
    begin("", dut.identification(), links);
    return new ReplayDut(links, ports);
  }

  private void begin(String test, Frames frames, List<ReplayLink> links) {
    note();
    current = test;
    try {
      replay.begin(trace.read(frames));
    } catch (IOException e) {
      replay.begin(List.of());
      divergences.put(test, String.valueOf(e.getMessage()));
    }
    for (ReplayLink link : links) {
      link.restart(link.equals(links.getFirst()));
    }
  }

  /// The open device.
  private final class ReplayDut implements Dut {
    private final List<ReplayLink> links;
    private final List<MadPort> ports;

    ReplayDut(List<ReplayLink> links, List<MadPort> ports) {
      this.links = links;
      this.ports = List.copyOf(ports);
    }

    @Override
    public DutUri uri() {
      return uri;
    }

    @Override
    public Clock clock() {
      return replay.time();
    }

    @Override
    public List<MadPort> madPorts() {
      return ports;
    }

    @Override
    public void begin(String test) {
      ReplayTarget.this.begin(test, sections.getOrDefault(test, Frames.NONE), links);
    }

    @Override
    public void close() {
      note();
      ports.forEach(MadPort::close);
    }
  }

  /// Receives the step for which a datagram was sent.
  private final class StepTap implements Tap {
    private final Tap tap;

    StepTap(Tap tap) {
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
      if (direction == Direction.SENT) {
        replay.sent(label);
      }
      return tap.mad(direction, mad, bytes, peerLid, qp, nanos, label);
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
