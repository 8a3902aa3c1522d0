package org.ibassay.device.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The handling of MADs sent by clients of a served fabric.
@EnabledOnOs(OS.LINUX)
class ServedRequestsTest {
  private static final int NODE_INFO = Attribute.NODE_INFO.id();

  private static final int SM_INFO = Attribute.SM_INFO.id();

  private static final int PATH_RECORD = 0x35;

  private static final int LID = 0x11;

  private Bench bench;

  @BeforeEach
  void open() throws LinkException {
    bench = Bench.of(NodeKind.CA);
    bench.tester.port(1).put(PortInfo.LID, LID);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Nested
  class Requests {
    @Test
    void areAnsweredByTheDutAndByTheAdapter() throws LinkException {
      TestClient client = bench.attached(1);
      long transaction = 0xABCD_0002_1234_5678L;
      client.smp(Method.GET, NODE_INFO, 0, transaction, 1);
      client.send();

      assertThat(client.receives()).isTrue();
      MemorySegment mad = client.received();
      assertThat(MadHeader.METHOD.get(mad, 0)).isEqualTo(Method.GET_RESP);
      assertThat(MadHeader.TRANSACTION_ID.get(mad, 0)).isEqualTo(0x0000_0002_1234_5678L);
      assertThat(NodeInfo.NUM_PORTS.get(mad, Smp.DATA)).isEqualTo(2);
      assertThat(client.in.length()).isEqualTo(256);
      assertThat(client.in.dlid()).isEqualTo(Smp.PERMISSIVE_LID);
      assertThat(client.status()).isZero();
      assertThat(client.receives()).isFalse();

      client.smp(Method.GET, NODE_INFO, 0, 5);
      client.send();
      assertThat(client.receives()).isTrue();
      assertThat(NodeInfo.NUM_PORTS.get(client.received(), Smp.DATA)).isEqualTo(1);
    }

    @Test
    void comeBackWhenNobodyAnswers() throws LinkException {
      TestClient client = bench.attached(1);
      client.smp(Method.GET, NODE_INFO, 0, 0x7_0000_0009L, 1, 2);
      client.send();

      assertThat(client.receives()).isTrue();
      assertThat(client.status()).isEqualTo(MadDatagram.TIMED_OUT);
      assertThat(MadHeader.METHOD.get(client.received(), 0)).isEqualTo(Method.GET);
      assertThat(MadHeader.TRANSACTION_ID.get(client.received(), 0)).isEqualTo(0x7_0000_0009L);
      assertThat(bench.fabric.isBusy()).isFalse();
    }

    @Test
    void comeBackFromWhereNoSubnetAdministrationIs() throws LinkException {
      TestClient client = bench.attached(1);
      client.routed(Gmp.SUBNET_ADMINISTRATION, 0x12, PATH_RECORD, 1, LID);
      client.send();
      assertThat(client.receives()).isTrue();
      assertThat(client.status()).isEqualTo(MadDatagram.TIMED_OUT);
      client.routed(0x04, Method.GET, 0x12, 1, 0x33);
      client.send();
      assertThat(client.receives()).isTrue();
      assertThat(client.status()).isEqualTo(MadDatagram.TIMED_OUT);
    }

    @Test
    void thatExpectNoAnswerNeverComeBack() throws LinkException {
      TestClient client = bench.attached(1);
      for (int method : List.of(0x03, Method.TRAP, Method.TRAP_REPRESS, Method.GET_RESP)) {
        client.routed(Smp.LID_ROUTED, method, 0x02, 1, 0x33);
        client.send();
        assertThat(client.receives()).isFalse();
      }
    }

    @Test
    void ofTwoClientsWithOneTransactionAreKeptApart() throws LinkException {
      TestClient one = bench.attached(1);
      TestClient other = bench.attached(2);
      one.smp(Method.GET, NODE_INFO, 0, 9, 1);
      other.smp(Method.GET, NODE_INFO, 0, 9);
      one.send();
      other.send();

      assertThat(one.receives()).isTrue();
      assertThat(NodeInfo.NUM_PORTS.get(one.received(), Smp.DATA)).isEqualTo(2);
      assertThat(other.receives()).isTrue();
      assertThat(NodeInfo.NUM_PORTS.get(other.received(), Smp.DATA)).isEqualTo(1);
      assertThat(MadHeader.TRANSACTION_ID.get(other.received(), 0)).isEqualTo((1L << 48) | 9);
    }

    @Test
    void ofAClientThatVanishedEndThere() throws LinkException {
      TestClient client = bench.attached(1);
      client.smp(Method.GET, NODE_INFO, 0, 9, 1);
      client.post();
      client.vanish();
      bench.server.turn(0);
      TestClient next = bench.attached(2);
      assertThat(next.number()).isZero();
      assertThat(next.answers(1)).isTrue();
    }
  }

  @Nested
  class ASubnetManagerClient {
    private TestClient manager;
    private TestClient client;

    @BeforeEach
    void attach() throws LinkException {
      manager = bench.attached(1);
      manager.becomeSm();
      client = bench.attached(2);
    }

    @Test
    void answersSubnetAdministrationToOtherClients() {
      client.routed(Gmp.SUBNET_ADMINISTRATION, 0x12, PATH_RECORD, 0x3_0000_0007L, LID);
      client.send();
      assertThat(client.receives()).isFalse();
      assertThat(manager.receives()).isTrue();
      assertThat(manager.sourceLid()).isEqualTo(LID);
      assertThat(manager.in.destQp()).isEqualTo(1);

      manager.out.copyOf(manager.in);
      MadHeader.METHOD.set(TestClient.mad(manager.out), 0, 0x92);
      manager.out.length(120);
      manager.send();

      assertThat(client.receives()).isTrue();
      assertThat(MadHeader.METHOD.get(client.received(), 0)).isEqualTo(0x92);
      assertThat(MadHeader.TRANSACTION_ID.get(client.received(), 0))
          .isEqualTo((1L << 48) | 0x3_0000_0007L);
      assertThat(client.in.length()).isEqualTo(120);
      assertThat(client.sourceLid()).isEqualTo(LID);
      assertThat(manager.receives()).isFalse();
    }

    @Test
    void answersSmInfo() {
      client.routed(Smp.LID_ROUTED, Method.GET, SM_INFO, 3, LID);
      client.send();
      assertThat(manager.receives()).isTrue();
      manager.out.copyOf(manager.in);
      MadHeader.METHOD.set(TestClient.mad(manager.out), 0, Method.GET_RESP);
      manager.send();
      assertThat(client.receives()).isTrue();
      assertThat(MadHeader.METHOD.get(client.received(), 0)).isEqualTo(Method.GET_RESP);
      assertThat(MadHeader.ATTRIBUTE_ID.get(client.received(), 0)).isEqualTo(SM_INFO);
      assertThat(MadHeader.TRANSACTION_ID.get(client.received(), 0)).isEqualTo((1L << 48) | 3);

      client.smp(Method.GET, SM_INFO, 0, 4);
      client.send();
      assertThat(manager.receives()).isTrue();
      assertThat(client.receives()).isFalse();
    }

    @Test
    void getsTraps() {
      client.routed(Smp.LID_ROUTED, Method.TRAP, 0x02, 3, LID);
      client.send();
      assertThat(manager.receives()).isTrue();
      assertThat(MadHeader.METHOD.get(manager.received(), 0)).isEqualTo(Method.TRAP);
    }

    @Test
    void getsTrapRepresses() {
      client.routed(Smp.LID_ROUTED, Method.TRAP_REPRESS, 0x02, 3, LID);
      client.send();
      assertThat(manager.receives()).isTrue();
      assertThat(MadHeader.METHOD.get(manager.received(), 0)).isEqualTo(Method.TRAP_REPRESS);
    }

    @Test
    void doesNotAnswerWhoNoLongerAsks() throws LinkException {
      client.routed(Gmp.SUBNET_ADMINISTRATION, 0x12, PATH_RECORD, 7, LID);
      client.send();
      assertThat(manager.receives()).isTrue();
      client.vanish();
      TestClient next = bench.attached(3);
      assertThat(next.number()).isEqualTo(1);

      manager.out.copyOf(manager.in);
      MadHeader.METHOD.set(TestClient.mad(manager.out), 0, 0x92);
      manager.send();

      assertThat(next.receives()).isFalse();
    }
  }
}
