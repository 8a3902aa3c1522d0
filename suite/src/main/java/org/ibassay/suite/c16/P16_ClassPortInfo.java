package org.ibassay.suite.c16;

import java.time.Duration;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.sa.ClassPortInfo;

/// # ClassPortInfo describes the performance management agent
///
/// - Section: 16.1.3.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-class-port-info#01, ia-p16-class-port-info#02, ia-p16-class-port-info#03,
///   ia-p16-class-port-info#04
///
/// The performance management agent says what it is: versions, capabilities, and how long it takes
/// to respond.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Of RespTimeValue the quickest of 17 responses is judged, with 0.1 s for the tester's own part.
/// - Bits of CapabilityMask that no release defines are not judged: a later one may define them.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
///   SendMad(PerformanceGet(ClassPortInfo)).
/// - 2: Verify Status.Code == 0. [ia-p16-class-port-info#01]
/// - 3: Verify BaseVersion == 1 and ClassVersion == 1. [ia-p16-class-port-info#02]
/// - 4: SendMad(PerformanceGet(ClassPortInfo)) 16 times; verify that the quickest response took at
///   most 4.096 us * 2 ^ RespTimeValue + 0.1 s. [ia-p16-class-port-info#03]
/// - 5: SendMad(PerformanceGet(ClassPortInfo)) with all bits of the data set; verify each component
///   as in step 2. [ia-p16-class-port-info#04]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.READS)
public final class P16_ClassPortInfo extends PmTest {
  private static final Duration TESTERS_PART = Duration.ofMillis(100);
  private static final int TIMES = 16;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(this::classPortInfo);
  }

  private void classPortInfo() throws TestException {
    MadPacketSpec get = performanceGet(PmClassPortInfo.ATTRIBUTE);
    sendMad(get);
    MadPacketSpec info = receiveMad();
    step("2");
    steps().needs(verifyStatusOk(info), "ClassPortInfo was not read");
    step("3");
    verifyData(info, ClassPortInfo.BASE_VERSION, 1);
    verifyData(info, ClassPortInfo.CLASS_VERSION, 1);
    step("4");
    verifyTime(info, get);
    step("5");
    MadPacketSpec filled = performanceGet(PmClassPortInfo.ATTRIBUTE);
    filled.data().fill((byte) 0xFF);
    MadPacketSpec again = exchangeOk(filled);
    for (Field field : PmClassPortInfo.ATTRIBUTE.layout().fields()) {
      if (!field.isWide()) {
        verifyData(again, field, info.data(field));
      }
    }
  }

  private void verifyTime(MadPacketSpec first, MadPacketSpec get) throws TestException {
    MadPacketSpec quickest = first;
    for (int i = 0; i < TIMES; i++) {
      MadPacketSpec again = exchangeOk(get);
      quickest = again.elapsedNanos() < quickest.elapsedNanos() ? again : quickest;
    }
    Duration limit =
        Duration.ofNanos(4096L << first.data(ClassPortInfo.RESP_TIME_VALUE)).plus(TESTERS_PART);
    Duration taken = Duration.ofNanos(quickest.elapsedNanos());
    takeTime();
    verify(
        quickest,
        taken.compareTo(limit) <= 0,
        () -> "a response within %.6f s".formatted(limit.toNanos() / 1e9),
        () -> "a response after %.6f s".formatted(taken.toNanos() / 1e9));
  }
}
