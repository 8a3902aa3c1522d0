package org.ibassay.suite.c16;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;

/// # PortSelect selects the port whose counters are read
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-port-select#01, ia-p16-port-select#02, ia-p16-port-select#03,
///   ia-p16-port-select#04, ia-p16-port-select#05
///
/// PortCounters of each port can be read; a port that does not exist is rejected with code 7; 255
/// stands for all ports where AllPortSelect is declared, and is rejected elsewhere.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - A channel adapter may reject the port that does not receive the request: the reading
///   `pma-other-port`. Port 0 of a switch is the reading `pma-port-0`.
/// - Whether each port has counters of its own is P16_EachPort.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. SubnGet(NodeInfo);
///   NUM_PORTS = NodeInfo:NumPorts.
/// - 2: Repeat for each port from 1 to NUM_PORTS: SendMad(PerformanceGet(PortCounters)) with it as
///   PortSelect. Verify Status.Code == 0, of a channel adapter's other ports 0 or 7, and, with code
///   0, PortSelect as in the request. [ia-p16-port-select#01, ia-p16-port-select#02]
/// - 3: PortSelect 0: verify of a switch that Status.Code is 0 or 7, of others that it is 7.
///   [ia-p16-port-select#03]
/// - 4: PortSelect NUM_PORTS + 1, 254 and 128, as far as there is no such port. Verify Status.Code
///   == 7. [ia-p16-port-select#04]
/// - 5: SendMad(PerformanceGet(ClassPortInfo)), then PortSelect 255. Verify Status.Code == 0 and
///   PortSelect 255 where ClassPortInfo:CapabilityMask.AllPortSelect is 1, else Status.Code == 7.
///   [ia-p16-port-select#05]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.READS)
public final class P16_PortSelect extends PmTest {
  private static final int ALL_PORTS = 255;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> ports(port));
  }

  private void ports(int receiver) throws TestException {
    MadPacketSpec nodeInfo = nodeInfo();
    int numPorts = (int) nodeInfo.data(NodeInfo.NUM_PORTS);
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    if (numPorts == ALL_PORTS - 1) {
      leaveOut("each PortSelect is that of a port of the DUT", "4", "4");
    }
    for (int port = 1; port <= numPorts; port++) {
      int number = port;
      at("PortSelect", number, () -> verifyPort(number, isSwitch || number == receiver));
    }
    at("PortSelect", 0, () -> verifyPort0(isSwitch));
    for (int port : new int[] {numPorts + 1, 128, 254}) {
      if (port > numPorts && port < ALL_PORTS) {
        at("PortSelect", port, () -> verifyRefused("4", port));
      }
    }
    at("PortSelect", ALL_PORTS, this::verifyAll);
  }

  private MadPacketSpec get(int port) throws TestException {
    sendMad(performanceGet(PortCounters.ATTRIBUTE).setData(PortCounters.PORT_SELECT, port));
    return receiveMad();
  }

  private void verifyPort(int port, boolean isOwn) throws TestException {
    step("2");
    MadPacketSpec response = get(port);
    if (isOwn) {
      verifyStatusOk(response);
    } else {
      note(response, Reading.PMA_OTHER_PORT);
    }
    if (response.status() == MadStatus.OK) {
      verifyData(response, PortCounters.PORT_SELECT, port);
    }
  }

  private void note(MadPacketSpec response, Reading reading) {
    boolean isAnswered = response.status() == MadStatus.OK;
    if (!isAnswered) {
      verifyStatusCode(response, MadStatus.INVALID_FIELD);
    }
    reading(response.frame(), reading, isAnswered ? "answered" : "code-7");
  }

  private void verifyPort0(boolean isSwitch) throws TestException {
    step("3");
    MadPacketSpec response = get(0);
    if (isSwitch) {
      note(response, Reading.PMA_PORT_0);
    } else {
      verifyStatusCode(response, MadStatus.INVALID_FIELD);
    }
  }

  private void verifyRefused(String step, int port) throws TestException {
    step(step);
    verifyStatusCode(get(port), MadStatus.INVALID_FIELD);
  }

  private void verifyAll() throws TestException {
    step("5");
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    if (info.data(PmClassPortInfo.ALL_PORT_SELECT) == 0) {
      verifyRefused("5", ALL_PORTS);
      return;
    }
    MadPacketSpec response = get(ALL_PORTS);
    verifyStatusOk(response);
    verifyData(response, PortCounters.PORT_SELECT, ALL_PORTS);
  }
}
