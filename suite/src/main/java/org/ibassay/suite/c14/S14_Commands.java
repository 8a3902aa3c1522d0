package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.DISCOVERING;
import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;
import static org.ibassay.suite.TesterManager.STANDBY;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SmInfo;

/// # A subnet manager obeys the commands that its state allows
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-commands#01, ia-s14-commands#02, ia-s14-commands#03, ia-s14-commands#04,
///   ia-s14-commands#05, ia-s14-commands#06, ia-s14-commands#07, ia-s14-commands#08,
///   ia-s14-commands#09, ia-s14-commands#10, ia-s14-commands#11, ia-s14-commands#12,
///   ia-s14-commands#13, ia-s14-commands#14, ia-s14-commands#15, ia-s14-commands#16,
///   ia-s14-commands#17
///
/// The tester, which knows the SM_Key, sends the DUT all five SMInfo commands while the DUT is the
/// master, in standby and not active. The DUT obeys those that its state allows and rejects the
/// rest. It obeys no sender that lacks the SM_Key or is not the master. Only the subnet
/// administration of the master answers (C15-0.1.3).
///
/// ## Notes
///
/// - This test is the suite's own. The commands are AttributeModifiers of SubnSet(SMInfo): 1
///   Handover, 2 Acknowledge, 3 Disable, 4 Standby, 5 Discover. They carry SMState 3; Acknowledge
///   carries 2.
/// - A rejection has code 7, Status 0x001C. A sender that lacks the SM_Key may get another status,
///   or no response.
/// - A wrong SM_Key differs from SM_KEY in bit 1, 32 or 63. A wrong AttributeModifier is that of a
///   command with bit 8, 16 or 31 set.
/// - Not tested: a Handover to a master (see S14_Election), an Acknowledge to a standby manager,
///   which may take it for one to its own Handover, and commands while the DUT discovers, which
///   ends too soon.
/// - A run that is killed in steps A12 to A16 leaves the DUT not active; `ibassay restore` sends it
///   Standby.
///
/// ## Procedure
///
/// - A1: Repeat steps A2 and A3 for Acknowledge, Disable, Standby and Discover: the DUT is master.
/// - A2: Send the command; verify Status == 0x001C, code 7. [ia-s14-commands#01]
/// - A3: Verify SMState == 3. [ia-s14-commands#02]
/// - A4: The DUT hands the subnet over to the tester, which acknowledges it: the DUT is in standby,
///   the tester is the master.
/// - A5: Send Standby; verify Status == 0x001C. [ia-s14-commands#03]
/// - A6: Repeat for Handover, Disable and Discover: send the command with each wrong SM_Key; verify
///   that the response has a Status other than 0, or that there is none. [ia-s14-commands#04]
/// - A7: After each of steps A5, A6, A8 and A19, verify SMState == 2. [ia-s14-commands#05]
/// - A8: Repeat for Handover, Disable and Discover: send the command with SMState 2, 1 and 0, as a
///   sender that is not the master; verify Status == 0x001C. [ia-s14-commands#06]
/// - A9: Send Discover; verify Status == 0. [ia-s14-commands#07]
/// - A10: Verify that the DUT sends SubnGet(SMInfo), and that SMState becomes 2, because the tester
///   is the master. [ia-s14-commands#08]
/// - A11: Send Disable; verify Status == 0. [ia-s14-commands#09]
/// - A12: Verify that SMState becomes 0, not active. [ia-s14-commands#10]
/// - A13: Repeat for Handover, Acknowledge, Disable and Discover: send the command; verify Status
///   == 0x001C, and SMState == 0. [ia-s14-commands#11]
/// - A14: Send Standby with each wrong SM_Key; verify that the response has a Status other than 0,
///   or that there is none, and SMState == 0. Send Standby with SMState 2, 1 and 0, as a sender
///   that is not the master, and with each wrong AttributeModifier; verify Status == 0x001C, and
///   SMState == 0. [ia-s14-commands#14]
/// - A15: On a simulated link the tester stops responding. Verify that the DUT sends it no
///   SubnGet(SMInfo) for 150 s on a simulated link, 5 s on a real one, and SMState == 0.
///   [ia-s14-commands#12]
/// - A16: The tester responds again. Send Standby; verify Status == 0, that SMState becomes 2, and
///   that the DUT sends SubnGet(SMInfo). [ia-s14-commands#13]
/// - A17: After steps A5 and A12, in standby and not active, SubnGet(SMInfo) by directed route and
///   by LID; verify that GUID and Priority are those of step I2. [ia-s14-commands#15]
/// - A18: After steps A5 and A12, SubnAdmGet(ClassPortInfo) to the DUT; verify that there is no
///   response: subnet administration is not active. [ia-s14-commands#16]
/// - A19: After step A3, send Handover with each wrong AttributeModifier to the master; verify
///   Status == 0x001C and SMState == 3. After step A8, repeat for Handover, Disable and Discover:
///   send the command with each wrong AttributeModifier; verify Status == 0x001C.
///   [ia-s14-commands#17]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    changes = Change.MANAGER_STATE,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Commands extends ManagerTest {
  private static final int[] NOT_TO_A_MASTER = {ACKNOWLEDGE, DISABLE, STAND_BY, DISCOVER};
  private static final int[] TO_STANDBY = {HANDOVER, DISABLE, DISCOVER};
  private static final int[] NOT_TO_NOT_ACTIVE = {HANDOVER, ACKNOWLEDGE, DISABLE, DISCOVER};
  private static final String WRONG_KEY = "SM_Key with other bits";
  private static final int[] NO_MASTERS = {STANDBY, DISCOVERING, NOT_ACTIVE};
  private static final long[] OTHER_BITS = {1 << 1, 1L << 32, 1L << 63};
  private static final long[] SURPLUS_BITS = {1 << 8, 1 << 16, 1L << 31};
  private static final Duration QUIET = Duration.ofSeconds(150);
  private static final Duration REAL_QUIET = Duration.ofSeconds(5);

  @Override
  public boolean execute() throws TestException {
    repeatAsManager(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    manager().is(NOT_ACTIVE, 0);
    for (int command : NOT_TO_A_MASTER) {
      at(
          "AttributeModifier",
          command,
          () -> {
            step("A2");
            verifyRefused(give(right(command)));
            step("A3");
            verifyState(MASTER);
          });
    }
    for (long bit : SURPLUS_BITS) {
      at(
          "AttributeModifier",
          HANDOVER | bit,
          () -> {
            step("A19");
            verifyRefused(give(unknown(HANDOVER, bit)));
            verifyState(MASTER);
          });
    }
    step("A4");
    if (canBeHigher()) {
      makeStandby();
      verifyStandby();
      verifyDiscover();
      verifyNotActive();
    }
  }

  private MadPacketSpec right(int command) {
    return manager().command(command, command == ACKNOWLEDGE ? STANDBY : MASTER);
  }

  /// Steps A5 to A8.
  private void verifyStandby() throws TestException {
    step("A5");
    verifyRefused(give(right(STAND_BY)));
    step("A7");
    verifyState(STANDBY);
    verifyIdentity();
    verifyNoAdministration();
    for (int command : TO_STANDBY) {
      at("AttributeModifier", command, () -> verifyUntrusted(command));
    }
  }

  private void verifyUntrusted(int command) throws TestException {
    for (long bits : OTHER_BITS) {
      at(
          WRONG_KEY,
          bits,
          () -> {
            step("A6");
            verifyNotTaken(give(withWrongKey(command, bits)));
            verifyStillStandby();
          });
    }
    for (int state : NO_MASTERS) {
      at(
          "SMState",
          state,
          () -> {
            step("A8");
            verifyRefused(give(manager().command(command, state)));
            verifyStillStandby();
          });
    }
    for (long bit : SURPLUS_BITS) {
      at(
          "AttributeModifier",
          command | bit,
          () -> {
            step("A19");
            verifyRefused(give(unknown(command, bit)));
            verifyStillStandby();
          });
    }
  }

  private MadPacketSpec withWrongKey(int command, long bits) {
    return right(command).setData(SmInfo.SM_KEY, parameter(SM_KEY) ^ bits);
  }

  /// Returns a command with an AttributeModifier that no command has.
  private MadPacketSpec unknown(int command, long bit) {
    return right(command).attributeModifier(command | bit);
  }

  /// Step A7. After a command that was obeyed wrongly, restores standby for the remaining steps.
  private void verifyStillStandby() throws TestException {
    step("A7");
    waitFor(Duration.ofMillis(100)); // a command is obeyed after its response
    long state = readSmInfo().data(SmInfo.SM_STATE);
    verifyState(STANDBY);
    if (state == NOT_ACTIVE) {
      give(right(STAND_BY));
    } else if (state == MASTER) {
      makeStandby();
    }
    needs(becomes(STANDBY), "the DUT is not in standby");
  }

  /// Step A17.
  private void verifyIdentity() throws TestException {
    step("A17");
    verifyIdentity(readSmInfo());
    mads().send(MadPacketSpec.subnGet(SM_INFO), new Route.Lid(dutLid()));
    MadPacketSpec byLid = mads().receiveIfAny();
    verify(0, byLid != null, () -> "a response to SubnGet(SMInfo) by LID", () -> "none");
    if (byLid != null) {
      verifyIdentity(byLid);
    }
  }

  private void verifyIdentity(MadPacketSpec info) {
    for (Field field : List.of(SmInfo.GUID, SmInfo.PRIORITY)) {
      mads().checks().verifyData(info, field, 0, smInfo().data(field));
    }
  }

  /// Step A18.
  private void verifyNoAdministration() throws TestException {
    step("A18");
    verify(
        0,
        !isAdministering(dutLid()),
        () -> "no response to SubnAdmGet(ClassPortInfo)",
        () -> "a response of a subnet manager that is not the master");
  }

  /// Steps A9 and A10.
  private void verifyDiscover() throws TestException {
    step("A9");
    manager().forget();
    verifyTaken(give(right(DISCOVER), NO_STATE));
    step("A10");
    verifyPolled();
    verifyBecomes(STANDBY);
  }

  private void verifyPolled() throws TestException {
    Optional<UnaskedSmp> poll = manager().await(TesterManager::isPoll, patience());
    verify(
        poll.map(one -> one.mad().frame()).orElse(0L),
        poll.isPresent(),
        () -> "SubnGet(SMInfo) within %d s".formatted(patience().toSeconds()),
        () -> "none");
  }

  /// Steps A11 to A16.
  private void verifyNotActive() throws TestException {
    step("A11");
    verifyTaken(give(right(DISABLE), NOT_ACTIVE));
    step("A12");
    verifyBecomes(NOT_ACTIVE);
    needs(readSmInfo().data(SmInfo.SM_STATE) == NOT_ACTIVE, "the DUT is not disabled");
    verifyIdentity();
    verifyNoAdministration();
    step("A13");
    for (int command : NOT_TO_NOT_ACTIVE) {
      at(
          "AttributeModifier",
          command,
          () -> {
            verifyRefused(give(right(command)));
            verifyState(NOT_ACTIVE);
          });
    }
    step("A14");
    for (long bits : OTHER_BITS) {
      at(
          WRONG_KEY,
          bits,
          () -> {
            verifyNotTaken(give(withWrongKey(STAND_BY, bits)));
            verifyStillNotActive();
          });
    }
    for (int state : NO_MASTERS) {
      at(
          "SMState",
          state,
          () -> {
            verifyRefused(give(manager().command(STAND_BY, state)));
            verifyStillNotActive();
          });
    }
    for (long bit : SURPLUS_BITS) {
      at(
          "AttributeModifier",
          STAND_BY | bit,
          () -> {
            verifyRefused(give(unknown(STAND_BY, bit)));
            verifyStillNotActive();
          });
    }
    verifyQuiet();
    step("A16");
    manager().is(MASTER, higher());
    verifyTaken(give(right(STAND_BY), STANDBY));
    verifyBecomes(STANDBY);
    verifyPolled();
  }

  /// After a Standby that was obeyed wrongly, disables the DUT for the remaining steps.
  private void verifyStillNotActive() throws TestException {
    waitFor(Duration.ofMillis(100)); // a command is obeyed after its response
    long state = readSmInfo().data(SmInfo.SM_STATE);
    verifyState(NOT_ACTIVE);
    if (state == STANDBY) {
      give(right(DISABLE));
    }
    needs(becomes(NOT_ACTIVE), "the DUT is not disabled");
  }

  private void verifyQuiet() throws TestException {
    step("A15");
    manager().forget();
    if (isSimulated()) {
      manager().fallSilent();
    }
    Duration quiet = isSimulated() ? QUIET : REAL_QUIET;
    boolean isPolled = manager().during(quiet).stream().anyMatch(TesterManager::isPoll);
    verify(0, !isPolled, () -> "no SubnGet(SMInfo)", () -> "some");
    verifyState(NOT_ACTIVE);
  }
}
