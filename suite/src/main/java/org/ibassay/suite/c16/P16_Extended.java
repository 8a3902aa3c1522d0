package org.ibassay.suite.c16;

import org.ibassay.link.mad.MadPort;
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
import org.jspecify.annotations.Nullable;

/// # PortCountersExtended counts as PortCounters does, in 64 bits
///
/// - Section: 16.1.4.11
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-extended#01, ia-p16-extended#02, ia-p16-extended#03, ia-p16-extended#04,
///   ia-p16-extended#05, ia-p16-extended#06
///
/// PortCountersExtended exists where it is declared. It counts what PortCounters counts, by its own
/// CounterSelect, and does not end at 32 bits.
///
/// ## Notes
///
/// - Ours.
/// - Declared are IsExtendedWidthSupported or IsExtendedWidthSupportedNoIETF in ClassPortInfo.
/// - Whether a Set writes values is the reading `pma-set-value`, whether the optional counters
///   count `pma-traffic`.
/// - GMPs may pass a switch several hops away through ports other than those of the directed route,
///   so step 3 judges it only where the link is the tester's alone.
/// - Where a Set writes values, the counters are set to what they had, and so lose what was counted
///   in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
///   SendMad(PerformanceGet(ClassPortInfo)); SendMad(PerformanceGet(PortCountersExtended)).
/// - 2: Verify Status.Code == 0 where it is declared, else that it is refused with code 3 or 2, or
///   not answered; then no later step applies. [ia-p16-extended#01]
/// - 3: Read PortCounters, then PortCountersExtended; PerformanceGet(PortCounters) 10 times; read
///   PortCounters, then PortCountersExtended. Verify, where PortCounters has grown and is not at
///   its end, that each of the four counters of packets and data has grown alike in both: exactly,
///   where the link is the tester's alone, else by as much at least as the tester sent.
///   [ia-p16-extended#02]
/// - 4: PerformanceSet(PortCountersExtended) of each counter alone, with value 0. Verify that it
///   has no more than what was counted since. [ia-p16-extended#03]
/// - 5: Verify that none of the others is less than before that Set. [ia-p16-extended#04]
/// - 6: Verify that the Sets of step 4 have left PortCounters: none of its counters is less than
///   before. [ia-p16-extended#05]
/// - 7: PerformanceSet(PortCountersExtended) of all four to 0xFFFFFFFF and, where that is written,
///   PerformanceGet(PortCountersExtended) 4 times: verify that each counter that counts is above
///   0xFFFFFFFF. [ia-p16-extended#06]
/// - 8: PerformanceSet(PortCountersExtended) with the values of step 3, where a Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_Extended extends PmTest {
  private static final int TIMES = 10;
  private static final long LOW_WORD = 0xFFFF_FFFFL;
  private static final int ALL = 0xF;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> extended(port));
  }

  private void extended(int port) throws TestException {
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    boolean isDeclared =
        info.data(PmClassPortInfo.IS_EXTENDED_WIDTH_SUPPORTED) == 1
            || info.data(PmClassPortInfo.IS_EXTENDED_WIDTH_SUPPORTED_NO_IETF) == 1;
    MadPacketSpec get =
        performanceGet(PortCountersExtended.ATTRIBUTE).setData(PortCounters.PORT_SELECT, port);
    step("2");
    if (!isDeclared) {
      verifyAbsent(get);
      step("3");
      leaveOutRest("the DUT declares no PortCountersExtended");
      return;
    }
    sendMad(get);
    steps().needs(verifyStatusOk(receiveMad()), "PortCountersExtended was not read");
    step("3");
    MadPacketSpec before = verifyAlike(port);
    verifySelection(port);
    verifyWidth(port, before);
  }

  private void verifyAbsent(MadPacketSpec get) throws TestException {
    sendMadOnce(get);
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      reading(0, Reading.UNSUPPORTED_ATTRIBUTE_CODE, "silence");
    } else {
      noteStatusCode(answer, Reading.UNSUPPORTED_ATTRIBUTE_CODE);
    }
  }

  private MadPacketSpec verifyAlike(int port) throws TestException {
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec extended = read(PortCountersExtended.ATTRIBUTE, port);
    MadPort.Counters before = sentAndReceived();
    for (int i = 0; i < TIMES; i++) {
      read(PortCounters.ATTRIBUTE, port);
    }
    MadPacketSpec plainAfter = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec extendedAfter = read(PortCountersExtended.ATTRIBUTE, port);
    long packets = sentAndReceived().received() - before.received();
    if (!isExclusive() && !isGmpPort()) {
      notApplicable("no cable between the switch and the tester: GMPs may use its other ports");
      return extendedAfter;
    }
    for (int i = 0; i < PortCounter.EXTENDED.size(); i++) {
      Field narrow = PortCounter.TRAFFIC.get(i).field();
      Field wide = PortCounter.EXTENDED.get(i).field();
      long growth = plainAfter.data(narrow) - plain.data(narrow);
      long grown = extendedAfter.data(wide) - extended.data(wide);
      boolean isAtEnd = plainAfter.data(narrow) == narrow.max();
      reading(
          plainAfter.frame(), Reading.PMA_TRAFFIC, growth == 0 && grown == 0 ? "zero" : "counted");
      if (growth != 0 || grown != 0) {
        verify(
            extendedAfter,
            isAtEnd || (isExclusive() ? grown == growth : grown >= packets),
            () -> "%s grown by %d".formatted(wide.name(), isExclusive() ? growth : packets),
            () -> "grown by " + grown);
      }
    }
    return extendedAfter;
  }

  private void verifySelection(int port) throws TestException {
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    for (PortCounter counter : PortCounter.EXTENDED) {
      at("CounterSelect", counter.mask(), () -> verifyAlone(port, counter));
    }
    step("6");
    MadPacketSpec plainAfter = read(PortCounters.ATTRIBUTE, port);
    for (PortCounter counter : PortCounter.PLAIN) {
      verifyNotLess(plainAfter, plain, counter);
    }
  }

  private void verifyAlone(int port, PortCounter counter) throws TestException {
    step("4");
    MadPacketSpec before = read(PortCountersExtended.ATTRIBUTE, port);
    set(port, counter.mask(), null, 0);
    MadPacketSpec after = read(PortCountersExtended.ATTRIBUTE, port);
    long is = after.data(counter.field());
    long was = before.data(counter.field());
    long most = counter.growthOfLooks();
    verify(
        after,
        is <= most || (!isExclusive() && (was <= most || is < was)),
        () -> "%s cleared, which was %d".formatted(counter.field().name(), was),
        () -> "%s %d".formatted(counter.field().name(), is));
    step("5");
    for (PortCounter other : PortCounter.EXTENDED) {
      if (!other.equals(counter)) {
        verifyNotLess(after, before, other);
      }
    }
  }

  private void verifyNotLess(MadPacketSpec after, MadPacketSpec before, PortCounter counter) {
    long was = before.data(counter.field());
    long is = after.data(counter.field());
    verify(
        after,
        Long.compareUnsigned(is, was) >= 0,
        () -> "%s %d or more".formatted(counter.field().name(), was),
        () -> "%s %d".formatted(counter.field().name(), is));
  }

  private void verifyWidth(int port, MadPacketSpec before) throws TestException {
    step("7");
    set(port, ALL, null, LOW_WORD);
    MadPacketSpec first = read(PortCountersExtended.ATTRIBUTE, port);
    boolean isWritten = first.data(PortCountersExtended.PORT_XMIT_PKTS) >= LOW_WORD;
    reading(first.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    if (!isWritten) {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
      notApplicable("the DUT clears a counter that is set");
      return;
    }
    for (int i = 0; i < 4; i++) {
      read(PortCountersExtended.ATTRIBUTE, port);
    }
    MadPacketSpec last = read(PortCountersExtended.ATTRIBUTE, port);
    for (PortCounter counter : PortCounter.EXTENDED) {
      long is = last.data(counter.field());
      if (is != LOW_WORD) {
        verify(
            last,
            Long.compareUnsigned(is, LOW_WORD) > 0,
            () -> "%s above 0xFFFFFFFF".formatted(counter.field().name()),
            () -> "%s %s".formatted(counter.field().name(), Long.toUnsignedString(is)));
      }
    }
    step("8");
    set(port, ALL, before, 0);
  }

  /// @param values values of the counters; null to set each to `value`
  private void set(int port, long select, @Nullable MadPacketSpec values, long value)
      throws TestException {
    MadPacketSpec set =
        performanceSet(PortCountersExtended.ATTRIBUTE)
            .setData(PortCountersExtended.PORT_SELECT, port)
            .setData(PortCountersExtended.COUNTER_SELECT, select);
    for (PortCounter counter : PortCounter.EXTENDED) {
      set.setData(counter.field(), values == null ? value : values.data(counter.field()));
    }
    exchangeOk(set);
  }
}
