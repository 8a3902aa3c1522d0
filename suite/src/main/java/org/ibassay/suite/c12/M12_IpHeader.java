package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_IP_HEADER;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;

/// # A REQ with an unknown IP CM header version is rejected
///
/// - Section: 12.6.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-ip-header#01, ia-cm-ip-header#02
///
/// The service is an IP CM service: the private data of its REQ starts with an IP CM header. The
/// tester sends REQs whose header has an unknown major version or an IP version that does not
/// exist. The DUT rejects each and accepts a valid REQ afterward.
///
/// ## Notes
///
/// - This test is the suite's own, based on annex A11. The reason of REJ is noted (reading
///   `cm-ip-header`).
///
/// ## Procedure
///
/// - 1: Send REQ with MajV 1, MajV 15, IPV 0, IPV 5, and IPV 15, each with new ids; verify that REJ
///   is received with Message REJected 0, REQ. [ia-cm-ip-header#01]
/// - 2: Send a valid REQ; verify that REP is received. [ia-cm-ip-header#02]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_IpHeader extends CmTest {
  private static final int CONSUMER = 28;

  @Override
  public boolean execute() throws TestException {
    carryOut("MajV", 1, () -> rejected(IpCmHeader.MAJ_V, 1));
    carryOut("MajV", 15, () -> rejected(IpCmHeader.MAJ_V, 15));
    carryOut("IPV", 0, () -> rejected(IpCmHeader.IPV, 0));
    carryOut("IPV", 5, () -> rejected(IpCmHeader.IPV, 5));
    carryOut("IPV", 15, () -> rejected(IpCmHeader.IPV, 15));
    carryOut(this::accepted);
    return log().allPassed();
  }

  private void rejected(Field field, int value) throws TestException {
    CmCall call = calls().toService();
    field.set(call.request().from(ConnectRequest.PRIVATE_DATA), 0, value);
    step("1");
    call.ask();
    CmIn rej = call.receive(ConnectReject.ATTRIBUTE);
    reading(
        rej.frame(),
        CM_IP_HEADER,
        rej.get(ConnectReject.REASON) == CONSUMER ? "reason-28" : "other");
    checks().verify(rej, ConnectReject.MESSAGE_REJECTED, 0);
  }

  private void accepted() throws TestException {
    step("2");
    calls().toService().askAndReceive();
  }
}
