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

/// The runner's own questions to a device, through one tester port.
public final class Smps {
  private final MadPort port;
  private final Label label;
  private final Timing patience;

  /// @param port to ask through
  /// @param purpose what for, as the capture says it
  public Smps(MadPort port, String purpose) {
    this(port, purpose, port.timing());
  }

  /// @param patience how long to wait for answers, where not as long as the port says
  public Smps(MadPort port, String purpose, Timing patience) {
    this.port = port;
    this.label = Label.of("ibassay: " + purpose);
    this.patience = patience;
  }

  /// A response.
  ///
  /// @param mad all of it
  public record Answer(MemorySegment mad) {
    /// A component of the attribute.
    public long get(Field component) {
      return component.get(mad, Smp.DATA);
    }

    /// The attribute's 64 bytes, as a view.
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

  /// Takes one of several answers.
  @FunctionalInterface
  interface Taker {
    /// @param index of the request
    /// @param answer null when nothing was received
    void take(int index, @Nullable Answer answer);
  }

  /// Reads an attribute from the DUT.
  ///
  /// @return null when nothing was received
  public @Nullable Answer get(Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    return get(port.route(), attribute, modifier, mKey);
  }

  /// Reads an attribute.
  ///
  /// @return null when nothing was received
  public @Nullable Answer get(Route to, Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.GET, attribute, modifier, mKey);
    return exchange(request, to, patience);
  }

  /// Reads an attribute from the DUT and asks only once: silence is a likely answer.
  ///
  /// @return null when nothing was received
  public @Nullable Answer getOnce(Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.GET, attribute, modifier, mKey);
    return exchange(request, port.route(), port.timing().once());
  }

  /// Writes an attribute to the DUT. It is sent once: the second copy of a Set that changes the
  /// M_Key would carry a key that no longer opens.
  ///
  /// @param data its 64 bytes
  /// @return null when nothing was received
  @Nullable Answer setOnce(Attribute attribute, long modifier, long mKey, MemorySegment data)
      throws LinkException, InterruptedException {
    MemorySegment request = set(attribute, modifier, mKey, data);
    return exchange(request, port.route(), port.timing().once());
  }

  /// Carries out many requests, several at a time.
  ///
  /// @param count how many
  /// @param request makes each
  /// @param window how many may be under way
  /// @param taker gets the answers, in the order of the requests
  /// @return false when it was given up, because nothing at all came for a whole window
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

  /// Lets time pass, by the link's clock.
  void pause(Duration time) throws LinkException, InterruptedException {
    port.waitUntil(port.clock().nanos() + time.toNanos());
  }

  private @Nullable Answer exchange(MemorySegment request, Route to, Timing patience)
      throws LinkException, InterruptedException {
    return answer(port.start(request, to, patience, label));
  }

  /// A near miss will do: that its TransactionID, class or method is wrong is for a test to find,
  /// and what the device holds has to be known before that.
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
