package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.SaMethod;

/// Deviations in what another request of its receiver does to a table that is being sent.
final class RmppOtherRequestDeviations {
  private RmppOtherRequestDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "other-request-abandons",
            "abandons a table when its receiver sends another request",
            interrupted(_ -> true, false)),
        deviation(
            "other-table-abandons",
            "abandons a table when its receiver requests another table",
            interrupted(RmppOtherRequestDeviations::isTable, false)),
        deviation(
            "other-table-aborts",
            "aborts a table when its receiver requests another table",
            interrupted(RmppOtherRequestDeviations::isTable, true)),
        deviation(
            "one-table-at-a-time",
            "drops the request for a table whose sender is sending another one",
            seams -> seams.administration.deviate(OneAtATime::new)));
  }

  private static boolean isTable(SaCall call) {
    return call.method() == SaMethod.GET_TABLE;
  }

  private static Consumer<Seams> interrupted(Predicate<SaCall> by, boolean aborts) {
    return seams ->
        seams.administration.deviate(rules ->
            new WithSenders(rules) {
              @Override
              public boolean hears(SaCall call) {
                if (by.test(call)) {
                  to(call).forEach(sender -> sender.interrupt(aborts));
                }
                return super.hears(call);
              }
            });
  }

  /// Knows the tables that are being sent.
  private abstract static class WithSenders extends SaRules.Overlay {
    private final List<InterruptedSender> senders = new ArrayList<>();

    WithSenders(SaRules rules) {
      super(rules);
    }

    final List<InterruptedSender> to(SaCall call) {
      senders.removeIf(sender -> !sender.isUnderWay());
      return senders.stream().filter(sender -> sender.receiver == call.requester().lid()).toList();
    }

    @Override
    public final TableSender sender(SaCall call, TableSender sender) {
      InterruptedSender own =
          new InterruptedSender(super.sender(call, sender), call.requester().lid());
      senders.add(own);
      return own;
    }
  }

  private static final class OneAtATime extends WithSenders {
    OneAtATime(SaRules rules) {
      super(rules);
    }

    @Override
    public boolean hears(SaCall call) {
      return super.hears(call) && !(isTable(call) && !to(call).isEmpty());
    }
  }

  private static final class InterruptedSender extends TableSender.Overlay {
    private final int receiver;
    private boolean isInterrupted;
    private boolean aborts;

    InterruptedSender(TableSender sender, int receiver) {
      super(sender);
      this.receiver = receiver;
    }

    void interrupt(boolean byAbort) {
      isInterrupted = true;
      aborts = byAbort;
    }

    @Override
    public List<MemorySegment> accept(MemorySegment mad, long now) {
      if (!isInterrupted) {
        return super.accept(mad, now);
      }
      if (!aborts) {
        return List.of();
      }
      MemorySegment wrong = RmppEdits.copy(mad);
      RmppHeader.STATUS.set(wrong, 0, 1); // the conforming sender aborts
      return super.accept(wrong, now);
    }

    @Override
    public List<MemorySegment> expire(long now) {
      return isInterrupted ? List.of() : super.expire(now);
    }

    @Override
    public boolean isUnderWay() {
      return super.isUnderWay() && !(isInterrupted && !aborts);
    }
  }
}
