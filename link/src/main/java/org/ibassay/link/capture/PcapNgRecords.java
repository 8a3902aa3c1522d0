package org.ibassay.link.capture;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the packets of all sections of a pcapng file (draft-ietf-opsawg-pcapng), each in its byte
/// order; skips other blocks.
///
/// A block has its length at both ends. If a length is damaged, the file is searched for the next
/// whole block of a known type.
final class PcapNgRecords extends CaptureRecords {
  static final int SECTION_HEADER = 0x0A0D_0D0A;

  private static final int BYTE_ORDER_MAGIC = 0x1A2B_3C4D;
  private static final int INTERFACE_DESCRIPTION = 1;
  private static final int OBSOLETE_PACKET = 2;
  private static final int SIMPLE_PACKET = 3;
  private static final int ENHANCED_PACKET = 6;

  /// The last block type of those that the draft numbers from 1.
  private static final int LAST_NUMBERED = 10;

  private static final int MIN_BLOCK_BYTES = 12;

  /// Longest block in a search, so that not every byte maps another window.
  private static final long MAX_BLOCK_FOUND = MappedBytes.WINDOW / 2;

  private static final int TRAILER_BYTES = 4;
  private static final int MIN_SECTION_BYTES = 28;
  private static final int OPTION_HEADER_BYTES = 4;
  private static final int OPT_COMMENT = 1;
  private static final int EPB_FLAGS = 2;
  private static final int EPB_FLAGS_BYTES = 4;
  private static final int DIRECTION_BITS = 3;
  private static final int INBOUND = 1;

  private final List<PcapNgInterface> interfaces = new ArrayList<>();
  private long optionsFrom;
  private long optionsTo;

  PcapNgRecords(FileBytes in) {
    super(in);
  }

  @Override
  boolean next() {
    while (isMore()) {
      long block = position;
      long length = whole(block);
      if (length < 0) {
        position = nextWhole(block + 1);
      } else {
        position = block + length;
        if (read(block, length)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isMore() {
    in.release(position);
    return in.map(position, 1);
  }

  /// Returns the length of a whole block; records a damage and returns -1 if it is not.
  private long whole(long block) {
    if (!in.map(block, MIN_BLOCK_BYTES)) {
      cutOff(block, "a block", MIN_BLOCK_BYTES);
      return -1;
    }
    if (isSection(block) && !takeOrder(block)) {
      damaged(block + 8, hex(in.u32(block + 8)), "the byte-order magic 0x1a2b3c4d");
      return -1;
    }
    long length = in.u32(block + 4);
    if (length < MIN_BLOCK_BYTES || length % 4 != 0) {
      damaged(
          block + 4, "a block length of " + length, "a multiple of 4, at least " + MIN_BLOCK_BYTES);
      return -1;
    }
    if (length > in.most() / 2) {
      damaged(
          block + 4, "a block length of " + length, "at most " + in.most() / 2 + " in a stream");
      return -1;
    }
    if (!in.map(block, length)) {
      cutOff(block, "a block", length);
      return -1;
    }
    long end = block + length;
    long again = in.u32(end - TRAILER_BYTES);
    if (again != length) {
      damaged(
          end - TRAILER_BYTES, "a block length of " + again, length + " as at the block's start");
      boolean startIsRight = !in.map(end, 1) || isWhole(end);
      return startIsRight && in.map(block, length) ? length : -1;
    }
    return length;
  }

  private boolean isSection(long block) {
    return in.u32(block) == SECTION_HEADER;
  }

  /// Sets the byte order that a section header declares; returns false if it declares none.
  private boolean takeOrder(long block) {
    in.order(false);
    long magic = in.u32(block + 8);
    boolean swapped = Integer.reverseBytes((int) magic) == BYTE_ORDER_MAGIC;
    in.order(swapped);
    return swapped || magic == BYTE_ORDER_MAGIC;
  }

  /// Whether a block of a known type starts there, with equal lengths at both ends.
  private boolean isWhole(long block) {
    boolean order = in.isBigEndian();
    boolean whole = in.map(block, MIN_BLOCK_BYTES) && looksWhole(block);
    in.order(order);
    return whole;
  }

  private boolean looksWhole(long block) {
    long type = in.u32(block);
    boolean known = (type > 0 && type <= LAST_NUMBERED) || (isSection(block) && takeOrder(block));
    if (!known) {
      return false;
    }
    long length = in.u32(block + 4);
    return length >= MIN_BLOCK_BYTES
        && length <= MAX_BLOCK_FOUND
        && length % 4 == 0
        && in.map(block, length)
        && in.u32(block + length - TRAILER_BYTES) == length;
  }

  private long nextWhole(long from) {
    long at = from;
    in.release(at);
    while (in.map(at, MIN_BLOCK_BYTES)) {
      if (isWhole(at)) {
        return at;
      }
      in.release(++at);
    }
    return in.size();
  }

  /// Reads a block; returns whether it is a packet.
  private boolean read(long block, long length) {
    long end = block + length - TRAILER_BYTES;
    long body = block + 8;
    return switch ((int) in.u32(block)) {
      case ENHANCED_PACKET ->
          holds(block, end, 20) && packet(body, (int) in.u32(body), body + 4, end);
      case OBSOLETE_PACKET -> holds(block, end, 20) && packet(body, in.u16(body), body + 4, end);
      case SIMPLE_PACKET -> holds(block, end, 4) && simplePacket(body, end);
      case INTERFACE_DESCRIPTION -> describeInterface(block, end);
      case SECTION_HEADER -> startSection(block, length);
      default -> false;
    };
  }

  private boolean startSection(long block, long length) {
    interfaces.clear();
    if (length < MIN_SECTION_BYTES || in.u16(block + 12) != 1) {
      damaged(block, "a section of unknown version", "version 1");
    }
    return false;
  }

  private boolean holds(long block, long end, int bytes) {
    if (end - block - 8 >= bytes) {
      return true;
    }
    damaged(
        block,
        "a block of type %d with %d bytes".formatted(in.u32(block), end - block - 8),
        "at least " + bytes);
    return false;
  }

  private boolean describeInterface(long block, long end) {
    if (interfaces.size() == PcapNgInterface.MAX) {
      damaged(block, "yet another interface", "at most " + PcapNgInterface.MAX);
    } else if (holds(block, end, 8)) {
      interfaces.add(PcapNgInterface.read(in, block + 8, end));
    }
    return false;
  }

  private boolean packet(long body, int number, long time, long end) {
    PcapNgInterface at = described(number, body);
    long length = in.u32(time + 8);
    if (at == null || !fits(time + 8, length, time + 16, end)) {
      return false;
    }
    hasTime = true;
    nanos = at.nanos((in.u32(time) << 32) | in.u32(time + 4));
    take(at, time + 16, length, in.u32(time + 12), end);
    return true;
  }

  /// Reads a simple packet block, which has no captured length: the snapshot length applies.
  private boolean simplePacket(long body, long end) {
    PcapNgInterface at = described(0, body);
    if (at == null) {
      return false;
    }
    long whole = in.u32(body);
    long length = at.snapLength() == 0 ? whole : Math.min(whole, at.snapLength());
    if (!fits(body, length, body + 4, end)) {
      return false;
    }
    hasTime = false;
    nanos = 0;
    take(at, body + 4, length, whole, end);
    return true;
  }

  private void take(PcapNgInterface at, long packet, long length, long whole, long end) {
    linkType = at.linkType();
    offset = packet;
    captured = (int) length;
    original = whole;
    optionsFrom = packet + padded(length);
    optionsTo = end;
    checkOptions();
  }

  /// Checks the options: one that is longer than its block hides all after it.
  private void checkOptions() {
    long at = optionsFrom;
    while (at + OPTION_HEADER_BYTES <= optionsTo && in.u16(at) != 0) {
      long value = at + OPTION_HEADER_BYTES;
      int length = in.u16(at + 2);
      if (value + length > optionsTo) {
        damaged(
            at + 2,
            "an option of " + length + " bytes",
            "at most " + (optionsTo - value) + ", as its block has");
        return;
      }
      at = value + padded(length);
    }
  }

  private @Nullable PcapNgInterface described(int number, long at) {
    if (number >= 0 && number < interfaces.size()) {
      return interfaces.get(number);
    }
    damaged(
        at,
        "a packet of interface " + Integer.toUnsignedString(number),
        "one of the " + interfaces.size() + " that the section describes");
    return null;
  }

  private boolean fits(long at, long length, long packet, long end) {
    if (length <= Math.min(MAX_CAPTURED, end - packet)) {
      return true;
    }
    damaged(
        at,
        "a packet of " + length + " bytes",
        "at most " + Math.min(MAX_CAPTURED, end - packet) + ", as its block has");
    return false;
  }

  @Override
  boolean findComment() {
    if (!comment(optionsFrom)) {
      return false;
    }
    long at = commentAt;
    int length = commentBytes;
    boolean isSingle = !comment(at + padded(length));
    commentAt = at;
    commentBytes = length;
    return isSingle;
  }

  @Override
  @Nullable String comment() {
    List<String> comments = new ArrayList<>();
    long from = optionsFrom;
    while (comment(from)) {
      comments.add(text(commentAt, commentBytes));
      from = commentAt + padded(commentBytes);
    }
    return comments.isEmpty() ? null : String.join("\n", comments);
  }

  @Override
  boolean isReceived() {
    long at = optionsFrom;
    while (at + OPTION_HEADER_BYTES + EPB_FLAGS_BYTES <= optionsTo && in.u16(at) != 0) {
      if (in.u16(at) == EPB_FLAGS && in.u16(at + 2) == EPB_FLAGS_BYTES) {
        return (in.u32(at + OPTION_HEADER_BYTES) & DIRECTION_BITS) == INBOUND;
      }
      at += OPTION_HEADER_BYTES + padded(in.u16(at + 2));
    }
    return false;
  }

  /// Finds the first comment among the options from an offset on.
  private boolean comment(long from) {
    long at = from;
    while (at + OPTION_HEADER_BYTES <= optionsTo) {
      int code = in.u16(at);
      int length = in.u16(at + 2);
      long value = at + OPTION_HEADER_BYTES;
      if (code == 0 || value + length > optionsTo) {
        return false;
      }
      if (code == OPT_COMMENT) {
        commentAt = value;
        commentBytes = length;
        return true;
      }
      at = value + padded(length);
    }
    return false;
  }

  private static long padded(long length) {
    return (length + 3) & ~3L;
  }

  private String text(long at, int length) {
    byte[] utf8 = in.window().asSlice(in.inWindow(at), length).toArray(ValueLayout.JAVA_BYTE);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static String hex(long value) {
    return "0x%08x".formatted(value);
  }
}
