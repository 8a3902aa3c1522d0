package org.ibassay.results.store;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;
import org.jspecify.annotations.Nullable;

/// A device of a results file, as a store knows it.
///
/// @param dut index into the devices of the file, whose tests are its own
/// @param name as given, or else that of the lab, the node GUID, or the URI
/// @param firmware as given, or else as the lab or the agent has it
record StoredDevice(int dut, String name, String firmware, String uri) {
  private static final String UNKNOWN = "unknown";
  private static final Pattern FIRMWARE = Pattern.compile(", firmware ([^,]+)$");

  /// Those of a file. In a run over a fabric, each node is one: it has the verdicts of its group.
  ///
  /// @param name of the only device, or null
  /// @param firmware of the devices, or null
  static List<StoredDevice> of(
      Results results, JsonInput root, @Nullable String name, @Nullable String firmware)
      throws UsageException {
    List<StoredDevice> devices = new ArrayList<>();
    if (root.has("fabric")) {
      for (JsonInput group : root.object("fabric").items("groups")) {
        addNodes(devices, results, group, firmware);
      }
      return devices;
    }
    for (int i = 0; i < results.duts().size(); i++) {
      Results.Dut dut = results.duts().get(i);
      String own = dut.name() != null ? dut.name() : dut.nodeGuid();
      String label = name != null ? name : own != null ? own : dut.uri();
      devices.add(new StoredDevice(i, label, version(dut, firmware), dut.uri()));
    }
    return devices;
  }

  private static void addNodes(
      List<StoredDevice> devices, Results results, JsonInput group, @Nullable String firmware)
      throws UsageException {
    int index = group.index("dut", results.duts().size());
    Results.Dut dut = results.duts().get(index);
    String firstPath = null;
    for (JsonInput node : group.items("nodes")) {
      String path = "path=" + node.text("path");
      firstPath = firstPath == null ? path : firstPath;
      devices.add(
          new StoredDevice(
              index,
              node.text("guid"),
              version(dut, firmware),
              dut.uri().replace(firstPath, path)));
    }
  }

  private static String version(Results.Dut dut, @Nullable String firmware) {
    if (firmware != null) {
      return firmware;
    }
    if (dut.firmware() != null) {
      return dut.firmware();
    }
    Matcher found = FIRMWARE.matcher(dut.description() == null ? "" : dut.description());
    return found.find() ? found.group(1) : UNKNOWN;
  }
}
