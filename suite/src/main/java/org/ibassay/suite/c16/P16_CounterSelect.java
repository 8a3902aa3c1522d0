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

/// # CounterSelect selects the counters that a Set writes
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-counter-select#01, ia-p16-counter-select#02, ia-p16-counter-select#03,
///   ia-p16-counter-select#04, ia-p16-counter-select#05
///
/// A Set writes the counters that CounterSelect names and leaves all others, each bit for its own
/// counter.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Where others may use the link, a counter of errors may grow by up to 15 between two requests.
/// - Whether a counter that is set has the value of the Set, or is cleared, is the reading
///   `pma-set-value`. Of a device that clears, only counters that have counted show what a Set has
///   left: before each Set of step 3, such a device first counts the MADs of 16 Gets.
/// - Where a Set writes values, the counters are set to what they had, and so lose what was counted
///   in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. BEFORE =
///   PerformanceGetResp(PortCounters).
/// - 2: PerformanceSet(PortCounters) with CounterSelect 0xFFFF and a different value for each
///   counter; read. Verify that each counter of errors has its value, or that each is 0; the
///   counters of packets and data at least their value, or no more than before; and that the
///   response to the Set has the same counters of errors. [ia-p16-counter-select#01]
/// - 3: Repeat for each bit of CounterSelect, and for 0x5555, 0xAAAA, 0x1800 and 0x8001: where a
///   Set clears, PerformanceGet(PortCounters) 16 times; elsewhere, set the values of step 2. Then
///   PerformanceSet(PortCounters) with these bits and all values 0; read. Verify that their
///   counters are 0, of packets and data less than before or grown from 0, in the response to the
///   Set and in that to the Get. [ia-p16-counter-select#02]
/// - 4: Verify that no other counter is less than before that Set. [ia-p16-counter-select#03]
/// - 5: PerformanceSet(PortCounters) with all values set and CounterSelect 0; read. Verify that no
///   counter of errors has changed and none is less. [ia-p16-counter-select#04]
/// - 6: Verify that the response to the Set of step 5 has the counters of the port and not those of
///   the request. [ia-p16-counter-select#05]
/// - 7: PerformanceSet(PortCounters) with CounterSelect 0xFFFF and the values of BEFORE, where a
///   Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_CounterSelect extends PmTest {
  private static final long[] SEVERAL = {0x5555, 0xAAAA, 0x1800, 0x8001};

  /// The number of Gets that a device counts before a Set that clears: more than the tester's own
  /// reading adds after it.
  private static final int GETS = 16;

  /// More than a busy link counts between two requests.
  private static final long MUCH = 0x8000_0000L;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> select(port));
  }

  private void select(int port) throws TestException {
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    step("2");
    MadPacketSpec values = values();
    MadPacketSpec answered = set(port, PortCounter.ALL_PLAIN, values);
    MadPacketSpec written = read(PortCounters.ATTRIBUTE, port);
    boolean isWritten =
        isStored(
            written,
            PortCounters.SYMBOL_ERROR_COUNTER,
            values.data(PortCounters.SYMBOL_ERROR_COUNTER));
    reading(written.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    verifyWritten(written, values, isWritten, before);
    for (PortCounter counter : PortCounter.ERRORS) {
      long later = written.data(counter.field());
      verifyErrors(answered, counter.field(), Math.max(0, later - errorsOfOthers()));
    }
    for (PortCounter counter : PortCounter.PLAIN) {
      at("CounterSelect", counter.mask(), () -> verifySelected(port, counter.mask(), isWritten));
    }
    for (long select : SEVERAL) {
      at("CounterSelect", select, () -> verifySelected(port, select, isWritten));
    }
    verifyNoneSelected(port);
    step("7");
    if (isWritten) {
      set(port, PortCounter.ALL_PLAIN, before);
    } else {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
    }
  }

  /// Returns a different value other than 0 for each counter.
  private MadPacketSpec values() {
    MadPacketSpec values = performanceSet(PortCounters.ATTRIBUTE);
    for (PortCounter counter : PortCounter.PLAIN) {
      Field field = counter.field();
      values.setData(
          field,
          field.width() == 4
              ? counter.bit()
              : counter.isError() ? 0x21L + 5L * counter.bit() : MUCH + 0x1000L * counter.bit());
    }
    return values;
  }

  private void verifyWritten(
      MadPacketSpec written, MadPacketSpec values, boolean isWritten, MadPacketSpec before) {
    for (PortCounter counter : PortCounter.PLAIN) {
      Field field = counter.field();
      long value = isWritten ? values.data(field) : 0;
      if (counter.isError()) {
        verifyErrors(written, field, value);
      } else {
        long read = written.data(field);
        long most = isExclusive() ? value + counter.growthOfLooks() : Long.MAX_VALUE;
        long least = before.data(field) == 0 && read == 0 ? 0 : value; // the device need not count
        verify(
            written,
            read >= least && read <= most,
            () -> "%s from %d on".formatted(field.name(), value),
            () -> "%s %d".formatted(field.name(), read));
      }
    }
  }

  private void verifySelected(int port, long select, boolean isWritten) throws TestException {
    step("3");
    if (isWritten) {
      set(port, PortCounter.ALL_PLAIN, values());
    } else {
      for (int i = 0; i < GETS; i++) {
        read(PortCounters.ATTRIBUTE, port);
      }
    }
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec answered = set(port, select, performanceSet(PortCounters.ATTRIBUTE));
    MadPacketSpec after = read(PortCounters.ATTRIBUTE, port);
    for (PortCounter counter : PortCounter.PLAIN) {
      if ((select & counter.mask()) != 0) {
        verifyCleared(answered, before, counter);
        verifyCleared(after, before, counter);
      }
    }
    step("4");
    for (PortCounter other : PortCounter.PLAIN) {
      if ((select & other.mask()) == 0) {
        verifyNotLess(after, before, other);
      }
    }
  }

  private void verifyCleared(MadPacketSpec after, MadPacketSpec before, PortCounter counter) {
    long read = after.data(counter.field());
    long was = before.data(counter.field());
    long most = counter.isError() ? errorsOfOthers() : counter.growthOfLooks();
    boolean isLess = was <= counter.growthOfLooks() || read < was;
    verify(
        after,
        isExclusive() ? read <= most : isLess && (!counter.isError() || read <= most),
        () -> "%s cleared (was %d)".formatted(counter.field().name(), was),
        () -> "%s %d".formatted(counter.field().name(), read));
  }

  private void verifyNotLess(MadPacketSpec after, MadPacketSpec before, PortCounter counter) {
    long was = before.data(counter.field());
    long is = after.data(counter.field());
    verify(
        after,
        is >= was && (!counter.isError() || is <= was + errorsOfOthers()),
        () -> "%s %d%s".formatted(counter.field().name(), was, counter.isError() ? "" : " or more"),
        () -> "%s %d".formatted(counter.field().name(), is));
  }

  private void verifyNoneSelected(int port) throws TestException {
    step("5");
    set(port, PortCounter.ALL_PLAIN, values());
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec ones = performanceSet(PortCounters.ATTRIBUTE);
    ones.data().fill((byte) 0xFF);
    MadPacketSpec response = set(port, 0, ones);
    MadPacketSpec after = read(PortCounters.ATTRIBUTE, port);
    for (PortCounter counter : PortCounter.PLAIN) {
      verifyNotLess(after, before, counter);
    }
    step("6");
    for (PortCounter counter : PortCounter.ERRORS) {
      verifyErrors(response, counter.field(), before.data(counter.field()));
    }
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
