package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.MulticastForwardingTable.PORT_MASK;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.ibassay.device.SmpClient.Mad;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The multicast table compared with a model based on LIDs and ports instead of blocks and groups.
class MulticastTableTest {
  private static final int REQUESTS = 4000;
  private static final int PORTS_AND_MORE = 256;

  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());

  private final SplittableRandom random = new SplittableRandom(SEED);

  @BeforeAll
  static void tellSeed() {
    System.out.println("MulticastTableTest -Dibassay.seed=" + SEED);
  }

  /// The ports of each multicast LID.
  private static final class Model {
    private final int capacity;
    private final int ports;
    private final BitSet content = new BitSet();

    Model(int capacity, int ports) {
      this.capacity = capacity;
      this.ports = ports;
    }

    boolean refuses(int block, int group) {
      return block * 32 >= capacity || group * 16 > ports;
    }

    boolean has(int lid, int port) {
      return content.get(lid * PORTS_AND_MORE + port);
    }

    void put(int lid, int port, boolean member) {
      if (lid < capacity && port <= ports) {
        content.set(lid * PORTS_AND_MORE + port, member);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 100, 1024, 16384})
  void behavesAsTheModelOfThatCapacity(int capacity) {
    compare(capacity, 1 + random.nextInt(254));
  }

  @ParameterizedTest
  @CsvSource({
    "1", "14", "15", "16", "17", "31", "32", "36", "47", "48", "239", "240", "253", "254"
  })
  void behavesAsTheModelOfThatManyPorts(int ports) {
    compare(1 + random.nextInt(2000), ports);
  }

  private void compare(int capacity, int ports) {
    Model model = new Model(capacity, ports);
    try (SmpClient smps =
        SmpClient.open("sim:switch?mcast-cap=%d&ports=%d".formatted(capacity, ports))) {
      for (int i = 0; i < REQUESTS; i++) {
        int block = random.nextBoolean() ? random.nextInt(512) : random.nextInt(capacity / 32 + 2);
        int group = random.nextBoolean() ? random.nextInt(16) : random.nextInt(ports / 16 + 1);
        step(smps, model, Math.min(block, 511), group);
      }
    }
  }

  private void step(SmpClient smps, Model model, int block, int group) {
    long modifier = ((long) group << 28) | block;
    Mad answer;
    if (random.nextBoolean()) {
      answer = smps.ask(SmpClient.get(MULTICAST_FORWARDING_TABLE, modifier));
    } else {
      Mad set = SmpClient.set(MULTICAST_FORWARDING_TABLE, modifier);
      for (int entry = 0; entry < 32; entry++) {
        int mask = random.nextInt(0x10000);
        set.with(PORT_MASK, entry, mask);
        for (int bit = 0; bit < 16; bit++) {
          model.put(block * 32 + entry, group * 16 + bit, ((mask >> bit) & 1) == 1);
        }
      }
      answer = smps.ask(set);
    }
    assertThat(answer.code()).isEqualTo(model.refuses(block, group) ? 7 : 0);
    for (int entry = 0; entry < 32; entry++) {
      int expected = 0;
      for (int bit = 0; bit < 16; bit++) {
        expected |= model.has(block * 32 + entry, group * 16 + bit) ? 1 << bit : 0;
      }
      assertThat(answer.value(PORT_MASK, entry))
          .as(
              "capacity %d, %d ports, block %d, group %d",
              model.capacity, model.ports, block, group)
          .isEqualTo(expected);
    }
  }
}
