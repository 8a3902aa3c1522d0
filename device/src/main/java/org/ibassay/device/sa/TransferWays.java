package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;

/// Choices of conforming senders and receivers of segments (13.6).
public final class TransferWays {
  /// In the order of the parameter's words.
  private static final List<UnaryOperator<TableSender>> WAYS =
      List.of(UnaryOperator.identity(), Flow::new, Linux::new, Lenient::new);

  private static final int LENIENT = 3;

  private TransferWays() {}

  /// Returns rules that conform.
  ///
  /// @param way index of a word of [org.ibassay.device.variant.SimParameter#RMPP]
  public static SaRules of(int way) {
    return new SaRules.Overlay(SaRules.CONFORMING) {
      @Override
      public TableSender sender(SaCall call, TableSender sender) {
        return WAYS.get(way).apply(super.sender(call, sender));
      }

      @Override
      public RequestReceiver receiver(RequestReceiver receiver) {
        return way == LENIENT ? passingOver(super.receiver(receiver)) : super.receiver(receiver);
      }
    };
  }

  /// Returns a receiver that ignores MADs that it cannot use.
  private static RequestReceiver passingOver(RequestReceiver receiver) {
    return new RequestReceiver.Overlay(receiver) {
      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        long type = RmppHeader.TYPE.get(mad, 0);
        boolean isEnd = type == RmppHeader.TYPE_STOP || type == RmppHeader.TYPE_ABORT;
        boolean isSegment =
            type == RmppHeader.TYPE_DATA
                && RmppHeader.RMPP_VERSION.get(mad, 0) == RmppHeader.VERSION
                && RmppHeader.STATUS.get(mad, 0) == RmppStatus.NORMAL
                && number(mad) > 0
                && (number(mad) == 1) == (RmppHeader.FIRST.get(mad, 0) == 1);
        return isEnd || isSegment ? super.accept(mad, now) : List.of();
      }
    };
  }

  private static boolean isAck(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_ACK;
  }

  private static long number(MemorySegment mad) {
    return RmppHeader.SEGMENT_NUMBER.get(mad, 0);
  }

  private static MemorySegment copy(MemorySegment mad) {
    return MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
  }

  /// Tracks the window and the segments sent.
  private abstract static class Watching extends TableSender.Overlay {
    private final NavigableMap<Long, MemorySegment> sent = new TreeMap<>();
    private long acknowledged;
    private long windowLast = 1;

    Watching(TableSender sender) {
      super(sender);
    }

    @Override
    public final List<MemorySegment> start() {
      return keep(super.start());
    }

    private List<MemorySegment> keep(List<MemorySegment> mads) {
      mads.stream()
          .filter(mad -> RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_DATA)
          .forEach(mad -> sent.put(number(mad), copy(mad)));
      return mads;
    }

    @Override
    public final List<MemorySegment> accept(MemorySegment mad, long now) {
      return keep(taken(mad, now));
    }

    List<MemorySegment> taken(MemorySegment mad, long now) {
      List<MemorySegment> answer = super.accept(mad, now);
      if (isUsable(mad)) {
        acknowledged = Math.max(acknowledged, number(mad));
        windowLast = Math.max(windowLast, RmppHeader.NEW_WINDOW_LAST.get(mad, 0));
      }
      return answer;
    }

    /// Whether it is an ACK of segments that were sent.
    final boolean isUsable(MemorySegment mad) {
      return isAck(mad)
          && RmppHeader.RMPP_VERSION.get(mad, 0) == RmppHeader.VERSION
          && RmppHeader.STATUS.get(mad, 0) == RmppStatus.NORMAL
          && RmppHeader.NEW_WINDOW_LAST.get(mad, 0) >= number(mad)
          && number(mad) <= Math.min(windowLast, sent.lastKey());
    }

    /// Whether it acknowledges nothing new.
    final boolean isOld(MemorySegment mad) {
      return number(mad) <= acknowledged;
    }

    final boolean shrinks(MemorySegment mad) {
      return RmppHeader.NEW_WINDOW_LAST.get(mad, 0) < windowLast;
    }

    /// Returns the segments that were sent after a segment.
    final Stream<MemorySegment> sentAfter(long number) {
      return sent.tailMap(number, false).values().stream().map(TransferWays::copy);
    }
  }

  /// Follows the sender's flow diagram: ignores an old ACK even with a new window, aborts if the
  /// window shrinks, and after each other ACK resends the segments after the acknowledged one.
  private static final class Flow extends Watching {
    Flow(TableSender sender) {
      super(sender);
    }

    @Override
    List<MemorySegment> taken(MemorySegment mad, long now) {
      if (!isUsable(mad) || !isUnderWay()) {
        return super.taken(mad, now);
      }
      if (isOld(mad)) {
        return List.of();
      }
      if (shrinks(mad)) {
        MemorySegment wrong = copy(mad);
        RmppHeader.NEW_WINDOW_LAST.set(wrong, 0, number(mad) - 1);
        return super.taken(wrong, now);
      }
      List<MemorySegment> again = sentAfter(number(mad)).toList();
      List<MemorySegment> answer = super.taken(mad, now);
      return isUnderWay() ? Stream.concat(again.stream(), answer.stream()).toList() : answer;
    }
  }

  /// Gives up silently, and resends only the first segment after a timeout.
  private static final class Linux extends TableSender.Overlay {
    Linux(TableSender sender) {
      super(sender);
    }

    @Override
    public List<MemorySegment> expire(long now) {
      List<MemorySegment> mads = super.expire(now);
      return isUnderWay() ? mads.stream().limit(1).toList() : List.of();
    }
  }

  /// Ignores MADs that it cannot use.
  private static final class Lenient extends Watching {
    Lenient(TableSender sender) {
      super(sender);
    }

    @Override
    List<MemorySegment> taken(MemorySegment mad, long now) {
      long type = RmppHeader.TYPE.get(mad, 0);
      boolean isEnd = type == RmppHeader.TYPE_STOP || type == RmppHeader.TYPE_ABORT;
      return isEnd || isUsable(mad) ? super.taken(mad, now) : List.of();
    }
  }
}
