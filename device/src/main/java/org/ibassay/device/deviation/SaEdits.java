package org.ibassay.device.deviation;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaMethod;

/// Common kinds of deviations in subnet administration.
final class SaEdits {
  private SaEdits() {}

  static DeviationSpec deviation(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(name, summary, Set.of(NodeKind.SM), effect);
  }

  /// Changes the responses to some requests.
  static Consumer<Seams> answers(Predicate<SaCall> which, UnaryOperator<RecordAnswer> edit) {
    return answersTo(which, (_, answer) -> edit.apply(answer));
  }

  /// Changes the responses to some requests, depending on the request.
  static Consumer<Seams> answersTo(
      Predicate<SaCall> which, BiFunction<SaCall, RecordAnswer, RecordAnswer> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public RecordAnswer answer(SaCall call, RecordAnswer found) {
                RecordAnswer answer = super.answer(call, found);
                return which.test(call) ? edit.apply(call, answer) : answer;
              }
            });
  }

  /// Changes records in some responses.
  static Consumer<Seams> records(Predicate<SaCall> which, BiConsumer<SaCall, MemorySegment> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public RecordAnswer answer(SaCall call, RecordAnswer found) {
                RecordAnswer answer = super.answer(call, found);
                if (which.test(call)) {
                  answer.records().forEach(record -> edit.accept(call, record));
                }
                return answer;
              }
            });
  }

  /// Changes some responses as a whole, including headers.
  static Consumer<Seams> messages(Predicate<SaCall> which, Consumer<MemorySegment> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public void message(SaCall call, MemorySegment message) {
                super.message(call, message);
                if (which.test(call)) {
                  edit.accept(message);
                }
              }
            });
  }

  /// Changes the MADs of some responses.
  static Consumer<Seams> segments(Predicate<SaCall> which, Consumer<MemorySegment> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public void segment(SaCall call, MemorySegment mad) {
                super.segment(call, mad);
                if (which.test(call)) {
                  edit.accept(mad);
                }
              }
            });
  }

  /// Changes the length of the MADs of some responses.
  static Consumer<Seams> lengths(Predicate<SaCall> which, int bytes) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public int bytes(SaCall call) {
                return which.test(call) ? bytes : super.bytes(call);
              }
            });
  }

  /// Changes the effective ComponentMask of some requests.
  static Consumer<Seams> masked(Predicate<SaCall> which, ToLongFunction<SaCall> mask) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public long componentMask(SaCall call) {
                long own = super.componentMask(call);
                return which.test(call) ? mask.applyAsLong(call) : own;
              }
            });
  }

  /// Handles some requests as if they were others.
  static Consumer<Seams> requests(Predicate<SaCall> which, Consumer<SaCall> edit) {
    return masked(
        which,
        call -> {
          edit.accept(call);
          return call.mask();
        });
  }

  /// Ignores a component of some requests.
  static Consumer<Seams> ignores(Predicate<SaCall> which, SaAttribute attribute, Field component) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public long componentMask(SaCall call) {
                long mask = super.componentMask(call);
                return which.test(call) ? mask & ~attribute.mask(component) : mask;
              }
            });
  }

  static Predicate<SaCall> gets(SaAttribute attribute) {
    return calls(SaMethod.GET, attribute);
  }

  static Predicate<SaCall> tables(SaAttribute attribute) {
    return calls(SaMethod.GET_TABLE, attribute);
  }

  static Predicate<SaCall> calls(int method, SaAttribute attribute) {
    return call -> call.method() == method && call.isFor(attribute);
  }
}
