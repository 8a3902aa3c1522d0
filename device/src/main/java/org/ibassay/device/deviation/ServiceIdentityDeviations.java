package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.masked;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.ServiceRecord;

/// Deviations in requests to set or delete a service without its identity.
final class ServiceIdentityDeviations {
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);
  private static final Predicate<SaCall> DELETE = calls(SaMethod.DELETE, ATTRIBUTE);

  private ServiceIdentityDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "serviceid.not-required",
            "sets and deletes a service without ServiceID as if it were 0, and without ServiceGID"
                + " for the requester",
            masked(SET.or(DELETE), call -> withOwnGid(call) | ATTRIBUTE.mask(SERVICE_ID))),
        deviation(
            "serviceid.id-0-set",
            "sets a service without ServiceID",
            masked(SET, call -> call.mask() | ATTRIBUTE.mask(SERVICE_ID))),
        deviation(
            "serviceid.own-gid-set",
            "sets a service without ServiceGID for the requester",
            masked(SET, ServiceIdentityDeviations::withOwnGid)),
        deviation(
            "serviceid.unknown-port-set",
            "sets a service of a port that does not exist for the requester",
            masked(
                SET.and(call -> call.subnet().byGid(call.askedGid(SERVICE_GID)).isEmpty()),
                call -> {
                  call.requester().gid().set(SERVICE_GID, call.mad(), SaHeader.DATA);
                  return call.mask();
                })),
        deviation(
            "serviceid.own-gid-deleted",
            "deletes the requester's service if ServiceGID is missing",
            masked(DELETE, ServiceIdentityDeviations::withOwnGid)),
        deviation(
            "serviceid.last-deleted",
            "deletes the service set last if ServiceID is missing",
            ServiceIdentityDeviations::deletesLast),
        confirmed("set-confirmed", SET, SERVICE_ID, "set"),
        confirmed("delete-confirmed", DELETE, SERVICE_GID, "delete"),
        deviation(
            "serviceid.p-key-0",
            "confirms a service without ServiceP_Key with ServiceP_Key 0",
            records(
                SET.and(call -> !call.means(ATTRIBUTE, SERVICE_P_KEY)),
                (_, record) -> SERVICE_P_KEY.set(record, 0, 0))),
        deviation(
            "serviceid.without-p-key-not-deleted",
            "confirms the deletion of a service without ServiceP_Key, and keeps it",
            masked(
                DELETE.and(call -> !call.means(ATTRIBUTE, SERVICE_P_KEY)),
                call -> {
                  SERVICE_ID.set(call.mad(), SaHeader.DATA, call.asked(SERVICE_ID) ^ 1);
                  return call.mask();
                })),
        partitioned(
            "p-key-no-identity",
            "replaces a service by that of another partition",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    super.at(0).stream()
                        .filter(other -> isTwin(other, service))
                        .forEach(super::remove);
                    super.add(service);
                  }
                }),
        partitioned(
            "p-key-twins-deleted",
            "deletes the services of all partitions with a service",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void remove(Service service) {
                    super.at(0).stream()
                        .filter(other -> isTwin(other, service))
                        .forEach(super::remove);
                  }
                }),
        partitioned(
            "p-key-twin-deleted",
            "deletes the first service with ServiceID and ServiceGID, whatever its partition",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void remove(Service service) {
                    super.at(0).stream()
                        .filter(other -> isTwin(other, service))
                        .findFirst()
                        .ifPresent(super::remove);
                  }
                }),
        partitioned(
            "p-key-of-last",
            "keeps the data of the service set last for those of all partitions",
            store ->
                new ServiceStore.Overlay(store) {
                  @Override
                  public void add(Service service) {
                    super.add(service);
                    super.at(0).stream()
                        .filter(other -> isTwin(other, service))
                        .forEach(other ->
                            ServiceRecord.SERVICE_NAME
                                .slice(other.record(), 0)
                                .copyFrom(ServiceRecord.SERVICE_NAME.slice(service.record(), 0)));
                  }
                }));
  }

  private static DeviationSpec partitioned(
      String name, String text, UnaryOperator<ServiceStore> deviation) {
    return deviation("serviceid." + name, text, seams -> seams.services.deviate(deviation))
        .on(SimParameter.SECOND_PARTITION, 1);
  }

  /// Whether two services differ in their partition at most.
  private static boolean isTwin(ServiceStore.Service one, ServiceStore.Service other) {
    return SERVICE_ID.get(one.record(), 0) == SERVICE_ID.get(other.record(), 0)
        && Gid.get(SERVICE_GID, one.record(), 0).equals(Gid.get(SERVICE_GID, other.record(), 0));
  }

  private static long withOwnGid(SaCall call) {
    if (!call.means(ATTRIBUTE, SERVICE_GID)) {
      call.requester().gid().set(SERVICE_GID, call.mad(), SaHeader.DATA);
    }
    return call.mask() | ATTRIBUTE.mask(SERVICE_GID);
  }

  private static DeviationSpec confirmed(
      String name, Predicate<SaCall> which, Field missing, String word) {
    return deviation(
        "serviceid." + name,
        "confirms a request to %s a service without %s, and ignores it"
            .formatted(word, missing.name()),
        answersTo(
            which.and(call -> !call.means(ATTRIBUTE, missing)),
            (call, _) ->
                RecordAnswer.of(
                    List.of(call.mad().asSlice(SaHeader.DATA, ATTRIBUTE.layout().bytes())))));
  }

  private static void deletesLast(Seams seams) {
    long[] last = {0};
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public long componentMask(SaCall call) {
            long mask = super.componentMask(call);
            if (SET.test(call) && call.means(ATTRIBUTE, SERVICE_ID)) {
              last[0] = call.asked(SERVICE_ID);
            } else if (DELETE.test(call) && !call.means(ATTRIBUTE, SERVICE_ID)) {
              SERVICE_ID.set(call.mad(), SaHeader.DATA, last[0]);
              return mask | ATTRIBUTE.mask(SERVICE_ID);
            }
            return mask;
          }
        });
  }
}
