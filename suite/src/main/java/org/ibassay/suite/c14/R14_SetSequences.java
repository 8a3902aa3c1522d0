package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.WayByLid;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;

/// # Every Set is stored, whatever request preceded it
///
/// - Section: 14.2.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-set-sequences#01, ia-r14-set-sequences#02, ia-r14-set-sequences#03,
///   ia-r14-set-sequences#04, ia-r14-set-sequences#05, ia-r14-set-sequences#06,
///   ia-r14-set-sequences#07
///
/// Each of many Sets is stored, whether first or last: among Sets of other blocks and ports, after
/// a Set that was not read back, after a Set that was rejected, together with a component that
/// requests an action, with the TransactionID of an earlier request, and by LID as well as by
/// directed route. A Get stores nothing, whatever data it carries.
///
/// ## Notes
///
/// - This test is the suite's own. The test covers PortInfo, GUIDInfo, P_KeyTable,
///   SLtoVLMappingTable, VLArbitrationTable and LedInfo of each port that a tester port reaches, as
///   far as the port has them and declares capacity; on a switch, SwitchInfo, its forwarding
///   tables, and these attributes of port 0, of the external port that receives the SMPs and of one
///   other port. Two blocks of each table are tested, if there are that many.
/// - Only some components are set to another value: not those of PortInfo whose change may stop the
///   link, nor a P_Key that is in use.
/// - The response to a Set with an illegal value is covered by other tests. Such a Set carries the
///   present values of the other components, so that nothing else changes on a device that rejects
///   only the illegal value (`illegal-set-partial`).
///
/// ## Procedure
///
/// - 1: SubnGet of each attribute. If no LID route to the DUT is possible, steps 14 and 15 do not
///   apply.
/// - 2: The response has Status.Code == 0; otherwise the attribute is left out.
/// - 3: 66 times, alternately: SubnSet each with legal values different from its first ones, and as
///   read in step 1; the blocks of one attribute one after another.
/// - 4: Verify AttributeID, AttributeModifier, Status.Code == 0, the values as in the request, and
///   all other components as read. An attribute whose Set is rejected is left out from here on.
///   [ia-r14-set-sequences#01]
/// - 5: When all blocks of the attribute have been set, SubnGet each; verify Status.Code == 0 and
///   the values as in step 3. [ia-r14-set-sequences#01]
/// - 6: SubnSet each with its other values, then at once as read in step 1; verify Status.Code == 0
///   in both responses. SubnGet it; verify the values of the latter. [ia-r14-set-sequences#02]
/// - 7: SubnSet each with its other values; verify as in step 4, and by a SubnGet.
///   [ia-r14-set-sequences#02]
/// - 8: SubnGet each attribute with the values of step 1 as data, which a Get ignores; verify
///   Status.Code == 0 and the other values, set at step 7. SubnSet it as read in step 1. SubnGet it
///   with the other values as data; verify Status.Code == 0 and the values of step 1.
///   [ia-r14-set-sequences#03]
/// - 9: SubnGet each without data; verify the values of step 1. [ia-r14-set-sequences#03]
/// - 10: SubnSet(PortInfo) of each port with its present values, except for an illegal one:
///   NeighborMTU = 15 if the port has NeighborMTU, otherwise MasterSMLID = 0xFFFF.
/// - 11: SubnGet(PortInfo); verify that the values are unchanged. SubnSet(PortInfo) with the other
///   values; verify Status.Code == 0 and, in a SubnGet(PortInfo), the values.
///   [ia-r14-set-sequences#04]
/// - 12: SubnSet(PortInfo) of a port that has LIDs, as read in step 1 except for ClientReregister =
///   1, then with its other values and ClientReregister = 1, if IsClientReregistrationSupported ==
///   1; SubnSet(SwitchInfo) as read in step 1 except for PortStateChange = 1, on a real link only
///   if it is 0, because nothing sets it again. Then SubnSet(PortInfo) with SubnetTimeOut,
///   MasterSMSL and M_KeyLeasePeriod 0. SubnSet(PortInfo) of each port as read in step 1, except
///   for 0, which stands for "no change", in PortState, PortPhysicalState, LinkDownDefaultState,
///   LinkWidthEnabled, LinkSpeedEnabled and OperationalVLs at once; not of port 0 of a switch,
///   which has no link.
/// - 13: Verify Status.Code == 0 and, in a SubnGet, the values; in simulation also that
///   PortStateChange is 0 after it was set to 1. [ia-r14-set-sequences#05]
/// - 14: If DUT and tester are directly connected and both have a LID, except on a switch, whose
///   responses would follow its own forwarding table: SubnSet each with its other values, except
///   for LID and LMC, by LID (management class 0x01). Verify as in step 4. SubnGet each by LID, and
///   by directed route; verify the values. [ia-r14-set-sequences#06]
/// - 15: SubnSet each as read in step 1, by directed route. SubnGet it by LID; verify the values.
///   SubnSet(PortInfo) with the illegal value of step 10, by directed route and by LID; verify that
///   Status.Code is equal in both responses, and by SubnGet(PortInfo) that the values are
///   unchanged. [ia-r14-set-sequences#06]
/// - 16: SubnSet each with its other values, and SubnGet it. When all have been set and read, and
///   after 100 ms where packets may be duplicated: SubnSet each as read in step 1, with the
///   TransactionID of its first Set, then SubnGet it, with the TransactionID of its first Get.
/// - 17: Verify that each of them gets a response with Status.Code == 0 and the values of step 1.
///   If one gets none, the request with another TransactionID must get one.
///   [ia-r14-set-sequences#07]
/// - 18: SubnSet each as read in step 1, except for values that must not be written back.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
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
    })
public final class R14_SetSequences extends SettableTest {
  private static final int ROUNDS = 66;
  private static final String NO_LID =
      "the DUT has no LID that a request reaches without forwarding";

  private static final List<Field> MAY_BE_0 =
      List.of(PortInfo.SUBNET_TIME_OUT, PortInfo.MASTER_SM_SL, PortInfo.M_KEY_LEASE_PERIOD);

  private static final List<Field> NO_CHANGE =
      List.of(
          PortInfo.PORT_STATE,
          PortInfo.PORT_PHYSICAL_STATE,
          PortInfo.LINK_DOWN_DEFAULT_STATE,
          PortInfo.LINK_WIDTH_ENABLED,
          PortInfo.LINK_SPEED_ENABLED,
          PortInfo.OPERATIONAL_VLS);

  @Override
  public boolean execute() throws TestException {
    findAll();
    for (int i = 0; i < ROUNDS; i++) {
      boolean isOther = i % 2 == 0;
      at("round", i, () -> repeatForReached(port -> setAll(port, isOther)));
    }
    repeatForReached(port -> forEach(port, this::setTwice));
    repeatForReached(port -> forEach(port, this::getWithData));
    repeatForReached(port -> forEach(port, this::setAfterRefusal));
    repeatForReached(port -> forEach(port, this::setBesideCommand));
    repeatForReached(port -> part(() -> setByLid(port)));
    repeatForReached(port -> part(() -> repeatTransactions(port)));
    repeatForReached(port -> forEach(port, this::putBack));
    return log().allPassed();
  }

  @Override
  void addMore(SettableAttributes settable, MadPacketSpec portInfo) throws TestException {
    settable.addFurtherBlocks(nodeInfo(), portInfo);
    if (!WayByLid.isPossible(mads(), nodeInfo())) {
      leaveOut(NO_LID, "14", "15");
    }
  }

  /// Steps 3 to 5.
  private void setAll(int port, boolean isOther) throws TestException {
    List<OtherValues> taken = new ArrayList<>();
    Map<Attribute, List<OtherValues>> byAttribute =
        values(port).stream()
            .collect(
                Collectors.groupingBy(
                    other -> other.attribute().attribute(),
                    () -> new TreeMap<>(Comparator.comparingInt(Attribute::id)),
                    Collectors.toList()));
    for (List<OtherValues> blocks : byAttribute.values()) {
      List<OtherValues> set = new ArrayList<>();
      for (OtherValues other : blocks) {
        at(
            other,
            () -> {
              if (set("3", "4", other, wanted(other, isOther))) {
                set.add(other);
              }
            });
      }
      for (OtherValues other : set) {
        at(other, () -> verifyRead("5", other, other.attribute().get(), wanted(other, isOther)));
      }
      taken.addAll(set);
    }
    keep(port, taken);
  }

  private static MadPacketSpec wanted(OtherValues other, boolean isOther) {
    return isOther ? other.set() : other.attribute().restore();
  }

  /// @return whether it was executed
  private boolean set(String sent, String answered, OtherValues other, MadPacketSpec set)
      throws TestException {
    step(sent);
    sendMad(set);
    step(answered);
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    if (!verifyStatusOk(answer)) {
      return false;
    }
    verifySet(other, answer, set);
    return true;
  }

  private void verifyRead(String step, OtherValues other, MadPacketSpec get, MadPacketSpec asked)
      throws TestException {
    step(step);
    sendMad(get);
    MadPacketSpec read = receiveMad();
    if (verifyStatusOk(read)) {
      other.verify(mads().checks(), read, asked);
    }
  }

  private void setAndRead(String set, String read, OtherValues other, MadPacketSpec values)
      throws TestException {
    set(set, read, other, values);
    verifyRead(read, other, other.attribute().get(), values);
  }

  /// Steps 6 and 7.
  private void setTwice(OtherValues other) throws TestException {
    set("6", "6", other, other.set());
    setAndRead("6", "6", other, other.attribute().restore());
    setAndRead("7", "7", other, other.set());
  }

  /// Steps 8 and 9.
  private void getWithData(OtherValues other) throws TestException {
    HeldAttribute attribute = other.attribute();
    MadPacketSpec first = attribute.restore();
    verifyRead("8", other, attribute.get().dataOf(first), other.set());
    set("8", "8", other, first);
    verifyRead("8", other, attribute.get().dataOf(other.set()), first);
    verifyRead("9", other, attribute.get(), first);
  }

  /// Steps 10 and 11.
  private void setAfterRefusal(OtherValues other) throws TestException {
    HeldAttribute attribute = other.attribute();
    if (!attribute.attribute().equals(PORT_INFO)) {
      return;
    }
    step("10");
    sendMad(illegal(attribute));
    mads().receiveIfAny();
    verifyRead("11", other, attribute.get(), attribute.restore());
    setAndRead("11", "11", other, other.set());
  }

  private static MadPacketSpec illegal(HeldAttribute portInfo) {
    return PortInfoWrites.makeIllegal(portInfo.restore(), portInfo.held());
  }

  /// Steps 12 and 13.
  private void setBesideCommand(OtherValues other) throws TestException {
    HeldAttribute attribute = other.attribute();
    if (attribute.attribute().equals(SWITCH_INFO)) {
      setAndRead("12", "13", other, other.set());
      if (port().isSimulated() || attribute.held().data(SwitchInfo.PORT_STATE_CHANGE) == 0) {
        setAndRead("12", "13", other, attribute.restore().setData(SwitchInfo.PORT_STATE_CHANGE, 1));
        if (port().isSimulated()) {
          sendMad(attribute.get());
          verifyData(receiveMadOk(), SwitchInfo.PORT_STATE_CHANGE, 0);
        }
      }
    }
    if (!attribute.attribute().equals(PORT_INFO)) {
      return;
    }
    if (!isSwitch() || attribute.modifier() > 0) {
      setBesideNoChange(other);
    }
    if (isSwitch() && attribute.modifier() > 0) {
      return;
    }
    if (attribute.held().data(PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED) == 1) {
      for (MadPacketSpec values : List.of(attribute.restore(), other.set())) {
        setAndRead("12", "13", other, values.setData(PortInfo.CLIENT_REREGISTER, 1));
      }
    }
    step("12");
    MadPacketSpec set = attribute.restore();
    for (Field field : MAY_BE_0) {
      set.setData(field, 0);
    }
    sendMad(set);
    step("13");
    verifyStatusOk(receiveMad());
    sendMad(attribute.get());
    MadPacketSpec read = receiveMadOk();
    for (Field field : MAY_BE_0) {
      verifyData(read, field, 0);
    }
  }

  private void setBesideNoChange(OtherValues portInfo) throws TestException {
    List<OtherValues.Element> kept =
        portInfo.elements().stream().filter(e -> !NO_CHANGE.contains(e.field())).toList();
    OtherValues others = new OtherValues(portInfo.attribute(), kept);
    MadPacketSpec set = portInfo.attribute().restore();
    NO_CHANGE.forEach(field -> set.setData(field, 0));
    step("12");
    sendMad(set);
    step("13");
    verifyStatusOk(receiveMad());
    verifyRead("13", others, portInfo.attribute().get(), set);
  }

  /// Steps 14 and 15.
  private void setByLid(int port) throws TestException {
    step("14");
    sendMad(subnGet(PORT_INFO));
    MadPacketSpec portInfo = receiveMadOk();
    Route.Lid way = WayByLid.of(mads(), nodeInfo(), portInfo);
    if (way == null) {
      leaveOut(NO_LID, "14", "15");
    } else if (WayByLid.isAnswered(mads(), way, 0)) {
      forEach(port, other -> setBothWays(other, portInfo, way));
    } else {
      mads().steps().inconclusive("no response to SMPs by " + WayByLid.text(way));
    }
  }

  private void setBothWays(OtherValues other, MadPacketSpec portInfo, Route.Lid way)
      throws TestException {
    HeldAttribute attribute = other.attribute();
    MadPacketSpec set = other.set();
    if (attribute.attribute().equals(PORT_INFO)) {
      set.setData(PortInfo.LID, portInfo.data(PortInfo.LID));
      set.setData(PortInfo.LMC, portInfo.data(PortInfo.LMC));
    }
    MadPacketSpec first = attribute.restore();
    mads()
        .by(
            way,
            () -> {
              set("14", "14", other, set);
              verifyRead("14", other, attribute.get(), set);
            });
    verifyRead("14", other, attribute.get(), set);
    step("15");
    sendMad(first);
    receiveMad();
    mads().by(way, () -> verifyRead("15", other, attribute.get(), first));
    if (attribute.attribute().equals(PORT_INFO)) {
      sendMad(illegal(attribute));
      int code = (int) receiveMad().header(MadStatus.CODE);
      mads()
          .by(
              way,
              () -> {
                step("15");
                sendMad(illegal(attribute));
                verifyStatusCode(receiveMad(), code);
              });
      step("15");
      sendMad(attribute.get());
      MadPacketSpec read = receiveMadOk();
      verifyData(read, PortInfo.NEIGHBOR_MTU, attribute.held().data(PortInfo.NEIGHBOR_MTU));
      other.verify(mads().checks(), read, first);
    }
  }

  /// Steps 16 and 17.
  private void repeatTransactions(int port) throws TestException {
    RepeatedTransactions repeated = new RepeatedTransactions(mads(), port());
    forEach(
        port,
        other -> {
          step("16");
          repeated.sendFirst(other.set());
          repeated.sendFirst(other.attribute().get());
        });
    repeated.outlive(this::waitFor);
    forEach(
        port,
        other -> {
          MadPacketSpec first = other.attribute().restore();
          for (MadPacketSpec request : List.of(first, other.attribute().get())) {
            step("16");
            MadPacketSpec answer = repeated.sendAgain(request, "17");
            if (answer != null && verifyStatusOk(answer)) {
              other.verify(mads().checks(), answer, first);
            }
          }
        });
  }

  /// Step 18.
  private void putBack(OtherValues other) throws TestException {
    set("18", "18", other, other.attribute().restore());
  }
}
