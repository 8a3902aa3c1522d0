package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.RcRequests.ADDRESS;
import static org.ibassay.device.RcRequests.CA;
import static org.ibassay.device.RcRequests.KEY;
import static org.ibassay.device.RcRequests.LEAST_NANOS;
import static org.ibassay.device.RcRequests.add;
import static org.ibassay.device.RcRequests.buffer;
import static org.ibassay.device.RcRequests.open;
import static org.ibassay.device.RcRequests.read;
import static org.ibassay.device.RcRequests.response;
import static org.ibassay.device.RcRequests.retrying;
import static org.ibassay.device.RcRequests.send;

import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The duties of a requester (9.7.2, 9.7.3, 9.7.6), rule by rule: the tester responds by hand.
class RcRequesterTest {
  @Test
  void sendsAMessageInPacketsOfThePathMtu() {
    try (RcBench bench = open()) {
      send(bench, 1, 515);
      assertThat(bench.answers())
          .containsExactly(
              "SEND_FIRST 100, 256 bytes " + bench.hash(0, 256),
              "SEND_MIDDLE 101, 256 bytes " + bench.hash(256, 256),
              "SEND_LAST 102, asks, 3 bytes " + bench.hash(512, 3));
      assertThat(bench.polled(Queue.SEND)).isEmpty();
      bench.ack(102, 1).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS");
      assertThat(bench.query().sendPsn()).isEqualTo(103);
    }
  }

  @Test
  void sendsWhatOnePacketHolds() {
    try (RcBench bench = open()) {
      send(bench, 1, 256);
      send(bench, 2, 0);
      assertThat(bench.answers())
          .containsExactly(
              "SEND_ONLY 100, asks, 256 bytes " + bench.hash(0, 256), "SEND_ONLY 101, asks");
    }
  }

  @Test
  void writes() {
    try (RcBench bench = open()) {
      bench.post(new SendRequest.Write(1, buffer(bench, 300), ADDRESS, KEY));
      bench.post(new SendRequest.Write(2, buffer(bench, 4), ADDRESS, KEY));
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_WRITE_FIRST 100, 300 bytes at 0x1000 of 0x77, 256 bytes " + bench.hash(0, 256),
              "RDMA_WRITE_LAST 101, asks, 44 bytes " + bench.hash(256, 44),
              "RDMA_WRITE_ONLY 102, 4 bytes at 0x1000 of 0x77, asks, 4 bytes " + bench.hash(0, 4));
    }
  }

  @Test
  void completesInOrderWhatAnAcknowledgeCovers() {
    try (RcBench bench = open()) {
      for (int id = 1; id <= 4; id++) {
        send(bench, id, 1);
      }
      bench.ack(102, 3).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS");
      bench.ack(101, 3).ack(104, 4).ack(99, 4).answers();
      assertThat(bench.polled(Queue.SEND)).isEmpty();
    }
  }

  @Test
  void takesInAReadAndCompletesItByItsLastPacketOnly() {
    try (RcBench bench = open()) {
      read(bench, 1, 515);
      read(bench, 2, 515);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_REQ 100, 515 bytes at 0x1000 of 0x77, asks",
              "RDMA_READ_REQ 103, 515 bytes at 0x1000 of 0x77, asks");
      response(bench, OpCode.RC_RDMA_READ_RESP_FIRST, 100, 256);
      response(bench, OpCode.RC_RDMA_READ_RESP_MIDDLE, 101, 256).answers();
      assertThat(bench.polled(Queue.SEND)).isEmpty();
      response(bench, OpCode.RC_RDMA_READ_RESP_LAST, 102, 3).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS");
      assertThat(bench.memory(512, 3)).containsOnly(0);
    }
  }

  @Test
  void takesInWhatAnAtomicFound() {
    try (RcBench bench = open()) {
      add(bench, 1);
      bench.post(new SendRequest.CompareSwap(2, buffer(bench, 8), ADDRESS, KEY, 6, 7));
      assertThat(bench.answers())
          .containsExactly(
              "FETCHADD 100, 0x5 at 0x1000 if 0x0, asks",
              "CMPSWAP 101, 0x7 at 0x1000 if 0x6, asks");
      bench
          .send(
              bench
                  .answering(OpCode.RC_ATOMIC_ACK, 100, Syndrome.Ack.WITHOUT_CREDITS, 1)
                  .set(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT, 0x0102))
          .answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS");
      assertThat(bench.memory(0, 8)).containsExactly(2, 1, 0, 0, 0, 0, 0, 0);
    }
  }

  @Test
  void hasNoMoreReadsOutstandingThanItMay() {
    try (RcBench bench = RcBench.open(CA, s -> s.withReads(new RcSettings.Reads(2, 2)))) {
      read(bench, 1, 1);
      add(bench, 2);
      read(bench, 3, 1);
      send(bench, 4, 0);
      assertThat(bench.answers()).hasSize(2);
      response(bench, OpCode.RC_RDMA_READ_RESP_ONLY, 100, 1);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_REQ 102, 1 bytes at 0x1000 of 0x77, asks", "SEND_ONLY 103, asks");
    }
  }

  @Test
  void aReadResponseAcknowledgesEarlierRequests() {
    try (RcBench bench = open()) {
      send(bench, 1, 1);
      read(bench, 2, 600);
      send(bench, 3, 1);
      bench.answers();
      response(bench, OpCode.RC_RDMA_READ_RESP_FIRST, 101, 256).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS");
    }
  }

  @Test
  void asksAgainForDataThatALaterAnswerPassedOver() {
    try (RcBench bench = retrying(3, 0)) {
      read(bench, 1, 600);
      send(bench, 2, 0);
      bench.answers();
      response(bench, OpCode.RC_RDMA_READ_RESP_FIRST, 100, 256).ack(103, 2);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_REQ 101, 344 bytes at 0x1100 of 0x77, asks", "SEND_ONLY 103, asks");
      assertThat(bench.polled(Queue.SEND)).isEmpty();
      response(bench, OpCode.RC_RDMA_READ_RESP_FIRST, 101, 256);
      response(bench, OpCode.RC_RDMA_READ_RESP_LAST, 102, 88).ack(103, 2).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS", "2 SUCCESS");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, REM_INV_REQ_ERR", "2, REM_ACCESS_ERR", "3, REM_OP_ERR"})
  void endsARefusedRequestAndFlushesTheRest(int code, String status) {
    try (RcBench bench = open().postReceives(2)) {
      send(bench, 1, 1);
      send(bench, 2, 1);
      add(bench, 3);
      bench.answers();
      bench.answer(OpCode.RC_ACK, 101, new Nak(code), 1).answers();
      assertThat(bench.polled(Queue.SEND))
          .containsExactly("1 SUCCESS", "2 " + status, "3 WR_FLUSH_ERR");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 WR_FLUSH_ERR", "1 WR_FLUSH_ERR");
      send(bench, 4, 1).postReceives(1);
      assertThat(bench.answers()).isEmpty();
      assertThat(bench.polled(Queue.SEND)).containsExactly("4 WR_FLUSH_ERR");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("2 WR_FLUSH_ERR");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x40, 0x5F, 0x80, 0xFF, 0x65, 0x7F})
  void heedsNoReservedSyndrome(int value) {
    try (RcBench bench = open()) {
      send(bench, 1, 1);
      bench.answers();
      bench.answer(OpCode.RC_ACK, 100, Syndrome.of(value), 1).answers();
      assertThat(bench.polled(Queue.SEND)).isEmpty();
      assertThat(bench.query().state()).isEqualTo(State.RTS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "RC_RDMA_READ_RESP_MIDDLE, 256, BAD_RESP_ERR",
    "RC_RDMA_READ_RESP_LAST, 256, BAD_RESP_ERR",
    "RC_RDMA_READ_RESP_ONLY, 256, BAD_RESP_ERR",
    "RC_ATOMIC_ACK, 0, BAD_RESP_ERR",
    "RC_ACK, 0, BAD_RESP_ERR",
    "RC_RDMA_READ_RESP_FIRST, 255, LOC_LEN_ERR",
    "RC_RDMA_READ_RESP_FIRST, 257, LOC_LEN_ERR"
  })
  void endsAReadWithAWrongAnswer(OpCode opCode, int bytes, String status) {
    try (RcBench bench = open()) {
      read(bench, 1, 600);
      bench.answers();
      response(bench, opCode, 100, bytes).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 " + status);
    }
  }

  @Test
  void usesOnlyMemoryThatItMay() {
    try (RcBench bench = open()) {
      MemoryRegion readOnly = bench.register(64, AccessRights.NONE);
      send(bench, 1, 1);
      bench.post(new SendRequest.Read(2, readOnly.whole(), ADDRESS, KEY));
      assertThat(bench.answers()).hasSize(1);
      assertThat(bench.polled(Queue.SEND)).isEmpty();
      bench.ack(100, 1).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS", "2 LOC_PROT_ERR");
      bench.reopen(s -> s);
      bench.post(new SendRequest.Send(3, bench.region().slice(RcBench.REGION_BYTES, 1)));
      assertThat(bench.polled(Queue.SEND)).containsExactly("3 LOC_PROT_ERR");
    }
  }

  @ParameterizedTest
  @CsvSource({"256, 16777215", "512, 16777214", "1024, 0", "2048, 16777213", "4096, 8388607"})
  void worksWithEveryPathMtuAndPsn(int mtu, int start) {
    try (RcBench bench = RcBench.open(CA, s -> s.withPathMtu(mtu).withPsns(start, 0))) {
      send(bench, 1, mtu + 1);
      read(bench, 2, 2 * mtu);
      add(bench, 3);
      assertThat(bench.answers()).hasSize(4);
      response(bench, OpCode.RC_RDMA_READ_RESP_FIRST, Psn.add(start, 2), mtu);
      response(bench, OpCode.RC_RDMA_READ_RESP_LAST, Psn.add(start, 3), mtu);
      response(bench, OpCode.RC_ATOMIC_ACK, Psn.add(start, 4), 0).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS");
    }
  }

  @Test
  void saysNothingOnceItIsClosed() {
    try (RcBench bench = retrying(3, 0)) {
      send(bench, 1, 1);
      bench.answers();
      RcBench.ask(() -> {
        bench.upper().close(bench.qp());
        return 0;
      });
      assertThat(bench.answers(100 * LEAST_NANOS)).isEmpty();
    }
  }
}
