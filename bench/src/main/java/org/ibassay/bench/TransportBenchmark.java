package org.ibassay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * RDMA WRITEs of 1 KiB over RoCEv2, ICRC included. With {@code -prof gc} every one must show 0
 * B/op; {@link #decodeCapture} must take 500 ns a packet at most.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TransportBenchmark {
  private static final int PAYLOAD = 1024;
  private static final int PACKETS = 20_000;

  // A capture in pcap format, in this machine's byte order.
  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int CAPTURED = 8;

  private final Envelope envelope =
      Envelope.roceV2(
          Mac.parse("02:00:00:00:00:02"),
          Mac.parse("02:00:00:00:00:01"),
          InetAddress.ofLiteral("192.0.2.1"),
          InetAddress.ofLiteral("192.0.2.2"));

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment frame = arena.allocate(2048);
  private final MemorySegment payload = arena.allocate(PAYLOAD);
  private final PacketWriter writer = new PacketWriter(frame);
  private final TransportPacket packet = new TransportPacket(frame);
  private final MemorySegment capture;
  private final TransportPacket captured;
  private int bytes;
  private int psn;

  /** Maps a capture that it has written. */
  public TransportBenchmark() {
    byte[] random = new byte[PAYLOAD];
    new Random(1).nextBytes(random);
    payload.copyFrom(MemorySegment.ofArray(random));
    try {
      capture = map();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    captured = new TransportPacket(capture);
  }

  private MemorySegment map() throws IOException {
    Path file = Files.createTempFile("ibassay", ".pcap");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = FILE_HEADER + (long) PACKETS * (RECORD_HEADER + write());
      MemorySegment map = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
      long at = FILE_HEADER;
      for (int i = 0; i < PACKETS; i++) {
        int length = write();
        map.set(ValueLayout.JAVA_INT_UNALIGNED, at + CAPTURED, length);
        MemorySegment.copy(frame, 0, map, at + RECORD_HEADER, length);
        at += RECORD_HEADER + length;
      }
      return map;
    } finally {
      Files.delete(file);
    }
  }

  /** A packet to decode. */
  @Setup
  public void fill() {
    bytes = write();
  }

  /** Frees the memory. */
  @TearDown
  public void free() {
    arena.close();
  }

  private int write() {
    return writer
        .begin(envelope, OpCode.RC_RDMA_WRITE_ONLY, 0)
        .set(Header.BTH, Bth.DEST_QP, 0x11)
        .set(Header.BTH, Bth.A, 1)
        .set(Header.BTH, Bth.PSN, psn++)
        .set(Header.RETH, Reth.VA, 0x7F00_0000_1000L)
        .set(Header.RETH, Reth.R_KEY, 0x1234)
        .set(Header.RETH, Reth.DMA_LEN, PAYLOAD)
        .payload(payload, 0, PAYLOAD)
        .end();
  }

  /** Writes headers, copies the payload, computes checksum and ICRC. */
  @Benchmark
  public int encode() {
    return write();
  }

  /** Finds headers and payload, checks lengths, checksum and ICRC. */
  @Benchmark
  public long decode() {
    if (!packet.read(LinkType.ETHERNET, 0, bytes)) {
      throw new IllegalStateException(packet.toString());
    }
    return packet.get(Header.BTH, Bth.PSN) + packet.get(Header.RETH, Reth.VA);
  }

  /** The same for each packet of a mapped capture. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public long decodeCapture() {
    long sum = 0;
    for (long at = FILE_HEADER; at < capture.byteSize(); ) {
      int length = capture.get(ValueLayout.JAVA_INT_UNALIGNED, at + CAPTURED);
      if (!captured.read(LinkType.ETHERNET, at + RECORD_HEADER, length)) {
        throw new IllegalStateException(captured.toString());
      }
      sum += captured.get(Header.BTH, Bth.PSN);
      at += RECORD_HEADER + length;
    }
    return sum;
  }
}
