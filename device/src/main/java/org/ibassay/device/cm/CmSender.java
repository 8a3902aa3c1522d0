package org.ibassay.device.cm;

import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.rc.GsiPeer;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.cm.CmMessage;

/// Sends messages, once or until they are answered.
final class CmSender {
  private static final long UNIT_NANOS = 4_096;

  /// Early timers follow Linux, which uses 2^(n - 8) ms instead of 4.096 us * 2^n.
  private static final long EARLY_UNIT = 3_906;

  private final Fabric fabric;
  private final Variant variant;
  private final ChannelAdapter adapter;
  private final CmSeams seams;

  CmSender(Fabric fabric, Variant variant, ChannelAdapter adapter, CmSeams seams) {
    this.fabric = fabric;
    this.variant = variant;
    this.adapter = adapter;
    this.seams = seams;
  }

  /// Sends an answer.
  void answer(CmMessage right, CmMessage cause, GsiPeer to) {
    send(right, cause, to, 0, answerNanos());
  }

  /// Sends a message of a connection once; no answer is awaited.
  void once(CmConnection of, CmMessage right) {
    send(right, of.request(), of.peer(), 0, 0);
  }

  /// Sends a message until it is answered.
  ///
  /// @param delay before it is sent, in nanoseconds
  void begin(CmConnection of, CmMessage right, long delay) {
    of.awaitAnswer(right);
    again(of, delay);
  }

  /// Resends the unanswered message.
  ///
  /// @param delay before it is sent, in nanoseconds
  void again(CmConnection of, long delay) {
    CmMessage right = of.unanswered();
    send(right.copy(), of.request(), of.peer(), of.sent(), delay);
    of.countSent();
    of.timer().start(delay + waiting(right, of.timeout()));
  }

  /// Whether the unanswered message may be resent.
  boolean mayRepeat(CmConnection of) {
    return of.sent() <= seams.retries.part().of(of.unanswered(), of.mostRetries());
  }

  /// The time that a message's timeout exponent stands for.
  long waiting(CmMessage message, int exponent) {
    return seams.waits.part().of(message, exponent, nanos(exponent));
  }

  private long nanos(int exponent) {
    return (variant.is(SimParameter.CM_TIMERS) ? EARLY_UNIT : UNIT_NANOS) << exponent;
  }

  long answerNanos() {
    return variant.number(SimParameter.RESPONSE_MICROS) * 1000L;
  }

  private void send(CmMessage right, CmMessage cause, GsiPeer to, int times, long delay) {
    for (CmMessage message : seams.sends.part().of(right, cause, times)) {
      byte[] mad = message.toArray();
      fabric.after(delay, () -> adapter.gsi().send(mad, to));
    }
  }
}
