package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// # A port whose link goes down and returns is configured again
///
/// - Section: 14.4.3
/// - Coverage: none
/// - Topology: any of up to 1,024 nodes
/// - DUT qualifiers: the DUT runs the subnet manager
/// - Assertions: ia-s14-return#01, ia-s14-return#02, ia-s14-return#03, ia-s14-return#04,
///   ia-s14-return#05, ia-s14-return#06
///
/// The link of the tester's port goes down and trains again. A switch at its other end reports that
/// by trap 128. The DUT sweeps, assigns the port a LID, makes its link Active, and leaves all other
/// nodes as they are.
///
/// ## Notes
///
/// - This test is the suite's own. The test does not apply if the link leads to a switch that sends
///   no traps, or if the stack below the tester leaves the link Active.
/// - The DUT may assign the tester another LID than before.
/// - Only the DUT changes the subnet during the test.
///
/// ## Procedure
///
/// - A1: SubnGet(PortInfo) of the tester's port and SubnGet(PortInfo), SubnGet(NodeInfo) of the
///   DUT's: the tester's MasterSMLID is a LID of the DUT. Read the subnet by directed routes from
///   the tester's port; if a port with a link is not Active, again after 1 s, up to 15 times.
/// - A2: SubnSet(PortInfo) of the tester's port with PortPhysicalState = Polling.
/// - A3: Verify that PortState of the tester's port becomes Active within SM_PATIENCE.
///   [ia-s14-return#01]
/// - A4: Read the subnet as in step A1. Verify that the LID of the tester's port is not 0, and that
///   no other port has it. [ia-s14-return#02]
/// - A5: Verify that MasterSMLID and GidPrefix of the tester's port are those of step A1.
///   [ia-s14-return#03]
/// - A6: From each switch, follow the entries of the linear forwarding tables for the LID of the
///   tester's port; verify that they lead there. [ia-s14-return#04]
/// - A7: For each other switch and end port of step A1, verify that LID, LMC, MasterSMLID and M_Key
///   are those of step A1. [ia-s14-return#05]
/// - A8: Verify the ports of the subnet as in steps A2 to A8 of S14_Ports. [ia-s14-return#06]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = SM_PATIENCE)
public final class S14_Return extends S14_Subnet {
  private static final int POLLING = 2;
  private static final Duration DOWN = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofNanos(100_000);
  private static final Duration BEAT = Duration.ofMillis(500);
  private static final List<Field> OF_TESTER = List.of(PortInfo.MASTER_SM_LID, PortInfo.GID_PREFIX);
  private static final List<Field> OF_OTHERS =
      List.of(PortInfo.LID, PortInfo.LMC, PortInfo.MASTER_SM_LID, PortInfo.M_KEY);

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets("A1", this::procedure);
    return log().allPassed();
  }

  private void procedure(ManagedSubnet before, long dutGuid) throws TestException {
    mads().send(MadPacketSpec.subnGet(NODE_INFO), Route.SELF);
    MadPacketSpec own = mads().receiveOk();
    long guid = own.data(NodeInfo.PORT_GUID);
    FabricNode tester = Objects.requireNonNull(find(before, guid).orElse(null));
    ManagedSubnet.LinkEnd other = before.peer(tester, (int) own.data(NodeInfo.LOCAL_PORT_NUM));
    boolean isReported =
        other == null
            || !other.node().isSwitch()
            || other.node().endPort().data(PortInfo.IS_TRAP_SUPPORTED) == 1;
    step("A2");
    if (!isReported) {
      leaveOutRest("the switch at the tester's link sends no traps");
      return;
    }
    if (!takeDown()) {
      leaveOutRest("the link of the tester's port stays Active");
      return;
    }
    step("A3");
    verifyActive();
    step("A4");
    ManagedSubnet after = settled();
    if (after != null) {
      FabricNode now = find(after, guid).orElse(null);
      needs(now != null, "the tester's port is not found");
      verifyReturned(before, after, Objects.requireNonNull(now));
      step("A8");
      new PortRules(mads(), after, dutGuid).verifyAll();
    }
  }

  private static Optional<FabricNode> find(ManagedSubnet subnet, long guid) {
    return subnet.nodes().stream().filter(node -> node.guid() == guid).findFirst();
  }

  /// Returns whether the link has gone down.
  private boolean takeDown() throws TestException {
    MadPacketSpec set = MadPacketSpec.subnSet(PORT_INFO).dataOf(ownPort());
    set.mKey(set.data(PortInfo.M_KEY))
        .setData(PortInfo.PORT_STATE, 0)
        .setData(PortInfo.PORT_PHYSICAL_STATE, POLLING);
    mads().sendOnce(set, Route.SELF);
    mads().receiveIfAny();
    long end = now() + DOWN.toNanos();
    boolean isActive = isActive();
    while (isActive && now() < end) {
      waitFor(LOOK);
      isActive = isActive();
    }
    return !isActive;
  }

  private MadPacketSpec ownPort() throws TestException {
    mads().send(MadPacketSpec.subnGet(PORT_INFO), Route.SELF);
    return mads().receiveOk();
  }

  private boolean isActive() throws TestException {
    return ownPort().data(PortInfo.PORT_STATE) == PortState.ACTIVE;
  }

  private void verifyActive() throws TestException {
    long end = now() + Duration.ofSeconds(parameter(SM_PATIENCE)).toNanos();
    while (!isActive() && now() < end) {
      waitFor(BEAT);
    }
    verifyData(ownPort(), PortInfo.PORT_STATE, PortState.ACTIVE);
  }

  /// Steps A4 to A7.
  private void verifyReturned(ManagedSubnet before, ManagedSubnet after, FabricNode tester) {
    int lid = (int) tester.lid();
    verify(
        tester.endPort(),
        after.owners().getOrDefault(lid, List.of()).size() == 1,
        () -> "a LID that no other port has",
        () -> "LID 0x%04X".formatted(lid));
    FabricNode was = find(before, tester.guid()).orElseThrow();
    step("A5");
    OF_TESTER.forEach(field -> verifyData(tester.endPort(), field, was.endPort().data(field)));
    step("A6");
    if (after.switches().isEmpty()) {
      notApplicable("the subnet has no switch");
    }
    LinearRoutes routes = new LinearRoutes(after);
    for (FabricNode from : after.switches()) {
      verify(
          from.switchInfo().getFirst(),
          routes.isUsable(from, lid) && routes.obstacle(from, lid).isEmpty(),
          () -> "a route from 0x%016X to LID 0x%04X".formatted(from.guid(), lid),
          () ->
              "port %d %s".formatted(routes.entry(from, lid), routes.obstacle(from, lid)).strip());
    }
    step("A7");
    for (FabricNode node : before.nodes()) {
      Optional<FabricNode> now = find(after, node.guid());
      if (node.guid() != tester.guid() && now.isPresent()) {
        MadPacketSpec port = now.get().endPort();
        OF_OTHERS.forEach(field -> verifyData(port, field, node.endPort().data(field)));
      }
    }
  }
}
