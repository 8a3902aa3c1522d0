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

/// The commonest ways to depart: a changed response, another status code.
public final class Edits {
  private Edits() {}

  /// Changes some responses.
  public static Consumer<Seams> responses(
      Predicate<Transaction> which, Consumer<Transaction> edit) {
    return seams ->
        seams.replies.depart(replies ->
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

  /// Does not hear some requests.
  public static Consumer<Seams> deafTo(Predicate<Transaction> which) {
    return seams ->
        seams.replies.depart(replies ->
            new Replies.Overlay(replies) {
              @Override
              public boolean hears(Transaction t) {
                return !which.test(t) && super.hears(t);
              }
            });
  }

  /// Answers some requests later by so much.
  static Consumer<Seams> delays(ToDelay delay) {
    return seams ->
        seams.replies.depart(replies ->
            new Replies.Overlay(replies) {
              @Override
              public long delayNanos(Transaction t) {
                return Math.max(super.delayNanos(t), delay.nanos(t));
              }
            });
  }

  /// How long a response takes at least.
  interface ToDelay {
    long nanos(Transaction t);
  }

  /// Answers an attribute's requests with other codes.
  ///
  /// @param code from the transaction and the code so far
  static Consumer<Seams> codes(Attribute attribute, ToIntBiFunction<Transaction, Integer> code) {
    return requests(attribute, (t, right) -> code.applyAsInt(t, right.applyAsInt(t)));
  }

  /// Deals with a request.
  @FunctionalInterface
  interface Dealing {
    /// @param right does what a conforming device does
    /// @return the status code
    int with(Transaction t, ToIntFunction<Transaction> right);
  }

  /// Deals with an attribute's requests, Gets and Sets alike, in another way.
  static Consumer<Seams> requests(Attribute attribute, Dealing dealing) {
    return handler(
        attribute,
        handler -> handler(t -> dealing.with(t, handler::get), t -> dealing.with(t, handler::set)));
  }

  /// Deals with a Set.
  @FunctionalInterface
  interface Setting {
    /// @param handler does what a conforming device does
    /// @return the status code
    int with(Transaction t, AttributeHandler handler);
  }

  /// Deals with an attribute's Sets in another way.
  static Consumer<Seams> sets(Attribute attribute, Setting setting) {
    return handler(attribute, handler -> withSet(handler, t -> setting.with(t, handler)));
  }

  /// A handler with other Sets.
  static AttributeHandler withSet(AttributeHandler handler, ToIntFunction<Transaction> set) {
    return handler(handler::get, set);
  }

  /// A handler of its two methods.
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

  /// Puts something in the place of an attribute's handler.
  static Consumer<Seams> handler(Attribute attribute, UnaryOperator<AttributeHandler> deviation) {
    return handlers((of, handler) -> of.equals(attribute) ? deviation.apply(handler) : handler);
  }

  /// Puts something in the place of handlers.
  ///
  /// @param deviation from an attribute and its handler so far
  static Consumer<Seams> handlers(Seams.HandlerChoice deviation) {
    return seams ->
        seams.handlers.depart(under ->
            (attribute, conforming) -> deviation.of(attribute, under.of(attribute, conforming)));
  }

  /// Changes what an attribute shows once another one was set.
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
