package com.example.acme;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.NodeInfo.DEVICE_ID;
import static org.ibassay.wire.attribute.NodeInfo.REVISION;
import static org.ibassay.wire.attribute.NodeInfo.VENDOR_ID;

import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;

/// # NodeInfo identifies the device identically in every response
///
/// - Section: 14.2.5.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-acme-node-info#01, ia-acme-node-info#02
///
/// The tester reads NodeInfo repeatedly on each port that it is cabled to. Each response has code
/// 0, and the VendorID, DeviceID and Revision of the first.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: FIRST = ReceiveMad(SubnGetResp(NodeInfo)) to a SubnGet(NodeInfo); verify Status.Code == 0.
///   [ia-acme-node-info#01]
/// - 2: SendMad(SubnGet(NodeInfo)) 20 times more; verify of each response:
///   - 2.1: Status.Code == 0. [ia-acme-node-info#01]
///   - 2.2: VendorID, DeviceID and Revision as in FIRST. [ia-acme-node-info#02]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.READS)
public final class Acme_NodeInfoStays extends MadTest {
  private static final int READS = 20;
  private static final List<Field> IDENTITY = List.of(VENDOR_ID, DEVICE_ID, REVISION);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(_ -> procedure());
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec first = receiveMad();
    needs(verifyStatusOk(first), "NodeInfo could not be read");
    step("2");
    repeat("read", 1, READS, _ -> {
      sendMad(subnGet(NODE_INFO));
      MadPacketSpec read = receiveMad();
      step("2.1");
      if (verifyStatusOk(read)) {
        step("2.2");
        for (Field field : IDENTITY) {
          verifyData(read, field, first.data(field));
        }
      }
    });
  }
}
