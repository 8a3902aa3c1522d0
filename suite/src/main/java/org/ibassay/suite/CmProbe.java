package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Measures the loss of CM messages on the link and the time to an answer, with calls to a service
/// that is not offered.
final class CmProbe implements CarriageProbe {
  private static final int CALLS = 64;
  private static final int MOST_TROUBLES = 10;

  private final TransportDut dut;
  private final CmExchange exchange;
  private final CmCalls calls;
  private @Nullable LinkQuality quality;

  CmProbe(TransportDut dut, CmExchange exchange, CmCalls calls) {
    this.dut = dut;
    this.exchange = exchange;
    this.calls = calls;
  }

  /// Measures the time to an answer. If there is none, the times stay those of a slow link, and the
  /// test reports the missing answer.
  @Override
  public void measureRoundTrip() throws TestException {
    dut.measureRoundTrip(this::measureOnce);
    calls.abandon();
  }

  private void measureOnce() throws TestException {
    long sent = dut.now();
    CmIn answer = answer(dut.answerNanos());
    if (answer != null) {
      dut.setRoundTripNanos(Math.max(1, answer.nanos() - sent));
    }
  }

  private @Nullable CmIn answer(long patience) throws TestException {
    return answer(calls.toNobody(), patience);
  }

  /// A DUT that offers every service accepts the call: it is not kept waiting for RTU.
  private @Nullable CmIn answer(CmCall call, long patience) throws TestException {
    exchange.send(call.request());
    CmIn answer = exchange.take(call, dut.now() + patience);
    if (answer != null) {
      call.decline(answer);
    }
    return answer;
  }

  @Override
  public boolean isSpotless() throws TestException {
    if (quality == null) {
      probeAgain();
    }
    return Objects.equals(quality, LinkQuality.SPOTLESS);
  }

  @Override
  public void probeAgain() throws TestException {
    quality = quality();
  }

  /// Sends one call after another, each to be answered once; a duplicate may be late.
  @Override
  public LinkQuality quality() throws TestException {
    int troubles = 0;
    List<CmCall> answered = new ArrayList<>();
    for (int i = 0; i < CALLS && troubles <= MOST_TROUBLES; i++) {
      CmCall call = calls.toNobody();
      if (answer(call, dut.silenceNanos()) == null) {
        troubles++;
      } else {
        answered.add(call);
      }
    }
    dut.waitFor(dut.silenceNanos());
    for (CmCall call : answered) {
      troubles += exchange.take(call, dut.now()) == null ? 0 : 1;
    }
    calls.abandon();
    return LinkQuality.of(troubles, MOST_TROUBLES);
  }
}
