package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.ibassay.device.sa.GroupRules;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sm.Subnet;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in what subnet administration still has after a sweep.
final class AfterSweepDeviations {
  private static final Predicate<SaCall> GROUP =
      calls(SaMethod.GET, McMemberRecord.ATTRIBUTE)
          .or(calls(SaMethod.GET_TABLE, McMemberRecord.ATTRIBUTE));
  private static final Predicate<SaCall> JOIN = calls(SaMethod.SET, McMemberRecord.ATTRIBUTE);
  private static final Predicate<SaCall> SUBSCRIPTIONS =
      calls(SaMethod.GET_TABLE, InformInfoRecord.ATTRIBUTE);

  private AfterSweepDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "aftersweep.services-lost",
            "loses all services when it sweeps",
            AfterSweepDeviations::losesServices),
        answer(
            "groups-lost",
            "finds no multicast groups after a sweep",
            (call, found) -> GROUP.test(call) ? RecordAnswer.refused(SaStatus.NO_RECORDS) : found),
        answer(
            "mlids-moved",
            "gives multicast groups other MLIDs when it sweeps",
            (call, found) -> {
              if (GROUP.test(call)) {
                found.records().forEach(AfterSweepDeviations::moveMlid);
              }
              return found;
            }),
        answer(
            "joins-refused",
            "rejects joins of existing groups after a sweep",
            (call, found) ->
                JOIN.test(call) && !call.means(McMemberRecord.ATTRIBUTE, McMemberRecord.Q_KEY)
                    ? RecordAnswer.refused(SaStatus.REQ_INVALID)
                    : found),
        answer(
            "subscriptions-not-listed",
            "lists no subscriptions after a sweep",
            (call, found) -> SUBSCRIPTIONS.test(call) ? RecordAnswer.of(List.of()) : found),
        deviation(
            "aftersweep.join-states-lost",
            "forgets the JoinState of all members when it sweeps",
            seams -> {
              Sweeps sweeps = new Sweeps(seams);
              seams.groups.deviate(rules ->
                  new GroupRules.Overlay(rules) {
                    @Override
                    public int joined(int before, int asked) {
                      return sweeps.isRepeated() ? asked : super.joined(before, asked);
                    }
                  });
            }),
        deviation(
            "aftersweep.no-reports",
            "reports nothing after a sweep",
            seams -> {
              Sweeps sweeps = new Sweeps(seams);
              seams.reports.deviate(_ ->
                  new ReportRules() {
                    @Override
                    public boolean reports(int trap) {
                      return !sweeps.isRepeated();
                    }
                  });
            }));
  }

  private static void moveMlid(MemorySegment record) {
    long mlid = McMemberRecord.MLID.get(record, 0);
    McMemberRecord.MLID.set(record, 0, mlid ^ 0x20);
  }

  private static void losesServices(Seams seams) {
    Set<ServiceStore.Service> lost = new HashSet<>();
    Sweeps sweeps = new Sweeps(seams);
    seams.services.deviate(store -> {
      ServiceStore losing =
          new ServiceStore.Overlay(store) {
            @Override
            public List<Service> at(long now) {
              return super.at(now).stream().filter(service -> !lost.contains(service)).toList();
            }
          };
      sweeps.whenRepeated(() -> lost.addAll(store.at(0)));
      return losing;
    });
  }

  /// Changes the responses after the first sweep.
  private static DeviationSpec answer(
      String name, String text, BiFunction<SaCall, RecordAnswer, RecordAnswer> edit) {
    return deviation(
        "aftersweep." + name,
        text,
        seams -> {
          Sweeps sweeps = new Sweeps(seams);
          seams.administration.deviate(rules ->
              new SaRules.Overlay(rules) {
                @Override
                public RecordAnswer answer(SaCall call, RecordAnswer found) {
                  RecordAnswer answer = super.answer(call, found);
                  return sweeps.isRepeated() ? edit.apply(call, answer) : answer;
                }
              });
        });
  }

  /// Counts the sweeps of one device.
  private static final class Sweeps {
    private int count;
    private Runnable repeated = () -> {};

    Sweeps(Seams seams) {
      seams.administration.deviate(rules ->
          new SaRules.Overlay(rules) {
            @Override
            public Subnet subnet(Subnet swept) {
              count++;
              if (isRepeated()) {
                repeated.run();
              }
              return super.subnet(swept);
            }
          });
    }

    void whenRepeated(Runnable action) {
      repeated = action;
    }

    boolean isRepeated() {
      return count > 1;
    }
  }
}
