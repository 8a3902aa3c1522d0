package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.SendRequest.Notice;
import org.ibassay.suite.PacketChecks;
import org.ibassay.suite.PacketIn;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.jspecify.annotations.Nullable;

/// A SEND or RDMA WRITE that the DUT posts, with immediate data or a solicited event, or without.
///
/// @param bytes its length
record NoticedMessage(RequestKind kind, Notice notice, int bytes) {
  private static final int FIRST_IMMEDIATE = 0x81A2_C3E4;
  private static final int STEP = 0x1F2D_3B47;

  /// Returns all of them, with different immediate data; that of the last two is 0, which is not
  /// the same as none.
  ///
  /// @param pmtu path MTU in bytes
  static List<NoticedMessage> all(int pmtu) {
    List<NoticedMessage> messages = new ArrayList<>();
    int immediate = FIRST_IMMEDIATE;
    for (int bytes : List.of(61, 2 * pmtu + 2)) {
      messages.add(new NoticedMessage(RequestKind.SEND, new Notice(null, true), bytes));
      for (boolean isSolicited : List.of(false, true)) {
        for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
          messages.add(new NoticedMessage(kind, new Notice(immediate, isSolicited), bytes));
          immediate += STEP;
        }
      }
      messages.add(new NoticedMessage(RequestKind.SEND, Notice.NONE, bytes));
      messages.add(new NoticedMessage(RequestKind.WRITE, Notice.NONE, bytes));
    }
    messages.add(new NoticedMessage(RequestKind.SEND, new Notice(0, false), 0));
    messages.add(new NoticedMessage(RequestKind.WRITE, new Notice(0, true), 0));
    return messages;
  }

  /// Returns the request that the DUT posts.
  SendRequest request(long id, Buffer data) {
    return kind == RequestKind.SEND
        ? new SendRequest.Send(id, data, notice)
        : new SendRequest.Write(id, data, TT_ADDRESS, TT_RKEY, notice);
  }

  /// Returns the OpCodes of its packets.
  MessageOpCodes opCodes(boolean isReliable) {
    MessageOpCodes plain =
        kind == RequestKind.SEND
            ? isReliable ? MessageOpCodes.SENDS : MessageOpCodes.UC_SENDS
            : isReliable ? MessageOpCodes.WRITES : MessageOpCodes.UC_WRITES;
    return notice.immediate() == null ? plain : plain.withImmediate();
  }

  /// Verifies a packet's immediate data, if it should have any.
  void verifyImmediate(PacketChecks checks, PacketIn packetIn) {
    @Nullable Integer immediate = notice.immediate();
    if (immediate != null && packetIn.has(Header.IMM_DT)) {
      checks.verifyValue(packetIn, Header.IMM_DT, ImmDt.IMM_DT, Integer.toUnsignedLong(immediate));
    }
  }

  /// Verifies a packet's SE.
  void verifySolicited(PacketChecks checks, PacketIn packetIn, boolean isLast) {
    checks.verifyValue(packetIn, Header.BTH, Bth.SE, isLast && notice.isSolicited() ? 1 : 0);
  }

  @Override
  public String toString() {
    return kind
        + (notice.immediate() == null ? "" : " with Immediate")
        + (notice.isSolicited() ? ", SE 1" : ", SE 0")
        + ", bytes";
  }
}
