package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.copy;
import static org.ibassay.device.deviation.RmppEdits.deviation;
import static org.ibassay.device.deviation.RmppEdits.isAck;
import static org.ibassay.device.deviation.RmppEdits.isLast;
import static org.ibassay.device.deviation.RmppEdits.number;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.sa.SaMethod;

/// Deviations in the effect of a response in segments that was not requested, as of Linux before
/// 6.1.187.
final class RmppUnaskedDeviations {
  private RmppUnaskedDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "unasked-accepted",
            "receives and acknowledges a response in segments that it has not requested",
            seams -> accepting(seams, _ -> true, acks -> acks)),
        deviation(
            "unasked-acked-as-response",
            "acknowledges all but the last segment of a response that it has not requested, with its method",
            seams ->
                accepting(
                    seams,
                    mad -> !isLast(mad),
                    acks -> {
                      acks.forEach(ack ->
                          MadHeader.METHOD.set(
                              ack, 0, MadHeader.METHOD.get(ack, 0) | Method.RESPONSE_BIT));
                      return acks;
                    })),
        deviation(
            "unasked-single-accepted",
            "acknowledges a response of one segment that it has not requested",
            seams -> accepting(seams, mad -> isLast(mad) && number(mad) == 1, acks -> acks)),
        deviation(
            "unasked-multi-accepted",
            "acknowledges a SubnAdmGetMultiResp in segments that it has not requested",
            seams ->
                accepting(
                    seams,
                    mad -> MadHeader.METHOD.get(mad, 0) == SaMethod.GET_MULTI_RESP,
                    acks -> acks)),
        deviation(
            "unasked-end-acknowledged",
            "acknowledges the last of several segments of a response that it has not requested",
            seams ->
                accepting(
                    seams,
                    _ -> true,
                    acks -> acks.stream().filter(ack -> isAck(ack) && number(ack) > 1).toList())),
        deviation(
            "unasked-returned",
            "sends back a segment of a response that it has not requested",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      @Override
                      public List<MemorySegment> unasked(MemorySegment segment) {
                        return List.of(copy(segment));
                      }
                    })),
        deviation(
            "unasked-after-table",
            "acknowledges a response that has the TransactionID of a table that it has sent",
            RmppUnaskedDeviations::acceptingKnown),
        deviation(
            "unasked-blocks",
            "answers no request while a response that it has not requested is incomplete",
            RmppUnaskedDeviations::blocking));
  }

  /// Receives responses that were not requested.
  ///
  /// @param which the segments that are received
  /// @param edit changes what is sent back
  private static void accepting(
      Seams seams, Predicate<MemorySegment> which, UnaryOperator<List<MemorySegment>> edit) {
    Receivers receivers = new Receivers();
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public List<MemorySegment> unasked(MemorySegment segment) {
            return which.test(segment) ? edit.apply(receivers.accept(segment)) : List.of();
          }
        });
  }

  private static void acceptingKnown(Seams seams) {
    Set<Long> known = new HashSet<>();
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public TableSender sender(SaCall call, TableSender sender) {
            known.add(MadHeader.TRANSACTION_ID.get(call.mad(), 0));
            return super.sender(call, sender);
          }
        });
    accepting(seams, mad -> known.contains(MadHeader.TRANSACTION_ID.get(mad, 0)), acks -> acks);
  }

  private static void blocking(Seams seams) {
    Receivers receivers = new Receivers();
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public List<MemorySegment> unasked(MemorySegment segment) {
            receivers.accept(segment);
            return List.of();
          }

          @Override
          public boolean hears(SaCall call) {
            return super.hears(call) && !receivers.isUnderWay();
          }
        });
  }

  /// Receivers of responses, by TransactionID; they never time out.
  private static final class Receivers {
    private final Map<Long, RmppReceiver> ofTransaction = new HashMap<>();

    List<MemorySegment> accept(MemorySegment segment) {
      return ofTransaction
          .computeIfAbsent(
              MadHeader.TRANSACTION_ID.get(segment, 0),
              _ -> new RmppReceiver(RmppLimits.DEFAULT, segment, 0))
          .accept(segment, 0);
    }

    boolean isUnderWay() {
      return ofTransaction.values().stream()
          .anyMatch(receiver -> receiver.state() == RmppTransfer.State.RUNNING);
    }
  }
}
