package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.RefusedRequest.At;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;

/// # The M_Key is checked first, in all 64 bits, and protects its own port only
///
/// - Section: 14.2.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-key-scope#01, ia-r14-key-scope#02, ia-r14-key-scope#03,
///   ia-r14-key-scope#04, ia-r14-key-scope#05, ia-r14-key-scope#06, ia-r14-key-scope#07
///
/// The M_Key is checked before anything else: a request with a wrong key gets no response, even if
/// it would be rejected with the right key. All 64 bits are compared. The key is never shown to a
/// requester that does not have it, whichever port number PortInfo is read by. When it is changed,
/// the previous key opens nothing. On a channel adapter or router it protects its own port and no
/// other.
///
/// ## Notes
///
/// - This test is the suite's own. The Linux qib driver checks the M_Key of an SMP before it
///   evaluates the attribute.
/// - Steps 1 to 9 are run for each value of M_KeyProtectBits, on every port that a tester port
///   reaches. The M_Key of a switch is that of its port 0, whichever port receives the SMP.
/// - Steps 10 to 13 need a second port that a tester port reaches; up to step 12, only one of the
///   ports has an M_Key.
///
/// ## Procedure
///
/// - 1: With M_Key = M_KEY_OTHER: SubnSet(PortInfo) with MasterSMLID = 0xFFFF; SubnSet(PortInfo) of
///   a port that does not exist, and with AttributeModifier = the number of the receiving port;
///   SubnSet of attribute 0x7FFF; SubnSet(LedInfo) as it reads, if it is supported;
///   SubnSet(PortInfo) with M_Key 0, with M_Key = M_KEY_OTHER, and with its M_Key. With an M_Key of
///   all ones: SubnSet(PortInfo) as read. If M_KeyProtectBits is 2 or 3, also SubnGet of those that
///   can be read.
/// - 2: Verify that none of them gets a response. [ia-r14-key-scope#01]
/// - 3: Verify by SubnGet(PortInfo) with M_KEY_DUT that each counts as one violation, and that the
///   count is unchanged after a SubnSet(P_KeyTable) as it reads, with M_KEY_DUT. Verify that
///   P_KeyViolations and Q_KeyViolations have not increased with it. [ia-r14-key-scope#02]
/// - 4: If M_KeyProtectBits is 1: SubnGet(PortInfo) with M_Key = M_KEY_OTHER, with
///   AttributeModifier of the receiving port; verify that PortInfo:M_Key is not M_KEY_DUT. SubnGet
///   of attribute 0x7FFF with M_KEY_OTHER; step R3 applies to the M_Key of the header.
///   [ia-r14-key-scope#03]
/// - 5: If M_KeyProtectBits is 3, in simulation only: SubnGet(NodeInfo) with 64 M_Keys, each of
///   which differs from M_KEY_DUT in another bit; verify that M_KeyViolations has increased by 64.
///   If not, send each again and verify that it gets no response. Then two SubnGet(NodeInfo) with
///   M_KEY_OTHER and the TransactionID of an earlier request; verify that M_KeyViolations has
///   increased by 2. [ia-r14-key-scope#04]
/// - 6: On a switch: SubnSet(PortInfo) of the port that receives the SMPs, with M_Key = M_KEY_DUT,
///   as it reads except for M_Key, M_KeyProtectBits and M_KeyLeasePeriod 0; verify that these
///   components of port 0 are unchanged. [ia-r14-key-scope#05]
/// - 7: If M_KeyProtectBits is 1 or 2: SubnSet(PortInfo) with M_KEY_DUT, as it reads except for
///   M_Key = M_KEY_OTHER; verify Status.Code == 0, and M_Key as set, or 0 if the DUT hides it.
///   SubnSet(PortInfo) as read with M_KEY_DUT, the previous key; verify that it gets no response.
///   [ia-r14-key-scope#07]
/// - 8: SubnSet(PortInfo) as read with M_KEY_DUT and, if M_KeyProtectBits is 2, SubnGet(PortInfo)
///   with M_KEY_DUT; verify that they get no response, and that each counts as one violation. If
///   M_KeyProtectBits is 1, SubnGet(PortInfo) with M_KEY_DUT; verify that PortInfo:M_Key is not
///   M_KEY_OTHER. [ia-r14-key-scope#07]
/// - 9: SubnSet(PortInfo) with M_KEY_OTHER, as it reads except for M_Key = M_KEY_DUT; then steps 7
///   and 8 with the two keys exchanged. [ia-r14-key-scope#07]
/// - 10: On a channel adapter or router: initialization with M_KeyProtectBits = 2, on one port.
/// - 11: Through each other port that a tester port reaches: SubnGet(PortInfo) with M_Key =
///   M_KEY_OTHER, with AttributeModifier 0 and with the number of the port of step 10; verify
///   Status.Code == 0 and that no PortInfo:M_Key is M_KEY_DUT. [ia-r14-key-scope#06]
/// - 12: Through the port of step 10: SubnGet(NodeInfo) with M_Key = M_KEY_OTHER. Through the
///   others: SubnGet(PortInfo); verify that M_KeyViolations is as in step 11. [ia-r14-key-scope#06]
/// - 13: Through each other port: SubnSet(PortInfo) with M_Key = M_KEY_OTHER and M_KeyProtectBits =
///   2. Then, through the port of step 10, SubnGet(NodeInfo) with M_KEY_OTHER and, through each
///   other port, SubnGet(NodeInfo) with M_KEY_DUT; verify that none gets a response, and that each
///   counts as one violation. [ia-r14-key-scope#06]
/// - 14: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO, Change.LED_INFO, Change.P_KEY_TABLE},
    parameters = {M_KEY_DUT, M_KEY_OTHER})
public final class R14_KeyScope extends C14_016_Base {
  private static final int NO_ATTRIBUTE = 0x7FFF;
  private static final int NO_PORT = 254;
  private static final int NO_UNICAST_LID = 0xFFFF;
  private static final At REFUSED = new At("1", "2", "3");
  private static final long ALL_ONES = -1;
  private static final int GUARDED_GETS = 2;
  private static final int LAST_LEVEL = 3;

  private static final List<Field> OF_KEY =
      List.of(PortInfo.M_KEY, PortInfo.M_KEY_PROTECT_BITS, PortInfo.M_KEY_LEASE_PERIOD);

  private boolean isSwitch;
  private int ports;

  /// The iteration of the port that has an M_Key in step 11, and the number of that port.
  private int guarded;

  private int guardedPort;
  private boolean isGuarded;
  private long violations;

  @Override
  public boolean execute() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    ports = (int) nodeInfo.data(NodeInfo.NUM_PORTS);
    boolean hasOthers = !isSwitch && reachedPorts() > 1;
    if (!isSwitch) {
      leaveOut("the DUT is not a switch", "6", "6");
    }
    if (!hasOthers) {
      leaveOut("no second port with an M_Key of its own is reached", "10", "13");
    }
    repeatForLevels("14", this::procedure);
    if (hasOthers) {
      guardOnePort();
    }
    return log().allPassed();
  }

  private MadPacketSpec withRightKey(MadPacketSpec request) throws TestException {
    sendMad(request.mKey(parameter(M_KEY_DUT)));
    return receiveMadOk();
  }

  private void procedure(int level) throws TestException {
    step("1");
    long ingress = withRightKey(subnGet(NODE_INFO)).data(NodeInfo.LOCAL_PORT_NUM);
    MadPacketSpec portInfo = protection().read();
    List<MadPacketSpec> requests = requests(portInfo, ingress, level);
    for (MadPacketSpec request : requests) {
      verifyRefused(request.mKey(parameter(M_KEY_OTHER)));
    }
    if (parameter(M_KEY_DUT) != ALL_ONES) {
      verifyRefused(protection().setOf(portInfo).mKey(ALL_ONES));
    }
    step("3");
    MadPacketSpec after = protection().read();
    for (Field field : List.of(PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS)) {
      verifyCountedApart(after, field, after.data(field) - portInfo.data(field), requests.size());
    }
    long counted = after.data(PortInfo.M_KEY_VIOLATIONS);
    MadPacketSpec keys = withRightKey(subnGet(P_KEY_TABLE));
    withRightKey(subnSet(P_KEY_TABLE).dataOf(keys));
    verifyData(protection().read(), PortInfo.M_KEY_VIOLATIONS, counted);
    if (level == 1) {
      step("4");
      sendMad(subnGet(PORT_INFO).attributeModifier(ingress).mKey(parameter(M_KEY_OTHER)));
      verifyHidden(receiveMadOk());
      sendMad(
          subnGet(PORT_INFO)
              .setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE)
              .mKey(parameter(M_KEY_OTHER)));
      receiveMadIfAny();
    } else if (level == LAST_LEVEL) {
      verifyAllBits();
    }
    if (isSwitch) {
      setOutside(ingress);
    }
    if (level == 1 || level == GUARDED_GETS) {
      changeKeys(level);
    }
  }

  /// A DUT that executes a Set of M_KEY_OTHER must not stay locked by it.
  private void verifyRefused(MadPacketSpec request) throws TestException {
    try {
      refused().verify(REFUSED, request, mads().toDut(), 1);
    } catch (TestException e) {
      if (request.data(PortInfo.M_KEY) == parameter(M_KEY_OTHER)) {
        new MKeyProtection(mads(), port(), parameter(M_KEY_OTHER)).remove();
      }
      throw e;
    }
  }

  /// Other packets on the link may increase these counters, but not with each rejected request.
  private void verifyCountedApart(MadPacketSpec read, Field field, long counted, int requests) {
    verify(
        read,
        counted < requests,
        () -> "%s to increase by less than %d".formatted(field.name(), requests),
        () -> "%d more".formatted(counted));
  }

  private void verifyHidden(MadPacketSpec read) {
    verify(
        read,
        read.data(PortInfo.M_KEY) != parameter(M_KEY_DUT),
        () -> "an M_Key other than M_KEY_DUT",
        () -> "M_KEY_DUT");
  }

  private List<MadPacketSpec> requests(MadPacketSpec portInfo, long ingress, int level)
      throws TestException {
    MadPacketSpec set = protection().setOf(portInfo);
    List<Long> numbers = List.of((long) Math.max(NO_PORT, ports + 1), ingress);
    List<MadPacketSpec> all = new ArrayList<>();
    all.add(set.copy().setData(PortInfo.MASTER_SM_LID, NO_UNICAST_LID));
    numbers.forEach(number -> all.add(set.copy().attributeModifier(number)));
    all.add(set.copy().setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE));
    for (long key : List.of(0L, parameter(M_KEY_OTHER), parameter(M_KEY_DUT))) {
      all.add(set.copy().setData(PortInfo.M_KEY, key));
    }
    if (portInfo.data(PortInfo.IS_LED_INFO_SUPPORTED) == 1) {
      all.add(subnSet(LED_INFO).dataOf(withRightKey(subnGet(LED_INFO))));
    }
    if (level >= GUARDED_GETS) {
      numbers.forEach(number -> all.add(subnGet(PORT_INFO).attributeModifier(number)));
      all.add(subnGet(PORT_INFO).setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE));
      if (portInfo.data(PortInfo.IS_LED_INFO_SUPPORTED) == 1) {
        all.add(subnGet(LED_INFO));
      }
    }
    return all;
  }

  /// Step 5. Does not wait for responses: step 2 has shown that there are none.
  private void verifyAllBits() throws TestException {
    step("5");
    if (!port().isSimulated() || !port().isLossless()) {
      notApplicable("series of this many rejected requests are sent in simulation only");
      return;
    }
    long before = protection().read().data(PortInfo.M_KEY_VIOLATIONS);
    for (int bit = 0; bit < Long.SIZE; bit++) {
      sendMadOnce(subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT) ^ (1L << bit)));
    }
    MadPacketSpec after = protection().read();
    if (!verifyData(after, PortInfo.M_KEY_VIOLATIONS, before + Long.SIZE)) {
      for (int bit = 0; bit < Long.SIZE; bit++) {
        long wrong = parameter(M_KEY_DUT) ^ (1L << bit);
        at("inverted bit of M_Key", bit, () -> verifySilent(subnGet(NODE_INFO).mKey(wrong)));
      }
      after = protection().read();
    }
    MadPacketSpec again =
        subnGet(NODE_INFO)
            .setHeader(MadHeader.TRANSACTION_ID, after.header(MadHeader.TRANSACTION_ID))
            .mKey(parameter(M_KEY_OTHER));
    sendMadOnce(again);
    sendMadOnce(again);
    verifyData(
        protection().read(), PortInfo.M_KEY_VIOLATIONS, after.data(PortInfo.M_KEY_VIOLATIONS) + 2);
  }

  private void verifySilent(MadPacketSpec request) throws TestException {
    sendMadOnce(request);
    verifySilence();
  }

  /// Step 6.
  private void setOutside(long ingress) throws TestException {
    step("6");
    MadPacketSpec before = protection().read();
    MadPacketSpec outside = withRightKey(subnGet(PORT_INFO).attributeModifier(ingress));
    MadPacketSpec set = subnSet(PORT_INFO).attributeModifier(ingress).dataOf(outside);
    PortInfoWrites.makeWritableOutside(set);
    OF_KEY.forEach(field -> set.setData(field, 0));
    sendMad(set.mKey(parameter(M_KEY_DUT)));
    receiveMad();
    MadPacketSpec after = protection().read();
    for (Field field : OF_KEY) {
      verifyData(after, field, before.data(field));
    }
  }

  /// Steps 7 to 9.
  private void changeKeys(int level) throws TestException {
    long dut = parameter(M_KEY_DUT);
    long other = parameter(M_KEY_OTHER);
    step("7");
    KeyChange change = new KeyChange(mads(), protection().read(), trials());
    MKeyProtection changed = protection().change("7", other, level);
    try {
      change.verify(new At("7", "7", "8"), changed, other, dut);
      change.verify(new At("9", "9", "9"), changed.change("9", dut, level), dut, other);
    } catch (TestException e) {
      if (changed.isOpening()) {
        changed.remove();
      }
      throw e;
    }
  }

  /// Steps 10 to 14.
  private void guardOnePort() throws TestException {
    repeatForPorts(port -> {
      if (guarded == 0) {
        guarded = port;
        part(this::guard);
      }
    });
    throughOthers(this::lookAtOther);
    throughGuarded(() -> {
      step("12");
      sendMadOnce(subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER)));
      receiveMadIfAny();
    });
    throughOthers(this::verifyNotCounted);
    if (isGuarded) {
      giveTwoKeys();
    }
    throughGuarded(() -> {
      step("14");
      protection().remove();
    });
  }

  /// Step 13.
  private void giveTwoKeys() throws TestException {
    throughOthers(() -> {
      step("13");
      new MKeyProtection(mads(), port(), 0).change("13", parameter(M_KEY_OTHER), GUARDED_GETS);
    });
    MadPacketSpec get = subnGet(NODE_INFO);
    At at = new At("13", "13", "13");
    throughGuarded(() -> refused().verify(at, get.mKey(parameter(M_KEY_OTHER)), mads().toDut(), 1));
    throughOthers(() -> {
      MKeyProtection other = new MKeyProtection(mads(), port(), parameter(M_KEY_OTHER));
      refused(other).verify(at, get.mKey(parameter(M_KEY_DUT)), mads().toDut(), 1);
      step("14");
      other.remove();
    });
  }

  private void throughGuarded(Part body) throws TestException {
    repeatForPorts(port -> {
      if (port == guarded) {
        part(body);
      }
    });
  }

  private void throughOthers(Part body) throws TestException {
    repeatForPorts(port -> {
      if (port != guarded) {
        part(body);
      }
    });
  }

  /// Step 10.
  private void guard() throws TestException {
    step("10");
    sendMad(subnGet(NODE_INFO));
    guardedPort = (int) receiveMadOk().data(NodeInfo.LOCAL_PORT_NUM);
    protect(GUARDED_GETS);
    isGuarded = true;
  }

  /// Step 11.
  private void lookAtOther() throws TestException {
    for (long number : new long[] {0, guardedPort}) {
      step("11");
      sendMad(subnGet(PORT_INFO).attributeModifier(number).mKey(parameter(M_KEY_OTHER)));
      MadPacketSpec read = receiveMadIfAny();
      verify(
          subnGet(PORT_INFO),
          read != null && read.header(MadStatus.CODE) == MadStatus.OK,
          () -> "a response with Status.Code 0, as this port has no M_Key",
          () -> read == null ? "none" : "" + read);
      if (read != null) {
        verifyHidden(read);
        violations = number == 0 ? read.data(PortInfo.M_KEY_VIOLATIONS) : violations;
      }
    }
  }

  /// Step 12.
  private void verifyNotCounted() throws TestException {
    step("12");
    sendMad(subnGet(PORT_INFO));
    verifyData(receiveMadOk(), PortInfo.M_KEY_VIOLATIONS, violations);
  }
}
