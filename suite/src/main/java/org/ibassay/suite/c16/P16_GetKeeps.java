package org.ibassay.suite.c16;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.pm.PortCounters;

/// # A Get of counters changes none
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-get-keeps#01, ia-p16-get-keeps#02, ia-p16-get-keeps#03
///
/// Counters only grow while they are read: whatever a Get carries, it neither sets nor clears a
/// counter.
///
/// ## Notes
///
/// - Ours.
/// - Counters that count what is sent and received grow by the Gets themselves.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. FIRST =
///   PerformanceGetResp(PortCounters).
/// - 2: SECOND = PerformanceGetResp(PortCounters); verify that no counter is less than in FIRST.
///   [ia-p16-get-keeps#01]
/// - 3: SendMad(PerformanceGet(PortCounters)) with CounterSelect 0xFFFF and all counters 0; then
///   read again and verify that no counter is less than in SECOND. [ia-p16-get-keeps#02]
/// - 4: SendMad(PerformanceGet(PortCounters)) with CounterSelect 0xFFFF and all other bits set;
///   then read again and verify that no counter of errors differs from SECOND.
///   [ia-p16-get-keeps#03]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_GetKeeps extends PmTest {
  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> counters(port));
  }

  private void counters(int port) throws TestException {
    MadPacketSpec first = read(PortCounters.ATTRIBUTE, port);
    step("2");
    MadPacketSpec second = read(PortCounters.ATTRIBUTE, port);
    verifyNoneLess(second, first);
    step("3");
    exchangeOk(get(port, (byte) 0));
    verifyNoneLess(read(PortCounters.ATTRIBUTE, port), second);
    step("4");
    exchangeOk(get(port, (byte) 0xFF));
    MadPacketSpec last = read(PortCounters.ATTRIBUTE, port);
    for (PortCounter counter : PortCounter.ERRORS) {
      verifyData(last, counter.field(), second.data(counter.field()));
    }
  }

  private MadPacketSpec get(int port, byte fill) {
    MadPacketSpec get = performanceGet(PortCounters.ATTRIBUTE);
    get.data().fill(fill);
    return get.setData(PortCounters.PORT_SELECT, port)
        .setData(PortCounters.COUNTER_SELECT, PortCounter.ALL_PLAIN);
  }

  private void verifyNoneLess(MadPacketSpec later, MadPacketSpec earlier) {
    for (PortCounter counter : PortCounter.PLAIN) {
      long before = earlier.data(counter.field());
      long now = later.data(counter.field());
      verify(
          later,
          now >= before,
          () -> "%s %d or more".formatted(counter.field().name(), before),
          () -> "%s %d".formatted(counter.field().name(), now));
    }
  }
}
