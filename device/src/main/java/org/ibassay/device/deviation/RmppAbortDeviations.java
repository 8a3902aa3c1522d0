package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.ack;
import static org.ibassay.device.deviation.RmppEdits.deafTo;
import static org.ibassay.device.deviation.RmppEdits.deviation;
import static org.ibassay.device.deviation.RmppEdits.incoming;
import static org.ibassay.device.deviation.RmppEdits.isAbort;
import static org.ibassay.device.deviation.RmppEdits.isAck;
import static org.ibassay.device.deviation.RmppEdits.mads;
import static org.ibassay.device.deviation.RmppEdits.number;
import static org.ibassay.device.deviation.RmppEdits.senders;
import static org.ibassay.device.deviation.RmppEdits.windowLast;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaMethod;

/// Deviations in the effects of a STOP, an ABORT or an invalid ACK on the transfer of a table.
final class RmppAbortDeviations {
  private static final long HUGE = 0xFFFF_FFFFL;

  private RmppAbortDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(ends(), wrongAcks(), reasons()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> ends() {
    return List.of(
        deviation("stop-ignored", "ignores a STOP", deafTo(RmppAbortDeviations::isStop)),
        deviation("abort-ignored", "ignores an ABORT", deafTo(RmppEdits::isAbort)),
        deviation(
            "abort-118-ignored",
            "ignores an ABORT of RMPPStatus 118",
            deafTo(mad -> isAbort(mad) && status(mad) == RmppStatus.TOTAL_TIME_TOO_LONG)),
        deviation(
            "abort-127-ignored",
            "ignores an ABORT of RMPPStatus 127",
            deafTo(mad -> isAbort(mad) && status(mad) == RmppStatus.UNSPECIFIED)),
        deviation(
            "abort-as-ack",
            "mistakes an ABORT for an acknowledge of all",
            senders(sender -> continuing(sender, RmppEdits::isAbort))),
        deviation(
            "stop-as-ack",
            "mistakes a STOP for an acknowledge of all",
            senders(sender -> continuing(sender, RmppAbortDeviations::isStop))),
        deviation(
            "abort-pauses",
            "resumes an aborted transfer when an acknowledge is received",
            senders(RmppAbortDeviations::pausing)),
        deviation(
            "own-abort-pauses",
            "resumes a transfer that it aborted when an acknowledge is received",
            senders(RmppAbortDeviations::pausingItself)),
        deviation(
            "one-more-after-abort",
            "sends one segment more after an ABORT",
            senders(RmppAbortDeviations::oneMore)),
        deviation(
            "deaf-after-abort",
            "sends no tables after one was ended by an ABORT",
            seams -> deafAfterwards(seams, RmppEdits::isAbort)),
        deviation(
            "deaf-after-stop",
            "sends no tables after one was ended by a STOP",
            seams -> deafAfterwards(seams, RmppAbortDeviations::isStop)));
  }

  private static List<DeviationSpec> wrongAcks() {
    return List.of(
        deviation(
            "takes-ack-of-unsent",
            "accepts an acknowledge of a segment that it has not sent",
            senders(RmppAbortDeviations::generous)),
        taken("takes-other-version", RmppHeader.RMPP_VERSION, RmppHeader.VERSION, "RMPPVersion"),
        taken("takes-any-status", RmppHeader.STATUS, RmppStatus.NORMAL, "RMPPStatus"),
        deviation(
            "takes-unknown-type",
            "mistakes a MAD of unknown RMPPType for an acknowledge",
            incoming(
                mad -> RmppHeader.TYPE.get(mad, 0) > RmppHeader.TYPE_ABORT,
                mad -> RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_ACK))),
        deviation(
            "takes-type-0",
            "mistakes a MAD of RMPPType 0 for an acknowledge",
            incoming(
                mad -> RmppHeader.TYPE.get(mad, 0) == 0,
                mad -> RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_ACK))),
        deviation(
            "takes-small-window-for-all",
            "mistakes a NewWindowLast before SegmentNumber for a window without end",
            incoming(
                mad -> isAck(mad) && windowLast(mad) < number(mad),
                mad -> RmppHeader.NEW_WINDOW_LAST.set(mad, 0, HUGE))),
        deviation(
            "deaf-after-wrong-ack",
            "sends no tables after an acknowledge with an unknown RMPPVersion",
            seams ->
                deafAfterwards(
                    seams, mad -> RmppHeader.RMPP_VERSION.get(mad, 0) != RmppHeader.VERSION)));
  }

  private static DeviationSpec taken(String name, Field field, long right, String text) {
    return deviation(
        name,
        "ignores the " + text + " of an acknowledge",
        incoming(RmppEdits::isAck, mad -> field.set(mad, 0, right)));
  }

  private static List<DeviationSpec> reasons() {
    return Stream.of(
            reason(RmppStatus.SEGMENT_NUMBER_TOO_BIG, RmppStatus.NEW_WINDOW_LAST_TOO_SMALL),
            reason(RmppStatus.NEW_WINDOW_LAST_TOO_SMALL, RmppStatus.SEGMENT_NUMBER_TOO_BIG),
            reason(RmppStatus.UNSUPPORTED_VERSION, RmppStatus.ILLEGAL_STATUS),
            reason(RmppStatus.BAD_TYPE, RmppStatus.NORMAL),
            reason(RmppStatus.ILLEGAL_STATUS, RmppStatus.RESOURCES_EXHAUSTED))
        .toList();
  }

  private static DeviationSpec reason(int right, int wrong) {
    return deviation(
        "aborts-%d-as-%d".formatted(right, wrong),
        "aborts with RMPPStatus %d where %d is correct".formatted(wrong, right),
        mads(
            mad -> isAbort(mad) && status(mad) == right,
            mad -> RmppHeader.STATUS.set(mad, 0, wrong)));
  }

  private static boolean isStop(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_STOP;
  }

  private static TableSender pausingItself(TableSender sender) {
    return new TableSender.Overlay(sender) {
      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        if (!isAck(mad) || status(mad) == RmppStatus.NORMAL) {
          return super.accept(mad, now);
        }
        MemorySegment abort = RmppEdits.copy(mad);
        MadHeader.METHOD.set(abort, 0, SaMethod.GET_TABLE_RESP);
        RmppHeader.TYPE.set(abort, 0, RmppHeader.TYPE_ABORT);
        RmppHeader.STATUS.set(abort, 0, RmppStatus.ILLEGAL_STATUS);
        return List.of(abort);
      }
    };
  }

  private static TableSender pausing(TableSender sender) {
    return new TableSender.Overlay(sender) {
      private boolean isPaused;

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        isPaused = isAbort(mad) || isStop(mad);
        return isPaused ? List.of() : super.accept(mad, now);
      }

      @Override
      public List<MemorySegment> expire(long now) {
        List<MemorySegment> mads = super.expire(now);
        return isPaused ? List.of() : mads;
      }
    };
  }

  private static long status(MemorySegment mad) {
    return RmppHeader.STATUS.get(mad, 0);
  }

  /// Treats some MADs as an ACK of all segments sent, with an unlimited window.
  private static TableSender continuing(TableSender sender, Predicate<MemorySegment> which) {
    return new Counting(sender) {
      @Override
      MemorySegment understood(MemorySegment mad) {
        return which.test(mad) ? ack(mad, sent(), HUGE) : mad;
      }
    };
  }

  private static TableSender generous(TableSender sender) {
    return new Counting(sender) {
      @Override
      MemorySegment understood(MemorySegment mad) {
        boolean isUnsent = isAck(mad) && number(mad) > sent();
        return isUnsent ? ack(mad, sent(), Math.max(sent(), windowLast(mad))) : mad;
      }
    };
  }

  private static TableSender oneMore(TableSender sender) {
    return new Counting(sender) {
      @Override
      List<MemorySegment> also(MemorySegment mad, List<MemorySegment> segments) {
        if (!isAbort(mad)) {
          return segments;
        }
        MemorySegment more = RmppEdits.copy(latest());
        RmppHeader.FIRST.set(more, 0, 0);
        RmppHeader.SEGMENT_NUMBER.set(more, 0, sent() + 1);
        return List.of(more);
      }
    };
  }

  /// Tracks the segments sent.
  private abstract static class Counting extends TableSender.Overlay {
    private MemorySegment latest = MemorySegment.NULL;

    Counting(TableSender sender) {
      super(sender);
    }

    final MemorySegment latest() {
      return latest;
    }

    final long sent() {
      return number(latest);
    }

    MemorySegment understood(MemorySegment mad) {
      return mad;
    }

    @SuppressWarnings("UnusedVariable") // for who overrides it
    List<MemorySegment> also(MemorySegment mad, List<MemorySegment> segments) {
      return segments;
    }

    private List<MemorySegment> count(List<MemorySegment> mads) {
      mads.stream().filter(RmppEdits::isData).forEach(mad -> latest = RmppEdits.copy(mad));
      return mads;
    }

    @Override
    public final List<MemorySegment> start() {
      return count(super.start());
    }

    @Override
    public final List<MemorySegment> accept(MemorySegment mad, long now) {
      boolean wasUnderWay = isUnderWay();
      List<MemorySegment> answer = count(super.accept(understood(mad), now));
      return wasUnderWay ? also(mad, answer) : answer;
    }
  }

  private static void deafAfterwards(Seams seams, Predicate<MemorySegment> which) {
    boolean[] isDeaf = {false};
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public boolean hears(SaCall call) {
            return super.hears(call) && !isDeaf[0];
          }

          @Override
          public TableSender sender(SaCall call, TableSender sender) {
            return new TableSender.Overlay(super.sender(call, sender)) {
              @Override
              public List<MemorySegment> accept(MemorySegment mad, long now) {
                isDeaf[0] |= which.test(mad);
                return super.accept(mad, now);
              }
            };
          }
        });
  }
}
