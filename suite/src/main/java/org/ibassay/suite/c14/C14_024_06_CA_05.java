package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoFields.MOVING;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// # PortInfo of a CA or router, part 5: a Set through another port changes nothing
///
/// - Section: 24.1.5.4.5
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-028, v1c14-029, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.07,
///   v1c14-024.1.1#06.08, v1c14-027#01, v1c14-028#01, v1c14-028#02, v1c14-030#01,
///   ia-c14-024-06-ca-05#01
///
/// The PortInfo of a port is read-only to SMPs received by another port of the adapter: a Get
/// returns it; a Set is answered with code 0 and changes nothing.
///
/// ## Notes
///
/// - Only the head of the public page is known; it names the subject of the test and the
///   assertions. The procedure is this suite's own, and so is the assignment of assertions to
///   steps.
/// - A DUT with one port has no other port: the test does not apply to it.
/// - The other ports are those before and after the receiving port. No M_Key is set, so it does not
///   matter which port's M_Key would apply.
/// - Some devices answer such a Set with code 7 and change nothing: the reading other-port-set. The
///   public page cites v1c13-024#01, that is code 0, which step A4 expects.
/// - A device that stores nothing at all passes this test, and fails C14_024_06_CA_02.
///
/// ## Procedure
///
/// - A1: SendMad(SubnGet(PortInfo)) with the AttributeModifier of another port.
/// - A2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier,
///   Status.Code == 0, and that LocalPortNum is that of the receiving port. [v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.07, v1c14-028#01, v1c14-030#01]
/// - A3: For every read-write component: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA except for
///   a different legal value of that component; finally with different values in all of them, and
///   with the next PortState.
/// - A4: ReceiveMad(SubnGetResp(PortInfo)); verify Status.Code == 0. [v1c13-024#01]
/// - A5: Verify AttributeID, AttributeModifier and, if Status.Code == 0, all components as in
///   PORT_INFO_DATA. [v1c14-024.1.1#06.01, v1c14-024.1.1#06.08, v1c14-027#01, v1c14-028#02]
/// - A6: SendMad(SubnGet(PortInfo)) for the other port; ReceiveMad(SubnGetResp(PortInfo)); verify
///   AttributeID, AttributeModifier, Status.Code == 0 and all components unchanged; a counter may
///   have increased. [v1c14-024.1.1#06.02, v1c14-024.1.1#06.07, v1c14-024.1.1#06.08, v1c14-027#01,
///   v1c14-030#01]
/// - A7: Repeat A6 for the receiving port. [ia-c14-024-06-ca-05#01]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO)
public final class C14_024_06_CA_05 extends C14_024_06_CA {
  @Override
  public boolean execute() throws TestException {
    repeatForKnownPorts(port -> {
      step("A1");
      if (numPorts() == 1) {
        leaveOutRest("only for devices with a second port; the DUT declares NumPorts = 1");
        return;
      }
      int[] others = IntStream.of(port - 1, port + 1).filter(this::isPort).toArray();
      needs(
          others.length > 0,
          "port %d is none of %d that the DUT declares".formatted(port, numPorts()));
      for (int other : others) {
        part(() -> at("AttributeModifier", other, () -> procedure(port, other)));
      }
    });
    return log().allPassed();
  }

  private boolean isPort(int number) {
    return number >= 1 && number <= numPorts();
  }

  private void procedure(int port, int other) throws TestException {
    HeldAttribute data = portInfo(other);
    step("A1");
    sendMad(data.get());
    step("A2");
    MadPacketSpec read = data.keep(receiveMad());
    boolean isRead = all(verifyEcho(read, data.get()), verifyStatusCode(read, OK));
    verifyData(read, PortInfo.LOCAL_PORT_NUM, port);
    needs(isRead, "PortInfo of the other port was not read");
    Bystanders own = new Bystanders(mads(), MOVING);
    own.watch(PORT_INFO, wholeModifier(port, read));
    Map<Field, Long> all = PortInfoFields.otherValues(END, read);
    for (Map.Entry<Field, Long> one : all.entrySet()) {
      Map<Field, Long> value = Map.of(one.getKey(), one.getValue());
      at(one.getKey().name(), one.getValue(), () -> verifyIgnored(data, value, own));
    }
    at("components at once", all.size(), () -> verifyIgnored(data, all, own));
    long state = data.held().data(PortInfo.PORT_STATE);
    if (state == PortState.INITIALIZE || state == PortState.ARMED) {
      Map<Field, Long> next = Map.of(PortInfo.PORT_STATE, state + 1);
      at("PortState", state + 1, () -> verifyIgnored(data, next, own));
    }
  }

  /// Steps A3 to A7.
  private void verifyIgnored(HeldAttribute data, Map<Field, Long> values, Bystanders own)
      throws TestException {
    step("A3");
    MadPacketSpec set = data.set();
    values.forEach(set::setData);
    sendMad(set);
    step("A4");
    MadPacketSpec answer = receiveMad();
    verifyStatusCode(answer, Reading.OTHER_PORT_SET);
    step("A5");
    if (verifyEcho(answer, set) && answer.status() == OK) {
      verifyKept(answer, data);
    }
    step("A6");
    sendMad(data.get());
    MadPacketSpec read = receiveMad();
    boolean isRead = all(verifyEcho(read, data.get()), verifyStatusCode(read, OK));
    needs(isRead, "PortInfo of the other port was not read");
    verifyKept(read, data);
    data.keep(read);
    own.verifyUntouched("A7");
  }

  private void verifyKept(MadPacketSpec mad, HeldAttribute data) {
    for (Field field : PortInfo.LAYOUT.fields()) {
      MOVING.verifyKept(mads().checks(), mad, data.held(), field);
    }
  }
}
