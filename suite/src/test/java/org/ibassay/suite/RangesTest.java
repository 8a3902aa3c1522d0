package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RangesTest {
  @Test
  void neighborsGrowTogether() {
    Ranges ranges = new Ranges();
    for (long number : new long[] {3, 0, 1, 7, 2, 12, 14, 13}) {
      ranges.add(number);
    }
    assertThat(ranges).hasToString("0-3, 7, 12-14");
    assertThat(ranges.size()).isEqualTo(8);
  }

  @Test
  void aNumberCountsOnce() {
    Ranges ranges = new Ranges();
    ranges.add(5);
    ranges.add(5);
    assertThat(ranges.size()).isEqualTo(1);
  }

  @Test
  void lidsAreHexadecimal() {
    Ranges ranges = new Ranges();
    ranges.add(17);
    ranges.add(0xBFFF);
    ranges.add(0xC000);
    assertThat(ranges.toString("LID")).isEqualTo("0x0011, 0xBFFF-0xC000");
    assertThat(ranges.toString("block")).isEqualTo("17, 49151-49152");
    assertThat(Place.NOWHERE.at("LID", (short) 0xC000)).hasToString("LID 0xC000");
  }

  @Test
  void holdsWhatASetHolds() {
    long seed = new SplittableRandom().nextLong();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      Ranges left = new Ranges();
      Ranges right = new Ranges();
      TreeSet<Long> set = new TreeSet<>();
      for (int i = 0; i < 40; i++) {
        long number = random.nextInt(50);
        (random.nextBoolean() ? left : right).add(number);
        set.add(number);
      }
      left.addAll(right);
      Ranges ordered = new Ranges();
      set.forEach(ordered::add);
      assertThat(left).as("seed %d", seed).hasToString(ordered.toString());
      assertThat(left.size()).as("seed %d", seed).isEqualTo(set.size());
    }
  }
}
