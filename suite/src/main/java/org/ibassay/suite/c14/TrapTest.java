package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// # Traps
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: Read NodeInfo and PortInfo of the DUT with AttributeModifier 0, and PortInfo of the
///   tester. If traps do not reach the tester, or its port has no LID, the test does not apply; nor
///   does a test of the contents of traps if IsTrapSupported == 0.
/// - I3: SendMad(SubnSet(PortInfo)) with MasterSMLID = LID of the tester, SubnetTimeOut = 14 (67
///   ms), and a LID if the DUT has none; ReceiveMad(SubnGetResp(PortInfo)).
/// - I4: On a switch: set SwitchInfo:LinearFDBTop and LinearForwardingTable to lead to the tester's
///   LID.
/// - I5: SendMad(SubnSet(PortInfo)) with PortState = Armed, then Active, if the state is lower, at
///   both ends.
/// - I6: Repress pending traps, until none is received any more. Earlier traps may still be resent
///   at the interval of the SubnetTimeOut that step I2 read; up to 5 s of it are waited for.
/// - I7: At the end, on a simulated link: PortState = Down if step I5 has raised it, which makes
///   the link retrain; else PortState of the tester = Armed, then Active, if it was Active before.
public abstract class TrapTest extends MadTest {
  private static final int SUBNET_TIME_OUT = 14;
  private static final int ENTRIES = 64;

  /// The time that SubnetTimeOut stands for.
  static final Duration INTERVAL = Duration.ofNanos(4096L << SUBNET_TIME_OUT);

  /// How long to wait for a trap, whether one is expected or not.
  static final Duration PATIENCE = INTERVAL.multipliedBy(10);

  private static final Duration QUIET = INTERVAL.multipliedBy(3);
  private static final Duration LONGEST_BACKLOG = Duration.ofSeconds(5);
  private static final Duration TRAINING = Duration.ofMillis(100);
  private static final int MOST_TRIALS = 6;

  private @Nullable MadPacketSpec nodeInfo;
  private @Nullable MadPacketSpec portInfo;
  private @Nullable TrapWatch traps;
  private int testerLid;
  private int dutLid;
  private long key;
  private boolean isRaised;
  private long testerState;

  /// How long traps from before the test may take to be resent.
  private Duration backlog = Duration.ZERO;

  @Override
  protected final boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  /// Steps I2 to I4.
  ///
  /// @param isAboutTraps whether the DUT must send traps
  /// @return whether traps can reach the tester
  final boolean prepare(boolean isAboutTraps) throws TestException {
    key = 0;
    isRaised = false;
    traps = new TrapWatch(mads());
    step("I2");
    sendMad(subnGet(NODE_INFO));
    nodeInfo = receiveMadOk();
    mads().send(subnGet(PORT_INFO), Route.SELF);
    MadPacketSpec own = receiveMadOk();
    testerLid = (int) own.data(PortInfo.LID);
    testerState = own.data(PORT_STATE);
    MadPacketSpec held = read();
    backlog = backlogOf(held);
    boolean lacksTraps = isAboutTraps && held.data(PortInfo.IS_TRAP_SUPPORTED) == 0;
    String whyNot =
        lacksTraps
            ? "only for devices that send traps; the DUT declares IsTrapSupported = 0"
            : whyNot();
    if (whyNot != null) {
      leaveOutRest(whyNot);
      return false;
    }
    step("I3");
    dutLid = (int) held.data(PortInfo.LID);
    if (dutLid == 0) {
      dutLid = testerLid == 1 ? 2 : 1;
    }
    MadPacketSpec set = setOf(held).setData(PortInfo.LID, dutLid);
    set.setData(PortInfo.MASTER_SM_LID, testerLid).setData(PortInfo.MASTER_SM_SL, 0);
    sendMad(set.setData(PortInfo.SUBNET_TIME_OUT, SUBNET_TIME_OUT));
    receiveMad();
    MadPacketSpec now = read();
    needs(
        now.data(PortInfo.LID) == dutLid
            && now.data(PortInfo.MASTER_SM_LID) == testerLid
            && now.data(PortInfo.SUBNET_TIME_OUT) == SUBNET_TIME_OUT,
        "the DUT does not store LID, MasterSMLID and SubnetTimeOut");
    portInfo = now;
    forward();
    return true;
  }

  private @Nullable String whyNot() throws TestException {
    if (!port().hearsTraps()) {
      return "the stack below the tester keeps traps";
    }
    if (testerLid == 0) {
      return "the tester's port has no LID";
    }
    if (!isSwitch()) {
      return null;
    }
    sendMad(subnGet(SWITCH_INFO));
    return receiveMadOk().data(SwitchInfo.LINEAR_FDB_CAP) > testerLid
        ? null
        : "the switch has no linear forwarding table, or none for the tester's LID";
  }

  /// Step I4.
  private void forward() throws TestException {
    if (!isSwitch()) {
      return;
    }
    step("I4");
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec switchInfo = receiveMadOk();
    if (switchInfo.data(SwitchInfo.LINEAR_FDB_TOP) < testerLid) {
      MadPacketSpec set = subnSet(SWITCH_INFO).dataOf(switchInfo);
      sendMad(
          set.setData(SwitchInfo.LINEAR_FDB_TOP, testerLid)
              .setData(SwitchInfo.PORT_STATE_CHANGE, 0));
      receiveMadOk();
    }
    int block = testerLid / ENTRIES;
    sendMad(subnGet(LINEAR_FORWARDING_TABLE).attributeModifier(block));
    MadPacketSpec entries =
        subnSet(LINEAR_FORWARDING_TABLE).attributeModifier(block).dataOf(receiveMadOk());
    sendMad(entries.setData(LinearForwardingTable.PORT, testerLid % ENTRIES, ingress()));
    receiveMadOk();
  }

  /// Steps I5 and I6.
  final void activate() throws TestException {
    step("I5");
    for (int state = PortState.ARMED; state <= PortState.ACTIVE; state++) {
      MadPacketSpec held = read();
      if (held.data(PORT_STATE) < state) {
        isRaised = true;
        sendMad(setOf(held).setData(PORT_STATE, state));
        receiveMad();
      }
      if (!isSwitch()) {
        raiseTester(state);
      }
    }
    needs(isActive(), "PortState does not become Active");
    step("I6");
    traps().quieten(backlog.compareTo(QUIET) > 0 ? backlog : QUIET);
  }

  private void raiseTester(int state) throws TestException {
    mads().send(subnGet(PORT_INFO), Route.SELF);
    MadPacketSpec own = receiveMadOk();
    if (own.data(PORT_STATE) < state) {
      MadPacketSpec set = PortInfoWrites.makeWritable(subnSet(PORT_INFO).dataOf(own));
      mads().send(set.setData(PORT_STATE, state), Route.SELF);
      receiveMad();
    }
  }

  /// Returns the interval of traps by a SubnetTimeOut, and a tenth of it; zero without traps.
  private static Duration backlogOf(MadPacketSpec held) {
    if (held.data(PortInfo.IS_TRAP_SUPPORTED) == 0) {
      return Duration.ZERO;
    }
    long interval = 4096L << held.data(PortInfo.SUBNET_TIME_OUT);
    return Duration.ofNanos(Math.min(interval / 10 * 11, LONGEST_BACKLOG.toNanos()));
  }

  /// Step I6.
  final void quieten() throws TestException {
    step("I6");
    traps().quieten(QUIET);
  }

  /// Step I7.
  final void settle() throws TestException {
    if (!port().isSimulated()) {
      return;
    }
    step("I7");
    if (isRaised) {
      sendMad(setOf(read()).setData(PORT_STATE, PortState.DOWN));
      receiveMadIfAny();
      waitFor(TRAINING);
    } else {
      waitFor(TRAINING);
      for (int state = PortState.ARMED; state <= testerState; state++) {
        raiseTester(state);
      }
    }
  }

  // --- the DUT

  final boolean isSwitch() {
    return nodeType() == DutKind.SWITCH.nodeType();
  }

  final int nodeType() {
    return (int) known(nodeInfo).data(NodeInfo.NODE_TYPE);
  }

  /// Returns the port that receives the SMPs.
  final int ingress() {
    return (int) known(nodeInfo).data(NodeInfo.LOCAL_PORT_NUM);
  }

  final int numPorts() {
    return (int) known(nodeInfo).data(NodeInfo.NUM_PORTS);
  }

  /// Returns its PortInfo, as read when traps could be received.
  final MadPacketSpec portInfo() {
    return known(portInfo);
  }

  final boolean areSupported() {
    return portInfo().data(PortInfo.IS_TRAP_SUPPORTED) == 1;
  }

  final boolean isActive() throws TestException {
    return read().data(PORT_STATE) == PortState.ACTIVE;
  }

  final int dutLid() {
    return dutLid;
  }

  final int testerLid() {
    return testerLid;
  }

  final TrapWatch traps() {
    return known(traps);
  }

  private static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value, "prepare() comes first");
  }

  final MadPacketSpec read() throws TestException {
    sendMad(subnGet(PORT_INFO).mKey(key));
    return receiveMadOk();
  }

  /// Returns a Set of PortInfo as read.
  final MadPacketSpec setOf(MadPacketSpec held) {
    return PortInfoWrites.makeWritable(subnSet(PORT_INFO).dataOf(held).mKey(key));
  }

  /// Returns how many times an event is provoked until it is observed: more than once where packets
  /// can be lost.
  final int trials() {
    return port().isLossless() ? 1 : MOST_TRIALS;
  }

  // --- the M_Key

  /// Sets M_KEY_DUT with M_KeyProtectBits 2: requests with another key get no response.
  ///
  /// @param set step that sets it
  final void protect(String set) throws TestException {
    step(set);
    MKeyProtection protection = protection();
    MadPacketSpec with = protection.setOf(protection.read());
    with.setData(PortInfo.M_KEY, parameter(M_KEY_DUT)).setData(PortInfo.M_KEY_PROTECT_BITS, 2);
    with.setData(PortInfo.M_KEY_LEASE_PERIOD, 0).setData(PortInfo.M_KEY_VIOLATIONS, 0);
    MadPacketSpec response = protection.install(with, set, set);
    boolean isTaken = response == null || response.status() == OK;
    key = isTaken ? parameter(M_KEY_DUT) : 0;
    traps().key(key);
    needs(
        isTaken && read().data(PortInfo.M_KEY_PROTECT_BITS) == 2,
        "the DUT does not store an M_Key with M_KeyProtectBits 2");
  }

  /// Removes the M_Key.
  final void unprotect(String step) throws TestException {
    step(step);
    protection().remove();
    key = 0;
    traps().key(0);
  }

  private MKeyProtection protection() {
    return new MKeyProtection(mads(), port(), parameter(M_KEY_DUT));
  }

  /// Returns one of several wrong M_Keys, so that a trap shows which request it reports.
  final long wrongKey(int number) {
    return parameter(M_KEY_OTHER) ^ ((long) number << 40);
  }

  /// Sends a request once, with a wrong M_Key.
  final void provoke(MadPacketSpec request, int number) throws TestException {
    sendMadOnce(request.mKey(wrongKey(number)));
    receiveMadIfAny();
  }

  // --- checks

  /// Verifies the header of a trap.
  final void verifyHeader(UnaskedSmp trap) {
    header(trap, MadHeader.BASE_VERSION, 1);
    header(trap, MadHeader.MGMT_CLASS, Smp.LID_ROUTED);
    header(trap, MadHeader.CLASS_VERSION, Smp.CLASS_VERSION);
    header(trap, MadHeader.STATUS, 0);
    header(trap, MadHeader.ATTRIBUTE_MODIFIER, 0);
    header(trap, MadHeader.ATTRIBUTE_ID, Attribute.NOTICE.id());
    header(trap, Smp.M_KEY, 0);
  }

  private void header(UnaskedSmp trap, Field field, long expected) {
    mads().checks().verifyHeader(trap.mad(), field, expected);
  }

  /// Verifies the type, number and issuer of a trap's notice.
  final void verifyNotice(UnaskedSmp trap, int type, int number) {
    verifyData(trap.mad(), Notice.IS_GENERIC, 1);
    verifyData(trap.mad(), Notice.TYPE, type);
    verifyData(trap.mad(), Notice.PRODUCER_TYPE_VENDOR_ID, nodeType());
    verifyData(trap.mad(), Notice.TRAP_NUMBER_DEVICE_ID, number);
    verifyData(trap.mad(), Notice.ISSUER_LID, dutLid());
  }

  /// Verifies NoticeToggle and NoticeCount, which belong to a queue that is read.
  final void verifyNoQueue(UnaskedSmp trap) {
    verifyData(trap.mad(), Notice.NOTICE_TOGGLE, 0);
    verifyData(trap.mad(), Notice.NOTICE_COUNT, 0);
  }

  private boolean isOfDut(UnaskedSmp trap) {
    long issuer = trap.mad().data(Notice.ISSUER_LID);
    return issuer == dutLid || issuer == 0;
  }

  /// Verifies that no such trap was received. Traps from other nodes do not count.
  final void verifyNone(List<UnaskedSmp> traps, String why) {
    List<UnaskedSmp> received = traps.stream().filter(this::isOfDut).toList();
    for (UnaskedSmp trap : received) {
      verify(
          trap.mad(),
          false,
          () -> "no trap " + why,
          () -> "trap " + trap.mad().data(Notice.TRAP_NUMBER_DEVICE_ID));
    }
    if (received.isEmpty()) {
      mads().steps().checks().verify(0, true, () -> "no trap " + why, () -> "none");
    }
  }
}
