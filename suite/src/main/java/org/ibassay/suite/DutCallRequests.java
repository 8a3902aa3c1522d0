package org.ibassay.suite;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;

import java.time.Duration;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// The first requests of the DUT's QP on a connection that it requested, and the tester's
/// responses.
public final class DutCallRequests {
  private static final int READ_BYTES = 8;
  private static final int SMALLEST_MTU = 128;

  /// 0.64 ms.
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(12);

  private final Steps steps;
  private final DutCall call;
  private final MemoryRegion region;
  private final int pathMtu;
  private int psn;
  private int msn;
  private long id;

  /// @param rep REP as sent
  public DutCallRequests(Steps steps, DutCall call, CmMessage rep) throws TestException {
    this.steps = steps;
    this.call = call;
    this.psn = (int) rep.get(ConnectReply.STARTING_PSN);
    this.pathMtu = SMALLEST_MTU << call.request().get(ConnectRequest.PATH_PACKET_PAYLOAD_MTU);
    this.region = call.memory().add(AccessRights.ALL, 2L * pathMtu);
  }

  // --- Work Requests

  /// Makes the DUT write one byte more than a packet holds.
  public void postWrite() throws TestException {
    call.work()
        .post(new SendRequest.Write(++id, region.slice(0, pathMtu + 1), TT_ADDRESS, TT_RKEY));
  }

  /// Makes the DUT send.
  public void postSend() throws TestException {
    call.work().post(new SendRequest.Send(++id, number(0)));
  }

  private Buffer number(int index) {
    return region.slice((long) index * READ_BYTES, READ_BYTES);
  }

  // --- the DUT's packets

  /// Receives the next packet; verifies its OpCode and PSN.
  ///
  /// @throws TestException if they are wrong: later checks would be meaningless
  public PacketIn receive(OpCode opCode) throws TestException {
    int expected = psn;
    PacketIn packetIn = call.receivePacket(opCode.name(), expected);
    while (Psn.isBefore(packetIn.psn(), expected)) {
      // retransmitted before its answer was received
      packetIn = call.receivePacket(opCode.name(), expected);
    }
    PacketIn received = packetIn;
    boolean isRight =
        steps
            .checks()
            .verify(
                received.frame(),
                received.is(opCode) && received.psn() == expected,
                () -> "%s, PSN %d".formatted(OpCode.name(opCode.number()), expected),
                received::toString);
    steps.needs(isRight, "the DUT sent a different packet");
    return received;
  }

  /// Verifies that the payload fills a packet.
  public void verifyFull(PacketIn packetIn) {
    int bytes = packetIn.payload().length;
    steps
        .checks()
        .verify(
            packetIn.frame(),
            bytes == pathMtu,
            () -> "a payload of %d bytes (Path Packet Payload MTU)".formatted(pathMtu),
            () -> Shown.counted(bytes, "byte"));
  }

  /// The next packet has the next PSN.
  public void nextPsn() {
    psn = Psn.next(psn);
  }

  // --- the tester's responses

  /// Acknowledges the last packet of a request; verifies that it completes with success.
  public void acknowledge() throws TestException {
    call.send(PacketOut.of(OpCode.RC_ACK).ack(++msn), psn);
    nextPsn();
    call.verifyEnded(Ended.well(id), Duration.ZERO);
  }

  /// Makes the DUT read twice; verifies that the second READ waits for the response to the first.
  public void verifyReadsOneByOne() throws TestException {
    for (int i = 0; i < 2; i++) {
      call.work().post(new SendRequest.Read(++id, number(i), TT_ADDRESS, TT_RKEY));
    }
    receive(OpCode.RC_RDMA_READ_REQ);
    verifyNoSecond();
    for (int i = 0; i < 2; i++) {
      if (i > 0) {
        receive(OpCode.RC_RDMA_READ_REQ);
      }
      call.send(
          PacketOut.of(OpCode.RC_RDMA_READ_RESP_ONLY).payload(new byte[READ_BYTES]).ack(++msn),
          psn);
      nextPsn();
      call.verifyEnded(Ended.well(id - 1 + i), Duration.ZERO);
    }
  }

  /// Waits for the silence time, or until the first READ is retransmitted: the second would be,
  /// too.
  private void verifyNoSecond() throws TestException {
    PacketIn next = call.nextPacket();
    steps
        .checks()
        .verify(
            next == null ? 0 : next.frame(),
            next == null || !Psn.isBefore(psn, next.psn()),
            () -> "no READ after the unanswered one with PSN %d".formatted(psn),
            () -> String.valueOf(next));
  }

  /// Answers with RNR NAK.
  public void refuse() throws TestException {
    call.send(PacketOut.of(OpCode.RC_ACK).aeth(RNR_NAK, msn), psn);
  }

  /// Verifies that the request completes because its RNR retries are exhausted, and is not sent
  /// again.
  public void verifyRefused() throws TestException {
    call.verifyEnded(new Ended(id, Status.RNR_RETRY_EXC_ERR), Duration.ZERO);
    if (call.dut().isLossless()) {
      // otherwise, an earlier one may be late
      call.verifyNoPacket();
    }
  }
}
