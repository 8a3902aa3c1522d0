package org.ibassay.results.rejudge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.JsonOutput;
import org.jspecify.annotations.Nullable;

/// The contents of `rejudge.json`: what a rejudgement needs in addition to results and trace.
///
/// @param packets number of packets in the trace
/// @param settings settings of the run
/// @param duts in the order of the results
/// @param sections the tests, in the order run
record RunRecording(
    int packets, RecordedSettings settings, List<RecordedDut> duts, List<Section> sections) {
  static final String NAME = "rejudge.json";

  private static final int VERSION = 1;

  /// Consecutive frames of the trace; none if `last` is less than `first`.
  ///
  /// @param isWhole whether the trace contains all of the packets, which it does not after its size
  ///   limit
  record Frames(int first, int last, boolean isWhole) {
    static final Frames NONE = new Frames(1, 0, true);

    private Map<String, @Nullable Object> tree() {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>();
      tree.put("first", first);
      tree.put("last", last);
      tree.put("whole", isWhole);
      return tree;
    }

    private static Frames of(JsonInput item) throws UsageException {
      int first = item.index("first", Integer.MAX_VALUE);
      return new Frames(first, item.index("last", Integer.MAX_VALUE), item.flag("whole"));
    }
  }

  /// A device.
  ///
  /// @param identification frames of its identification
  /// @param ports the tester's ports; none if the device was not opened
  record RecordedDut(String uri, Frames identification, List<RecordedPort> ports) {}

  /// One run of a test, with its snapshot and restore.
  ///
  /// @param dut index into `duts`
  /// @param round from 1
  record Section(int dut, String test, int round, Frames frames) {}

  void write(Path file) throws IOException {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("version", VERSION);
    tree.put("packets", packets);
    tree.put("settings", settings.tree());
    tree.put("duts", duts.stream().map(RunRecording::tree).toList());
    tree.put("sections", sections.stream().map(RunRecording::tree).toList());
    JsonOutput.write(tree, file);
  }

  private static Map<String, @Nullable Object> tree(RecordedDut dut) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("uri", dut.uri);
    tree.put("identification", dut.identification.tree());
    tree.put("ports", dut.ports.stream().map(RecordedPort::tree).toList());
    return tree;
  }

  private static Map<String, @Nullable Object> tree(Section section) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("dut", section.dut);
    tree.put("test", section.test);
    tree.put("round", section.round);
    tree.put("frames", section.frames.tree());
    return tree;
  }

  /// Reads the file in a run's directory.
  ///
  /// @throws UsageException names the place in the file and what was expected there
  static RunRecording read(Path directory) throws UsageException {
    JsonInput root = JsonInput.read("recording", directory.resolve(NAME));
    if (root.index("version", Integer.MAX_VALUE) != VERSION) {
      throw root.wrong("version", "version " + VERSION);
    }
    List<RecordedDut> duts = new ArrayList<>();
    for (JsonInput item : root.items("duts")) {
      List<RecordedPort> ports = new ArrayList<>();
      for (JsonInput port : item.items("ports")) {
        ports.add(RecordedPort.of(port));
      }
      duts.add(new RecordedDut(item.text("uri"), Frames.of(item.object("identification")), ports));
    }
    List<Section> sections = new ArrayList<>();
    for (JsonInput item : root.items("sections")) {
      sections.add(
          new Section(
              item.index("dut", duts.size()),
              item.text("test"),
              item.index("round", Integer.MAX_VALUE),
              Frames.of(item.object("frames"))));
    }
    return new RunRecording(
        root.index("packets", Integer.MAX_VALUE),
        RecordedSettings.of(root.object("settings")),
        duts,
        sections);
  }

  /// Returns all rounds of a test on a DUT.
  List<Section> rounds(int dut, String test) {
    return sections.stream().filter(s -> s.dut == dut && s.test.equals(test)).toList();
  }
}
