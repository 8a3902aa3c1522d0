package org.ibassay.device.deviation;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoEffects;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Common kinds of deviations in which a Set(PortInfo) has more or fewer effects than it should.
final class PortInfoEdits {
  private static final int NUMBER = 0x7FFF_FFFF;

  private PortInfoEdits() {}

  /// Adds an effect on the stored values, which the response shows.
  static Consumer<Seams> stored(Consumer<Done> more) {
    return effects(more, _ -> {});
  }

  /// Adds an effect after the response is complete.
  static Consumer<Seams> answered(Consumer<Done> more) {
    return effects(_ -> {}, more);
  }

  /// Answers some Sets as if they were stored, and then restores the previous values.
  static Consumer<Seams> unstored(Predicate<Transaction> which) {
    return answered(done -> {
      if (done.code() == MadStatus.OK && which.test(done.t())) {
        done.port().info().copyFrom(done.before());
      }
    });
  }

  private static Consumer<Seams> effects(Consumer<Done> stored, Consumer<Done> answered) {
    return seams ->
        seams.portInfoEffects.deviate(under ->
            new PortInfoEffects() {
              @Override
              public void stored(Done done) {
                under.stored(done);
                stored.accept(done);
              }

              @Override
              public void answered(Done done) {
                under.answered(done);
                answered.accept(done);
              }
            });
  }

  /// Whether the Set was rejected because of a value in it.
  static boolean isRefused(Done done) {
    return done.code() == MadStatus.INVALID_FIELD;
  }

  /// Whether the Set was accepted, and is for the port that received it.
  static boolean isOwn(Done done) {
    return done.code() == MadStatus.OK && done.port().number() == done.t().port();
  }

  /// Whether the Set changes the value of a field.
  static boolean isChanged(Done done, Field field) {
    return done.t().asked(field) != field.get(done.before(), 0);
  }

  /// Restores the value of a field before the Set.
  static void keep(Done done, Field field) {
    done.port().put(field, field.get(done.before(), 0));
  }

  /// Returns the port after the one that is set; the first after the last.
  static Port next(Done done) {
    return done.all().get((done.all().indexOf(done.port()) + 1) % done.all().size());
  }

  /// Whether a request names the port by its number.
  static boolean isByNumber(Transaction t) {
    return (t.modifier() & NUMBER) != 0;
  }

  /// After the first selected Set(PortInfo), a byte of another attribute reads differently.
  static Consumer<Seams> spoils(Attribute attribute, int octet, Predicate<Transaction> by) {
    return seams -> {
      boolean[] spoilt = new boolean[1];
      Edits.responses(
              _ -> true,
              t -> {
                spoilt[0] |= Edits.isOf(Attribute.PORT_INFO, t) && Edits.isSet(t) && by.test(t);
                if (spoilt[0] && Edits.isOf(attribute, t)) {
                  byte held = t.response().get(ValueLayout.JAVA_BYTE, Smp.DATA + octet);
                  t.response().set(ValueLayout.JAVA_BYTE, Smp.DATA + octet, (byte) (held ^ 1));
                }
              })
          .accept(seams);
    };
  }

  /// Replaces the AttributeModifier of a request by another.
  static Consumer<Seams> taking(ToIntFunction<Transaction> other) {
    return Edits.requests(
        PORT_INFO, (t, right) -> t.elsewhere(t.port(), other.applyAsInt(t), right));
  }

  /// Stores a rejected Set in port 1, and still rejects it.
  static Consumer<Seams> refusedInPort1() {
    return Edits.sets(
        PORT_INFO,
        (t, handler) -> {
          int code = handler.set(t);
          if (code == MadStatus.INVALID_FIELD) {
            t.elsewhere(t.port(), 1, handler::set);
            t.clearAnswer();
          }
          return code;
        });
  }
}
