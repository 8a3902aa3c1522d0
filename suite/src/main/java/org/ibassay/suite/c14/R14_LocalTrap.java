package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;

/// # Trap 144 reports the component that changed
///
/// - Section: 14.2.5.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-local-trap#01, ia-r14-local-trap#02, ia-r14-local-trap#03,
///   ia-r14-local-trap#04, ia-r14-local-trap#05
///
/// The tester changes LinkWidthEnabled, LinkSpeedEnabled and NodeDescription. If the device reports
/// the change by trap 144, the trap carries the device's LID and CapabilityMask, and names what has
/// changed.
///
/// ## Notes
///
/// - This test is the suite's own. Whether a change that the manager itself requested causes the
///   trap is a reading (`trap-144-of-set`): changes that only software on the device can make are
///   out of reach.
/// - A trap with OtherLocalChanges 0 reports CapabilityMask: its change flags are meaningless.
///
/// ## Procedure
///
/// - A1: PortState is Active.
/// - A2: SendMad(SubnSet(PortInfo)) of the port on the link with a different legal
///   LinkWidthEnabled, then with a different legal LinkSpeedEnabled; if
///   CapabilityMask2.IsSetNodeDescriptionSupported == 1, SendMad(SubnSet(NodeDescription)) with a
///   different first character. Wait for trap 144 after each, and note whether it is sent; if it
///   never is, the remaining steps do not apply.
/// - A3: Verify BaseVersion 1, MgmtClass 0x01, ClassVersion 1, Status 0, AttributeID of Notice,
///   AttributeModifier 0 and M_Key 0. [ia-r14-local-trap#01]
/// - A4: Verify IsGeneric 1, Type 4 (informational), ProducerType = NodeType, TrapNumber 144 and
///   IssuerLID = LID of the DUT. [ia-r14-local-trap#02]
/// - A5: Verify LIDADDR = LID of the DUT and CAPABILITYMASK = PortInfo:CapabilityMask.
///   [ia-r14-local-trap#03]
/// - A6: If OtherLocalChanges == 1: verify that, of LinkWidthEnabledChange, LinkSpeedEnabledChange
///   and NodeDescriptionChange, the flag of the component that was set is 1 and the others are 0.
///   [ia-r14-local-trap#04]
/// - A7: Verify NoticeToggle 0 and NoticeCount 0. [ia-r14-local-trap#05]
/// - A8: Restore the original values.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {
      Change.PORT_INFO,
      Change.SWITCH_INFO,
      Change.LINEAR_FORWARDING_TABLE,
      Change.NODE_DESCRIPTION
    })
public final class R14_LocalTrap extends TrapTest {
  private static final int LOCAL_CHANGES = 144;
  private static final int INFORMATIONAL = 4;
  private static final Layout DETAILS = NoticeDetails.of(LOCAL_CHANGES).orElseThrow();
  private static final String WIDTH = "LinkWidthEnabledChange";
  private static final String SPEED = "LinkSpeedEnabledChange";
  private static final String DESCRIPTION = "NodeDescriptionChange";

  private boolean isSent;
  private boolean hasFlags;

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> {
      if (prepare(true)) {
        part(this::procedure);
        settle();
      }
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    activate();
    isSent = false;
    hasFlags = false;
    changePort(LINK_WIDTH_ENABLED, WIDTH);
    changePort(LINK_SPEED_ENABLED, SPEED);
    if (portInfo().data(PortInfo.IS_SET_NODE_DESCRIPTION_SUPPORTED) == 1) {
      changeDescription();
    }
    step("A3");
    if (!isSent) {
      leaveOut(
          "only for devices that report what a Set changes by trap 144; the DUT does not",
          "A3",
          "A7");
    } else if (!hasFlags) {
      leaveOut("OtherLocalChanges is 0", "A6", "A6");
    }
  }

  private void changePort(Field field, String flag) throws TestException {
    step("A2");
    MadPacketSpec get = subnGet(PORT_INFO).attributeModifier(ingress());
    sendMad(get);
    MadPacketSpec held = receiveMadOk();
    long present = held.data(field);
    long[] others =
        PortInfoFields.row(field).values(held).filter(value -> value != present).limit(1).toArray();
    for (long other : others) {
      MadPacketSpec set = setOf(held).attributeModifier(ingress());
      at(field.name(), other, () -> change(set.setData(field, other), flag));
      step("A8");
      sendMad(setOf(held).attributeModifier(ingress()));
      receiveMad();
      quieten();
    }
  }

  private void changeDescription() throws TestException {
    step("A2");
    sendMad(subnGet(NODE_DESCRIPTION));
    MadPacketSpec held = receiveMadOk();
    MadPacketSpec set = subnSet(NODE_DESCRIPTION).dataOf(held);
    byte first = set.data().get(ValueLayout.JAVA_BYTE, 0);
    byte other = (byte) (first == 'x' ? 'y' : 'x');
    set.data().set(ValueLayout.JAVA_BYTE, 0, other);
    at("NodeDescription, first byte", other, () -> change(set, DESCRIPTION));
    step("A8");
    sendMad(subnSet(NODE_DESCRIPTION).dataOf(held));
    receiveMad();
    quieten();
  }

  /// Steps A2 to A7.
  private void change(MadPacketSpec set, String flag) throws TestException {
    step("A2");
    sendMad(set);
    long response = receiveMad().frame();
    Optional<UnaskedSmp> received =
        traps().first(trap -> TrapWatch.isOf(LOCAL_CHANGES, trap), PATIENCE);
    long frame = received.map(trap -> trap.mad().frame()).orElse(0L);
    reading(frame, Reading.TRAP_144_OF_SET, received.isPresent() ? "sent" : "none");
    if (received.isEmpty()) {
      return;
    }
    isSent = true;
    UnaskedSmp trap = received.get();
    steps().causedLike(frame, response);
    step("A3");
    verifyHeader(trap);
    step("A4");
    verifyNotice(trap, INFORMATIONAL, LOCAL_CHANGES);
    step("A5");
    verifyData(trap.mad(), detail("LIDADDR"), dutLid());
    long mask = portInfo().data(PortInfo.CAPABILITY_MASK);
    verifyData(trap.mad(), detail("CAPABILITYMASK"), mask);
    if (trap.mad().data(detail("OtherLocalChanges")) == 1) {
      hasFlags = true;
      step("A6");
      for (String each : List.of(WIDTH, SPEED, DESCRIPTION)) {
        verifyData(trap.mad(), detail(each), each.equals(flag) ? 1 : 0);
      }
    }
    step("A7");
    verifyNoQueue(trap);
  }

  private static Field detail(String name) {
    return DETAILS.field(name).orElseThrow();
  }
}
