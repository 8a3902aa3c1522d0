package org.ibassay.runner.fabric;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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
  /// What only the line of a group's first node has.
  private static final List<String> OF_FIRST =
      List.of("dut", "tests", "readings", "strict", "claims", "expected");

  private final Map<String, NodeGroup> groups = new LinkedHashMap<>();
  private final List<NodeGroup> byNumber = new ArrayList<>();
  private final Map<String, NodeGroup> done = new HashMap<>();
  private final Writer writer;
  private final String trace;

  private FabricLines(Writer writer, String trace) {
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
      groupOf(make, tree);
    }
    add(byNumber.get(number), tree);
    return true;
  }

  /// Returns the group of a line with tests; a new one if no other has these verdicts.
  private NodeGroup groupOf(String make, Map<String, @Nullable Object> tree) {
    String signature = NodeGroup.signature(make, Trees.objects(tree.get("tests")));
    NodeGroup group = groups.get(signature);
    if (group == null) {
      group = new NodeGroup(make, tree);
      groups.put(signature, group);
      byNumber.add(group);
    }
    return group;
  }

  private void add(NodeGroup group, Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> node = Trees.object(tree.get("node"));
    NodeGroup.Who who =
        new NodeGroup.Who(
            Trees.text(node, "guid"), Trees.text(node, "description"), Trees.text(node, "path"));
    done.put(who.guid(), group);
    group.add(who, !Boolean.FALSE.equals(tree.get("restored")), counts(tree.get("excused")));
  }

  /// Writes a file that joins those of the parts of a run.
  ///
  /// @param run description of the whole run
  public static FabricLines joining(Writer writer, Map<String, @Nullable Object> run)
      throws IOException {
    FabricLines lines = new FabricLines(writer, "");
    lines.write(JsonOutput.line(Trees.of("run", run)));
    return lines;
  }

  /// Returns the description of the run in a file.
  ///
  /// @throws UsageException if it has none
  public static Map<String, @Nullable Object> run(Path file) throws IOException, UsageException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String head = reader.readLine();
      Map<String, @Nullable Object> run =
          Trees.object(JsonOutput.read(head == null ? "" : head).get("run"));
      if (run.isEmpty()) {
        throw new UsageException(file + ": line 1: expected the description of a run");
      }
      return run;
    }
  }

  /// Adds the nodes of a part's file. A node that another part has with the same verdicts is added
  /// once.
  ///
  /// @param trace new name of a capture of the part
  /// @throws UsageException if a line is invalid, or a node has different verdicts in two parts
  public void join(Path file, UnaryOperator<String> trace) throws IOException, UsageException {
    List<NodeGroup> ofPart = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      reader.readLine(); // the run
      int number = 2;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Map<String, @Nullable Object> tree = JsonOutput.read(line);
        if (!(tree.get("group") instanceof Integer group) || group < 0 || group > ofPart.size()) {
          throw new UsageException(
              "%s: line %d: expected a node with the number of its group".formatted(file, number));
        }
        tree.put("trace", trace.apply(Trees.text(tree, "trace")));
        join(file, tree, group, ofPart);
        number++;
      }
    }
  }

  private void join(
      Path file, Map<String, @Nullable Object> tree, int number, List<NodeGroup> ofPart)
      throws IOException, UsageException {
    Map<String, @Nullable Object> node = Trees.object(tree.get("node"));
    int before = byNumber.size();
    if (number == ofPart.size()) {
      ofPart.add(groupOf(Trees.text(node, "make"), tree));
    }
    NodeGroup group = ofPart.get(number);
    NodeGroup known = done.get(Trees.text(node, "guid"));
    if (known != null && known != group) {
      throw new UsageException(
          "%s: node %s (%s) has different results in another part; expected it once, or twice alike"
              .formatted(file, Trees.text(node, "guid"), Trees.text(node, "description")));
    }
    if (known == null) {
      add(group, tree);
      tree.put("group", byNumber.indexOf(group));
      if (byNumber.size() == before) {
        OF_FIRST.forEach(tree::remove);
      }
      write(JsonOutput.line(tree));
    }
  }

  private static List<Long> counts(@Nullable Object list) {
    return list instanceof List<?> counts
        ? counts.stream().map(count -> Long.parseLong(count.toString())).toList()
        : List.of();
  }

  /// Whether a node was tested before the run was resumed.
  boolean isDone(FoundNode node) {
    return done.containsKey(node.name());
  }

  /// The number of nodes tested.
  int count() {
    return done.size();
  }

  /// The groups so far, in the order in which their first nodes were tested.
  public List<NodeGroup> groups() {
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
    Map<String, @Nullable Object> place =
        Trees.of(
            "guid", who.guid(),
            "description", who.description(),
            "make", make,
            "ports", node.ports(),
            "path", who.path());
    if (!node.firmware().isEmpty()) {
      place.put("firmware", node.firmware());
      Map<String, @Nullable Object> dut = Trees.object(tests.get("dut"));
      dut.put("firmware", node.firmware());
      tests.put("dut", dut);
    }
    tree.put("node", place);
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
    done.put(who.guid(), group);
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
