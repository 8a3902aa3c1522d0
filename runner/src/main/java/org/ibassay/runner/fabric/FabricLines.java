package org.ibassay.runner.fabric;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.link.dut.PathText;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.runner.report.ResultsFile;
import org.jspecify.annotations.Nullable;

/// Writes `results.jsonl`: a line for the run, then one for each node as soon as it is tested. The
/// first node of a group has its tests in the line; others refer to the group's number. In the file
/// of a killed run at most the last line is incomplete, so that the run can be resumed from it.
public final class FabricLines implements Closeable {
  private final Map<String, NodeGroup> groups = new LinkedHashMap<>();
  private final List<NodeGroup> byNumber = new ArrayList<>();
  private final Set<String> done = new HashSet<>();
  private final BufferedWriter writer;
  private final String trace;

  private FabricLines(BufferedWriter writer, String trace) {
    this.writer = writer;
    this.trace = trace;
  }

  /// Creates a file, or continues one.
  ///
  /// @param run description of the run; must be equal in a run that is resumed
  /// @param resumes whether to continue an existing file
  /// @param trace name of the capture to which frame numbers refer
  /// @throws UsageException if the file does not exist, or belongs to another run
  public static FabricLines open(
      Path file, Map<String, @Nullable Object> run, boolean resumes, String trace)
      throws IOException, UsageException {
    String head = JsonOutput.line(Trees.of("run", run));
    Path part = file.resolveSibling(file.getFileName() + ".part");
    BufferedWriter writer = Files.newBufferedWriter(part, StandardCharsets.UTF_8);
    FabricLines lines = new FabricLines(writer, trace);
    lines.write(head);
    if (resumes) {
      lines.takeOver(file, head);
    }
    // the writer continues in the renamed file
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return lines;
  }

  private void takeOver(Path file, String head) throws IOException, UsageException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String first = reader.readLine();
      if (first == null || !first.equals(head)) {
        throw new UsageException(
            "--resume: %s is of another run: expected %s; found %s".formatted(file, head, first));
      }
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Map<String, @Nullable Object> tree = JsonOutput.read(line);
        if (tree.isEmpty() || !take(tree)) {
          return; // incomplete last line
        }
        write(line);
      }
    }
  }

  /// @return whether the line is valid
  private boolean take(Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> node = Trees.object(tree.get("node"));
    if (!(tree.get("group") instanceof Integer number) || number < 0 || number > byNumber.size()) {
      return false;
    }
    String make = Trees.text(node, "make");
    if (number == byNumber.size()) {
      NodeGroup group = new NodeGroup(make, tree);
      byNumber.add(group);
      groups.put(NodeGroup.signature(make, group.tests()), group);
    }
    done.add(Trees.text(node, "guid"));
    byNumber
        .get(number)
        .add(
            new NodeGroup.Who(
                Trees.text(node, "guid"),
                Trees.text(node, "description"),
                Trees.text(node, "path")),
            !Boolean.FALSE.equals(tree.get("restored")),
            counts(tree.get("excused")));
    return true;
  }

  private static List<Long> counts(@Nullable Object list) {
    return list instanceof List<?> counts
        ? counts.stream().map(count -> Long.parseLong(count.toString())).toList()
        : List.of();
  }

  /// Whether a node was tested before the run was resumed.
  boolean isDone(FoundNode node) {
    return done.contains(node.name());
  }

  /// The number of nodes tested.
  int count() {
    return done.size();
  }

  /// The groups so far, in the order in which their first nodes were tested.
  List<NodeGroup> groups() {
    return List.copyOf(byNumber);
  }

  /// Adds the result of a node and flushes it to disk.
  ///
  /// @return its group
  NodeGroup add(FoundNode node, RunResult result) throws IOException {
    Map<String, @Nullable Object> tests = ResultsFile.node(result);
    String make = node.make();
    NodeGroup.Who who =
        new NodeGroup.Who(node.name(), node.description(), PathText.of(node.route()));
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put(
        "node",
        Trees.of(
            "guid", who.guid(),
            "description", who.description(),
            "make", make,
            "ports", node.ports(),
            "path", who.path()));
    String signature = NodeGroup.signature(make, Trees.objects(tests.get("tests")));
    NodeGroup group = groups.get(signature);
    int number = group == null ? byNumber.size() : byNumber.indexOf(group);
    tree.put("group", number);
    tree.put("verdict", result.verdict().text());
    tree.put("durationMillis", result.duration().toMillis());
    tree.put("restored", result.isPutBack());
    List<Long> excused = result.expectations().stream().map(Expectation::excused).toList();
    if (!excused.isEmpty()) {
      tree.put("excused", excused);
    }
    tree.put("trace", trace);
    if (group == null) {
      tree.putAll(tests);
      group = new NodeGroup(make, tree);
      groups.put(signature, group);
      byNumber.add(group);
    }
    done.add(who.guid());
    group.add(who, result.isPutBack(), excused);
    write(JsonOutput.line(tree));
    return group;
  }

  private void write(String line) throws IOException {
    writer.write(line);
    writer.write('\n');
    writer.flush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
