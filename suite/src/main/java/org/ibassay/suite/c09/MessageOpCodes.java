package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_IMM;
import static org.ibassay.wire.packet.OpCode.UC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.UC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.UC_RDMA_WRITE_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.UC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.UC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.UC_RDMA_WRITE_ONLY_IMM;
import static org.ibassay.wire.packet.OpCode.UC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.UC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.UC_SEND_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.UC_SEND_MIDDLE;
import static org.ibassay.wire.packet.OpCode.UC_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UC_SEND_ONLY_IMM;

import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.wire.packet.OpCode;

/// The OpCodes of the packets of a message.
record MessageOpCodes(OpCode only, OpCode first, OpCode middle, OpCode last) {
  static final MessageOpCodes SENDS =
      new MessageOpCodes(RC_SEND_ONLY, RC_SEND_FIRST, RC_SEND_MIDDLE, RC_SEND_LAST);
  static final MessageOpCodes WRITES =
      new MessageOpCodes(
          RC_RDMA_WRITE_ONLY, RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_MIDDLE, RC_RDMA_WRITE_LAST);
  static final MessageOpCodes SENDS_IMM = SENDS.withImmediate();
  static final MessageOpCodes WRITES_IMM = WRITES.withImmediate();
  static final MessageOpCodes READ_RESPONSES =
      new MessageOpCodes(
          RC_RDMA_READ_RESP_ONLY,
          RC_RDMA_READ_RESP_FIRST,
          RC_RDMA_READ_RESP_MIDDLE,
          RC_RDMA_READ_RESP_LAST);

  static final MessageOpCodes UC_SENDS =
      new MessageOpCodes(UC_SEND_ONLY, UC_SEND_FIRST, UC_SEND_MIDDLE, UC_SEND_LAST);
  static final MessageOpCodes UC_WRITES =
      new MessageOpCodes(
          UC_RDMA_WRITE_ONLY, UC_RDMA_WRITE_FIRST, UC_RDMA_WRITE_MIDDLE, UC_RDMA_WRITE_LAST);

  /// Returns the OpCodes of such a message with immediate data.
  MessageOpCodes withImmediate() {
    return switch (only) {
      case RC_SEND_ONLY -> ending(RC_SEND_ONLY_IMM, RC_SEND_LAST_IMM);
      case RC_RDMA_WRITE_ONLY -> ending(RC_RDMA_WRITE_ONLY_IMM, RC_RDMA_WRITE_LAST_IMM);
      case UC_SEND_ONLY -> ending(UC_SEND_ONLY_IMM, UC_SEND_LAST_IMM);
      case UC_RDMA_WRITE_ONLY -> ending(UC_RDMA_WRITE_ONLY_IMM, UC_RDMA_WRITE_LAST_IMM);
      default -> throw new IllegalStateException("no immediate data in " + only);
    };
  }

  /// Returns a copy with other OpCodes for Only and Last.
  MessageOpCodes ending(OpCode otherOnly, OpCode otherLast) {
    return new MessageOpCodes(otherOnly, first, middle, otherLast);
  }

  /// Returns the OpCode of one packet.
  ///
  /// @param index of the packet, counted from 0
  /// @param count number of packets of the message
  OpCode of(int index, int count) {
    if (count == 1) {
      return only;
    }
    return index == 0 ? first : index == count - 1 ? last : middle;
  }

  /// Returns the OpCodes of a message.
  ///
  /// @param count number of its packets
  List<OpCode> of(int count) {
    return IntStream.range(0, count).mapToObj(i -> of(i, count)).toList();
  }
}
