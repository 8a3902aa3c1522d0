package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.RcRequests.CA;
import static org.ibassay.device.RcRequests.LEAST_NANOS;
import static org.ibassay.device.RcRequests.TIMEOUT;
import static org.ibassay.device.RcRequests.open;
import static org.ibassay.device.RcRequests.read;
import static org.ibassay.device.RcRequests.retrying;
import static org.ibassay.device.RcRequests.send;
import static org.ibassay.device.RcRequests.with;

import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Retries by the requester of a reliable connection.
class RcRetryTest {
  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7})
  void sendsAgainAsOftenAsItMay(int count) {
    try (RcBench bench = retrying(count, 0)) {
      read(bench, 9, 256);
      assertThat(bench.answers()).hasSize(1);
      long begin = bench.now();
      for (int i = 0; i < count; i++) {
        String again = bench.next(4 * LEAST_NANOS);
        assertThat(again).endsWith("RDMA_READ_REQ 100, 256 bytes at 0x1000 of 0x77, asks");
        assertThat(bench.now() - begin).isBetween(LEAST_NANOS - 2 * MILLI, 4 * LEAST_NANOS);
        begin = bench.now();
        assertThat(bench.polled(Queue.SEND)).isEmpty();
      }
      assertThat(bench.answers(5 * LEAST_NANOS)).isEmpty();
      assertThat(bench.polled(Queue.SEND)).containsExactly("9 RETRY_EXC_ERR");
      assertThat(bench.query().state()).isEqualTo(State.ERR);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void takesUpToFourTimesTheAckTimeout(int times) {
    RcSettings.Retries retries = new RcSettings.Retries(TIMEOUT, 1, 0, 12);
    try (RcBench bench = RcBench.open(CA + "?ack-timeout-times=" + times, with(retries))) {
      read(bench, 9, 1);
      bench.next(MILLI);
      long sent = bench.now();
      bench.next(4 * LEAST_NANOS);
      assertThat(bench.now() - sent).isBetween(times * LEAST_NANOS, times * LEAST_NANOS + 10_000);
    }
  }

  @Test
  void restartsTheRetryCountAfterProgress() {
    try (RcBench bench = retrying(1, 0)) {
      send(bench, 1, 257);
      assertThat(bench.answers()).hasSize(2);
      assertThat(bench.answers(3 * LEAST_NANOS)).hasSize(2);
      bench.ack(100, 0);
      assertThat(bench.answers(3 * LEAST_NANOS))
          .containsExactly("SEND_LAST 101, asks, 1 bytes " + bench.hash(256, 1));
    }
  }

  @Test
  void waitsForEverWithoutATimeout() {
    try (RcBench bench = open()) {
      send(bench, 1, 1);
      bench.answers();
      assertThat(bench.answers(3_600_000 * MILLI)).isEmpty();
      assertThat(bench.polled(Queue.SEND)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "31, 491520", "0, 655360", "12, 640"})
  void waitsAsLongAsAnRnrNakSays(int timer, long micros) {
    try (RcBench bench = RcBench.open(CA, with(new RcSettings.Retries(0, 0, 1, 12)))) {
      send(bench, 1, 1);
      bench.answers();
      bench.answer(OpCode.RC_ACK, 100, new Syndrome.RnrNak(timer), 0);
      long asked = bench.now();
      assertThat(bench.next(2_000 * MILLI)).contains("SEND_ONLY 100, asks");
      assertThat(bench.now() - asked).isBetween(micros * 1000, micros * 1000 + 10_000);
      bench.answer(OpCode.RC_ACK, 100, new Syndrome.RnrNak(timer), 0).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 RNR_RETRY_EXC_ERR");
    }
  }

  @Test
  void triesForEverWithAnRnrCountOf7() {
    try (RcBench bench = RcBench.open(CA, with(new RcSettings.Retries(0, 0, 7, 12)))) {
      send(bench, 1, 1);
      assertThat(bench.answers()).hasSize(1);
      for (int i = 0; i < 20; i++) {
        bench.answer(OpCode.RC_ACK, 100, new Syndrome.RnrNak(1), 0);
        assertThat(bench.answers()).hasSize(1);
      }
      bench.ack(100, 1).answers();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS");
    }
  }

  @Test
  void failsAtOnceWithAnRnrCountOf0() {
    try (RcBench bench = open()) {
      send(bench, 1, 1);
      send(bench, 2, 1);
      bench.answers();
      bench.answer(OpCode.RC_ACK, 100, new Syndrome.RnrNak(1), 0);
      assertThat(bench.answers()).isEmpty();
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 RNR_RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
    }
  }

  @Test
  void goesBackToTheMissingPacket() {
    try (RcBench bench = retrying(3, 0)) {
      send(bench, 1, 1);
      send(bench, 2, 600);
      bench.answers();
      bench.answer(OpCode.RC_ACK, 102, new Nak(Nak.PSN_SEQUENCE_ERROR), 1);
      assertThat(bench.answers())
          .containsExactly(
              "SEND_MIDDLE 102, 256 bytes " + bench.hash(256, 256),
              "SEND_LAST 103, asks, 88 bytes " + bench.hash(512, 88));
      assertThat(bench.polled(Queue.SEND)).containsExactly("1 SUCCESS");
    }
  }
}
