package org.ibassay.runner.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.ibassay.decode.PacketRow;
import org.ibassay.decode.PacketSection;
import org.ibassay.decode.PacketTree;
import org.ibassay.decode.PacketTrees;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.link.capture.FrameLabels;
import org.ibassay.runner.cause.LastRight;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;
import tools.jackson.databind.json.JsonMapper;

/// The failures that the browser draws, and the packets to which they refer, decoded from the run's
/// capture.
final class Packets {
  /// Length of the start of a long payload; the bytes show all of it.
  private static final int MOST_CHARACTERS = 512;

  private final NavigableMap<Long, PacketTree> frames;
  private final FrameLabels labels;
  private final TraceEvidence evidence;
  private final List<Map<String, Object>> examples = new ArrayList<>();

  private Packets(
      NavigableMap<Long, PacketTree> frames, FrameLabels labels, TraceEvidence evidence) {
    this.frames = frames;
    this.labels = labels;
    this.evidence = evidence;
  }

  /// Reads these frames, as far as the capture contains them.
  ///
  /// @param evidence further evidence from the capture
  static Packets read(CaptureSummary capture, TraceEvidence evidence, SortedSet<Long> wanted)
      throws IOException {
    NavigableMap<Long, PacketTree> frames = new TreeMap<>();
    if (!wanted.isEmpty()) {
      PacketTrees trees = new PacketTrees();
      try (CaptureReader reader = CaptureReader.open(capture.file())) {
        for (long frame : wanted) {
          if (!reader.skipTo(frame)) {
            break;
          }
          frames.put(frame, trees.of(reader));
        }
      }
    }
    return new Packets(frames, capture.labels(), evidence);
  }

  /// The step of a test to which a frame belongs; empty if none.
  String step(String test, long frame) {
    return labels.of(frame).stepOf(test);
  }

  /// When the value of one of these failures was last correct; empty if unknown.
  Optional<LastRight> lastRight(List<CheckLog.Failure> failures) {
    return failures.stream().map(evidence::lastRight).filter(Objects::nonNull).findFirst();
  }

  /// Adds failures.
  ///
  /// @return the number of the first; the others follow
  int add(List<CheckLog.Failure> failures) {
    int first = examples.size();
    for (CheckLog.Failure failure : failures) {
      PacketTree answer = frames.get(failure.packet());
      PacketTree stimulus = frames.get(failure.request());
      String request = stimulus == null ? null : stimulus.summary();
      examples.add(new FailureView(failure, answer, stimulus, request).json());
    }
    return first;
  }

  /// All of them as JSON, deflated, in Base64. Packets with the same fields share the names.
  String packed() throws IOException {
    if (examples.isEmpty()) {
      return "";
    }
    Map<List<?>, Integer> shapes = new LinkedHashMap<>();
    Map<Long, Object> packets = new LinkedHashMap<>();
    frames.forEach((frame, packet) -> {
      List<List<Object>> shape = new ArrayList<>();
      packet.sections().forEach(section -> shape.add(List.of(section.title(), names(section))));
      int number = shapes.computeIfAbsent(shape, s -> shapes.size());
      packets.put(frame, json(packet, number));
    });
    byte[] json =
        JsonMapper.shared()
            .writeValueAsBytes(
                Map.of("shapes", shapes.keySet(), "frames", packets, "examples", examples));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try (OutputStream deflating = new DeflaterOutputStream(bytes, deflater)) {
      deflating.write(json);
    } finally {
      deflater.end();
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static Map<String, Object> json(PacketTree packet, int shape) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("s", shape);
    json.put("t", packet.summary());
    json.put(
        "v",
        packet.sections().stream()
            .flatMap(section -> section.rows().stream())
            .map(row -> cut(row.text()))
            .toList());
    json.put("b", packet.hex());
    return json;
  }

  private static List<String> names(PacketSection section) {
    return section.rows().stream().map(PacketRow::name).toList();
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
  }
}
