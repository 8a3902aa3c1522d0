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

  private final List<Snapshot> parts = new ArrayList<>();

  private Snapshots() {}

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
                MulticastSnapshot.take(new Smps(ports.getFirst(), PURPOSE), window, keys));
      }
    }
    return snapshots;
  }

  /// A channel adapter or router has an M_Key for each port, a switch one for all.
  private void addPortInfo(List<MadPort> ports, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    Map<Integer, Smps> byNumber = new LinkedHashMap<>();
    boolean isSwitch = false;
    for (MadPort port : ports) {
      Smps smps = new Smps(port, PURPOSE);
      Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, 0);
      if (nodeInfo == null) {
        throw new NotReadableException("NodeInfo: no answer");
      }
      isSwitch = nodeInfo.get(NodeInfo.NODE_TYPE) == SWITCH;
      byNumber.putIfAbsent((int) nodeInfo.get(NodeInfo.LOCAL_PORT_NUM), smps);
    }
    if (isSwitch) {
      List<Integer> numbers = new ArrayList<>(byNumber.keySet());
      numbers.remove(Integer.valueOf(0));
      numbers.add(0);
      parts.add(PortInfoSnapshot.take(byNumber.values().iterator().next(), numbers, keys));
      return;
    }
    for (Map.Entry<Integer, Smps> entry : byNumber.entrySet()) {
      parts.add(PortInfoSnapshot.take(entry.getValue(), List.of(entry.getKey()), keys));
    }
  }

  /// Puts everything back.
  ///
  /// @return what is not as it was, for people
  public List<String> restore() {
    List<String> left = new ArrayList<>();
    for (Snapshot part : parts) {
      try {
        left.addAll(part.restore());
      } catch (LinkException e) {
        left.add("the tester could not put back what the test changed: " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        left.add("what the test changed was not put back: interrupted");
        return left;
      }
    }
    return left;
  }
}
