package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.deviation;
import static org.ibassay.device.deviation.RmppEdits.isData;
import static org.ibassay.device.deviation.RmppEdits.isLast;
import static org.ibassay.device.deviation.RmppEdits.number;
import static org.ibassay.device.deviation.RmppEdits.outgoing;
import static org.ibassay.device.deviation.RmppEdits.senders;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.SaHeader;

/// Deviations in what is resent of a table.
final class RmppResendDeviations {
  private static final int LAST_BYTE = 255;

  private RmppResendDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation("never-resends", "never resends a segment", notAgain(_ -> true)),
        deviation(
            "never-resends-first", "does not resend the first segment", notAgain(n -> n == 1)),
        deviation(
            "never-resends-third", "does not resend the third segment", notAgain(n -> n == 3)),
        deviation(
            "never-resends-after-third",
            "resends only the first three segments",
            notAgain(n -> n > 3)),
        deviation(
            "resends-from-first",
            "starts over with the first segment whenever it resends one",
            senders(RmppResendDeviations::fromFirst)),
        deviation(
            "resends-acknowledged",
            "also resends the last acknowledged segment",
            senders(RmppResendDeviations::oneBefore)),
        deviation(
            "resends-beyond-window",
            "sends the segment after the window when it resends one",
            senders(RmppResendDeviations::oneBeyond)),
        again("resends-other-data", "other data", mad -> flip(mad, SaHeader.DATA)),
        again("resends-other-last-byte", "another last byte", mad -> flip(mad, LAST_BYTE)),
        again(
            "resends-without-flags",
            "no First and Last",
            mad -> {
              RmppHeader.FIRST.set(mad, 0, 0);
              RmppHeader.LAST.set(mad, 0, 0);
            }),
        again(
            "resends-other-length",
            "another PayloadLength of the first and last",
            mad -> {
              if (number(mad) == 1 || isLast(mad)) {
                long length = RmppHeader.PAYLOAD_LENGTH.get(mad, 0);
                RmppHeader.PAYLOAD_LENGTH.set(mad, 0, length ^ 8);
              }
            }),
        deviation(
            "duplicate-ack-acknowledges-next",
            "treats a repeated acknowledge as one of the next segment",
            senders(RmppResendDeviations::advancing)),
        deviation(
            "duplicate-ack-aborts",
            "aborts when an acknowledge is repeated",
            senders(RmppResendDeviations::intolerant)));
  }

  private static void flip(MemorySegment mad, int at) {
    byte before = mad.get(ValueLayout.JAVA_BYTE, at);
    mad.set(ValueLayout.JAVA_BYTE, at, (byte) (before ^ 1));
  }

  /// Changes segments that are resent.
  private static DeviationSpec again(String name, String text, Consumer<MemorySegment> edit) {
    return deviation(
        name,
        "resends segments with " + text,
        outgoing(() -> {
          Set<Long> sent = new HashSet<>();
          return mads -> {
            mads.stream().filter(mad -> isData(mad) && !sent.add(number(mad))).forEach(edit);
            return mads;
          };
        }));
  }

  private static Consumer<Seams> notAgain(LongPredicate which) {
    return outgoing(() -> {
      Set<Long> sent = new HashSet<>();
      return mads ->
          mads.stream()
              .filter(mad -> !isData(mad) || sent.add(number(mad)) || !which.test(number(mad)))
              .toList();
    });
  }

  private static TableSender repeating(
      TableSender sender, UnaryOperator<Long> from, UnaryOperator<Long> to) {
    return new KeepingSender(sender) {
      @Override
      public List<MemorySegment> expire(long now) {
        List<MemorySegment> again = super.expire(now);
        if (again.isEmpty() || !isData(again.getFirst())) {
          return again;
        }
        long first = number(again.getFirst());
        return Stream.concat(sent(from.apply(first), to.apply(first)), again.stream()).toList();
      }
    };
  }

  private static TableSender fromFirst(TableSender sender) {
    return repeating(sender, _ -> 1L, first -> first - 1);
  }

  private static TableSender oneBefore(TableSender sender) {
    return repeating(sender, first -> first - 1, first -> first - 1);
  }

  private static TableSender oneBeyond(TableSender sender) {
    return new TableSender.Overlay(sender) {
      @Override
      public List<MemorySegment> expire(long now) {
        List<MemorySegment> again = new ArrayList<>(super.expire(now));
        if (!again.isEmpty() && isData(again.getLast()) && !isLast(again.getLast())) {
          MemorySegment next = RmppEdits.copy(again.getLast());
          RmppHeader.FIRST.set(next, 0, 0);
          RmppHeader.SEGMENT_NUMBER.set(next, 0, number(next) + 1);
          again.add(next);
        }
        return again;
      }
    };
  }

  /// A sender that reacts to a repeated ACK.
  private abstract static class Repeated extends TableSender.Overlay {
    private long latest = -1;

    Repeated(TableSender sender) {
      super(sender);
    }

    @Override
    public final List<MemorySegment> accept(MemorySegment mad, long now) {
      boolean isAgain = RmppEdits.isAck(mad) && number(mad) == latest;
      if (RmppEdits.isAck(mad)) {
        latest = number(mad);
      }
      return super.accept(isAgain ? instead(mad) : mad, now);
    }

    abstract MemorySegment instead(MemorySegment mad);
  }

  private static TableSender advancing(TableSender sender) {
    return new Repeated(sender) {
      @Override
      MemorySegment instead(MemorySegment mad) {
        long next = number(mad) + 1;
        return RmppEdits.ack(mad, next, Math.max(next + 1, RmppEdits.windowLast(mad)));
      }
    };
  }

  private static TableSender intolerant(TableSender sender) {
    return new Repeated(sender) {
      @Override
      MemorySegment instead(MemorySegment mad) {
        MemorySegment wrong = RmppEdits.copy(mad);
        RmppHeader.STATUS.set(wrong, 0, 1);
        return wrong;
      }
    };
  }
}
