package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;
import static org.ibassay.suite.Parameter.SERVICE_LEASE;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.ServiceIds;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// # Services are independent of each other
///
/// - Section: 15.2.5.14
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-services#01, ia-s15-services#02, ia-s15-services#03, ia-s15-services#04,
///   ia-s15-services#05, ia-s15-services#06, ia-s15-services#07, ia-s15-services#08,
///   ia-s15-services#09, ia-s15-services#10
///
/// Two services of one port are registered, found by each of their components, replaced and
/// deleted, and expire with their own leases. What happens to one does not affect the other. A
/// third one has an unlimited lease and does not expire.
///
/// ## Notes
///
/// - This test is the suite's own. ServiceID, ServiceGID and ServiceP_Key together identify a
///   service. The two services differ in ServiceID, ServiceName and every element of their data.
/// - SERVICE_ID and the 15 numbers after it are tried until three are free.
/// - All leases but that of the third service are finite, so that a service that could not be
///   deleted expires.
/// - Not requested are ServiceLease, for which an SA may return the value set or the time that
///   remains, and ServiceKey, which others must not learn. What a ServiceKey protects is not
///   tested.
/// - A stack below the tester that delivers at most 168 bytes of data drops ServiceData64[1]: it is
///   then not requested.
/// - If the response to a Delete was lost, the retried Delete finds nothing: its status is then
///   inconclusive.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ServiceRecord) with ServiceID, ServiceGID and ServiceP_Key of each candidate.
///   ONE, TWO and THREE are the first three that are not registered.
/// - A2: SubnAdmSet(ServiceRecord) of ONE with a lease of 600 s, then of TWO with one of 65,537 s,
///   whose lower 16 bits are 1 s; verify Status == 0 and each component. [ia-s15-services#01]
/// - A3: SubnAdmGet(ServiceRecord) of each; verify Status == 0 and each component.
///   [ia-s15-services#01]
/// - A4: SubnAdmGet(ServiceRecord) with ServiceGID and one more component, in turn ServiceID,
///   ServiceName and each element of the data, as in ONE and as in TWO; verify that the record is
///   that of ONE or TWO. [ia-s15-services#02]
/// - A5: Repeat step A4 with values that no service has: the first or the last bit differs; a
///   ServiceName in capital letters, without its last letter, and with one more; and by ServiceID
///   with ServiceGID of the DUT, and with the ServiceP_Key of a partition of which neither end is a
///   member. Verify Status ERR_NO_RECORDS. By ServiceID with another GidPrefix in ServiceGID:
///   verify that there are no records. [ia-s15-services#03]
/// - A6: SubnAdmGet(ServiceRecord) with ServiceGID and ServiceP_Key; verify Status
///   ERR_TOO_MANY_RECORDS. [ia-s15-services#04]
/// - A7: SubnAdmSet(ServiceRecord) of ONE with another name, of 64 bytes, and other data; verify
///   that both services are as last set, that SubnAdmGetTable with ServiceID and ServiceGID of ONE
///   has one record, and that there is none with the old name. [ia-s15-services#05]
/// - A8: SubnAdmDelete(ServiceRecord) of ONE three times: with the ServiceP_Key of a partition of
///   which neither end is a member, with the GID of the DUT, and with a ServiceID that is not
///   registered. Verify that Status is ERR_NO_RECORDS, ERR_REQ_INVALID, ERR_REQ_INVALID_GID or
///   ERR_REQ_DENIED and, by SubnAdmGet(ServiceRecord), that ONE and TWO are unchanged.
///   [ia-s15-services#06]
/// - A9: SubnAdmSet(ServiceRecord) of ONE with ServiceGID of the DUT and another name; then
///   SubnAdmDelete of it. Verify after each that ONE and TWO are unchanged. If the Set is rejected,
///   the step does not apply. [ia-s15-services#09]
/// - A10: SubnAdmDelete(ServiceRecord) of ONE; verify Status == 0, that ONE is not found, and that
///   TWO is unchanged. [ia-s15-services#07]
/// - A11: SubnAdmSet(ServiceRecord) of THREE with ServiceLease 0xFFFFFFFF, which is unlimited;
///   verify Status == 0 and each component. [ia-s15-services#10]
/// - A12: SubnAdmSet(ServiceRecord) of ONE with a lease of 600 s, then with ServiceLease =
///   SERVICE_LEASE and, after half of that time, with twice that lease. Verify that ONE is still
///   found 2 s plus a tenth after the end of the lease SERVICE_LEASE, and no longer found 2 s plus
///   a tenth after the end of the last one; and that TWO is found both times. [ia-s15-services#08]
/// - A13: SubnAdmGet(ServiceRecord) of THREE; verify Status == 0 and each component.
///   [ia-s15-services#10]
/// - A14: SubnAdmDelete(ServiceRecord) of all three.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.SERVICE_RECORD,
    parameters = {SERVICE_ID, SERVICE_LEASE})
public final class S15_Services extends C15_0_1_012 {
  /// Makes another GidPrefix of one, neither link-local nor multicast.
  private static final long ANOTHER_SUBNET = 1L << 60;

  private static final int LEASE = 600;
  private static final int LONG_LEASE = 65_537;
  private static final long UNLIMITED = 0xFFFF_FFFFL;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    List<OfferedService> free = freeServices(parameter(SERVICE_ID), 3);
    OfferedService one = free.getFirst();
    OfferedService two = free.get(1);
    OfferedService three = free.getLast();
    register(one, "A2", LEASE);
    register(two, "A2", LONG_LEASE);
    verifyHeld("A3", one, two);
    step("A4");
    sendMad(one.identity(subnAdmGet(ATTRIBUTE)));
    SaRecord delivered = receiveMad().record();
    verifyFound(one, two, delivered);
    verifyFound(two, one, delivered);
    step("A6");
    sendMad(subnAdmGet(ATTRIBUTE).with(SERVICE_GID, one.gid()).with(SERVICE_P_KEY, DEFAULT_P_KEY));
    verifyStatus(receiveMad(), SaStatus.TOO_MANY_RECORDS);
    OfferedService other = one.withOtherContents();
    replace(one, other, two);
    verifyNotDeleted(other, two);
    verifyApart(other, two);
    verifyDeleted(other, two);
    register(three, "A11", UNLIMITED);
    verifyLease(one, two);
    verifyHeld("A13", three);
    step("A14");
    delete(one);
    delete(two);
    delete(three);
  }

  private void register(OfferedService service, String step, long lease) throws TestException {
    step(step);
    sendMad(service.whole(subnAdmSet(ATTRIBUTE), lease));
    verifyIs(service, receiveMad());
  }

  private void verifyIs(OfferedService service, SaPacketSpec answer) {
    if (verifyStatus(answer, SaStatus.OK)) {
      service.verify(checks(), answer.record());
    }
  }

  private void verifyHeld(String step, OfferedService... services) throws TestException {
    for (OfferedService service : services) {
      step(step);
      sendMad(service.identity(subnAdmGet(ATTRIBUTE)));
      verifyIs(service, receiveMad());
    }
  }

  private interface Naming {
    SaRequest in(SaRequest request);
  }

  /// Steps A4 and A5.
  ///
  /// @param delivered shows which parts of a record the stack below the tester delivers
  private void verifyFound(OfferedService service, OfferedService other, SaRecord delivered)
      throws TestException {
    verifyFoundBy(service, r -> r.with(ServiceRecord.SERVICE_ID, service.id()));
    verifyFoundBy(service, r -> r.with(SERVICE_NAME, service.name()));
    verifyNotFoundBy(
        service,
        r -> r.with(ServiceRecord.SERVICE_ID, service.id()).with(SERVICE_GID, dut().gid()));
    Gid own = service.gid();
    sendMad(
        subnAdmGet(ATTRIBUTE)
            .with(ServiceRecord.SERVICE_ID, service.id())
            .with(SERVICE_GID, new Gid(own.prefix() ^ ANOTHER_SUBNET, own.guid())));
    verifyNoRecords(receiveMad());
    verifyNotFoundBy(
        service,
        r ->
            r.with(ServiceRecord.SERVICE_ID, service.id())
                .with(SERVICE_P_KEY, ends().foreignPKey()));
    String name = service.name();
    for (String wrong :
        List.of(name.toUpperCase(Locale.ROOT), name.substring(0, name.length() - 1), name + "0")) {
      verifyNotFoundBy(service, r -> r.with(SERVICE_NAME, wrong));
    }
    for (Field data : TestService.DATA) {
      for (int i = 0; i < data.count(); i++) {
        int index = i;
        if (delivered.has(data, i)) {
          at(data.name(), i, () -> verifyFoundByData(service, other, data, index));
        } else {
          remark("components that the stack below the tester withholds are not requested");
        }
      }
    }
  }

  private void verifyFoundByData(
      OfferedService service, OfferedService other, Field data, int index) throws TestException {
    long value = service.value(data, index);
    verifyFoundBy(service, request -> request.with(data, index, value));
    for (long bit : new long[] {1, 1L << (data.width() - 1)}) {
      if ((value ^ bit) != other.value(data, index)) {
        verifyNotFoundBy(service, request -> request.with(data, index, value ^ bit));
      }
    }
  }

  private void verifyFoundBy(OfferedService service, Naming naming) throws TestException {
    step("A4");
    sendMad(naming.in(subnAdmGet(ATTRIBUTE).with(SERVICE_GID, service.gid())));
    SaPacketSpec answer = receiveMad();
    if (verifyStatus(answer, SaStatus.OK)) {
      verifyData(answer.record(), ServiceRecord.SERVICE_ID, service.id());
    }
  }

  private void verifyNotFoundBy(OfferedService service, Naming naming) throws TestException {
    step("A5");
    sendMad(naming.in(subnAdmGet(ATTRIBUTE).with(SERVICE_GID, service.gid())));
    verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
  }

  private void replace(OfferedService old, OfferedService other, OfferedService two)
      throws TestException {
    register(other, "A7", LEASE);
    verifyHeld("A7", other, two);
    sendMad(
        subnAdmGetTable(ATTRIBUTE)
            .with(ServiceRecord.SERVICE_ID, old.id())
            .with(SERVICE_GID, old.gid()));
    SaPacketSpec table = receiveMad();
    int count = table.records().size();
    verify(
        table,
        table.status() == 0 && count == 1,
        () -> "1 service",
        () -> "status %s, %s".formatted(table.statusText(), counted(count, "service")));
    sendMad(subnAdmGet(ATTRIBUTE).with(SERVICE_GID, old.gid()).with(SERVICE_NAME, old.name()));
    verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
  }

  private void verifyNotDeleted(OfferedService one, OfferedService two) throws TestException {
    long nobody = ServiceIds.from(parameter(SERVICE_ID)).getLast() + 1;
    for (SaRequest wrong :
        List.of(
            one.identity(subnAdmDelete(ATTRIBUTE)).with(SERVICE_P_KEY, ends().foreignPKey()),
            one.identity(subnAdmDelete(ATTRIBUTE)).with(SERVICE_GID, dut().gid()),
            one.identity(subnAdmDelete(ATTRIBUTE)).with(ServiceRecord.SERVICE_ID, nobody))) {
      step("A8");
      sendMad(wrong);
      verifyRefused(
          receiveMad(),
          SaStatus.NO_RECORDS,
          SaStatus.REQ_INVALID,
          SaStatus.REQ_INVALID_GID,
          SaStatus.REQ_DENIED);
      verifyHeld("A8", one, two);
    }
  }

  /// The other service has a short lease, as no snapshot includes it.
  private void verifyApart(OfferedService one, OfferedService two) throws TestException {
    step("A9");
    OfferedService elsewhere = one.at(dut().gid());
    sendMad(elsewhere.whole(subnAdmSet(ATTRIBUTE), parameter(SERVICE_LEASE)));
    if (receiveMad().isRefusal()) {
      notApplicable("no service of another port");
      return;
    }
    verifyHeld("A9", one, two);
    delete(elsewhere);
    verifyHeld("A9", one, two);
  }

  private void verifyDeleted(OfferedService one, OfferedService two) throws TestException {
    step("A10");
    SaPacketSpec answer = delete(one);
    if (answer.tries() > 1 && answer.hasNoRecords()) {
      inconclusive("the first Delete may have been executed, and its response lost");
    } else {
      verifyIs(one, answer);
    }
    verifyGone("A10", one);
    verifyHeld("A10", two);
  }

  private void verifyGone(String step, OfferedService service) throws TestException {
    step(step);
    sendMad(service.identity(subnAdmGet(ATTRIBUTE)));
    verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
  }

  private SaPacketSpec delete(OfferedService service) throws TestException {
    sendMad(service.identity(subnAdmDelete(ATTRIBUTE)));
    return receiveMad();
  }

  private void verifyLease(OfferedService one, OfferedService two) throws TestException {
    Duration lease = Duration.ofSeconds(parameter(SERVICE_LEASE));
    Duration twice = lease.multipliedBy(2);
    takeTime();
    register(one, "A12", LEASE);
    register(one, "A12", lease.toSeconds());
    final long first = now();
    waitUntil(first + lease.dividedBy(2).toNanos());
    final long renewing = now();
    register(one, "A12", twice.toSeconds());
    final long renewed = now();
    waitUntil(first + withDelay(lease));
    sendMad(one.identity(subnAdmGet(ATTRIBUTE)));
    SaPacketSpec answer = receiveMad();
    if (now() - renewing > twice.minusSeconds(1).toNanos()) {
      inconclusive(
          "the response was received too late to be sure that the lease was still running");
    } else {
      verifyIs(one, answer);
    }
    verifyHeld("A12", two);
    waitUntil(renewed + withDelay(twice));
    verifyGone("A12", one);
    verifyHeld("A12", two);
  }

  /// A lease plus the time by which a service may expire late, in nanoseconds.
  private static long withDelay(Duration lease) {
    return lease.plus(lease.dividedBy(10)).plusSeconds(2).toNanos();
  }
}
