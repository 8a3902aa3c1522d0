package org.ibassay.suite.c16;

import java.util.LinkedHashSet;
import java.util.Set;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// # A counter stays at its greatest value
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-saturation#01, ia-p16-saturation#02, ia-p16-saturation#03,
///   ia-p16-saturation#04, ia-p16-saturation#05, ia-p16-saturation#06
///
/// A counter that has reached its greatest value does not wrap. It stays there until it is set, and
/// then counts again. It counts in its whole width.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Applies to a device that writes what a Set has: others would have to be sent packets for
///   hours.
/// - The counters of packets and data are driven to their end by the tester's own requests.
///   Counters of errors only show that they hold their greatest value.
/// - GMPs may pass a switch several hops away through ports other than those of the directed route,
///   so steps 4 to 6 do not apply there.
/// - Where a Set writes values, the counters are set to what they had, and so lose what was counted
///   in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. BEFORE =
///   PerformanceGetResp(PortCounters), read 5 times more. PerformanceSet(PortCounters) with all
///   counters at their greatest value; read. Where SymbolErrorCounter is 0, a Set clears and this
///   test does not apply.
/// - 2: Verify that each counter has its greatest value. [ia-p16-saturation#01]
/// - 3: SendMad(PerformanceGet(PortCounters)) 4 times; read. Verify that each counter has its
///   greatest value. [ia-p16-saturation#02]
/// - 4: PerformanceSet(PortCounters) of PortXmitPkts and PortRcvPkts to their greatest value less
///   3, of PortXmitData and PortRcvData less 150. SendMad(PerformanceGet(PortCounters)) 8 times;
///   read. Verify that each of the four that counts, as seen here or in step 1, has its greatest
///   value. [ia-p16-saturation#03]
/// - 4.1: Where PortCountersExtended is declared: PerformanceGet(PortCountersExtended) 4 times;
///   verify that each counter that counts still counts there. [ia-p16-saturation#06]
/// - 5: PerformanceSet(PortCounters) of these four to 0x1000. SendMad(PerformanceGet(PortCounters))
///   8 times; read. Verify that each that counts is above 0x1000, and below its greatest value.
///   [ia-p16-saturation#04]
/// - 6: Repeat step 5 with 0x10000, 0x1000000 and 0x80000000 less 3, or less 150 of the counters of
///   data. Verify that each that counts is above that power of 2, where the link is the tester's
///   alone by no more than was counted since. [ia-p16-saturation#05]
/// - 7: PerformanceSet(PortCounters) with CounterSelect 0xFFFF and the values of BEFORE.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_Saturation extends PmTest {
  private static final int TIMES = 4;
  private static final int PACKETS_LEFT = 3;
  private static final int DATA_LEFT = 150;
  private static final long TRAFFIC = 0xF000;
  private static final long LITTLE = 0x1000;

  /// More than the tester's own requests add to a counter.
  private static final long MUCH = 0x1000;

  private static final long[] POWERS = {0x1_0000, 0x100_0000, 0x8000_0000L};

  private final Set<Field> counting = new LinkedHashSet<>();

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> saturate(port));
  }

  private void saturate(int port) throws TestException {
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    findCounting(before, readAfter(port, TIMES));
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
      if (counting.isEmpty()) {
        leaveOut("no counter of packets or data counts", "4.1", "6");
      } else {
        verifyCountingOn(port);
      }
    } else {
      notApplicable("no cable between the switch and the tester: GMPs may use its other ports");
    }
    step("7");
    set(port, PortCounter.ALL_PLAIN, before);
  }

  private void findCounting(MadPacketSpec before, MadPacketSpec after) {
    counting.clear();
    for (PortCounter counter : PortCounter.TRAFFIC) {
      if (after.data(counter.field()) != before.data(counter.field())) {
        counting.add(counter.field());
      }
    }
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
      if (value != nearly(counter.field())) {
        counting.add(counter.field());
      }
      boolean doesCount = counting.contains(counter.field());
      reading(read.frame(), Reading.PMA_TRAFFIC, doesCount ? "counted" : "zero");
      if (doesCount) {
        verifyData(read, counter.field(), counter.field().max());
      }
    }
  }

  private void verifyExtended(int port) throws TestException {
    step("4.1");
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    if (!PortCounter.isExtendedDeclared(info)) {
      notApplicable("the DUT declares no PortCountersExtended");
      return;
    }
    MadPacketSpec before = read(PortCountersExtended.ATTRIBUTE, port);
    for (int i = 0; i < TIMES; i++) {
      read(PortCountersExtended.ATTRIBUTE, port);
    }
    MadPacketSpec after = read(PortCountersExtended.ATTRIBUTE, port);
    for (int i = 0; i < PortCounter.EXTENDED.size(); i++) {
      Field wide = PortCounter.EXTENDED.get(i).field();
      if (counting.contains(PortCounter.TRAFFIC.get(i).field())) {
        verify(
            after,
            Long.compareUnsigned(after.data(wide), before.data(wide)) > 0,
            () -> "%s above %d".formatted(wide.name(), before.data(wide)),
            () -> "%s %d".formatted(wide.name(), after.data(wide)));
      }
    }
  }

  private void verifyCountingOn(int port) throws TestException {
    verifyExtended(port);
    step("5");
    verifyCounting(port);
    step("6");
    for (long power : POWERS) {
      at("counters", power, () -> verifyPassed(port, power));
    }
  }

  private void verifyCounting(int port) throws TestException {
    exchangeOk(CounterAttribute.PLAIN.set(port, TRAFFIC, _ -> LITTLE));
    MadPacketSpec read = readAfter(port, 2 * TIMES);
    for (Field field : counting) {
      long value = read.data(field);
      verify(
          read,
          value > LITTLE && value < field.max(),
          () -> "%s above %d, and not at its end".formatted(field.name(), LITTLE),
          () -> "%s %d".formatted(field.name(), value));
    }
  }

  private void verifyPassed(int port, long power) throws TestException {
    exchangeOk(CounterAttribute.PLAIN.set(port, TRAFFIC, counter -> power - left(counter.field())));
    MadPacketSpec read = readAfter(port, 2 * TIMES);
    for (Field field : counting) {
      long value = read.data(field);
      verify(
          read,
          value >= power && (!isExclusive() || value < power + MUCH),
          () -> "%s from 0x%X on".formatted(field.name(), power),
          () -> "%s 0x%X".formatted(field.name(), value));
    }
  }

  private static long nearly(Field field) {
    return field.max() - left(field);
  }

  private static int left(Field field) {
    boolean isData =
        field.equals(PortCounters.PORT_XMIT_DATA) || field.equals(PortCounters.PORT_RCV_DATA);
    return isData ? DATA_LEFT : PACKETS_LEFT;
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
