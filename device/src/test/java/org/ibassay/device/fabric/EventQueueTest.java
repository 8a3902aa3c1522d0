package org.ibassay.device.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private record Made(long time, int number) {}

  @Test
  void eventsHappenInOrderOfTimeAndThenOfAdding() {
    long seed = Long.getLong("ibassay.seed", System.currentTimeMillis());
    System.out.println("EventQueueTest -Dibassay.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    EventQueue queue = new EventQueue();
    List<Made> expected = new ArrayList<>();
    List<Made> happened = new ArrayList<>();
    for (int round = 0; round < 200; round++) {
      for (int i = random.nextInt(50); i > 0; i--) {
        Made made = new Made(random.nextInt(20), expected.size() + happened.size());
        expected.add(made);
        queue.add(made.time, () -> happened.add(made));
      }
      expected.sort(Comparator.comparingLong(Made::time));
      for (int i = random.nextInt(50); i > 0 && !expected.isEmpty(); i--) {
        Made next = expected.removeFirst();
        assertThat(queue.nextTime()).isEqualTo(next.time);
        EventQueue.Event event = queue.take();
        event.happen();
        queue.recycle(event);
        assertThat(happened.getLast()).isSameAs(next);
      }
    }
  }

  @Test
  void anEmptyQueueHasNoNextTime() {
    assertThat(new EventQueue().nextTime()).isEqualTo(Long.MAX_VALUE);
  }
}
