package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.fabric.CountRule;
import org.ibassay.device.seam.Decision;

/// Where performance management can be made to deviate.
public final class PmaSeams {
  /// Whether a request is answered.
  public final Decision<Predicate<MemorySegment>> hears = new Decision<>(_ -> true);

  /// A request, before it is executed.
  public final Decision<Consumer<PmaCall>> requests = new Decision<>(_ -> {});

  /// A response, once it is complete.
  public final Decision<Consumer<PmaCall>> responses = new Decision<>(_ -> {});

  /// Whether a response that is received is taken for a request.
  public final Decision<Boolean> answersResponses = new Decision<>(false);

  /// How long a response takes, in nanoseconds.
  public final Decision<Long> delayNanos = new Decision<>(0L);

  /// How ports count.
  public final Decision<CountRule> counting = new Decision<>(CountRule.SATURATING);

  /// Without a deviation.
  public PmaSeams() {}
}
