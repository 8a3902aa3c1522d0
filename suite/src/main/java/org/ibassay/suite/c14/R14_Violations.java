package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.P_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.Q_KEY_VIOLATIONS;

import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.RefusedRequest.At;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;

/// # M_KeyViolations counts until it is set to 0
///
/// - Section: 14.2.5.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-violations#01, ia-r14-violations#02, ia-r14-violations#03
///
/// Only a Set of M_KeyViolations to 0 clears it: not a Set of another counter, of an external port
/// of a switch, or of the M_Key and the components that belong to it. These can be set to 0 while
/// they are not 0.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - A Set that repeats M_KeyViolations as read must leave it unchanged, as Linux's qib and hfi1
///   do: the specification defines a Set of 0 only.
/// - No MAD causes a violation of a P_Key or Q_Key with certainty: only counters that are not 0 at
///   the beginning show whether a Set of another one has cleared them.
///
/// ## Procedure
///
/// - 1: Initialization with M_KeyProtectBits = 3 and M_KeyViolations = 0, on every port that a
///   tester port reaches; verify that P_KeyViolations and Q_KeyViolations are not less than before.
///   Twice: SubnSet(PortInfo) as it reads, with M_KEY_OTHER; verify that it gets no response.
///   [ia-r14-violations#01]
/// - 2: COUNTED = SubnGet(PortInfo) with M_KEY_DUT, as all further requests; verify that
///   M_KeyViolations has increased by 2. [ia-r14-violations#01]
/// - 3: On a switch: SubnSet(PortInfo) of the port that receives the SMPs, as it reads except for
///   M_KeyViolations, P_KeyViolations and Q_KeyViolations = 0; then SubnGet(PortInfo): verify that
///   P_KeyViolations and Q_KeyViolations of port 0 are not less. [ia-r14-violations#02]
/// - 4: SubnSet(PortInfo) as read except for P_KeyViolations = 0; then except for Q_KeyViolations =
///   0.
/// - 5: SubnSet(PortInfo) as read except for M_KeyLeasePeriod = 60; then for M_KeyLeasePeriod = 0;
///   then for M_KeyProtectBits = 1; then for M_KeyProtectBits = 0; then for M_Key = M_KEY_OTHER;
///   then, with that key, for M_Key = M_KEY_DUT.
/// - 6: After each of the Sets of steps 3 to 5, SubnGet(PortInfo); verify M_KeyViolations as in
///   COUNTED and, after those of M_KeyLeasePeriod and M_KeyProtectBits, the component as set.
///   [ia-r14-violations#02]
/// - 7: SubnSet(PortInfo) as read except for M_KeyViolations = 0; SubnGet(PortInfo); verify
///   M_KeyViolations == 0. [ia-r14-violations#03]
/// - 8: SubnSet(PortInfo) with M_Key, M_KeyProtectBits and M_KeyViolations = 0. SubnGet(PortInfo);
///   verify M_Key == 0 and M_KeyProtectBits == 0. [ia-r14-violations#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO},
    parameters = {M_KEY_DUT, M_KEY_OTHER})
public final class R14_Violations extends C14_016_Base {
  private static final int STRICTEST = 3;
  private static final int TIMES = 2;
  private static final long LEASE = 60;
  private static final List<Field> OTHER_COUNTERS = List.of(P_KEY_VIOLATIONS, Q_KEY_VIOLATIONS);
  private static final List<Field> OF_KEY = List.of(M_KEY_LEASE_PERIOD, M_KEY_PROTECT_BITS);
  private static final At REFUSED = new At("1", "1", "2");

  private long counted;

  @Override
  public boolean execute() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    boolean isSwitch = receiveMadOk().data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    if (!isSwitch) {
      leaveOut("the DUT is not a switch", "3", "3");
    }
    repeatForPorts(_ -> {
      part(() -> procedure(isSwitch));
      step("8");
      protection().remove();
      verifyRemoved();
    });
    return log().allPassed();
  }

  private void procedure(boolean isSwitch) throws TestException {
    step("1");
    MadPacketSpec before = protection().read();
    protect(STRICTEST);
    step("1");
    MadPacketSpec cleared = protection().read();
    verifyOthersKept(cleared, before);
    for (int i = 0; i < TIMES; i++) {
      refused().verify(REFUSED, asRead().mKey(parameter(M_KEY_OTHER)), mads().toDut(), 1);
    }
    step("2");
    counted = protection().read().data(M_KEY_VIOLATIONS);
    needs(counted > 0, "no violation was counted");
    if (isSwitch) {
      setOutside(cleared);
    }
    for (Field counter : OTHER_COUNTERS) {
      set("4", counter, 0);
    }
    set("5", M_KEY_LEASE_PERIOD, LEASE);
    set("5", M_KEY_LEASE_PERIOD, 0);
    set("5", M_KEY_PROTECT_BITS, 1);
    set("5", M_KEY_PROTECT_BITS, 0);
    changeKey();
    step("7");
    sendMad(asRead().setData(M_KEY_VIOLATIONS, 0));
    receiveMad();
    verifyData(protection().read(), M_KEY_VIOLATIONS, 0);
  }

  private MadPacketSpec asRead() throws TestException {
    return protection().setOf(protection().read()).setData(M_KEY, parameter(M_KEY_DUT));
  }

  private void set(String step, Field field, long value) throws TestException {
    at(
        field.name(),
        value,
        () -> {
          step(step);
          sendMad(asRead().setData(field, value));
          receiveMad();
          MadPacketSpec read = verifyCounted(protection());
          if (OF_KEY.contains(field)) {
            verifyData(read, field, value);
          }
        });
  }

  private MadPacketSpec verifyCounted(MKeyProtection with) throws TestException {
    step("6");
    MadPacketSpec read = with.read();
    verifyData(read, M_KEY_VIOLATIONS, counted);
    return read;
  }

  private void verifyOthersKept(MadPacketSpec read, MadPacketSpec before) {
    OTHER_COUNTERS.forEach(
        counter -> PortInfoFields.MOVING.verifyKept(mads().checks(), read, before, counter));
  }

  private void setOutside(MadPacketSpec before) throws TestException {
    step("3");
    sendMad(subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT)));
    long port = receiveMadOk().data(NodeInfo.LOCAL_PORT_NUM);
    sendMad(subnGet(PORT_INFO).attributeModifier(port).mKey(parameter(M_KEY_DUT)));
    MadPacketSpec set = subnSet(PORT_INFO).attributeModifier(port).dataOf(receiveMadOk());
    PortInfoWrites.makeWritableOutside(set).setData(M_KEY_VIOLATIONS, 0);
    OTHER_COUNTERS.forEach(counter -> set.setData(counter, 0));
    sendMad(set.mKey(parameter(M_KEY_DUT)));
    receiveMad();
    MadPacketSpec read = verifyCounted(protection());
    step("3");
    verifyOthersKept(read, before);
  }

  private void changeKey() throws TestException {
    MKeyProtection changed = protection().change("5", parameter(M_KEY_OTHER), 1);
    verifyCounted(changed);
    verifyCounted(changed.change("5", parameter(M_KEY_DUT), 1));
  }

  private void verifyRemoved() throws TestException {
    sendMad(subnGet(PORT_INFO));
    MadPacketSpec read = receiveMadOk();
    verifyData(read, M_KEY, 0);
    verifyData(read, M_KEY_PROTECT_BITS, 0);
  }
}
