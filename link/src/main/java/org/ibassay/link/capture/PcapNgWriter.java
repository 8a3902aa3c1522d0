package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.wire.packet.LinkType;
import org.jspecify.annotations.Nullable;

/// Writes every packet into a pcapng file: an Ethernet frame as it is (link type 1), a native
/// packet or a MAD as an ERF record of type 21 (InfiniBand, link type 197); with the label as the
/// packet's comment.
///
/// Times stand as nanoseconds since 1970, as the link's clock gives them: real links count from
/// there, virtual time starts there.
///
/// A packet costs neither an allocation nor, mostly, a write: a fixed buffer is written out when it
/// is full. A disk that fails does not disturb the wire: nothing more is captured, and [#close]
/// says so.
public final class PcapNgWriter implements Tap, Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  /// A longer label is cut, so that a packet has a bounded length.
  private static final int MAX_COMMENT_BYTES = 1024;

  // pcapng is written in the byte order that the file's first block declares.
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
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
  private static final int ENHANCED_PACKET = 6;
  private static final int EPB_HEADER_BYTES = 28;
  private static final int OPT_END = 0;
  private static final int OPT_COMMENT = 1;
  private static final int EPB_FLAGS = 2;
  private static final int INBOUND = 1;
  private static final int OUTBOUND = 2;
  private static final int OPTIONS_BYTES = 8 + 4 + MAX_COMMENT_BYTES + 4;

  private static final int ERF_HEADER_BYTES = 16;
  private static final int ERF_TYPE_INFINIBAND = 21;

  /// A longer packet is cut in the capture; longer ones than jumbo frames are not to be expected.
  private static final int MAX_CAPTURED_BYTES = 16384;

  private static final int MAX_BLOCKS_BYTES =
      64 + EPB_HEADER_BYTES + MAX_CAPTURED_BYTES + 3 + OPTIONS_BYTES + 4;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Path file;
  private final OutputStream out;
  private final byte[] bytes = new byte[BUFFER_BYTES];
  private final MemorySegment buffer = MemorySegment.ofArray(bytes);
  private int used;

  /// The interfaces described so far, by their link types.
  private final List<Integer> interfaces = new ArrayList<>();

  private long frames;
  private long framesOnDisk;
  private @Nullable IOException failure;
  private boolean closed;

  /// Starts a capture, in place of one that may be there.
  ///
  /// @throws IOException when the file cannot be written; the message names it
  public PcapNgWriter(Path file) throws IOException {
    this.file = file;
    try {
      out = Files.newOutputStream(file);
    } catch (IOException e) {
      throw new IOException("cannot write the capture " + file + ": " + reason(e), e);
    }
    sectionHeader();
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
    if (!isReady()) {
      return 0;
    }
    int start = beginPacket(LINK_TYPE_ERF);
    int erf = used;
    int kept =
        MadFrame.write(buffer, erf + ERF_HEADER_BYTES, direction, mad, madBytes, peerLid, qp);
    int whole = MadFrame.bytes(madBytes);
    erfHeader(erf, nanos, whole);
    return endPacket(
        start, ERF_HEADER_BYTES + kept, ERF_HEADER_BYTES + whole, direction, nanos, label);
  }

  @Override
  public synchronized long packet(
      Direction direction,
      LinkType link,
      MemorySegment packet,
      int packetBytes,
      long nanos,
      Label label) {
    if (!isReady()) {
      return 0;
    }
    boolean framed = link == LinkType.INFINIBAND;
    int start = beginPacket(framed ? LINK_TYPE_ERF : LINK_TYPE_ETHERNET);
    int header = framed ? ERF_HEADER_BYTES : 0;
    int kept = Math.min(packetBytes, MAX_CAPTURED_BYTES - header);
    if (framed) {
      erfHeader(used, nanos, packetBytes);
    }
    MemorySegment.copy(packet, 0, buffer, used + header, kept);
    return endPacket(start, header + kept, header + packetBytes, direction, nanos, label);
  }

  /// Whether a packet can be written, after making room for it.
  private boolean isReady() {
    if (used + MAX_BLOCKS_BYTES > BUFFER_BYTES) {
      writeOut();
    }
    return failure == null && !closed;
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
      interfaceOf(LINK_TYPE_ERF);
    }
    closed = true;
    writeOut();
    try {
      out.close();
    } catch (IOException e) {
      fail(e);
    }
    if (failure != null) {
      throw new IOException(
          "the capture " + file + " ends after packet " + framesOnDisk + ": " + reason(failure),
          failure);
    }
  }

  private void writeOut() {
    if (failure == null) {
      try {
        out.write(bytes, 0, used);
        framesOnDisk = frames;
      } catch (IOException e) {
        fail(e);
      }
    }
    used = 0;
  }

  private void fail(IOException e) {
    if (failure == null) {
      failure = e;
    }
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  // --- blocks

  private void sectionHeader() {
    int start = beginBlock(SECTION_HEADER);
    putInt(BYTE_ORDER_MAGIC);
    putShort(1);
    putShort(0);
    putInt(-1);
    putInt(-1);
    byte[] program = "ibassay".getBytes(StandardCharsets.UTF_8);
    putOption(4, program.length);
    putBytes(program, program.length);
    putInt(OPT_END);
    endBlock(start);
  }

  /// The number of the interface with that link type, which is described when it is first used.
  private int interfaceOf(int linkType) {
    if (!interfaces.contains(linkType)) {
      int start = beginBlock(INTERFACE_DESCRIPTION);
      putShort(linkType);
      putShort(0);
      putInt(0);
      putOption(IF_TSRESOL, 1);
      putBytes(new byte[] {NANOSECONDS}, 1);
      putInt(OPT_END);
      endBlock(start);
      interfaces.add(linkType);
    }
    return interfaces.indexOf(linkType);
  }

  /// @return where the block starts; the packet itself goes to `used`
  private int beginPacket(int linkType) {
    int number = interfaceOf(linkType);
    int start = beginBlock(ENHANCED_PACKET);
    putInt(number);
    used = start + EPB_HEADER_BYTES;
    return start;
  }

  private long endPacket(
      int start, int captured, int original, Direction direction, long nanos, Label label) {
    buffer.set(INT, start + 12L, (int) (nanos >>> 32));
    buffer.set(INT, start + 16L, (int) nanos);
    buffer.set(INT, start + 20L, captured);
    buffer.set(INT, start + 24L, original);
    used = padded(used + captured);
    putOption(EPB_FLAGS, 4);
    putInt(direction == Direction.SENT ? OUTBOUND : INBOUND);
    comment(label.utf8());
    putInt(OPT_END);
    endBlock(start);
    return ++frames;
  }

  private void erfHeader(int at, long nanos, int frameBytes) {
    long seconds = nanos / NANOS_PER_SECOND;
    long fraction = ((nanos % NANOS_PER_SECOND) << 32) / NANOS_PER_SECOND;
    buffer.set(LONG, at, (seconds << 32) | fraction);
    buffer.set(JAVA_BYTE, at + 8L, (byte) ERF_TYPE_INFINIBAND);
    buffer.set(JAVA_BYTE, at + 9L, (byte) 0);
    buffer.set(ERF_SHORT, at + 10L, (short) (ERF_HEADER_BYTES + frameBytes));
    buffer.set(ERF_SHORT, at + 12L, (short) 0);
    buffer.set(ERF_SHORT, at + 14L, (short) frameBytes);
  }

  private void comment(byte[] utf8) {
    if (utf8.length > 0) {
      int length = cut(utf8);
      putOption(OPT_COMMENT, length);
      putBytes(utf8, length);
    }
  }

  /// Where to cut a text that is too long: not inside a character.
  private static int cut(byte[] utf8) {
    int length = Math.min(utf8.length, MAX_COMMENT_BYTES);
    while (length < utf8.length && (utf8[length] & 0xC0) == 0x80) {
      length--;
    }
    return length;
  }

  private int beginBlock(int type) {
    int start = used;
    putInt(type);
    putInt(0);
    return start;
  }

  private void endBlock(int start) {
    int length = used + 4 - start;
    putInt(length);
    buffer.set(INT, start + 4L, length);
  }

  private void putOption(int code, int length) {
    putShort(code);
    putShort(length);
  }

  private void putInt(int value) {
    buffer.set(INT, used, value);
    used += 4;
  }

  private void putShort(int value) {
    buffer.set(SHORT, used, (short) value);
    used += 2;
  }

  private void putBytes(byte[] from, int length) {
    System.arraycopy(from, 0, bytes, used, length);
    used = padded(used + length);
  }

  /// Blocks and options are padded with zeros to four bytes.
  private int padded(int end) {
    int aligned = (end + 3) & ~3;
    for (int i = end; i < aligned; i++) {
      bytes[i] = 0;
    }
    return aligned;
  }
}
