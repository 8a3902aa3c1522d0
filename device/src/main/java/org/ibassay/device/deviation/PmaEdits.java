package org.ibassay.device.deviation;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// Common kinds of deviations of performance management.
final class PmaEdits {
  private static final int LAST_OWN = 8;

  private PmaEdits() {}

  /// Changes some requests before they are executed.
  static Consumer<Seams> requests(Predicate<PmaCall> which, Consumer<PmaCall> edit) {
    return seams -> seams.performance.requests.deviate(under -> under.andThen(when(which, edit)));
  }

  /// Changes some responses.
  static Consumer<Seams> responses(Predicate<PmaCall> which, Consumer<PmaCall> edit) {
    return seams -> seams.performance.responses.deviate(under -> under.andThen(when(which, edit)));
  }

  private static Consumer<PmaCall> when(Predicate<PmaCall> which, Consumer<PmaCall> edit) {
    return call -> {
      if (which.test(call)) {
        edit.accept(call);
      }
    };
  }

  /// Changes responses with counters.
  static Consumer<Seams> answers(Consumer<PmaCall> edit) {
    return responses(PmaEdits::hasCounters, edit);
  }

  private static boolean hasCounters(PmaCall call) {
    return isOf(call, PortCounters.ATTRIBUTE) || isOf(call, PortCountersExtended.ATTRIBUTE);
  }

  /// Responds to some requests with another code.
  static Consumer<Seams> code(Predicate<PmaCall> which, int code) {
    return responses(which, call -> MadStatus.CODE.set(call.mad(), 0, code));
  }

  /// Delays responses.
  static Consumer<Seams> late(long nanos) {
    return seams -> seams.performance.delayNanos.deviate(_ -> nanos);
  }

  /// Clears all counters of PortCounters after some requests.
  static Consumer<Seams> clearing(Predicate<PmaCall> which) {
    return responses(which, call -> clear(counts(call, 0)));
  }

  /// Clears PortCounters after a Set of PortCountersExtended.
  static void clearPlainWithExtended(Seams seams) {
    clearing(call -> call.isSet(PortCountersExtended.ATTRIBUTE)).accept(seams);
  }

  /// Also sets SymbolErrorCounter of the next port.
  static void setNeighbor(Seams seams) {
    responses(
            call ->
                call.isSet(PortCounters.ATTRIBUTE) && call.asked(PortCounters.PORT_SELECT) < 255,
            call ->
                counts(call, 1)
                    .set(Counter.SYMBOL_ERRORS, call.asked(PortCounters.SYMBOL_ERROR_COUNTER)))
        .accept(seams);
  }

  /// A Set for a port above 8 sets all ports above 8.
  static void shareAbove8(Seams seams) {
    responses(
            call ->
                call.isSet(PortCounters.ATTRIBUTE)
                    && call.asked(PortCounters.PORT_SELECT) > LAST_OWN,
            call -> {
              for (int port = LAST_OWN + 1; port <= call.node().ports(); port++) {
                call.node()
                    .counts(port)
                    .set(Counter.SYMBOL_ERRORS, call.asked(PortCounters.SYMBOL_ERROR_COUNTER));
              }
            })
        .accept(seams);
  }

  /// Returns the counters of the port that a request names, or of a port after it.
  static PortCounts counts(PmaCall call, int after) {
    int ports = call.node().ports();
    int port = (int) call.asked(PortCounters.PORT_SELECT);
    return call.node().counts((Math.max(1, Math.min(port, ports)) - 1 + after) % ports + 1);
  }

  /// Clears the counters of a port.
  static void clear(PortCounts counts) {
    for (Counter counter : Counter.values()) {
      counts.set(counter, 0);
    }
  }

  static boolean isInfo(PmaCall call) {
    return isOf(call, PmClassPortInfo.ATTRIBUTE);
  }

  /// Whether it is a Set of counters.
  static boolean isSet(PmaCall call) {
    return MadHeader.METHOD.get(call.request(), 0) == Method.SET && hasCounters(call);
  }

  /// Whether it is a Set of PortCounters that selects a counter.
  static boolean isSetOf(PmaCall call, Counter counter) {
    return call.isSet(PortCounters.ATTRIBUTE)
        && (call.asked(PortCounters.COUNTER_SELECT) >> counter.bit() & 1) == 1;
  }

  private static boolean isOf(PmaCall call, GmpAttribute attribute) {
    return MadHeader.ATTRIBUTE_ID.get(call.request(), 0) == attribute.id();
  }
}
