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
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
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

@EnabledOnOs(OS.LINUX)
class ServerTest {
  private static final int NODE_INFO = Attribute.NODE_INFO.id();
  private static final int PORT_INFO = Attribute.PORT_INFO.id();
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
      assertThat(answers(late, 1)).isTrue();
    }

    @Test
    void getsThePlaceOfOneThatVanished() throws LinkException {
      List<TestClient> ten = bench.attached(IntStream.rangeClosed(1, Server.CLIENTS).toArray());
      ten.get(7).vanish();

      TestClient late = bench.attached(99);

      assertThat(late.number()).isEqualTo(7);
      assertThat(answers(late, 1)).isTrue();
      assertThat(answers(ten.get(0), 1)).isTrue();
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
      assertThatThrownBy(() -> Server.open(bench.tester, bench.name, bench.time::get))
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
      assertThat(status(client)).isZero();
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
      assertThat(status(client)).isEqualTo(MadDatagram.TIMED_OUT);
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
      assertThat(status(client)).isEqualTo(MadDatagram.TIMED_OUT);
      client.routed(0x04, Method.GET, 0x12, 1, 0x33);
      client.send();
      assertThat(client.receives()).isTrue();
      assertThat(status(client)).isEqualTo(MadDatagram.TIMED_OUT);
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
      assertThat(answers(next, 1)).isTrue();
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
      assertThat(sourceLid(manager)).isEqualTo(LID);
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
      assertThat(sourceLid(client)).isEqualTo(LID);
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

  @Nested
  class Time {
    @Test
    void letsLeasesRunOut() throws LinkException {
      TestClient client = bench.attached(1);
      bench.dut.port(1).put(PortInfo.M_KEY, 77);
      bench.dut.port(1).put(PortInfo.M_KEY_PROTECT_BITS, 2);
      bench.dut.port(1).put(PortInfo.M_KEY_LEASE_PERIOD, 3);
      assertThat(answers(client, 1)).isFalse();
      pass(2.9);
      assertThat(answers(client, 1)).isFalse();
      pass(0.2);
      assertThat(answers(client, 1)).isTrue();
    }

    /// More often than the lead has room for.
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
        assertThat(status(client)).isZero();
        assertThat(answers(client, 1)).isTrue();
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
        assertThat(status(client)).isZero();
      }
    }

    private void pass(double seconds) {
      bench.time.addAndGet((long) (seconds * 1e9));
    }
  }

  @Nested
  class Garbage {
    private static final int ROUNDS = 20_000;

    @Test
    void toTheControlSocketNeverEndsIt() throws LinkException {
      TestClient client = bench.client(1);
      SplittableRandom random = random("control");
      for (int i = 0; i < ROUNDS; i++) {
        MemorySegment bytes = bytes(random, random.nextInt(4) == 0 ? random.nextInt(200) : 80);
        if (bytes.byteSize() >= 16 && random.nextInt(8) != 0) {
          bytes.set(JAVA_INT, Control.MAGIC_AT, Control.MAGIC);
          bytes.set(JAVA_INT, Control.TYPE_AT, random.nextInt(-1, 13));
          bytes.set(JAVA_INT, Control.CLIENT_AT, random.nextInt(-1, 12));
        }
        client.controlRaw(bytes);
      }
      assertThat(answers(bench.attached(2), 1)).isTrue();
    }

    @Test
    void toAMadSocketNeverEndsIt() throws LinkException {
      TestClient client = bench.attached(1);
      TestClient manager = bench.attached(2);
      manager.becomeSm();
      SplittableRandom random = random("mad");
      for (int i = 0; i < ROUNDS; i++) {
        int size = random.nextInt(8) == 0 ? random.nextInt(600) : MadDatagram.BYTES;
        MemorySegment bytes = bytes(random, size);
        if (size == MadDatagram.BYTES) {
          plausible(random, bytes);
        }
        client.sendRaw(bytes);
        client.receives();
        manager.receives();
        assertThat(bench.fabric.isBusy()).isFalse();
      }
      assertThat(answers(bench.attached(3), 1)).isTrue();
    }

    @Test
    void byTheThousandToWhoNeverReadsDoesNotStopTheOthers() throws LinkException {
      TestClient deaf = bench.attached(1);
      TestClient other = bench.attached(2);
      for (int i = 0; i < ROUNDS; i++) {
        deaf.smp(Method.GET, NODE_INFO, 0, i, 1);
        deaf.send();
        bench.time.addAndGet(1_000_000);
      }
      assertThat(answers(other, 1)).isTrue();
      int kept = 0;
      while (deaf.receives()) {
        kept++;
      }
      assertThat(kept).isBetween(1, 1000);
      assertThat(answers(deaf, 1)).isTrue();
    }

    @Test
    void toASubnetManagerThatNeverAnswersIsForgotten() throws LinkException {
      TestClient manager = bench.attached(1);
      manager.becomeSm();
      TestClient client = bench.attached(2);
      for (int i = 0; i < ROUNDS; i++) {
        client.routed(Gmp.SUBNET_ADMINISTRATION, Method.GET, PATH_RECORD, i, LID);
        client.send();
        manager.receives();
        bench.time.addAndGet(1_000_000);
      }
      assertThat(answers(client, 1)).isTrue();
    }

    @Test
    void cannotComeToAMadSocketFromOthersThanItsClient() throws LinkException {
      TestClient client = bench.attached(1);
      assertThat(bench.client(2).aimAt(client.number())).isFalse();
    }

    private static SplittableRandom random(String what) {
      long seed = 20261121;
      System.out.println("garbage for " + what + ", seed " + seed);
      return new SplittableRandom(seed);
    }

    private MemorySegment bytes(SplittableRandom random, int size) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      return bench.arena.allocateFrom(JAVA_BYTE, bytes);
    }

    /// Headers near enough to right that the fabric looks further.
    private static void plausible(SplittableRandom random, MemorySegment bytes) {
      MadDatagram datagram = new MadDatagram(bytes);
      MemorySegment mad = TestClient.mad(datagram);
      if (random.nextInt(4) != 0) {
        datagram.length(random.nextInt(4) == 0 ? random.nextInt(300) : 256);
        int lid = random.nextInt(3) == 0 ? LID : Smp.PERMISSIVE_LID;
        datagram.address(0, lid, random.nextInt(3));
        int[] classes = {Smp.DIRECTED_ROUTE, Smp.LID_ROUTED, Gmp.SUBNET_ADMINISTRATION, 4};
        MadHeader.BASE_VERSION.set(mad, 0, 1);
        MadHeader.MGMT_CLASS.set(mad, 0, classes[random.nextInt(classes.length)]);
        MadHeader.CLASS_VERSION.set(mad, 0, random.nextInt(1, 3));
        int[] methods = {Method.GET, Method.SET, Method.TRAP, Method.GET_RESP, 0x12};
        MadHeader.METHOD.set(mad, 0, methods[random.nextInt(methods.length)]);
        MadHeader.ATTRIBUTE_ID.set(mad, 0, random.nextInt(0x40));
        Smp.HOP_POINTER.set(mad, 0, random.nextInt(3));
        Smp.HOP_COUNT.set(mad, 0, random.nextInt(3));
        Smp.DIRECTION.set(mad, 0, 0);
        Smp.INITIAL_PATH.set(mad, 0, 1, 1);
        Smp.DR_DLID.set(mad, 0, Smp.PERMISSIVE_LID);
        Smp.DR_SLID.set(mad, 0, Smp.PERMISSIVE_LID);
      }
    }
  }

  /// Whether the node at the end of a route answers.
  private static boolean answers(TestClient client, int... route) {
    client.smp(Method.GET, NODE_INFO, 0, 0x1234, route);
    client.send();
    return client.receives() && status(client) == 0;
  }

  private static int status(TestClient client) {
    int word = client.in.bytes().get(JAVA_INT, 16);
    return word == 0 ? 0 : word == Integer.reverseBytes(110) ? MadDatagram.TIMED_OUT : -1;
  }

  private static int sourceLid(TestClient client) {
    return Short.toUnsignedInt(Short.reverseBytes((short) client.in.bytes().get(JAVA_INT, 4)));
  }

  private static void takeOver(MemorySegment attribute, MemorySegment mad) {
    MemorySegment.copy(attribute, 0, mad, Smp.DATA, attribute.byteSize());
  }

  private static MemorySegment copy(MemorySegment of) {
    return MemorySegment.ofArray(of.toArray(JAVA_BYTE));
  }
}
