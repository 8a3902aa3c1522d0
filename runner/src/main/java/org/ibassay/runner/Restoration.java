package org.ibassay.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.runner.journal.Contents;
import org.ibassay.runner.journal.Journal;
import org.ibassay.runner.state.ChangedState;
import org.ibassay.runner.state.Smps;
import org.ibassay.runner.state.Snapshots;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.jspecify.annotations.Nullable;

/// The result of restoring a device after a run that could not do so itself.
///
/// @param node GUID of the device, as a name
/// @param tests tests that had changed it; empty if there was nothing to restore
/// @param putBack what was restored
/// @param lost what no Set can restore
/// @param left what should have been restored and was not: the journal is kept
/// @param unreadable damaged records of the journal, whose state may not be restored: the journal
///   is kept
/// @param isTorn whether the journal's last record is incomplete: its test never began
/// @param journal path of the journal
public record Restoration(
    String node,
    List<String> tests,
    List<String> putBack,
    List<String> lost,
    List<String> left,
    List<String> unreadable,
    boolean isTorn,
    String journal) {
  private static final String PURPOSE = "restore what an earlier run changed";

  /// Whether the device is restored, except for what no Set can restore.
  public boolean isDone() {
    return left.isEmpty() && unreadable.isEmpty();
  }

  /// Restores a device, verifies it, and closes its journal if nothing is left to be done. Can be
  /// repeated safely.
  ///
  /// @param node GUID of the device
  /// @throws BusyException if a run is using it
  /// @throws IOException if its journal cannot be read
  /// @throws LinkException if the device cannot be reached: the journal is kept
  public static Restoration of(long node, Journals journals, Drivers drivers)
      throws BusyException, IOException, LinkException, InterruptedException {
    if (!Files.isRegularFile(journals.file(node))) {
      return nothing(node, List.of(), journals);
    }
    try (Journal journal = journals.hold(node)) {
      Contents contents = journal.contents();
      if (!contents.isOpen()) {
        journal.clear();
        return nothing(node, contents.lost(), journals);
      }
      Restoration restoration = restored(node, contents, journals, drivers);
      if (restoration.isDone()) {
        journal.clear();
      }
      return restoration;
    }
  }

  private static Restoration nothing(long node, List<String> lost, Journals journals) {
    return new Restoration(
        Journals.name(node),
        List.of(),
        List.of(),
        lost,
        List.of(),
        List.of(),
        false,
        journals.file(node).toString());
  }

  private static Restoration restored(
      long node, Contents contents, Journals journals, Drivers drivers)
      throws LinkException, InterruptedException {
    try (Dut dut = open(contents, drivers)) {
      check(node, contents, dut.madPorts());
      Snapshots before =
          Snapshots.of(contents.saved(), dut.madPorts(), contents.keys(), contents.window());
      List<ChangedState> found = before.differences();
      List<ChangedState> left = before.restore();
      Set<String> names = new HashSet<>();
      left.forEach(difference -> names.add(difference.what()));
      return new Restoration(
          Journals.name(node),
          contents.tests(),
          found.stream()
              .filter(difference -> !difference.what().isEmpty())
              .filter(difference -> !names.contains(difference.what()))
              .map(difference -> difference.what() + difference.again())
              .toList(),
          lost(contents, left),
          left.stream()
              .filter(difference -> !difference.isFinal())
              .map(ChangedState::text)
              .toList(),
          contents.unreadable(),
          contents.isTorn(),
          journals.file(node).toString());
    }
  }

  /// Losses caused by completed tests and by incomplete ones.
  private static List<String> lost(Contents contents, List<ChangedState> left) {
    Stream<String> now = left.stream().filter(ChangedState::isFinal).map(ChangedState::text);
    return Stream.concat(contents.lost().stream(), now).distinct().toList();
  }

  private static Dut open(Contents contents, Drivers drivers)
      throws LinkException, InterruptedException {
    String uri = contents.uri();
    if (uri == null) {
      throw new LinkException("the journal does not contain the DUT URI");
    }
    try {
      return drivers.parse(uri).open(Tap.NONE, contents.timing());
    } catch (UsageException e) {
      throw new LinkException("the journal's DUT URI cannot be used: " + e.getMessage());
    }
  }

  /// A route may lead to another device by now.
  private static void check(long node, Contents contents, List<MadPort> ports)
      throws LinkException, InterruptedException {
    for (MadPort port : ports) {
      Smps.Answer nodeInfo = nodeInfo(new Smps(port, PURPOSE), contents.mKeys());
      if (nodeInfo == null) {
        throw new LinkException(
            "%s does not answer at %s".formatted(Journals.name(node), contents.uri()));
      }
      long found = nodeInfo.get(NodeInfo.NODE_GUID);
      if (found != node) {
        throw new LinkException(
            "%s leads to %s now, not to %s: restore the cabling"
                .formatted(contents.uri(), Journals.name(found), Journals.name(node)));
      }
    }
  }

  private static Smps.@Nullable Answer nodeInfo(Smps smps, List<Long> keys)
      throws LinkException, InterruptedException {
    for (long key : keys) {
      Smps.Answer answer = smps.getOnce(Attribute.NODE_INFO, 0, key);
      if (answer != null) {
        return answer;
      }
    }
    for (long key : keys) {
      Smps.Answer answer = smps.get(Attribute.NODE_INFO, 0, key);
      if (answer != null) {
        return answer;
      }
    }
    return null;
  }
}
