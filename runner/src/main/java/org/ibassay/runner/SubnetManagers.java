package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.jspecify.annotations.Nullable;

/// The subnet managers of the fabric: found with SubnGet(SMInfo) at the LIDs that the tester's
/// ports and the DUT report as master (PortInfo:MasterSMLID), and at the DUT itself.
///
/// @param whyNotDut why the DUT is not the subnet manager of the tester's subnet, completing "the
///   DUT ..."; null if it is
/// @param foreign a subnet manager other than the DUT, or null
/// @param silent LID of a reported master that does not respond; 0 for none. Stock simulated
///   devices name the tester's own port, which is not reported
/// @param isDoubtful whether the DUT has a subnet manager that reports not to be the master, and no
///   master is found: a contradiction
record SubnetManagers(
    @Nullable String whyNotDut, @Nullable Manager foreign, long silent, boolean isDoubtful) {
  private static final String PURPOSE = "who manages the fabric";
  private static final int MASTER = 3;

  /// Subnet managers were not looked for.
  static final SubnetManagers NONE = new SubnetManagers("was not asked", null, 0, false);

  /// A subnet manager that responded.
  ///
  /// @param guid SMInfo:GUID
  /// @param lid LID at which it responded
  record Manager(long guid, long lid) {
    @Override
    public String toString() {
      return "subnet manager 0x%016x at LID 0x%04X".formatted(guid, lid);
    }
  }

  /// @param ports tester ports that are cabled to the DUT
  /// @param dut PortInfo of the DUT's port with a LID, or null if unknown
  /// @param dutGuid NodeInfo:PortGUID of the DUT, which has more than one LID if LMC is not 0
  static SubnetManagers around(List<MadPort> ports, Smps.@Nullable Answer dut, long dutGuid)
      throws LinkException, InterruptedException {
    long dutsMaster = dut == null ? 0 : dut.get(PortInfo.MASTER_SM_LID);
    boolean isNamed = false;
    Manager foreign = null;
    long silent = 0;
    long worrying = 0;
    List<Tester> testers = new ArrayList<>();
    for (MadPort port : ports) {
      testers.add(Tester.of(port));
    }
    for (Tester tester : testers) {
      isNamed |= isLidOf(dut, tester.master());
      for (long lid : List.of(tester.master(), dutsMaster)) {
        if (lid == 0 || isLidOf(dut, lid) || (foreign != null && foreign.lid() == lid)) {
          continue;
        }
        Manager found = tester.ask(lid);
        if (found == null) {
          silent = lid;
          boolean isTester =
              testers.stream().anyMatch(one -> one.lid() == lid && one.port().isSimulated());
          worrying = isTester ? worrying : lid;
        } else if (found.guid() == dutGuid) {
          isNamed |= lid == tester.master();
        } else if (foreign == null) {
          foreign = found;
        }
      }
    }
    Smps.Answer smInfo = hasManager(dut) ? smInfo(ports.getFirst()) : null;
    String whyNot = whyNot(dut, smInfo, isNamed, foreign);
    boolean isDoubtful = whyNot != null && smInfo != null && foreign == null && silent != 0;
    return new SubnetManagers(whyNot, foreign, isDoubtful ? silent : worrying, isDoubtful);
  }

  private static boolean hasManager(Smps.@Nullable Answer dut) {
    return dut != null && dut.get(PortInfo.IS_SM) != 0;
  }

  private static Smps.@Nullable Answer smInfo(MadPort port)
      throws LinkException, InterruptedException {
    Smps.Answer answer = new Smps(port, PURPOSE).get(Attribute.SM_INFO, 0, 0);
    return answer == null || !answer.isOk() ? null : answer;
  }

  /// Accepts a DUT that reports to be master if no other manager is found, even if MasterSMLID of
  /// the ports disagrees: a test judges that.
  private static @Nullable String whyNot(
      Smps.@Nullable Answer dut,
      Smps.@Nullable Answer smInfo,
      boolean isNamed,
      @Nullable Manager foreign) {
    if (!hasManager(dut)) {
      return "runs none: PortInfo:CapabilityMask.IsSM is 0";
    }
    if (smInfo == null) {
      return "gives no SMInfo, although IsSM is 1";
    }
    if (isNamed || (foreign == null && smInfo.get(SmInfo.SM_STATE) == MASTER)) {
      return null;
    }
    return "is not the master: SMInfo:SMState is %s, and the tester's MasterSMLID not its LID%s"
        .formatted(
            SmInfo.SM_STATE.named(smInfo.get(SmInfo.SM_STATE)),
            foreign == null ? "" : " but that of " + foreign);
  }

  private static boolean isLidOf(Smps.@Nullable Answer dut, long lid) {
    if (dut == null || dut.get(PortInfo.LID) == 0) {
      return false;
    }
    long base = dut.get(PortInfo.LID);
    return lid >= base && lid < base + (1L << dut.get(PortInfo.LMC));
  }

  /// A tester port and its own PortInfo.
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

    @Nullable Manager ask(long masterLid) throws LinkException, InterruptedException {
      // If the LID is the tester's own, no LID route is needed.
      Route to = masterLid == lid ? Route.SELF : new Route.Lid((int) masterLid);
      Smps.Answer answer = smps.get(to, Attribute.SM_INFO, 0, 0);
      return answer == null || !answer.isOk()
          ? null
          : new Manager(answer.get(SmInfo.GUID), masterLid);
    }
  }
}
