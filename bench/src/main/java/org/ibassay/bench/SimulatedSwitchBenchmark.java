package org.ibassay.bench;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Round trips through the MAD Tester to the simulated switch, on one thread.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SimulatedSwitchBenchmark {
  /// AttributeIDs: NodeInfo and MulticastForwardingTable.
  @Param({"17", "27"})
  int attribute;

  @SuppressWarnings("NullAway.Init") // JMH calls open() first
  private Dut dut;

  @SuppressWarnings("NullAway.Init")
  private MadPort port;

  private final MemorySegment request = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  /// Opens the switch.
  @Setup
  public void open() throws Exception {
    dut = new SimDriver().parse(DutUri.parse("sim:switch")).open(Tap.NONE, Timing.DEFAULT);
    port = dut.madPorts().getFirst();
    MadHeader.BASE_VERSION.set(request, 0, 1);
    MadHeader.CLASS_VERSION.set(request, 0, Smp.CLASS_VERSION);
    MadHeader.MGMT_CLASS.set(request, 0, Smp.DIRECTED_ROUTE);
    MadHeader.METHOD.set(request, 0, Method.GET);
    MadHeader.ATTRIBUTE_ID.set(request, 0, attribute);
  }

  /// One request and its response: two MADs.
  @Benchmark
  public long roundTrip() throws Exception {
    Exchange exchange = port.start(request, port.route(), port.timing(), Label.NONE);
    port.await(exchange);
    long status = MadHeader.STATUS.get(exchange.response(), 0);
    port.release(exchange);
    return status;
  }

  /// Closes the switch.
  @TearDown
  public void close() {
    dut.close();
  }
}
