package org.ibassay.suite.c13;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.time.Duration;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// # RespTimeValue is at most 20, and the first response takes at most 4.3 s
///
/// - Section: 23.2.4.1.1
/// - Coverage: v1c13-013.1.1, v1c13-014, v1c13-015, v1c13-016
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-013.1.1#01, v1c13-013.1.1#02
///
/// The DUT declares a RespTimeValue of at most 20, the recommended value, and responds to the first
/// request within 4.3 s, the time that 20 stands for, whatever value it declares.
///
/// ## Notes
///
/// - PortInfo is read at AttributeModifier 0: the receiving port of a channel adapter or router,
///   the management port of a switch. External switch ports do not declare a RespTimeValue.
/// - TIMER1 runs from sending the request to receiving the response, so it includes the path
///   through the subnet twice. ESTSTO is an estimate of the time for that path.
/// - Each try waits for twice the limit, so that a late response can be distinguished from a lost
///   one.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: ESTSTO = 0.5 s.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: Start TIMER1.
/// - 3: MAD_RESPTV = ReceiveMad(SubnGetResp(PortInfo)).
/// - 4: Stop TIMER1.
/// - 5: Verify that the status is 0; if not, RespTimeValue cannot be read. [ia-c13-013#01]
/// - 6: Verify PortInfo:RespTimeValue <= 20. [v1c13-013.1.1#01]
/// - 7: Verify TIMER1 < 4.3 s + 2 * ESTSTO. [v1c13-013.1.1#02]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.READS)
public final class C13_013 extends MadTest {
  private static final int SUGGESTED_RESP_TIME_VALUE = 20;
  private static final Duration ESTSTO = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofMillis(4300).plus(ESTSTO.multipliedBy(2));

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp(LIMIT.multipliedBy(2));
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> procedure());
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sendMad(subnGet(PORT_INFO), LIMIT.multipliedBy(2));
    step("3");
    MadPacketSpec madResptv = receiveMad();
    Duration timer1 = Duration.ofNanos(madResptv.elapsedNanos());
    step("5");
    boolean readable = verifyStatusOk(madResptv);
    step("6");
    if (readable) {
      long value = madResptv.data(PortInfo.RESP_TIME_VALUE);
      verify(
          madResptv,
          value <= SUGGESTED_RESP_TIME_VALUE,
          () -> "RespTimeValue at most " + SUGGESTED_RESP_TIME_VALUE,
          () -> "RespTimeValue " + value);
    } else {
      inconclusive("PortInfo was not read");
    }
    step("7");
    verifyTime(madResptv, timer1, LIMIT);
  }
}
