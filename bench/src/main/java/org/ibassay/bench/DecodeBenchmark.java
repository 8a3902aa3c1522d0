package org.ibassay.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ibassay.decode.Decoder;
import org.ibassay.decode.Filter;
import org.ibassay.decode.Out;
import org.ibassay.link.Label;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What {@code ibassay decode} does with a captured MAD, both CRCs and the writing of its text
 * included. With {@code -prof gc} a packet must show next to 0 B.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecodeBenchmark {
  private static final int PACKETS = 10_000;
  private static final int PEER_LID = 7;

  /** How packets are written. */
  @Param public Decoder.Style style = Decoder.Style.LINES;

  private MemorySegment capture = MemorySegment.NULL;
  private Decoder decoder = decoder();

  private Decoder decoder() {
    return new Decoder(style, Filter.ALL, new Out(OutputStream.nullOutputStream()));
  }

  /** A capture of forwarding tables and PortInfos, the same in every run. */
  @Setup
  public void fill() throws IOException {
    decoder = decoder();
    Path file = Files.createTempFile("ibassay", ".pcapng");
    try {
      try (PcapNgWriter out = new PcapNgWriter(file)) {
        write(out);
      }
      capture = MemorySegment.ofArray(Files.readAllBytes(file));
    } finally {
      Files.delete(file);
    }
  }

  private static void write(PcapNgWriter out) {
    Label label = Label.of("C14_024_12 step 10");
    byte[] bytes = new byte[Smp.BYTES_OF_MAD];
    MemorySegment mad = MemorySegment.ofArray(bytes);
    Random random = new Random(1);
    for (int i = 0; i < PACKETS; i++) {
      random.nextBytes(bytes);
      MadHeader.MGMT_CLASS.set(mad, 0, Smp.LID_ROUTED);
      MadHeader.METHOD.set(mad, 0, Method.GET_RESP);
      Attribute one = i % 4 == 0 ? Attribute.PORT_INFO : Attribute.MULTICAST_FORWARDING_TABLE;
      MadHeader.ATTRIBUTE_ID.set(mad, 0, one.id());
      out.mad(Direction.RECEIVED, mad, bytes.length, PEER_LID, 0, i * 1000L, label);
    }
  }

  /** A packet, in any of the styles. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public long decode() throws IOException {
    try (CaptureReader reader = CaptureReader.of(capture)) {
      decoder.decode(reader);
      return reader.frame();
    }
  }
}
