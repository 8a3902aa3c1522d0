package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// A copy of a served device in this process: the output of programs for the one is compared with
/// the other's responses.
final class SimTwin implements AutoCloseable {
  private final Dut dut;

  private SimTwin(Dut dut) {
    this.dut = dut;
  }

  static SimTwin of(String uri) throws Exception {
    return new SimTwin(new SimDriver().parse(DutUri.parse(uri)).open(Tap.NONE, Timing.DEFAULT));
  }

  /// Returns the DUT's response to SubnGet.
  ///
  /// @return all 256 bytes
  MemorySegment answer(Attribute attribute, long modifier) throws Exception {
    return answer(port().route(), attribute, modifier);
  }

  /// Returns a component of the DUT.
  long value(Attribute attribute, long modifier, Field field) throws Exception {
    return field.get(answer(attribute, modifier), Smp.DATA);
  }

  /// Returns a component of the tester's own port or node.
  long ofTester(Attribute attribute, Field field) throws Exception {
    return field.get(answer(Route.SELF, attribute, 0), Smp.DATA);
  }

  private MadPort port() {
    return dut.madPorts().getFirst();
  }

  private MemorySegment answer(Route route, Attribute attribute, long modifier) throws Exception {
    MemorySegment request = UmadProbe.request(Method.GET, attribute, modifier);
    Exchange exchange = port().start(request, route, Timing.DEFAULT, Label.NONE);
    try {
      port().await(exchange);
      if (exchange.state() != Exchange.State.ANSWERED) {
        throw new AssertionError("no response");
      }
      return MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]).copyFrom(exchange.response());
    } finally {
      port().release(exchange);
    }
  }

  @Override
  public void close() {
    dut.close();
  }
}
