package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.copy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sa.RequestReceiver;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;

/// Common kinds of deviations in receiving a request in segments.
final class RequestEdits {
  private RequestEdits() {}

  static DeviationSpec deviation(String name, String summary, Consumer<Seams> effect) {
    return SaEdits.deviation("request." + name, summary, effect);
  }

  /// Replaces the receiver of requests in segments.
  static Consumer<Seams> receivers(UnaryOperator<RequestReceiver> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public RequestReceiver receiver(RequestReceiver receiver) {
                return edit.apply(super.receiver(receiver));
              }
            });
  }

  /// Changes the MADs sent.
  static Consumer<Seams> outgoing(UnaryOperator<List<MemorySegment>> edit) {
    return receivers(receiver ->
        new RequestReceiver.Overlay(receiver) {
          @Override
          public List<MemorySegment> accept(MemorySegment mad, long now) {
            return edit.apply(super.accept(mad, now));
          }

          @Override
          public List<MemorySegment> expire(long now) {
            return edit.apply(super.expire(now));
          }
        });
  }

  static Consumer<Seams> dropped(Predicate<MemorySegment> which) {
    return outgoing(mads -> mads.stream().filter(which.negate()).toList());
  }

  static Consumer<Seams> sent(Predicate<MemorySegment> which, Consumer<MemorySegment> edit) {
    return outgoing(mads -> {
      mads.stream().filter(which).forEach(edit);
      return mads;
    });
  }

  static Consumer<Seams> deafTo(Predicate<MemorySegment> which) {
    return receivers(receiver ->
        new RequestReceiver.Overlay(receiver) {
          @Override
          public List<MemorySegment> accept(MemorySegment mad, long now) {
            return which.test(mad) ? List.of() : super.accept(mad, now);
          }
        });
  }

  /// Interprets MADs received differently; the state of the edit belongs to one request.
  static RequestReceiver understanding(
      RequestReceiver receiver, UnaryOperator<MemorySegment> edit) {
    return new RequestReceiver.Overlay(receiver) {
      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        return super.accept(edit.apply(copy(mad)), now);
      }
    };
  }
}
