package org.ibassay.suite.c15;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.ProvokedSweep;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// # A sweep of an unchanged subnet changes nothing
///
/// - Section: 14.4.3
/// - Coverage: none
/// - Topology: any of up to 1,024 nodes
/// - DUT qualifiers: the DUT runs the subnet manager
/// - Assertions: ia-s14-resweep#01, ia-s14-resweep#02, ia-s14-resweep#03, ia-s14-resweep#04,
///   ia-s14-resweep#05, ia-s14-resweep#06
///
/// The tester sends trap 144 with its present CapabilityMask, so that the subnet manager sweeps the
/// subnet although nothing has changed. Every node keeps its LIDs, its manager and its M_Key, every
/// link stays Active, and every route leads where it led.
///
/// ## Notes
///
/// - This test is the suite's own. Connections use LIDs: a manager that assigns others to a node
///   that has not changed ends them. A manager may choose other routes.
/// - A manager that does not sweep when it receives trap 144 passes.
/// - Only the DUT changes the subnet during the test.
///
/// ## Procedure
///
/// - A1: SubnGet(PortInfo) of the tester's port and SubnGet(PortInfo), SubnGet(NodeInfo) of the
///   DUT's: the tester's MasterSMLID is a LID of the DUT. Read the subnet by directed routes from
///   the tester's port; if a port with a link is not Active, again after 1 s, up to 15 times.
/// - A2: Twice, send trap 144 with the present CapabilityMask of the tester's port to the DUT and
///   wait until ActCount of its SMInfo has grown and, apart from its responses, no longer grows for
///   1 s, up to 5 s.
/// - A3: Read the subnet as in step A1. For each switch and end port of step A1, verify that it is
///   found, and that its LID and LMC are those of step A1. [ia-s14-resweep#01]
/// - A4: For each of them, verify that MasterSMLID and GidPrefix are those of step A1.
///   [ia-s14-resweep#02]
/// - A5: For each link that was Active in step A1, verify that PortState is Active at both ends,
///   and NeighborMTU and OperationalVLs are those of step A1. [ia-s14-resweep#03]
/// - A6: From each switch, follow the entries of the linear forwarding tables for each LID to which
///   they led in step A1 and whose owner is the same; verify that they lead there.
///   [ia-s14-resweep#04]
/// - A7: For each switch and end port of step A1, verify that M_Key, M_KeyProtectBits and
///   M_KeyLeasePeriod are those of step A1. [ia-s14-resweep#05]
/// - A8: Verify the ports of the subnet as in steps A2 to A8 of S14_Ports. [ia-s14-resweep#06]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS)
public final class S14_Resweep extends S14_Subnet {
  private static final Duration SETTLING = Duration.ofSeconds(5);
  private static final int TRAPS = 2;
  private static final long TRANSACTIONS = 0x5A48_0000L;
  private static final List<Field> OF_KEY =
      List.of(PortInfo.M_KEY, PortInfo.M_KEY_PROTECT_BITS, PortInfo.M_KEY_LEASE_PERIOD);
  private static final List<Field> OF_LINK =
      List.of(PortInfo.NEIGHBOR_MTU, PortInfo.OPERATIONAL_VLS);

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets("A1", this::procedure);
    return log().allPassed();
  }

  private void procedure(ManagedSubnet before, long dutGuid) throws TestException {
    step("A2");
    report();
    step("A3");
    ManagedSubnet after = settled();
    if (after == null) {
      leaveOutRest("the subnet has more than %d nodes".formatted(MOST_NODES));
      return;
    }
    Map<Long, FabricNode> nodes =
        after.nodes().stream().collect(Collectors.toMap(FabricNode::guid, Function.identity()));
    for (FabricNode node : before.nodes()) {
      verifyFound(node, nodes.get(node.guid()));
    }
    List<FabricNode> left =
        before.nodes().stream().filter(node -> nodes.containsKey(node.guid())).toList();
    step("A4");
    for (FabricNode node : left) {
      FabricNode now = known(nodes, node);
      verifySame(node.endPort(), now.endPort(), PortInfo.MASTER_SM_LID);
      verifySame(node.endPort(), now.endPort(), PortInfo.GID_PREFIX);
    }
    step("A5");
    for (FabricNode node : left) {
      verifyLinks(node, known(nodes, node));
    }
    step("A6");
    if (before.switches().isEmpty()) {
      notApplicable("the subnet has no switch");
    }
    verifyRoutes(new LinearRoutes(before), new LinearRoutes(after), nodes);
    step("A7");
    for (FabricNode node : left) {
      FabricNode now = known(nodes, node);
      OF_KEY.forEach(field -> verifySame(node.endPort(), now.endPort(), field));
    }
    step("A8");
    new PortRules(mads(), after, dutGuid).verifyAll();
  }

  private void report() throws TestException {
    mads().send(MadPacketSpec.subnGet(PORT_INFO), Route.SELF);
    MadPacketSpec own = mads().receiveOk();
    for (int trap = 1; trap <= TRAPS; trap++) {
      ProvokedSweep.run(mads(), own, TRANSACTIONS + trap, SETTLING);
    }
  }

  private static FabricNode known(Map<Long, FabricNode> nodes, FabricNode node) {
    return Objects.requireNonNull(nodes.get(node.guid()));
  }

  private void verifyFound(FabricNode node, @Nullable FabricNode now) {
    verify(
        node.endPort(),
        now != null,
        () -> "0x%016X found by directed routes".formatted(node.guid()),
        () -> "not found");
    if (now != null) {
      verifySame(node.endPort(), now.endPort(), PortInfo.LID);
      verifySame(node.endPort(), now.endPort(), PortInfo.LMC);
    }
  }

  private void verifySame(MadPacketSpec before, MadPacketSpec now, Field field) {
    verifyData(now, field, before.data(field));
  }

  private void verifyLinks(FabricNode before, FabricNode now) {
    for (int port : before.linked()) {
      MadPacketSpec was = Objects.requireNonNull(before.ports().get(port));
      MadPacketSpec is = now.ports().get(port);
      if (is != null && was.data(PortInfo.PORT_STATE) == PortState.ACTIVE) {
        verifyData(is, PortInfo.PORT_STATE, PortState.ACTIVE);
        OF_LINK.forEach(field -> verifySame(was, is, field));
      }
    }
  }

  private void verifyRoutes(LinearRoutes before, LinearRoutes after, Map<Long, FabricNode> nodes) {
    for (FabricNode one : before.subnet().switches()) {
      FabricNode now = nodes.get(one.guid());
      for (int lid : before.subnet().owners().keySet()) {
        if (now != null && leads(before, one, lid) && owner(before, lid) == owner(after, lid)) {
          verify(
              now.switchInfo().getFirst(),
              leads(after, now, lid),
              () -> "a route from 0x%016X to LID 0x%04X".formatted(one.guid(), lid),
              () -> shown(after, now, lid));
        }
      }
    }
  }

  /// Returns the GUID of the node that has a LID.
  private static long owner(LinearRoutes routes, int lid) {
    return routes.subnet().owners().getOrDefault(lid, List.of()).stream()
        .mapToLong(FabricNode::guid)
        .findFirst()
        .orElse(0);
  }

  private static String shown(LinearRoutes routes, FabricNode from, int lid) {
    int port = routes.entry(from, lid);
    return port == LinearRoutes.NONE
        ? "no entry up to LinearFDBTop"
        : "port %d %s".formatted(port, routes.obstacle(from, lid)).strip();
  }

  /// An entry that leads to a switch whose own entry is not usable counts as leading on.
  private static boolean leads(LinearRoutes routes, FabricNode from, int lid) {
    return routes.isUsable(from, lid) && routes.obstacle(from, lid).isEmpty();
  }
}
