package org.ibassay.runner.cause;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.ibassay.decode.PacketTree;
import org.ibassay.decode.PacketTrees;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.link.capture.FrameLabels;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;
import org.jspecify.annotations.Nullable;

/// Finds evidence for failed checks in the capture of a run and puts it into sentences: the request
/// that was answered; and when a value of a subnet management attribute was last correct in the
/// same test, and what was sent until it was wrong.
public final class TraceEvidence {
  /// The number of packets to look back.
  private static final int WINDOW = 2000;

  /// The number of Sets named.
  private static final int MOST_NAMED = 7;

  /// The number of other requests that are named; more say nothing.
  private static final int MOST_OTHERS = 3;

  private final Map<CheckLog.Failure, LastRight> lastRight = new HashMap<>();
  private final NavigableMap<Long, String> requests = new TreeMap<>();
  private final FrameLabels labels;
  private final NavigableMap<Long, List<CheckLog.Failure>> wanted = new TreeMap<>();
  private final Map<Long, String> tests = new HashMap<>();
  private final Set<String> failedByStatus = new HashSet<>();

  private TraceEvidence(FrameLabels labels) {
    this.labels = labels;
  }

  /// Evidence that is unknown for every failure.
  public static TraceEvidence unknown() {
    return new TraceEvidence(new FrameLabels());
  }

  /// Reads the capture of a run.
  ///
  /// @param failures failures of each test, by its id
  public static TraceEvidence of(
      CaptureSummary capture, Map<String, ? extends List<CheckLog.Failure>> failures)
      throws IOException {
    TraceEvidence all = new TraceEvidence(capture.labels());
    failures.forEach((test, some) -> some.forEach(failure -> all.want(test, failure)));
    all.readRequests(capture.file());
    all.readWindows(capture.file());
    return all;
  }

  /// Returns the request that the wrong packet answers; null if unknown.
  public @Nullable String request(CheckLog.Failure failure) {
    return requests.get(failure.request());
  }

  /// Returns when the value was last correct, and what was sent since; null if unknown.
  public @Nullable LastRight lastRight(CheckLog.Failure failure) {
    return lastRight.get(failure);
  }

  private void want(String test, CheckLog.Failure failure) {
    if ((failure.expected() + failure.actual()).contains("Status")) {
      failedByStatus.add(test);
    }
    if (failure.request() > 0) {
      requests.put(failure.request(), "");
    }
    WrongField field = failure.field();
    boolean isOfMad =
        field != null && field.header() == null && field.expected() != null && SeenMad.holds(field);
    if (isOfMad && failure.packet() > 0) {
      wanted.computeIfAbsent(failure.packet(), _ -> new ArrayList<>()).add(failure);
      tests.put(failure.packet(), test);
    }
  }

  private void readRequests(Path file) throws IOException {
    PacketTrees trees = new PacketTrees();
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (Map.Entry<Long, String> entry : requests.entrySet()) {
        if (!reader.skipTo(entry.getKey())) {
          break;
        }
        String named = MadNames.withCommands(named(trees.of(reader)));
        entry.setValue(named + " (packet %d)".formatted(entry.getKey()));
      }
    }
    requests.values().removeIf(String::isEmpty);
  }

  /// Names a request to subnet administration with its components.
  private static String named(PacketTree packet) {
    return packet.sections().stream()
        .flatMap(section -> section.rows().stream())
        .filter(row -> row.name().equals("Components"))
        .map(row -> "%s by %s".formatted(packet.summary(), row.text()))
        .findFirst()
        .orElse(packet.summary());
  }

  private void readWindows(Path file) throws IOException {
    PacketTrees trees = new PacketTrees();
    List<SeenMad> seen = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      long from = 1;
      for (Map.Entry<Long, List<CheckLog.Failure>> entry : wanted.entrySet()) {
        long frame = entry.getKey();
        from = Math.max(from, frame - WINDOW);
        while (from <= frame && reader.skipTo(from)) {
          keep(seen, trees.of(reader), from);
          from++;
        }
        judge(seen, frame, entry.getValue());
      }
    }
  }

  private static void keep(List<SeenMad> seen, PacketTree packet, long frame) {
    if (packet.isMad()) {
      seen.add(new SeenMad(frame, packet.summary(), HexFormat.of().parseHex(packet.hex())));
    }
    if (seen.size() > 2 * WINDOW) {
      seen.subList(0, WINDOW).clear();
    }
  }

  private void judge(List<SeenMad> seen, long frame, List<CheckLog.Failure> failures) {
    if (seen.isEmpty() || seen.getLast().frame() != frame || !seen.getLast().isGetResp()) {
      return;
    }
    for (CheckLog.Failure failure : failures) {
      LastRight found = lastRight(seen, frame, failure.field());
      if (found != null) {
        lastRight.put(failure, found);
      }
    }
  }

  private @Nullable LastRight lastRight(
      List<SeenMad> seen, long frame, @Nullable WrongField field) {
    String test = tests.getOrDefault(frame, "");
    SeenMad wrong = seen.getLast();
    int firstWrong = seen.size() - 1;
    for (int i = seen.size() - 2; field != null && i >= 0 && isOf(test, seen.get(i)); i--) {
      SeenMad mad = seen.get(i);
      if (mad.isLike(wrong)) {
        if (mad.has(field)) {
          return isFailed(mad.frame(), field) ? null : between(test, seen, i, firstWrong);
        }
        if (!mad.value(field).equals(field.actual())) {
          return null; // it was right in another way before
        }
        firstWrong = i;
      } else if (mad.isSet() && mad.isAboutThatOf(wrong) && !mad.has(field)) {
        return null; // the test itself wanted another value then
      }
    }
    return null;
  }

  /// Whether another check failed on that field of a packet: then its value was not right.
  private boolean isFailed(long frame, WrongField field) {
    return wanted.getOrDefault(frame, List.of()).stream()
        .anyMatch(failure -> failure.field() != null && failure.field().bit() == field.bit());
  }

  private boolean isOf(String test, SeenMad mad) {
    return !labels.of(mad.frame()).stepOf(test).isEmpty();
  }

  private LastRight between(String test, List<SeenMad> seen, int right, int wrong) {
    List<SeenMad> between =
        seen.subList(right + 1, wrong).stream().filter(SeenMad::isRequest).toList();
    // The last request read the wrong value, or was the Set whose response has it.
    boolean isRead = !between.isEmpty() && !between.getLast().isSet();
    List<SeenMad> all = isRead ? between.subList(0, between.size() - 1) : between;
    List<SeenMad> sets = all.stream().filter(SeenMad::isSet).toList();
    List<SeenMad> sent = sets.isEmpty() ? all : sets;
    boolean isNoise = sets.isEmpty() && sent.size() > MOST_OTHERS;
    int earlier = isNoise ? sent.size() : Math.max(0, sent.size() - MOST_NAMED);
    return new LastRight(
        seen.get(right).frame(),
        seen.get(wrong).frame(),
        !sets.isEmpty(),
        sent.subList(earlier, sent.size()).stream()
            .map(mad -> mad + ": " + changes(mad, seen) + response(test, mad, seen))
            .toList(),
        earlier);
  }

  /// What a Set changed of the values last read or set before it.
  private static String changes(SeenMad set, List<SeenMad> seen) {
    if (!set.isSet()) {
      return "";
    }
    for (int i = seen.size() - 1; i >= 0; i--) {
      SeenMad mad = seen.get(i);
      if (mad.frame() < set.frame() && mad.isReadOf(set)) {
        String changes = set.changes(mad);
        return changes.isEmpty() ? "" : changes + "; ";
      }
    }
    return "";
  }

  /// The response to a request. If no check of a Status failed in the test, the test expects a
  /// response that rejects the request.
  private String response(String test, SeenMad request, List<SeenMad> seen) {
    for (SeenMad mad : seen) {
      if (mad.frame() > request.frame() && mad.answers(request)) {
        boolean isRequired = mad.status() != 0 && !failedByStatus.contains(test);
        return mad.statusText() + (isRequired ? ", as this test expects" : "");
      }
    }
    return "no response";
  }
}
