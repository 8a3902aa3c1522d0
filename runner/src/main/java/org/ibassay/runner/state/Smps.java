package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Sends the runner's own requests to a device, through one tester port.
public final class Smps {
  private final MadPort port;
  private final Label label;
  private final Timing patience;

  /// @param port port to send through
  /// @param purpose label of the packets in the capture
  public Smps(MadPort port, String purpose) {
    this(port, purpose, port.timing());
  }

  /// @param patience timeouts and retries, if they differ from the port's
  public Smps(MadPort port, String purpose, Timing patience) {
    this.port = port;
    this.label = Label.of("ibassay: " + purpose);
    this.patience = patience;
  }

  /// A response.
  ///
  /// @param mad the whole MAD
  public record Answer(MemorySegment mad) {
    /// A component of the attribute.
    public long get(Field component) {
      return component.get(mad, Smp.DATA);
    }

    /// A view of the attribute's 64 bytes.
    public MemorySegment data() {
      return mad.asSlice(Smp.DATA, Smp.DATA_BYTES);
    }

    /// Status.Code.
    public long code() {
      return MadStatus.CODE.get(mad, 0);
    }

    /// Whether [#code] is 0.
    public boolean isOk() {
      return code() == MadStatus.OK;
    }
  }

  /// Receives one of several responses.
  @FunctionalInterface
  interface Taker {
    /// @param index index of the request
    /// @param answer null if there was no response
    void take(int index, @Nullable Answer answer);
  }

  /// Reads an attribute of the DUT.
  ///
  /// @return null if there was no response
  public @Nullable Answer get(Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    return get(port.route(), attribute, modifier, mKey);
  }

  /// Reads an attribute.
  ///
  /// @return null if there was no response
  public @Nullable Answer get(Route to, Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.GET, attribute, modifier, mKey);
    return exchange(request, to, patience);
  }

  /// Reads an attribute of the DUT without retries, because silence is likely.
  ///
  /// @return null if there was no response
  public @Nullable Answer getOnce(Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.GET, attribute, modifier, mKey);
    return exchange(request, port.route(), port.timing().once());
  }

  /// Returns how long the DUT takes to answer a Get, which is not retried.
  ///
  /// @return null if there was no response within that time
  public @Nullable Duration timeOfGet(Attribute attribute, long mKey, Duration most)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.GET, attribute, 0, mKey);
    Timing once = patience.once().withTimeout(Math.max(most.toNanos(), patience.timeoutNanos()));
    Exchange exchange = port.start(request, port.route(), once, label);
    try {
      port.await(exchange);
      return exchange.state() == Exchange.State.ANSWERED
          ? Duration.ofNanos(exchange.receivedAt() - exchange.sentAt())
          : null;
    } finally {
      port.release(exchange);
    }
  }

  /// Writes an attribute of the DUT. The Set is not retried: a second copy of a Set that changes
  /// the M_Key would carry a key that is no longer valid.
  ///
  /// @param data its 64 bytes
  /// @return null if there was no response
  @Nullable Answer setOnce(Attribute attribute, long modifier, long mKey, MemorySegment data)
      throws LinkException, InterruptedException {
    MemorySegment request = set(attribute, modifier, mKey, data);
    return exchange(request, port.route(), port.timing().once());
  }

  /// Sends many requests, several at a time.
  ///
  /// @param count number of requests
  /// @param request creates a request
  /// @param window highest number of outstanding requests
  /// @param taker receives the responses, in the order of the requests
  /// @return false if it was given up because a whole window got no response
  boolean all(int count, IntFunction<MemorySegment> request, int window, Taker taker)
      throws LinkException, InterruptedException {
    Deque<Exchange> underWay = new ArrayDeque<>();
    try {
      int started = 0;
      int unanswered = 0;
      for (int taken = 0; taken < count; taken++) {
        while (started < count && underWay.size() < window) {
          underWay.add(port.start(request.apply(started++), port.route(), port.timing(), label));
        }
        Answer answer = answer(underWay.remove());
        unanswered = answer == null ? unanswered + 1 : 0;
        taker.take(taken, answer);
        if (unanswered == window) {
          return false;
        }
      }
      return true;
    } finally {
      underWay.forEach(port::release);
    }
  }

  /// Waits, by the link's clock.
  void pause(Duration time) throws LinkException, InterruptedException {
    port.waitUntil(port.clock().nanos() + time.toNanos());
  }

  private @Nullable Answer exchange(MemorySegment request, Route to, Timing patience)
      throws LinkException, InterruptedException {
    return answer(port.start(request, to, patience, label));
  }

  /// Accepts a near miss, whose TransactionID, class or method is wrong: that is for a test to
  /// find, and the device's state must be known before.
  private @Nullable Answer answer(Exchange exchange) throws LinkException, InterruptedException {
    try {
      port.await(exchange);
      if (exchange.state() != Exchange.State.ANSWERED && !exchange.nearMiss()) {
        return null;
      }
      MemorySegment copy = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
      return new Answer(copy.copyFrom(exchange.response().asSlice(0, Smp.BYTES_OF_MAD)));
    } finally {
      port.release(exchange);
    }
  }

  static MemorySegment set(Attribute attribute, long modifier, long mKey, MemorySegment data) {
    MemorySegment request = request(Method.SET, attribute, modifier, mKey);
    request.asSlice(Smp.DATA, Smp.DATA_BYTES).copyFrom(data);
    return request;
  }

  static MemorySegment request(int method, Attribute attribute, long modifier, long mKey) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    Smp.M_KEY.set(mad, 0, mKey);
    return mad;
  }
}
