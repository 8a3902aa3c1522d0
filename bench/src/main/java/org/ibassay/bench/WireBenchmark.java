package org.ibassay.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Icrc;
import org.ibassay.wire.packet.Vcrc;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Fields of a MAD in native memory. With {@code -prof gc} every one must show 0 B/op: that is what
 * a constant field is for.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WireBenchmark {
  private static final List<Field> NODE_INFO = NodeInfo.LAYOUT.fields();
  private static final List<Field> PORT_INFO = PortInfo.LAYOUT.fields();

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment mad = arena.allocate(Smp.BYTES_OF_MAD);
  private long value;

  /** Filled with random bytes, the same in every run. */
  @Setup
  public void fill() {
    byte[] bytes = new byte[Smp.BYTES_OF_MAD];
    new Random(1).nextBytes(bytes);
    mad.copyFrom(MemorySegment.ofArray(bytes));
  }

  /** Frees the memory. */
  @TearDown
  public void free() {
    arena.close();
  }

  /** One field of four bits. */
  @Benchmark
  public long get() {
    return PortInfo.PORT_STATE.get(mad, Smp.DATA);
  }

  /** One field of 24 bits: two loads. */
  @Benchmark
  public long getThreeBytes() {
    return PortInfo.LINK_ROUND_TRIP_LATENCY.get(mad, Smp.DATA);
  }

  /** One field of four bits, its neighbors kept. */
  @Benchmark
  public void set() {
    PortInfo.PORT_STATE.set(mad, Smp.DATA, value++);
  }

  /** All 32 elements of a repeated field. */
  @Benchmark
  public void getElements(Blackhole hole) {
    for (int i = 0; i < 32; i++) {
      hole.consume(MulticastForwardingTable.PORT_MASK.get(mad, Smp.DATA, i));
    }
  }

  /** All fields of NodeInfo, each named. */
  @Benchmark
  public void readNodeInfo(Blackhole hole) {
    hole.consume(NodeInfo.BASE_VERSION.get(mad, Smp.DATA));
    hole.consume(NodeInfo.CLASS_VERSION.get(mad, Smp.DATA));
    hole.consume(NodeInfo.NODE_TYPE.get(mad, Smp.DATA));
    hole.consume(NodeInfo.NUM_PORTS.get(mad, Smp.DATA));
    hole.consume(NodeInfo.SYSTEM_IMAGE_GUID.get(mad, Smp.DATA));
    hole.consume(NodeInfo.NODE_GUID.get(mad, Smp.DATA));
    hole.consume(NodeInfo.PORT_GUID.get(mad, Smp.DATA));
    hole.consume(NodeInfo.PARTITION_CAP.get(mad, Smp.DATA));
    hole.consume(NodeInfo.DEVICE_ID.get(mad, Smp.DATA));
    hole.consume(NodeInfo.REVISION.get(mad, Smp.DATA));
    hole.consume(NodeInfo.LOCAL_PORT_NUM.get(mad, Smp.DATA));
    hole.consume(NodeInfo.VENDOR_ID.get(mad, Smp.DATA));
  }

  /** All fields of NodeInfo, one after another as its table lists them. */
  @Benchmark
  public void decodeNodeInfo(Blackhole hole) {
    decode(NODE_INFO, hole);
  }

  /** All fields of PortInfo, one after another as its table lists them. */
  @Benchmark
  public void decodePortInfo(Blackhole hole) {
    decode(PORT_INFO, hole);
  }

  /** A whole MAD's 256 bytes, as a local packet. */
  @Benchmark
  public int icrc() {
    return Icrc.of(mad, 0, Smp.BYTES_OF_MAD);
  }

  /** A whole MAD's 256 bytes. */
  @Benchmark
  public int vcrc() {
    return Vcrc.of(mad, 0, Smp.BYTES_OF_MAD);
  }

  private void decode(List<Field> fields, Blackhole hole) {
    for (int i = 0; i < fields.size(); i++) {
      hole.consume(fields.get(i).get(mad, Smp.DATA));
    }
  }
}
