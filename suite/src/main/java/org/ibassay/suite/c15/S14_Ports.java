package org.ibassay.suite.c15;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A subnet manager configures every port of its subnet
///
/// - Section: 14.4.3
/// - Coverage: none
/// - Topology: any of up to 1,024 nodes
/// - DUT qualifiers: the DUT runs the subnet manager
/// - Assertions: ia-s14-ports#01, ia-s14-ports#02, ia-s14-ports#03, ia-s14-ports#04,
///   ia-s14-ports#05, ia-s14-ports#06, ia-s14-ports#07
///
/// The tester reads from every node of the subnet, by directed routes, how the manager has
/// configured it. Every end port has unique LIDs and knows its master, the two ends of every link
/// agree, every link is Active, and all end ports are in the default partition.
///
/// ## Notes
///
/// - This test is the suite's own. Only the DUT changes the subnet during the test.
/// - On a switch, port 0 has the LID but no link. Its NeighborMTU and OperationalVLs are not
///   checked.
/// - Partitions other than the default one, MasterSMSL and SubnetTimeOut are up to the manager.
///
/// ## Procedure
///
/// - A1: SubnGet(PortInfo) of the tester's port and SubnGet(PortInfo), SubnGet(NodeInfo) of the
///   DUT's: the tester's MasterSMLID is a LID of the DUT. Read the subnet by directed routes from
///   the tester's port; if a port with a link is not Active, again after 1 s, up to 15 times.
/// - A2: For each switch and end port, verify that LID to LID + 2^LMC - 1 are unicast LIDs, 0x0001
///   to 0xBFFF, and that the LMC lower bits of LID are 0. [ia-s14-ports#01]
/// - A3: Verify that no two of them share a LID. [ia-s14-ports#02]
/// - A4: For each switch and end port, verify that MasterSMLID is a LID of the DUT, and that
///   GidPrefix is that of the DUT's port. [ia-s14-ports#03]
/// - A5: For each link, verify that NeighborMTU is the same at both ends, and at most MTUCap of
///   both. [ia-s14-ports#04]
/// - A6: For each link, verify that OperationalVLs is the same at both ends, and at most VLCap of
///   both. [ia-s14-ports#05]
/// - A7: For each link, verify that PortState is Active at both ends. [ia-s14-ports#06]
/// - A8: For each switch and end port, SubnGet(P_KeyTable), block by block up to PartitionCap;
///   verify that it has P_Key 0xFFFF or 0x7FFF, and 0xFFFF on the DUT's port. [ia-s14-ports#07]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S14_Ports extends S14_Subnet {
  @Override
  public boolean execute() throws TestException {
    repeatForSubnets("A1", this::procedure);
    return log().allPassed();
  }

  private void procedure(ManagedSubnet subnet, long dutGuid) throws TestException {
    PortRules rules = new PortRules(mads(), subnet, dutGuid);
    step("A2");
    rules.verifyLids();
    step("A3");
    rules.verifyOwners();
    step("A4");
    rules.verifyManager();
    step("A5");
    rules.verifyMtus();
    step("A6");
    rules.verifyLanes();
    step("A7");
    rules.verifyStates();
    step("A8");
    rules.verifyPartitions();
  }
}
