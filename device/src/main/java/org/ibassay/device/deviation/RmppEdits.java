package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.mad.RmppHeader;

/// Common kinds of deviations in the transfer of a table.
final class RmppEdits {
  /// This number of GUIDs results in a table of a dozen segments.
  private static final int GUIDS = 255;

  private RmppEdits() {}

  /// A deviation on a device with a table that exceeds each window.
  static DeviationSpec deviation(String name, String summary, Consumer<Seams> effect) {
    return SaEdits.deviation("rmpp." + name, summary, effect).on(SimParameter.GUID_CAP, GUIDS);
  }

  /// Replaces the sender of tables.
  static Consumer<Seams> senders(UnaryOperator<TableSender> edit) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public TableSender sender(SaCall call, TableSender sender) {
                return edit.apply(super.sender(call, sender));
              }
            });
  }

  /// Changes the MADs sent.
  ///
  /// @param edit created for each transfer
  static Consumer<Seams> outgoing(Supplier<UnaryOperator<List<MemorySegment>>> edit) {
    return senders(sender -> {
      UnaryOperator<List<MemorySegment>> ofOne = edit.get();
      return new TableSender.Overlay(sender) {
        @Override
        public List<MemorySegment> start() {
          return ofOne.apply(super.start());
        }

        @Override
        public List<MemorySegment> accept(MemorySegment mad, long now) {
          return ofOne.apply(super.accept(mad, now));
        }

        @Override
        public List<MemorySegment> expire(long now) {
          return ofOne.apply(super.expire(now));
        }
      };
    });
  }

  /// Changes some of the MADs that are sent.
  static Consumer<Seams> mads(Predicate<MemorySegment> which, Consumer<MemorySegment> edit) {
    return outgoing(() ->
        mads -> {
          mads.stream().filter(which).forEach(edit);
          return mads;
        });
  }

  /// Interprets some MADs of the other side differently.
  static Consumer<Seams> incoming(Predicate<MemorySegment> which, Consumer<MemorySegment> edit) {
    return senders(sender ->
        new TableSender.Overlay(sender) {
          @Override
          public List<MemorySegment> accept(MemorySegment mad, long now) {
            MemorySegment copy = copy(mad);
            if (which.test(copy)) {
              edit.accept(copy);
            }
            return super.accept(copy, now);
          }
        });
  }

  /// Ignores some MADs of the other side.
  static Consumer<Seams> deafTo(Predicate<MemorySegment> which) {
    return senders(sender ->
        new TableSender.Overlay(sender) {
          @Override
          public List<MemorySegment> accept(MemorySegment mad, long now) {
            return which.test(mad) ? List.of() : super.accept(mad, now);
          }
        });
  }

  /// Behaves as if the other side had sent ACKs before the first segment.
  ///
  /// @param windowLast of the ACK
  static Consumer<Seams> opened(long windowLast) {
    return senders(sender ->
        new TableSender.Overlay(sender) {
          @Override
          public List<MemorySegment> start() {
            List<MemorySegment> first = super.start();
            MemorySegment ack = ack(first.getFirst(), 0, windowLast);
            return Stream.concat(first.stream(), super.accept(ack, deadline() - 1).stream())
                .toList();
          }
        });
  }

  /// Returns an ACK of the other side.
  ///
  /// @param like provides the header
  static MemorySegment ack(MemorySegment like, long number, long windowLast) {
    MemorySegment ack = copy(like);
    RmppHeader.TYPE.set(ack, 0, RmppHeader.TYPE_ACK);
    RmppHeader.STATUS.set(ack, 0, 0);
    RmppHeader.SEGMENT_NUMBER.set(ack, 0, number);
    RmppHeader.NEW_WINDOW_LAST.set(ack, 0, windowLast);
    return ack;
  }

  static MemorySegment copy(MemorySegment mad) {
    return MemorySegment.ofArray(mad.toArray(JAVA_BYTE));
  }

  static boolean isData(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_DATA;
  }

  static boolean isAck(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_ACK;
  }

  static boolean isAbort(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_ABORT;
  }

  static boolean isLast(MemorySegment mad) {
    return isData(mad) && RmppHeader.LAST.get(mad, 0) == 1;
  }

  static long number(MemorySegment mad) {
    return RmppHeader.SEGMENT_NUMBER.get(mad, 0);
  }

  static long windowLast(MemorySegment mad) {
    return RmppHeader.NEW_WINDOW_LAST.get(mad, 0);
  }

  /// Selects segments by number.
  static Predicate<MemorySegment> segment(long number) {
    return mad -> isData(mad) && number(mad) == number;
  }
}
