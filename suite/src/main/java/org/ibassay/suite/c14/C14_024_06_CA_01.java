package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.PORT_NUMBER_HIGH_BITS;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.stream.LongStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// # PortInfo of a CA or router, part 1: AttributeModifier names the port
///
/// - Section: 24.1.5.4.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-028, v1c14-029, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01, ia-c14-024-06-ca-01#01
///
/// AttributeModifier 0 selects the port that receives the SMP, as does that port's own number. A
/// port number beyond NumPorts is rejected with code 7 (invalid field value), and nothing changes.
///
/// ## Notes
///
/// - Only the head of the public page is known; it names the subject of the test and the
///   assertions. The procedure is this suite's own, and so is the assignment of assertions to
///   steps.
/// - Violation counters, DiagCode, MaxCreditHint and LinkRoundTripLatency may change between two
///   Gets and are not compared.
/// - Ports that do not exist are NumPorts + 1, 254 and 255, if above NumPorts. Bits 8 to 30 of the
///   AttributeModifier are reserved in later releases of the specification: how the DUT handles 256
///   is a reading, not a verdict.
///
/// ## Procedure
///
/// - A1: SendMad(SubnGet(PortInfo)) with AttributeModifier 0.
/// - A2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#06.02, v1c14-030#01]
/// - A3: Verify that LocalPortNum is not 0 and not above NUM_PORTS. [v1c14-024.1.1#06.02]
/// - A4: SendMad(SubnGet(PortInfo)) with AttributeModifier LocalPortNum.
/// - A5: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier, Status.Code == 0
///   and all components as in PORT_INFO_DATA. [v1c13-024#01, v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.06, v1c14-030#01]
/// - A6: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, except for values that must not be
///   written back, and a different SubnetTimeOut, by AttributeModifier 0 and then by LocalPortNum.
/// - A7: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier and Status.Code
///   == 0. [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.05, v1c14-024.1.1#06.06]
/// - A8: SendMad(SubnGet(PortInfo)) with the other of the two AttributeModifiers;
///   ReceiveMad(SubnGetResp(PortInfo)); verify SubnetTimeOut as written. [v1c14-024.1.1#06.05,
///   v1c14-024.1.1#06.06, v1c14-030#01]
/// - A9: For every port number that does not exist: SendMad(SubnGet(PortInfo)) with that number as
///   AttributeModifier.
/// - A10: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier and Status.Code
///   == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.02]
/// - A11: SendMad(SubnSet(PortInfo)) with that number as AttributeModifier, PORT_INFO_DATA, and
///   other legal values in components that are safe to change.
/// - A12: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier and Status.Code
///   == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01]
/// - A13: Verify that PortInfo of the port that receives the SMPs, and of the adjacent ports, is
///   unchanged. [ia-c14-024-06-ca-01#01]
/// - A14: SendMad(SubnGet(PortInfo)) with AttributeModifier 256; note the reading
///   port-number-high-bits.
/// - A15: Verify that PortInfo of all ports, and the other attributes of this port, are unchanged.
///   [ia-c14-024-06-ca-01#01]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO)
public final class C14_024_06_CA_01 extends C14_024_06_CA {
  private static final int MOST_PORTS = 254;
  private static final int NO_PORT = 255;

  @Override
  public boolean execute() throws TestException {
    repeatForKnownPorts(this::procedure);
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    HeldAttribute data = portInfo(0);
    step("A1");
    sendMad(data.get());
    step("A2");
    MadPacketSpec read = data.keep(receiveMad());
    needs(all(verifyEcho(read, data.get()), verifyStatusCode(read, OK)), "PortInfo was not read");
    step("A3");
    long own = read.data(PortInfo.LOCAL_PORT_NUM);
    boolean isPort =
        verify(
            read,
            own >= 1 && own <= numPorts(),
            () -> "LocalPortNum from 1 to " + numPorts(),
            () -> "LocalPortNum " + own);
    needs(isPort, "the port's number is not known");
    verifyEqual(portInfo(own), read);
    verifyWrite(0, own, read);
    verifyWrite(own, 0, read);
    Bystanders near = neighbors(port, read);
    near.watch(data.attribute(), wholeModifier(0, read));
    Bystanders everything = surroundings(port, read);
    everything.watch(data.attribute(), wholeModifier(0, read));
    LongStream.Builder missing = LongStream.builder();
    LongStream.of(numPorts() + 1L, MOST_PORTS, NO_PORT)
        .distinct()
        .filter(number -> number > numPorts())
        .forEach(missing);
    for (long number : missing.build().toArray()) {
      at("AttributeModifier", number, () -> verifyMissing(number, read, near));
    }
    noteHighBits();
    everything.verifyUntouched("A15");
  }

  /// Steps A4 and A5.
  private void verifyEqual(HeldAttribute byNumber, MadPacketSpec byZero) throws TestException {
    step("A4");
    sendMad(byNumber.get());
    step("A5");
    MadPacketSpec read = receiveMad();
    if (all(verifyEcho(read, byNumber.get()), verifyStatusCode(read, OK))) {
      for (Field field : PortInfo.LAYOUT.fields()) {
        if (!PortInfoFields.MOVING.contains(field)) {
          verifyData(read, field, byZero.data(field));
        }
      }
    }
  }

  /// Steps A6 to A8.
  private void verifyWrite(long by, long readBy, MadPacketSpec held) throws TestException {
    HeldAttribute written = portInfo(by);
    written.keep(held);
    step("A6");
    long other = by == 0 ? 11 : 20;
    MadPacketSpec set = written.set().setData(PortInfo.SUBNET_TIME_OUT, other);
    sendMad(set);
    step("A7");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusCode(answer, OK);
    step("A8");
    sendMad(portInfo(readBy).get());
    MadPacketSpec read = receiveMad();
    if (verifyStatusCode(read, OK)) {
      verifyData(read, PortInfo.SUBNET_TIME_OUT, other);
    }
  }

  /// Steps A9 to A13.
  private void verifyMissing(long number, MadPacketSpec held, Bystanders near)
      throws TestException {
    HeldAttribute missing = portInfo(number);
    missing.keep(held);
    step("A9");
    sendMad(missing.get());
    step("A10");
    MadPacketSpec read = receiveMad();
    verifyEcho(read, missing.get());
    verifyStatusCode(read, INVALID_FIELD);
    step("A11");
    MadPacketSpec set = missing.set();
    PortInfoFields.elsewhere(END, held).forEach(set::setData);
    sendMad(set);
    step("A12");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusCode(answer, INVALID_FIELD);
    near.verifyUntouched("A13");
  }

  private void noteHighBits() throws TestException {
    step("A14");
    sendMad(portInfo(NO_PORT + 1L).get());
    MadPacketSpec read = receiveMadIfAny();
    if (read != null) {
      String way =
          switch ((int) read.header(MadStatus.CODE)) {
            case INVALID_FIELD -> "code-7";
            case OK -> "ignored";
            default -> "other-code";
          };
      reading(read.frame(), PORT_NUMBER_HIGH_BITS, way);
    }
  }
}
