package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA64;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA8;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_LEASE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the handling of a ServiceRecord.
final class ServiceDeviations {
  private static final long SECOND = 1_000_000_000L;
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);
  private static final Predicate<SaCall> DELETE = calls(SaMethod.DELETE, ATTRIBUTE);
  private static final Predicate<SaCall> GET = gets(ATTRIBUTE);
  private static final Predicate<SaCall> TABLE = tables(ATTRIBUTE);

  /// A selection of responses with records.
  private record ServiceScope(String word, String text, Predicate<SaCall> which) {}

  private static final List<ServiceScope> SCOPES =
      List.of(
          new ServiceScope("", "every answer", call -> call.isFor(ATTRIBUTE)),
          new ServiceScope("-in-set", "the answer to a Set", SET),
          new ServiceScope("-in-get", "the answer to a Get", GET),
          new ServiceScope("-in-delete", "the answer to a Delete", DELETE));

  /// One wrong value of a record.
  private record ServiceAspect(String word, String text, Consumer<MemorySegment> spoil) {}

  private ServiceDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(contents(), statuses(), stores(), leases(), keys())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> contents() {
    List<ServiceAspect> aspects =
        List.of(
            flipped("id", SERVICE_ID, 0, 1L << 63),
            flipped("p-key", SERVICE_P_KEY, 0, 0x8000),
            flipped("lease", SERVICE_LEASE, 0, 1),
            flipped("data8", SERVICE_DATA8, 3, 1),
            flipped("data64", SERVICE_DATA64, 1, 1),
            new ServiceAspect("gid", "ServiceGID with another bit", ServiceDeviations::otherGid),
            new ServiceAspect(
                "name", "the ServiceName without its last letter", ServiceDeviations::shortenName),
            new ServiceAspect("emptied", "a record of zeros", record -> record.fill((byte) 0)));
    return SCOPES.stream()
        .flatMap(scope -> aspects.stream().map(aspect -> content(aspect, scope)))
        .toList();
  }

  private static DeviationSpec content(ServiceAspect aspect, ServiceScope scope) {
    return deviation(
        "service." + aspect.word() + "-wrong" + scope.word(),
        "returns %s in %s".formatted(aspect.text(), scope.text()),
        records(scope.which(), (_, record) -> aspect.spoil().accept(record)));
  }

  private static ServiceAspect flipped(String word, Field field, int index, long bits) {
    return new ServiceAspect(
        word,
        field.name() + " with another bit",
        record -> field.set(record, 0, index, field.get(record, 0, index) ^ bits));
  }

  private static void otherGid(MemorySegment record) {
    Gid gid = Gid.get(SERVICE_GID, record, 0);
    new Gid(gid.prefix(), gid.guid() ^ 1).set(SERVICE_GID, record, 0);
  }

  private static void shortenName(MemorySegment record) {
    byte[] name = SERVICE_NAME.slice(record, 0).toArray(JAVA_BYTE);
    int length = 0;
    while (length < name.length && name[length] != 0) {
      length++;
    }
    if (length > 0) {
      name[length - 1] = 0;
      SERVICE_NAME.slice(record, 0).copyFrom(MemorySegment.ofArray(name));
    }
  }

  private static List<DeviationSpec> statuses() {
    return List.of(
        status("set-status-no-resources", "a Set", SET, SaStatus.NO_RESOURCES),
        status("get-status-no-records", "a Get", GET, SaStatus.NO_RECORDS),
        status("delete-status-no-records", "a Delete", DELETE, SaStatus.NO_RECORDS),
        status("delete-status-denied", "a Delete", DELETE, SaStatus.REQ_DENIED),
        status("set-status-denied", "a Set", SET, SaStatus.REQ_DENIED),
        missing("missing-is-ok", "an empty record", new RecordAnswer(0, List.of(empty()))),
        missing(
            "missing-is-invalid", "ERR_REQ_INVALID", RecordAnswer.refused(SaStatus.REQ_INVALID)));
  }

  private static DeviationSpec status(
      String name, String request, Predicate<SaCall> which, int status) {
    return deviation(
        "service." + name,
        "executes %s and answers %s".formatted(request, SaStatus.name(status)),
        answers(
            which,
            answer ->
                answer.status() == 0 ? answer.withStatus(SaStatus.inStatus(status)) : answer));
  }

  private static DeviationSpec missing(String name, String text, RecordAnswer wrong) {
    return deviation(
        "service." + name,
        "answers a Get of a service that does not exist with " + text,
        answers(
            GET,
            answer -> answer.status() == SaStatus.inStatus(SaStatus.NO_RECORDS) ? wrong : answer));
  }

  private static MemorySegment empty() {
    return MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]);
  }

  private static List<DeviationSpec> stores() {
    return List.of(
        deviation(
            "service.set-only-answers",
            "answers a Set, but keeps nothing",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public void add(Service service) {}
                })),
        deviation(
            "service.delete-only-answers",
            "answers a Delete, but deletes nothing",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public void remove(Service service) {}
                })),
        deviation(
            "service.data-stored-wrong",
            "keeps one byte of ServiceData8 with another bit",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public void add(Service service) {
                    MemorySegment kept = copy(service.record());
                    SERVICE_DATA8.set(kept, 0, 15, SERVICE_DATA8.get(kept, 0, 15) ^ 0x10);
                    super.add(new Service(kept, service.end()));
                  }
                })),
        cut("name-cut-at-32", "32 bytes", 32),
        cut("name-cut-at-63", "63 bytes", 63),
        deviation(
            "service.deleted-still-in-table",
            "still returns a deleted service in tables",
            DeletedServices.stillIn(TABLE)),
        deviation(
            "service.deleted-still-in-get",
            "still returns a deleted service to a Get",
            DeletedServices.stillIn(GET)),
        ignored("name", SERVICE_NAME, TABLE, "a table is requested"),
        ignored("data8", SERVICE_DATA8, TABLE, "a table is requested"),
        ignored("p-key", SERVICE_P_KEY, SET, "a service is registered"));
  }

  private static DeviationSpec cut(String name, String text, int bytes) {
    return deviation(
        "service." + name,
        "keeps %s of ServiceName".formatted(text),
        store(services ->
            new ServiceStore.Overlay(services) {
              @Override
              public void add(Service service) {
                MemorySegment kept = copy(service.record());
                SERVICE_NAME.slice(kept, 0).asSlice(bytes).fill((byte) 0);
                super.add(new Service(kept, service.end()));
              }
            }));
  }

  private static DeviationSpec ignored(
      String word, Field component, Predicate<SaCall> which, String when) {
    return deviation(
        "service." + word + "-ignored",
        "ignores %s when %s".formatted(component.name(), when),
        SaEdits.ignores(which, ATTRIBUTE, component));
  }

  private static List<DeviationSpec> leases() {
    return List.of(
        deviation(
            "service.lease-ignored",
            "never expires a lease",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public void add(Service service) {
                    super.add(new Service(service.record(), NEVER));
                  }
                })),
        deviation(
            "service.lease-twice-as-long",
            "expires leases after twice their period",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public void add(Service service) {
                    long more = lease(service);
                    super.add(
                        service.end() == NEVER
                            ? service
                            : new Service(service.record(), service.end() + more));
                  }
                })),
        deviation(
            "service.lease-16-bits",
            "keeps 16 bits of ServiceLease",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public List<Service> at(long now) {
                    return super.at(now).stream()
                        .filter(service ->
                            service.end() == NEVER || service.end() - surplus(service) > now)
                        .toList();
                  }
                })),
        deviation(
            "service.lease-half-as-long",
            "expires leases after half their period",
            store(services ->
                new ServiceStore.Overlay(services) {
                  @Override
                  public List<Service> at(long now) {
                    return super.at(now).stream()
                        .filter(service -> service.end() - lease(service) / 2 > now)
                        .toList();
                  }
                })));
  }

  /// The part of the lease beyond 16 bits of seconds, in nanoseconds.
  private static long surplus(ServiceStore.Service service) {
    return (SERVICE_LEASE.get(service.record(), 0) & 0xFFFF_0000L) * SECOND;
  }

  private static long lease(ServiceStore.Service service) {
    return SERVICE_LEASE.get(service.record(), 0) * SECOND;
  }

  private static List<DeviationSpec> keys() {
    return List.of(
        deviation(
            "service.key-shown", "shows the ServiceKey to everyone", ShownKeys.in(call -> true)),
        deviation(
            "service.key-shown-in-table",
            "shows the ServiceKey to everyone in tables",
            ShownKeys.in(TABLE)));
  }

  private static Consumer<Seams> store(UnaryOperator<ServiceStore> deviation) {
    return seams -> seams.services.deviate(deviation);
  }

  private static MemorySegment copy(MemorySegment record) {
    return empty().copyFrom(record);
  }
}
