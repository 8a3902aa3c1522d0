package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RequestEdits.deafTo;
import static org.ibassay.device.deviation.RequestEdits.deviation;
import static org.ibassay.device.deviation.RequestEdits.dropped;
import static org.ibassay.device.deviation.RequestEdits.receivers;
import static org.ibassay.device.deviation.RequestEdits.sent;
import static org.ibassay.device.deviation.RmppEdits.copy;
import static org.ibassay.device.deviation.RmppEdits.isAbort;
import static org.ibassay.device.deviation.RmppEdits.isAck;
import static org.ibassay.device.deviation.RmppEdits.isData;
import static org.ibassay.device.deviation.RmppEdits.isLast;
import static org.ibassay.device.deviation.RmppEdits.number;
import static org.ibassay.device.deviation.RmppEdits.windowLast;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RequestReceiver;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaMethod;

/// Deviations in the acknowledgment of a request's segments, and in requests that end early.
final class RequestEndDeviations {
  private static final int STATUS_OF_OTHERS = 1;

  private RequestEndDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(acks(), reasons(), ends()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> acks() {
    return List.of(
        deviation("no-acks", "acknowledges no segment of a request", dropped(RmppEdits::isAck)),
        deviation(
            "no-ack-of-first",
            "does not acknowledge the first segment of a request",
            dropped(mad -> isAck(mad) && number(mad) == 1)),
        deviation(
            "window-1",
            "never opens the window for the second segment of a request",
            sent(RmppEdits::isAck, mad -> RmppHeader.NEW_WINDOW_LAST.set(mad, 0, 1))),
        deviation(
            "window-before-ack",
            "has a NewWindowLast before SegmentNumber in the ACK of the last segment of a window",
            sent(
                mad -> isAck(mad) && number(mad) > 1,
                mad -> RmppHeader.NEW_WINDOW_LAST.set(mad, 0, number(mad) - 1))),
        deviation(
            "window-shrinks",
            "opens the window one segment less with each ACK",
            sent(
                mad -> isAck(mad) && number(mad) > 1 && number(mad) < windowLast(mad),
                mad -> RmppHeader.NEW_WINDOW_LAST.set(mad, 0, number(mad)))),
        deviation(
            "ack-one-too-high",
            "acknowledges one segment more than it has received",
            sent(
                mad -> isAck(mad) && number(mad) > 1,
                mad -> RmppHeader.SEGMENT_NUMBER.set(mad, 0, number(mad) + 1))),
        deviation(
            "ack-one-too-low",
            "acknowledges one segment less than it has received",
            sent(
                mad -> isAck(mad) && number(mad) > 1,
                mad -> RmppHeader.SEGMENT_NUMBER.set(mad, 0, number(mad) - 1))),
        deviation(
            "last-not-acknowledged",
            "does not acknowledge the last segment of a request",
            receivers(RequestEndDeviations::quietAtTheEnd)),
        header("version-2", RmppHeader.RMPP_VERSION, 2),
        header("status-1", RmppHeader.STATUS, STATUS_OF_OTHERS),
        deviation(
            "ack-with-last",
            "sets no RMPPFlags.Active in the ACK of the first segment",
            sent(mad -> isAck(mad) && number(mad) == 1, mad -> RmppHeader.ACTIVE.set(mad, 0, 0))));
  }

  private static DeviationSpec header(String name, Field field, long value) {
    return deviation(
        "ack-" + name,
        "has %s %d in an ACK of a segment of a request".formatted(field.name(), value),
        sent(RmppEdits::isAck, mad -> field.set(mad, 0, value)));
  }

  private static List<DeviationSpec> reasons() {
    return Stream.of(
            reason(RmppStatus.UNSUPPORTED_VERSION, RmppStatus.BAD_TYPE),
            reason(RmppStatus.BAD_TYPE, RmppStatus.UNSUPPORTED_VERSION),
            reason(RmppStatus.ILLEGAL_STATUS, RmppStatus.RESOURCES_EXHAUSTED),
            reason(RmppStatus.FIRST_AND_SEGMENT_NUMBER, RmppStatus.LAST_AND_PAYLOAD_LENGTH),
            reason(RmppStatus.TOO_MANY_RETRIES, RmppStatus.ILLEGAL_STATUS))
        .toList();
  }

  private static DeviationSpec reason(int right, int wrong) {
    return deviation(
        "aborts-%d-as-%d".formatted(right, wrong),
        "aborts a request with RMPPStatus %d where %d is correct".formatted(wrong, right),
        sent(
            mad -> isAbort(mad) && RmppHeader.STATUS.get(mad, 0) == right,
            mad -> RmppHeader.STATUS.set(mad, 0, wrong)));
  }

  private static List<DeviationSpec> ends() {
    return List.of(
        deviation("abort-ignored", "ignores an ABORT of a request", deafTo(RmppEdits::isAbort)),
        deviation(
            "abort-118-ignored",
            "ignores an ABORT of a request of RMPPStatus 118",
            deafTo(mad ->
                isAbort(mad) && RmppHeader.STATUS.get(mad, 0) == RmppStatus.TOTAL_TIME_TOO_LONG)),
        deviation(
            "stop-ignored", "ignores a STOP of a request", deafTo(RequestEndDeviations::isStop)),
        deviation(
            "own-abort-forgotten",
            "accepts the rest of a request that it has aborted",
            receivers(RequestEndDeviations::forgetful)),
        deviation(
            "deaf-after-abort",
            "accepts no segmented requests after one was ended by an ABORT",
            seams -> deafAfterwards(seams, RmppEdits::isAbort)),
        deviation(
            "deaf-after-stop",
            "accepts no segmented requests after one was ended by a STOP",
            seams -> deafAfterwards(seams, RequestEndDeviations::isStop)),
        deviation(
            "deaf-after-wrong-segment",
            "accepts no segmented requests after one with an unknown RMPPVersion",
            seams ->
                deafAfterwards(
                    seams, mad -> RmppHeader.RMPP_VERSION.get(mad, 0) != RmppHeader.VERSION)),
        deviation(
            "deaf-after-silence",
            "accepts no segmented requests after one was left incomplete",
            RequestEndDeviations::deafAfterSilence));
  }

  private static RequestReceiver quietAtTheEnd(RequestReceiver receiver) {
    return new RequestReceiver.Overlay(receiver) {
      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        List<MemorySegment> answer = super.accept(mad, now);
        return isLast(mad) ? List.of() : answer;
      }
    };
  }

  private static boolean isStop(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_STOP;
  }

  /// Terminates the transfer, but keeps its state.
  private static RequestReceiver forgetful(RequestReceiver receiver) {
    return new RequestReceiver.Overlay(receiver) {
      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        boolean isWrong =
            isData(mad) && RmppHeader.STATUS.get(mad, 0) != RmppStatus.NORMAL && isUnderWay();
        if (!isWrong) {
          return super.accept(mad, now);
        }
        MemorySegment abort = copy(mad);
        MadHeader.METHOD.set(abort, 0, SaMethod.GET_MULTI_RESP);
        RmppHeader.TYPE.set(abort, 0, RmppHeader.TYPE_ABORT);
        RmppHeader.STATUS.set(abort, 0, RmppStatus.ILLEGAL_STATUS);
        return List.of(abort);
      }
    };
  }

  private static void deafAfterwards(Seams seams, Predicate<MemorySegment> which) {
    boolean[] isDeaf = {false};
    receivers(receiver ->
            new RequestReceiver.Overlay(receiver) {
              @Override
              public List<MemorySegment> accept(MemorySegment mad, long now) {
                if (isDeaf[0]) {
                  return List.of();
                }
                isDeaf[0] = which.test(mad);
                return super.accept(mad, now);
              }
            })
        .accept(seams);
  }

  private static void deafAfterSilence(Seams seams) {
    boolean[] isDeaf = {false};
    receivers(receiver ->
            new RequestReceiver.Overlay(receiver) {
              @Override
              public List<MemorySegment> accept(MemorySegment mad, long now) {
                return isDeaf[0] ? List.of() : super.accept(mad, now);
              }

              @Override
              public List<MemorySegment> expire(long now) {
                boolean wasUnderWay = isUnderWay();
                List<MemorySegment> mads = super.expire(now);
                isDeaf[0] |= wasUnderWay && !isUnderWay();
                return mads;
              }
            })
        .accept(seams);
  }
}
