package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.suite.UcConnection;
import org.ibassay.wire.packet.Psn;

/// The DUT as the requester of an unreliable connection: posts Work Requests and verifies the
/// packets that the DUT sends.
final class UcSender {
  private final TransportTester<UcConnection> tt;
  private static final long STRIDE = 0x1_0000_1001L;

  private int psn;

  UcSender(TransportTester<UcConnection> tt) {
    this.tt = tt;
  }

  /// Registers memory on a new connection and fills it with data to send.
  void begin(int bytes) throws TestException {
    psn = tt.channel().dutStartPsn();
    tt.memory().fill(tt.memory().register(), pattern(bytes));
  }

  /// Registers as many bytes on a new connection and fills them with data to send.
  void begin(AccessRights rights, int bytes) throws TestException {
    psn = tt.channel().dutStartPsn();
    tt.memory().fill(tt.memory().register(rights, bytes), pattern(bytes));
  }

  /// Returns the PSN of the next packet.
  int psn() {
    return psn;
  }

  /// Posts a SEND or an RDMA WRITE on the DUT.
  void post(RequestKind kind, long id, int bytes) throws TestException {
    Buffer data = tt.memory().buffer().slice(0, bytes);
    tt.work()
        .post(
            kind == RequestKind.SEND
                ? new SendRequest.Send(id, data)
                : new SendRequest.Write(id, data, address(id), rkey(id)));
  }

  /// Returns the tester's address for a request's WRITE, different for each request.
  static long address(long id) {
    return TT_ADDRESS + id * STRIDE;
  }

  /// Returns the R_Key for a request's WRITE.
  static int rkey(long id) {
    return TT_RKEY + (int) id;
  }

  /// Receives a packet of a message; verifies OpCode, PSN, and payload.
  PacketIn verifyPart(RequestKind kind, int bytes, int index) throws TestException {
    int mtu = tt.dut().pathMtu();
    MessageOpCodes opCodes =
        kind == RequestKind.SEND ? MessageOpCodes.UC_SENDS : MessageOpCodes.UC_WRITES;
    PacketIn packetIn =
        tt.packets().receive(opCodes.of(index, MessageData.packets(bytes, mtu)), psn);
    tt.checks().verifyPsn(packetIn, psn);
    tt.checks().verifyPayload(packetIn, MessageData.part(pattern(bytes), index, mtu));
    psn = Psn.next(psn);
    return packetIn;
  }

  /// Verifies that requests have completed with success, in this order.
  void verifyCompleted(long... ids) throws TestException {
    List<Ended> expected = Arrays.stream(ids).mapToObj(Ended::well).toList();
    tt.work().verifyEnded(tt.work().pollSends(ids.length), expected);
  }
}
