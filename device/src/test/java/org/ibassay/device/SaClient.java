package org.ibassay.device;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.link.sa.TesterPort;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// A simulated subnet manager, and hand-made requests to it.
final class SaClient implements AutoCloseable {
  private static final Timing ONCE = new Timing(100_000_000_000L, 0);

  private final Dut dut;
  private final SaPort sa;
  private final TesterPort tester;

  private SaClient(Dut dut, SaPort sa, TesterPort tester) {
    this.dut = dut;
    this.sa = sa;
    this.tester = tester;
  }

  static SaClient open(String uri) {
    return open(uri, Tap.NONE);
  }

  static SaClient open(String uri, Tap tap) {
    try {
      Dut dut = new SimDriver().parse(DutUri.parse(uri)).open(tap, ONCE);
      MadPort port = dut.madPorts().getFirst();
      return new SaClient(
          dut, SaPort.ofMaster(port, Label.NONE), TesterPort.read(port, Label.NONE));
    } catch (DutUriException | LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// The attributes of the tester's own port.
  TesterPort tester() {
    return tester;
  }

  int smLid() {
    return sa.smLid();
  }

  MadPort port() {
    return sa.port();
  }

  SaAnswer ask(SaRequest request) {
    try {
      return sa.ask(request, ONCE, Label.NONE);
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Returns all records of a GetTable, which must succeed.
  List<MemorySegment> table(SaRequest request, SaAttribute attribute) {
    SaAnswer answer = ask(request);
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED || answer.status() != 0) {
      throw new AssertionError(answer.outcome() + " with status " + answer.status());
    }
    return answer.records(attribute).records();
  }

  static SaRequest get(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET, attribute);
  }

  static SaRequest getTable(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET_TABLE, attribute);
  }

  void pass(double seconds) {
    try {
      port().waitUntil(dut.clock().nanos() + (long) (seconds * 1e9));
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    dut.close();
  }
}
