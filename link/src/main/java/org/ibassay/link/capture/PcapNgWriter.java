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

/// Writes every packet into a pcapng file: an Ethernet frame as it is (link type 1), a native
/// packet or a MAD as an ERF record of type 21 (InfiniBand, link type 197); with the label as the
/// packet's comment, and by what it was judged. What is judged when some hundred packets more have
/// come lacks that.
///
/// Times stand as nanoseconds since 1970, as the link's clock gives them: real links count from
/// there, virtual time starts there.
///
/// A packet costs neither an allocation nor, mostly, a write: what is held back is written when it
/// has become much. A disk that fails does not disturb the wire: nothing more is captured, and
/// [#close] says so.
public final class PcapNgWriter implements Tap, Closeable {
  // ERF is big-endian but for its time stamp.
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

  /// A longer packet is cut in the capture; longer ones than jumbo frames are not to be expected.
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

  /// Starts a capture of every packet, in place of one that may be there.
  ///
  /// @throws IOException when the file cannot be written; the message names it
  public PcapNgWriter(Path file) throws IOException {
    this(file, Long.MAX_VALUE);
  }

  /// Starts a capture, in place of one that may be there.
  ///
  /// @param limit bytes of the file after which only the first packets of each label are kept, and
  ///   those that prove a failure with some before them
  /// @throws IOException when the file cannot be written; the message names it
  public PcapNgWriter(Path file, long limit) throws IOException {
    this.file = file;
    try {
      packets = new HeldPackets(file, MAX_BLOCK_BYTES, limit);
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

  /// Returns the contents of the capture, once it is closed.
  public CaptureSummary summary() {
    KeptFrames frames = packets.frames();
    return new CaptureSummary(
        file, frames.labels(), frames.kept(), frames.offered() - frames.kept());
  }

  /// The number in the capture of a packet that was offered, once it is closed; 0 where it was left
  /// out.
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

  /// Writes out what is left and ends the capture.
  ///
  /// @throws IOException when the disk failed now or before; the message names the file and says
  ///   how many packets are in it
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

  /// A block, up to its body. After that and its options stand zeros: the end of options.
  ///
  /// @param bodyBytes with options, padding and the end of options
  private static ByteBuffer block(int type, int bodyBytes) {
    int length = 8 + bodyBytes + 4;
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length - 4, length)
        .putInt(type)
        .putInt(length);
  }

  /// The block round a packet, whose bytes stand there already.
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
