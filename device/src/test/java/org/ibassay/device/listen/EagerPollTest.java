package org.ibassay.device.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EagerPollTest {
  private static final int MICRO = 1_000;
  private static final int LOOK = 0;

  private long now = -5_000; // a clock may begin at any time
  private long lookNanos = 10 * MICRO;
  private long readyAt = Long.MAX_VALUE;
  private int yields;
  private final List<Integer> asleep = new ArrayList<>();
  private final EagerPoll sockets = new EagerPoll(this::poll, () -> yields++, () -> now);

  private int poll(int millis) {
    if (millis != LOOK) {
      asleep.add(millis);
      return 7;
    }
    now += lookNanos;
    return now >= readyAt ? 1 : 0;
  }

  @Test
  void takesWhatComesSoonWithoutSleep() {
    readyAt = now + 3L * lookNanos;

    assertThat(sockets.await(-1)).isEqualTo(1);

    assertThat(asleep).isEmpty();
    assertThat(yields).isEqualTo(2);
  }

  @Test
  void goesToSleepWhenNothingComes() {
    long start = now;

    assertThat(sockets.await(-1)).isEqualTo(7);

    assertThat(asleep).containsExactly(-1);
    assertThat(now - start).isEqualTo(EagerPoll.AWAKE_NANOS);
  }

  @Test
  void restsAfterAVainWaitForAMultipleOfWhatItTook() {
    lookNanos = 3_000 * MICRO; // the processor was busy meanwhile
    sockets.await(-1);
    long rest = now + lookNanos * EagerPoll.REST;

    now = rest - 1;
    sockets.await(8);
    assertThat(now).as("asleep at once").isEqualTo(rest - 1);

    now = rest;
    sockets.await(9);
    assertThat(now).as("awake at first").isEqualTo(rest + lookNanos);
    assertThat(asleep).containsExactly(-1, 8, 9);
  }

  @Test
  void restsAfterASlowResponse() {
    lookNanos = EagerPoll.AWAKE_NANOS;
    readyAt = now;
    sockets.await(-1);
    long then = now;

    sockets.await(-1);

    assertThat(now).isEqualTo(then);
    assertThat(asleep).containsExactly(-1);
  }

  @Test
  void staysAwakeAgainAfterEachDatagram() {
    for (int i = 0; i < 1000; i++) {
      readyAt = now + 2L * lookNanos;
      assertThat(sockets.await(-1)).isEqualTo(1);
    }

    assertThat(asleep).isEmpty();
  }

  @Test
  void looksOnceWhenThereIsNoTimeToWait() {
    assertThat(sockets.await(0)).isZero();
    assertThat(sockets.await(0)).isZero();

    assertThat(yields).isZero();
    assertThat(asleep).isEmpty();
  }
}
