package org.ibassay.device.sa;

import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_KEY;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_LEASE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ibassay.device.sa.ServiceStore.Service;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;

/// ServiceRecord (15.2.5.14): the services of ports. ServiceID, ServiceGID and ServiceP_Key
/// identify a record; a Set with those of an existing record replaces it.
///
/// A Set or Delete without ServiceID or ServiceGID gets ERR_REQ_INSUFFICIENT_COMPONENTS, according
/// to its name; OpenSM responds with ERR_REQ_INVALID. Without ServiceP_Key, the default partition
/// is used, as in OpenSM. ServiceLease in a response is the remaining time, rounded up to whole
/// seconds; OpenSM returns the original lease. The ServiceKey is shown only to trusted requests.
final class ServiceRecords implements RecordService {
  private static final long INDEFINITE = 0xFFFF_FFFFL;
  private static final long SECOND = 1_000_000_000L;
  private static final int MULTICAST_PREFIX = 0xFF;

  private final ServiceStore services;

  ServiceRecords(ServiceStore services) {
    this.services = services;
  }

  @Override
  public SaAttribute attribute() {
    return ATTRIBUTE;
  }

  @Override
  public RecordAnswer find(SaCall call) {
    List<Component> components = ATTRIBUTE.in(call.mask());
    MemorySegment asked = asked(call);
    return RecordAnswer.of(
        services.at(call.now()).stream()
            .filter(service -> mayKnow(call.requester(), service))
            .map(service -> leased(service, call.now()))
            .filter(
                record -> components.stream().allMatch(c -> PlainRecords.isEqual(c, asked, record)))
            .map(record -> shown(call, record))
            .toList());
  }

  @Override
  public RecordAnswer set(SaCall call) {
    MemorySegment record = named(call);
    int refusal = refusal(call, record);
    if (refusal != SaStatus.OK) {
      return RecordAnswer.refused(refusal);
    }
    if (!call.means(ATTRIBUTE, SERVICE_LEASE)) {
      SERVICE_LEASE.set(record, 0, INDEFINITE);
    }
    sameAs(record, call.now()).ifPresent(services::remove);
    long lease = SERVICE_LEASE.get(record, 0);
    long end = lease == INDEFINITE ? ServiceStore.NEVER : call.now() + lease * SECOND;
    services.add(new Service(record, end));
    return RecordAnswer.of(List.of(shown(call, record)));
  }

  @Override
  public RecordAnswer delete(SaCall call) {
    MemorySegment record = named(call);
    int refusal = refusal(call, record);
    if (refusal != SaStatus.OK) {
      return RecordAnswer.refused(refusal);
    }
    Optional<Service> found = sameAs(record, call.now());
    if (found.isEmpty()) {
      return RecordAnswer.refused(SaStatus.NO_RECORDS);
    }
    services.remove(found.get());
    return RecordAnswer.of(List.of(shown(call, leased(found.get(), call.now()))));
  }

  private static int refusal(SaCall call, MemorySegment record) {
    if (!call.means(ATTRIBUTE, SERVICE_ID) || !call.means(ATTRIBUTE, SERVICE_GID)) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    int pKey = (int) SERVICE_P_KEY.get(record, 0);
    Gid gid = Gid.get(SERVICE_GID, record, 0);
    Optional<EndPort> offering = call.subnet().byGid(gid);
    boolean isMulticast = gid.prefix() >>> 56 == MULTICAST_PREFIX;
    if (offering.isEmpty() && !isMulticast) {
      return SaStatus.REQ_INVALID_GID;
    }
    boolean inPartition =
        call.requester().isIn(pKey) && offering.map(port -> port.isIn(pKey)).orElse(true);
    return inPartition ? SaStatus.OK : SaStatus.REQ_INVALID;
  }

  /// Returns the request's record with only the components in its ComponentMask.
  private static MemorySegment named(SaCall call) {
    MemorySegment asked = asked(call);
    MemorySegment record = MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]);
    for (Component component : ATTRIBUTE.in(call.mask())) {
      component
          .field()
          .slice(record, 0, component.index())
          .copyFrom(component.field().slice(asked, 0, component.index()));
    }
    if (!call.means(ATTRIBUTE, SERVICE_P_KEY)) {
      SERVICE_P_KEY.set(record, 0, Gmp.DEFAULT_P_KEY);
    }
    return record;
  }

  private static MemorySegment asked(SaCall call) {
    return call.mad().asSlice(SaHeader.DATA, ATTRIBUTE.layout().bytes());
  }

  private Optional<Service> sameAs(MemorySegment record, long now) {
    List<Component> identity =
        ATTRIBUTE.in(
            ATTRIBUTE.mask(SERVICE_ID)
                | ATTRIBUTE.mask(SERVICE_GID)
                | ATTRIBUTE.mask(SERVICE_P_KEY));
    return services.at(now).stream()
        .filter(service ->
            identity.stream().allMatch(c -> PlainRecords.isEqual(c, record, service.record())))
        .findFirst();
  }

  /// Only a requester in the service's partition sees the service.
  private static boolean mayKnow(EndPort requester, Service service) {
    return requester.isIn((int) SERVICE_P_KEY.get(service.record(), 0));
  }

  private static MemorySegment leased(Service service, long now) {
    MemorySegment record = copy(service.record());
    if (service.end() != ServiceStore.NEVER) {
      SERVICE_LEASE.set(record, 0, (service.end() - now + SECOND - 1) / SECOND);
    }
    return record;
  }

  private static MemorySegment shown(SaCall call, MemorySegment record) {
    MemorySegment shown = copy(record);
    if (!call.isTrusted()) {
      SERVICE_KEY.slice(shown, 0).fill((byte) 0);
    }
    return shown;
  }

  private static MemorySegment copy(MemorySegment record) {
    return MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]).copyFrom(record);
  }
}
