package org.ibassay.runner.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.TesterPort;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.sa.Gid;

/// The state of a DUT that a test may change, as it was before the test.
public final class Snapshots {
  private static final int SWITCH = 2;
  private static final String PURPOSE = "state before and after a test";

  private final List<Part> parts = new ArrayList<>();

  private Snapshots() {}

  /// @param via index of the tester port through which it was read
  private record Part(int via, Snapshot snapshot) {}

  /// Reads what a test may change.
  ///
  /// @param ports tester ports that are cabled to the DUT
  /// @param keys M_Keys that the test may leave, the likeliest first
  /// @param serviceId the first service that the test may register
  /// @param window highest number of outstanding requests
  /// @throws NotReadableException if the state cannot be read
  public static Snapshots take(
      List<Change> changes, List<MadPort> ports, List<Long> keys, long serviceId, int window)
      throws NotReadableException, LinkException, InterruptedException {
    return take(changes, ports, keys, serviceId, 0, window);
  }

  /// Reads what a test may change.
  ///
  /// @param smKey SM_Key of the DUT's subnet manager
  public static Snapshots take(
      List<Change> changes,
      List<MadPort> ports,
      List<Long> keys,
      long serviceId,
      long smKey,
      int window)
      throws NotReadableException, LinkException, InterruptedException {
    Snapshots snapshots = new Snapshots();
    for (Change change : changes) {
      switch (change) {
        case PORT_INFO, PORT_INFO_OF_ALL_PORTS -> snapshots.addPortInfo(change, ports, keys);
        case SERVICE_RECORD ->
            snapshots.addOfSubnets(
                ports, (port, tester) -> ServiceSnapshot.take(port, tester.gid(), serviceId));
        case MULTICAST_GROUPS ->
            snapshots.addOfSubnets(
                ports,
                (port, tester) ->
                    GroupSnapshot.take(port, List.of(tester.gid(), dut(port, tester))));
        case SUBSCRIPTIONS ->
            snapshots.addOfSubnets(
                ports, (port, tester) -> SubscriptionSnapshot.take(port, tester.gid()));
        case MANAGER_STATE -> {
          for (int via = 0; via < ports.size(); via++) {
            Smps smps = smps(ports.get(via));
            snapshots.parts.add(new Part(via, ManagerSnapshot.take(smps, smKey)));
          }
        }
        default -> snapshots.addTable(StateTable.of(change).orElseThrow(), ports, keys, window);
      }
    }
    return snapshots;
  }

  /// An empty snapshot, for a test that must not write.
  public static Snapshots none() {
    return new Snapshots();
  }

  /// Recreates the snapshots of an earlier process.
  ///
  /// @param saved in the order returned by [#saved]
  /// @param ports as for [#take]
  /// @param keys as for [#take]
  /// @param window as for [#take]
  public static Snapshots of(
      List<SavedAttribute> saved, List<MadPort> ports, List<Long> keys, int window) {
    Snapshots snapshots = new Snapshots();
    for (Change change : Change.values()) {
      for (int via = 0; via < ports.size(); via++) {
        int port = via;
        List<SavedAttribute> own =
            saved.stream().filter(s -> s.change() == change && s.via() == port).toList();
        if (!own.isEmpty()) {
          snapshots.parts.add(new Part(via, snapshot(change, own, ports.get(via), keys, window)));
        }
      }
    }
    return snapshots;
  }

  private static Snapshot snapshot(
      Change change, List<SavedAttribute> saved, MadPort port, List<Long> keys, int window) {
    return switch (change) {
      case PORT_INFO, PORT_INFO_OF_ALL_PORTS -> PortInfoSnapshot.of(saved, smps(port), keys);
      case SERVICE_RECORD -> ServiceSnapshot.of(saved, port);
      case MULTICAST_GROUPS -> GroupSnapshot.of(saved, port);
      case SUBSCRIPTIONS -> SubscriptionSnapshot.of(saved, port);
      case MANAGER_STATE -> ManagerSnapshot.of(saved, smps(port));
      default -> TableSnapshot.of(saved, StateTable.of(change).orElseThrow(), smps(port), window);
    };
  }

  /// Reads the records of a tester port from subnet administration.
  private interface OfSubnet {
    Snapshot take(MadPort port, TesterPort tester)
        throws NotReadableException, LinkException, InterruptedException;
  }

  /// The GID of the DUT's port, in the tester's subnet.
  private static Gid dut(MadPort port, TesterPort tester)
      throws NotReadableException, LinkException, InterruptedException {
    Smps.Answer nodeInfo = smps(port).get(Attribute.NODE_INFO, 0, 0);
    if (nodeInfo == null) {
      throw new NotReadableException("NodeInfo: no response");
    }
    return new Gid(tester.gid().prefix(), nodeInfo.get(NodeInfo.PORT_GUID));
  }

  /// Each tester port belongs to its own subnet, or to none yet.
  private void addOfSubnets(List<MadPort> ports, OfSubnet kind)
      throws NotReadableException, LinkException, InterruptedException {
    for (int via = 0; via < ports.size(); via++) {
      MadPort port = ports.get(via);
      TesterPort tester = TesterPort.read(port, Label.of("ibassay: " + PURPOSE));
      if (tester.smLid() != 0) {
        parts.add(new Part(via, kind.take(port, tester)));
      }
    }
  }

  /// A channel adapter or router has a table for each port, a switch has one.
  private void addTable(StateTable table, List<MadPort> ports, List<Long> keys, int window)
      throws NotReadableException, LinkException, InterruptedException {
    for (int via = 0; via < ports.size(); via++) {
      Smps smps = smps(ports.get(via));
      Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, 0);
      boolean isSwitch = nodeInfo != null && nodeInfo.get(NodeInfo.NODE_TYPE) == SWITCH;
      if (via == 0 || !isSwitch) {
        parts.add(new Part(via, TableSnapshot.take(smps, window, table, keys)));
      }
    }
  }

  /// A channel adapter or router has an M_Key for each port, a switch has one.
  private void addPortInfo(Change change, List<MadPort> ports, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    Map<Integer, Integer> viaByNumber = new LinkedHashMap<>();
    int switchPorts = 0;
    for (int via = 0; via < ports.size(); via++) {
      Smps.Answer nodeInfo = smps(ports.get(via)).get(Attribute.NODE_INFO, 0, 0);
      if (nodeInfo == null) {
        throw new NotReadableException("NodeInfo: no response");
      }
      if (nodeInfo.get(NodeInfo.NODE_TYPE) == SWITCH) {
        switchPorts = (int) nodeInfo.get(NodeInfo.NUM_PORTS);
      }
      viaByNumber.putIfAbsent((int) nodeInfo.get(NodeInfo.LOCAL_PORT_NUM), via);
    }
    if (switchPorts > 0) {
      List<Integer> numbers =
          change == Change.PORT_INFO
              ? viaByNumber.keySet().stream().filter(number -> number != 0).toList()
              : IntStream.rangeClosed(1, switchPorts).boxed().toList();
      Smps smps = smps(ports.getFirst());
      parts.add(new Part(0, PortInfoSnapshot.take(change, smps, numbers, 0, keys)));
      return;
    }
    for (Map.Entry<Integer, Integer> entry : viaByNumber.entrySet()) {
      int via = entry.getValue();
      Smps smps = smps(ports.get(via));
      parts.add(
          new Part(via, PortInfoSnapshot.take(change, smps, List.of(), entry.getKey(), keys)));
    }
  }

  private static Smps smps(MadPort port) {
    return new Smps(port, PURPOSE);
  }

  /// Returns the saved attributes, for a later process.
  public List<SavedAttribute> saved() {
    return parts.stream().flatMap(part -> part.snapshot.saved(part.via).stream()).toList();
  }

  /// Returns the differences from the snapshot.
  public List<ChangedState> differences() {
    return all(Snapshot::differences);
  }

  /// Restores everything.
  ///
  /// @return what is not restored
  public List<ChangedState> restore() {
    return all(Snapshot::restore);
  }

  /// An operation on each part.
  private interface Step {
    List<ChangedState> with(Snapshot part) throws LinkException, InterruptedException;
  }

  /// A part that cannot be reached does not prevent the others from being restored.
  private List<ChangedState> all(Step step) {
    List<ChangedState> left = new ArrayList<>();
    for (Part part : parts) {
      try {
        left.addAll(step.with(part.snapshot));
      } catch (LinkException e) {
        left.add(
            ChangedState.open(
                "the tester could not restore what the test changed: " + e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        left.add(ChangedState.open("what the test changed was not restored: interrupted"));
        return left;
      }
    }
    return left;
  }
}
