package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpCodeTest {
  @Test
  void namesAreServiceAndOperation() {
    for (OpCode opCode : OpCode.values()) {
      if (opCode != OpCode.CNP) {
        assertThat(opCode.name()).isEqualTo(opCode.service() + "_" + opCode.operation());
      }
    }
  }

  @Test
  void numbersAreThoseOfTheSpecification() {
    assertThat(OpCode.RC_SEND_FIRST.number()).isZero();
    assertThat(OpCode.RC_SEND_ONLY.number()).isEqualTo(0x04);
    assertThat(OpCode.RC_RDMA_READ_REQ.number()).isEqualTo(0x0C);
    assertThat(OpCode.RC_ACK.number()).isEqualTo(0x11);
    assertThat(OpCode.RC_ATOMIC_ACK.number()).isEqualTo(0x12);
    assertThat(OpCode.RC_CMPSWAP.number()).isEqualTo(0x13);
    assertThat(OpCode.RC_FETCHADD.number()).isEqualTo(0x14);
    assertThat(OpCode.RC_SEND_ONLY_INV.number()).isEqualTo(0x17);
    assertThat(OpCode.RC_FLUSH.number()).isEqualTo(0x1C);
    assertThat(OpCode.RC_ATOMIC_WRITE.number()).isEqualTo(0x1D);
    assertThat(OpCode.UC_RDMA_WRITE_ONLY_IMM.number()).isEqualTo(0x2B);
    assertThat(OpCode.RD_RESYNC.number()).isEqualTo(0x55);
    assertThat(OpCode.UD_SEND_ONLY.number()).isEqualTo(Bth.UD_SEND_ONLY);
    assertThat(OpCode.CNP.number()).isEqualTo(0x81);
    assertThat(OpCode.XRC_SEND_ONLY_INV.number()).isEqualTo(0xB7);
  }

  @Test
  void theOthersAreReserved() {
    assertThat(IntStream.of(0x15, 0x18, 0x1B, 0x1E, 0x2C, 0x60, 0x66, 0x80, 0xB5, 0xC0, 0xFF))
        .allMatch(number -> OpCode.of(number).isEmpty());
    assertThat(OpCode.name(0x15)).isEqualTo("opcode 0x15");
    assertThat(OpCode.name(0x11)).isEqualTo("RC_ACK");
  }

  @Test
  void eachNumberIsOnce() {
    assertThat(Arrays.stream(OpCode.values()).map(OpCode::number)).doesNotHaveDuplicates();
    for (OpCode opCode : OpCode.values()) {
      assertThat(OpCode.of(opCode.number())).contains(opCode);
    }
  }

  @Test
  void headersStandInWireOrder() {
    assertThat(OpCode.RC_SEND_ONLY.headers()).isEmpty();
    assertThat(OpCode.RC_RDMA_WRITE_ONLY_IMM.headers()).containsExactly(Header.RETH, Header.IMM_DT);
    assertThat(OpCode.RC_ATOMIC_ACK.headers()).containsExactly(Header.AETH, Header.ATOMIC_ACK_ETH);
    assertThat(OpCode.RC_FLUSH.headers()).containsExactly(Header.FETH, Header.RETH);
    assertThat(OpCode.RD_CMPSWAP.headers())
        .containsExactly(Header.RDETH, Header.DETH, Header.ATOMIC_ETH);
    assertThat(OpCode.RD_ACK.headers()).containsExactly(Header.RDETH, Header.AETH);
    assertThat(OpCode.RD_RESYNC.headers()).containsExactly(Header.RDETH, Header.DETH);
    assertThat(OpCode.UD_SEND_ONLY_IMM.headers()).containsExactly(Header.DETH, Header.IMM_DT);
    assertThat(OpCode.XRC_RDMA_READ_REQ.headers()).containsExactly(Header.XRCETH, Header.RETH);
    assertThat(OpCode.XRC_ACK.headers()).containsExactly(Header.AETH);
    assertThat(OpCode.RC_FETCHADD.headerBytes()).isEqualTo(28);
  }

  @Test
  void operationsKnowTheirPlaceInAMessage() {
    assertThat(Operation.SEND_ONLY_IMM.isStart() && Operation.SEND_ONLY_IMM.isEnd()).isTrue();
    assertThat(Operation.SEND_FIRST.isStart()).isTrue();
    assertThat(Operation.SEND_FIRST.isEnd()).isFalse();
    assertThat(Operation.RDMA_WRITE_LAST_IMM.isStart()).isFalse();
    assertThat(Operation.RDMA_WRITE_LAST_IMM.isEnd()).isTrue();
    assertThat(Operation.CNP.isWrite() || Operation.CNP.isSend()).isFalse();
    assertThat(Operation.RDMA_READ_RESP_MIDDLE.isResponse()).isTrue();
    assertThat(Operation.ACK.isReadResponse()).isFalse();
  }
}
