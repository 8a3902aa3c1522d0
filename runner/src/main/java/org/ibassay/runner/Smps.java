package org.ibassay.runner;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Exchange;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The runner's own questions to a device: what it is, what it holds.
final class Smps {
  private final MadPort port;
  private final Label label;

  /// @param port to ask through
  /// @param label what for
  Smps(MadPort port, String label) {
    this.port = port;
    this.label = Label.of("ibassay: " + label);
  }

  /// A response.
  ///
  /// @param mad all of it
  record Answer(MemorySegment mad) {
    /// A component of the attribute.
    long get(Field component) {
      return component.get(mad, Smp.DATA);
    }

    /// The attribute's 64 bytes.
    MemorySegment data() {
      return mad.asSlice(Smp.DATA, Smp.DATA_BYTES);
    }

    boolean isOk() {
      return code() == MadStatus.OK;
    }

    long code() {
      return MadStatus.CODE.get(mad, 0);
    }
  }

  /// Reads an attribute from the DUT.
  ///
  /// @return null when nothing came
  @Nullable Answer get(Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    return get(port.route(), attribute, modifier, mKey);
  }

  /// Reads an attribute.
  ///
  /// @return null when nothing came
  @Nullable Answer get(Route to, Attribute attribute, long modifier, long mKey)
      throws LinkException, InterruptedException {
    return answer(
        port.start(request(Method.GET, attribute, modifier, mKey), to, port.timing(), label));
  }

  /// Writes an attribute to the DUT. It is sent once: the second copy of a Set that changes the
  /// M_Key would carry a key that no longer opens.
  ///
  /// @param data its 64 bytes
  /// @return null when nothing came
  @Nullable Answer set(Attribute attribute, long modifier, long mKey, MemorySegment data)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.SET, attribute, modifier, mKey);
    request.asSlice(Smp.DATA, Smp.DATA_BYTES).copyFrom(data);
    return answer(port.start(request, port.route(), port.timing().once(), label));
  }

  private @Nullable Answer answer(Exchange exchange) throws LinkException, InterruptedException {
    try {
      port.await(exchange);
      return taken(exchange);
    } finally {
      port.release(exchange);
    }
  }

  /// A near miss will do: that its TransactionID, class or method is wrong is for a test to find,
  /// and what the device holds has to be known before that.
  static @Nullable Answer taken(Exchange exchange) {
    if (exchange.state() != Exchange.State.ANSWERED && !exchange.nearMiss()) {
      return null;
    }
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    return new Answer(copy.copyFrom(exchange.response().asSlice(0, Smp.BYTES_OF_MAD)));
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
