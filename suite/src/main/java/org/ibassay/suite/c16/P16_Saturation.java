package org.ibassay.suite.c16;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.pm.PortCounters;

/// # A counter stays at its greatest value
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-saturation#01, ia-p16-saturation#02, ia-p16-saturation#03
///
/// A counter that has reached its greatest value does not wrap. It stays there until it is set.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Applies to a device that writes what a Set has: others would have to be sent packets for
///   hours.
/// - The counters of packets and data are driven to their end by the tester's own requests.
///   Counters of errors only show that they hold their greatest value.
/// - GMPs may pass a switch several hops away through ports other than those of the directed route,
///   so step 4 does not apply there.
/// - Where a Set writes values, the counters are set to what they had, and so lose what was counted
///   in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. BEFORE =
///   PerformanceGetResp(PortCounters). PerformanceSet(PortCounters) with all counters at their
///   greatest value; read. Where SymbolErrorCounter is 0, a Set clears and this test does not
///   apply.
/// - 2: Verify that each counter has its greatest value. [ia-p16-saturation#01]
/// - 3: SendMad(PerformanceGet(PortCounters)) 4 times; read. Verify that each counter has its
///   greatest value. [ia-p16-saturation#02]
/// - 4: PerformanceSet(PortCounters) of PortXmitPkts and PortRcvPkts to their greatest value less
///   3, of PortXmitData and PortRcvData less 150. SendMad(PerformanceGet(PortCounters)) 8 times;
///   read. Verify that each of the four has its greatest value, where they count at all.
///   [ia-p16-saturation#03]
/// - 5: PerformanceSet(PortCounters) with CounterSelect 0xFFFF and the values of BEFORE.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_Saturation extends PmTest {
  private static final int TIMES = 4;
  private static final int PACKETS_LEFT = 3;
  private static final int DATA_LEFT = 150;
  private static final long TRAFFIC = 0xF000;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> saturate(port));
  }

  private void saturate(int port) throws TestException {
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec most = performanceSet(PortCounters.ATTRIBUTE);
    for (PortCounter counter : PortCounter.PLAIN) {
      most.setData(counter.field(), counter.field().max());
    }
    set(port, PortCounter.ALL_PLAIN, most);
    MadPacketSpec first = read(PortCounters.ATTRIBUTE, port);
    boolean isWritten =
        isStored(first, PortCounters.SYMBOL_ERROR_COUNTER, PortCounters.SYMBOL_ERROR_COUNTER.max());
    reading(first.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    if (!isWritten) {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
      leaveOutRest("the DUT clears a counter that is set");
      return;
    }
    step("2");
    verifyGreatest(first);
    step("3");
    verifyGreatest(readAfter(port, TIMES));
    step("4");
    if (isGmpPort()) {
      verifyDriven(port);
    } else {
      notApplicable("no cable between the switch and the tester: GMPs may use its other ports");
    }
    step("5");
    set(port, PortCounter.ALL_PLAIN, before);
  }

  private void verifyGreatest(MadPacketSpec read) {
    for (PortCounter counter : PortCounter.PLAIN) {
      verifyData(read, counter.field(), counter.field().max());
    }
  }

  private void verifyDriven(int port) throws TestException {
    MadPacketSpec nearly = performanceSet(PortCounters.ATTRIBUTE);
    for (PortCounter counter : PortCounter.TRAFFIC) {
      nearly.setData(counter.field(), nearly(counter.field()));
    }
    set(port, TRAFFIC, nearly);
    MadPacketSpec read = readAfter(port, 2 * TIMES);
    for (PortCounter counter : PortCounter.TRAFFIC) {
      long value = read.data(counter.field());
      boolean doesCount = value != nearly(counter.field());
      reading(read.frame(), Reading.PMA_TRAFFIC, doesCount ? "counted" : "zero");
      if (doesCount) {
        verifyData(read, counter.field(), counter.field().max());
      }
    }
  }

  private static long nearly(Field field) {
    boolean isData =
        field.equals(PortCounters.PORT_XMIT_DATA) || field.equals(PortCounters.PORT_RCV_DATA);
    return field.max() - (isData ? DATA_LEFT : PACKETS_LEFT);
  }

  private MadPacketSpec readAfter(int port, int gets) throws TestException {
    for (int i = 0; i < gets; i++) {
      read(PortCounters.ATTRIBUTE, port);
    }
    return read(PortCounters.ATTRIBUTE, port);
  }

  private MadPacketSpec set(int port, long select, MadPacketSpec values) throws TestException {
    MadPacketSpec set = performanceSet(PortCounters.ATTRIBUTE);
    for (PortCounter counter : PortCounter.PLAIN) {
      set.setData(counter.field(), values.data(counter.field()));
    }
    return exchangeOk(
        set.setData(PortCounters.PORT_SELECT, port).setData(PortCounters.COUNTER_SELECT, select));
  }
}
