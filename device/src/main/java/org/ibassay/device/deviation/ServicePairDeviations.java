package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA16;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA32;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA64;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA8;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the identity of services, in the effect of setting, deleting or expiration of a
/// service on others, and in which services are replaced.
final class ServicePairDeviations {
  private ServicePairDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(selections(), stores(), leases()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> selections() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field :
        List.of(
            SERVICE_ID,
            SERVICE_GID,
            SERVICE_P_KEY,
            SERVICE_NAME,
            SERVICE_DATA8,
            SERVICE_DATA16,
            SERVICE_DATA32,
            SERVICE_DATA64)) {
      all.add(
          deviation(
              "services.%s-ignored-in-get".formatted(field.name().toLowerCase(Locale.ROOT)),
              "ignores %s in a request for a service".formatted(field.name()),
              SaEdits.ignores(gets(ATTRIBUTE), ATTRIBUTE, field)));
    }
    all.add(
        deviation(
            "services.gid-prefix-ignored-in-get",
            "ignores the GidPrefix of ServiceGID in a request for a service",
            SaEdits.masked(
                gets(ATTRIBUTE),
                call -> {
                  Gid own = new Gid(Gid.DEFAULT_PREFIX, call.askedGid(SERVICE_GID).guid());
                  own.set(SERVICE_GID, call.mad(), SaHeader.DATA);
                  return call.mask();
                })));
    all.add(
        deviation(
            "services.one-byte-ignored-in-get",
            "ignores ServiceData8[9] in a request for a service",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      @Override
                      public long componentMask(SaCall call) {
                        long mask = super.componentMask(call);
                        return gets(ATTRIBUTE).test(call)
                            ? mask & ~ATTRIBUTE.mask(SERVICE_DATA8, 9)
                            : mask;
                      }
                    })));
    all.add(
        deviation(
            "services.any-name-found",
            "finds a service by a name that is not registered",
            SaEdits.answersTo(
                gets(ATTRIBUTE),
                (call, answer) ->
                    call.means(ATTRIBUTE, SERVICE_NAME) && isStatus(answer, SaStatus.NO_RECORDS)
                        ? asRequested(call)
                        : answer)));
    all.add(
        deviation(
            "services.too-many-is-ok",
            "answers a Get that several services meet with the request's own record",
            SaEdits.answersTo(
                gets(ATTRIBUTE),
                (call, answer) ->
                    isStatus(answer, SaStatus.TOO_MANY_RECORDS) ? asRequested(call) : answer)));
    all.add(
        table(
            "first-twice-in-table",
            "returns the first service of a table twice",
            found -> Stream.concat(found.stream(), found.stream().limit(1)).toList()));
    all.add(
        table(
            "last-missing-in-table",
            "returns all services of a table but the last",
            found -> found.subList(0, Math.max(1, found.size() - 1))));
    all.add(
        deviation(
            "services.p-key-ignored-in-delete",
            "ignores ServiceP_Key when a service is deleted",
            SaEdits.ignores(calls(SaMethod.DELETE, ATTRIBUTE), ATTRIBUTE, SERVICE_P_KEY)));
    all.add(
        deviation(
            "services.gid-ignored-in-delete",
            "deletes the requester's service, whatever the ServiceGID",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      @Override
                      public long componentMask(SaCall call) {
                        if (calls(SaMethod.DELETE, ATTRIBUTE).test(call)) {
                          call.requester().gid().set(SERVICE_GID, call.mad(), SaHeader.DATA);
                        }
                        return super.componentMask(call);
                      }
                    })));
    return all;
  }

  private static DeviationSpec table(
      String name, String summary, UnaryOperator<List<MemorySegment>> edit) {
    return deviation(
        "services." + name,
        summary,
        SaEdits.answers(
            SaEdits.tables(ATTRIBUTE),
            answer ->
                answer.records().isEmpty()
                    ? answer
                    : answer.withRecords(edit.apply(answer.records()))));
  }

  private static boolean isStatus(RecordAnswer answer, int status) {
    return answer.status() == SaStatus.inStatus(status);
  }

  private static RecordAnswer asRequested(SaCall call) {
    return RecordAnswer.of(List.of(call.mad().asSlice(SaHeader.DATA, ATTRIBUTE.layout().bytes())));
  }

  private static List<DeviationSpec> stores() {
    return List.of(
        store(
            "one-a-port",
            "keeps one service of each port only",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    super.at(0).stream()
                        .filter(s -> isOfOnePort(s, service))
                        .forEach(super::remove);
                    super.add(service);
                  }
                }),
        store(
            "old-kept",
            "leaves a service unchanged when it is set again",
            store ->
                new ServiceStore.Overlay(store) {
                  private final Map<Long, Service> removed = new HashMap<>();

                  @Override
                  public void remove(Service service) {
                    removed.put(id(service), service);
                    super.remove(service);
                  }

                  @Override
                  public void add(Service service) {
                    Service old = removed.remove(id(service));
                    super.add(old == null ? service : old);
                  }
                }),
        store(
            "old-name-kept",
            "keeps the old ServiceName of a service that is set again",
            store ->
                new ServiceStore.Overlay(store) {
                  private final Map<Long, Service> removed = new HashMap<>();

                  @Override
                  public void remove(Service service) {
                    removed.put(id(service), service);
                    super.remove(service);
                  }

                  @Override
                  public void add(Service service) {
                    Service old = removed.remove(id(service));
                    if (old != null) {
                      SERVICE_NAME
                          .slice(service.record(), 0)
                          .copyFrom(SERVICE_NAME.slice(old.record(), 0));
                    }
                    super.add(service);
                  }
                }),
        store(
            "all-deleted",
            "deletes all services of a port when one is deleted",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void remove(Service service) {
                    super.at(0).stream()
                        .filter(s -> isOfOnePort(s, service))
                        .forEach(super::remove);
                  }
                }),
        store(
            "one-an-id",
            "keeps one service of each ServiceID only",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    super.at(0).stream().filter(s -> id(s) == id(service)).forEach(super::remove);
                    super.add(service);
                  }
                }),
        store(
            "id-deleted",
            "deletes the services of all ports that have the ServiceID of the one deleted",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void remove(Service service) {
                    super.at(0).stream().filter(s -> id(s) == id(service)).forEach(super::remove);
                  }
                }),
        store(
            "data-of-last",
            "stores the last ServiceData32 of each Set in every service",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    super.add(service);
                    long last = SERVICE_DATA32.get(service.record(), 0, 3);
                    super.at(0).forEach(s -> SERVICE_DATA32.set(s.record(), 0, 3, last));
                  }
                }));
  }

  private static List<DeviationSpec> leases() {
    return List.of(
        store(
            "lease-not-renewed",
            "expires a renewed service with its first lease",
            store ->
                new ServiceStore.Overlay(store) {
                  private final Map<Long, Long> ends = new HashMap<>();

                  @Override
                  public void remove(Service service) {
                    ends.put(id(service), service.end());
                    super.remove(service);
                  }

                  @Override
                  public void add(Service service) {
                    Long end = ends.remove(id(service));
                    super.add(end == null ? service : new Service(service.record(), end));
                  }
                }),
        store(
            "lease-never-shortened",
            "keeps the longer of two leases of a service that is set again",
            store ->
                new ServiceStore.Overlay(store) {
                  private final Map<Long, Long> ends = new HashMap<>();

                  @Override
                  public void add(Service service) {
                    long end = ends.merge(id(service), service.end(), Math::max);
                    super.add(new Service(service.record(), end));
                  }
                }),
        store(
            "leases-end-together",
            "expires all services when one does",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public List<Service> at(long now) {
                    List<Service> all = super.at(0);
                    if (all.stream().anyMatch(service -> service.end() <= now)) {
                      all.forEach(super::remove);
                    }
                    return super.at(now);
                  }
                }),
        store(
            "lease-of-last",
            "expires every service with the lease that was set last",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    List<Service> others = super.at(0);
                    others.forEach(super::remove);
                    others.forEach(s -> super.add(new Service(s.record(), service.end())));
                    super.add(service);
                  }
                }));
  }

  private static DeviationSpec store(
      String name, String summary, UnaryOperator<ServiceStore> deviation) {
    return deviation("services." + name, summary, seams -> seams.services.deviate(deviation));
  }

  private static boolean isOfOnePort(ServiceStore.Service one, ServiceStore.Service other) {
    return gid(one.record()).equals(gid(other.record()));
  }

  private static Gid gid(MemorySegment record) {
    return Gid.get(SERVICE_GID, record, 0);
  }

  private static long id(ServiceStore.Service service) {
    return SERVICE_ID.get(service.record(), 0);
  }
}
