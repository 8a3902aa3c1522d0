package org.ibassay.cli;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibassay.audit.Audit;
import org.ibassay.audit.AuditReport;
import org.ibassay.audit.AuditReport.Finding;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;

/// The packets of a run, in memory; complete, or as in an imperfect capture.
final class Recording implements Tap {
  /// A duplicate frame in a capture has nearly the same time.
  private static final long BETWEEN_TWINS = 2_000;

  private static final int MOST_BETWEEN_TWINS = 4;
  private static final long A_SECOND = 1_000_000_000;

  record Frame(boolean isSent, LinkType link, MemorySegment bytes, long nanos) {}

  private final List<Frame> frames;

  private Recording(List<Frame> frames) {
    this.frames = frames;
  }

  /// Records tests of reliable connections.
  static Recording of(String uri, Map<String, String> parameters) throws Exception {
    return of(AuditedTests.RC, uri, parameters);
  }

  static Recording of(AuditedTests tests, String uri, Map<String, String> parameters)
      throws Exception {
    Recording made = new Recording(new ArrayList<>());
    SimRun.run(uri, parameters, Timing.DEFAULT, made, tests.selectors());
    return made;
  }

  @Override
  public long mad(
      Direction direction, MemorySegment mad, int bytes, int lid, int qp, long at, Label label) {
    return 0;
  }

  @Override
  public long packet(
      Direction direction, LinkType link, MemorySegment packet, int bytes, long at, Label label) {
    MemorySegment copy = MemorySegment.ofArray(packet.asSlice(0, bytes).toArray(JAVA_BYTE));
    frames.add(new Frame(direction == Direction.SENT, link, copy, at + 1));
    return frames.size();
  }

  List<Frame> frames() {
    return frames;
  }

  AuditReport audit(boolean complete) {
    Audit audit = new Audit(complete);
    int number = 0;
    for (Frame frame : frames) {
      TransportPacket packet = new TransportPacket(frame.bytes());
      packet.read(frame.link(), 0, (int) frame.bytes().byteSize());
      audit.take(packet, ++number, frame.nanos());
    }
    return audit.finish();
  }

  /// Returns the findings about the DUT: the tester deviates deliberately.
  List<Finding> ofDut(AuditReport report) {
    return report.findings().stream()
        .filter(finding -> !finding.sender().source().equals(tester()))
        .toList();
  }

  /// The tester's address, which sends the first packet of reliable connections.
  private String tester() {
    Audit audit = new Audit(false);
    Frame first =
        frames.stream()
            .filter(frame -> frame.isSent() && isTransport(frame))
            .findFirst()
            .orElseThrow();
    TransportPacket packet = new TransportPacket(first.bytes());
    packet.read(first.link(), 0, (int) first.bytes().byteSize());
    audit.take(packet, 1, 0);
    return audit.finish().connections().getFirst().one().name().source();
  }

  private static boolean isTransport(Frame frame) {
    TransportPacket packet = new TransportPacket(frame.bytes());
    packet.read(frame.link(), 0, (int) frame.bytes().byteSize());
    return packet.isTransport();
  }

  /// Returns one direction only.
  Recording direction(boolean sent) {
    return new Recording(frames.stream().filter(frame -> frame.isSent() == sent).toList());
  }

  /// Returns the frames between two random ones.
  Recording cut(SplittableRandom random) {
    int from = random.nextInt(frames.size());
    return new Recording(frames.subList(from, random.nextInt(from, frames.size()) + 1));
  }

  /// Returns a copy without a share of the frames.
  Recording without(SplittableRandom random, double share) {
    return new Recording(frames.stream().filter(_ -> random.nextDouble() >= share).toList());
  }

  /// Returns a copy without a number of frames.
  Recording without(SplittableRandom random, int count) {
    List<Integer> lost =
        IntStream.range(0, count).map(_ -> random.nextInt(frames.size())).boxed().toList();
    return new Recording(
        IntStream.range(0, frames.size())
            .filter(i -> !lost.contains(i))
            .mapToObj(frames::get)
            .toList());
  }

  /// Returns all frames followed by all of them again: QPs and PSNs are reused.
  Recording repeated() {
    List<Frame> all = new ArrayList<>(frames);
    long later = frames.getLast().nanos() + A_SECOND;
    for (Frame one : frames) {
      all.add(new Frame(one.isSent(), one.link(), one.bytes(), one.nanos() + later));
    }
    return new Recording(all);
  }

  /// Returns a copy with some frames duplicated, the duplicate some frames after the original.
  Recording twice(SplittableRandom random, double share) {
    List<Frame> all = new ArrayList<>(frames);
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (random.nextDouble() < share) {
        Frame one = frames.get(i);
        int at = Math.min(all.size(), i + 1 + random.nextInt(MOST_BETWEEN_TWINS));
        all.add(at, new Frame(one.isSent(), one.link(), one.bytes(), one.nanos() + BETWEEN_TWINS));
      }
    }
    return new Recording(all);
  }
}
