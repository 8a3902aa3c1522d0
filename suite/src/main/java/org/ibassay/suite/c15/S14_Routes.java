package org.ibassay.suite.c15;

import java.util.Set;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.SwitchInfo;

/// # The forwarding tables of a subnet reach every LID
///
/// - Section: 14.4.3.4
/// - Coverage: none
/// - Topology: any of up to 1,024 nodes
/// - DUT qualifiers: the DUT runs the subnet manager
/// - Assertions: ia-s14-routes#01, ia-s14-routes#02, ia-s14-routes#03
///
/// The tester reads the forwarding table of every switch of the subnet by directed routes and
/// follows it: a packet for each LID reaches its destination, whichever switch it starts from.
///
/// ## Notes
///
/// - This test is the suite's own. Only the DUT changes the subnet during the test.
/// - A switch with LinearFDBCap 0 is not checked, nor are routes through it.
/// - A credit loop (a cycle of links in which packets can wait for each other's buffers) is noted,
///   but is not a failure: the VLs that packets use are not checked.
///
/// ## Procedure
///
/// - A1: SubnGet(PortInfo) of the tester's port and SubnGet(PortInfo), SubnGet(NodeInfo) of the
///   DUT's: the tester's MasterSMLID is a LID of the DUT. Read the subnet by directed routes from
///   the tester's port; if a port with a link is not Active, again after 1 s, up to 15 times.
/// - A2: For each switch, verify that LinearFDBTop is at least the last LID of the subnet, and less
///   than LinearFDBCap. [ia-s14-routes#01]
/// - A3: For each switch and each LID up to LinearFDBTop, verify the entry of the linear forwarding
///   table: port 0 for a LID of the switch itself, otherwise a port with a link whose PortState is
///   Active. [ia-s14-routes#02]
/// - A4: From each switch, follow the entries for each LID; verify that they lead to the node that
///   has the LID, and to no switch twice. An entry on the path that does not match step A3 has
///   already failed there. [ia-s14-routes#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S14_Routes extends S14_Subnet {

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets("A1", (subnet, _) -> procedure(subnet));
    return log().allPassed();
  }

  private void procedure(ManagedSubnet subnet) {
    if (subnet.switches().isEmpty()) {
      leaveOutRest("the subnet has no switch");
      return;
    }
    LinearRoutes routes = new LinearRoutes(subnet);
    step("A2");
    int last = subnet.lastLid().orElse(0);
    subnet.switches().forEach(node -> verifyTop(node, last));
    step("A3");
    subnet.switches().forEach(node -> verifyEntries(node, routes));
    step("A4");
    subnet.switches().forEach(node -> verifyRoutes(node, routes));
    if (routes.hasCreditLoop()) {
      remark("credit loop: the routes have a circle of links that can wait for each other");
    }
  }

  private void verifyTop(FabricNode node, int last) {
    MadPacketSpec info = node.switchInfo().getFirst();
    long top = info.data(SwitchInfo.LINEAR_FDB_TOP);
    verify(
        info,
        !isLinear(node) || (top >= last && top < info.data(SwitchInfo.LINEAR_FDB_CAP)),
        () ->
            "SwitchInfo:LinearFDBTop of 0x%016X from 0x%04X, the last LID, to LinearFDBCap - 1"
                .formatted(node.guid(), last),
        () -> "0x%04X".formatted(top));
  }

  private static boolean isLinear(FabricNode node) {
    return node.switchInfo().getFirst().data(SwitchInfo.LINEAR_FDB_CAP) > 0;
  }

  private void verifyEntries(FabricNode node, LinearRoutes routes) {
    for (int lid : lids(routes)) {
      int port = routes.entry(node, lid);
      if (isLinear(node) && port != LinearRoutes.NONE) {
        verify(
            node.switchInfo().getFirst(),
            routes.isUsable(node, lid),
            () ->
                "entry of LID 0x%04X at 0x%016X: port 0 for its own LID, otherwise a port with an"
                        .formatted(lid, node.guid())
                    + " Active link",
            () -> "port " + port);
      }
    }
  }

  private void verifyRoutes(FabricNode node, LinearRoutes routes) {
    for (int lid : lids(routes)) {
      String obstacle = routes.obstacle(node, lid);
      verify(
          node.switchInfo().getFirst(),
          obstacle.isEmpty(),
          () -> "a route from 0x%016X to LID 0x%04X".formatted(node.guid(), lid),
          () -> obstacle);
    }
  }

  private static Set<Integer> lids(LinearRoutes routes) {
    return routes.subnet().owners().keySet();
  }
}
