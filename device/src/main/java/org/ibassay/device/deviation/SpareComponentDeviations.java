package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.ServiceRecord;

/// Deviations of subnet administration in parts that a request does not select: components outside
/// its mask, earlier requests, a lease that never expires.
final class SpareComponentDeviations {
  private static final long WITHOUT_END_NANOS = 2_000_000_000L;

  private SpareComponentDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (SaAttribute attribute :
        List.of(PathRecord.ATTRIBUTE, ServiceRecord.ATTRIBUTE, McMemberRecord.ATTRIBUTE)) {
      all.add(
          deviation(
              "spare.all-compared-" + word(attribute),
              "checks every component of a %s request that is not 0".formatted(attribute.name()),
              compares(attribute, attribute.layout().fields())));
    }
    for (Field field :
        List.of(PathRecord.DLID, PathRecord.SLID, PathRecord.P_KEY, PathRecord.RAW_TRAFFIC)) {
      all.add(
          deviation(
              "spare.path-%s-compared".formatted(field.name().toLowerCase(Locale.ROOT)),
              "checks %s of a path request whenever it is not 0".formatted(field.name()),
              compares(PathRecord.ATTRIBUTE, List.of(field))));
    }
    all.add(
        deviation(
            "spare.table-after-get",
            "returns one service where a table is requested after a single record",
            SpareComponentDeviations::afterGet));
    all.add(
        deviation(
            "spare.table-after-table",
            "returns the first service twice in the second of two tables",
            SpareComponentDeviations::afterTable));
    all.add(
        deviation(
            "spare.endless-lease-ends",
            "forgets a service whose lease has no end after 2 s",
            seams -> seams.services.deviate(EndingStore::new)));
    return all;
  }

  private static String word(SaAttribute attribute) {
    return attribute.name().toLowerCase(Locale.ROOT);
  }

  /// Treats nonzero components as if they were in the mask, except for those of Set and Delete.
  private static Consumer<Seams> compares(SaAttribute attribute, List<Field> fields) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public long componentMask(SaCall call) {
                long mask = super.componentMask(call);
                boolean isGet = call.method() != SaMethod.SET && call.method() != SaMethod.DELETE;
                if (call.isFor(attribute) && isGet) {
                  for (SaAttribute.Component component : attribute.components()) {
                    Field field = component.field();
                    boolean isPlain = !field.isWide() && field.count() == 1;
                    if (isPlain && fields.contains(field) && call.asked(field) != 0) {
                      mask |= component.mask();
                    }
                  }
                }
                return mask;
              }
            });
  }

  private static void afterGet(Seams seams) {
    boolean[] isGet = new boolean[1];
    answersTo(
            call -> call.isFor(ServiceRecord.ATTRIBUTE),
            (call, answer) -> {
              boolean isAfter = isGet[0] && call.method() == SaMethod.GET_TABLE;
              isGet[0] = call.method() == SaMethod.GET;
              return isAfter && answer.records().size() > 1
                  ? answer.withRecords(answer.records().subList(0, 1))
                  : answer;
            })
        .accept(seams);
  }

  private static void afterTable(Seams seams) {
    boolean[] isTable = new boolean[1];
    answersTo(
            call -> call.isFor(ServiceRecord.ATTRIBUTE),
            (call, answer) -> {
              boolean isAfter = isTable[0] && call.method() == SaMethod.GET_TABLE;
              isTable[0] = call.method() == SaMethod.GET_TABLE;
              return isAfter ? doubled(answer) : answer;
            })
        .accept(seams);
  }

  private static RecordAnswer doubled(RecordAnswer answer) {
    List<MemorySegment> records = new ArrayList<>(answer.records());
    answer.records().stream().findFirst().ifPresent(records::add);
    return answer.withRecords(records);
  }

  /// Drops services whose lease never expires.
  private static final class EndingStore extends ServiceStore.Overlay {
    private final Map<Service, Long> seen = new HashMap<>();

    EndingStore(ServiceStore store) {
      super(store);
    }

    @Override
    public List<Service> at(long now) {
      List<Service> left = new ArrayList<>();
      for (Service service : super.at(now)) {
        long first = seen.computeIfAbsent(service, _ -> now);
        if (service.end() != NEVER || now - first < WITHOUT_END_NANOS) {
          left.add(service);
        }
      }
      return left;
    }
  }
}
