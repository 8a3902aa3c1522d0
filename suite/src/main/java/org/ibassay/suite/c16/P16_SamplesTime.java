package org.ibassay.suite.c16;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;

/// # A sample waits for SampleStart and lasts for SampleInterval
///
/// - Section: 16.1.3.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-samples-time#01, ia-p16-samples-time#02, ia-p16-samples-time#03,
///   ia-p16-samples-time#04, ia-p16-samples-time#05, ia-p16-samples-time#06
///
/// SampleStatus is 1 while SampleStart elapses, 2 while SampleInterval elapses, and then 0. A Set
/// while it is not 0 changes nothing.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - A tick is Tick + 1 symbol times. A symbol takes 4 ns at 2.5 Gb/s and less at other speeds, so
///   only the longest duration is known. The ratio of two durations does not depend on the speed.
/// - A change of SampleStatus is between the two reads that show it, from the sending of the first
///   to the receipt of the second.
/// - Status.Code of a Set while a sample is under way is the reading `pma-samples-busy`.
/// - A DUT that responds slowly, or a fast link, needs longer samples: steps 3 and 4 are repeated
///   with 1.6 s and 12.8 s where SampleStatus 2 was read less than twice, step 5 with 3.2 s and
///   25.6 s where the responses of steps 5 and 6 took more than half of the sample.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
/// - 2: SendMad(PerformanceGet(ClassPortInfo)), to which there is a response.
///   SendMad(PerformanceGet(PortSamplesControl)) with PortSelect as the port that receives it.
///   Verify Status.Code 0; or 2 or 3, or no response: then no later step applies.
///   [ia-p16-samples-time#01]
/// - 3: PerformanceSet(PortSamplesControl) with SampleStart and SampleInterval of 200 ms each:
///   verify Status.Code 0. Read SampleStatus of PortSamplesResult and PortSamplesControl in turn,
///   32 times during both. Verify that it is 1 at first, if it was read within a hundredth of
///   SampleStart, that it goes from 1 to 2 to 0 and never back, that it is 0 after 440 ms, and then
///   in both attributes. [ia-p16-samples-time#01, ia-p16-samples-time#02, ia-p16-samples-time#03]
/// - 4: Verify that SampleStatus was 1 as long as it was 2. [ia-p16-samples-time#04]
/// - 5: PerformanceSet(PortSamplesControl) with SampleStart 0, a SampleInterval of 400 ms and
///   another Tag: verify Status.Code 0. Read SampleStatus; verify that it is 2.
///   [ia-p16-samples-time#01, ia-p16-samples-time#02]
/// - 6: PerformanceSet(PortSamplesControl) with a third Tag, SampleStart, SampleInterval and
///   CounterSelect. PerformanceGet(PortSamplesControl): verify that it has SampleStatus 2 and the
///   values of step 5. Verify Status.Code 0 or 7. [ia-p16-samples-time#05]
/// - 7: Read SampleStatus as in step 3 until it is 0. Verify that it was 2 for twice the duration
///   of step 3, and that PortSamplesResult has the Tag of step 5. [ia-p16-samples-time#03,
///   ia-p16-samples-time#06, ia-p16-samples-time#05]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_SamplesTime extends SampleTest {
  private static final int POLLS = 16;
  private static final int SOON = 100;
  private static final int TENTH = 10;
  private static final Duration TESTERS_PART = Duration.ofMillis(100);
  private static final long TAG = 0x5AA1;
  private static final long SECOND_TAG = 0x5AA2;
  private static final long THIRD_TAG = 0x5AA3;
  private static final int XMIT_PKTS = 3;
  private static final int RCV_PKTS = 4;

  private static final List<Field> STORED =
      List.of(
          PortSamplesControl.TAG,
          PortSamplesControl.SAMPLE_START,
          PortSamplesControl.SAMPLE_INTERVAL);

  /// SampleStatus, read between two moments of the link's clock.
  private record Look(long sent, long received, long status) {}

  /// A duration that is known within limits, in nanoseconds.
  private record Span(long least, long most) {
    boolean overlaps(Span other) {
      return least <= other.most && other.least <= most;
    }

    Span times(long factor) {
      return new Span(factor * least, factor * most);
    }

    Span dividedBy(long divisor) {
      return new Span(least / divisor, most / divisor);
    }

    @Override
    public String toString() {
      return "%.3f s to %.3f s".formatted(least / 1e9, most / 1e9);
    }
  }

  @Override
  void sample(int port, SampleControl control) throws TestException {
    takeTime();
    Span interval = first(port, control);
    for (Duration longer : INTERVALS) {
      if (second(port, control, longer.multipliedBy(2), interval)) {
        return;
      }
    }
    needs(false, "each sample ended before its state was read");
  }

  /// Takes a sample with a delay; longer ones if the DUT responds too slowly to see it.
  ///
  /// @return how long SampleInterval is at the first of [#INTERVALS]
  private Span first(int port, SampleControl control) throws TestException {
    Span interval = new Span(0, 0);
    for (Duration unit : INTERVALS) {
      long times = unit.dividedBy(INTERVALS.getFirst());
      interval = first(port, control, unit).dividedBy(times);
      if (interval.least() > 0) {
        return interval;
      }
    }
    return interval;
  }

  private Span first(int port, SampleControl control, Duration unit) throws TestException {
    step("3");
    long ticks = control.ticks(unit);
    List<Look> looks = new ArrayList<>();
    long sent = now();
    start(control.set(port, ticks, ticks, TAG, _ -> RCV_PKTS));
    looks.add(new Look(sent, now(), SampleControl.WAITING));
    watch(port, looks, unit, unit.multipliedBy(2));
    verifyFirst(looks, SampleControl.WAITING, unit);
    Span delay = span(looks, SampleControl.WAITING);
    Span interval = span(looks, SampleControl.RUNNING);
    step("4");
    verify(
        0,
        delay.overlaps(interval),
        () -> "SampleStatus 1 for as long as 2, %s".formatted(interval),
        () -> delay.toString());
    return interval;
  }

  /// Reads SampleStatus until it is 0, or has to be.
  private void watch(int port, List<Look> looks, Duration unit, Duration total)
      throws TestException {
    Duration limit =
        total.plus(total.dividedBy(TENTH)).plus(isExclusive() ? Duration.ZERO : TESTERS_PART);
    long end = looks.getFirst().received() + limit.toNanos();
    boolean isControl = false;
    boolean isForward = true;
    while (looks.getLast().status() != SampleControl.DONE) {
      Look last = looks.getLast();
      Look look = look(port, isControl);
      isForward = isForward && isAfter(last.status(), look.status());
      looks.add(look);
      boolean isLate = look.status() != SampleControl.DONE && look.sent() > end;
      if (!isForward || isLate) {
        break;
      }
      isControl = !isControl;
      if (look.status() != SampleControl.DONE) {
        waitFor(unit.dividedBy(POLLS));
      }
    }
    long from = looks.get(looks.size() - 2).status();
    long to = looks.getLast().status();
    verify(
        0,
        isForward,
        () -> "SampleStatus 1, then 2, then 0",
        () -> "SampleStatus %d after %d".formatted(to, from));
    needs(isForward, "SampleStatus goes back");
    needs(
        verify(
            0,
            to == SampleControl.DONE,
            () -> "SampleStatus 0 after %.3f s".formatted(limit.toNanos() / 1e9),
            () -> "SampleStatus " + to),
        "the sample does not end");
    Look again = look(port, isControl);
    verify(
        0,
        again.status() == SampleControl.DONE,
        () -> "SampleStatus 0 in both attributes",
        () -> "SampleStatus " + again.status());
  }

  private Look look(int port, boolean isControl) throws TestException {
    long sent = now();
    long status =
        isControl
            ? control(port).data(PortSamplesControl.SAMPLE_STATUS)
            : result().data(PortSamplesResult.SAMPLE_STATUS);
    return new Look(sent, now(), status);
  }

  private static boolean isAfter(long earlier, long later) {
    return later != 3
        && (later == earlier
            || later == SampleControl.DONE
            || (earlier == SampleControl.WAITING && later == SampleControl.RUNNING));
  }

  /// Verifies the status read directly after the Set, unless that has taken long.
  private void verifyFirst(List<Look> looks, int expected, Duration unit) {
    Look first = looks.get(1);
    verify(
        0,
        first.status() == expected
            || first.received() - looks.getFirst().sent() > unit.toNanos() / SOON,
        () -> "SampleStatus %d after the Set".formatted(expected),
        () -> "SampleStatus " + first.status());
  }

  /// How long SampleStatus had a value, which it no longer has in the last look.
  private static Span span(List<Look> looks, long status) {
    List<Look> with = looks.stream().filter(look -> look.status() == status).toList();
    if (with.isEmpty()) {
      return new Span(0, looks.getLast().received() - looks.get(looks.size() - 2).sent());
    }
    Look first = with.getFirst();
    Look last = with.getLast();
    Look before = looks.get(Math.max(0, looks.indexOf(first) - 1));
    Look after = looks.get(looks.indexOf(last) + 1);
    return new Span(Math.max(0, last.sent() - first.received()), after.received() - before.sent());
  }

  /// Takes the second sample, with a Set while it is under way.
  ///
  /// @param unit how long SampleInterval is at the first of [#INTERVALS]
  /// @return whether the Set was executed during the sample
  private boolean second(int port, SampleControl control, Duration total, Span unit)
      throws TestException {
    step("5");
    MadPacketSpec set = control.set(port, 0, control.ticks(total), SECOND_TAG, _ -> RCV_PKTS);
    List<Look> looks = new ArrayList<>();
    long sent = now();
    start(set);
    looks.add(new Look(sent, now(), SampleControl.RUNNING));
    looks.add(look(port, false));
    verifyFirst(looks, SampleControl.RUNNING, total);
    step("6");
    MadPacketSpec third = control.set(port, 1, control.ticks(total) / 2, THIRD_TAG, _ -> XMIT_PKTS);
    sendMad(third);
    MadPacketSpec response = receiveMad();
    MadPacketSpec held = control(port);
    Span expected = unit.times(total.dividedBy(INTERVALS.getFirst()));
    // So that a copy of the Set that the link delays is received during the sample, too.
    if (now() - sent > expected.least() / 2) {
      needs(isDoneBy(now() + 2 * total.toNanos()), "the sample does not end");
      return false;
    }
    verifyHeld(response, held, set, control);
    step("7");
    watch(port, looks, total.dividedBy(2), total);
    Span actual = span(looks, SampleControl.RUNNING);
    verify(
        0,
        actual.overlaps(expected),
        () -> "SampleStatus 2 for %s".formatted(expected),
        () -> actual.toString());
    verifyData(result(), PortSamplesResult.TAG, SECOND_TAG);
    return true;
  }

  private void verifyHeld(
      MadPacketSpec response, MadPacketSpec held, MadPacketSpec set, SampleControl control) {
    boolean isIgnored = response.status() == MadStatus.OK;
    if (!isIgnored) {
      verifyStatusCode(response, MadStatus.INVALID_FIELD);
    }
    reading(response.frame(), Reading.PMA_SAMPLES_BUSY, isIgnored ? "ignored" : "code-7");
    verifyData(held, PortSamplesControl.SAMPLE_STATUS, SampleControl.RUNNING);
    for (Field field : STORED) {
      verifyData(held, field, set.data(field));
    }
    for (int counter : control.counters()) {
      verifyData(held, PortSamplesControl.COUNTER_SELECT, counter, RCV_PKTS);
    }
  }
}
