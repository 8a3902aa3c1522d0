package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Reth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which requests a responder NAKs, with which code, and how its QP ends (9.7.4.1, 9.9.3).
class RcRefusalTest {
  private static final String CA = "sim:ca";
  private static final String WITHOUT_OPTIONS = "sim:ca?windows=false&flush=false";

  /// Each case sends the invalid packet at PSN 200 or, after a FIRST of 256 bytes, at 201.
  @ParameterizedTest
  @CsvSource({
    "RC_SEND_MIDDLE, 256, false, false",
    "RC_SEND_LAST, 1, false, false",
    "RC_RDMA_WRITE_MIDDLE, 256, false, false",
    "RC_RDMA_WRITE_LAST, 1, false, false",
    "RC_SEND_ONLY, 1, true, false",
    "RC_SEND_FIRST, 256, true, false",
    "RC_RDMA_WRITE_LAST, 1, true, false",
    "RC_SEND_LAST, 1, false, true",
    "RC_SEND_ONLY, 1, false, true",
    "RC_SEND_ONLY, 257, false, false",
    "RC_SEND_ONLY, 1100, false, false",
    "RC_SEND_FIRST, 255, false, false",
    "RC_SEND_FIRST, 260, false, false",
    "RC_SEND_MIDDLE, 252, true, false",
    "RC_SEND_LAST, 0, true, false",
    "RC_SEND_LAST, 257, true, false",
    "RC_RDMA_WRITE_LAST, 43, false, true",
    "RC_RDMA_WRITE_LAST, 45, false, true",
    "RC_RDMA_WRITE_MIDDLE, 256, false, true",
    "RC_SEND_ONLY_INV, 4, false, false",
    "RC_FLUSH, 0, false, false"
  })
  void refusesWhatIsNoValidRequest(
      OpCode opCode, int payload, boolean afterSend, boolean afterWrite) {
    try (RcBench bench = RcBench.open(WITHOUT_OPTIONS).postReceives(2)) {
      if (afterSend) {
        bench.send(OpCode.RC_SEND_FIRST, 200, 256).answers();
      }
      if (afterWrite) {
        bench.write(OpCode.RC_RDMA_WRITE_FIRST, 200, 256, 0, 300).answers();
      }
      int psn = afterSend || afterWrite ? 201 : 200;
      bench.send(opCode, psn, payload);
      assertThat(bench.answers()).containsExactly("ACK " + psn + ", NAK, invalid request, MSN 0");
      assertThat(bench.query().state()).isEqualTo(State.ERR);
      assertThat(bench.polled(Queue.RECEIVE))
          .containsExactly(afterSend ? "0 REM_INV_REQ_ERR" : "0 WR_FLUSH_ERR", "1 WR_FLUSH_ERR");
      bench.send(OpCode.RC_SEND_ONLY, psn, 0);
      assertThat(bench.answers()).isEmpty();
    }
  }

  @Test
  void refusesALengthOver2To31() {
    for (OpCode opCode : List.of(OpCode.RC_RDMA_READ_REQ, OpCode.RC_RDMA_WRITE_FIRST)) {
      try (RcBench bench = RcBench.open(CA)) {
        int payload = opCode == OpCode.RC_RDMA_READ_REQ ? 0 : 256;
        bench.write(opCode, 200, payload, 0, (1L << 31) + 1);
        assertThat(bench.answers()).containsExactly("ACK 200, NAK, invalid request, MSN 0");
        bench.reopen(s -> s);
        bench.write(opCode, 200, payload, 0, 1L << 31);
        assertThat(bench.answers()).containsExactly("ACK 200, NAK, remote access error, MSN 0");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void refusesAMisalignedAtomic(int at) {
    try (RcBench bench = RcBench.open(CA)) {
      bench.fetchAdd(200, at, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, invalid request, MSN 0");
    }
  }

  @Test
  void refusesAMessageThatDoesNotFitIntoTheReceive() {
    try (RcBench bench = RcBench.open(CA).postReceives(1)) {
      for (int i = 0; i < 16; i++) {
        bench.send(i == 0 ? OpCode.RC_SEND_FIRST : OpCode.RC_SEND_MIDDLE, 200 + i, 256);
      }
      bench.answers();
      bench.send(OpCode.RC_SEND_LAST, 216, 1);
      assertThat(bench.answers()).containsExactly("ACK 216, NAK, invalid request, MSN 0");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("0 LOC_LEN_ERR");
    }
  }

  @Test
  void reportsThatItCannotUseItsOwnReceive() {
    try (RcBench bench = RcBench.open(CA)) {
      MemoryRegion readOnly = bench.register(100, AccessRights.NONE);
      RcBench.ask(() -> {
        bench.upper().postReceive(bench.qp(), 7, readOnly.whole());
        return 0;
      });
      bench.send(OpCode.RC_SEND_ONLY, 200, 10);
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, remote operational error, MSN 0");
      assertThat(bench.polled(Queue.RECEIVE)).containsExactly("7 LOC_PROT_ERR");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 65537", "65536, 1", "-1, 4", "65528, 9", "9223372036854775807, 1"})
  void refusesWhatLeavesTheRegion(long at, long bytes) {
    try (RcBench bench = RcBench.open(CA)) {
      bench.read(200, at, bytes);
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, remote access error, MSN 0");
      assertThat(bench.query().state()).isEqualTo(State.ERR);
    }
  }

  @Test
  void servesARegionToItsLastByte() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.read(200, 65535, 1).write(OpCode.RC_RDMA_WRITE_ONLY, 201, 2, 65534, 2);
      bench.fetchAdd(202, 65528, 1);
      assertThat(bench.answers()).hasSize(3).noneMatch(line -> line.contains("NAK"));
      bench.fetchAdd(203, 65536, 1);
      assertThat(bench.answers()).containsExactly("ACK 203, NAK, remote access error, MSN 3");
    }
  }

  @Test
  void looksAtNoKeyForALengthOfZero() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.send(bench.reth(OpCode.RC_RDMA_READ_REQ, 200, -9, 0).set(Header.RETH, Reth.R_KEY, 99));
      bench.send(
          bench.reth(OpCode.RC_RDMA_WRITE_ONLY, 201, -9, 0).set(Header.RETH, Reth.R_KEY, 99));
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_RESP_ONLY 200, ACK, credits 0, MSN 1", "ACK 201, ACK, credits 0, MSN 2");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "write", "atomic"})
  void refusesWhatTheRegionOrTheQpDoesNotAllow(String kind) {
    AccessRights rights =
        switch (kind) {
          case "read" -> AccessRights.ALL.withRemoteRead(false);
          case "write" -> AccessRights.ALL.withRemoteWrite(false);
          default -> AccessRights.ALL.withRemoteAtomic(false);
        };
    try (RcBench bench = RcBench.open(CA)) {
      MemoryRegion region = bench.register(64, rights);
      request(bench, kind, region);
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, remote access error, MSN 0");
      bench.reopen(s -> s.withAccess(rights));
      request(bench, kind, bench.region());
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, invalid request, MSN 0");
    }
  }

  private static void request(RcBench bench, String kind, MemoryRegion region) {
    long at = region.address() - bench.region().address();
    switch (kind) {
      case "read" ->
          bench.send(
              bench
                  .reth(OpCode.RC_RDMA_READ_REQ, 200, at, 4)
                  .set(Header.RETH, Reth.R_KEY, region.rkey()));
      case "write" ->
          bench.send(
              bench
                  .reth(OpCode.RC_RDMA_WRITE_ONLY, 200, at, 4)
                  .set(Header.RETH, Reth.R_KEY, region.rkey())
                  .payload(4));
      default ->
          bench.send(
              bench
                  .atomic(OpCode.RC_FETCHADD, 200, at, 1, 0)
                  .set(Header.ATOMIC_ETH, AtomicEth.R_KEY, region.rkey()));
    }
  }

  @Test
  void refusesAKeyThatIsGone() {
    try (RcBench bench = RcBench.open(CA)) {
      bench.write(OpCode.RC_RDMA_WRITE_FIRST, 200, 256, 0, 300).answers();
      RcBench.ask(() -> {
        bench.upper().free(bench.region());
        return 0;
      });
      bench.send(OpCode.RC_RDMA_WRITE_LAST, 201, 44);
      assertThat(bench.answers()).containsExactly("ACK 201, NAK, remote access error, MSN 0");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x15, 0x18, 0x19, 0x1A, 0x1B, 0x1E, 0x1F})
  void refusesOrIgnoresReservedOperations(int code) {
    try (RcBench bench = RcBench.open(CA)) {
      bench.send(bench.packet(OpCode.RC_SEND_ONLY, 200).set(Header.BTH, Bth.OP_CODE, code));
      assertThat(bench.answers()).containsExactly("ACK 200, NAK, invalid request, MSN 0");
    }
    try (RcBench bench = RcBench.open(CA + "?reserved-opcodes=ignore").postReceives(1)) {
      bench.send(bench.packet(OpCode.RC_SEND_ONLY, 200).set(Header.BTH, Bth.OP_CODE, code));
      assertThat(bench.answers()).isEmpty();
      bench.send(OpCode.RC_SEND_ONLY, 200, 1);
      assertThat(bench.answers()).containsExactly("ACK 200, ACK, credits 0, MSN 1");
    }
  }
}
