package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.jspecify.annotations.Nullable;

/// Who runs the fabric: asked with SubnGet(SMInfo) where the tester's ports and the DUT have been
/// told that their master is (PortInfo:MasterSMLID).
///
/// @param isDut whether the DUT is a subnet manager itself
/// @param foreign another one, or null
record SubnetManagers(boolean isDut, @Nullable Manager foreign) {
  private static final String PURPOSE = "who manages the fabric";

  /// A subnet manager that answered.
  ///
  /// @param guid SMInfo:GUID
  /// @param lid where it answered
  record Manager(long guid, long lid) {
    @Override
    public String toString() {
      return "subnet manager 0x%016x at LID %d".formatted(guid, lid);
    }
  }

  /// @param ports tester's ports that are cabled to the DUT
  /// @param dut PortInfo of the DUT's port with a LID, or null when it tells none
  /// @param dutGuid NodeInfo:PortGUID of the DUT: with an LMC it has more than one LID
  static SubnetManagers around(List<MadPort> ports, Smps.@Nullable Answer dut, long dutGuid)
      throws LinkException, InterruptedException {
    long dutLid = dut == null ? 0 : dut.get(PortInfo.LID);
    long dutsMaster = dut == null ? 0 : dut.get(PortInfo.MASTER_SM_LID);
    boolean isDut = false;
    Manager foreign = null;
    for (MadPort port : ports) {
      Tester tester = Tester.of(port);
      for (long lid : List.of(tester.master(), dutsMaster)) {
        if (lid == 0 || (foreign != null && foreign.lid() == lid)) {
          continue;
        }
        Manager found = tester.ask(lid, lid == dutLid);
        if (found != null && (lid == dutLid || found.guid() == dutGuid)) {
          isDut |= dut != null && dut.get(PortInfo.IS_SM) == 1;
        } else if (found != null && foreign == null) {
          foreign = found;
        }
      }
    }
    return new SubnetManagers(isDut, foreign);
  }

  /// A tester port, and what its own PortInfo says.
  private record Tester(MadPort port, Smps smps, long lid, long master) {

    static Tester of(MadPort port) throws LinkException, InterruptedException {
      Smps smps = new Smps(port, PURPOSE);
      Smps.Answer node = smps.get(Route.SELF, Attribute.NODE_INFO, 0, 0);
      long number = node == null ? 0 : node.get(NodeInfo.LOCAL_PORT_NUM);
      Smps.Answer info = smps.get(Route.SELF, Attribute.PORT_INFO, number, 0);
      return info == null || !info.isOk()
          ? new Tester(port, smps, 0, 0)
          : new Tester(port, smps, info.get(PortInfo.LID), info.get(PortInfo.MASTER_SM_LID));
    }

    @Nullable Manager ask(long masterLid, boolean isDut)
        throws LinkException, InterruptedException {
      Smps.Answer answer = smps.get(route(masterLid, isDut), Attribute.SM_INFO, 0, 0);
      return answer == null || !answer.isOk()
          ? null
          : new Manager(answer.get(SmInfo.GUID), masterLid);
    }

    /// Where a LID means the tester itself or the DUT, the way there is known without it.
    private Route route(long masterLid, boolean isDut) {
      if (masterLid == lid) {
        return Route.SELF;
      }
      return isDut ? port.route() : new Route.Lid((int) masterLid);
    }
  }
}
