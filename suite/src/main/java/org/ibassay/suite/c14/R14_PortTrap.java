package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// # Trap 128 reports a changed link state of a switch port
///
/// - Section: 14.2.5.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-port-trap#01, ia-r14-port-trap#02, ia-r14-port-trap#03,
///   ia-r14-port-trap#04, ia-r14-port-trap#05, ia-r14-port-trap#06, ia-r14-port-trap#07,
///   ia-r14-port-trap#08
///
/// A link of the switch goes down and trains again. A switch with IsTrapSupported reports it to the
/// port at MasterSMLID by trap 128; a switch without it does not.
///
/// ## Notes
///
/// - This test is the suite's own. Trap 128 is expected if SwitchInfo:PortStateChange reports a
///   change; otherwise the result is inconclusive.
/// - The link is that of another port that is up; if there is none on a simulated link, it is that
///   of the tester, which takes its own end down. On a real link without such a port the test does
///   not apply.
/// - The tester waits 3 s for the trap. Where packets are lost, the link is taken down again until
///   the trap is received.
///
/// ## Procedure
///
/// - A1: SubnSet(SwitchInfo) with PortStateChange = 1, which clears it; SubnSet(PortInfo) of port 0
///   as read. If PortStateChange is still 0, verify that no trap 128 is received: no state has
///   changed. [ia-r14-port-trap#07]
/// - A2: SendMad(SubnSet(SwitchInfo)) with PortStateChange = 1, which clears it.
/// - A3: SendMad(SubnSet(PortInfo)) of the port at one end of the link with PortPhysicalState =
///   Polling.
/// - A3.1: If SwitchInfo:PortStateChange == 1: SubnSet(SwitchInfo) as read except for
///   PortStateChange = 0; SubnGet(SwitchInfo); verify PortStateChange == 1. [ia-r14-port-trap#08]
/// - A4: If IsTrapSupported == 0: verify that no trap is received. The remaining steps then do not
///   apply. [ia-r14-port-trap#06]
/// - A5: If SwitchInfo:PortStateChange == 1: verify that trap 128 is received.
///   [ia-r14-port-trap#01]
/// - A6: Verify BaseVersion 1, MgmtClass 0x01, ClassVersion 1, Status 0, AttributeID of Notice,
///   AttributeModifier 0 and M_Key 0. [ia-r14-port-trap#02]
/// - A7: Verify IsGeneric 1, Type 1 (urgent), ProducerType 2 (switch), TrapNumber 128 and IssuerLID
///   = LID of port 0. [ia-r14-port-trap#03]
/// - A8: Verify LIDADDR = LID of port 0. [ia-r14-port-trap#04]
/// - A9: Verify NoticeToggle 0 and NoticeCount 0. [ia-r14-port-trap#05]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.DISRUPTS,
    lease = true,
    changes = {Change.PORT_INFO_OF_ALL_PORTS, Change.SWITCH_INFO, Change.LINEAR_FORWARDING_TABLE})
public final class R14_PortTrap extends TrapTest {
  private static final int LINK_STATE = 128;
  private static final int URGENT = 1;
  private static final long POLLING = 2;
  private static final Duration TRAINED = Duration.ofSeconds(3);
  private static final Field LID_ADDR =
      NoticeDetails.of(LINK_STATE).orElseThrow().field("LIDADDR").orElseThrow();

  @Override
  public boolean execute() throws TestException {
    part(() -> {
      if (prepare(false)) {
        part(this::procedure);
        settle();
      }
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    activate();
    step("A1");
    clear();
    quieten();
    step("A1");
    sendMad(setOf(read()));
    receiveMad();
    List<UnaskedSmp> unprovoked = traps().during(PATIENCE);
    sendMad(subnGet(SWITCH_INFO));
    needs(
        receiveMadOk().data(SwitchInfo.PORT_STATE_CHANGE) == 0,
        "a port has changed its state meanwhile");
    verifyNone(
        unprovoked.stream().filter(trap -> TrapWatch.isOf(LINK_STATE, trap)).toList(),
        "128 when no state has changed");
    step("A2");
    int port = otherPort();
    if (port == 0 && !port().isSimulated()) {
      leaveOut("no other port is up", "A2", "A9");
      return;
    }
    Optional<UnaskedSmp> received = Optional.empty();
    for (int i = 0; i < trials() && received.isEmpty(); i++) {
      takeDown(port);
      received =
          traps()
              .first(trap -> TrapWatch.isOf(LINK_STATE, trap), areSupported() ? TRAINED : PATIENCE);
    }
    verifyChangeKept();
    if (!areSupported()) {
      step("A4");
      verifyNone(received.stream().toList(), "where IsTrapSupported is 0");
      leaveOut("IsTrapSupported is 0", "A5", "A9");
      return;
    }
    leaveOut("IsTrapSupported is 1", "A4", "A4");
    verifyTrap(received);
  }

  /// Returns another port that is up; 0 if there is none.
  private int otherPort() throws TestException {
    for (int port = 1; port <= numPorts(); port++) {
      if (port == ingress()) {
        continue;
      }
      sendMad(subnGet(PORT_INFO).attributeModifier(port));
      if (receiveMad().data(PORT_STATE) >= PortState.INITIALIZE) {
        return port;
      }
    }
    return 0;
  }

  /// Steps A2 and A3.
  private void takeDown(int port) throws TestException {
    step("A2");
    clear();
    step("A3");
    Route to = port == 0 ? Route.SELF : mads().toDut();
    mads().send(subnGet(PORT_INFO).attributeModifier(port), to);
    MadPacketSpec set = subnSet(PORT_INFO).attributeModifier(port).dataOf(mads().receiveOk());
    set = port == 0 ? PortInfoWrites.makeWritable(set) : PortInfoWrites.makeWritableOutside(set);
    mads().sendOnce(set.setData(PORT_PHYSICAL_STATE, POLLING), to);
    receiveMadIfAny();
  }

  private void clear() throws TestException {
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec clear = subnSet(SWITCH_INFO).dataOf(receiveMadOk());
    sendMad(clear.setData(SwitchInfo.PORT_STATE_CHANGE, 1));
    receiveMad();
  }

  /// Step A3.1.
  private void verifyChangeKept() throws TestException {
    step("A3.1");
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec read = receiveMadOk();
    if (read.data(SwitchInfo.PORT_STATE_CHANGE) == 0) {
      notApplicable("SwitchInfo:PortStateChange is 0");
      return;
    }
    sendMad(subnSet(SWITCH_INFO).dataOf(read).setData(SwitchInfo.PORT_STATE_CHANGE, 0));
    receiveMad();
    sendMad(subnGet(SWITCH_INFO));
    verifyData(receiveMadOk(), SwitchInfo.PORT_STATE_CHANGE, 1);
  }

  /// Steps A5 to A9.
  private void verifyTrap(Optional<UnaskedSmp> received) throws TestException {
    step("A5");
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec switchInfo = receiveMadOk();
    needs(
        received.isPresent() || switchInfo.data(SwitchInfo.PORT_STATE_CHANGE) == 1,
        "SwitchInfo:PortStateChange is 0: the switch has seen no change");
    boolean isReceived =
        verify(
            switchInfo,
            received.isPresent(),
            () -> "trap 128, as SwitchInfo:PortStateChange is 1",
            () -> "none for %d s".formatted(TRAINED.toSeconds()));
    needs(isReceived, "no trap 128 was received");
    UnaskedSmp trap = received.orElseThrow();
    step("A6");
    verifyHeader(trap);
    step("A7");
    verifyNotice(trap, URGENT, LINK_STATE);
    step("A8");
    verifyData(trap.mad(), LID_ADDR, dutLid());
    step("A9");
    verifyNoQueue(trap);
    quieten();
  }
}
