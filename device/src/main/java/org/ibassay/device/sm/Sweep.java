package org.ibassay.device.sm;

import static org.ibassay.wire.attribute.PortInfo.GUID_CAP;
import static org.ibassay.wire.attribute.PortInfo.IS_SM;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_SL;
import static org.ibassay.wire.attribute.PortInfo.MTU_CAP;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;
import static org.ibassay.wire.attribute.PortInfo.VL_CAP;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// One sweep (14.4.2, 14.4.3): finds the ports of the subnet, assigns LIDs, configures the ports
/// consistently, fills the forwarding tables of switches, and takes the ports to Armed and then to
/// Active. Each phase begins after all responses of the previous one, so that the order of SMPs is
/// always the same.
///
/// A switch is queried once, by the route on which it was first found; each other route to it is an
/// additional link.
final class Sweep {
  private static final List<Integer> OWN = List.of();
  private static final int ARBITRATION_PARTS = 4;

  private final SmpRequests requests;
  private final int ownPort;
  private final SmSettings settings;
  private final SmRules rules;
  private final SweepWrites writes;
  private final Predicate<List<FoundManager>> isMasters;
  private final Consumer<Subnet> whenDone;
  private final List<FoundManager> managers = new ArrayList<>();
  private final Topology topology = new Topology();

  /// @param ownPort the subnet manager's port
  /// @param isMasters decides whether the sweep continues after other managers were found
  Sweep(
      SmpRequests requests,
      int ownPort,
      SmSettings settings,
      SmRules rules,
      SweepWrites writes,
      Predicate<List<FoundManager>> isMasters,
      Consumer<Subnet> whenDone) {
    this.requests = requests;
    this.ownPort = ownPort;
    this.settings = settings;
    this.rules = rules;
    this.writes = writes;
    this.isMasters = isMasters;
    this.whenDone = whenDone;
  }

  void start() {
    find(OWN, null);
    requests.whenQuiet(this::ask);
  }

  /// Queries other subnet managers.
  private void ask() {
    for (FoundPort port : topology.endPorts()) {
      if (!port.route().equals(OWN) && port.value(IS_SM) == 1) {
        requests.get(
            port.route(),
            Attribute.SM_INFO,
            0,
            info -> managers.add(FoundManager.of(port.route(), info)));
      }
    }
    requests.whenQuiet(() -> {
      if (isMasters.test(managers)) {
        setUp();
      }
    });
  }

  /// @param from its neighbor; null for the own port
  private void find(List<Integer> route, @Nullable FoundPort from) {
    requests.get(
        route,
        Attribute.NODE_INFO,
        0,
        nodeInfo -> {
          FoundPort port = new FoundPort(route, nodeInfo);
          if (from != null && port.isOfSwitch()) {
            requests.get(
                route, Attribute.SWITCH_INFO, 0, info -> foundSwitch(port, nodeInfo, info, from));
            return;
          }
          topology.add(port);
          if (from != null) {
            topology.link(from, port);
          }
          requests.get(route, Attribute.NODE_DESCRIPTION, 0, port::description);
          requests.get(
              route, Attribute.PORT_INFO, SM_SUPPORTS_EXTENDED_SPEEDS, info -> found(port, info));
          readKeys(port, port, NodeInfo.PARTITION_CAP.get(nodeInfo, 0));
        });
  }

  private void found(FoundPort port, MemorySegment portInfo) {
    port.portInfo(portInfo);
    read(port, Attribute.GUID_INFO, blocks(port.value(GUID_CAP), GuidInfo.GUID));
    read(port, Attribute.SL_TO_VL_MAPPING_TABLE, 1);
    for (int part = 1; part <= ARBITRATION_PARTS; part++) {
      read(port, port, Attribute.VL_ARBITRATION_TABLE, part << 16);
    }
    if (port.route().equals(OWN) && port.value(PORT_STATE) > PortState.DOWN) {
      find(List.of(ownPort), port);
    }
  }

  private void foundSwitch(
      FoundPort entered, MemorySegment nodeInfo, MemorySegment info, FoundPort from) {
    Optional<FoundSwitch> known = topology.switchLike(nodeInfo);
    if (known.isPresent()) {
      topology.link(from, known.get().ports().get(entered.number()));
      return;
    }
    FoundSwitch found = FoundSwitch.of(entered.route(), nodeInfo, info);
    topology.add(found);
    topology.link(from, found.ports().get(entered.number()));
    FoundPort port0 = found.port0();
    requests.get(found.route(), Attribute.NODE_DESCRIPTION, 0, port0::description);
    for (FoundPort port : found.ports()) {
      boolean isBack = port.number() == entered.number();
      requests.get(
          found.route(),
          Attribute.PORT_INFO,
          SM_SUPPORTS_EXTENDED_SPEEDS | port.number(),
          portInfo -> foundPort(found, port, isBack, portInfo));
      readKeys(
          port0,
          port,
          port == port0
              ? NodeInfo.PARTITION_CAP.get(nodeInfo, 0)
              : found.value(SwitchInfo.PARTITION_ENFORCEMENT_CAP));
    }
    MulticastBlocks.all(found)
        .forEach(modifier -> read(port0, port0, Attribute.MULTICAST_FORWARDING_TABLE, modifier));
  }

  private void foundPort(FoundSwitch of, FoundPort port, boolean isBack, MemorySegment portInfo) {
    port.portInfo(portInfo);
    if (port.number() == 0) {
      read(port, Attribute.GUID_INFO, blocks(port.value(GUID_CAP), GuidInfo.GUID));
      return;
    }
    for (FoundPort input : of.ports()) {
      read(of.port0(), port, Attribute.SL_TO_VL_MAPPING_TABLE, input.number() << 8 | port.number());
    }
    for (int part = 1; part <= ARBITRATION_PARTS; part++) {
      read(of.port0(), port, Attribute.VL_ARBITRATION_TABLE, part << 16 | port.number());
    }
    if (!isBack && port.value(PORT_STATE) > PortState.DOWN) {
      List<Integer> further = new ArrayList<>(of.route());
      further.add(port.number());
      find(further, port);
    }
  }

  private static int blocks(long entries, Field entry) {
    return (int) ((entries + entry.count() - 1) / entry.count());
  }

  private void readKeys(FoundPort keeper, FoundPort port, long entries) {
    for (int block = 0; block < blocks(entries, PKeyTable.P_KEY); block++) {
      read(keeper, port, Attribute.P_KEY_TABLE, port.modifier() << 16 | block);
    }
  }

  private void read(FoundPort port, Attribute table, int blocks) {
    for (int block = 0; block < blocks; block++) {
      read(port, port, table, block);
    }
  }

  /// Reads a block. A port rejects requests for a table that it does not have; nothing is stored
  /// then.
  ///
  /// @param keeper the port to which the block belongs
  private void read(FoundPort keeper, FoundPort port, Attribute table, int modifier) {
    requests.get(
        port.route(),
        table,
        modifier,
        content -> keeper.add(new TableBlock(table, modifier, content)));
  }

  private void setUp() {
    List<FoundPort> ports = topology.endPorts();
    if (ports.isEmpty()) {
      return; // even its own port does not respond
    }
    List<Integer> lids = new LidPlan(settings).lidsFor(ports);
    for (FoundPort port : topology.linked()) {
      MemorySegment info = port.unchanged();
      if (port.isEndPort()) {
        LID.set(info, 0, lids.get(ports.indexOf(port)));
        LMC.set(info, 0, port.lmc(settings));
        MASTER_SM_LID.set(info, 0, lids.getFirst());
        MASTER_SM_SL.set(info, 0, 0);
        SUBNET_TIME_OUT.set(info, 0, SubnetManager.SUBNET_TIME_OUT);
      }
      if (port.modifier() > 0 || !port.isOfSwitch()) {
        NEIGHBOR_MTU.set(info, 0, least(port, MTU_CAP));
        OPERATIONAL_VLS.set(info, 0, least(port, VL_CAP));
      }
      set(port, info);
    }
    ports.forEach(this::setKeys);
    requests.whenQuiet(this::forward);
  }

  /// Keeps the P_KeyTable, with the default partition at power-on (10.9.1.1), unless `writes`
  /// changes it.
  private void setKeys(FoundPort port) {
    for (TableBlock first : port.tables()) {
      if (first.is(Attribute.P_KEY_TABLE, 0)) {
        keep(port, first);
      }
    }
  }

  private void keep(FoundPort port, TableBlock block) {
    int modifier = block.modifier();
    MemorySegment wanted =
        MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(block.content());
    writes.edit(port.route().size(), block.table(), modifier, wanted);
    if (wanted.mismatch(block.content()) >= 0) {
      requests.set(port.route(), block.table(), modifier, wanted, block.content()::copyFrom);
    }
  }

  private void forward() {
    LinearTables tables = new LinearTables(topology);
    for (FoundSwitch one : topology.switches()) {
      one.port0().tables().stream()
          .filter(block -> block.table().equals(Attribute.MULTICAST_FORWARDING_TABLE))
          .forEach(block -> keep(one.port0(), block));
      MemorySegment info = tables.switchInfo(one);
      rules.table(Attribute.SWITCH_INFO, 0, info);
      writes.edit(one.route().size(), Attribute.SWITCH_INFO, 0, info);
      requests.set(one.route(), Attribute.SWITCH_INFO, 0, info, one.info()::copyFrom);
      List<MemorySegment> blocks = tables.blocks(one);
      for (int number = 0; number < blocks.size(); number++) {
        int block = number;
        rules.table(Attribute.LINEAR_FORWARDING_TABLE, block, blocks.get(block));
        writes.edit(
            one.route().size(), Attribute.LINEAR_FORWARDING_TABLE, block, blocks.get(block));
        requests.set(
            one.route(),
            Attribute.LINEAR_FORWARDING_TABLE,
            block,
            blocks.get(block),
            content ->
                one.port0().add(new TableBlock(Attribute.LINEAR_FORWARDING_TABLE, block, content)));
      }
    }
    topology.switches().forEach(this::setLanes);
    requests.whenQuiet(() -> take(PortState.INITIALIZE, PortState.ARMED, this::activate));
  }

  private void setLanes(FoundSwitch one) {
    for (FoundPort port : one.external()) {
      if (topology.neighbor(port).isPresent()) {
        one.port0().tables().stream()
            .filter(block -> LaneTables.isOf(block, port))
            .forEach(block ->
                requests.set(
                    one.route(),
                    block.table(),
                    block.modifier(),
                    LaneTables.wanted(block, port),
                    block.content()::copyFrom));
      }
    }
  }

  private void activate() {
    take(PortState.ARMED, PortState.ACTIVE, this::finish);
  }

  /// The values that both ends of the cable support; for a port without a neighbor, its own.
  private long least(FoundPort port, Field capability) {
    long own = port.value(capability);
    return topology.neighbor(port).map(other -> Math.min(own, other.value(capability))).orElse(own);
  }

  /// Takes the ports from one state to the next; ports in a later state stay there.
  private void take(int from, int to, Runnable then) {
    for (FoundPort port : topology.linked()) {
      if (port.value(PORT_STATE) == from) {
        MemorySegment info = port.unchanged();
        PORT_STATE.set(info, 0, to);
        set(port, info);
      }
    }
    requests.whenQuiet(then);
  }

  private void set(FoundPort port, MemorySegment info) {
    rules.edit(port.route().equals(OWN), info);
    writes.edit(port.route().size(), Attribute.PORT_INFO, port.modifier(), info);
    requests.set(
        port.route(),
        Attribute.PORT_INFO,
        SM_SUPPORTS_EXTENDED_SPEEDS | port.modifier(),
        info,
        port::portInfo);
  }

  private void finish() {
    whenDone.accept(topology.known());
  }
}
