package org.ibassay.device.fabric;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A cable between two jacks, and the training of its link (Volume 2, link training state machine,
/// reduced to what PortInfo shows).
public final class Cable {
  /// Time that the two ends need for training.
  public static final long TRAINING_NANOS = 10_000_000;

  private static final long SHORTEST_DOWN_NANOS = 100_000_000;
  private static final long LONGEST_DOWN_NANOS = 1_000_000_000;

  private final Fabric fabric;
  private final Jack one;
  private final Jack other;
  private double loss;
  private @Nullable SplittableRandom fate;
  private int attempt;
  private boolean isCut;

  private Cable(Fabric fabric, Jack one, Jack other) {
    this.fabric = fabric;
    this.one = one;
    this.other = other;
  }

  /// Joins two jacks; if both are polling, the link is up at once.
  public static Cable join(Fabric fabric, Jack one, Jack other) {
    Cable cable = new Cable(fabric, one, other);
    one.plug(cable);
    other.plug(cable);
    if (cable.bothReady()) {
      cable.train();
    }
    return cable;
  }

  /// Starts losing packets.
  ///
  /// @param probability of losing a packet
  /// @param seed selects the packets
  public void lose(double probability, long seed) {
    loss = probability;
    fate = new SplittableRandom(seed);
  }

  /// Starts taking the link down and up, at times determined by the seed.
  ///
  /// @param upNanos average time that the link is up
  public void flap(long upNanos, long seed) {
    up(upNanos, new SplittableRandom(seed));
  }

  private void up(long upNanos, SplittableRandom random) {
    fabric.after(
        random.nextLong(upNanos / 2, upNanos + upNanos / 2 + 1),
        () -> {
          pull();
          fabric.after(
              random.nextLong(SHORTEST_DOWN_NANOS, LONGEST_DOWN_NANOS),
              () -> {
                isCut = false;
                if (bothReady()) {
                  startTraining();
                }
                up(upNanos, random);
              });
        });
  }

  private void pull() {
    isCut = true;
    for (Jack end : List.of(one, other)) {
      if (isTrainingOrUp(end)) {
        end.counts().add(PortCounts.Counter.LINK_DOWNED, 1); // except by command of a Set
        end.enter(end.logic().downDefault());
      }
    }
  }

  boolean loses() {
    return fate != null && fate.nextDouble() < loss;
  }

  Jack otherEnd(Jack of) {
    return of == one ? other : one;
  }

  void command(Jack end, PhysicalState wanted) {
    boolean hadPartner = isTrainingOrUp(end);
    Jack partner = otherEnd(end);
    end.enter(wanted);
    if (hadPartner) {
      partner.enter(partner.logic().downDefault());
    }
    if (bothReady()) {
      startTraining();
    }
  }

  private void startTraining() {
    int thisAttempt = ++attempt;
    fabric.trainingBegins();
    one.enter(PhysicalState.TRAINING);
    other.enter(PhysicalState.TRAINING);
    fabric.after(
        TRAINING_NANOS,
        () -> {
          fabric.trainingEnds();
          if (thisAttempt == attempt && isTraining(one) && isTraining(other)) {
            train();
          }
        });
  }

  /// Selects the greatest width and speed that both ends have enabled; without a common one, both
  /// keep polling until a port's settings change.
  private void train() {
    int width = Integer.highestOneBit(one.logic().widths() & other.logic().widths());
    int speed = Integer.highestOneBit(one.logic().speeds() & other.logic().speeds());
    int extended =
        Integer.highestOneBit(one.logic().extendedSpeeds() & other.logic().extendedSpeeds());
    if (width == 0 || speed == 0) {
      one.enter(PhysicalState.POLLING);
      other.enter(PhysicalState.POLLING);
      return;
    }
    one.enter(PhysicalState.LINK_UP);
    other.enter(PhysicalState.LINK_UP);
    one.logic().trained(width, speed, extended);
    other.logic().trained(width, speed, extended);
  }

  /// Whether both ends poll, or one polls and wakes the other, which sleeps.
  private boolean bothReady() {
    return !isCut
        && isReady(one.state())
        && isReady(other.state())
        && (one.state() == PhysicalState.POLLING || other.state() == PhysicalState.POLLING);
  }

  private static boolean isReady(PhysicalState state) {
    return state == PhysicalState.POLLING || state == PhysicalState.SLEEP;
  }

  private static boolean isTraining(Jack jack) {
    return jack.state() == PhysicalState.TRAINING;
  }

  private static boolean isTrainingOrUp(Jack jack) {
    return isTraining(jack) || jack.state() == PhysicalState.LINK_UP;
  }
}
