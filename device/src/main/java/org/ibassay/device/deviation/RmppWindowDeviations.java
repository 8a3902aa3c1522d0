package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.ack;
import static org.ibassay.device.deviation.RmppEdits.deviation;
import static org.ibassay.device.deviation.RmppEdits.incoming;
import static org.ibassay.device.deviation.RmppEdits.isAck;
import static org.ibassay.device.deviation.RmppEdits.number;
import static org.ibassay.device.deviation.RmppEdits.opened;
import static org.ibassay.device.deviation.RmppEdits.outgoing;
import static org.ibassay.device.deviation.RmppEdits.senders;
import static org.ibassay.device.deviation.RmppEdits.windowLast;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.mad.RmppHeader;

/// Deviations in how much of a table is sent.
final class RmppWindowDeviations {
  private static final long HUGE = 0xFFFF_FFFFL;
  private static final long SIGN = 0x8000_0000L;

  private RmppWindowDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation("window-ignored", "sends all segments at once", opened(HUGE)),
        deviation("window-2-at-first", "starts with two segments", opened(2)),
        window(
            "window-ignored-after-first",
            "sends all segments when the first is acknowledged",
            (_, _) -> HUGE),
        window("window-one-more", "sends one segment more", (_, last) -> last + 1),
        window(
            "window-one-more-if-large",
            "sends one segment more than a window of several has",
            (number, last) -> last > number + 1 ? last + 1 : last),
        window(
            "window-as-count",
            "mistakes NewWindowLast for a count",
            (number, last) -> number + last),
        window("window-always-one", "sends one segment at a time", (number, _) -> number + 1),
        window(
            "window-one-less-if-large",
            "leaves out the last segment of a window of several",
            (number, last) -> last > number + 1 && last < HUGE ? last - 1 : last),
        window(
            "window-of-16-bits",
            "uses the lower half of NewWindowLast, and treats 0xFFFF as 0",
            (number, last) -> last == HUGE ? number : last & 0xFFFF),
        window(
            "window-signed",
            "mistakes a NewWindowLast from 2^31 on for a negative number",
            (number, last) -> last >= SIGN ? Math.max(0, number - 1) : last),
        deviation(
            "old-ack-restarts",
            "starts over at an acknowledge older than one already received",
            senders(RmppWindowDeviations::restarting)),
        deviation(
            "old-ack-aborts",
            "aborts at an acknowledge older than one already received",
            senders(RmppWindowDeviations::aborting)),
        deviation(
            "acks-counted",
            "counts acknowledges instead of reading their SegmentNumber",
            senders(RmppWindowDeviations::counting)),
        deviation(
            "shrunk-window-aborts-118",
            "aborts with RMPPStatus 118 when the window shrinks",
            senders(sender -> wrongAtShrinking(sender, 118))),
        deviation(
            "shrunk-window-aborts-0",
            "aborts with RMPPStatus 0 when the window shrinks",
            senders(sender -> wrongAtShrinking(sender, 0))),
        deviation(
            "shrunk-window-opens",
            "sends all segments when the window shrinks",
            senders(RmppWindowDeviations::openAtShrinking)),
        deviation(
            "last-ack-ignored",
            "resends the last segment after it was acknowledged",
            senders(RmppWindowDeviations::deafAtLast)),
        deviation(
            "abort-after-last-ack",
            "sends an ABORT when all was acknowledged",
            senders(RmppWindowDeviations::abortAtLast)),
        deviation(
            "first-after-last-ack",
            "resends the first segment after all were acknowledged",
            senders(RmppWindowDeviations::firstAtLast)),
        deviation(
            "skips-third-segment",
            "never sends the third segment",
            outgoing(() -> mads -> mads.stream().filter(mad -> number(mad) != 3).toList())));
  }

  /// @param edit computes NewWindowLast from SegmentNumber and NewWindowLast of an ACK
  private static DeviationSpec window(String name, String summary, LongBinaryOperator edit) {
    Consumer<Seams> effect =
        incoming(
            RmppEdits::isAck,
            mad -> {
              long last = edit.applyAsLong(number(mad), windowLast(mad));
              RmppHeader.NEW_WINDOW_LAST.set(mad, 0, Math.clamp(last, 0, HUGE));
            });
    return deviation(name, summary, effect);
  }

  /// Tracks the acknowledged segments, and keeps the first segment.
  private abstract static class Watching extends TableSender.Overlay {
    private MemorySegment first = MemorySegment.NULL;
    private long acknowledged;
    private long windowLast = 1;
    private boolean isLastSent;
    private boolean isOver;

    Watching(TableSender sender) {
      super(sender);
    }

    final MemorySegment first() {
      return RmppEdits.copy(first);
    }

    @Override
    public final List<MemorySegment> start() {
      List<MemorySegment> segments = sent(super.start());
      first = RmppEdits.copy(segments.getFirst());
      return segments;
    }

    @Override
    public final List<MemorySegment> expire(long now) {
      return sent(super.expire(now));
    }

    private List<MemorySegment> sent(List<MemorySegment> segments) {
      isLastSent |= segments.stream().anyMatch(RmppEdits::isLast);
      return segments;
    }

    @Override
    public final List<MemorySegment> accept(MemorySegment mad, long now) {
      if (isOver || !isAck(mad)) {
        return super.accept(mad, now);
      }
      boolean isOld = number(mad) < acknowledged;
      boolean shrinks = !isOld && windowLast(mad) >= number(mad) && windowLast(mad) < windowLast;
      acknowledged = Math.max(acknowledged, number(mad));
      windowLast = Math.max(windowLast, windowLast(mad));
      if (isOld) {
        return sent(old(mad, now));
      }
      if (shrinks) {
        return sent(shrunk(mad, now));
      }
      List<MemorySegment> answer = sent(plain(mad, now));
      boolean isComplete = isLastSent && answer.isEmpty() && !super.isUnderWay();
      isOver |= isComplete;
      return isComplete ? complete() : answer;
    }

    List<MemorySegment> plain(MemorySegment mad, long now) {
      return super.accept(mad, now);
    }

    List<MemorySegment> old(MemorySegment mad, long now) {
      return super.accept(mad, now);
    }

    List<MemorySegment> shrunk(MemorySegment mad, long now) {
      return super.accept(mad, now);
    }

    List<MemorySegment> complete() {
      return List.of();
    }

    /// Terminates the transfer with a status.
    final List<MemorySegment> abort(MemorySegment mad, long now, int status) {
      MemorySegment wrong = RmppEdits.copy(mad);
      RmppHeader.STATUS.set(wrong, 0, 1);
      List<MemorySegment> aborts = super.accept(wrong, now);
      aborts.forEach(abort -> RmppHeader.STATUS.set(abort, 0, status));
      return aborts;
    }
  }

  private static TableSender restarting(TableSender sender) {
    return new Watching(sender) {
      @Override
      List<MemorySegment> old(MemorySegment mad, long now) {
        MemorySegment all = ack(mad, number(mad), HUGE);
        return Stream.concat(Stream.of(first()), plain(all, now).stream()).toList();
      }
    };
  }

  private static TableSender aborting(TableSender sender) {
    return new Watching(sender) {
      @Override
      List<MemorySegment> old(MemorySegment mad, long now) {
        return abort(mad, now, 122);
      }
    };
  }

  private static TableSender wrongAtShrinking(TableSender sender, int status) {
    return new Watching(sender) {
      @Override
      List<MemorySegment> shrunk(MemorySegment mad, long now) {
        return abort(mad, now, status);
      }
    };
  }

  private static TableSender openAtShrinking(TableSender sender) {
    return new Watching(sender) {
      @Override
      List<MemorySegment> shrunk(MemorySegment mad, long now) {
        return plain(ack(mad, number(mad), HUGE), now);
      }
    };
  }

  private static TableSender abortAtLast(TableSender sender) {
    return new Watching(sender) {
      @Override
      List<MemorySegment> complete() {
        MemorySegment abort = first();
        RmppHeader.TYPE.set(abort, 0, RmppHeader.TYPE_ABORT);
        RmppHeader.STATUS.set(abort, 0, 127);
        return List.of(abort);
      }
    };
  }

  private static TableSender firstAtLast(TableSender sender) {
    return new Watching(sender) {
      @Override
      List<MemorySegment> complete() {
        return List.of(first());
      }
    };
  }

  private static TableSender deafAtLast(TableSender sender) {
    return new TableSender.Overlay(sender) {
      private long last;

      private List<MemorySegment> sent(List<MemorySegment> segments) {
        segments.stream().filter(RmppEdits::isLast).forEach(mad -> last = number(mad));
        return segments;
      }

      @Override
      public List<MemorySegment> start() {
        return sent(super.start());
      }

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        boolean isDeaf = isAck(mad) && last != 0 && number(mad) == last;
        return isDeaf ? List.of() : sent(super.accept(mad, now));
      }
    };
  }

  private static TableSender counting(TableSender sender) {
    return new TableSender.Overlay(sender) {
      private final List<MemorySegment> acks = new ArrayList<>();

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        if (!isAck(mad) || windowLast(mad) < number(mad)) {
          return super.accept(mad, now);
        }
        acks.add(mad);
        int number = acks.size();
        return super.accept(ack(mad, number, Math.max(number, windowLast(mad))), now);
      }
    };
  }
}
