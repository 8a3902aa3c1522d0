package org.ibassay.device.rc;

import java.util.Arrays;
import org.ibassay.wire.packet.OpCode;

/// Divides a message into packets.
final class MessageSegments {
  private MessageSegments() {}

  /// The number of packets of a message; 1 for a message without payload.
  static int count(long bytes, int mtu) {
    return (int) Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /// The payload of a packet.
  static byte[] part(byte[] message, int index, int mtu) {
    int from = index * mtu;
    return Arrays.copyOfRange(message, from, Math.min(message.length, from + mtu));
  }

  static OpCode readResponse(int index, int count) {
    return pick(
        index,
        count,
        OpCode.RC_RDMA_READ_RESP_ONLY,
        OpCode.RC_RDMA_READ_RESP_FIRST,
        OpCode.RC_RDMA_READ_RESP_MIDDLE,
        OpCode.RC_RDMA_READ_RESP_LAST);
  }

  static OpCode send(int index, int count) {
    return pick(
        index,
        count,
        OpCode.RC_SEND_ONLY,
        OpCode.RC_SEND_FIRST,
        OpCode.RC_SEND_MIDDLE,
        OpCode.RC_SEND_LAST);
  }

  static OpCode write(int index, int count) {
    return pick(
        index,
        count,
        OpCode.RC_RDMA_WRITE_ONLY,
        OpCode.RC_RDMA_WRITE_FIRST,
        OpCode.RC_RDMA_WRITE_MIDDLE,
        OpCode.RC_RDMA_WRITE_LAST);
  }

  /// Returns the OpCode of a message's last packet with immediate data, from that without.
  static OpCode withImmediate(OpCode last) {
    return switch (last) {
      case RC_SEND_ONLY -> OpCode.RC_SEND_ONLY_IMM;
      case RC_SEND_LAST -> OpCode.RC_SEND_LAST_IMM;
      case RC_RDMA_WRITE_ONLY -> OpCode.RC_RDMA_WRITE_ONLY_IMM;
      case RC_RDMA_WRITE_LAST -> OpCode.RC_RDMA_WRITE_LAST_IMM;
      default -> throw new IllegalArgumentException("no immediate data in " + last);
    };
  }

  private static OpCode pick(
      int index, int count, OpCode only, OpCode first, OpCode middle, OpCode last) {
    if (count == 1) {
      return only;
    }
    if (index == 0) {
      return first;
    }
    return index == count - 1 ? last : middle;
  }
}
