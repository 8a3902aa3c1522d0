package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # Every Set is stored, whatever request preceded it
///
/// - Section: 14.2.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-set-sequences#01, ia-r14-set-sequences#02, ia-r14-set-sequences#03,
///   ia-r14-set-sequences#04, ia-r14-set-sequences#05
///
/// Each of many Sets is stored, whether first or last: among Sets of other blocks and ports, after
/// a Set that was not read back, after a Set that was rejected, and together with a component that
/// requests an action. A Get stores nothing, whatever data it carries.
///
/// ## Notes
///
/// - Ours. The test covers PortInfo, GUIDInfo, P_KeyTable, SLtoVLMappingTable, VLArbitrationTable
///   and LedInfo of each port that a tester port reaches, as far as the port has them and declares
///   capacity; on a switch, SwitchInfo, its forwarding tables, and these attributes of port 0, of
///   the external port that receives the SMPs and of one other port. Two blocks of each table are
///   tested, if there are that many.
/// - Only some components are set to another value: not those of PortInfo whose change may stop the
///   link, nor a P_Key that is in use.
/// - The response to a Set with an illegal value is covered by other tests. Such a Set carries the
///   present values of the other components, so that nothing else changes on a device that rejects
///   only the illegal value (`illegal-set-partial`).
///
/// ## Procedure
///
/// - 1: SubnGet of each attribute.
/// - 2: The response has Status.Code == 0; otherwise the attribute is left out.
/// - 3: 66 times, alternately: SubnSet each with legal values different from its first ones, and as
///   read in step 1; the blocks of one attribute one after another.
/// - 4: Verify AttributeID, AttributeModifier, Status.Code == 0 and the values as in the request.
///   An attribute whose Set is rejected is left out from here on. [ia-r14-set-sequences#01]
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
///   1, if IsClientReregistrationSupported == 1; SubnSet(SwitchInfo) likewise except for
///   PortStateChange = 1, on a real link only if it is 0, because nothing sets it again. Then
///   SubnSet(PortInfo) with SubnetTimeOut, MasterSMSL and M_KeyLeasePeriod 0.
/// - 13: Verify Status.Code == 0 and, in a SubnGet, the values. [ia-r14-set-sequences#05]
/// - 14: SubnSet each as read in step 1, except for values that must not be written back.
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
  private static final long NO_MTU = 15;
  private static final long NO_UNICAST_LID = 0xFFFF;

  private static final List<Field> MAY_BE_0 =
      List.of(PortInfo.SUBNET_TIME_OUT, PortInfo.MASTER_SM_SL, PortInfo.M_KEY_LEASE_PERIOD);

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
    repeatForReached(port -> forEach(port, this::putBack));
    return log().allPassed();
  }

  @Override
  void addMore(SettableAttributes settable, MadPacketSpec portInfo) throws TestException {
    settable.addFurtherBlocks(nodeInfo(), portInfo);
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
    other.verify(mads().checks(), answer, set);
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
    MadPacketSpec illegal = attribute.restore();
    boolean hasMtu = attribute.held().data(PortInfo.NEIGHBOR_MTU) != 0;
    step("10");
    sendMad(
        hasMtu
            ? illegal.setData(PortInfo.NEIGHBOR_MTU, NO_MTU)
            : illegal.setData(PortInfo.MASTER_SM_LID, NO_UNICAST_LID));
    mads().receiveIfAny();
    verifyRead("11", other, attribute.get(), attribute.restore());
    setAndRead("11", "11", other, other.set());
  }

  /// Steps 12 and 13.
  private void setBesideCommand(OtherValues other) throws TestException {
    HeldAttribute attribute = other.attribute();
    if (attribute.attribute().equals(SWITCH_INFO)) {
      setAndRead("12", "13", other, other.set());
      if (port().isSimulated() || attribute.held().data(SwitchInfo.PORT_STATE_CHANGE) == 0) {
        setAndRead("12", "13", other, attribute.restore().setData(SwitchInfo.PORT_STATE_CHANGE, 1));
      }
    }
    if (!attribute.attribute().equals(PORT_INFO) || (isSwitch() && attribute.modifier() > 0)) {
      return;
    }
    MadPacketSpec set = attribute.restore();
    if (set.data(PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED) == 1) {
      setAndRead("12", "13", other, set.setData(PortInfo.CLIENT_REREGISTER, 1));
    }
    step("12");
    set = attribute.restore();
    for (Field field : MAY_BE_0) {
      set.setData(field, 0);
    }
    sendMad(set);
    step("13");
    verifyStatusOk(receiveMad());
    step("13");
    sendMad(attribute.get());
    MadPacketSpec read = receiveMadOk();
    for (Field field : MAY_BE_0) {
      verifyData(read, field, 0);
    }
  }

  /// Step 14.
  private void putBack(OtherValues other) throws TestException {
    set("14", "14", other, other.attribute().restore());
  }
}
