package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import java.util.Set;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.ExternalPortWrites.First;
import org.ibassay.suite.c14.OwnLink.Down;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// # PortInfo of a switch's external ports, part 7: special values have their effect
///
/// - Section: 24.1.5.17.7
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.09, v1c14-030#01, ia-c14-024-06-sw-07#01, ia-c14-024-06-sw-07#02
///
/// Some values of PortInfo do not stand for themselves: 0 leaves a state or a selection of an
/// external port unchanged, or clears its counter; 255 and 15 enable everything that is supported;
/// and a requested state is entered, without SwitchInfo reporting it as a change.
///
/// ## Notes
///
/// - The procedure of the public page is not known: all steps are this suite's own. That
///   v1c14-024.1.1#06.09 is about a state that a Set changes is our assumption, because no other
///   page has it.
/// - Values that take a link down are tested on a simulated link only. On a real one the tester
///   could permanently lose its path to the DUT, other ports are links in use, and a port that has
///   been armed cannot be restored without taking its link down. Steps A17 to A24 therefore do not
///   apply there.
/// - A port that is Down has no link to lose, so PortPhysicalState is set on any such port:
///   Disabled must persist; after Polling the port may also train; after Sleep it may poll.
/// - LinkSpeedExtEnabled counts only if the AttributeModifier says so, and is left out.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: For each AttributeModifier 1 to NUM_OF_PORTS: SendMad(SubnGet(PortInfo)).
/// - A2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and status 0. [v1c14-024.1.1#06.02]
/// - A3: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, PortState and PortPhysicalState at
///   "no change".
/// - A4: Verify AttributeID, AttributeModifier and Status.Code == 0; otherwise the remaining steps
///   for this port are inconclusive. Verify by another SubnGet(PortInfo) that PortState is
///   unchanged. [v1c13-024#01, v1c14-024.1.1#06.01]
/// - A5: For OperationalVLs, PortState, PortPhysicalState, LinkDownDefaultState, LinkWidthEnabled
///   and LinkSpeedEnabled: SendMad(SubnSet(PortInfo)) with another legal value, if one is certain
///   to be stored and keeps the link up, then with 0, which stands for "no change".
/// - A6: Verify AttributeID, AttributeModifier, Status.Code == 0, and the value or, after 0, the
///   previous value. [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A7: SubnGet(PortInfo): verify that all components are unchanged. [v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.04, v1c14-030#01]
/// - A7.1: SubnGet(SwitchInfo) before step A1 and after each Set with 0: verify that
///   PortStateChange is still 1 if it was 1 and, in simulation, still 0 if it was 0.
///   [ia-c14-024-06-sw-07#01]
/// - A8: Set LinkWidthEnabled and LinkSpeedEnabled to 1, then SendMad(SubnSet(PortInfo)) with
///   LinkWidthEnabled = 255, and with LinkSpeedEnabled = 15.
/// - A9: Verify AttributeID, AttributeModifier, Status.Code == 0, and LinkWidthEnabled ==
///   LinkWidthSupported, or LinkSpeedEnabled == LinkSpeedSupported. [v1c13-024#01,
///   v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A10: SubnGet(PortInfo): verify that, and that all other components are unchanged.
///   [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A11: SendMad(SubnSet(PortInfo)) with P_KeyViolations = 0, which resets the counter.
/// - A12: Verify AttributeID, AttributeModifier, Status.Code == 0 and P_KeyViolations == 0.
///   [v1c13-024#01, v1c14-024.1.1#06.04]
/// - A13: SubnGet(PortInfo): verify P_KeyViolations == 0 and that all other components are
///   unchanged. [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A14: If PortState == Down: SendMad(SubnSet(PortInfo)) with PortPhysicalState = Disabled (3),
///   Sleep (1) and finally Polling (2).
/// - A15: Verify AttributeID, AttributeModifier and Status.Code == 0. [v1c13-024#01,
///   v1c14-024.1.1#06.01]
/// - A16: SubnGet(PortInfo): verify that PortPhysicalState is as set, or Polling after Sleep, or
///   any state that follows Polling after Polling. [v1c14-024.1.1#06.04]
/// - A17: If PortState == Initialize: SendMad(SubnSet(SwitchInfo)) with PortStateChange = 1, which
///   clears it, then SendMad(SubnSet(PortInfo)) with PortState = Armed.
/// - A18: Verify AttributeID, AttributeModifier, Status.Code == 0 and PortState == Armed.
///   [v1c13-024#01, v1c14-024.1.1#06.04]
/// - A19: SubnGet(SwitchInfo): verify PortStateChange == 0. [v1c14-024.1.1#06.09]
/// - A20: SendMad(SubnSet(PortInfo)) with PortState = Down, with PortPhysicalState = Polling and
///   with PortPhysicalState = Sleep, each on an Armed port.
/// - A21: Verify AttributeID, AttributeModifier and Status.Code == 0. [v1c13-024#01,
///   v1c14-024.1.1#06.01]
/// - A22: After the link has retrained, within 1 s: SubnGet(PortInfo): verify PortState ==
///   Initialize. [v1c14-024.1.1#06.04]
/// - A23: Except after the last one: SendMad(SubnSet(PortInfo)) with PortState = Armed.
/// - A24: Verify Status.Code == 0 and PortState == Armed. [v1c13-024#01]
/// - A25: After the last one: SubnGet(SwitchInfo); verify PortStateChange == 1, because the link
///   state machine has changed PortState from Down to Initialize. Repeat after another
///   SubnGet(SwitchInfo), after SubnGet(PortInfo), after SubnSet(PortInfo) with PortState 0, and
///   after SubnSet(SwitchInfo) as read except for PortStateChange = 0. [ia-c14-024-06-sw-07#02]
/// - A26: Clear PortStateChange as in step A17; SubnSet(PortInfo) with PortState 0, Armed and
///   Active; after each, SubnGet(SwitchInfo): verify PortStateChange == 0. [v1c14-024.1.1#06.09]
/// - A27: SubnSet(PortInfo) with PortState = Down; wait until the link has trained.
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.DISRUPTS,
    changes = {Change.PORT_INFO_OF_ALL_PORTS, Change.SWITCH_INFO})
public final class C14_024_06_SW_07 extends C14_024_06_SW {
  private static final Duration LOOK = Duration.ofMillis(20);

  private static final Down DOWN = new Down("A20", "A21", "A22");

  private static final Duration TRAINING = Duration.ofSeconds(1);
  private static final Write NO_CHANGE = new Write("A5", "A6", "A7");

  /// Components of which another value can be set that affects the link later.
  private static final Set<Field> LEFT_BY_0 =
      Set.of(
          PortInfo.OPERATIONAL_VLS,
          PortInfo.LINK_DOWN_DEFAULT_STATE,
          LINK_WIDTH_ENABLED,
          LINK_SPEED_ENABLED);

  private static final long SLEEP = 1;
  private static final long POLLING = 2;
  private static final long DISABLED = 3;

  @Override
  public boolean execute() throws TestException {
    ExternalPortWrites writes = new ExternalPortWrites(this, mads());
    repeatForExternalPorts(port -> {
      long changed = readPortStateChange();
      HeldAttribute data = writes.read(port, new First("A1", "A2", "A3", "A4"));
      writeSpecialValues(data, changed);
      if (data.held().data(PORT_STATE) == PortState.DOWN) {
        commandLink(data, DISABLED, Set.of(DISABLED));
        commandLink(data, SLEEP, Set.of(SLEEP, POLLING));
        commandLink(data, POLLING, Set.of(POLLING, 4L, 5L));
      } else if (port().isSimulated()) {
        takeDown(data);
      } else {
        leaveOut("a real link, which might stay down", "A17", "A27");
      }
    });
    return log().allPassed();
  }

  /// Steps A5 to A13.
  private void writeSpecialValues(HeldAttribute data, long changed) throws TestException {
    FieldWrites writes = new FieldWrites(data, MOVING, null, "");
    for (Field field : C14_024_06_SW_05.KEPT_BY_0) {
      writeOther(writes, data, field);
      writes.verifyReadsAs(NO_CHANGE, field, 0, data.held().data(field));
      step("A7.1");
      at(field.name(), 0, () -> verifyPortStateChangeKept(changed));
    }
    step("A8");
    sendMad(data.set().setData(LINK_WIDTH_ENABLED, 1).setData(LINK_SPEED_ENABLED, 1));
    receiveMad();
    sendMad(data.get());
    MadPacketSpec held = data.keep(receiveMadOk());
    Write supported = new Write("A8", "A9", "A10");
    writes.verifyReadsAs(supported, LINK_WIDTH_ENABLED, 255, held.data(LINK_WIDTH_SUPPORTED));
    writes.verifyReadsAs(supported, LINK_SPEED_ENABLED, 15, held.data(LINK_SPEED_SUPPORTED));
    writes.verifyReadsAs(new Write("A11", "A12", "A13"), PortInfo.P_KEY_VIOLATIONS, 0, 0);
  }

  /// Step A5: a value that is not the one after power-on shows whether 0 restores that.
  private static void writeOther(FieldWrites writes, HeldAttribute data, Field field)
      throws TestException {
    if (!LEFT_BY_0.contains(field)) {
      return;
    }
    PortInfoField row = PortInfoFields.row(field);
    MadPacketSpec held = data.held();
    if (row.isSettable(PortInfoRole.EXTERNAL, held)) {
      for (long other :
          row.values(held).filter(value -> value != held.data(field)).limit(1).toArray()) {
        writes.verifyReadWrite(NO_CHANGE, field, other, OK);
      }
    }
  }

  private long readPortStateChange() throws TestException {
    step("A7.1");
    sendMad(subnGet(SWITCH_INFO));
    return receiveMadOk().data(SwitchInfo.PORT_STATE_CHANGE);
  }

  /// On a real link, another port may change its state meanwhile.
  private void verifyPortStateChangeKept(long before) throws TestException {
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec read = receiveMadOk();
    if (before == 1 || port().isSimulated()) {
      verifyData(read, SwitchInfo.PORT_STATE_CHANGE, before);
    }
  }

  private void verifyPortStateChange(String step, long expected) throws TestException {
    step(step);
    sendMad(subnGet(SWITCH_INFO));
    verifyData(receiveMadOk(), SwitchInfo.PORT_STATE_CHANGE, expected);
  }

  /// Steps A14 to A16.
  private void commandLink(HeldAttribute data, long state, Set<Long> expected)
      throws TestException {
    at(
        PORT_PHYSICAL_STATE.name(),
        state,
        () -> {
          MadPacketSpec set = data.set().setData(PORT_PHYSICAL_STATE, state);
          step("A14");
          sendMad(set);
          step("A15");
          MadPacketSpec answer = receiveMad();
          verifyEcho(answer, set);
          verifyStatusCode(answer, OK);
          step("A16");
          waitFor(LOOK);
          sendMad(data.get());
          MadPacketSpec read = receiveMad();
          long is = read.data(PORT_PHYSICAL_STATE);
          verify(
              read,
              read.status() == OK && expected.contains(is),
              () -> "PortPhysicalState " + state,
              () -> "PortPhysicalState " + is);
        });
  }

  /// Steps A17 to A24.
  private void takeDown(HeldAttribute data) throws TestException {
    OwnLink link = new OwnLink(data, mads());
    if (data.held().data(PORT_STATE) == PortState.INITIALIZE) {
      setPortStateChange("A17", 1);
      link.arm("A17", "A18");
      verifyPortStateChange("A19", 0);
    } else {
      leaveOut("PortState is past Initialize", "A17", "A19");
    }
    link.verifyDown(DOWN, PORT_STATE, PortState.DOWN);
    link.arm("A23", "A24");
    link.verifyDown(DOWN, PORT_PHYSICAL_STATE, POLLING);
    link.arm("A23", "A24");
    link.verifyDown(DOWN, PORT_PHYSICAL_STATE, SLEEP);
    verifyLinkChange(data);
    setPortStateChange("A26", 1);
    for (long state : new long[] {PortState.NO_CHANGE, PortState.ARMED, PortState.ACTIVE}) {
      setState("A26", data, state);
      verifyPortStateChange("A26", 0);
    }
    setState("A27", data, PortState.DOWN);
    waitFor(TRAINING);
  }

  /// Step A25.
  private void verifyLinkChange(HeldAttribute data) throws TestException {
    verifyPortStateChange("A25", 1);
    verifyPortStateChange("A25", 1);
    sendMad(data.get());
    receiveMad();
    verifyPortStateChange("A25", 1);
    setState("A25", data, PortState.NO_CHANGE);
    verifyPortStateChange("A25", 1);
    setPortStateChange("A25", 0);
    verifyPortStateChange("A25", 1);
  }

  /// Sets SwitchInfo as read, except for PortStateChange: 1 clears it, 0 does nothing.
  private void setPortStateChange(String step, long value) throws TestException {
    step(step);
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec switchInfo = subnSet(SWITCH_INFO).dataOf(receiveMadOk());
    sendMad(switchInfo.setData(SwitchInfo.PORT_STATE_CHANGE, value));
    receiveMadOk();
  }

  private void setState(String step, HeldAttribute data, long state) throws TestException {
    step(step);
    sendMad(data.set().setData(PORT_STATE, state));
    receiveMadOk();
  }
}
