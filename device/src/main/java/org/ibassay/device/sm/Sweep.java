package org.ibassay.device.sm;

import static org.ibassay.wire.attribute.PortInfo.GUID_CAP;
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
import java.util.function.Consumer;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortState;

/// One sweep (14.4.2, 14.4.3): finds the ports of the subnet, gives them LIDs and what they have to
/// agree on, and takes them to Armed and then to Active. Each phase begins when all answers of the
/// one before are there, so that the order of SMPs is always the same.
///
/// It knows subnets of one cable: its own port and what is at the other end. Ports behind a switch
/// would be found by the same requests over longer routes; what is missing for them is to fill the
/// switch's tables.
final class Sweep {
  private static final List<Integer> OWN = List.of();
  private static final int ARBITRATION_PARTS = 4;

  private final SmpRequests requests;
  private final int ownPort;
  private final SmSettings settings;
  private final SmRules rules;
  private final Consumer<Subnet> whenDone;
  private final List<FoundPort> ports = new ArrayList<>();

  /// @param ownPort the subnet manager's
  Sweep(
      SmpRequests requests,
      int ownPort,
      SmSettings settings,
      SmRules rules,
      Consumer<Subnet> whenDone) {
    this.requests = requests;
    this.ownPort = ownPort;
    this.settings = settings;
    this.rules = rules;
    this.whenDone = whenDone;
  }

  void start() {
    find(OWN);
    requests.whenQuiet(this::setUp);
  }

  private void find(List<Integer> route) {
    requests.get(
        route,
        Attribute.NODE_INFO,
        0,
        nodeInfo -> {
          FoundPort port = new FoundPort(route, nodeInfo);
          ports.add(port);
          requests.get(route, Attribute.NODE_DESCRIPTION, 0, port::description);
          requests.get(
              route, Attribute.PORT_INFO, SM_SUPPORTS_EXTENDED_SPEEDS, info -> found(port, info));
          read(
              port,
              Attribute.P_KEY_TABLE,
              blocks(NodeInfo.PARTITION_CAP.get(nodeInfo, 0), PKeyTable.P_KEY));
        });
  }

  private void found(FoundPort port, MemorySegment portInfo) {
    port.portInfo(portInfo);
    read(port, Attribute.GUID_INFO, blocks(port.value(GUID_CAP), GuidInfo.GUID));
    read(port, Attribute.SL_TO_VL_MAPPING_TABLE, 1);
    for (int part = 1; part <= ARBITRATION_PARTS; part++) {
      read(port, Attribute.VL_ARBITRATION_TABLE, part, part << 16);
    }
    if (port.route().equals(OWN) && port.value(PORT_STATE) > PortState.DOWN) {
      find(List.of(ownPort));
    }
  }

  private static int blocks(long entries, Field entry) {
    return (int) ((entries + entry.count() - 1) / entry.count());
  }

  private void read(FoundPort port, Attribute table, int blocks) {
    for (int block = 0; block < blocks; block++) {
      read(port, table, block, block);
    }
  }

  /// A port refuses requests for a table that it does not have; nothing is kept then.
  private void read(FoundPort port, Attribute table, int number, int modifier) {
    requests.get(
        port.route(), table, modifier, content -> port.add(new TableBlock(table, number, content)));
  }

  private void setUp() {
    if (ports.isEmpty()) {
      return; // not even the own port answers
    }
    List<Integer> lids = new LidPlan(settings).lidsFor(ports);
    for (int i = 0; i < ports.size(); i++) {
      MemorySegment info = ports.get(i).unchanged();
      LID.set(info, 0, lids.get(i));
      LMC.set(info, 0, settings.lmc());
      MASTER_SM_LID.set(info, 0, lids.getFirst());
      MASTER_SM_SL.set(info, 0, 0);
      SUBNET_TIME_OUT.set(info, 0, SubnetManager.SUBNET_TIME_OUT);
      NEIGHBOR_MTU.set(info, 0, least(MTU_CAP));
      OPERATIONAL_VLS.set(info, 0, least(VL_CAP));
      set(ports.get(i), info);
    }
    requests.whenQuiet(() -> take(PortState.INITIALIZE, PortState.ARMED, this::activate));
  }

  private void activate() {
    take(PortState.ARMED, PortState.ACTIVE, this::finish);
  }

  /// The values that both ends of the cable support; of a port without a neighbour, its own.
  private long least(Field capability) {
    return ports.stream().mapToLong(port -> port.value(capability)).min().orElseThrow();
  }

  /// Takes the ports from one state to the next; those that have come further stay there.
  private void take(int from, int to, Runnable then) {
    for (FoundPort port : ports) {
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
    requests.set(
        port.route(), Attribute.PORT_INFO, SM_SUPPORTS_EXTENDED_SPEEDS, info, port::portInfo);
  }

  private void finish() {
    List<EndPort> known = ports.stream().map(FoundPort::known).toList();
    List<SubnetLink> links = new ArrayList<>();
    if (known.size() == 2) {
      links.add(link(known.get(0), known.get(1)));
      links.add(link(known.get(1), known.get(0)));
    }
    whenDone.accept(new Subnet(known, links));
  }

  private static SubnetLink link(EndPort from, EndPort to) {
    return new SubnetLink(from.lid(), from.number(), to.number(), to.lid());
  }
}
