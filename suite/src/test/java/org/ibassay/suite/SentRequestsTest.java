package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.junit.jupiter.api.Test;

/// Finds the request that a packet of the DUT answers.
final class SentRequestsTest {
  private static final Syndrome ACK = new Syndrome.Ack(31);
  private static final Syndrome SEQUENCE_ERROR = new Syndrome.Nak(Syndrome.Nak.PSN_SEQUENCE_ERROR);
  private static final Syndrome INVALID = new Syndrome.Nak(Syndrome.Nak.INVALID_REQUEST);

  private final SentRequests requests = new SentRequests();

  private long by(OpCode opCode, int psn, Syndrome syndrome) {
    return requests.answeredBy(opCode, Psn.add(psn, 0), syndrome);
  }

  @Test
  void responsesAreMatchedByPsnNotByOrder() {
    requests.sent(360, 48, 1);
    requests.sent(361, 49, 1);
    requests.sent(363, 51, 1);
    assertThat(by(OpCode.RC_ATOMIC_ACK, 48, ACK)).isEqualTo(360);
    assertThat(by(OpCode.RC_ATOMIC_ACK, 50, ACK)).isZero();
    assertThat(by(OpCode.RC_ACK, 51, INVALID)).isEqualTo(363);
    assertThat(by(OpCode.RC_ACK, 52, INVALID)).isZero();
  }

  @Test
  void anAcknowledgeAnswersTheNewestRequestThatItAcknowledges() {
    requests.sent(1, Psn.MAX, 1);
    requests.sent(2, 0, 1);
    requests.sent(3, 1, 1);
    requests.sent(4, 0, 1);
    assertThat(by(OpCode.RC_ACK, 1, ACK)).isEqualTo(3);
    assertThat(by(OpCode.RC_ACK, 0, ACK)).isEqualTo(4);
    assertThat(by(OpCode.RC_ACK, Psn.MAX, ACK)).isEqualTo(1);
    assertThat(by(OpCode.RC_ACK, Psn.MAX - 1, ACK)).isZero();
  }

  @Test
  void theResponsesOfAReadTakeSeveralPsns() {
    requests.sent(1, Psn.MAX, 3);
    requests.sent(2, 2, 1);
    assertThat(by(OpCode.RC_RDMA_READ_RESP_LAST, 1, ACK)).isEqualTo(1);
    assertThat(by(OpCode.RC_RDMA_READ_RESP_ONLY, 2, ACK)).isEqualTo(2);
    assertThat(by(OpCode.RC_RDMA_READ_RESP_ONLY, 3, ACK)).isZero();
  }

  @Test
  void aSequenceErrorAnswersThePacketAfterAGap() {
    requests.sent(1, 5, 1);
    requests.sent(2, 7, 1);
    requests.sent(3, 8, 1);
    assertThat(by(OpCode.RC_ACK, 6, SEQUENCE_ERROR)).isEqualTo(2);
    assertThat(by(OpCode.RC_ACK, 8, SEQUENCE_ERROR)).isEqualTo(3);
  }

  @Test
  void aRequestOfTheDutIsNoAnswer() {
    requests.sent(1, 5, 1);
    assertThat(by(OpCode.RC_RDMA_READ_REQ, 5, ACK)).isZero();
    assertThat(by(OpCode.RC_SEND_ONLY, 5, ACK)).isZero();
  }

  @Test
  void anotherConnectionHasAskedNothing() {
    requests.sent(1, 5, 1);
    requests.forget();
    assertThat(by(OpCode.RC_ACK, 5, ACK)).isZero();
  }

  @Test
  void whatAPacketAsksIsReadFromIt() {
    PacketOut read = PacketOut.of(OpCode.RC_RDMA_READ_REQ).set(Reth.DMA_LEN, 2049);
    assertThat(read.isRequest()).isTrue();
    assertThat(read.packets(1024)).isEqualTo(3);
    assertThat(read.psn(9)).isEqualTo(9);
    assertThat(read.set(Bth.PSN, 7).psn(9)).isEqualTo(7);
    assertThat(PacketOut.of(OpCode.RC_ACK).isRequest()).isFalse();
    assertThat(PacketOut.of(OpCode.RC_SEND_ONLY).packets(1024)).isOne();
    assertThat(PacketOut.of(0x1F).isRequest()).isTrue();
  }
}
