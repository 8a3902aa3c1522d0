package org.ibassay.suite.c16;

import static org.ibassay.suite.c16.CounterAttribute.EXTENDED;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
///   ia-p16-extended#05, ia-p16-extended#06, ia-p16-extended#07, ia-p16-extended#08
///
/// PortCountersExtended exists where it is declared. It counts what PortCounters counts, has its
/// own CounterSelect, and does not end at 32 bits.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Declared are IsExtendedWidthSupported or IsExtendedWidthSupportedNoIETF in ClassPortInfo.
/// - Whether a Set writes values is the reading `pma-set-value`, whether the optional counters
///   count `pma-traffic`.
/// - Whether a Set that clears a counter clears it in the other attribute, too, is the reading
///   `pma-extended-set`. Such a device clears the same counter, and no other, whichever attribute
///   is set. A device that writes values keeps the other attribute.
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
/// - 2: Verify Status.Code == 0 where it is declared, else that it is rejected with code 3 or 2, or
///   gets no response; then no later step applies. [ia-p16-extended#01]
/// - 3: Read PortCounters, then PortCountersExtended; PerformanceGet(PortCounters) 10 times; read
///   PortCounters, then PortCountersExtended. Verify, where PortCounters has grown and is not at
///   its end, that each of the four counters of packets and data has grown alike in both: exactly,
///   where the link is the tester's alone, else by as much at least as the tester sent.
///   [ia-p16-extended#02]
/// - 4: PerformanceSet(PortCountersExtended) of each counter alone, with value 0. Verify that it
///   has no more than what was counted since. [ia-p16-extended#03]
/// - 5: Verify that none of the others is less than before that Set. [ia-p16-extended#04]
/// - 6: Verify that no counter of PortCounters is less than before that Set, except for the same
///   counter, and that either each of the four is less or none; note which. [ia-p16-extended#05]
/// - 7: PerformanceSet(PortCountersExtended) of all four to different values that use all 64 bits;
///   read. Where a Set writes values, verify that each counter has grown from its value by no more
///   than what was counted since, and so has each counter of PortCounters from its value before the
///   Set. [ia-p16-extended#06, ia-p16-extended#05]
/// - 8: PerformanceSet(PortCountersExtended) of the counters of packets to 0xFFFFFFFF less 3, of
///   those of data less 150; PerformanceGet(PortCountersExtended) 8 times. Verify that each counter
///   that grew in step 3 is above 0xFFFFFFFF, and has grown by no more than what was counted since.
///   [ia-p16-extended#06]
/// - 9: PerformanceSet(PortCountersExtended) with CounterSelect 0 and all bits of the counters set;
///   read. Verify that the response has the counters of the port, and that these have grown by no
///   more than what was counted since. [ia-p16-extended#07]
/// - 9.1: PerformanceSet(PortCountersExtended) with the values as read, except for 0 in these four,
///   and CounterSelect 0xFFF0, which selects none of them; read and verify as in step 9.
///   [ia-p16-extended#07]
/// - 10: PerformanceSet(PortCounters) of the four counters of packets and data to 0, then to
///   0x1000; read PortCountersExtended. Verify that its counters have grown by no more than what
///   was counted since or, if they were cleared together in step 6, have no more than that.
///   [ia-p16-extended#08]
/// - 11: PerformanceSet of PortCountersExtended with the values of step 3, and of PortCounters with
///   those before step 10, where a Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_Extended extends PmTest {
  private static final int TIMES = 10;
  private static final int NEAR_TIMES = 8;
  private static final long PACKETS_LEFT = 3;
  private static final long DATA_LEFT = 150;
  private static final long LOW_WORD = 0xFFFF_FFFFL;

  /// More than any counter grows by between two requests.
  private static final long FAR = 1L << 36;

  /// CounterSelect of PortCountersExtended: every bit but those of the four counters.
  private static final long NONE_OF_THE_FOUR = 0xFFF0;

  /// CounterSelect of PortCounters for the counters of packets and data.
  private static final long TRAFFIC = 0xF000;

  private final Set<Field> counting = new HashSet<>();
  private boolean isShared;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> extended(port));
  }

  private void extended(int port) throws TestException {
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    boolean isDeclared = PortCounter.isExtendedDeclared(info);
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
        counting.add(wide);
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
    List<Boolean> areShared = new ArrayList<>();
    for (PortCounter counter : PortCounter.EXTENDED) {
      at("CounterSelect", counter.mask(), () -> verifyAlone(port, counter, areShared));
    }
    step("6");
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    isShared = areShared.contains(true);
    reading(plain.frame(), Reading.PMA_EXTENDED_SET, isShared ? "shared" : "own");
    verify(
        plain,
        !isExclusive() || !(isShared && areShared.contains(false)),
        () -> "all four counters of PortCounters cleared with PortCountersExtended, or none",
        () -> "some cleared");
  }

  /// Whether a counter was cleared; null if it had counted too little to show it.
  private static @Nullable Boolean isLess(
      MadPacketSpec after, MadPacketSpec before, PortCounter counter) {
    long was = before.data(counter.field());
    return was <= counter.growthOfLooks() ? null : after.data(counter.field()) < was;
  }

  private void verifyAlone(int port, PortCounter counter, List<Boolean> areShared)
      throws TestException {
    step("4");
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec before = read(PortCountersExtended.ATTRIBUTE, port);
    exchangeOk(EXTENDED.set(port, counter.mask(), _ -> 0));
    MadPacketSpec after = read(PortCountersExtended.ATTRIBUTE, port);
    long is = after.data(counter.field());
    long was = before.data(counter.field());
    long most = counter.growthOfLooks();
    verify(
        after,
        is <= most || (!isExclusive() && (was <= most || is < was)),
        () -> "%s cleared (was %d)".formatted(counter.field().name(), was),
        () -> "%s %d".formatted(counter.field().name(), is));
    step("5");
    for (PortCounter other : PortCounter.EXTENDED) {
      if (!other.equals(counter)) {
        verifyNotLess(after, before, other);
      }
    }
    step("6");
    MadPacketSpec plainAfter = read(PortCounters.ATTRIBUTE, port);
    PortCounter same = PortCounter.TRAFFIC.get(counter.bit());
    for (PortCounter other : PortCounter.PLAIN) {
      if (!other.equals(same)) {
        verifyNotLess(plainAfter, plain, other);
      }
    }
    @Nullable Boolean isLess = isLess(plainAfter, plain, same);
    if (isLess != null) {
      areShared.add(isLess);
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
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    exchangeOk(EXTENDED.set(port, EXTENDED.all(), P16_Extended::wide));
    MadPacketSpec first = read(PortCountersExtended.ATTRIBUTE, port);
    boolean isWritten =
        EXTENDED.counters().stream().anyMatch(c -> isWide(first, c))
            || EXTENDED.counters().stream().noneMatch(c -> isCleared(first, before, c));
    reading(first.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    if (isWritten) {
      for (PortCounter counter : EXTENDED.counters()) {
        verifyGrowth(first, counter, wide(counter), 1);
      }
      MadPacketSpec plainAfter = read(PortCounters.ATTRIBUTE, port);
      for (PortCounter counter : PortCounter.PLAIN) {
        verifyGrowth(plainAfter, counter, plain.data(counter.field()), 1);
      }
      step("8");
      verifyBoundary(port);
    } else {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
      leaveOut("the DUT clears a counter that is set", "8", "8");
    }
    verifyNoneSelected(port);
    verifyOthersSelected(port);
    verifyIndependent(port, isWritten);
    step("11");
    if (isWritten) {
      exchangeOk(EXTENDED.restore(port, before));
    }
  }

  /// A value that uses all 64 bits.
  private static long wide(PortCounter counter) {
    return 0x8123_4567_89AB_C000L + 0x2111_1111_1111_1000L * counter.bit();
  }

  private static boolean isWide(MadPacketSpec now, PortCounter counter) {
    return now.data(counter.field()) >>> 48 == wide(counter) >>> 48;
  }

  /// Whether a Set has cleared a counter, whatever its value was.
  private boolean isCleared(MadPacketSpec now, MadPacketSpec before, PortCounter counter) {
    long is = now.data(counter.field());
    return Long.compareUnsigned(is, counter.growthOfLooks()) <= 0
        || (!isExclusive() && Long.compareUnsigned(is, before.data(counter.field())) < 0);
  }

  /// Verifies that a counter has grown from a value by no more than what was counted since.
  ///
  /// @param looks how many times the tester has looked at it since
  private void verifyGrowth(MadPacketSpec read, PortCounter counter, long from, int looks) {
    long is = read.data(counter.field());
    long most = isExclusive() ? looks * counter.growthOfLooks() : FAR;
    verify(
        read,
        Long.compareUnsigned(is, from) >= 0 && Long.compareUnsigned(is - from, most) <= 0,
        () -> "%s from 0x%X to 0x%X".formatted(counter.field().name(), from, from + most),
        () -> "%s 0x%X".formatted(counter.field().name(), is));
  }

  private void verifyBoundary(int port) throws TestException {
    if (!isGmpPort()) {
      notApplicable("no cable between the switch and the tester: GMPs may use its other ports");
      return;
    }
    exchangeOk(EXTENDED.set(port, EXTENDED.all(), P16_Extended::nearly));
    for (int i = 0; i < NEAR_TIMES; i++) {
      read(PortCountersExtended.ATTRIBUTE, port);
    }
    MadPacketSpec last = read(PortCountersExtended.ATTRIBUTE, port);
    for (PortCounter counter : EXTENDED.counters()) {
      if (counting.contains(counter.field())) {
        long is = last.data(counter.field());
        verify(
            last,
            Long.compareUnsigned(is, LOW_WORD) > 0,
            () -> "%s above 0xFFFFFFFF".formatted(counter.field().name()),
            () -> "%s 0x%X".formatted(counter.field().name(), is));
        verifyGrowth(last, counter, nearly(counter), NEAR_TIMES);
      }
    }
  }

  private static long nearly(PortCounter counter) {
    return LOW_WORD - (counter.growthOfLooks() > DATA_LEFT ? DATA_LEFT : PACKETS_LEFT);
  }

  private void verifyNoneSelected(int port) throws TestException {
    step("9");
    MadPacketSpec before = read(PortCountersExtended.ATTRIBUTE, port);
    MadPacketSpec response = exchangeOk(EXTENDED.set(port, 0, _ -> -1));
    MadPacketSpec after = read(PortCountersExtended.ATTRIBUTE, port);
    for (PortCounter counter : EXTENDED.counters()) {
      verifyGrowth(response, counter, before.data(counter.field()), 1);
      verifyGrowth(after, counter, before.data(counter.field()), 1);
    }
  }

  private void verifyOthersSelected(int port) throws TestException {
    step("9.1");
    MadPacketSpec before = read(PortCountersExtended.ATTRIBUTE, port);
    MadPacketSpec set = performanceSet(PortCountersExtended.ATTRIBUTE).dataOf(before);
    EXTENDED.counters().forEach(counter -> set.setData(counter.field(), 0));
    exchangeOk(set.setData(PortCountersExtended.COUNTER_SELECT, NONE_OF_THE_FOUR));
    MadPacketSpec after = read(PortCountersExtended.ATTRIBUTE, port);
    for (PortCounter counter : EXTENDED.counters()) {
      verifyGrowth(after, counter, before.data(counter.field()), 1);
    }
  }

  private void verifyIndependent(int port, boolean isWritten) throws TestException {
    step("10");
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    for (long value : new long[] {0, 0x1000}) {
      MadPacketSpec before = read(PortCountersExtended.ATTRIBUTE, port);
      exchangeOk(CounterAttribute.PLAIN.set(port, TRAFFIC, _ -> value));
      MadPacketSpec after = read(PortCountersExtended.ATTRIBUTE, port);
      for (PortCounter counter : EXTENDED.counters()) {
        verifyIndependent(after, before, counter, isWritten);
      }
    }
    step("11");
    if (isWritten) {
      exchangeOk(CounterAttribute.PLAIN.restore(port, plain));
    }
  }

  private void verifyIndependent(
      MadPacketSpec after, MadPacketSpec before, PortCounter counter, boolean isWritten) {
    boolean isKept = !isShared || isWritten;
    verifyGrowth(after, counter, isKept ? before.data(counter.field()) : 0, 1);
  }
}
