package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;
import static org.ibassay.suite.Parameter.SERVICE_LEASE;
import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA64;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_KEY;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Shown;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.jspecify.annotations.Nullable;

/// # A ServiceRecord can be registered, queried and deleted
///
/// - Section: 25.2.5.15.1
/// - Coverage: v1c15-0.1.012
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X or 12X
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: v1c15-0.1.012#15.01, v1c15-0.1.012#15.03, v1c15-0.1.012#15.04,
///   v1c15-0.1.012#15.05, v1c15-0.1.012#15.06, v1c15-0.1.012#15.09, v1c15-0.1.012#15.10,
///   v1c15-0.1.012#15.11, v1c15-0.1.012#15.12, v1c15-0.1.012#15.13, v1c15-0.1.012#15.15,
///   v1c15-0.1.012#15.16
///
/// The tester registers a service with subnet administration, finds it by several of its
/// components, and deletes it; after that it must no longer be found. Added: nor is it found when a
/// component differs, or after its lease has expired; and the ServiceKey is not shown to everyone.
///
/// ## Notes
///
/// - The subnet manager has discovered the fabric, assigned LIDs and set up paths between all end
///   ports; the partition tables have their initial contents, and no key is associated with the
///   service's name.
/// - Of the public page, only the notes, which are the algorithm, are known; all steps are this
///   suite's own. Which of its checks proves which assertion is not known either. They were
///   assigned in the order of the list: 01 to the response to the Set, 03 to 10 to the components
///   of the record, 11 and 12 to the two queries, 13 to the Delete, 15 and 16 to the queries that
///   follow it.
/// - ServiceID, ServiceGID and ServiceP_Key together identify a service. The GID is the tester's;
///   SERVICE_ID is by default one of those that a system may assign locally. If it is in use,
///   perhaps because an earlier run could not delete it, the next free one of 16 is taken, with its
///   own name.
/// - The leases are finite, so that a service that could not be deleted expires. ServiceLease may
///   read as set or as the time that remains.
/// - ServiceKey is 0 for requests without SM_Key (A5.7); the response to the Set, whose sender
///   knows the key, may also repeat it.
/// - A stack below the tester that delivers at most 168 bytes of data drops ServiceData64[1]. It is
///   compared if it is delivered; A9, which selects by it, also shows that it was stored.
/// - If the response to a Delete was lost, the retried Delete finds nothing: step A13 is then
///   inconclusive.
/// - A service may expire late by a tenth of its lease and 2 s, and early by 1 s, because the lease
///   is counted in seconds.
/// - OpenSM's release notes list two requirements as not met: rejecting a foreign ServiceP_Key
///   (step A21), and associating names with keys (no step).
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - A1: SendMad(SubnAdmGet(ServiceRecord)) with ServiceID, ServiceGID and ServiceP_Key, and then
///   with ServiceName alone.
/// - A2: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify that there is no such service:
///   MADHeader:Status == ERR_NO_RECORDS. If there is one, repeat step A1 with the next ServiceID
///   and name; if none of them is free, the test ends. [ia-c15-0-1-012-15#01]
/// - A3: SendMad(SubnAdmSet(ServiceRecord)) with all components: ServiceID, ServiceGID,
///   ServiceP_Key = 0xFFFF, ServiceLease = 600 s, ServiceKey, ServiceName and all data.
/// - A4: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify MADHeader:Status == 0.
///   [v1c15-0.1.012#15.01]
/// - A5: Verify in the record, here and in A7, A9 and A13:
///   - A5.1: ServiceID as set. [v1c15-0.1.012#15.03]
///   - A5.2: ServiceGID as set. [v1c15-0.1.012#15.04]
///   - A5.3: ServiceP_Key as set. [v1c15-0.1.012#15.05]
///   - A5.4: ServiceLease as set, or the time that remains. [v1c15-0.1.012#15.06]
///   - A5.5: ServiceName as set. [v1c15-0.1.012#15.09]
///   - A5.6: ServiceData8, ServiceData16, ServiceData32 and ServiceData64 as set.
///     [v1c15-0.1.012#15.10]
///   - A5.7: ServiceKey == 0. [ia-c15-0-1-012-15#02]
/// - A6: SendMad(SubnAdmGet(ServiceRecord)) with ServiceID, ServiceGID and ServiceP_Key.
/// - A7: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify MADHeader:Status == 0.
///   [v1c15-0.1.012#15.11]
/// - A8: SendMad(SubnAdmGetTable(ServiceRecord)) with ServiceGID, ServiceName and ServiceData64[1].
/// - A9: ReceiveMad(SubnAdmGetTableResp(ServiceRecord)); verify MADHeader:Status == 0, and that the
///   service is the only one. [v1c15-0.1.012#15.12]
/// - A10: SendMad(SubnAdmGetTable(ServiceRecord)) with ServiceGID and, one after the other, another
///   ServiceName and another ServiceData8[0].
/// - A11: ReceiveMad(SubnAdmGetTableResp(ServiceRecord)); verify that there are no records.
///   [ia-c15-0-1-012-15#03]
/// - A12: SendMad(SubnAdmDelete(ServiceRecord)) with ServiceID, ServiceGID and ServiceP_Key.
/// - A13: ReceiveMad(SubnAdmDeleteResp(ServiceRecord)); verify MADHeader:Status == 0.
///   [v1c15-0.1.012#15.13]
/// - A14: SendMad(SubnAdmGet(ServiceRecord)) as in A6.
/// - A15: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify MADHeader:Status == ERR_NO_RECORDS.
///   [v1c15-0.1.012#15.15]
/// - A16: SendMad(SubnAdmGetTable(ServiceRecord)) as in A8.
/// - A17: ReceiveMad(SubnAdmGetTableResp(ServiceRecord)); verify that there are no records.
///   [v1c15-0.1.012#15.16]
/// - A18: SendMad(SubnAdmDelete(ServiceRecord)) once more.
/// - A19: ReceiveMad(SubnAdmDeleteResp(ServiceRecord)); verify MADHeader:Status == ERR_NO_RECORDS,
///   ERR_REQ_INVALID or ERR_REQ_INVALID_GID. [ia-c15-0-1-012-15#04]
/// - A20: SendMad(SubnAdmSet(ServiceRecord)) with the ServiceP_Key of a partition that neither
///   tester nor DUT is a member of.
/// - A21: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify MADHeader:Status == ERR_REQ_INVALID or
///   ERR_REQ_DENIED; if it is 0, delete the service. [ia-c15-0-1-012-15#05]
/// - A22: SendMad(SubnAdmSet(ServiceRecord)) as in A3, with ServiceLease = SERVICE_LEASE;
///   ReceiveMad(SubnAdmGetResp(ServiceRecord)).
/// - A23: Wait until a tenth of the lease plus 1 s before its end;
///   SendMad(SubnAdmGet(ServiceRecord)) as in A6.
/// - A24: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify MADHeader:Status == 0.
///   [ia-c15-0-1-012-15#06]
/// - A25: Wait until a tenth of the lease plus 2 s after its end;
///   SendMad(SubnAdmGet(ServiceRecord)) as in A6.
/// - A26: ReceiveMad(SubnAdmGetResp(ServiceRecord)); verify MADHeader:Status == ERR_NO_RECORDS.
///   [ia-c15-0-1-012-15#07]
/// - A27: If the service still exists, however the test ended, delete it.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.SERVICE_RECORD,
    parameters = {SERVICE_ID, SERVICE_LEASE})
public final class C15_0_1_012_15 extends C15_0_1_012 {
  private static final int LEASE = 600;

  private @Nullable TestService service;
  private long setAt;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    verifyAbsent();
    create();
    query();
    delete();
    verifyForeignPKey();
    verifyLease();
    step("A27");
  }

  private void verifyAbsent() throws TestException {
    List<TestService> candidates = TestService.candidates(parameter(SERVICE_ID), tester().gid());
    for (TestService candidate : candidates) {
      if (isAbsent(candidate)) {
        service = candidate;
        return;
      }
    }
    TestService first = candidates.getFirst();
    throw new TestException(
        DUT,
        "step A2: service 0x%X, or one called \"%s\", is registered already, and so are the next"
            .formatted(first.id(), first.name()));
  }

  /// @return whether neither its ServiceID nor its name is registered
  private boolean isAbsent(TestService candidate) throws TestException {
    for (SaRequest request :
        List.of(
            candidate.identity(subnAdmGet(ATTRIBUTE)),
            subnAdmGet(ATTRIBUTE).with(SERVICE_NAME, candidate.name()))) {
      step("A1");
      sendMad(request);
      step("A2");
      SaPacketSpec before = receiveMad();
      if (isRegistered(candidate, before)) {
        return false;
      }
      verifyStatus(before, SaStatus.NO_RECORDS);
    }
    return true;
  }

  private static boolean isRegistered(TestService candidate, SaPacketSpec found) {
    boolean isIt =
        found.record().data(ServiceRecord.SERVICE_ID) == candidate.id()
            || Shown.text(bytes(found.record(), SERVICE_NAME)).equals(candidate.name());
    return found.status() == SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)
        || (found.status() == 0 && isIt);
  }

  private void create() throws TestException {
    step("A3");
    setAt = now();
    sendMad(service().with(subnAdmSet(ATTRIBUTE), LEASE));
    step("A4");
    SaPacketSpec gmpData = receiveMad();
    verifyStatusOk(gmpData);
    verifyRecord(gmpData.record());
    verifyKey(gmpData.record(), true);
  }

  private void query() throws TestException {
    step("A6");
    sendMad(service().identity(subnAdmGet(ATTRIBUTE)));
    step("A7");
    SaPacketSpec gmpData = receiveMad();
    verifyStatusOk(gmpData);
    verifyRecord(gmpData.record());
    verifyKey(gmpData.record(), false);

    step("A8");
    sendMad(service().byContents(subnAdmGetTable(ATTRIBUTE)));
    step("A9");
    SaPacketSpec table = receiveMad();
    verifyStatusOk(table);
    List<SaRecord> services = table.records();
    verify(
        table, services.size() == 1, () -> "1 service", () -> counted(services.size(), "service"));
    SaRecord only = services.isEmpty() ? table.missing("service") : services.getFirst();
    verifyRecord(only);
    verifyKey(only, false);

    for (SaRequest other :
        List.of(
            service().byAnotherName(subnAdmGetTable(ATTRIBUTE)),
            service().byOtherData(subnAdmGetTable(ATTRIBUTE)))) {
      step("A10");
      sendMad(other);
      step("A11");
      verifyNoRecords(receiveMad());
    }
  }

  private void delete() throws TestException {
    step("A12");
    sendMad(service().identity(subnAdmDelete(ATTRIBUTE)));
    step("A13");
    SaPacketSpec gmpData = receiveMad();
    if (gmpData.tries() > 1 && gmpData.hasNoRecords()) {
      inconclusive("the first Delete may have been executed, and its response lost");
    } else {
      verifyStatusOk(gmpData);
      verifyRecord(gmpData.record());
      verifyKey(gmpData.record(), false);
    }

    step("A14");
    sendMad(service().identity(subnAdmGet(ATTRIBUTE)));
    step("A15");
    verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
    step("A16");
    sendMad(service().byContents(subnAdmGetTable(ATTRIBUTE)));
    step("A17");
    verifyNoRecords(receiveMad());
    step("A18");
    sendMad(service().identity(subnAdmDelete(ATTRIBUTE)));
    step("A19");
    verifyNoRecords(receiveMad());
  }

  private void verifyForeignPKey() throws TestException {
    step("A20");
    long pKey = ends().foreignPKey();
    sendMad(
        service().with(subnAdmSet(ATTRIBUTE), parameter(SERVICE_LEASE)).with(SERVICE_P_KEY, pKey));
    step("A21");
    SaPacketSpec answer = receiveMad();
    verifyRefused(answer, SaStatus.REQ_INVALID, SaStatus.REQ_DENIED);
    if (answer.status() == 0) {
      sendMad(service().identity(subnAdmDelete(ATTRIBUTE)).with(SERVICE_P_KEY, pKey));
      receiveMad();
    }
  }

  private void verifyLease() throws TestException {
    Duration lease = Duration.ofSeconds(parameter(SERVICE_LEASE));
    step("A22");
    final long sent = now();
    sendMad(service().with(subnAdmSet(ATTRIBUTE), lease.toSeconds()));
    SaPacketSpec set = receiveMad();
    final long answered = now();
    if (set.status() != 0) {
      throw new TestException(DUT, "step A22: the service was not registered again");
    }
    step("A23");
    waitUntil(sent + lease.minus(lease.dividedBy(10)).minusSeconds(1).toNanos());
    sendMad(service().identity(subnAdmGet(ATTRIBUTE)));
    step("A24");
    SaPacketSpec held = receiveMad();
    if (now() - sent > lease.minusSeconds(1).toNanos()) {
      inconclusive(
          "the response was received too late to be sure that the lease was still running");
    } else {
      verifyStatus(held, SaStatus.OK);
    }
    step("A25");
    waitUntil(answered + lease.plus(lease.dividedBy(10)).plusSeconds(2).toNanos());
    sendMad(service().identity(subnAdmGet(ATTRIBUTE)));
    step("A26");
    verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
  }

  private TestService service() {
    return Objects.requireNonNull(service, "verifyAbsent comes first");
  }

  // --- checks

  private void verifyRecord(SaRecord record) {
    step("A5.1");
    verifyData(record, ServiceRecord.SERVICE_ID, service().id());
    step("A5.2");
    verifyGid(record, SERVICE_GID, tester().gid());
    step("A5.3");
    verifyData(record, SERVICE_P_KEY, DEFAULT_P_KEY);
    step("A5.4");
    verifyLeaseIn(record);
    step("A5.5");
    verifyData(record, SERVICE_NAME, service().name().getBytes(StandardCharsets.UTF_8));
    step("A5.6");
    TestService.DATA.forEach(data -> verifyElements(record, data));
  }

  private void verifyElements(SaRecord record, Field data) {
    for (int i = 0; i < data.count(); i++) {
      if (data.equals(SERVICE_DATA64) && i == 1 && !record.has(data, i)) {
        remark("the stack below the tester did not deliver ServiceData64[1]; see the notes");
      } else {
        verifyData(record, data, i, TestService.value(data, i));
      }
    }
  }

  private void verifyLeaseIn(SaRecord record) {
    long left = record.data(ServiceRecord.SERVICE_LEASE);
    long least = LEASE - Duration.ofNanos(now() - setAt).toSeconds() - 2;
    verify(
        record,
        ServiceRecord.SERVICE_LEASE,
        left >= least && left <= LEASE,
        () -> "ServiceLease %d to %d".formatted(least, LEASE),
        () -> "ServiceLease " + left);
  }

  private void verifyKey(SaRecord record, boolean mayBeRepeated) {
    step("A5.7");
    boolean isRepeated =
        record.has(SERVICE_KEY) && Arrays.equals(bytes(record, SERVICE_KEY), TestService.key());
    if (!mayBeRepeated || !isRepeated) {
      verifyData(record, SERVICE_KEY, new byte[0]);
    }
  }

  private static byte[] bytes(SaRecord record, Field component) {
    return record.slice(component).toArray(ValueLayout.JAVA_BYTE);
  }
}
