package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RequestEdits.deviation;
import static org.ibassay.device.deviation.RequestEdits.receivers;
import static org.ibassay.device.deviation.RequestEdits.understanding;
import static org.ibassay.device.deviation.RmppEdits.copy;
import static org.ibassay.device.deviation.RmppEdits.isAbort;
import static org.ibassay.device.deviation.RmppEdits.isData;
import static org.ibassay.device.deviation.RmppEdits.isLast;
import static org.ibassay.device.deviation.RmppEdits.number;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.RequestReceiver;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// Deviations in the handling of a request's segments.
final class RequestDeviations {
  private static final int BYTES_OF_SEGMENT = SaHeader.DATA_BYTES;

  private RequestDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(places(), wrongSegments(), RequestEndDeviations.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> places() {
    return List.of(
        deviation(
            "numbers-ignored",
            "uses the segments of a request in the order received",
            receivers(receiver -> understanding(receiver, new Renumbered()))),
        deviation(
            "gap-acknowledged",
            "acknowledges up to the last segment received, whatever is missing",
            receivers(RequestDeviations::overTheGap)),
        deviation(
            "duplicate-aborts",
            "aborts where a segment of a request is received twice",
            receivers(receiver -> aborting(receiver, Order.TWICE))),
        deviation(
            "disorder-aborts",
            "aborts where a segment of a request is out of order",
            receivers(receiver -> aborting(receiver, Order.AHEAD))),
        deviation(
            "answered-at-the-last",
            "fills what is missing before the last segment of a request with an earlier request",
            RequestDeviations::filled),
        deviation(
            "begins-anywhere",
            "mistakes the first segment that it receives for the first of a request",
            receivers(receiver -> understanding(receiver, new Begun()))),
        deviation(
            "last-segment-lost",
            "answers a request as if its last segment were empty",
            receivers(receiver -> cut(receiver, 1))),
        deviation(
            "one-segment-only",
            "answers a request from its first segment alone",
            receivers(receiver -> cut(receiver, Integer.MAX_VALUE))),
        deviation(
            "whole-before-the-last",
            "answers a request as soon as its third segment is received",
            receivers(receiver ->
                understanding(
                    receiver,
                    mad -> {
                      if (number(mad) == 3) {
                        RmppHeader.LAST.set(mad, 0, 1);
                        RmppHeader.PAYLOAD_LENGTH.set(mad, 0, BYTES_OF_SEGMENT);
                      }
                      return mad;
                    }))),
        deviation(
            "never-answered",
            "acknowledges a request in segments and does not answer it",
            receivers(receiver ->
                new RequestReceiver.Overlay(receiver) {
                  @Override
                  public @Nullable MemorySegment takeMessage() {
                    return null;
                  }
                })),
        deviation(
            "answer-unacknowledged",
            "sends the whole answer to a segmented request without waiting for an ACK",
            RmppEdits.senders(RequestDeviations::open)));
  }

  private static List<DeviationSpec> wrongSegments() {
    return List.of(
        taken("other-version", RmppHeader.RMPP_VERSION, RmppHeader.VERSION),
        taken("any-status", RmppHeader.STATUS, RmppStatus.NORMAL),
        taken("any-type", RmppHeader.TYPE, RmppHeader.TYPE_DATA),
        deviation(
            "takes-type-5",
            "mistakes a MAD of RMPPType 5 for a segment of a request",
            receivers(receiver ->
                understanding(
                    receiver,
                    mad -> {
                      if (RmppHeader.TYPE.get(mad, 0) == 5) {
                        RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_DATA);
                      }
                      return mad;
                    }))),
        deviation(
            "takes-segment-0",
            "mistakes a segment 0 of a request for the next one",
            receivers(receiver ->
                understanding(
                    receiver,
                    mad -> {
                      if (isData(mad) && number(mad) == 0) {
                        RmppHeader.SEGMENT_NUMBER.set(mad, 0, 2);
                      }
                      return mad;
                    }))),
        deviation(
            "first-ignored",
            "ignores RMPPFlags.First of a segment of a request",
            receivers(receiver ->
                understanding(
                    receiver,
                    mad -> {
                      RmppHeader.FIRST.set(mad, 0, number(mad) == 1 ? 1 : 0);
                      return mad;
                    }))));
  }

  /// Accepts a segment as if it had the correct value.
  private static DeviationSpec taken(String name, Field field, long right) {
    return deviation(
        "takes-" + name,
        "ignores %s of a segment of a request".formatted(field.name()),
        receivers(receiver ->
            understanding(
                receiver,
                mad -> {
                  if (number(mad) > 0 && !isAbort(mad)) {
                    field.set(mad, 0, right);
                  }
                  return mad;
                })));
  }

  private static final class Renumbered implements UnaryOperator<MemorySegment> {
    private int count;

    @Override
    public MemorySegment apply(MemorySegment mad) {
      if (isData(mad)) {
        RmppHeader.SEGMENT_NUMBER.set(mad, 0, ++count);
        RmppHeader.FIRST.set(mad, 0, count == 1 ? 1 : 0);
      }
      return mad;
    }
  }

  private static final class Begun implements UnaryOperator<MemorySegment> {
    private boolean isBegun;

    @Override
    public MemorySegment apply(MemorySegment mad) {
      if (!isBegun && isData(mad)) {
        RmppHeader.SEGMENT_NUMBER.set(mad, 0, 1);
        RmppHeader.FIRST.set(mad, 0, 1);
        RmppHeader.PAYLOAD_LENGTH.set(mad, 0, 0);
      }
      isBegun = true;
      return mad;
    }
  }

  private enum Order {
    TWICE,
    AHEAD
  }

  private static RequestReceiver aborting(RequestReceiver receiver, Order wrong) {
    return new RequestReceiver.Overlay(receiver) {
      private long highest;

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        MemorySegment understood = copy(mad);
        boolean isWrong = wrong == Order.TWICE ? number(mad) <= highest : number(mad) > highest + 1;
        if (isData(mad) && number(mad) > 0 && isWrong && isUnderWay()) {
          RmppHeader.STATUS.set(understood, 0, RmppStatus.UNSPECIFIED);
        }
        if (isData(mad)) {
          highest = Math.max(highest, number(mad));
        }
        return super.accept(understood, now);
      }
    };
  }

  private static RequestReceiver overTheGap(RequestReceiver receiver) {
    return new RequestReceiver.Overlay(receiver) {
      private long highest;

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        if (isData(mad) && number(mad) > highest + 1 && number(mad) > 1) {
          MemorySegment ack = RmppEdits.ack(mad, number(mad), number(mad) + 1);
          MadHeader.METHOD.set(ack, 0, SaMethod.GET_MULTI_RESP);
          RmppHeader.FLAGS.set(ack, 0, 0);
          RmppHeader.ACTIVE.set(ack, 0, 1);
          return List.of(ack);
        }
        highest = isData(mad) ? Math.max(highest, number(mad)) : highest;
        return super.accept(mad, now);
      }
    };
  }

  private static void filled(Seams seams) {
    MemorySegment[] earlier = {MemorySegment.NULL};
    receivers(receiver ->
            new RequestReceiver.Overlay(receiver) {
              private boolean isFilled;

              @Override
              public List<MemorySegment> accept(MemorySegment mad, long now) {
                List<MemorySegment> answer = super.accept(mad, now);
                isFilled = isLast(mad) && earlier[0].byteSize() > 0 && isUnderWay();
                if (isFilled) {
                  MemorySegment.copy(mad, 0, earlier[0], 0, MadHeader.LAYOUT.bytes());
                }
                return answer;
              }

              @Override
              public @Nullable MemorySegment takeMessage() {
                MemorySegment whole = super.takeMessage();
                if (whole != null) {
                  earlier[0] = whole;
                }
                return whole == null && isFilled ? earlier[0] : whole;
              }
            })
        .accept(seams);
  }

  /// @param segments number of segments lost at the end, at most all except the first
  private static RequestReceiver cut(RequestReceiver receiver, int segments) {
    return new RequestReceiver.Overlay(receiver) {
      @Override
      public @Nullable MemorySegment takeMessage() {
        MemorySegment whole = super.takeMessage();
        if (whole == null || whole.byteSize() <= SaHeader.DATA + BYTES_OF_SEGMENT) {
          return whole;
        }
        long data = whole.byteSize() - SaHeader.DATA;
        long kept = Math.max(1, (data - 1) / BYTES_OF_SEGMENT + 1 - segments);
        MemorySegment less = MemorySegment.ofArray(new byte[(int) whole.byteSize()]);
        MemorySegment.copy(whole, 0, less, 0, SaHeader.DATA + kept * BYTES_OF_SEGMENT);
        return less;
      }
    };
  }

  private static TableSender open(TableSender sender) {
    return new TableSender.Overlay(sender) {
      @Override
      public List<MemorySegment> start() {
        List<MemorySegment> first = super.start();
        if (MadHeader.METHOD.get(first.getFirst(), 0) != SaMethod.GET_MULTI_RESP) {
          return first;
        }
        MemorySegment ack = RmppEdits.ack(first.getFirst(), 0, 0xFFFF_FFFFL);
        return Stream.concat(first.stream(), super.accept(ack, deadline() - 1).stream()).toList();
      }
    };
  }
}
