package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.RefusedRequest.At;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;

/// # SubnSet() is executed only with the right M_Key
///
/// - Section: 14.1.4
/// - Coverage: v1c14-016, v1c14-026, v1c14-029
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-016#01.02, v1c14-016#02.02, v1c14-016#03.02, v1c14-016#04.02, v1c14-026#01,
///   v1c14-029#02.01, v1c14-029#02.02
///
/// A Set requires the DUT's M_Key, whatever the M_KeyProtectBits. A Set without it gets no
/// response, changes nothing, and counts as a violation. So does a TrapRepress.
///
/// ## Notes
///
/// - Of the public page, steps 1 to 6 are known, with their assertions up to step 5. That a wrong
///   key must fail for every value of M_KeyProtectBits, and which assertions of the page that
///   proves, follows from its list of assertions.
/// - All steps are run for each value of M_KeyProtectBits, on every port that a tester port
///   reaches.
/// - If DUT and tester are directly connected and both have a LID, steps A1 to A7 also run with
///   LID-routed SMPs (management class 0x01), except on a switch, whose responses would follow its
///   own forwarding table.
/// - In step A1, other attributes are set to the values just read, so that nothing changes if the
///   DUT executes the Set; in step A12, to others, which a DUT may store although it does not
///   respond.
/// - A Set that changes the key itself is not sent with a wrong key. Which key the response to such
///   a Set carries is not checked.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT.
/// - 2: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: SMP_DATA:SubnetTimeOut = another valid value.
/// - 4: SendMad(SubnSet(PortInfo)) with SMP_DATA and M_Key = M_KEY_DUT.
/// - 5: Verify that SubnGetResp(PortInfo) is received with status 0. [v1c14-029#02.01]
/// - 6: Verify that SubnetTimeOut is that of SMP_DATA, in the response and in a SubnGet(PortInfo)
///   after it. [v1c14-026#01]
/// - A1: SendMad(SubnSet(PortInfo)) with M_Key = M_KEY_OTHER and other values of SubnetTimeOut,
///   MasterSMSL, M_KeyLeasePeriod and M_KeyProtectBits; added: with M_Key = 0, and with keys that
///   differ from M_KEY_DUT in one bit; and SubnSet of other attributes with M_KEY_OTHER.
/// - A2: If M_KeyProtectBits is 0, verify that step A1 gets no response. [v1c14-016#01.02,
///   v1c14-029#02.02]
/// - A3: If M_KeyProtectBits is 1, verify that step A1 gets no response. [v1c14-016#02.02,
///   v1c14-029#02.02]
/// - A4: If M_KeyProtectBits is 2, verify that step A1 gets no response. [v1c14-016#03.02,
///   v1c14-029#02.02]
/// - A5: If M_KeyProtectBits is 3, verify that step A1 gets no response. [v1c14-016#04.02,
///   v1c14-029#02.02]
/// - A6: Verify by SubnGet(PortInfo) with M_KEY_DUT that PortInfo:M_KeyViolations is one more than
///   before step A1. [ia-c14-016-set#01]
/// - A7: Verify that the read-write components of PortInfo are unchanged, except for volatile ones.
///   [v1c14-026#01]
/// - A8: SendMad(SubnTrapRepress(Notice)) with M_Key = M_KEY_OTHER, then with M_KEY_DUT.
/// - A9: Verify that step A8 gets no response. [ia-c14-016-set#02]
/// - A10: Verify that PortInfo:M_KeyViolations is one more after the wrong key, and unchanged after
///   the right one. [ia-c14-016-set#03]
/// - A11: Repeat steps 1 to 6: a Set with the right key is still executed.
/// - A12: If M_KeyProtectBits is 0: SubnGet of GUIDInfo, P_KeyTable, SLtoVLMappingTable,
///   VLArbitrationTable and LedInfo, as far as the port has them and declares capacity; on a
///   switch, also of SwitchInfo, its forwarding tables, and these attributes and PortInfo of the
///   external port that receives the SMPs and of one other port. For each that is read, SubnSet
///   with M_KEY_OTHER and legal values different from the present ones. Verify that it gets no
///   response. [ia-c14-016-set#04]
/// - A13: SubnGet it; verify that the values are unchanged; if not, SubnSet it as read, with
///   M_KEY_DUT. [ia-c14-016-set#04]
/// - 7: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {
      Change.PORT_INFO_OF_ALL_PORTS,
      Change.SWITCH_INFO,
      Change.GUID_INFO,
      Change.P_KEY_TABLE,
      Change.SL_TO_VL_MAPPING_TABLE,
      Change.VL_ARBITRATION_TABLE,
      Change.LINEAR_FORWARDING_TABLE,
      Change.RANDOM_FORWARDING_TABLE,
      Change.MULTICAST_FORWARDING_TABLE,
      Change.LED_INFO
    },
    parameters = {M_KEY_DUT, M_KEY_OTHER})
public final class C14_016_Set extends C14_016_Base {
  private static final List<String> SILENCE_AT_LEVEL = List.of("A2", "A3", "A4", "A5");

  @Override
  public boolean execute() throws TestException {
    repeatForLevels("7", this::procedure);
    return log().allPassed();
  }

  private void procedure(int level) throws TestException {
    MadPacketSpec portInfo = setWithRightKey();
    At at = new At("A1", SILENCE_AT_LEVEL.get(level), "A6");
    List<Route> ways = ways(portInfo);
    for (Route way : ways) {
      by(
          way,
          () -> {
            for (long key : wrongKeys()) {
              setWithWrongKey(at, key, way, level);
            }
          });
    }
    for (Guarded one : guarded(true)) {
      MadPacketSpec set = setAsRead(one).mKey(parameter(M_KEY_OTHER));
      for (Route way : ways) {
        by(way, () -> refused().verify(at, set, way, 1));
      }
    }
    At repress = new At("A8", "A9", "A10");
    refused().verify(repress, trapRepress().mKey(parameter(M_KEY_OTHER)), mads().toDut(), 1);
    refused().verify(repress, trapRepress().mKey(parameter(M_KEY_DUT)), mads().toDut(), 0);
    step("A11");
    setWithRightKey();
    if (level == 0) {
      part(this::setOthersWithWrongKey);
    }
    remarkTraps();
  }

  /// Steps 1 to 6.
  ///
  /// @return PortInfo after the Set
  private MadPacketSpec setWithRightKey() throws TestException {
    step("1");
    MadPacketSpec smpData = protection().setOf(protection().read());
    step("3");
    long timeOut = otherTimeOut(smpData);
    smpData.setData(PortInfo.SUBNET_TIME_OUT, timeOut);
    step("4");
    sendMad(smpData);
    step("5");
    MadPacketSpec response = protection().verifyAnswered(smpData, mads().toDut());
    needs(
        response != null && verifyStatusOk(response),
        "the Set with the right key was not executed");
    step("6");
    if (response != null) {
      verifyData(response, PortInfo.SUBNET_TIME_OUT, timeOut);
    }
    MadPacketSpec read = protection().read();
    verifyData(read, PortInfo.SUBNET_TIME_OUT, timeOut);
    return read;
  }

  /// Two values that do not make the tester's retries slow.
  private static long otherTimeOut(MadPacketSpec portInfo) {
    return portInfo.data(PortInfo.SUBNET_TIME_OUT) == 11 ? 12 : 11;
  }

  private static MadPacketSpec setAsRead(Guarded one) {
    MadPacketSpec set = one.request().copy().dataOf(one.held());
    set.setHeader(MadHeader.METHOD, Method.SET);
    long attribute = set.header(MadHeader.ATTRIBUTE_ID);
    if (attribute == PORT_INFO.id()) {
      PortInfoWrites.makeWritable(set);
    } else if (attribute == Attribute.SWITCH_INFO.id()) {
      set.setData(SwitchInfo.PORT_STATE_CHANGE, 0);
    }
    return set;
  }

  /// Steps A12 and A13. No Get needs the key at this level.
  private void setOthersWithWrongKey() throws TestException {
    step("A12");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    SettableAttributes settable = new SettableAttributes(mads(), "A12", "A12");
    settable.addNode(nodeInfo, (int) nodeInfo.data(NodeInfo.LOCAL_PORT_NUM));
    for (OtherValues other : settable.all()) {
      HeldAttribute attribute = other.attribute();
      boolean isPortInfo = attribute.attribute().equals(PORT_INFO);
      if (!isPortInfo || (isSwitch && attribute.modifier() != 0)) {
        at(attribute.attribute().name(), attribute.modifier(), () -> setWithWrongKey(other));
      }
    }
  }

  private void setWithWrongKey(OtherValues other) throws TestException {
    step("A12");
    sendMadOnce(other.set().mKey(parameter(M_KEY_OTHER)));
    verifySilence();
    step("A13");
    HeldAttribute attribute = other.attribute();
    sendMad(attribute.get());
    if (!other.verify(mads().checks(), receiveMadOk(), attribute.held())) {
      sendMad(attribute.restore().mKey(parameter(M_KEY_DUT)));
      receiveMad();
    }
  }

  private void setWithWrongKey(At at, long key, Route way, int level) throws TestException {
    MadPacketSpec before = protection().read();
    MadPacketSpec set = protection().setOf(before).mKey(key);
    set.setData(PortInfo.SUBNET_TIME_OUT, otherTimeOut(before));
    set.setData(PortInfo.MASTER_SM_SL, before.data(PortInfo.MASTER_SM_SL) ^ 1);
    set.setData(PortInfo.M_KEY_LEASE_PERIOD, PortInfo.M_KEY_LEASE_PERIOD.max());
    set.setData(PortInfo.M_KEY_PROTECT_BITS, level ^ 1);
    MadPacketSpec after = refused().verify(at, set, way, 1);
    step("A7");
    if (!protection().verifyUnchanged(before, after)) {
      protect(level);
    }
  }
}
