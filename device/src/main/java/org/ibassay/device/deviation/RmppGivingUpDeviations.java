package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.deviation;
import static org.ibassay.device.deviation.RmppEdits.isAbort;
import static org.ibassay.device.deviation.RmppEdits.mads;
import static org.ibassay.device.deviation.RmppEdits.number;
import static org.ibassay.device.deviation.RmppEdits.senders;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.TableSender;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.mad.RmppHeader;

/// Deviations in how the transfer of a table ends without acknowledgments, and in what follows its
/// end.
final class RmppGivingUpDeviations {
  private static final int ALL = 64;
  private static final long SECOND = 1_000_000_000L;

  private RmppGivingUpDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "duplicate-ack-of-last-resends",
            "resends the last segment when its acknowledge is repeated",
            lateAck()),
        deviation(
            "never-gives-up",
            "resends a segment forever",
            senders(RmppGivingUpDeviations::tireless)),
        deviation(
            "aborts-for-ever",
            "sends an ABORT every few seconds when it has given up",
            senders(RmppGivingUpDeviations::aborting)),
        deviation(
            "gives-up-with-stop",
            "gives up with a STOP",
            mads(
                RmppEdits::isAbort,
                mad -> {
                  RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_STOP);
                  RmppHeader.STATUS.set(mad, 0, 1);
                })),
        givesUp("gives-up-with-status-0", 0),
        givesUp("gives-up-with-status-119", 119),
        deviation(
            "revived-by-ack",
            "resumes a transfer that it gave up when an acknowledge is received",
            senders(sender -> reviving(sender, 1))),
        deviation(
            "all-after-giving-up",
            "resends everything when an acknowledge is received after it has given up",
            senders(sender -> reviving(sender, ALL))),
        deviation(
            "deaf-after-giving-up",
            "sends no tables after it has given one up",
            RmppGivingUpDeviations::deafAfterwards));
  }

  private static DeviationSpec givesUp(String name, int status) {
    return deviation(
        name,
        "gives up with an ABORT with RMPPStatus " + status,
        mads(
            mad -> isAbort(mad) && RmppHeader.STATUS.get(mad, 0) == 126,
            mad -> RmppHeader.STATUS.set(mad, 0, status)));
  }

  /// A transfer that continues for some time after its end, as long as nothing is received.
  private abstract static class Lasting extends KeepingSender {
    private final boolean afterSilence;
    private long end;
    private long next;
    private boolean isOver;

    /// @param afterSilence whether it continues after being given up, instead of after the other
    ///   side has ended it
    Lasting(TableSender sender, boolean afterSilence) {
      super(sender);
      this.afterSilence = afterSilence;
    }

    abstract List<MemorySegment> late(MemorySegment mad);

    List<MemorySegment> lateExpired() {
      return List.of();
    }

    /// How long it continues, in seconds.
    abstract long seconds();

    private List<MemorySegment> look(List<MemorySegment> mads, long now, boolean isSilence) {
      if (!super.isUnderWay() && isSilence == afterSilence) {
        isOver = true;
        end = now + seconds() * SECOND;
      }
      return mads;
    }

    @Override
    public final List<MemorySegment> accept(MemorySegment mad, long now) {
      return isOver ? late(mad) : look(super.accept(mad, now), now, false);
    }

    @Override
    public final List<MemorySegment> expire(long now) {
      if (!isOver) {
        boolean wasUnderWay = super.isUnderWay();
        List<MemorySegment> mads = keep(super.expire(now));
        return wasUnderWay ? look(mads, now, true) : mads;
      }
      if (now >= end) {
        end = 0;
      } else {
        next = now + SECOND * 5;
      }
      return end == 0 ? List.of() : lateExpired();
    }

    @Override
    public final long deadline() {
      return isOver ? Math.max(next, 1) : super.deadline();
    }

    @Override
    public final boolean isUnderWay() {
      return super.isUnderWay() || (isOver && end != 0);
    }
  }

  private static Consumer<Seams> lateAck() {
    return senders(sender ->
        new Lasting(sender, false) {
          @Override
          List<MemorySegment> late(MemorySegment mad) {
            return RmppEdits.isAck(mad) ? sent(number(mad), number(mad)).toList() : List.of();
          }

          @Override
          long seconds() {
            return 10;
          }
        });
  }

  private static TableSender reviving(TableSender sender, long most) {
    return new Lasting(sender, true) {
      @Override
      List<MemorySegment> late(MemorySegment mad) {
        return RmppEdits.isAck(mad) ? sent(1, most).toList() : List.of();
      }

      @Override
      long seconds() {
        return 3600;
      }
    };
  }

  private static TableSender aborting(TableSender sender) {
    return new Lasting(sender, true) {
      @Override
      List<MemorySegment> late(MemorySegment mad) {
        return List.of();
      }

      @Override
      List<MemorySegment> lateExpired() {
        MemorySegment abort = sent(1, 1).toList().getFirst();
        RmppHeader.TYPE.set(abort, 0, RmppHeader.TYPE_ABORT);
        RmppHeader.STATUS.set(abort, 0, 126);
        return List.of(abort);
      }

      @Override
      long seconds() {
        return 3600;
      }
    };
  }

  private static TableSender tireless(TableSender sender) {
    return new Lasting(sender, true) {
      @Override
      List<MemorySegment> late(MemorySegment mad) {
        return List.of();
      }

      @Override
      List<MemorySegment> lateExpired() {
        return sent(1, 1).toList();
      }

      @Override
      long seconds() {
        return 3600;
      }
    };
  }

  private static void deafAfterwards(Seams seams) {
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
              public List<MemorySegment> expire(long now) {
                List<MemorySegment> mads = super.expire(now);
                isDeaf[0] |= mads.stream().anyMatch(RmppEdits::isAbort);
                return mads;
              }
            };
          }
        });
  }
}
