package org.ibassay.link.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads a pcapng file strictly: every length and padding must be correct.
final class PcapNgFile {
  /// An enhanced packet block.
  record Packet(
      int linkType, long time, ByteBuffer data, int original, int flags, String comment) {}

  final List<Packet> packets = new ArrayList<>();
  final List<Integer> linkTypes = new ArrayList<>();
  int resolution = 6;

  static PcapNgFile read(Path file) throws IOException {
    PcapNgFile read = new PcapNgFile();
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    for (int block = 0; in.hasRemaining(); block++) {
      int type = in.getInt();
      int length = in.getInt();
      check(length % 4 == 0 && length >= 12, "block length " + length);
      ByteBuffer body = in.slice(in.position(), length - 12).order(ByteOrder.LITTLE_ENDIAN);
      in.position(in.position() + length - 12);
      check(in.getInt() == length, "the length after block " + block);
      read.block(block, type, body);
    }
    return read;
  }

  private void block(int index, int type, ByteBuffer body) {
    switch (type) {
      case 0x0A0D0D0A -> {
        check(index == 0 && body.getInt() == 0x1A2B3C4D, "section header");
        check(body.getShort() == 1 && body.getShort() == 0 && body.getLong() == -1, "version");
      }
      case 1 -> {
        check(!linkTypes.contains(body.getInt(0)), "an interface for each link type");
        linkTypes.add(body.getInt());
        body.getInt();
        options(body, (code, value) -> resolution = code == 9 ? value.get() : resolution);
      }
      case 6 -> packet(body);
      default -> throw new AssertionError("block type " + type);
    }
  }

  private void packet(ByteBuffer body) {
    int linkType = linkTypes.get(body.getInt());
    long time = ((long) body.getInt() << 32) | (body.getInt() & 0xFFFF_FFFFL);
    int captured = body.getInt();
    int original = body.getInt();
    check(captured <= original, "captured no more than there was");
    ByteBuffer data = body.slice(body.position(), captured).order(ByteOrder.BIG_ENDIAN);
    body.position(body.position() + ((captured + 3) & ~3));
    int[] flags = {0};
    String[] comment = {""};
    options(
        body,
        (code, value) -> {
          if (code == 2) {
            flags[0] = value.getInt();
          } else if (code == 1) {
            comment[0] = StandardCharsets.UTF_8.decode(value).toString();
          } else {
            throw new AssertionError("option " + code);
          }
        });
    packets.add(new Packet(linkType, time, data, original, flags[0], comment[0]));
  }

  private interface Option {
    void take(int code, ByteBuffer value);
  }

  private static void options(ByteBuffer body, Option option) {
    while (true) {
      int code = body.getShort();
      int length = body.getShort();
      if (code == 0) {
        check(length == 0 && !body.hasRemaining(), "end of options");
        return;
      }
      option.take(code, body.slice(body.position(), length).order(ByteOrder.LITTLE_ENDIAN));
      body.position(body.position() + ((length + 3) & ~3));
    }
  }

  private static void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError(what);
    }
  }
}
