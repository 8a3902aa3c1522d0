package org.ibassay.suite.c16;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.mad.MadPort;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortSamplesResult;
import org.ibassay.wire.pm.PortSamplesResultExtended;
import org.jspecify.annotations.Nullable;

/// # PortSamplesResult has what passed during the sample
///
/// - Section: 16.1.3.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link; a switch has a cable to the tester
/// - Assertions: ia-p16-samples#01, ia-p16-samples#02, ia-p16-samples#03, ia-p16-samples#04,
///   ia-p16-samples#05, ia-p16-samples#06, ia-p16-samples#07, ia-p16-samples#08
///
/// Each counter of a sample counts the quantity that its CounterSelect names, from 0, and only
/// during the sample. Sampling does not affect PortCounters, and is not affected by it.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - The quantities of every device are 1 PortXmitData, 2 PortRcvData, 3 PortXmitPkts, 4
///   PortRcvPkts and 5 PortXmitWait. How long packets wait is not known, so 5 is not judged.
/// - A MAD without a GRH is 72 units of 4 octets, from LRH to ICRC.
/// - Whether the response to the Set that starts a sample is in the sample is left open.
/// - Where others may use the link, packets may be lost, or a request is retried, only the lower
///   bound is checked.
/// - A round whose sample ended before the packets of step 3 passed is repeated with a longer one,
///   of 1.6 s and 12.8 s; on a fast link, a tick can be shorter than the tester assumes.
/// - PortSamplesResultExtended is optional.
/// - Step 9 clears the counters of packets and data. Where a Set writes values, they are restored,
///   and so lose what was counted in between. Where a Set clears, nothing can restore them; the
///   verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
/// - 2: SendMad(PerformanceGet(ClassPortInfo)), to which there is a response.
///   SendMad(PerformanceGet(PortSamplesControl)) with PortSelect as the port that receives it.
///   Verify Status.Code 0; or 2 or 3, or no response: then no later step applies.
///   [ia-p16-samples#01]
/// - 3: Repeat steps 3 to 8 with other quantities, so that each of the first five counters counts
///   each quantity and each other counter two of them. BEFORE = PerformanceGetResp(PortCounters).
///   PerformanceSet(PortSamplesControl) with SampleStart 0, a SampleInterval of 200 ms and a new
///   Tag: verify Status.Code 0. PerformanceGet(PortCounters) 8 times. [ia-p16-samples#01]
/// - 4: PerformanceGet(PortSamplesResult): SampleStatus is 2, so all these packets were in the
///   sample. Wait until the sample is over, without sending packets; verify SampleStatus 0 and the
///   Tag. [ia-p16-samples#02]
/// - 5: Verify the counter of each quantity from 1 to 4: the packets, and their data, of steps 3
///   and 4. [ia-p16-samples#03]
/// - 6: PerformanceGet(PortCounters) 4 times. Verify that PortSamplesResult is unchanged.
///   [ia-p16-samples#04]
/// - 7: PerformanceGet(PortSamplesResultExtended): if it has Status.Code 0, verify the Tag, the
///   SampleStatus and the counters of step 5. [ia-p16-samples#05]
/// - 8: Read PortCounters. Verify that none of the counters of packets and data is less than BEFORE
///   and, where the link is the tester's alone, that each has grown by what passed.
///   [ia-p16-samples#06]
/// - 9: Steps 3 to 5 once more, with PerformanceSet(PortCounters) of the counters of packets and
///   data to 0 as the fifth request of the sample. [ia-p16-samples#07]
/// - 10: PerformanceSet(PortSamplesControl) with SampleStart and SampleInterval of 200 ms.
///   PerformanceGet(PortCounters) 8 times; PerformanceGet(PortSamplesResult): SampleStatus is 1.
///   Wait until the sample is over. Where the link is the tester's alone, verify that each counter
///   of step 5 is 0. [ia-p16-samples#08]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_Samples extends SampleTest {
  private static final int TIMES = 8;

  /// With that which reads SampleStatus.
  private static final int PACKETS = TIMES + 1;

  private static final int TIMES_AFTER = 4;
  private static final int FIFTH = 4;
  private static final int WORDS = 72;
  private static final Duration LATE = Duration.ofSeconds(2);
  private static final long TRAFFIC = 0xF000;
  private static final long FIRST_TAG = 0xC0D1;
  private static final int XMIT_DATA = 1;
  private static final int RCV_DATA = 2;
  private static final int XMIT_PKTS = 3;
  private static final int RCV_PKTS = 4;
  private static final int QUANTITIES = 5;

  private long tag = FIRST_TAG;

  /// The requests that the tester has sent during the latest sample, with the Set that started it,
  /// which is not in the sample.
  private long sent;

  @Override
  void sample(int port, SampleControl control) throws TestException {
    if (!isGmpPort()) {
      leaveOutRest("no cable between the switch and the tester: GMPs may use its other ports");
      return;
    }
    if (isExclusive()) {
      waitFor(LATE); // late responses to what was retried belong to no sample
    }
    int rounds = control.counters().size() < QUANTITIES ? QUANTITIES : 2;
    for (int round = 0; round < rounds; round++) {
      int shift = round;
      at("round", round, () -> round(port, control, shift));
    }
    verifyCleared(port, control);
    verifyDelayed(port, control);
  }

  private void round(int port, SampleControl control, int shift) throws TestException {
    step("3");
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    MadPort.Counters first = sentAndReceived();
    MadPacketSpec result = sample(port, control, shift, false);
    step("5");
    verifyCounters(control, shift, result);
    step("6");
    for (int i = 0; i < TIMES_AFTER; i++) {
      read(PortCounters.ATTRIBUTE, port);
    }
    verifySame(result, result());
    step("7");
    verifyExtended(control, result);
    step("8");
    MadPacketSpec after = read(PortCounters.ATTRIBUTE, port);
    verifyPlain(before, after, first, sentAndReceived());
  }

  /// Takes a sample during which PACKETS requests and responses pass, of the quantities that
  /// `shift` selects.
  ///
  /// @param clears whether PortCounters is cleared meanwhile
  private MadPacketSpec sample(int port, SampleControl control, int shift, boolean clears)
      throws TestException {
    for (Duration interval : INTERVALS) {
      @Nullable MadPacketSpec sample = sample(port, control, shift, clears, interval);
      if (sample != null) {
        return sample;
      }
    }
    needs(false, "each sample ended before %d packets had passed".formatted(TIMES));
    throw new AssertionError();
  }

  private @Nullable MadPacketSpec sample(
      int port, SampleControl control, int shift, boolean clears, Duration interval)
      throws TestException {
    step("3");
    long ticks = control.ticks(interval);
    long earlier = sentAndReceived().sent();
    start(control.set(port, 0, ticks, ++tag, n -> 1 + (n + shift) % QUANTITIES));
    for (int i = 0; i < TIMES; i++) {
      if (clears && i == FIFTH) {
        exchangeOk(CounterAttribute.PLAIN.set(port, TRAFFIC, _ -> 0));
      } else {
        read(PortCounters.ATTRIBUTE, port);
      }
    }
    step("4");
    if (result().data(PortSamplesResult.SAMPLE_STATUS) == SampleControl.DONE) {
      return null;
    }
    sent = sentAndReceived().sent() - earlier;
    waitFor(interval);
    needs(isDoneBy(now() + interval.toNanos()), "the sample does not end");
    MadPacketSpec result = result();
    verifyData(result, PortSamplesResult.TAG, tag);
    verifyData(result, PortSamplesResult.SAMPLE_STATUS, SampleControl.DONE);
    return result;
  }

  private void verifyCounters(SampleControl control, int shift, MadPacketSpec result) {
    List<Integer> counters = control.counters();
    for (int n = 0; n < counters.size(); n++) {
      int quantity = 1 + (n + shift) % QUANTITIES;
      int counter = counters.get(n);
      long each = quantity == XMIT_DATA || quantity == RCV_DATA ? WORDS : 1;
      boolean isSent = quantity == XMIT_DATA || quantity == XMIT_PKTS;
      if (quantity <= RCV_PKTS) {
        boolean isExact = isExclusive() && sent == PACKETS + 1;
        long most = isExact ? each * (PACKETS + (isSent ? 1 : 0)) : Long.MAX_VALUE;
        verifyCounter(result, counter, each * PACKETS, most);
      }
    }
  }

  /// @param most the greatest value; `Long.MAX_VALUE` where others' packets can be in it
  private void verifyCounter(MadPacketSpec result, int counter, long least, long most) {
    long is = result.data(PortSamplesResult.COUNTER, counter);
    verify(
        result,
        is >= least && is <= most,
        () ->
            most < Long.MAX_VALUE
                ? "Counter%d from %d to %d".formatted(counter, least, most)
                : "Counter%d %d or more".formatted(counter, least),
        () -> "Counter%d %d".formatted(counter, is));
  }

  private void verifySame(MadPacketSpec before, MadPacketSpec after) {
    verifyData(after, PortSamplesResult.TAG, before.data(PortSamplesResult.TAG));
    verifyData(after, PortSamplesResult.SAMPLE_STATUS, SampleControl.DONE);
    for (int i = 0; i < SampleControl.COUNTERS; i++) {
      int counter = i;
      long expected = before.data(PortSamplesResult.COUNTER, i);
      long actual = after.data(PortSamplesResult.COUNTER, i);
      verify(
          after,
          actual == expected,
          () -> "Counter%d %d".formatted(counter, expected),
          () -> "Counter%d %d".formatted(counter, actual));
    }
  }

  private void verifyExtended(SampleControl control, MadPacketSpec result) throws TestException {
    sendMad(performanceGet(PortSamplesResultExtended.ATTRIBUTE));
    MadPacketSpec extended = receiveMadIfAny();
    if (extended == null || extended.status() != MadStatus.OK) {
      notApplicable("the DUT has no PortSamplesResultExtended");
      return;
    }
    verifyData(extended, PortSamplesResultExtended.TAG, tag);
    verifyData(extended, PortSamplesResultExtended.SAMPLE_STATUS, SampleControl.DONE);
    for (int counter : control.counters()) {
      long expected = result.data(PortSamplesResult.COUNTER, counter);
      verifyData(extended, PortSamplesResultExtended.COUNTER, counter, expected);
    }
  }

  /// @param from what the tester had sent and received after it had read `before`
  /// @param to what it had sent and received after it had read `after`
  private void verifyPlain(
      MadPacketSpec before, MadPacketSpec after, MadPort.Counters from, MadPort.Counters to) {
    for (PortCounter counter : PortCounter.TRAFFIC) {
      String name = counter.field().name();
      long packets =
          name.startsWith("PortRcv") ? to.sent() - from.sent() : to.received() - from.received();
      long growth = packets * (name.endsWith("Data") ? WORDS : 1);
      long was = before.data(counter.field());
      long is = after.data(counter.field());
      boolean isExact = isExclusive() && is != counter.field().max() && is != 0;
      verify(
          after,
          isExact ? is - was == growth : is >= was,
          () ->
              isExact
                  ? "%s grown from %d by %d".formatted(name, was, growth)
                  : "%s %d or more".formatted(name, was),
          () -> "%s %d".formatted(name, is));
    }
  }

  private void verifyCleared(int port, SampleControl control) throws TestException {
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    MadPacketSpec result = sample(port, control, 0, true);
    step("9");
    verifyCounters(control, 0, result);
    exchangeOk(CounterAttribute.PLAIN.set(port, TRAFFIC, c -> before.data(c.field())));
    MadPacketSpec restored = read(PortCounters.ATTRIBUTE, port);
    if (restored.data(PortCounters.PORT_RCV_PKTS) < before.data(PortCounters.PORT_RCV_PKTS)) {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
    }
  }

  private void verifyDelayed(int port, SampleControl control) throws TestException {
    step("10");
    if (!isExclusive()) {
      notApplicable("others may use the link, or the DUT sends packets of its own");
      return;
    }
    for (Duration interval : INTERVALS) {
      if (isDelayed(port, control, interval)) {
        return;
      }
    }
    needs(false, "each SampleStart ended before %d packets had passed".formatted(TIMES));
  }

  /// Verifies a sample that begins after some packets.
  ///
  /// @return whether it did
  private boolean isDelayed(int port, SampleControl control, Duration interval)
      throws TestException {
    long ticks = control.ticks(interval);
    start(control.set(port, ticks, ticks, ++tag, n -> 1 + n % QUANTITIES));
    for (int i = 0; i < TIMES; i++) {
      read(PortCounters.ATTRIBUTE, port);
    }
    boolean isWaiting = result().data(PortSamplesResult.SAMPLE_STATUS) == SampleControl.WAITING;
    waitFor(interval.multipliedBy(2));
    needs(isDoneBy(now() + interval.toNanos()), "the sample does not end");
    MadPacketSpec result = result();
    if (isWaiting && !isExclusive()) {
      inconclusive("the DUT has sent other packets during the sample");
      return true;
    }
    for (int n = 0; isWaiting && n < control.counters().size(); n++) {
      if (n % QUANTITIES < RCV_PKTS) {
        verifyCounter(result, control.counters().get(n), 0, 0);
      }
    }
    return isWaiting;
  }
}
