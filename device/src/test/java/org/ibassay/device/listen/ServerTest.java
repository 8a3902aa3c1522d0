package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ServerTest {
  private static final int NODE_INFO = Attribute.NODE_INFO.id();

  private static final int PORT_INFO = Attribute.PORT_INFO.id();

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
  class Attaching {
    @Test
    void worksAtTheTesterAndWithoutAHost() throws LinkException {
      assertThat(bench.client(1).attach("Tester")).isTrue();
      TestClient second = bench.client(2);
      assertThat(second.attach("")).isTrue();
      assertThat(second.number()).isEqualTo(1);
      assertThat(second.data().asSlice(12).getString(0)).isEqualTo("Tester");
    }

    @Test
    void isRefusedAtOtherHosts() throws LinkException {
      assertThat(bench.client(1).attach("Dut")).isFalse();
      assertThat(bench.client(2).attach("x".repeat(32))).isFalse();
    }

    @Test
    void isForTenAtATime() throws LinkException {
      List<TestClient> ten = bench.attached(IntStream.rangeClosed(1, Server.CLIENTS).toArray());
      TestClient late = bench.client(99);
      assertThat(late.attach("Tester")).isFalse();

      assertThat(ten.get(4).ask(Control.DISCONNECT)).isEqualTo(Control.DISCONNECT);

      assertThat(late.attach("Tester")).isTrue();
      assertThat(late.number()).isEqualTo(4);
      assertThat(late.answers(1)).isTrue();
    }

    @Test
    void getsThePlaceOfOneThatVanished() throws LinkException {
      List<TestClient> ten = bench.attached(IntStream.rangeClosed(1, Server.CLIENTS).toArray());
      ten.get(7).vanish();

      TestClient late = bench.attached(99);

      assertThat(late.number()).isEqualTo(7);
      assertThat(late.answers(1)).isTrue();
      assertThat(ten.get(0).answers(1)).isTrue();
    }

    @Test
    void isRefusedToOneWithoutASocketForMads() throws LinkException {
      TestClient client = bench.client(1);
      client.data().fill((byte) 0).set(JAVA_INT, 0, 12345);
      assertThat(client.ask(Control.CONNECT)).isEqualTo(Control.ERROR);
    }

    @Test
    void byTheSubnetManagerIsRefusedToASecond() throws LinkException {
      assertThat(bench.client(1).attach("", true)).isTrue();
      assertThat(bench.client(2).attach("", true)).isFalse();
      assertThat(bench.client(3).attach("", false)).isTrue();
    }

    @Test
    void needsANameThatIsFree() {
      assertThatThrownBy(() -> Server.open(bench.fabric, bench::host, bench.name, bench.time::get))
          .isInstanceOf(LinkException.class)
          .hasMessageContaining(bench.name + ":ctl")
          .hasMessageContaining("another process does");
    }
  }

  @Nested
  class TheAdapter {
    @Test
    void showsWhatItsAgentSays() throws LinkException {
      TestClient client = bench.attached(1);
      long prefix = bench.tester.port(1).value(PortInfo.GID_PREFIX);

      assertThat(client.ask(Control.GET_NODE_INFO)).isEqualTo(Control.GET_NODE_INFO);
      MemorySegment nodeInfo = copy(client.data());
      assertThat(NodeInfo.NODE_TYPE.get(nodeInfo, 0)).isEqualTo(1);
      assertThat(NodeInfo.NUM_PORTS.get(nodeInfo, 0)).isEqualTo(1);
      assertThat(NodeInfo.LOCAL_PORT_NUM.get(nodeInfo, 0)).isEqualTo(1);

      client.ask(Control.GET_PORT_INFO);
      assertThat(PortInfo.LOCAL_PORT_NUM.get(client.data(), 0)).isEqualTo(1);
      assertThat(PortInfo.LID.get(client.data(), 0)).isEqualTo(LID);
      assertThat(PortInfo.LINK_SPEED_EXT_ACTIVE.get(client.data(), 0)).isNotZero();

      client.ask(Control.GET_PORT);
      assertThat(client.data().get(JAVA_SHORT, 0)).isEqualTo((short) LID);
      assertThat(client.data().get(JAVA_BYTE, 2)).isEqualTo((byte) PortState.INITIALIZE);

      client.ask(Control.GET_P_KEYS);
      assertThat(client.data().get(JAVA_INT, 0)).isEqualTo(0xFFFF);

      client.ask(Control.GET_VENDOR);
      assertThat(client.data().get(JAVA_INT, 0))
          .isEqualTo((int) NodeInfo.VENDOR_ID.get(nodeInfo, 0));
      assertThat(client.data().get(JAVA_LONG, 16)).isEqualTo(1);

      client.ask(Control.GET_GUID);
      assertThat(client.data().asSlice(0, 8).mismatch(NodeInfo.PORT_GUID.slice(nodeInfo, 0)))
          .isEqualTo(-1);

      client.ask(Control.GET_GID);
      assertThat(PortInfo.GID_PREFIX.get(client.data(), -8)).isEqualTo(prefix);
      assertThat(client.data().asSlice(8, 8).mismatch(NodeInfo.PORT_GUID.slice(nodeInfo, 0)))
          .isEqualTo(-1);
    }

    @Test
    void isAManagersAsLongAsAClientIsOne() throws LinkException {
      TestClient one = bench.attached(1);
      TestClient other = bench.attached(2);
      one.becomeSm();
      other.becomeSm();
      one.ask(Control.DISCONNECT);
      assertThat(bench.tester.port(1).value(PortInfo.IS_SM)).isEqualTo(1);
      other.vanish();
      bench.attached(3);
      assertThat(bench.tester.port(1).value(PortInfo.IS_SM)).isZero();
    }

    @Test
    void showsItselfThoughItHasAnMKey() throws LinkException {
      bench.tester.port(1).put(PortInfo.M_KEY, 77);
      bench.tester.port(1).put(PortInfo.M_KEY_PROTECT_BITS, 3);
      TestClient client = bench.attached(1);
      client.ask(Control.GET_NODE_INFO);
      assertThat(NodeInfo.NODE_TYPE.get(client.data(), 0)).isEqualTo(1);
    }
  }

  @Nested
  class Time {
    @Test
    void letsLeasesRunOut() throws LinkException {
      TestClient client = bench.attached(1);
      bench.dut.port(1).put(PortInfo.M_KEY, 77);
      bench.dut.port(1).put(PortInfo.M_KEY_PROTECT_BITS, 2);
      bench.dut.port(1).put(PortInfo.M_KEY_LEASE_PERIOD, 3);
      assertThat(client.answers(1)).isFalse();
      pass(2.9);
      assertThat(client.answers(1)).isFalse();
      pass(0.2);
      assertThat(client.answers(1)).isTrue();
    }

    /// More often than the lead allows.
    @Test
    void letsLinksTrainBeforeTheNextMad() throws LinkException {
      TestClient client = bench.attached(1);
      for (int i = 0; i < 10; i++) {
        client.smp(Method.SET, PORT_INFO, 1, 9, 1);
        takeOver(bench.dut.port(1).info(), TestClient.mad(client.out));
        PortInfo.PORT_STATE.set(TestClient.mad(client.out), Smp.DATA, PortState.DOWN);
        PortInfo.PORT_PHYSICAL_STATE.set(TestClient.mad(client.out), Smp.DATA, 0);
        client.send();

        assertThat(client.receives()).isTrue();
        assertThat(client.status()).isZero();
        assertThat(client.answers(1)).isTrue();
      }
    }

    @Test
    void isWhatASlowDeviceTakes() throws LinkException {
      try (Bench slow =
          new Bench(Variant.of(NodeKind.CA, Map.of(SimParameter.RESPONSE_MICROS, 500_000L)))) {
        TestClient client = slow.attached(1);
        client.smp(Method.GET, NODE_INFO, 0, 9, 1);
        client.send();
        assertThat(client.receives()).isFalse();
        slow.time.addAndGet(400_000_000);
        slow.server.turn(0);
        assertThat(client.receives()).isFalse();
        slow.time.addAndGet(110_000_000);
        slow.server.turn(0);
        assertThat(client.receives()).isTrue();
        assertThat(client.status()).isZero();
      }
    }

    private void pass(double seconds) {
      bench.time.addAndGet((long) (seconds * 1e9));
    }
  }

  private static void takeOver(MemorySegment attribute, MemorySegment mad) {
    MemorySegment.copy(attribute, 0, mad, Smp.DATA, attribute.byteSize());
  }

  private static MemorySegment copy(MemorySegment of) {
    return MemorySegment.ofArray(of.toArray(JAVA_BYTE));
  }
}
