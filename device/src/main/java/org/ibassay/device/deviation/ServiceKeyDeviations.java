package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_KEY;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// Deviations in how ServiceKeys are stored, compared and shown.
final class ServiceKeyDeviations {
  private static final int OCTETS = 16;
  private static final Predicate<SaCall> FOUND = gets(ATTRIBUTE).or(tables(ATTRIBUTE));
  private static final Predicate<SaCall> NAMED =
      FOUND.and(call -> call.means(ATTRIBUTE, SERVICE_KEY));
  private static final Predicate<SaCall> NAMED_UNTRUSTED = NAMED.and(call -> !call.isTrusted());

  private ServiceKeyDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "servicekey.ignored",
            "ignores ServiceKey in a request for services",
            SaEdits.ignores(FOUND, ATTRIBUTE, SERVICE_KEY)),
        deviation(
            "servicekey.ignored-in-table",
            "ignores ServiceKey in a request for a table of services",
            SaEdits.ignores(tables(ATTRIBUTE), ATTRIBUTE, SERVICE_KEY)),
        deviation(
            "servicekey.ignored-of-trusted",
            "ignores ServiceKey in a trusted request for services",
            SaEdits.ignores(FOUND.and(SaCall::isTrusted), ATTRIBUTE, SERVICE_KEY)),
        compared("first-15-octets", 0, OCTETS - 1),
        compared("last-15-octets", 1, OCTETS),
        compared("first-8-octets", 0, OCTETS / 2),
        deviation(
            "servicekey.shown-if-named",
            "shows the ServiceKey that a request names, trusted or not",
            records(NAMED_UNTRUSTED, ServiceKeyDeviations::showAsked)),
        deviation(
            "servicekey.shown-if-named-in-get",
            "shows the ServiceKey that a Get names, trusted or not",
            records(NAMED_UNTRUSTED.and(SaCall::isGet), ServiceKeyDeviations::showAsked)),
        deviation(
            "servicekey.shown-when-deleted",
            "shows the ServiceKey in the response to a Delete",
            ShownKeys.in(calls(SaMethod.DELETE, ATTRIBUTE))),
        deviation(
            "servicekey.found-by-0-only",
            "finds no service by its ServiceKey, trusted or not",
            SaEdits.requests(
                NAMED.and(SaCall::isTrusted), call -> asked(call).set(JAVA_BYTE, 0, (byte) 0))),
        stored("cut-at-8", "keeps 8 octets of ServiceKey", key -> key.asSlice(8).fill((byte) 0)),
        stored("cut-at-15", "keeps 15 octets of ServiceKey", key -> key.asSlice(15).fill((byte) 0)),
        deviation(
            "servicekey.of-last",
            "keeps the ServiceKey that was set last for all services",
            seams ->
                seams.services.deviate(store ->
                    new ServiceStore.Overlay(store) {
                      @Override
                      public void add(Service service) {
                        super.add(service);
                        super.at(0)
                            .forEach(other ->
                                SERVICE_KEY
                                    .slice(other.record(), 0)
                                    .copyFrom(SERVICE_KEY.slice(service.record(), 0)));
                      }
                    })));
  }

  /// Compares some octets of ServiceKeys only.
  private static DeviationSpec compared(String name, int from, int to) {
    return deviation(
        "servicekey." + name,
        "compares octets %d to %d of ServiceKey".formatted(from, to - 1),
        seams ->
            seams.administration.deviate(rules ->
                new SaRules.Overlay(rules) {
                  private final List<MemorySegment> keys = new ArrayList<>();

                  @Override
                  public long componentMask(SaCall call) {
                    long mask = super.componentMask(call);
                    if (calls(SaMethod.SET, ATTRIBUTE).test(call)) {
                      keys.add(asked(call));
                    } else if (NAMED.test(call)) {
                      keys.stream()
                          .filter(key -> part(key).mismatch(part(asked(call))) < 0)
                          .findFirst()
                          .ifPresent(asked(call)::copyFrom);
                    }
                    return mask;
                  }

                  private MemorySegment part(MemorySegment key) {
                    return key.asSlice(from, to - from);
                  }
                }));
  }

  private static DeviationSpec stored(String name, String text, Consumer<MemorySegment> spoil) {
    Consumer<Seams> effect =
        seams ->
            seams.services.deviate(store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    spoil.accept(SERVICE_KEY.slice(service.record(), 0));
                    super.add(service);
                  }
                });
    return deviation("servicekey." + name, text, effect);
  }

  private static void showAsked(SaCall call, MemorySegment record) {
    SERVICE_KEY.slice(record, 0).copyFrom(asked(call));
  }

  private static MemorySegment asked(SaCall call) {
    return SERVICE_KEY.slice(call.mad(), SaHeader.DATA);
  }
}
