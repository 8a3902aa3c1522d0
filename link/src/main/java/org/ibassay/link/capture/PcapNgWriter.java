package org.ibassay.link.capture;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.wire.packet.LinkType;

/// Writes every packet to a pcapng file: Ethernet frames unchanged (link type 1), native packets
/// and MADs as ERF records of type 21 (InfiniBand, link type 197). The packet's comment has its
/// label and the checks that judged it, unless that happened some hundred packets later.
///
/// Times are nanoseconds since 1970, taken from the link's clock: real links count from then,
/// virtual time starts then.
///
/// A packet costs neither an allocation nor, usually, a write, because packets are buffered. A disk
/// failure does not disturb the exchange of packets: capturing stops, and [#close] reports it.
public final class PcapNgWriter implements Tap, Closeable {
  // ERF is big-endian except for its time stamp.
  private static final ValueLayout.OfShort ERF_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int SECTION_HEADER = 0x0A0D0D0A;
  private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  private static final int INTERFACE_DESCRIPTION = 1;
  private static final int LINK_TYPE_ETHERNET = 1;
  private static final int LINK_TYPE_ERF = 197;
  private static final int IF_TSRESOL = 9;
  private static final int NANOSECONDS = 9;
  private static final int SHB_USERAPPL = 4;
  private static final int ENHANCED_PACKET = 6;
  private static final int EPB_FLAGS = 2;
  private static final int FLAGS_BYTES = 8;
  private static final int INBOUND = 1;
  private static final int OUTBOUND = 2;

  private static final int ERF_HEADER_BYTES = 16;
  private static final int ERF_TYPE_INFINIBAND = 21;

  /// Longer packets are cut in the capture; none are expected to be longer than jumbo frames.
  private static final int MAX_CAPTURED_BYTES = 16384;

  private static final int MAX_BLOCK_BYTES =
      HeldPackets.HEADER_BYTES + MAX_CAPTURED_BYTES + 3 + FLAGS_BYTES;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Path file;
  private final HeldPackets packets;
  private final byte[] bytes;
  private final MemorySegment buffer;

  /// The interfaces described so far, by their link types.
  private final List<Integer> interfaces = new ArrayList<>();

  private boolean closed;

  /// Starts a capture of every packet, replacing an existing file.
  ///
  /// @throws IOException if the file cannot be written; the message names it
  public PcapNgWriter(Path file) throws IOException {
    this(file, Long.MAX_VALUE);
  }

  /// Starts a capture, replacing an existing file.
  ///
  /// @param limit size of the file, in bytes, after which only the first packets of each label are
  ///   kept, and those that prove a failure with some before them
  /// @throws IOException if the file cannot be written; the message names it
  public PcapNgWriter(Path file, long limit) throws IOException {
    this(file, limit, false);
  }

  /// Starts a capture of any number of devices, replacing an existing file. Memory does not grow
  /// with the capture: its [#summary] has no labels, and after the limit the packets of a step on
  /// all devices count together.
  ///
  /// @param limit as in the constructor
  /// @throws IOException if the file cannot be written; the message names it
  public static PcapNgWriter ofMany(Path file, long limit) throws IOException {
    return new PcapNgWriter(file, limit, true);
  }

  private PcapNgWriter(Path file, long limit, boolean isOfMany) throws IOException {
    this.file = file;
    try {
      packets = new HeldPackets(file, MAX_BLOCK_BYTES, limit, isOfMany);
    } catch (IOException e) {
      throw new IOException("cannot write the capture " + file + ": " + reason(e), e);
    }
    bytes = packets.bytes();
    buffer = MemorySegment.ofArray(bytes);
    packets.write(sectionHeader());
  }

  @Override
  public synchronized long mad(
      Direction direction,
      MemorySegment mad,
      int madBytes,
      int peerLid,
      int qp,
      long nanos,
      Label label) {
    if (!isReady(LINK_TYPE_ERF)) {
      return 0;
    }
    int erf = packets.next() + HeldPackets.HEADER_BYTES;
    int kept =
        MadFrame.write(buffer, erf + ERF_HEADER_BYTES, direction, mad, madBytes, peerLid, qp);
    int whole = ERF_HEADER_BYTES + MadFrame.bytes(madBytes);
    erfHeader(erf, nanos, whole);
    return add(LINK_TYPE_ERF, ERF_HEADER_BYTES + kept, whole, direction, nanos, label);
  }

  @Override
  public synchronized long packet(
      Direction direction,
      LinkType link,
      MemorySegment packet,
      int packetBytes,
      long nanos,
      Label label) {
    boolean framed = link == LinkType.INFINIBAND;
    int linkType = framed ? LINK_TYPE_ERF : LINK_TYPE_ETHERNET;
    if (!isReady(linkType)) {
      return 0;
    }
    int start = packets.next() + HeldPackets.HEADER_BYTES;
    int header = framed ? ERF_HEADER_BYTES : 0;
    int kept = Math.min(packetBytes, MAX_CAPTURED_BYTES - header);
    if (framed) {
      erfHeader(start, nanos, header + packetBytes);
    }
    MemorySegment.copy(packet, 0, buffer, start + header, kept);
    return add(linkType, header + kept, header + packetBytes, direction, nanos, label);
  }

  @Override
  public synchronized void judged(long frame, Judgement by) {
    packets.judged(frame, by);
  }

  @Override
  public synchronized long proof(long frame) {
    return packets.proof(frame);
  }

  /// Returns a summary of the capture, after it was closed.
  public CaptureSummary summary() {
    KeptFrames frames = packets.frames();
    return new CaptureSummary(
        file, frames.labels(), frames.kept(), frames.offered() - frames.kept());
  }

  /// Returns the number of a packet in the capture, after it was closed; 0 if it was left out.
  ///
  /// @param offered its number among those offered
  public long number(long offered) {
    return packets.frames().number(offered);
  }

  /// Whether a packet can be written, after making room for it.
  private boolean isReady(int linkType) {
    if (closed) {
      return false;
    }
    packets.makeRoom();
    if (!interfaces.contains(linkType)) {
      interfaces.add(linkType);
      packets.write(interfaceDescription(linkType));
    }
    return packets.failure() == null;
  }

  /// Writes the remaining packets and closes the capture.
  ///
  /// @throws IOException if a write failed now or before; the message names the file and the number
  ///   of packets in it
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    if (interfaces.isEmpty()) {
      isReady(LINK_TYPE_ERF);
    }
    closed = true;
    packets.close();
    IOException failure = packets.failure();
    if (failure != null) {
      String until = "the capture " + file + " ends after packet " + packets.whole();
      throw new IOException(until + ": " + reason(failure), failure);
    }
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  // --- blocks

  private static byte[] sectionHeader() {
    byte[] program = "ibassay".getBytes(StandardCharsets.UTF_8);
    return block(SECTION_HEADER, 32)
        .putInt(BYTE_ORDER_MAGIC)
        .putShort((short) 1)
        .putShort((short) 0)
        .putLong(-1)
        .putShort((short) SHB_USERAPPL)
        .putShort((short) program.length)
        .put(program)
        .array();
  }

  private static byte[] interfaceDescription(int linkType) {
    return block(INTERFACE_DESCRIPTION, 20)
        .putShort((short) linkType)
        .putShort((short) 0)
        .putInt(0)
        .putShort((short) IF_TSRESOL)
        .putShort((short) 1)
        .put((byte) NANOSECONDS)
        .array();
  }

  /// Creates a block up to its body, followed by zeros, which end the options.
  ///
  /// @param bodyBytes length of body, options, padding and the end of options
  private static ByteBuffer block(int type, int bodyBytes) {
    int length = 8 + bodyBytes + 4;
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length - 4, length)
        .putInt(type)
        .putInt(length);
  }

  /// Completes the block of a packet whose bytes have been written.
  private long add(
      int linkType, int captured, int original, Direction direction, long nanos, Label label) {
    int start = packets.next();
    HeldPackets.putInt(bytes, start, ENHANCED_PACKET);
    HeldPackets.putInt(bytes, start + 8, interfaces.indexOf(linkType));
    HeldPackets.putInt(bytes, start + 12, (int) (nanos >>> 32));
    HeldPackets.putInt(bytes, start + 16, (int) nanos);
    HeldPackets.putInt(bytes, start + 20, captured);
    HeldPackets.putInt(bytes, start + 24, original);
    int end = start + HeldPackets.HEADER_BYTES + captured;
    int flags = start + HeldPackets.HEADER_BYTES + HeldPackets.padded(captured);
    Arrays.fill(bytes, end, flags, (byte) 0);
    HeldPackets.putInt(bytes, flags, 4 << 16 | EPB_FLAGS);
    HeldPackets.putInt(bytes, flags + 4, direction == Direction.SENT ? OUTBOUND : INBOUND);
    return packets.add(flags + FLAGS_BYTES, label);
  }

  private void erfHeader(int at, long nanos, int recordBytes) {
    long seconds = nanos / NANOS_PER_SECOND;
    long fraction = ((nanos % NANOS_PER_SECOND) << 32) / NANOS_PER_SECOND;
    HeldPackets.putInt(bytes, at, (int) fraction);
    HeldPackets.putInt(bytes, at + 4, (int) seconds);
    bytes[at + 8] = ERF_TYPE_INFINIBAND;
    bytes[at + 9] = 0;
    buffer.set(ERF_SHORT, at + 10L, (short) recordBytes);
    buffer.set(ERF_SHORT, at + 12L, (short) 0);
    buffer.set(ERF_SHORT, at + 14L, (short) (recordBytes - ERF_HEADER_BYTES));
  }
}
