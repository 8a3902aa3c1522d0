package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// # Components that ComponentMask does not name are ignored
///
/// - Section: 15.4.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-s15-spare-components#01, ia-s15-spare-components#02,
///   ia-s15-spare-components#03, ia-s15-spare-components#05
///
/// Subnet administration evaluates only the components of a request that ComponentMask names: a
/// path, service or multicast group is found whatever the other components hold. A table is the
/// same whatever was requested before it.
///
/// ## Notes
///
/// - This test is the suite's own. S15_RecordSelection tests the same rule for the records of nodes
///   and ports.
/// - The LIDs of a path are not compared: an SA may return another of several paths.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(PathRecord) from the tester to the DUT by SGID and DGID; verify Status == 0.
///   PATH is that record.
/// - A2: Repeat the request with all bits set in all other components and reserved bits, none of
///   them named, by SubnAdmGet; then in one of Mtu, Rate, PacketLifeTime, SL, P_Key, DLID, SLID,
///   NumbPath, RawTraffic, FlowLabel and TClass at a time. Verify Status == 0 and SGID, DGID,
///   P_Key, SL, Mtu, Rate and PacketLifeTime as in PATH. [ia-s15-spare-components#01]
/// - A3: SubnAdmSet(ServiceRecord) of two services; SubnAdmGet(ServiceRecord) of each by ServiceID,
///   ServiceGID and ServiceP_Key, with all bits set in all other components; verify Status == 0 and
///   each component. [ia-s15-spare-components#02]
/// - A4: SubnAdmGetTable(ServiceRecord) by ServiceGID and ServiceP_Key four times, the second time
///   after a SubnAdmGet of the first service, the third after a SubnAdmGet of one that does not
///   exist, the fourth at once; verify that each response has both services, once.
///   [ia-s15-spare-components#03]
/// - A5: SubnAdmDelete(ServiceRecord) of the first service, with all bits set in all components
///   that the mask does not name; verify Status == 0, that the first is no longer found, and that
///   the second still is. SubnAdmDelete(ServiceRecord) of the second. [ia-s15-spare-components#02]
/// - A6: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 1, SubnAdmSet(MCMemberRecord) of a
///   group that does not exist; SubnAdmGet(MCMemberRecord) by MGID, with all bits set in all other
///   components; verify Status == 0 and the group's MLID, Q_Key and TClass.
///   [ia-s15-spare-components#05]
/// - A7: SubnAdmDelete(MCMemberRecord) of it.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.SERVICE_RECORD, Change.MULTICAST_GROUPS},
    parameters = SERVICE_ID)
public final class S15_SpareComponents extends C15_0_1_012 {
  private static final int LEASE = 1200;

  private static final List<Field> OF_PATH =
      List.of(
          PathRecord.P_KEY,
          PathRecord.SL,
          PathRecord.MTU,
          PathRecord.RATE,
          PathRecord.PACKET_LIFE_TIME);

  private static final List<Field> SPARE =
      List.of(
          PathRecord.MTU,
          PathRecord.RATE,
          PathRecord.PACKET_LIFE_TIME,
          PathRecord.SL,
          PathRecord.P_KEY,
          PathRecord.DLID,
          PathRecord.SLID,
          PathRecord.NUMB_PATH,
          PathRecord.RAW_TRAFFIC,
          PathRecord.FLOW_LABEL,
          PathRecord.T_CLASS);

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    PathQuery toDut = PathQuery.of(tester().gid(), dut().gid());
    SaPacketSpec answer = ask(toDut.in(subnAdmGet(PathRecord.ATTRIBUTE)));
    needs(answer.status() == 0, "there is no path from the tester to the DUT");
    SaRecord path = answer.record();
    verifyPath(toDut.in(subnAdmGet(PathRecord.ATTRIBUTE).filled()), path);
    for (Field spare : SPARE) {
      SaRequest request = toDut.in(subnAdmGet(PathRecord.ATTRIBUTE));
      long other = spare.width() > Byte.SIZE ? spare.max() - 2 : spare.max();
      at(spare.name(), other, () -> verifyPath(request.carrying(spare, other), path));
    }
    part(this::verifyServices);
    part(this::verifyGroup);
  }

  private void verifyPath(SaRequest request, SaRecord path) throws TestException {
    step("A2");
    SaPacketSpec answer = ask(request);
    if (verifyStatus(answer, SaStatus.OK)) {
      verifyGid(answer.record(), PathRecord.SGID, tester().gid());
      verifyGid(answer.record(), PathRecord.DGID, dut().gid());
      for (Field field : OF_PATH) {
        verifyData(answer.record(), field, path.data(field));
      }
    }
  }

  private void verifyServices() throws TestException {
    List<OfferedService> free = free();
    OfferedService one = free.getFirst();
    OfferedService two = free.getLast();
    step("A3");
    ask(one.whole(subnAdmSet(ServiceRecord.ATTRIBUTE), LEASE));
    ask(two.whole(subnAdmSet(ServiceRecord.ATTRIBUTE), LEASE));
    verifyIs("A3", one);
    verifyIs("A3", two);
    verifyTable(one, two);
    ask(one.identity(subnAdmGet(ServiceRecord.ATTRIBUTE)));
    verifyTable(one, two);
    ask(
        OfferedService.candidates(parameter(SERVICE_ID), dut().gid())
            .getLast()
            .identity(subnAdmGet(ServiceRecord.ATTRIBUTE)));
    verifyTable(one, two);
    verifyTable(one, two);
    step("A5");
    SaPacketSpec deleted = ask(one.identity(subnAdmDelete(ServiceRecord.ATTRIBUTE).filled()));
    if (deleted.tries() > 1 && deleted.hasNoRecords()) {
      inconclusive("the first Delete may have been executed, and its response lost");
    } else {
      verifyStatus(deleted, SaStatus.OK);
    }
    verifyStatus(ask(one.identity(subnAdmGet(ServiceRecord.ATTRIBUTE))), SaStatus.NO_RECORDS);
    verifyIs("A5", two);
    ask(two.identity(subnAdmDelete(ServiceRecord.ATTRIBUTE).filled()));
  }

  /// Returns two services that are not registered.
  private List<OfferedService> free() throws TestException {
    List<OfferedService> free = new ArrayList<>();
    for (OfferedService service :
        OfferedService.candidates(parameter(SERVICE_ID), tester().gid())) {
      step("A3");
      if (free.size() < 2
          && ask(service.identity(subnAdmGet(ServiceRecord.ATTRIBUTE))).hasNoRecords()) {
        free.add(service);
      }
    }
    needs(free.size() == 2, "the services of the tester are registered already");
    return free;
  }

  private void verifyIs(String step, OfferedService service) throws TestException {
    step(step);
    SaPacketSpec answer = ask(service.identity(subnAdmGet(ServiceRecord.ATTRIBUTE).filled()));
    if (verifyStatus(answer, SaStatus.OK)) {
      service.verify(checks(), answer.record());
    }
  }

  private void verifyTable(OfferedService one, OfferedService two) throws TestException {
    step("A4");
    SaPacketSpec table =
        ask(
            subnAdmGetTable(ServiceRecord.ATTRIBUTE)
                .with(SERVICE_GID, one.gid())
                .with(SERVICE_P_KEY, DEFAULT_P_KEY));
    if (table.isCut()) {
      inconclusive("the stack below the tester did not deliver all records");
      return;
    }
    for (OfferedService service : List.of(one, two)) {
      long times =
          table.records().stream()
              .filter(record -> record.data(ServiceRecord.SERVICE_ID) == service.id())
              .count();
      verify(
          table,
          times == 1,
          () -> "service 0x%X once".formatted(service.id()),
          () -> counted(times, "record") + " of it");
    }
  }

  /// Steps A6 and A7.
  private void verifyGroup() throws TestException {
    step("A6");
    SaPacketSpec info = ask(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    needs(info.status() == 0, "the SA did not return its ClassPortInfo");
    if (info.record().data(ClassPortInfo.IS_UD_MULTICAST_SUPPORTED) == 0) {
      notApplicable("IsUDMulticastSupported is 0");
      return;
    }
    for (TestGroup group : TestGroup.candidates(ends())) {
      if (ask(group.byMgid(subnAdmGet(McMemberRecord.ATTRIBUTE))).hasNoRecords()) {
        verifyGroup(group);
        return;
      }
    }
    inconclusive("the multicast groups of the tester are in use");
  }

  private void verifyGroup(TestGroup group) throws TestException {
    SaPacketSpec created =
        ask(group.whole(subnAdmSet(McMemberRecord.ATTRIBUTE), tester().gid(), FULL_MEMBER));
    needs(created.status() == 0, "no group was created");
    SaPacketSpec found = ask(group.byMgid(subnAdmGet(McMemberRecord.ATTRIBUTE).filled()));
    if (verifyStatus(found, SaStatus.OK)) {
      for (Field field :
          List.of(McMemberRecord.MLID, McMemberRecord.Q_KEY, McMemberRecord.T_CLASS)) {
        verifyData(found.record(), field, created.record().data(field));
      }
    }
    step("A7");
    ask(group.member(subnAdmDelete(McMemberRecord.ATTRIBUTE), tester().gid(), FULL_MEMBER));
  }
}
