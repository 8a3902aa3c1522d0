package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The duties of a responder (9.7.4, 9.7.5), rule by rule, with hand-made packets.
class RcResponderTest {
  private static final String CA = "sim:ca";

  @Test
  void acknowledgesASendWithItsPsnAndCountsTheMessage() {
    try (RcBench bench = RcBench.open(CA).postReceives(3)) {
      bench.send(OpCode.RC_SEND_ONLY, 200, 16);
      assertThat(bench.answers()).containsExactly("ACK 200, ACK, credits 2, MSN 1");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 SUCCESS 16");
      assertThat(bench.received(0, 17)).startsWith(200 - 256).endsWith(0);
    }
  }

  @Test
  void acknowledgesOnlyWhatAsksForIt() {
    try (RcBench bench = RcBench.open(CA).postReceives(2)) {
      bench.send(bench.packet(OpCode.RC_SEND_ONLY, 200).set(Header.BTH, Bth.A, 0));
      assertThat(bench.answers()).isEmpty();
      bench.send(OpCode.RC_SEND_ONLY, 201, 0);
      assertThat(bench.answers()).containsExactly("ACK 201, ACK, credits 0, MSN 2");
    }
  }

  @Test
  void fillsAReceiveWithAMessageOfSeveralPackets() {
    try (RcBench bench = RcBench.open(CA).postReceives(2)) {
      bench.send(OpCode.RC_SEND_FIRST, 200, 256).send(OpCode.RC_SEND_MIDDLE, 201, 256);
      assertThat(bench.polled(Queue.RECEIVE)).isEmpty();
      bench.send(OpCode.RC_SEND_LAST, 202, 3);
      assertThat(bench.answers())
          .containsExactly(
              "ACK 200, ACK, credits 1, MSN 0",
              "ACK 201, ACK, credits 1, MSN 0",
              "ACK 202, ACK, credits 1, MSN 1");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 SUCCESS 515");
      assertThat(bench.received(512, 4)).containsExactly(202, 202, 202, 0);
    }
  }

  @Test
  void writes() {
    try (RcBench bench = RcBench.open(CA)) {
      bench
          .write(OpCode.RC_RDMA_WRITE_FIRST, 200, 256, 10, 300)
          .send(OpCode.RC_RDMA_WRITE_LAST, 201, 44)
          .write(OpCode.RC_RDMA_WRITE_ONLY, 202, 5, 1000, 5);
      assertThat(bench.answers())
          .containsExactly(
              "ACK 200, ACK, credits 0, MSN 0",
              "ACK 201, ACK, credits 0, MSN 1",
              "ACK 202, ACK, credits 0, MSN 2");
      assertThat(bench.memory(265, 2)).containsExactly(200, 201);
      assertThat(bench.memory(1000, 5)).containsOnly(202);
    }
  }

  @Test
  void takesAReceiveForAWriteWithImmediate() {
    try (RcBench bench = RcBench.open(CA).postReceives(1)) {
      bench
          .write(OpCode.RC_RDMA_WRITE_FIRST, 200, 256, 0, 260)
          .send(OpCode.RC_RDMA_WRITE_LAST_IMM, 201, 4)
          .write(OpCode.RC_RDMA_WRITE_ONLY_IMM, 202, 4, 0, 4);
      assertThat(bench.answers())
          .containsExactly(
              "ACK 200, ACK, credits 1, MSN 0",
              "ACK 201, ACK, credits 0, MSN 1",
              "ACK 202, RNR NAK, 0.64 ms, MSN 1");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 SUCCESS 260");
    }
  }

  @Test
  void readsWithOnePsnAPacket() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.read(200, 8, 600).read(203, 0, 256).read(204, 1, 3).read(205, 0, 0);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_RESP_FIRST 200, ACK, credits 0, MSN 1, 256 bytes " + bench.hash(8, 256),
              "RDMA_READ_RESP_MIDDLE 201, 256 bytes " + bench.hash(264, 256),
              "RDMA_READ_RESP_LAST 202, ACK, credits 0, MSN 1, 88 bytes " + bench.hash(520, 88),
              "RDMA_READ_RESP_ONLY 203, ACK, credits 0, MSN 2, 256 bytes " + bench.hash(0, 256),
              "RDMA_READ_RESP_ONLY 204, ACK, credits 0, MSN 3, 3 bytes " + bench.hash(1, 3),
              "RDMA_READ_RESP_ONLY 205, ACK, credits 0, MSN 4");
    }
  }

  @Test
  void addsAndSwaps() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.write(OpCode.RC_RDMA_WRITE_ONLY, 200, 8, 64, 8).answers();
      bench
          .fetchAdd(201, 64, 0x11)
          .send(bench.atomic(OpCode.RC_CMPSWAP, 202, 64, 7, 0xC8C8C8C8C8C8C8D9L))
          .send(bench.atomic(OpCode.RC_CMPSWAP, 203, 64, 9, 8))
          .fetchAdd(204, 64, -8);
      assertThat(bench.answers())
          .containsExactly(
              "ATOMIC_ACK 201, ACK, credits 0, MSN 2, original 0xc8c8c8c8c8c8c8c8",
              "ATOMIC_ACK 202, ACK, credits 0, MSN 3, original 0xc8c8c8c8c8c8c8d9",
              "ATOMIC_ACK 203, ACK, credits 0, MSN 4, original 0x7",
              "ATOMIC_ACK 204, ACK, credits 0, MSN 5, original 0x7");
      assertThat(bench.memory(64, 8)).containsOnly(0xFF);
    }
  }

  @Test
  void reportsAGapOnceWithTheExpectedPsn() {
    try (RcBench bench = RcBench.open(CA).postReceives(4)) {
      bench.send(OpCode.RC_SEND_ONLY, 202, 1).send(OpCode.RC_SEND_ONLY, 203, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, PSN sequence error, MSN 0");
      bench.send(OpCode.RC_SEND_ONLY, 205, 1);
      assertThat(bench.answers()).isEmpty();
      bench.send(OpCode.RC_SEND_ONLY, 200, 1).send(OpCode.RC_SEND_ONLY, 202, 1);
      assertThat(bench.answers())
          .containsExactly(
              "ACK 200, ACK, credits 3, MSN 1", "ACK 201, NAK, PSN sequence error, MSN 1");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 SUCCESS 1");
      assertThat(bench.query().state()).isEqualTo(State.RTS);
    }
  }

  @ParameterizedTest
  @CsvSource({"200, 8388607, NAK", "0, 8388607, NAK", "200, -8388608, ACK", "200, -1, ACK"})
  void takesHalfOfAllPsnsForDuplicates(int start, int distance, String answer) {
    try (RcBench bench = RcBench.open(CA, s -> s.withPsns(0, start)).postReceives(1)) {
      bench.send(OpCode.RC_SEND_ONLY, Psn.add(start, distance), 1);
      assertThat(bench.answers()).hasSize(1).first().asString().contains(", " + answer);
      assertThat(bench.polled(Queue.RECEIVE)).isEmpty();
    }
  }

  @Test
  void goesOnOverTheWrap() {
    try (RcBench bench = RcBench.open(CA, s -> s.withPsns(0, Psn.MAX)).postReceives(3)) {
      bench.send(OpCode.RC_SEND_ONLY, Psn.MAX, 1).send(OpCode.RC_SEND_ONLY, 0, 1);
      assertThat(bench.answers()).hasSize(2).last().asString().startsWith("ACK 0, ACK");
      bench.reopen(s -> s.withPsns(0, Psn.MAX - 1));
      bench.read(Psn.MAX - 1, 0, 1000).fetchAdd(2, 0, 1);
      assertThat(bench.answers())
          .extracting(line -> line.substring(0, line.indexOf(',')))
          .containsExactly(
              "RDMA_READ_RESP_FIRST 16777214",
              "RDMA_READ_RESP_MIDDLE 16777215",
              "RDMA_READ_RESP_MIDDLE 0",
              "RDMA_READ_RESP_LAST 1",
              "ATOMIC_ACK 2");
    }
  }

  @Test
  void acknowledgesADuplicateAndDoesNotExecuteIt() {
    try (RcBench bench = RcBench.open(CA).postReceives(3)) {
      bench.send(OpCode.RC_SEND_ONLY, 200, 1).write(OpCode.RC_RDMA_WRITE_ONLY, 201, 4, 0, 4);
      bench.answers();
      bench.write(OpCode.RC_RDMA_WRITE_ONLY, 202, 1, 0, 1).answers();
      bench.send(OpCode.RC_SEND_ONLY, 200, 1).write(OpCode.RC_RDMA_WRITE_ONLY, 201, 4, 0, 4);
      assertThat(bench.answers())
          .containsExactly("ACK 202, ACK, credits 2, MSN 3", "ACK 202, ACK, credits 2, MSN 3");
      assertThat(bench.memory(0, 2)).containsExactly(202, 201);
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 SUCCESS 1");
    }
  }

  @Test
  void acknowledgesADuplicateNoFurtherThanTheNextRead() {
    try (RcBench bench = RcBench.open(CA).postReceives(3)) {
      bench.send(OpCode.RC_SEND_ONLY, 200, 1).send(OpCode.RC_SEND_ONLY, 201, 1).read(202, 0, 4);
      bench.answers();
      bench.send(OpCode.RC_SEND_ONLY, 200, 1);
      assertThat(bench.answers()).containsExactly("ACK 201, ACK, credits 1, MSN 3");
    }
  }

  @Test
  void executesADuplicateReadAgain() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.read(200, 0, 600).write(OpCode.RC_RDMA_WRITE_ONLY, 203, 4, 0, 4).answers();
      bench.read(200, 0, 600);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_RESP_FIRST 200, ACK, credits 0, MSN 2, 256 bytes " + bench.hash(0, 256),
              "RDMA_READ_RESP_MIDDLE 201, 256 bytes " + bench.hash(256, 256),
              "RDMA_READ_RESP_LAST 202, ACK, credits 0, MSN 2, 88 bytes " + bench.hash(512, 88));
      bench.read(201, 256, 344);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_RESP_FIRST 201, ACK, credits 0, MSN 2, 256 bytes " + bench.hash(256, 256),
              "RDMA_READ_RESP_LAST 202, ACK, credits 0, MSN 2, 88 bytes " + bench.hash(512, 88));
    }
  }

  @Test
  void dropsWhatCannotBeADuplicateRead() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.read(200, 0, 256).fetchAdd(201, 0, 1).answers();
      bench.read(200, 0, 257).read(200, 4096, 4).read(201, 0, 4).read(199, 0, 4);
      assertThat(bench.answers()).isEmpty();
      assertThat(bench.query().state()).isEqualTo(State.RTS);
    }
  }

  @Test
  void repeatsTheAnswerOfADuplicateAtomic() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.write(OpCode.RC_RDMA_WRITE_ONLY, 200, 8, 0, 8);
      bench.fetchAdd(201, 0, 1).fetchAdd(202, 0, 1).answers();
      bench.fetchAdd(201, 0, 1).send(bench.atomic(OpCode.RC_CMPSWAP, 202, 0, 1, 1));
      assertThat(bench.answers())
          .containsExactly("ATOMIC_ACK 201, ACK, credits 0, MSN 3, original 0xc8c8c8c8c8c8c8c8");
      assertThat(bench.memory(0, 2)).containsExactly(0xCA, 0xC8);
    }
  }

  @Test
  void keepsAsManyAnswersAsMayBeOutstanding() {
    try (RcBench bench = RcBench.open(CA, s -> s.withReads(new RcSettings.Reads(1, 2)))) {
      for (int psn = 200; psn < 203; psn++) {
        bench.fetchAdd(psn, 0, 1).answers();
      }
      bench.fetchAdd(200, 0, 1).answers();
      bench.fetchAdd(201, 0, 1).fetchAdd(202, 0, 1);
      assertThat(bench.answers()).hasSize(2);
    }
  }

  @Test
  void asksForLaterWhenNoReceiveIsPosted() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.send(OpCode.RC_SEND_ONLY, 200, 1).send(OpCode.RC_SEND_ONLY, 201, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, RNR NAK, 0.64 ms, MSN 0");
      bench.send(OpCode.RC_SEND_ONLY, 200, 1);
      assertThat(bench.answers()).hasSize(1);
      bench.postReceives(1).send(OpCode.RC_SEND_ONLY, 200, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, ACK, credits 0, MSN 1");
    }
  }

  @Test
  void reportsItsOwnRnrTimer() {
    RcSettings.Retries retries = new RcSettings.Retries(0, 0, 0, 1);
    try (RcBench bench = RcBench.open(CA, s -> s.withRetries(retries))) {
      bench.send(OpCode.RC_SEND_FIRST, 200, 256);
      assertThat(bench.answers()).containsExactly("ACK 200, RNR NAK, 0.01 ms, MSN 0");
    }
  }

  @Test
  void refusesMoreReadsThanItHolds() {
    try (RcBench bench = RcBench.open(CA, s -> s.withReads(new RcSettings.Reads(1, 2)))) {
      bench.read(200, 0, 1).fetchAdd(201, 0, 1).read(202, 0, 1);
      assertThat(bench.answers())
          .hasSize(3)
          .last()
          .isEqualTo("ACK 202, NAK, invalid request, MSN 2");
    }
  }

  @Test
  void answersInTheOrderOfTheRequests() {
    try (RcBench bench = RcBench.open(CA).postReceives(1)) {
      bench
          .read(200, 0, 600)
          .fetchAdd(203, 0, 1)
          .send(OpCode.RC_SEND_ONLY, 204, 1)
          .read(205, 0, 1)
          .write(OpCode.RC_RDMA_WRITE_ONLY, 206, 1, 0, 1)
          .send(OpCode.RC_SEND_ONLY, 208, 1);
      assertThat(bench.answers())
          .extracting(line -> line.substring(0, line.indexOf(',')))
          .containsExactly(
              "RDMA_READ_RESP_FIRST 200",
              "RDMA_READ_RESP_MIDDLE 201",
              "RDMA_READ_RESP_LAST 202",
              "ATOMIC_ACK 203",
              "ACK 204",
              "RDMA_READ_RESP_ONLY 205",
              "ACK 206",
              "ACK 207");
    }
  }

  @Test
  void mayLeaveOutAcknowledges() {
    try (RcBench bench = RcBench.open(CA + "?acks=coalesced").postReceives(3)) {
      bench
          .send(OpCode.RC_SEND_ONLY, 200, 1)
          .send(OpCode.RC_SEND_ONLY, 201, 1)
          .fetchAdd(202, 0, 1)
          .send(OpCode.RC_SEND_ONLY, 203, 1)
          .write(OpCode.RC_RDMA_WRITE_ONLY, 204, 1, 0, 1);
      assertThat(bench.answers())
          .extracting(line -> line.substring(0, line.indexOf(',')))
          .containsExactly("ATOMIC_ACK 202", "ACK 204");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "4, 4", "5, 4", "7, 6", "11, 8", "13, 12", "23, 16", "24, 24"})
  void reportsAtMostAsManyCreditsAsItHasReceives(int posted, int credits) {
    try (RcBench bench = RcBench.open(CA).postReceives(posted)) {
      bench.write(OpCode.RC_RDMA_WRITE_ONLY, 200, 0, 0, 0);
      assertThat(bench.answers()).containsExactly("ACK 200, ACK, credits " + credits + ", MSN 1");
    }
  }

  @Test
  void mayTellNoCredits() {
    try (RcBench bench = RcBench.open(CA + "?credits=false").postReceives(2)) {
      bench.send(OpCode.RC_SEND_ONLY, 200, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, ACK, MSN 1");
    }
  }

  @Test
  void mayHaveNoAtomics() {
    try (RcBench bench = RcBench.open(CA + "?atomics=none")) {
      bench.fetchAdd(200, 0, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, invalid request, MSN 0");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "256, 0",
    "512, 77",
    "1024, 16777215",
    "2048, 16777214",
    "4096, 8388607",
    "4096, 8388608"
  })
  void worksWithEveryPathMtuAndPsn(int mtu, int start) {
    try (RcBench bench = RcBench.open(CA, s -> s.withPathMtu(mtu).withPsns(0, start))) {
      bench.postReceives(1);
      bench
          .read(bench.psn(0), 0, 3L * mtu)
          .write(OpCode.RC_RDMA_WRITE_FIRST, bench.psn(3), mtu, 0, mtu + 1L)
          .send(OpCode.RC_RDMA_WRITE_LAST, bench.psn(4), 1)
          .send(OpCode.RC_SEND_ONLY, bench.psn(5), mtu)
          .fetchAdd(bench.psn(6), 8, 1);
      assertThat(bench.answers()).hasSize(7).noneMatch(line -> line.contains("NAK"));
      assertThat(bench.query().receivePsn()).isEqualTo(bench.psn(7));
    }
  }

  @Test
  void saysNothingOnceItIsClosed() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.read(200, 0, 1000);
      RcBench.ask(() -> {
        bench.upper().close(bench.qp());
        return 0;
      });
      bench.answers();
      bench.read(204, 0, 10);
      assertThat(bench.answers()).isEmpty();
    }
  }
}
