package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SweepDeviations.EACH;
import static org.ibassay.device.deviation.SweepDeviations.FAR;
import static org.ibassay.device.deviation.SweepDeviations.NEAR;
import static org.ibassay.device.deviation.SweepDeviations.NO_PORT;
import static org.ibassay.device.deviation.SweepDeviations.OWN_LID;
import static org.ibassay.device.deviation.SweepDeviations.PORT_0;
import static org.ibassay.device.deviation.SweepDeviations.TESTER;
import static org.ibassay.device.deviation.SweepDeviations.TO_DUT;
import static org.ibassay.device.deviation.SweepDeviations.TO_HOST;
import static org.ibassay.device.deviation.SweepDeviations.TO_TESTER;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ibassay.device.sm.SweepWrites;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations of a subnet manager in the second and later sweeps of an unchanged subnet;
/// [SweepDeviations] describes the subnet.
final class ResweepDeviations {
  private static final int OTHER_LID = 0x0334;
  private static final int LIMITED = 0x7FFF;
  private static final int DISABLED = 3;

  private ResweepDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(unchanged(), cut(), returns()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> unchanged() {
    return List.of(
            port("lid", "assigns a switch another LID", FAR, PORT_0, PortInfo.LID, OTHER_LID),
            port(
                "lid-of-tester",
                "assigns the tester another LID",
                TESTER,
                PORT_0,
                PortInfo.LID,
                OTHER_LID),
            port(
                "master",
                "sets MasterSMLID of a switch to another LID",
                FAR,
                PORT_0,
                PortInfo.MASTER_SM_LID,
                OTHER_LID),
            port(
                "prefix",
                "assigns the tester another GidPrefix",
                TESTER,
                PORT_0,
                PortInfo.GID_PREFIX,
                0xFEC0_0000_0000_0000L),
            again(
                "multicast-lost",
                "removes all entries of multicast groups",
                MULTICAST_FORWARDING_TABLE,
                (hops, _) -> hops == NEAR,
                block -> block.fill((byte) 0)),
            port("m-key", "sets an M_Key at a switch", FAR, PORT_0, PortInfo.M_KEY, 0x1BA5),
            port(
                "m-key-of-tester",
                "sets an M_Key at the tester",
                TESTER,
                PORT_0,
                PortInfo.M_KEY,
                1),
            port(
                "lease",
                "sets M_KeyLeasePeriod at the tester",
                TESTER,
                PORT_0,
                PortInfo.M_KEY_LEASE_PERIOD,
                15),
            port(
                "protect-bits",
                "sets M_KeyProtectBits at a switch",
                FAR,
                PORT_0,
                PortInfo.M_KEY_PROTECT_BITS,
                1),
            port(
                "mtu",
                "sets the least NeighborMTU at one end of a link",
                NEAR,
                TO_TESTER,
                PortInfo.NEIGHBOR_MTU,
                1),
            port(
                "vls",
                "sets one OperationalVL at one end of a link",
                FAR,
                TO_DUT,
                PortInfo.OPERATIONAL_VLS,
                1),
            again(
                "down",
                "takes a link down and leaves it in Initialize",
                PORT_INFO,
                (hops, modifier) -> hops == NEAR && modifier == TO_TESTER,
                info -> PortInfo.PORT_STATE.set(info, 0, PortState.DOWN)),
            again(
                "table",
                "writes a block of a table without entries",
                LINEAR_FORWARDING_TABLE,
                (hops, block) -> hops == FAR && block == OWN_LID / EACH,
                block -> block.fill((byte) NO_PORT)),
            again(
                "key-lost",
                "removes the default partition from a switch",
                P_KEY_TABLE,
                (hops, _) -> hops == FAR,
                keys -> keys.fill((byte) 0)),
            again(
                "own-key-limited",
                "makes itself a limited member of the default partition",
                P_KEY_TABLE,
                (hops, _) -> hops == 0,
                keys -> PKeyTable.P_KEY.set(keys, 0, 0, LIMITED)),
            again(
                "top",
                "sets LinearFDBTop of a switch to 1",
                SWITCH_INFO,
                (hops, _) -> hops == NEAR,
                info -> SwitchInfo.LINEAR_FDB_TOP.set(info, 0, 1)))
        .stream()
        .map(made -> made.on(SimParameter.SWITCHES, 2))
        .toList();
  }

  private static List<DeviationSpec> cut() {
    return List.of(
        again(
                "port-disabled",
                "disables the port of a switch that leads to an adapter",
                PORT_INFO,
                (hops, modifier) -> hops == NEAR && modifier == TO_HOST,
                info -> PortInfo.PORT_PHYSICAL_STATE.set(info, 0, DISABLED))
            .on(SimParameter.SWITCHES, 1)
            .on(SimParameter.HOST, 1));
  }

  /// Deviations after a port has left the subnet, which a switch reports, and has returned.
  private static List<DeviationSpec> returns() {
    return List.of(
            port(
                "return-lid",
                "assigns the tester the manager's own LID",
                TESTER,
                PORT_0,
                PortInfo.LID,
                OWN_LID),
            port(
                "return-master",
                "sets MasterSMLID of the tester to another LID",
                TESTER,
                PORT_0,
                PortInfo.MASTER_SM_LID,
                OTHER_LID),
            port(
                "return-initialize",
                "does not take the tester's port beyond Initialize",
                TESTER,
                PORT_0,
                PortInfo.PORT_STATE,
                0),
            port(
                "return-mtu",
                "sets the least NeighborMTU at the tester",
                TESTER,
                PORT_0,
                PortInfo.NEIGHBOR_MTU,
                1),
            port(
                "return-mtu-of-switch",
                "sets the least NeighborMTU at the other end of the tester's link",
                NEAR,
                TO_TESTER,
                PortInfo.NEIGHBOR_MTU,
                1),
            port(
                "return-vls",
                "sets one OperationalVL at the tester",
                TESTER,
                PORT_0,
                PortInfo.OPERATIONAL_VLS,
                1),
            port("return-m-key", "sets an M_Key at a switch", FAR, PORT_0, PortInfo.M_KEY, 0x1BA5),
            again(
                "return-table",
                "writes a block of a table without entries",
                LINEAR_FORWARDING_TABLE,
                (hops, block) -> hops == NEAR && block == OWN_LID / EACH,
                block -> block.fill((byte) NO_PORT)))
        .stream()
        .map(made -> made.on(SimParameter.SWITCHES, 2).on(SimParameter.TRAPS, 1))
        .toList();
  }

  /// The destination of a Set.
  private interface Place {
    boolean is(int hops, int modifier);
  }

  private static DeviationSpec port(
      String name, String does, int at, int number, Field field, long value) {
    return again(
        name,
        does,
        PORT_INFO,
        (hops, modifier) -> hops == at && modifier == number,
        info -> field.set(info, 0, value));
  }

  /// Changes a Set to one destination, from the second sweep on.
  private static DeviationSpec again(
      String name, String does, Attribute which, Place place, Consumer<MemorySegment> spoil) {
    return deviation(
        "resweep." + name,
        "in later sweeps, " + does,
        seams -> seams.sweep.deviate(before -> spoilt(before, which, place, spoil)));
  }

  private static SweepWrites spoilt(
      SweepWrites before, Attribute which, Place place, Consumer<MemorySegment> spoil) {
    int[] sweeps = new int[1];
    return (hops, attribute, modifier, data) -> {
      before.edit(hops, attribute, modifier, data);
      // The first Set of a sweep is PortInfo of its own port; PortState follows later.
      if (hops == 0 && attribute.equals(PORT_INFO) && PortInfo.PORT_STATE.get(data, 0) == 0) {
        sweeps[0]++;
      }
      if (sweeps[0] > 1 && attribute.equals(which) && place.is(hops, modifier)) {
        spoil.accept(data);
      }
    };
  }
}
