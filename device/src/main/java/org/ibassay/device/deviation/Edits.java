package org.ibassay.device.deviation;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Replies;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// Common kinds of deviations: a changed response, another status code.
public final class Edits {
  private Edits() {}

  /// Changes some responses.
  public static Consumer<Seams> responses(
      Predicate<Transaction> which, Consumer<Transaction> edit) {
    return seams ->
        seams.replies.deviate(replies ->
            new Replies.Overlay(replies) {
              @Override
              public void edit(Transaction t) {
                super.edit(t);
                if (which.test(t)) {
                  edit.accept(t);
                }
              }
            });
  }

  /// Ignores some requests.
  public static Consumer<Seams> deafTo(Predicate<Transaction> which) {
    return seams ->
        seams.replies.deviate(replies ->
            new Replies.Overlay(replies) {
              @Override
              public boolean hears(Transaction t) {
                return !which.test(t) && super.hears(t);
              }
            });
  }

  /// Delays the responses to some requests.
  static Consumer<Seams> delays(ToDelay delay) {
    return seams ->
        seams.replies.deviate(replies ->
            new Replies.Overlay(replies) {
              @Override
              public long delayNanos(Transaction t) {
                return Math.max(super.delayNanos(t), delay.nanos(t));
              }
            });
  }

  /// Computes the minimum response time.
  interface ToDelay {
    long nanos(Transaction t);
  }

  /// Changes the status codes of responses for an attribute.
  ///
  /// @param code from the transaction and the conforming code
  static Consumer<Seams> codes(Attribute attribute, ToIntBiFunction<Transaction, Integer> code) {
    return requests(attribute, (t, right) -> code.applyAsInt(t, right.applyAsInt(t)));
  }

  /// Handles a request.
  @FunctionalInterface
  interface Dealing {
    /// @param right the conforming handler
    /// @return the status code
    int with(Transaction t, ToIntFunction<Transaction> right);
  }

  /// Replaces the handling of requests for an attribute, both Gets and Sets.
  static Consumer<Seams> requests(Attribute attribute, Dealing dealing) {
    return handler(
        attribute,
        handler -> handler(t -> dealing.with(t, handler::get), t -> dealing.with(t, handler::set)));
  }

  /// Handles a Set.
  @FunctionalInterface
  interface Setting {
    /// @param handler the conforming handler
    /// @return the status code
    int with(Transaction t, AttributeHandler handler);
  }

  /// Replaces the handling of Sets of an attribute.
  static Consumer<Seams> sets(Attribute attribute, Setting setting) {
    return handler(attribute, handler -> withSet(handler, t -> setting.with(t, handler)));
  }

  /// Returns a handler with another handling of Sets.
  static AttributeHandler withSet(AttributeHandler handler, ToIntFunction<Transaction> set) {
    return handler(handler::get, set);
  }

  /// Returns a handler with these two methods.
  static AttributeHandler handler(ToIntFunction<Transaction> get, ToIntFunction<Transaction> set) {
    return new AttributeHandler() {
      @Override
      public int get(Transaction t) {
        return get.applyAsInt(t);
      }

      @Override
      public int set(Transaction t) {
        return set.applyAsInt(t);
      }
    };
  }

  /// Replaces the handler of an attribute.
  static Consumer<Seams> handler(Attribute attribute, UnaryOperator<AttributeHandler> deviation) {
    return handlers((of, handler) -> of.equals(attribute) ? deviation.apply(handler) : handler);
  }

  /// Replaces handlers.
  ///
  /// @param deviation from an attribute and its conforming handler
  static Consumer<Seams> handlers(Seams.HandlerChoice deviation) {
    return seams ->
        seams.handlers.deviate(under ->
            (attribute, conforming) -> deviation.of(attribute, under.of(attribute, conforming)));
  }

  /// Changes the contents of an attribute after a Set of another one.
  static Consumer<Seams> changedBySets(Attribute set, Attribute shown, Consumer<Transaction> edit) {
    return seams -> {
      boolean[] wasSet = new boolean[1];
      responses(
              t -> {
                wasSet[0] |= isSet(t) && isOf(set, t);
                return wasSet[0] && isOf(shown, t);
              },
              edit)
          .accept(seams);
    };
  }

  static boolean isGet(Transaction t) {
    return t.method() == Method.GET;
  }

  static boolean isSet(Transaction t) {
    return t.method() == Method.SET;
  }

  static boolean isByLid(Transaction t) {
    return MadHeader.MGMT_CLASS.get(t.request(), 0) == Smp.LID_ROUTED;
  }

  static boolean isOf(Attribute attribute, Transaction t) {
    return t.attributeId() == attribute.id();
  }
}
