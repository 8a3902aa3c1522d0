package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.runner.Selection;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonOutput;

/// The list of deviations, for `ibassay list --deviations`.
///
/// @param all all deviations
record DeviationsList(PrintWriter out, Terminal terminal, List<Deviation> all) {
  private static final String INDENT = "    ";

  /// @param selectors names or globs; empty for all
  void print(List<String> selectors, boolean isJson) throws UsageException {
    List<String> names = Selection.named(selectors, all.stream().map(Deviation::name).toList());
    List<Deviation> selected = all.stream().filter(d -> names.contains(d.name())).toList();
    if (isJson) {
      out.print(JsonOutput.text(selected.stream().map(DeviationsList::tree).toList()));
    } else {
      selected.forEach(this::print);
    }
  }

  private void print(Deviation deviation) {
    out.println(terminal.bold(deviation.name()) + "  " + String.join(", ", kinds(deviation)));
    Text.wrap(deviation.summary(), terminal.columns() - INDENT.length())
        .forEach(line -> out.println(INDENT + line));
  }

  private static List<String> kinds(Deviation deviation) {
    return deviation.kinds().stream().sorted().map(NodeKind::word).collect(Collectors.toList());
  }

  private static Map<String, Object> tree(Deviation deviation) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", deviation.name());
    tree.put("devices", kinds(deviation));
    tree.put("summary", deviation.summary());
    return tree;
  }
}
