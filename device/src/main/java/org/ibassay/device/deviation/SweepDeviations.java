package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ibassay.device.sm.SweepWrites;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations of a subnet manager in how it configures a subnet with two switches between it and
/// the tester. It assigns LIDs starting with its own: 0x0234 to itself, the next two to the
/// switches, and the one after these to the tester.
final class SweepDeviations {
  static final int OWN_LID = 0x0234;
  private static final int NEAR_LID = OWN_LID + 1;
  private static final int TESTER_LID = OWN_LID + 3;

  /// Number of hops to the switches and the tester.
  static final int NEAR = 1;

  static final int FAR = 2;
  static final int TESTER = 3;

  /// Ports of the switches.
  static final int PORT_0 = 0;

  static final int TO_TESTER = 1;
  static final int TO_DUT = 3;
  static final int TO_HOST = 4;
  private static final int MISSING = 77;
  static final int NO_PORT = 255;
  private static final int FIRST_MULTICAST = 0xC000;

  static final int EACH = LinearForwardingTable.PORT.count();

  private SweepDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(lids(), managers(), links(), states(), partitions(), tables())
        .flatMap(List::stream)
        .map(made -> made.on(SimParameter.SWITCHES, 2))
        .toList();
  }

  private static List<DeviationSpec> lids() {
    return List.of(
        port(
            "lid-twice", "assigns both switches the same LID", FAR, PORT_0, PortInfo.LID, NEAR_LID),
        port(
            "lid-of-dut",
            "assigns a switch the manager's own LID",
            NEAR,
            PORT_0,
            PortInfo.LID,
            OWN_LID),
        port(
            "lid-multicast",
            "a switch gets no LID, but a multicast one, which it rejects",
            FAR,
            PORT_0,
            PortInfo.LID,
            FIRST_MULTICAST),
        port(
            "lid-unaligned",
            "assigns the tester LMC 1 and an odd LID",
            TESTER,
            PORT_0,
            PortInfo.LMC,
            1),
        port(
                "lid-in-range",
                "assigns a switch the tester's second LID, although the tester's LMC is 1",
                FAR,
                PORT_0,
                PortInfo.LID,
                OWN_LID + 7)
            .on(SimParameter.LMC, 1));
  }

  private static List<DeviationSpec> managers() {
    return List.of(
        port(
            "master-of-switch",
            "sets MasterSMLID of a switch to another switch's LID",
            FAR,
            PORT_0,
            PortInfo.MASTER_SM_LID,
            NEAR_LID),
        port(
            "master-next",
            "sets MasterSMLID of a switch to the LID after its own",
            NEAR,
            PORT_0,
            PortInfo.MASTER_SM_LID,
            OWN_LID + 1),
        port(
            "prefix-of-switch",
            "assigns a switch a different GidPrefix",
            FAR,
            PORT_0,
            PortInfo.GID_PREFIX,
            0xFEC0_0000_0000_0000L),
        port(
            "prefix-one-bit",
            "assigns the tester a GidPrefix with one extra bit set",
            TESTER,
            PORT_0,
            PortInfo.GID_PREFIX,
            0xFE80_0000_0000_0001L));
  }

  private static List<DeviationSpec> links() {
    return List.of(
        port(
            "mtu-near",
            "sets a smaller NeighborMTU at one end of a link between switches",
            NEAR,
            TO_TESTER,
            PortInfo.NEIGHBOR_MTU,
            4),
        port(
            "mtu-tester",
            "sets the least NeighborMTU at the tester's end",
            TESTER,
            PORT_0,
            PortInfo.NEIGHBOR_MTU,
            1),
        port(
            "mtu-far",
            "sets a smaller NeighborMTU at the switch's end of the tester's link",
            FAR,
            TO_TESTER,
            PortInfo.NEIGHBOR_MTU,
            3),
        port(
            "vls-near",
            "sets fewer OperationalVLs at one end of a link between switches",
            FAR,
            TO_DUT,
            PortInfo.OPERATIONAL_VLS,
            3),
        port(
            "vls-dut",
            "sets one OperationalVL at its own end",
            0,
            PORT_0,
            PortInfo.OPERATIONAL_VLS,
            1));
  }

  private static List<DeviationSpec> states() {
    return List.of(
        deviation(
            "sweep.left-initialize",
            "leaves a link between switches in Initialize",
            sets(PORT_INFO, NEAR, TO_TESTER, info -> PortInfo.PORT_STATE.set(info, 0, 0))),
        state(
            "left-armed",
            "leaves one end of a link between switches in Armed",
            FAR,
            TO_DUT,
            PortState.ACTIVE,
            0),
        state(
            "armed-skipped",
            "sets a port that is not Armed yet to Active, which it rejects",
            FAR,
            TO_DUT,
            PortState.ARMED,
            PortState.ACTIVE),
        state(
            "left-armed-near",
            "leaves the switch's end of its own link in Armed",
            NEAR,
            TO_DUT,
            PortState.ACTIVE,
            0));
  }

  private static List<DeviationSpec> partitions() {
    return List.of(
        key("key-of-switch", "removes a switch from the default partition", FAR, 0x8001),
        key("key-gone", "removes a switch's only P_Key", NEAR, 0),
        key("key-limited", "makes itself a limited member of the default partition", 0, 0x7FFF));
  }

  private static List<DeviationSpec> tables() {
    return List.of(
        deviation(
            "sweep.top-low",
            "sets LinearFDBTop of a switch one too low",
            sets(
                SWITCH_INFO,
                NEAR,
                0,
                info -> SwitchInfo.LINEAR_FDB_TOP.set(info, 0, TESTER_LID - 1))),
        deviation(
            "sweep.top-0",
            "leaves LinearFDBTop of a switch at 0",
            sets(SWITCH_INFO, FAR, 0, info -> SwitchInfo.LINEAR_FDB_TOP.set(info, 0, 0))),
        deviation(
            "sweep.block-empty",
            "writes a block of a table without entries",
            sets(
                LINEAR_FORWARDING_TABLE, FAR, OWN_LID / EACH, block -> block.fill((byte) NO_PORT))),
        entry("entry-none", "one LID has no port in a table", FAR, NEAR_LID, NO_PORT),
        entry(
            "entry-missing",
            "one LID leads to a port that the switch lacks",
            FAR,
            NEAR_LID,
            MISSING),
        entry("entry-port-0", "another's LID leads to port 0", FAR, NEAR_LID, PORT_0),
        entry("entry-own", "a switch's own LID leads to its neighbor", NEAR, NEAR_LID, TO_TESTER),
        entry("entry-wrong-end", "a switch's LID leads to the tester", FAR, NEAR_LID, TO_TESTER),
        entry("entry-back", "the tester's LID leads back to the manager", NEAR, TESTER_LID, TO_DUT),
        entry("loop", "two switches send one LID to each other", FAR, TESTER_LID, TO_DUT),
        entry(
            "loop-of-dut",
            "two switches send the manager's LID to each other",
            NEAR,
            OWN_LID,
            TO_TESTER));
  }

  private static DeviationSpec port(
      String name, String summary, int hops, int port, Field field, long value) {
    return deviation(
        "sweep." + name, summary, sets(PORT_INFO, hops, port, info -> field.set(info, 0, value)));
  }

  private static DeviationSpec state(
      String name, String summary, int hops, int port, int instead, int state) {
    return deviation(
        "sweep." + name,
        summary,
        sets(
            PORT_INFO,
            hops,
            port,
            info -> {
              if (PortInfo.PORT_STATE.get(info, 0) == instead) {
                PortInfo.PORT_STATE.set(info, 0, state);
              }
            }));
  }

  private static DeviationSpec key(String name, String summary, int hops, int key) {
    return deviation(
        "sweep." + name,
        summary,
        sets(P_KEY_TABLE, hops, 0, block -> PKeyTable.P_KEY.set(block, 0, 0, key)));
  }

  private static DeviationSpec entry(String name, String summary, int hops, int lid, int port) {
    return deviation(
        "sweep." + name,
        summary,
        sets(
            LINEAR_FORWARDING_TABLE,
            hops,
            lid / EACH,
            block -> LinearForwardingTable.PORT.set(block, 0, lid % EACH, port)));
  }

  /// Changes a Set to one destination.
  private static Consumer<Seams> sets(
      Attribute which, int at, int number, Consumer<MemorySegment> spoil) {
    return seams -> seams.sweep.deviate(writes -> spoilt(writes, which, at, number, spoil));
  }

  private static SweepWrites spoilt(
      SweepWrites before, Attribute which, int at, int number, Consumer<MemorySegment> spoil) {
    return (hops, attribute, modifier, data) -> {
      before.edit(hops, attribute, modifier, data);
      if (hops == at && attribute.equals(which) && modifier == number) {
        spoil.accept(data);
      }
    };
  }
}
