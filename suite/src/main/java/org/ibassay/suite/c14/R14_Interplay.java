package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.RaisedPort.Raise;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.jspecify.annotations.Nullable;

/// # A Set of one component leaves all others unchanged
///
/// - Section: 14.2.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-interplay#01, ia-r14-interplay#02, ia-r14-interplay#03,
///   ia-r14-interplay#04, ia-r14-interplay#05, ia-r14-interplay#06
///
/// Tables and components that were set persist when a component of PortInfo or SwitchInfo is set,
/// even one that determines how they are used: the MTU, the VLs, the LID, the port state. A port in
/// Armed or Active accepts the same Sets as in Initialize.
///
/// ## Notes
///
/// - This test is the suite's own. The test covers PortInfo, GUIDInfo, P_KeyTable,
///   SLtoVLMappingTable, VLArbitrationTable and LedInfo of each port that a tester port reaches, as
///   far as the port has them and declares capacity; on a switch, SwitchInfo, the last entries of
///   its forwarding tables, and these attributes of port 0, of the external port that receives the
///   SMPs and of one other port.
/// - Whether a component is stored at all is covered by other tests, such as C14_024_06_CA_02: this
///   test checks what else changes.
/// - Volatile components are not compared: violation counters may increase; measured values, the
///   physical state of ports without a partner and PortStateChange may have any value; when
///   LinkWidthEnabled or LinkSpeedEnabled is set, so may the active width and speed of the port.
///   External ports may show components of port 0, and are not compared in these when port 0 is
///   set.
/// - The state of a port is changed only on a simulated link in Initialize: a real port would stay
///   in the other state. In Armed and Active, NeighborMTU and OperationalVLs are not changed.
///
/// ## Procedure
///
/// - 1: SubnGet(NodeInfo), and SubnGet of each attribute.
/// - 2: The response has Status.Code == 0; otherwise the attribute is left out.
/// - 3: SubnSet each attribute with legal values different from its present ones. SubnGet it;
///   verify that its read-only components are as in step 1. When all have been set, SubnGet each;
///   verify that it is unchanged, and that NodeInfo is as in step 1. [ia-r14-interplay#01]
/// - 4: For each read-write component of PortInfo, on each port: SubnSet(PortInfo) as last read,
///   except for a different legal value of the component; then with its former value.
/// - 5: SubnGet(PortInfo); verify that all other components are unchanged. [ia-r14-interplay#02]
/// - 6: SubnGet each other attribute of the port, NodeInfo, and PortInfo of the next external port
///   of a switch; verify that they are unchanged; at the end, do so for all ports.
///   [ia-r14-interplay#02]
/// - 7: On a switch, for LinearFDBTop, LifeTimeValue, DefaultMulticastPrimaryPort and
///   DefaultMulticastNotPrimaryPort: SubnSet(SwitchInfo) as last read, except for a different legal
///   value of the component. SubnGet(SwitchInfo); verify that all other components are unchanged;
///   then repeat step 6. [ia-r14-interplay#03]
/// - 8: If PortState == Initialize: SubnSet(PortInfo) with PortState = Armed, and again with
///   PortState = Active, each together with the values of step 3 and, if the port has it, with
///   ClientReregister = 1.
/// - 9: Verify Status.Code == 0, PortState and the values; after at most 1 s, SubnGet(PortInfo);
///   verify ClientReregister == 0; then repeat step 6. [ia-r14-interplay#04]
/// - 10: SubnSet(PortInfo) with the values of step 1, after each of these; verify Status.Code == 0
///   and the values, in the response and in a SubnGet(PortInfo). [ia-r14-interplay#05]
/// - 11: SubnSet(PortInfo) with PortState = Down and the values of step 3; wait until the link has
///   trained. SubnGet(PortInfo); verify the values. Then with PortPhysicalState = Polling and the
///   values of step 1. [ia-r14-interplay#06]
/// - 12: For PortInfo of each port with an M_Key: SubnSet(PortInfo) as last read, except for M_Key
///   = M_KEY_DUT with M_KeyProtectBits = 0; then, with that key, for M_KeyProtectBits = 1 and
///   M_KeyLeasePeriod = 0; then, with that key, for M_Key = 0 and M_KeyProtectBits = 0.
/// - 13: After each of these, SubnGet each other attribute of the port, and NodeInfo; verify that
///   they are unchanged. [ia-r14-interplay#02]
/// - 14: SubnSet each attribute as read in step 1, except for values that must not be written back.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
    parameters = M_KEY_DUT,
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
public final class R14_Interplay extends SettableTest {
  @Override
  public boolean execute() throws TestException {
    findAll();
    if (!isSwitch()) {
      leaveOut("the DUT is not a switch", "7", "7");
    }
    boolean canRaise = allValues().anyMatch(this::isRaised);
    if (!canRaise) {
      leaveOut("no port at a simulated link is in Initialize", "8", "11");
    }
    repeatForReached(this::setAll);
    repeatForReached(port -> forEach(port, other -> verifyHeld("3", other)));
    repeatForReached(port -> forEach(port, other -> part(() -> setComponents(port, other))));
    repeatForReached(port -> forEach(port, other -> verifyHeld("6", other)));
    repeatForReached(port -> forEach(port, other -> part(() -> changeState(port, other))));
    repeatForReached(port -> forEach(port, other -> part(() -> setKey(port, other))));
    repeatForReached(port -> forEach(port, this::putBack));
    return log().allPassed();
  }

  /// Step 3.
  private void setAll(int port) throws TestException {
    step("3");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec before = receiveMadOk();
    forEach(
        port,
        other -> {
          step("3");
          sendMad(other.set());
          receiveMad();
          sendMad(other.attribute().get());
          MadPacketSpec read = receiveMadOk();
          verifyReadOnlyKept(other.attribute(), read);
          other.attribute().keep(read);
        });
    step("3");
    sendMad(subnGet(NODE_INFO));
    verifyKept(NODE_INFO, receiveMadOk(), before);
  }

  private void verifyReadOnlyKept(HeldAttribute attribute, MadPacketSpec read) {
    for (Field field : attribute.attribute().layout().fields()) {
      if (field.access() == Access.RO) {
        OtherValues.MOVING.verifyKept(mads().checks(), read, attribute.held(), field);
      }
    }
  }

  private void verifyKept(Attribute attribute, MadPacketSpec read, MadPacketSpec held) {
    verifyOthersKept(attribute, read, held, null);
  }

  private void verifyOthersKept(
      Attribute attribute, MadPacketSpec read, MadPacketSpec held, @Nullable Field written) {
    for (Field field : attribute.layout().fields()) {
      if (!field.equals(written)) {
        OtherValues.MOVING.verifyKept(mads().checks(), read, held, field);
      }
    }
  }

  /// Verifies that an attribute is as last read.
  private void verifyHeld(String step, OtherValues other) throws TestException {
    step(step);
    sendMad(other.attribute().get());
    verifyKept(other.attribute().attribute(), receiveMadOk(), other.attribute().held());
  }

  private boolean isPort0(OtherValues one) {
    HeldAttribute attribute = one.attribute();
    return isSwitch() && attribute.attribute().equals(PORT_INFO) && attribute.modifier() == 0;
  }

  /// Watches all attributes except one.
  private Bystanders beside(int port, OtherValues one) throws TestException {
    step("6");
    Bystanders all =
        new Bystanders(mads(), isPort0(one) ? OtherValues.SHOWN_OUTSIDE : OtherValues.MOVING);
    all.watch(NODE_INFO, 0);
    long next = nextPort(one.attribute());
    if (next > 0) {
      all.watch(PORT_INFO, next);
    }
    for (OtherValues other : values(port)) {
      if (!other.equals(one)) {
        all.watch(other.attribute().attribute(), other.attribute().modifier());
      }
    }
    return all;
  }

  /// Returns the external port after the one whose PortInfo this is; 0 for none.
  private long nextPort(HeldAttribute portInfo) {
    long port = portInfo.modifier();
    if (!isSwitch() || port == 0 || !portInfo.attribute().equals(PORT_INFO)) {
      return 0;
    }
    long next = port < nodeInfo().data(NodeInfo.NUM_PORTS) ? port + 1 : 1;
    return next == port ? 0 : next;
  }

  private void setComponents(int port, OtherValues other) throws TestException {
    HeldAttribute attribute = other.attribute();
    if (attribute.attribute().equals(PORT_INFO)) {
      PortInfoRole role = role(attribute);
      Bystanders beside = beside(port, other);
      for (PortInfoField row : PortInfoFields.READ_WRITE) {
        if (row.isSettable(role, attribute.held())) {
          setComponent(attribute, row.field(), row.values(attribute.held()), beside);
        }
      }
      if (role == PortInfoRole.EXTERNAL) {
        for (Field field : declaredBySwitch(port)) {
          setComponent(attribute, field, LongStream.of(1, 0), beside);
        }
      }
    } else if (attribute.attribute().equals(SWITCH_INFO)) {
      setSwitchInfo(attribute, beside(port, other));
    }
  }

  private PortInfoRole role(HeldAttribute portInfo) {
    if (!isSwitch()) {
      return PortInfoRole.END;
    }
    return portInfo.modifier() == 0 ? PortInfoRole.BASE_PORT0 : PortInfoRole.EXTERNAL;
  }

  private List<Field> declaredBySwitch(int port) {
    return values(port).stream()
        .map(OtherValues::attribute)
        .filter(attribute -> attribute.attribute().equals(SWITCH_INFO))
        .flatMap(switchInfo ->
            PortInfoFields.BY_SWITCH_CAP.entrySet().stream()
                .filter(entry -> switchInfo.held().data(entry.getKey()) == 1))
        .map(entry -> entry.getValue().field())
        .toList();
  }

  /// Steps 4 to 6.
  private void setComponent(
      HeldAttribute portInfo, Field field, LongStream candidates, Bystanders beside)
      throws TestException {
    long present = portInfo.held().data(field);
    long[] others = candidates.filter(value -> value != present).toArray();
    if (others.length == 0) {
      return;
    }
    for (long value : new long[] {others[0], others[others.length - 1], present}) {
      at(
          field.name(),
          value,
          () -> {
            step("4");
            sendMad(portInfo.set().setData(field, value));
            receiveMad();
            step("5");
            sendMad(portInfo.get());
            MadPacketSpec read = receiveMadOk();
            for (Field kept : PortInfo.LAYOUT.fields()) {
              boolean isMoving = PortInfoFields.movingWith(field).measured().contains(kept);
              if (!kept.equals(field) && !isMoving) {
                OtherValues.MOVING.verifyKept(mads().checks(), read, portInfo.held(), kept);
              }
            }
            portInfo.keep(read);
            beside.verifyUntouched("6");
          });
    }
  }

  /// Step 7.
  private void setSwitchInfo(HeldAttribute switchInfo, Bystanders beside) throws TestException {
    long top = switchInfo.held().data(SwitchInfo.LINEAR_FDB_CAP) - 1;
    Map<Field, List<Long>> others = new LinkedHashMap<>();
    others.put(SwitchInfo.LIFE_TIME_VALUE, List.of(9L, 18L));
    if (top > 0) {
      others.put(SwitchInfo.LINEAR_FDB_TOP, List.of(0L, top));
    }
    if (switchInfo.held().data(SwitchInfo.MULTICAST_FDB_CAP) > 0) {
      others.put(SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT, List.of(255L, 1L));
      others.put(SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT, List.of(255L, 1L));
    }
    for (Map.Entry<Field, List<Long>> entry : others.entrySet()) {
      for (long value : entry.getValue()) {
        at(
            entry.getKey().name(),
            value,
            () -> {
              step("7");
              sendMad(switchInfo.set().setData(entry.getKey(), value));
              receiveMad();
              sendMad(switchInfo.get());
              MadPacketSpec read = receiveMadOk();
              verifyOthersKept(SWITCH_INFO, read, switchInfo.held(), entry.getKey());
              switchInfo.keep(read);
              beside.verifyUntouched("7");
            });
      }
    }
  }

  private boolean isRaised(OtherValues other) {
    HeldAttribute portInfo = other.attribute();
    return portInfo.attribute().equals(PORT_INFO)
        && port().isSimulated()
        && (!isSwitch() || portInfo.modifier() == nodeInfo().data(NodeInfo.LOCAL_PORT_NUM))
        && portInfo.held().data(PortInfo.PORT_STATE) == PortState.INITIALIZE;
  }

  /// Steps 8 to 11.
  private void changeState(int port, OtherValues other) throws TestException {
    HeldAttribute portInfo = other.attribute();
    if (!isRaised(other)) {
      return;
    }
    boolean reregisters =
        role(portInfo) != PortInfoRole.EXTERNAL
            && portInfo.held().data(PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED) == 1;
    RaisedPort raised = new RaisedPort(mads(), other, reregisters);
    Bystanders beside = beside(port, other);
    for (int state = PortState.ARMED; state <= PortState.ACTIVE; state++) {
      int next = state;
      at("PortState", next, () -> raised.verifyRaised(new Raise("8", "9", "10"), next, beside));
    }
    raised.verifyTakenDown("11");
  }

  /// Steps 12 and 13.
  private void setKey(int port, OtherValues other) throws TestException {
    HeldAttribute portInfo = other.attribute();
    if (!portInfo.attribute().equals(PORT_INFO) || role(portInfo) == PortInfoRole.EXTERNAL) {
      return;
    }
    Bystanders beside = beside(port, other);
    MKeyProtection protection = new MKeyProtection(mads(), port(), parameter(M_KEY_DUT));
    for (int level : new int[] {0, 1}) {
      MadPacketSpec set = protection.setOf(protection.read());
      set.setData(PortInfo.M_KEY, parameter(M_KEY_DUT));
      set.setData(PortInfo.M_KEY_PROTECT_BITS, level);
      if (level > 0) {
        set.setData(PortInfo.M_KEY_LEASE_PERIOD, 0);
      }
      protection.install(set, "12", "12");
      beside.verifyUntouched("13");
    }
    step("12");
    protection.remove();
    beside.verifyUntouched("13");
  }

  /// Step 14.
  private void putBack(OtherValues other) throws TestException {
    step("14");
    sendMad(other.attribute().restore());
    receiveMad();
  }
}
