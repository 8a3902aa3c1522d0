package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Clients of a served fabric that send garbage, or never read.
@EnabledOnOs(OS.LINUX)
class ServerGarbageTest {
  private static final int NODE_INFO = Attribute.NODE_INFO.id();

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
    assertThat(bench.attached(2).answers(1)).isTrue();
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
    assertThat(bench.attached(3).answers(1)).isTrue();
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
    assertThat(other.answers(1)).isTrue();
    int kept = 0;
    while (deaf.receives()) {
      kept++;
    }
    assertThat(kept).isBetween(1, 1000);
    assertThat(deaf.answers(1)).isTrue();
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
    assertThat(client.answers(1)).isTrue();
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

  /// Sets plausible headers, so that the fabric examines the rest.
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
