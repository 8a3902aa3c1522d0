package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Finds out how well the link carries messages of communication management, and how long an answer
/// takes: it calls a service that nobody offers.
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

  /// Finds out how long an answer takes. Where none is received, the times stay those of a slow
  /// link, and it is for the test to say what is missing.
  @Override
  public void measureRoundTrip() throws TestException {
    int tries = dut.isLossless() ? 1 : 1 + dut.retries();
    for (int i = 0; i < tries && dut.roundTripTime().isZero(); i++) {
      long sent = dut.now();
      CmIn answer = answer(dut.answerNanos());
      if (answer != null) {
        dut.setRoundTripNanos(Math.max(1, answer.nanos() - sent));
      }
    }
    calls.abandon();
  }

  private @Nullable CmIn answer(long patience) throws TestException {
    CmCall call = calls.toNobody();
    exchange.send(call.request());
    return exchange.take(call, dut.now() + patience);
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

  /// One call after another, each to be answered once; a copy may be late.
  @Override
  public LinkQuality quality() throws TestException {
    int troubles = 0;
    List<CmCall> answered = new ArrayList<>();
    for (int i = 0; i < CALLS && troubles <= MOST_TROUBLES; i++) {
      CmCall call = calls.toNobody();
      exchange.send(call.request());
      if (exchange.take(call, dut.now() + dut.silenceNanos()) == null) {
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
