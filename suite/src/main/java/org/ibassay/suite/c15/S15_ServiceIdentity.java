package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;
import static org.ibassay.suite.Shown.counted;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.util.List;
import java.util.OptionalInt;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// # No service is set or deleted without its identity
///
/// - Section: 15.2.5.14
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-service-identity#01, ia-s15-service-identity#02,
///   ia-s15-service-identity#03, ia-s15-service-identity#04, ia-s15-service-identity#05
///
/// ServiceID and ServiceGID identify a service. A request to set or delete a service without one of
/// them is rejected and changes nothing; nor can a service be set for a port that does not exist.
/// Services of one port with the same ServiceID in different partitions are different services.
///
/// ## Notes
///
/// - This test is the suite's own. The services are those of S15_Services.
/// - A request that lacks a component is incomplete. As the component then has no value,
///   ERR_REQ_INVALID, ERR_REQ_INVALID_GID and, of a Delete, ERR_NO_RECORDS are accepted as well:
///   OpenSM uses ERR_REQ_INVALID.
/// - OpenSM's Delete evaluates the identifying components whether ComponentMask names them or not;
///   reading `sa-unnamed-identity`.
/// - Whether a service without ServiceP_Key is one of the default partition, as in OpenSM, or is
///   rejected is the reading `sa-service-without-p-key`.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ServiceRecord) with ServiceID, ServiceGID and ServiceP_Key of each candidate.
///   ONE and TWO are the first two that are not registered. SubnAdmSet(ServiceRecord) of TWO.
/// - A2: SubnAdmSet(ServiceRecord) of ONE in turn without ServiceID, without ServiceGID, and with a
///   ServiceGID that no port has; verify that it is rejected. [ia-s15-service-identity#01]
/// - A3: SubnAdmGetTable(ServiceRecord) by the ServiceName of ONE; verify that there are no
///   records. [ia-s15-service-identity#02]
/// - A4: SubnAdmSet(ServiceRecord) of ONE. SubnAdmDelete(ServiceRecord) in turn without ServiceID
///   and without ServiceGID; verify that it is rejected. [ia-s15-service-identity#03]
/// - A5: After each Delete of step A4, SubnAdmGet(ServiceRecord) of ONE and TWO; verify Status 0
///   and each component. [ia-s15-service-identity#02]
/// - A6: SubnAdmDelete(ServiceRecord) with the ServiceID and ServiceGID of ONE, of which
///   ComponentMask names only one in turn; note whether the service is deleted. If so, set it
///   again.
/// - A7: SubnAdmDelete(ServiceRecord) of ONE. SubnAdmSet(ServiceRecord) of ONE without
///   ServiceP_Key; if Status is 0, verify that ServiceP_Key of the response is 0xFFFF, and that
///   SubnAdmGetTable by ServiceID and ServiceGID has one record. SubnAdmDelete without
///   ServiceP_Key; verify that there is no record then. [ia-s15-service-identity#04]
/// - A8: SubnAdmDelete(ServiceRecord) of TWO.
/// - A9: If the tester has no P_Key of another partition than the default one, steps A9 and A10 are
///   left out. SubnAdmSet(ServiceRecord) of ONE, and of OTHER: a service with the same ServiceID
///   and ServiceGID, the other ServiceP_Key, and other contents. Verify Status 0 of both and, by
///   SubnAdmGet(ServiceRecord) of each, each component; by ServiceID and ServiceGID alone, verify
///   Status ERR_TOO_MANY_RECORDS. [ia-s15-service-identity#05]
/// - A10: SubnAdmDelete(ServiceRecord) of OTHER; verify that ONE is unchanged and OTHER not found.
///   SubnAdmDelete(ServiceRecord) of ONE. [ia-s15-service-identity#05]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SERVICE_RECORD,
    parameters = SERVICE_ID)
public final class S15_ServiceIdentity extends C15_0_1_012 {
  private static final long UNKNOWN_GUID = 0x0200_1BA5_FFFF_FFFFL;
  private static final int LEASE = 600;
  private static final int BASE = 0x7FFF;
  private static final Gid NONE = new Gid(0, 0);
  private static final List<Field> IDENTITY = List.of(ServiceRecord.SERVICE_ID, SERVICE_GID);
  private static final int[] INCOMPLETE = {
    SaStatus.REQ_INSUFFICIENT_COMPONENTS,
    SaStatus.REQ_INVALID,
    SaStatus.REQ_INVALID_GID,
    SaStatus.NO_RECORDS
  };

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    List<OfferedService> free = freeServices(parameter(SERVICE_ID), 2);
    OfferedService one = free.getFirst();
    OfferedService two = free.getLast();
    needs(ask(set(two)).status() == 0, "the second service was not registered");
    verifySets(one);
    verifyDeletes(one, two);
    noteUnnamed(one);
    verifyDefault(one);
    step("A8");
    ask(two.identity(subnAdmDelete(ATTRIBUTE)));
    verifyPartitions(one);
  }

  private void verifyPartitions(OfferedService one) throws TestException {
    OptionalInt second =
        tester().pKeys().stream()
            .mapToInt(Integer::intValue)
            .filter(key -> (key & BASE) != BASE)
            .findFirst();
    if (second.isEmpty()) {
      leaveOut("the tester is in the default partition only", "A9", "A10");
      return;
    }
    OfferedService other = one.in(second.getAsInt());
    part(() -> verifyBoth(one, other));
    for (OfferedService left : List.of(other, one)) {
      step("A10");
      ask(left.identity(subnAdmDelete(ATTRIBUTE)));
    }
  }

  private void verifyBoth(OfferedService one, OfferedService other) throws TestException {
    for (OfferedService service : List.of(one, other)) {
      step("A9");
      verifyStatus(ask(set(service)), SaStatus.OK);
    }
    verifyHeld("A9", one);
    verifyHeld("A9", other);
    verifyStatus(ask(byIdAndGid(subnAdmGet(ATTRIBUTE), one)), SaStatus.TOO_MANY_RECORDS);
    step("A10");
    ask(other.identity(subnAdmDelete(ATTRIBUTE)));
    verifyHeld("A10", one);
    verifyStatus(ask(other.identity(subnAdmGet(ATTRIBUTE))), SaStatus.NO_RECORDS);
  }

  private void verifySets(OfferedService one) throws TestException {
    OfferedService foreign = one.at(new Gid(one.gid().prefix(), UNKNOWN_GUID));
    repeatCases(
        "A2",
        "request",
        List.of(
            new NamedCase<>("without ServiceID", without(set(one), ServiceRecord.SERVICE_ID)),
            new NamedCase<>("without ServiceGID", without(set(one), SERVICE_GID)),
            new NamedCase<>("ServiceGID of no port", set(foreign).with(SERVICE_NAME, one.name()))),
        request -> {
          SaPacketSpec answer = ask(request);
          verifyRefused(answer, INCOMPLETE);
          step("A3");
          verifyNoRecords(ask(subnAdmGetTable(ATTRIBUTE).with(SERVICE_NAME, one.name())));
          if (answer.status() == 0) {
            deleteAs(answer.record(), one);
          }
        });
  }

  private void verifyDeletes(OfferedService one, OfferedService two) throws TestException {
    repeatCases(
        "A4",
        "request",
        NamedCase.of(IDENTITY, missing -> "without " + missing.name()),
        missing -> {
          needs(ask(set(one)).status() == 0, "the first service was not registered");
          verifyRefused(ask(without(one.identity(subnAdmDelete(ATTRIBUTE)), missing)), INCOMPLETE);
          verifyHeld("A5", one);
          verifyHeld("A5", two);
        });
  }

  private void verifyHeld(String step, OfferedService service) throws TestException {
    step(step);
    SaPacketSpec answer = ask(service.identity(subnAdmGet(ATTRIBUTE)));
    if (verifyStatus(answer, SaStatus.OK)) {
      service.verify(checks(), answer.record());
    }
  }

  private void noteUnnamed(OfferedService one) throws TestException {
    for (Field unnamed : IDENTITY) {
      step("A6");
      SaRequest request = one.identity(subnAdmDelete(ATTRIBUTE));
      SaPacketSpec answer =
          ask(request.componentMask(request.componentMask() & ~ATTRIBUTE.mask(unnamed)));
      reading(
          answer.frame(),
          Reading.SA_UNNAMED_IDENTITY,
          answer.status() == 0 ? "evaluated" : "refused");
      if (answer.status() == 0) {
        needs(ask(set(one)).status() == 0, "the first service was not registered again");
      }
    }
  }

  private void verifyDefault(OfferedService one) throws TestException {
    step("A7");
    ask(one.identity(subnAdmDelete(ATTRIBUTE)));
    SaPacketSpec answer = ask(without(set(one), SERVICE_P_KEY));
    boolean isSet = answer.status() == 0;
    reading(answer.frame(), Reading.SA_SERVICE_WITHOUT_P_KEY, isSet ? "default" : "refused");
    if (!isSet) {
      return;
    }
    verifyData(answer.record(), SERVICE_P_KEY, DEFAULT_P_KEY);
    SaRequest query = byIdAndGid(subnAdmGetTable(ATTRIBUTE), one);
    SaPacketSpec table = ask(query);
    int count = table.status() == 0 ? table.records().size() : 0;
    verify(table, count == 1, () -> "1 service", () -> counted(count, "service"));
    ask(byIdAndGid(subnAdmDelete(ATTRIBUTE), one));
    verifyNoRecords(ask(query));
  }

  // --- requests

  private SaRequest set(OfferedService service) {
    return service.whole(subnAdmSet(ATTRIBUTE), LEASE);
  }

  /// Returns the request without a component: neither its value nor its bit in ComponentMask.
  private static SaRequest without(SaRequest request, Field missing) {
    SaRequest empty =
        missing.equals(SERVICE_GID)
            ? request.carrying(SERVICE_GID, NONE)
            : request.carrying(missing, 0);
    return empty.componentMask(empty.componentMask() & ~ATTRIBUTE.mask(missing));
  }

  private static SaRequest byIdAndGid(SaRequest request, OfferedService service) {
    return request.with(ServiceRecord.SERVICE_ID, service.id()).with(SERVICE_GID, service.gid());
  }

  /// Deletes a service that should not have been registered.
  private void deleteAs(SaRecord registered, OfferedService like) throws TestException {
    OfferedService wrong =
        new OfferedService(
            registered.data(ServiceRecord.SERVICE_ID),
            registered.gid(SERVICE_GID),
            like.name(),
            like.variant());
    ask(wrong.identity(subnAdmDelete(ATTRIBUTE)));
  }
}
