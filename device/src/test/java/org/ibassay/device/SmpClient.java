package org.ibassay.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
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

/// A simulated DUT with hand-made requests: each is sent once, and its response returned.
final class SmpClient implements AutoCloseable {
  private static final Timing ONCE = new Timing(20_000_000_000L, 0);

  private final Dut dut;
  private int port;

  private SmpClient(Dut dut) {
    this.dut = dut;
  }

  static SmpClient open(String uri) {
    try {
      return new SmpClient(new SimDriver().parse(DutUri.parse(uri)).open(Tap.NONE, ONCE));
    } catch (DutUriException | LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Uses the tester port that is cabled to the DUT's n-th cabled port, from 0.
  SmpClient by(int index) {
    port = index;
    return this;
  }

  MadPort port() {
    return dut.madPorts().get(port);
  }

  Dut dut() {
    return dut;
  }

  long now() {
    return dut.clock().nanos();
  }

  void pass(double seconds) {
    try {
      port().waitUntil(now() + (long) (seconds * 1e9));
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static Mad get(Attribute attribute, long modifier) {
    return new Mad(Method.GET, attribute.id(), modifier);
  }

  static Mad set(Attribute attribute, long modifier) {
    return new Mad(Method.SET, attribute.id(), modifier);
  }

  /// Returns the response, which must be received.
  Mad ask(Mad request) {
    Mad answer = askIfAny(request);
    if (answer == null) {
      throw new AssertionError("no response");
    }
    return answer;
  }

  @Nullable Mad askIfAny(Mad request) {
    return askIfAny(request, port().route());
  }

  Mad askTester(Mad request) {
    Mad answer = askIfAny(request, Route.SELF);
    if (answer == null) {
      throw new AssertionError("no response from the tester itself");
    }
    return answer;
  }

  @Nullable Mad askIfAny(Mad request, Route route) {
    try {
      Exchange exchange = port().start(request.bytes, route, ONCE, Label.NONE);
      try {
        port().await(exchange);
        boolean answered = exchange.state() == Exchange.State.ANSWERED;
        return answered ? new Mad(exchange.response()) : null;
      } finally {
        port().release(exchange);
      }
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Returns what is received, and when; including MADs that only resemble a response.
  String hear(Mad request) {
    try {
      Exchange exchange = port().start(request.bytes, port().route(), ONCE, Label.NONE);
      try {
        port().await(exchange);
        boolean answered = exchange.state() == Exchange.State.ANSWERED;
        String bytes = HexFormat.of().formatHex(new Mad(exchange.response()).all());
        return answered || exchange.nearMiss()
            ? exchange.state()
                + " after "
                + (exchange.receivedAt() - exchange.sentAt())
                + ": "
                + bytes
            : "nothing";
      } finally {
        port().release(exchange);
      }
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    dut.close();
  }

  /// A MAD and its contents.
  static final class Mad {
    final MemorySegment bytes = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

    Mad(int method, int attributeId, long modifier) {
      header(MadHeader.BASE_VERSION, 1);
      header(MadHeader.MGMT_CLASS, Smp.DIRECTED_ROUTE);
      header(MadHeader.CLASS_VERSION, Smp.CLASS_VERSION);
      header(MadHeader.METHOD, method);
      header(MadHeader.ATTRIBUTE_ID, attributeId);
      header(MadHeader.ATTRIBUTE_MODIFIER, modifier);
    }

    Mad(MemorySegment from) {
      MemorySegment.copy(from, 0, bytes, 0, Smp.BYTES_OF_MAD);
    }

    Mad header(Field field, long value) {
      field.set(bytes, 0, value);
      return this;
    }

    long header(Field field) {
      return field.get(bytes, 0);
    }

    Mad key(long mKey) {
      return header(Smp.M_KEY, mKey);
    }

    int code() {
      return (int) MadStatus.CODE.get(bytes, 0);
    }

    Mad with(Field field, long value) {
      field.set(bytes, Smp.DATA, value);
      return this;
    }

    Mad with(Field field, int index, long value) {
      field.set(bytes, Smp.DATA, index, value);
      return this;
    }

    /// Copies another MAD's attribute.
    Mad dataOf(Mad other) {
      MemorySegment.copy(other.bytes, Smp.DATA, bytes, Smp.DATA, Smp.DATA_BYTES);
      return this;
    }

    long value(Field field) {
      return field.get(bytes, Smp.DATA);
    }

    long value(Field field, int index) {
      return field.get(bytes, Smp.DATA, index);
    }

    byte[] all() {
      return bytes.toArray(ValueLayout.JAVA_BYTE);
    }

    byte[] data() {
      return bytes.asSlice(Smp.DATA, Smp.DATA_BYTES).toArray(ValueLayout.JAVA_BYTE);
    }
  }
}
