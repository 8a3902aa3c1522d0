package org.ibassay.suite.c14;

import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;
import static org.ibassay.suite.TesterManager.STANDBY;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Part;
import org.ibassay.suite.ProvokedSweep;
import org.ibassay.suite.SmTest;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// # The tester acts as a second subnet manager
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Active at both ends.
/// - I2: Read NodeInfo and PortInfo of the tester's port and of the DUT's, and the DUT's SMInfo:
///   the tester's MasterSMLID is the DUT's LID, and SMState is 3, master. A port whose subnet is
///   managed by another node is not tested.
/// - I3: From now on, IsSM of the tester's port is 1. If the stack below the tester does not allow
///   the tester to be a subnet manager, the test does not apply.
/// - I4: At the end, a DUT that is not active gets SubnSet(SMInfo) with AttributeModifier 4
///   (Standby); the tester stops responding, and IsSM of its port is 0. Wait until SMState of the
///   DUT is 3, up to SM_PATIENCE.
public abstract class ManagerTest extends SmTest {
  static final int HANDOVER = 1;
  static final int ACKNOWLEDGE = 2;
  static final int DISABLE = 3;
  static final int STAND_BY = 4;
  static final int DISCOVER = 5;
  static final int HIGHEST = 15;

  /// For a command after which the DUT's state proves nothing.
  static final int NO_STATE = -1;

  private static final int MOST_TRIALS = 6;
  private static final int STATUS_OF_CODE_7 = 0x001C;
  private static final Duration WATCH = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration BEAT = Duration.ofMillis(500);

  private @Nullable TesterManager manager;
  private @Nullable MadPacketSpec smInfo;
  private Duration responseTime = Duration.ZERO;
  private int dutLid;
  private boolean isJudged;

  @Override
  protected final boolean initialize() throws TestException {
    step("I1");
    return portStatesAreActive();
  }

  /// Runs the procedure while the tester is a subnet manager, followed by [#restore].
  final void repeatAsManager(Part procedure) throws TestException {
    repeatForPorts(port -> {
      if (!prepare()) {
        remark("not judged through port %d: the DUT does not manage that subnet".formatted(port));
        return;
      }
      isJudged = true;
      step("I3");
      if (!manager().begin()) {
        leaveOutRest("the stack below the tester does not let it be a subnet manager");
        return;
      }
      try {
        part(procedure);
      } finally {
        restore();
      }
    });
    needs(isJudged, "the DUT manages none of the subnets of the tester's ports");
  }

  /// Step I2.
  private boolean prepare() throws TestException {
    step("I2");
    mads().send(MadPacketSpec.subnGet(NODE_INFO), Route.SELF);
    long guid = mads().receiveOk().data(NodeInfo.PORT_GUID);
    MadPacketSpec ownPort = readOwnPort();
    mads().send(MadPacketSpec.subnGet(PORT_INFO));
    MadPacketSpec dutPort = mads().receiveOk();
    dutLid = (int) dutPort.data(PortInfo.LID);
    responseTime = ResponseTime.of(dutPort);
    MadPacketSpec held = readSmInfo();
    smInfo = held;
    manager = new TesterManager(mads(), guid, ownPort, parameter(Parameter.SM_KEY));
    manager().forget();
    return isLidOfDut(ownPort.data(PortInfo.MASTER_SM_LID)) && held.data(SmInfo.SM_STATE) == MASTER;
  }

  /// Step I4.
  private void restore() throws TestException {
    step("I4");
    try {
      if (readSmInfo().data(SmInfo.SM_STATE) == NOT_ACTIVE) {
        give(manager().command(STAND_BY, MASTER), STANDBY);
      }
    } finally {
      manager().fallSilent();
      manager().end(dutLid());
    }
    if (!becomes(MASTER)) {
      remark("the DUT has not become the master again");
    }
  }

  // --- who is who

  final TesterManager manager() {
    return known(manager);
  }

  /// Returns the DUT's SMInfo as read during initialization.
  final MadPacketSpec smInfo() {
    return known(smInfo);
  }

  final int dutLid() {
    return dutLid;
  }

  /// Whether a LID is one of the DUT's: a manager may name any LID of a port with several.
  final boolean isLidOfDut(long lid) throws TestException {
    mads().send(MadPacketSpec.subnGet(PORT_INFO));
    MadPacketSpec dutPort = mads().receiveOk();
    long paths = -1L << dutPort.data(PortInfo.LMC);
    return lid != 0 && (lid & paths) == dutPort.data(PortInfo.LID);
  }

  final int priority() {
    return (int) smInfo().data(SmInfo.PRIORITY);
  }

  /// Whether the tester outranks the DUT at a Priority: at an equal one, by the lower GUID.
  final boolean isHigherAt(int testerPriority) {
    return testerPriority == priority()
        ? Long.compareUnsigned(manager().guid(), smInfo().data(SmInfo.GUID)) < 0
        : testerPriority > priority();
  }

  private static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value, "step I2 comes first");
  }

  final Duration patience() {
    return Duration.ofSeconds(parameter(Parameter.SM_PATIENCE));
  }

  // --- the DUT

  final MadPacketSpec readOwnPort() throws TestException {
    mads().send(MadPacketSpec.subnGet(PORT_INFO), Route.SELF);
    return mads().receiveOk();
  }

  /// Sets MasterSMLID of the tester's port, as if the tester had swept the subnet as its master.
  final void nameTesterAsMaster() throws TestException {
    MadPacketSpec own = readOwnPort();
    MadPacketSpec set =
        PortInfoWrites.makeWritable(MadPacketSpec.subnSet(PORT_INFO).dataOf(own))
            .setData(PortInfo.MASTER_SM_LID, own.data(PortInfo.LID));
    mads().send(set, Route.SELF);
    mads().receiveOk();
  }

  /// Verifies that MasterSMLID of the tester's port becomes a LID of the DUT.
  final void verifyMasterOfTester() throws TestException {
    long end = now() + patience().toNanos();
    MadPacketSpec own = readOwnPort();
    while (!isLidOfDut(own.data(PortInfo.MASTER_SM_LID)) && now() < end) {
      waitFor(PAUSE);
      own = readOwnPort();
    }
    MadPacketSpec last = own;
    verify(
        last,
        isLidOfDut(last.data(PortInfo.MASTER_SM_LID)),
        () -> "PortInfo:MasterSMLID a LID of the DUT",
        () -> shown(PortInfo.MASTER_SM_LID, last.data(PortInfo.MASTER_SM_LID)));
  }

  final MadPacketSpec readSmInfo() throws TestException {
    mads().send(MadPacketSpec.subnGet(SM_INFO));
    return mads().receiveOk();
  }

  /// Whether SMState reaches a value in time.
  final boolean becomes(int state) throws TestException {
    long end = now() + patience().toNanos();
    while (readSmInfo().data(SmInfo.SM_STATE) != state) {
      if (now() >= end) {
        return false;
      }
      waitFor(BEAT);
    }
    return true;
  }

  final void verifyBecomes(int state) throws TestException {
    boolean isSo = becomes(state);
    MadPacketSpec read = readSmInfo();
    verify(
        read,
        isSo,
        () -> "SMInfo:SMState %d within %d s".formatted(state, patience().toSeconds()),
        () -> "SMState %d".formatted(read.data(SmInfo.SM_STATE)));
  }

  final void verifyState(int state) throws TestException {
    verifyData(readSmInfo(), SmInfo.SM_STATE, state);
  }

  /// Whether the DUT finds the tester, as a manager that should be the master, and hands the subnet
  /// over to it.
  final boolean isHandedOver() throws TestException {
    return manager().announce(TesterManager.isCommand(HANDOVER), dutLid, patience()).isPresent();
  }

  /// Puts the DUT in standby, with the tester as the master.
  final void makeStandby() throws TestException {
    manager().is(STANDBY, higher());
    needs(isHandedOver(), "the DUT does not hand the subnet over");
    acknowledge();
    needs(becomes(STANDBY), "the DUT does not enter standby");
    manager().forget();
  }

  /// Whether the tester can outrank the DUT at all; otherwise the remaining steps do not apply.
  final boolean canBeHigher() {
    if (!isHigherAt(HIGHEST)) {
      leaveOutRest("Priority is 15, and the DUT's GUID is lower than the tester's");
    }
    return isHigherAt(HIGHEST);
  }

  /// Verifies that the DUT does not hand the subnet over to the tester.
  final void verifyKept(int testerState, int testerPriority) throws TestException {
    manager().forget();
    manager().is(testerState, testerPriority);
    ProvokedSweep sweep = new ProvokedSweep(mads());
    boolean isPolled = manager().announce(TesterManager::isPoll, dutLid(), patience()).isPresent();
    needs(isPolled, "the DUT does not ask the tester for SMInfo");
    sweep.await(WATCH);
    verifyNoCommand(manager().during(Duration.ZERO));
    verifyState(MASTER);
  }

  /// Verifies that the DUT hands the subnet over to the tester.
  final void verifyHandover() throws TestException {
    manager().forget();
    boolean isHandedOver = isHandedOver();
    verify(
        0,
        isHandedOver,
        () -> "SubnSet(SMInfo) with AttributeModifier 1",
        () -> "none for %d s".formatted(patience().toSeconds()));
  }

  /// Returns a Priority at which the tester outranks the DUT.
  final int higher() {
    return Math.min(HIGHEST, priority() + 1);
  }

  // --- commands

  /// Sends a command once, because a command that was obeyed means something else the second time.
  final @Nullable MadPacketSpec give(MadPacketSpec command) throws TestException {
    mads().sendOnce(command, mads().toDut(), responseTime);
    return mads().receiveIfAny();
  }

  /// Sends a command that leads to a state; retries if it, or its response, may have been lost.
  final @Nullable MadPacketSpec give(MadPacketSpec command, int state) throws TestException {
    MadPacketSpec answer = give(command);
    for (int trial = 1; answer == null && trial < trials(); trial++) {
      if (readSmInfo().data(SmInfo.SM_STATE) == state) {
        return null;
      }
      answer = give(command);
    }
    return answer;
  }

  /// Acts as the master and acknowledges the DUT's Handover. Where packets are lost, the DUT may
  /// not have received the response to its Handover.
  final @Nullable MadPacketSpec acknowledge() throws TestException {
    manager().is(MASTER, higher());
    MadPacketSpec answer = give(manager().command(ACKNOWLEDGE, STANDBY), STANDBY);
    for (int trial = 1; trial < trials() && !isObeyed(STANDBY); trial++) {
      manager().is(STANDBY, higher());
      if (isHandedOver()) {
        manager().is(MASTER, higher());
        answer = give(manager().command(ACKNOWLEDGE, STANDBY), STANDBY);
      }
    }
    return answer;
  }

  private boolean isObeyed(int state) throws TestException {
    waitFor(BEAT);
    return readSmInfo().data(SmInfo.SM_STATE) == state;
  }

  final int trials() {
    return isLossless() ? 1 : MOST_TRIALS;
  }

  /// Verifies that a command is answered with status 0. Where packets are lost, the DUT's state
  /// decides.
  final void verifyTaken(@Nullable MadPacketSpec answer) {
    verifyAnswer(answer, !isLossless(), status -> status == MadStatus.OK, "0x0000");
  }

  /// Verifies that a command is answered with code 7.
  final void verifyRefused(@Nullable MadPacketSpec answer) {
    verifyAnswer(answer, !isLossless(), status -> status == STATUS_OF_CODE_7, "0x001C, code 7");
  }

  /// Verifies that a command gets no response, or one with a status other than 0.
  final void verifyNotTaken(@Nullable MadPacketSpec answer) {
    verifyAnswer(answer, true, status -> status != MadStatus.OK, "other than 0, or no response");
  }

  private void verifyAnswer(
      @Nullable MadPacketSpec answer,
      boolean isSilenceRight,
      Predicate<Integer> which,
      String right) {
    verify(
        answer == null ? 0 : answer.frame(),
        answer == null ? isSilenceRight : which.test((int) answer.status()),
        () -> "MADHeader:Status " + right,
        () -> answer == null ? "no response" : "Status 0x%04X".formatted(answer.status()));
  }

  /// Verifies that no command was received.
  final void verifyNoCommand(Iterable<UnaskedSmp> received) {
    boolean isNone = true;
    for (UnaskedSmp request : received) {
      if (TesterManager.isCommand(request)) {
        isNone = false;
        verify(request.mad(), false, () -> "no SubnSet(SMInfo)", () -> "" + request.mad());
      }
    }
    verify(0, isNone, () -> "no SubnSet(SMInfo)", () -> "one");
  }
}
