package org.ibassay.link.capture;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Builds a capture number by number, in either byte order.
final class HandMade {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteOrder order;

  HandMade(ByteOrder order) {
    this.order = order;
  }

  static HandMade pcap(ByteOrder order, int magic, int linkType) {
    return new HandMade(order).u32(magic).u16(2).u16(4).u32(0).u32(0).u32(65535).u32(linkType);
  }

  HandMade record(int seconds, int fraction, byte[] packet, int original) {
    return u32(seconds).u32(fraction).u32(packet.length).u32(original).bytes(packet);
  }

  HandMade section() {
    return block(0x0A0D0D0A, body().u32(0x1A2B3C4D).u16(1).u16(0).u32(-1).u32(-1));
  }

  HandMade block(int type, HandMade body) {
    byte[] padded = body.padded();
    return u32(type).u32(padded.length + 12).bytes(padded).u32(padded.length + 12);
  }

  HandMade interfaceOf(int linkType, int snapLength, HandMade options) {
    return block(1, body().u16(linkType).u16(0).u32(snapLength).bytes(options.padded()));
  }

  HandMade enhanced(int number, long ticks, byte[] packet, int original, HandMade options) {
    HandMade body = body().u32(number).u32((int) (ticks >>> 32)).u32((int) ticks);
    body.u32(packet.length).u32(original).bytes(body().bytes(packet).padded());
    return block(6, body.bytes(options.padded()));
  }

  HandMade option(int code, byte[] value) {
    return u16(code).u16(value.length).bytes(body().bytes(value).padded());
  }

  HandMade option(int code, String value) {
    return option(code, value.getBytes(StandardCharsets.UTF_8));
  }

  /// Returns a builder for a block's contents, in the same byte order.
  HandMade body() {
    return new HandMade(order);
  }

  HandMade u16(int value) {
    return bytes(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
  }

  HandMade u32(int value) {
    return bytes(ByteBuffer.allocate(4).order(order).putInt(value).array());
  }

  HandMade i64(long value) {
    return bytes(ByteBuffer.allocate(8).order(order).putLong(value).array());
  }

  HandMade bytes(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private byte[] padded() {
    out.writeBytes(new byte[-out.size() & 3]);
    return out.toByteArray();
  }

  MemorySegment segment() {
    return MemorySegment.ofArray(toBytes());
  }
}
