package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.RANDOM_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.OtherValues.Element;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.LedInfo;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.RandomForwardingTable;
import org.ibassay.wire.attribute.SlToVlMappingTable;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.attribute.VlArbitrationTable;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// The attributes of a DUT that a manager may set, as far as it declares them, each with some legal
/// values different from the present ones: few, but some of every attribute.
///
/// Components of PortInfo whose change may stop the link, or that a device may apply later, are not
/// changed.
final class SettableAttributes {
  private static final Set<Field> OF_LINK =
      Set.of(
          PortInfo.LINK_WIDTH_ENABLED,
          PortInfo.LINK_SPEED_ENABLED,
          PortInfo.NEIGHBOR_MTU,
          PortInfo.OPERATIONAL_VLS,
          PortInfo.INIT_TYPE_REPLY);

  private static final int LAST_PART = 4;
  private static final int PER_PART = VlArbitrationTable.WEIGHT.count();
  private static final int KEYS = 32;
  private static final int P_KEY_BASE = 0x7FFF;

  /// A P_Key of an unused partition.
  private static final long SOME_P_KEY = 0x2BD2;

  /// An individual, locally administered EUI-64.
  private static final long SOME_GUID = 0x021B_A55A_7000_5A3CL;

  /// A LID that no node has.
  private static final long SOME_LID = 0x4ABC;

  private final MadExchange mads;
  private final String get;
  private final String read;
  private final List<OtherValues> all = new ArrayList<>();

  /// PortInfo of each port that has a VLArbitrationTable, by port number.
  private final Map<Integer, MadPacketSpec> arbitrating = new LinkedHashMap<>();

  /// @param get step that requests an attribute
  /// @param read step that verifies that it was read
  SettableAttributes(MadExchange mads, String get, String read) {
    this.mads = mads;
    this.get = get;
    this.read = read;
  }

  /// Returns the attributes added so far, each read once.
  List<OtherValues> all() {
    return List.copyOf(all);
  }

  /// Adds the attributes of the node that one tester port reaches: on a switch, those of the
  /// switch, of its port 0, of the port that receives the SMPs and of another port; otherwise those
  /// of the receiving port.
  ///
  /// @param nodeInfo NodeInfo as read by that tester port
  /// @param port number of the iteration
  /// @return PortInfo at AttributeModifier 0
  MadPacketSpec addNode(MadPacketSpec nodeInfo, int port) throws TestException {
    MadPacketSpec portInfo = readOk(PORT_INFO);
    int partitionCap = (int) nodeInfo.data(NodeInfo.PARTITION_CAP);
    if (nodeInfo.data(NodeInfo.NODE_TYPE) != DutKind.SWITCH.nodeType()) {
      addEndPort(port, partitionCap, portInfo);
      return portInfo;
    }
    MadPacketSpec switchInfo = readOk(SWITCH_INFO);
    int ingress = (int) nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
    int numPorts = (int) nodeInfo.data(NodeInfo.NUM_PORTS);
    int other = ingress == numPorts ? 1 : numPorts;
    addSwitch(numPorts, partitionCap, portInfo, switchInfo);
    addExternalPort(ingress, other, portInfo, switchInfo);
    if (other != ingress) {
      addExternalPort(other, ingress, portInfo, switchInfo);
    }
    return portInfo;
  }

  /// Adds a further block of each table that has one.
  ///
  /// @param nodeInfo NodeInfo that declares the number of P_Keys
  /// @param portInfo PortInfo of the port whose tables they are
  void addFurtherBlocks(MadPacketSpec nodeInfo, MadPacketSpec portInfo) throws TestException {
    if (nodeInfo.data(NodeInfo.PARTITION_CAP) >= 2 * KEYS) {
      add(P_KEY_TABLE, 1, keys -> free(keys, 0, KEYS, SOME_P_KEY + 1));
    }
    int guids = GuidInfo.GUID.count();
    if (portInfo.data(PortInfo.GUID_CAP) > guids) {
      add(GUID_INFO, 1, _ -> List.of(new Element(GuidInfo.GUID, 0, SOME_GUID + 1)));
    }
    if (nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType()) {
      MadPacketSpec switchInfo = readOk(SWITCH_INFO);
      Field port = LinearForwardingTable.PORT;
      if (switchInfo.data(SwitchInfo.LINEAR_FDB_CAP) > port.count()) {
        int last = port.count() - 1;
        add(
            LINEAR_FORWARDING_TABLE,
            0,
            held -> List.of(new Element(port, last - 1, held.data(port, last - 1) == 1 ? 0 : 1)));
      }
      Field mask = MulticastForwardingTable.PORT_MASK;
      if (switchInfo.data(SwitchInfo.MULTICAST_FDB_CAP) > mask.count()) {
        add(
            MULTICAST_FORWARDING_TABLE,
            0,
            held -> List.of(new Element(mask, 1, held.data(mask, 1) ^ 2)));
      }
    }
  }

  /// Adds all further parts of each VLArbitrationTable: 2 of the low-priority table, 3 and 4 of the
  /// high-priority one.
  void addFurtherArbitration() throws TestException {
    for (Map.Entry<Integer, MadPacketSpec> entry : arbitrating.entrySet()) {
      for (int part = 2; part <= LAST_PART; part++) {
        boolean isHigh = part > 2;
        long cap =
            entry
                .getValue()
                .data(isHigh ? PortInfo.VL_ARBITRATION_HIGH_CAP : PortInfo.VL_ARBITRATION_LOW_CAP);
        if (cap > (part % 2 == 0 ? PER_PART : 0)) {
          addArbitration(part, entry.getKey());
        }
      }
    }
  }

  private void addArbitration(int part, int port) throws TestException {
    Field weight = VlArbitrationTable.WEIGHT;
    add(
        VL_ARBITRATION_TABLE,
        ((long) part << 16) | port,
        held -> List.of(Element.of(weight, held.data(weight) ^ (0x5A + 2L * (part - 1)))));
  }

  private MadPacketSpec readOk(Attribute attribute) throws TestException {
    mads.steps().step(get);
    mads.send(MadPacketSpec.subnGet(attribute));
    mads.steps().step(read);
    return mads.receiveOk();
  }

  /// Adds the attributes of a port of a channel adapter or router.
  private void addEndPort(int port, int partitionCap, MadPacketSpec portInfo) throws TestException {
    addPortInfo(port, PortInfoRole.END);
    addOfAddress(portInfo);
    add(P_KEY_TABLE, 0, keys -> partition(keys, partitionCap));
    addLanes(portInfo, portInfo, 0, 0);
  }

  /// Adds the attributes of a switch, and of its port 0.
  private void addSwitch(
      int numPorts, int partitionCap, MadPacketSpec portInfo, MadPacketSpec switchInfo)
      throws TestException {
    boolean isEnhanced = switchInfo.data(SwitchInfo.ENHANCED_PORT0) == 1;
    addPortInfo(0, isEnhanced ? PortInfoRole.ENHANCED_PORT0 : PortInfoRole.BASE_PORT0);
    addOfAddress(portInfo);
    add(P_KEY_TABLE, 0, keys -> partition(keys, partitionCap));
    add(
        SWITCH_INFO,
        0,
        set -> set.setData(SwitchInfo.PORT_STATE_CHANGE, 0), // 1 would clear it
        SettableAttributes::ofSwitch);
    addForwarding(numPorts, switchInfo);
  }

  /// Adds the attributes of an external port of a switch.
  ///
  /// @param from another port, whose packets leave by this one
  /// @param port0 PortInfo of port 0, which declares the capabilities of its switch
  private void addExternalPort(int port, int from, MadPacketSpec port0, MadPacketSpec switchInfo)
      throws TestException {
    MadPacketSpec portInfo = addPortInfo(port, PortInfoRole.EXTERNAL);
    int cap = (int) switchInfo.data(SwitchInfo.PARTITION_ENFORCEMENT_CAP);
    if (cap > 0) {
      add(P_KEY_TABLE, (long) port << 16, keys -> partition(keys, cap));
    }
    if (portInfo != null) {
      addLanes(portInfo, port0, port, ((long) from << 8) | port);
    }
  }

  private @Nullable MadPacketSpec addPortInfo(int port, PortInfoRole role) throws TestException {
    UnaryOperator<MadPacketSpec> writable =
        role == PortInfoRole.EXTERNAL
            ? PortInfoWrites::makeWritableOutside
            : PortInfoWrites::makeWritable;
    return add(PORT_INFO, port, writable, held -> ofPort(role, held));
  }

  private static List<Element> ofPort(PortInfoRole role, MadPacketSpec held) {
    Map<Field, Long> values = PortInfoFields.otherValues(role, held);
    values.keySet().removeAll(OF_LINK);
    return values.entrySet().stream().map(e -> Element.of(e.getKey(), e.getValue())).toList();
  }

  private void addOfAddress(MadPacketSpec portInfo) throws TestException {
    if (portInfo.data(PortInfo.GUID_CAP) > 1) {
      add(GUID_INFO, 0, _ -> List.of(new Element(GuidInfo.GUID, 1, SOME_GUID)));
    }
    if (portInfo.data(PortInfo.IS_LED_INFO_SUPPORTED) == 1) {
      add(
          LED_INFO,
          0,
          held -> List.of(Element.of(LedInfo.LED_MASK, 1 - held.data(LedInfo.LED_MASK))));
    }
  }

  /// Adds the VL tables of a port that has more than one data VL.
  ///
  /// @param declaring PortInfo that declares whether there is an SLtoVLMappingTable
  /// @param port port number in the AttributeModifier of VLArbitrationTable
  /// @param mapping AttributeModifier of SLtoVLMappingTable
  private void addLanes(MadPacketSpec portInfo, MadPacketSpec declaring, int port, long mapping)
      throws TestException {
    if (portInfo.data(PortInfo.VL_CAP) == 1) {
      return;
    }
    int lanes = DataLanes.of(portInfo.data(PortInfo.VL_CAP));
    if (declaring.data(PortInfo.IS_SL_MAPPING_SUPPORTED) == 1) {
      add(SL_TO_VL_MAPPING_TABLE, mapping, held -> mapping(held, lanes));
    }
    if (portInfo.data(PortInfo.VL_ARBITRATION_LOW_CAP) > 0) {
      addArbitration(1, port);
      arbitrating.put(port, portInfo);
    }
  }

  private static List<Element> mapping(MadPacketSpec held, int lanes) {
    Field lane = SlToVlMappingTable.SL_TO_VL;
    return IntStream.range(0, lane.count())
        .mapToObj(sl -> new Element(lane, sl, (held.data(lane, sl) + 1) % lanes))
        .filter(element -> element.value() != held.data(lane, element.index()))
        .toList();
  }

  /// Sets a free entry to the P_Key of an unused partition.
  private static List<Element> partition(MadPacketSpec keys, int cap) {
    return free(keys, 1, Math.min(cap, KEYS), SOME_P_KEY);
  }

  private static List<Element> free(MadPacketSpec keys, int from, int to, long key) {
    return IntStream.range(from, to)
        .filter(i -> (keys.data(PKeyTable.P_KEY, i) & P_KEY_BASE) == 0)
        .limit(1)
        .mapToObj(i -> new Element(PKeyTable.P_KEY, i, key))
        .toList();
  }

  private static List<Element> ofSwitch(MadPacketSpec held) {
    List<Element> elements = new ArrayList<>();
    elements.add(
        Element.of(SwitchInfo.LIFE_TIME_VALUE, other(held, SwitchInfo.LIFE_TIME_VALUE, 11, 12)));
    long cap = held.data(SwitchInfo.LINEAR_FDB_CAP);
    if (cap > 1) {
      elements.add(
          Element.of(
              SwitchInfo.LINEAR_FDB_TOP, other(held, SwitchInfo.LINEAR_FDB_TOP, cap - 1, cap - 2)));
    }
    return elements;
  }

  private static long other(MadPacketSpec held, Field field, long one, long two) {
    return held.data(field) == one ? two : one;
  }

  /// Adds the last entry of each table.
  private void addForwarding(int numPorts, MadPacketSpec switchInfo) throws TestException {
    int linear = (int) switchInfo.data(SwitchInfo.LINEAR_FDB_CAP) - 1;
    if (linear > 0) {
      Field port = LinearForwardingTable.PORT;
      int index = linear % port.count();
      add(
          LINEAR_FORWARDING_TABLE,
          linear / port.count(),
          held ->
              List.of(
                  new Element(port, index, held.data(port, index) == 1 ? numPorts % 2 * 2 : 1)));
    }
    int random = (int) switchInfo.data(SwitchInfo.RANDOM_FDB_CAP) - 1;
    if (random >= 0) {
      int index = random % RandomForwardingTable.LID.count();
      add(
          RANDOM_FORWARDING_TABLE,
          random / RandomForwardingTable.LID.count(),
          _ ->
              List.of(
                  new Element(RandomForwardingTable.LID, index, SOME_LID),
                  new Element(RandomForwardingTable.VALID, index, 1),
                  new Element(RandomForwardingTable.LMC, index, 1),
                  new Element(RandomForwardingTable.PORT, index, 1)));
    }
    int multicast = (int) switchInfo.data(SwitchInfo.MULTICAST_FDB_CAP) - 1;
    if (multicast >= 0) {
      Field mask = MulticastForwardingTable.PORT_MASK;
      int index = multicast % mask.count();
      add(
          MULTICAST_FORWARDING_TABLE,
          multicast / mask.count(),
          held -> List.of(new Element(mask, index, held.data(mask, index) ^ 2)));
    }
  }

  private void add(
      Attribute attribute, long modifier, Function<MadPacketSpec, List<Element>> others)
      throws TestException {
    add(attribute, modifier, set -> set, others);
  }

  /// @return the attribute as read; null if it could not be read
  private @Nullable MadPacketSpec add(
      Attribute attribute,
      long modifier,
      UnaryOperator<MadPacketSpec> writable,
      Function<MadPacketSpec, List<Element>> others)
      throws TestException {
    HeldAttribute held = new HeldAttribute(mads, attribute, modifier, writable);
    mads.steps().step(get);
    mads.send(held.get());
    mads.steps().step(read);
    MadPacketSpec answer = mads.receive();
    if (answer.status() != MadStatus.OK) {
      mads.steps().inconclusive("%s was not read".formatted(attribute.name()));
      return null;
    }
    held.keep(answer);
    List<Element> elements = others.apply(answer);
    if (!elements.isEmpty()) {
      all.add(new OtherValues(held, elements));
    }
    return answer;
  }
}
