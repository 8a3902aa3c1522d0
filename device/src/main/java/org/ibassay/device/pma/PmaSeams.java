package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.fabric.CountRule;
import org.ibassay.device.seam.Decision;

/// The seams of performance management.
public final class PmaSeams {
  /// Whether a request is answered.
  public final Decision<Predicate<MemorySegment>> hears = new Decision<>(_ -> true);

  /// Changes a request before it is executed.
  public final Decision<Consumer<PmaCall>> requests = new Decision<>(_ -> {});

  /// Changes a complete response.
  public final Decision<Consumer<PmaCall>> responses = new Decision<>(_ -> {});

  /// Whether a received response is handled as a request.
  public final Decision<Boolean> answersResponses = new Decision<>(false);

  /// Time until a response is sent, in nanoseconds.
  public final Decision<Long> delayNanos = new Decision<>(0L);

  /// How ports count.
  public final Decision<CountRule> counting = new Decision<>(CountRule.SATURATING);

  /// How ports are sampled.
  public final SampleSeams samples = new SampleSeams();

  /// Seams without deviations.
  public PmaSeams() {}
}
