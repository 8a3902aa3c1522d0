package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.MULTICAST_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
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
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;

/// # SwitchInfo rejects illegal values of its read-write components
///
/// - Section: 24.1.5.11.3
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR, FDR
///   or EDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#04.04, v1c14-030#01
///
/// Each read-write component is written with values that have no meaning on the switch. The DUT
/// either rejects the Set with code 7 and keeps the value, or responds with code 0 and keeps or
/// stores it.
///
/// ## Notes
///
/// - Only the head of the public page is known; it lists the assertions. All steps are this suite's
///   own, and so is the assignment of assertions to them.
/// - The public page expects code 7. No public text of the specification requires it: how a switch
///   handles such a value is a reading, which decides under `--strict switchinfo-illegal`. Either
///   way, the DUT must do what its response says, and no other component may change.
/// - The values: LinearFDBTop of LinearFDBCap and above; default ports above NumPorts, except 255,
///   which means "no port" in forwarding tables. Some switches have no such value.
/// - A default port without the corresponding table is undefined. How the DUT handles it is another
///   reading, default-ports-absent. LinearFDBTop without a linear table is not written.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: SubnGet(NodeInfo); NUM_PORTS = NumPorts.
/// - A2: SendMad(SubnGet(SwitchInfo)).
/// - A3: SMP_DATA = ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c13-024#01, v1c14-030#01]
/// - A4: As a control, for LifeTimeValue 10 and 17, SendMad(SubnSet(SwitchInfo)) with the value,
///   PortStateChange = 0, and all other components as read.
/// - A5: ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier, Status.Code ==
///   0, and the value. [v1c13-024#01]
/// - A6: SubnGet(SwitchInfo); verify the same, and that every other component is unchanged.
///   [v1c13-024#01, v1c14-030#01]
/// - A7: For each illegal value of each component, SubnSet(SwitchInfo) with the value,
///   PortStateChange = 0, and all other components as read.
/// - A8: ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier, and that
///   Status.Code is 7 or 0. [v1c13-024#07]
/// - A9: SubnGet(SwitchInfo); verify Status.Code == 0, and that the component is unchanged or,
///   after code 0, has the value written. [v1c14-024.1.1#04.04, v1c14-030#01]
/// - A10: Verify that every other component is unchanged. [v1c14-024.1.1#04.04]
/// - A11: After code 0, verify that the response to the Set shows the same as the Get; whether the
///   value was rejected, ignored or stored is a reading. [ia-c14-024-04-sw-03#01]
/// - A12: SubnSet(SwitchInfo) with the original value of the component; verify Status.Code == 0.
///   [v1c13-024#01]
/// - A13: At the end: SubnGet(SwitchInfo). If PortStateChange was 1 in SMP_DATA, verify that it
///   still is: no Set wrote a 1. [ia-c14-024-04-sw-03#02]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.SWITCH_INFO)
public final class C14_024_04_SW_03 extends C14_024_04_SW_RW {
  private static final int GREATEST_LID = 0xBFFF;
  private static final int GREATEST_PORT = 254;

  private boolean isSpoilt;

  @Override
  public boolean execute() throws TestException {
    MadPacketSpec smpData = readSwitchInfo();
    subnSetRWFields(SwitchInfo.LIFE_TIME_VALUE, 10);
    subnSetRWFields(SwitchInfo.LIFE_TIME_VALUE, 17);
    needs(log().allPassed(), "a control Set with legal values failed");
    long cap = smpData.data(LINEAR_FDB_CAP);
    if (cap > 0) {
      LongStream tops = LongStream.of(cap, cap + 1, GREATEST_LID, LINEAR_FDB_TOP.max());
      spoil(LINEAR_FDB_TOP, tops.filter(top -> top >= cap), Reading.SWITCHINFO_ILLEGAL);
    }
    spoilPort(DEFAULT_PORT, RANDOM_FDB_CAP);
    spoilPort(DEFAULT_MULTICAST_PRIMARY_PORT, MULTICAST_FDB_CAP);
    spoilPort(DEFAULT_MULTICAST_NOT_PRIMARY_PORT, MULTICAST_FDB_CAP);
    if (!isSpoilt) {
      leaveOut(
          "the DUT declares NumPorts = %d, LinearFDBCap = 0".formatted(numPorts()), "A7", "A12");
    }
    step("A13");
    sendMad(switchInfo.get());
    verifyStateChangeKept(smpData, receiveMadOk());
    return log().allPassed();
  }

  private void spoilPort(Field field, Field capacity) throws TestException {
    if (hasTable(capacity)) {
      LongStream missing = LongStream.of(numPorts() + 1L, GREATEST_PORT);
      spoil(
          field,
          missing.filter(port -> port > numPorts() && port <= GREATEST_PORT),
          Reading.SWITCHINFO_ILLEGAL);
    } else {
      LongStream other = LongStream.of(1, numPorts());
      spoil(
          field,
          other.filter(port -> port != switchInfo.held().data(field)),
          Reading.DEFAULT_PORTS_ABSENT);
    }
  }

  private void spoil(Field field, LongStream values, Reading reading) throws TestException {
    for (long value : values.distinct().toArray()) {
      at(field.name(), value, () -> spoil(field, value, reading));
    }
  }

  /// Steps A7 to A12.
  private void spoil(Field field, long value, Reading reading) throws TestException {
    isSpoilt = true;
    final long old = switchInfo.held().data(field);
    step("A7");
    MadPacketSpec set = switchInfo.set().setData(field, value);
    sendMad(set);
    step("A8");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    long code = answer.header(MadStatus.CODE);
    verify(
        answer,
        code == INVALID_FIELD || code == OK,
        () -> "MADHeader:Status.Code 7 or 0",
        () -> "MADHeader:Status.Code " + code);
    step("A9");
    sendMad(switchInfo.get());
    MadPacketSpec read = receiveMad();
    verifyStatusCode(read, OK);
    boolean isStored = code == OK && read.data(field) == value;
    verifyData(read, field, isStored ? value : old);
    step("A10");
    for (Field other : SwitchInfo.LAYOUT.fields()) {
      if (!other.equals(field) && !other.equals(PORT_STATE_CHANGE)) {
        verifyData(read, other, switchInfo.held().data(other));
      }
    }
    step("A11");
    if (code == OK) {
      verifyData(answer, field, read.data(field));
    }
    reading(answer.frame(), reading, code != OK ? "code-7" : isStored ? "stored" : "ignored");
    step("A12");
    sendMad(switchInfo.set());
    verifyStatusCode(receiveMad(), OK);
  }
}
