package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.LIFE_TIME_VALUE;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.MULTICAST_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.MULTICAST_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.stream.LongStream;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # SwitchInfo stores the legal values of its read-write components
///
/// - Section: 24.1.5.11.2
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR, FDR
///   or EDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#04.01, v1c14-024.1.1#04.02, v1c14-024.1.1#04.03,
///   v1c14-027#01, v1c14-030#01
///
/// Each read-write component stores its legal values, one component at a time and all at once, and
/// no other component changes.
///
/// ## Notes
///
/// - RW_COMP_LIST: LinearFDBTop (LinearFDBCap - 1, the middle, 1, 0), DefaultPort,
///   DefaultMulticastPrimaryPort, DefaultMulticastNotPrimaryPort (1 and NumPorts, and 0 where port
///   0 is an enhanced one), MulticastFDBTop (0xBFFF, that is none, and the first, the middle and
///   the last multicast LID within MulticastFDBCap), LifeTimeValue (0 to 31).
/// - LinearFDBTop is written only if LinearFDBCap is not 0, DefaultPort only if RandomFDBCap is not
///   0, and the other two only if MulticastFDBCap is not 0: without the table their behavior is
///   undefined. MulticastFDBTop is written only if, in addition, port 0 declares
///   IsMulticastFDBTopSupported.
/// - LifeTimeValue 20 to 31 means infinite. A DUT may therefore read back another of these values
///   than was written: a reading.
/// - Only the head of the public page is known; it lists the assertions. All steps are this suite's
///   own, and so is the assignment of assertions to them.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: SubnGet(NodeInfo); NUM_PORTS = NumPorts.
/// - A2: SendMad(SubnGet(SwitchInfo)).
/// - A3: SMP_DATA = ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c14-024.1.1#04.01, v1c14-030#01]
/// - A4: For each value of each component of RW_COMP_LIST, SendMad(SubnSet(SwitchInfo)) with the
///   value, PortStateChange = 0, and all other components as read.
/// - A5: ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier, Status.Code ==
///   0, and the value. [v1c13-024#01, v1c14-024.1.1#04.02]
/// - A6: SubnGet(SwitchInfo); verify the same, and that every other component is unchanged.
///   [v1c14-030#01, v1c14-027#01, v1c14-024.1.1#04.03]
/// - A7: For LifeTimeValue 20 to 31, verify in the response to the Set and in a Get that
///   Status.Code == 0 and the value is at least 20. [v1c13-024#01, v1c14-024.1.1#04.02]
/// - A8: Verify that both show the same value; whether it is the value written is a reading.
///   [ia-c14-024-04-sw-02#01]
/// - A9: SubnSet(SwitchInfo) with a different legal value in every component of RW_COMP_LIST at
///   once.
/// - A10: Verify in its response and in three Gets that each component has that value.
///   [v1c14-024.1.1#04.01, v1c14-024.1.1#04.02, v1c14-024.1.1#04.03]
/// - A11: If PortStateChange was 1 in SMP_DATA, verify that it still is: no Set wrote a 1.
///   [ia-c14-024-04-sw-02#02]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.SWITCH_INFO)
public final class C14_024_04_SW_02 extends C14_024_04_SW_RW {
  private static final long NO_MLID = 0xBFFF; // one less than the first multicast LID
  private static final long MLIDS = 0x3FFF;
  private static final int LONGEST = 19; // of LifeTimeValue; all above mean infinite

  @Override
  public boolean execute() throws TestException {
    MadPacketSpec smpData = readSwitchInfo();
    long cap = smpData.data(LINEAR_FDB_CAP);
    writeAll(
        LINEAR_FDB_TOP, LongStream.of(cap - 1, cap / 2, 1, 0).filter(top -> top >= 0 && top < cap));
    if (hasTable(RANDOM_FDB_CAP)) {
      writeAll(DEFAULT_PORT, ports());
    }
    if (hasTable(MULTICAST_FDB_CAP)) {
      writeAll(DEFAULT_MULTICAST_PRIMARY_PORT, ports());
      writeAll(DEFAULT_MULTICAST_NOT_PRIMARY_PORT, ports());
    }
    boolean hasTop = hasTable(MULTICAST_FDB_CAP) && isTopDeclared();
    if (hasTop) {
      long mlids = Math.min(smpData.data(MULTICAST_FDB_CAP), MLIDS);
      writeAll(
          MULTICAST_FDB_TOP,
          LongStream.of(NO_MLID + mlids, NO_MLID, NO_MLID + (mlids + 1) / 2, NO_MLID + 1));
    }
    writeAll(LIFE_TIME_VALUE, LongStream.rangeClosed(0, LONGEST));
    for (long value = LONGEST + 1; value <= LIFE_TIME_VALUE.max(); value++) {
      long infinite = value;
      at(LIFE_TIME_VALUE.name(), value, () -> writeInfinite(infinite));
    }
    step("A9");
    MadPacketSpec set = allAtOnce(cap);
    if (hasTop) {
      set.setData(MULTICAST_FDB_TOP, NO_MLID);
    }
    sendMad(set);
    step("A10");
    verifyTaken(receiveMad(), set);
    verifyRead(set);
    verifyRead(set);
    MadPacketSpec read = verifyRead(set);
    step("A11");
    verifyStateChangeKept(smpData, read);
    return log().allPassed();
  }

  private boolean isTopDeclared() throws TestException {
    sendMad(subnGet(PORT_INFO));
    MadPacketSpec port0 = receiveMad();
    return port0.status() == OK && port0.data(PortInfo.IS_MULTICAST_FDB_TOP_SUPPORTED) == 1;
  }

  private void writeAll(Field field, LongStream values) throws TestException {
    for (long value : values.distinct().toArray()) {
      subnSetRWFields(field, value);
    }
  }

  /// Steps A4, A7 and A8.
  private void writeInfinite(long value) throws TestException {
    step("A4");
    sendMad(switchInfo.set().setData(LIFE_TIME_VALUE, value));
    MadPacketSpec answer = receiveMad();
    step("A7");
    verifyInfinite(answer, value);
    sendMad(switchInfo.get());
    MadPacketSpec read = switchInfo.keep(receiveMad());
    boolean isInfinite = verifyInfinite(read, value);
    step("A8");
    long shown = read.data(LIFE_TIME_VALUE);
    verifyData(answer, LIFE_TIME_VALUE, shown);
    if (isInfinite) {
      reading(read.frame(), Reading.LIFETIME_ABOVE_19, shown == value ? "stored" : "normalised");
    }
  }

  private boolean verifyInfinite(MadPacketSpec read, long value) {
    long shown = read.data(LIFE_TIME_VALUE);
    return all(
        verifyStatusCode(read, OK),
        verify(
            read,
            shown > LONGEST,
            () -> "LifeTimeValue 20 to 31 (set to %d)".formatted(value),
            () -> "LifeTimeValue " + shown));
  }

  /// Returns a legal value for each component, all of them different if possible.
  private MadPacketSpec allAtOnce(long cap) {
    MadPacketSpec set = switchInfo.set().setData(LIFE_TIME_VALUE, 11);
    if (cap > 0) {
      set.setData(LINEAR_FDB_TOP, Math.max(0, cap - 2));
    }
    if (hasTable(RANDOM_FDB_CAP)) {
      set.setData(DEFAULT_PORT, (numPorts() + 2) / 3);
    }
    if (hasTable(MULTICAST_FDB_CAP)) {
      set.setData(DEFAULT_MULTICAST_PRIMARY_PORT, (numPorts() + 1) / 2);
      set.setData(DEFAULT_MULTICAST_NOT_PRIMARY_PORT, Math.max(1, numPorts() - 1));
    }
    return set;
  }

  private MadPacketSpec verifyRead(MadPacketSpec set) throws TestException {
    sendMad(switchInfo.get());
    MadPacketSpec read = receiveMad();
    verifyTaken(read, set);
    return read;
  }

  private void verifyTaken(MadPacketSpec read, MadPacketSpec set) {
    verifyStatusCode(read, OK);
    for (Field field : SwitchInfo.LAYOUT.fields()) {
      if (!field.equals(PORT_STATE_CHANGE)) {
        verifyData(read, field, set.data(field));
      }
    }
  }
}
