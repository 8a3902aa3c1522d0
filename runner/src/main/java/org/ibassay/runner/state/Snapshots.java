package org.ibassay.runner.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;

/// Everything of a DUT that a test may change, as it was before the test.
public final class Snapshots {
  private static final int SWITCH = 2;
  private static final String PURPOSE = "state before and after a test";

  private final List<Part> parts = new ArrayList<>();

  private Snapshots() {}

  /// @param via index of the tester port that it was taken through
  private record Part(int via, Snapshot snapshot) {}

  /// Reads what a test may change.
  ///
  /// @param ports tester's ports that are cabled to the DUT
  /// @param keys M_Keys that the test may leave behind, the likeliest first
  /// @param window how many requests may be under way
  /// @throws NotReadableException when the DUT does not tell
  public static Snapshots take(
      List<Change> changes, List<MadPort> ports, List<Long> keys, int window)
      throws NotReadableException, LinkException, InterruptedException {
    Snapshots snapshots = new Snapshots();
    for (Change change : changes) {
      switch (change) {
        case PORT_INFO -> snapshots.addPortInfo(ports, keys);
        case MULTICAST_FORWARDING_TABLE ->
            snapshots.parts.add(
                new Part(0, MulticastSnapshot.take(smps(ports.getFirst()), window, keys)));
      }
    }
    return snapshots;
  }

  /// What an earlier process has read.
  ///
  /// @param saved in the order in which [#saved] gave it
  /// @param ports as for [#take]
  /// @param keys as for [#take]
  /// @param window as for [#take]
  public static Snapshots of(List<Saved> saved, List<MadPort> ports, List<Long> keys, int window) {
    Snapshots snapshots = new Snapshots();
    for (Change change : Change.values()) {
      for (int via = 0; via < ports.size(); via++) {
        int port = via;
        List<Saved> own =
            saved.stream().filter(s -> s.change() == change && s.via() == port).toList();
        if (!own.isEmpty()) {
          Smps smps = smps(ports.get(via));
          snapshots.parts.add(new Part(via, snapshot(change, own, smps, keys, window)));
        }
      }
    }
    return snapshots;
  }

  private static Snapshot snapshot(
      Change change, List<Saved> saved, Smps smps, List<Long> keys, int window) {
    return switch (change) {
      case PORT_INFO -> PortInfoSnapshot.of(saved, smps, keys);
      case MULTICAST_FORWARDING_TABLE -> MulticastSnapshot.of(saved, smps, window);
    };
  }

  /// A channel adapter or router has an M_Key for each port, a switch one for all.
  private void addPortInfo(List<MadPort> ports, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    Map<Integer, Integer> viaByNumber = new LinkedHashMap<>();
    boolean isSwitch = false;
    for (int via = 0; via < ports.size(); via++) {
      Smps.Answer nodeInfo = smps(ports.get(via)).get(Attribute.NODE_INFO, 0, 0);
      if (nodeInfo == null) {
        throw new NotReadableException("NodeInfo: no answer");
      }
      isSwitch = nodeInfo.get(NodeInfo.NODE_TYPE) == SWITCH;
      viaByNumber.putIfAbsent((int) nodeInfo.get(NodeInfo.LOCAL_PORT_NUM), via);
    }
    if (isSwitch) {
      List<Integer> numbers = new ArrayList<>(viaByNumber.keySet());
      numbers.remove(Integer.valueOf(0));
      numbers.add(0);
      parts.add(new Part(0, PortInfoSnapshot.take(smps(ports.getFirst()), numbers, keys)));
      return;
    }
    for (Map.Entry<Integer, Integer> entry : viaByNumber.entrySet()) {
      int via = entry.getValue();
      Smps smps = smps(ports.get(via));
      parts.add(new Part(via, PortInfoSnapshot.take(smps, List.of(entry.getKey()), keys)));
    }
  }

  private static Smps smps(MadPort port) {
    return new Smps(port, PURPOSE);
  }

  /// All of it, for a later process.
  public List<Saved> saved() {
    return parts.stream().flatMap(part -> part.snapshot.saved(part.via).stream()).toList();
  }

  /// What is not as it was.
  public List<Difference> differences() throws LinkException, InterruptedException {
    List<Difference> differences = new ArrayList<>();
    for (Part part : parts) {
      differences.addAll(part.snapshot.differences());
    }
    return differences;
  }

  /// Puts everything back.
  ///
  /// @return what is not as it was
  public List<Difference> restore() {
    List<Difference> left = new ArrayList<>();
    for (Part part : parts) {
      try {
        left.addAll(part.snapshot.restore());
      } catch (LinkException e) {
        left.add(
            Difference.open(
                "the tester could not put back what the test changed: " + e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        left.add(Difference.open("what the test changed was not put back: interrupted"));
        return left;
      }
    }
    return left;
  }
}
