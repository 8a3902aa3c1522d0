package org.ibassay.device.fabric;

/// A cable between two jacks, and the training of the link over it (Volume 2, link training state
/// machine, cut down to what PortInfo shows).
public final class Cable {
  /// How long the two ends take to train.
  public static final long TRAINING_NANOS = 10_000_000;

  private final Fabric fabric;
  private final Jack one;
  private final Jack other;
  private int attempt;

  private Cable(Fabric fabric, Jack one, Jack other) {
    this.fabric = fabric;
    this.one = one;
    this.other = other;
  }

  /// Joins two jacks; when both are polling the link is up at once, as long trained.
  public static Cable join(Fabric fabric, Jack one, Jack other) {
    Cable cable = new Cable(fabric, one, other);
    one.plug(cable);
    other.plug(cable);
    if (cable.bothReady()) {
      cable.train();
    }
    return cable;
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

  /// Settles on the best width and speed that both ends have enabled; without a common one both go
  /// on polling, and nothing comes of it until a port is told otherwise.
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

  /// Both poll, or one polls and so wakes the other, which sleeps.
  private boolean bothReady() {
    return isReady(one.state())
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
