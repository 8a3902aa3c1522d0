package org.ibassay.runner.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.suite.CheckLog;
import tools.jackson.databind.json.JsonMapper;

/// The failures that the browser draws, with the packets that they point to, read from the run's
/// capture and decoded.
final class Packets {
  private final NavigableMap<Long, DecodedPacket> frames;

  private final List<Map<String, Object>> examples = new ArrayList<>();

  private Packets(NavigableMap<Long, DecodedPacket> frames) {
    this.frames = frames;
  }

  /// Reads these frames, as far as the capture has them.
  static Packets read(Path capture, SortedSet<Long> wanted) throws IOException {
    NavigableMap<Long, DecodedPacket> frames = new TreeMap<>();
    if (!wanted.isEmpty()) {
      try (CaptureReader reader = CaptureReader.open(capture)) {
        for (long frame : wanted) {
          if (!reader.skipTo(frame)) {
            break;
          }
          frames.put(frame, DecodedPacket.of(reader));
        }
      }
    }
    return new Packets(frames);
  }

  /// The step that a frame came in; empty where that is not known.
  String step(long frame) {
    DecodedPacket packet = frames.get(frame);
    return packet == null ? "" : packet.step();
  }

  /// Takes failures.
  ///
  /// @return the number of the first; the others follow
  int add(List<CheckLog.Failure> failures) {
    int first = examples.size();
    for (CheckLog.Failure failure : failures) {
      DecodedPacket answer = frames.get(failure.packet());
      DecodedPacket stimulus = frames.get(failure.request());
      examples.add(new FailureView(failure, answer, stimulus).json());
    }
    return first;
  }

  /// All of them as JSON, deflated, in Base64. Names of fields stand once for all packets that have
  /// the same ones.
  String packed() throws IOException {
    if (examples.isEmpty()) {
      return "";
    }
    Map<List<?>, Integer> shapes = new LinkedHashMap<>();
    Map<Long, Object> packets = new LinkedHashMap<>();
    frames.forEach((frame, packet) -> {
      List<List<Object>> shape = new ArrayList<>();
      packet.groups().forEach(group -> shape.add(List.of(group.name(), group.names())));
      int number = shapes.computeIfAbsent(shape, s -> shapes.size());
      packets.put(frame, json(packet, number));
    });
    byte[] json =
        JsonMapper.shared()
            .writeValueAsBytes(
                Map.of("shapes", shapes.keySet(), "frames", packets, "examples", examples));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try (OutputStream deflating = new DeflaterOutputStream(bytes, deflater)) {
      deflating.write(json);
    } finally {
      deflater.end();
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static Map<String, Object> json(DecodedPacket packet, int shape) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("s", shape);
    json.put("t", packet.title());
    json.put(
        "v",
        packet.groups().stream()
            .flatMap(group -> group.rows().stream())
            .map(DecodedPacket.Row::text)
            .toList());
    json.put("b", packet.hex());
    return json;
  }
}
