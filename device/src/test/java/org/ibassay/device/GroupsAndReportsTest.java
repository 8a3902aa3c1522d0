package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.Route;
import org.ibassay.link.mad.UnaskedMad;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.junit.jupiter.api.Test;

/// Multicast groups of a simulated subnet manager, and reports about them.
class GroupsAndReportsTest {
  private static final Gid MGID = new Gid(0xFF12_1234_5678_0000L, 1);
  private static final Gid NONE = new Gid(0, 0);
  private static final int FULL_MEMBER = 1;
  private static final int CREATED = 66;

  private static SaAnswer create(SaClient sa, Gid mgid) {
    return sa.ask(
        member(sa, SaMethod.SET, mgid)
            .with(McMemberRecord.Q_KEY, 1)
            .with(McMemberRecord.P_KEY, Gmp.DEFAULT_P_KEY)
            .with(McMemberRecord.T_CLASS, 0)
            .with(McMemberRecord.SL, 0)
            .with(McMemberRecord.FLOW_LABEL, 0));
  }

  private static SaRequest member(SaClient sa, int method, Gid mgid) {
    return SaRequest.of(method, McMemberRecord.ATTRIBUTE)
        .with(McMemberRecord.MGID, mgid)
        .with(McMemberRecord.PORT_GID, sa.tester().gid())
        .with(McMemberRecord.JOIN_STATE, FULL_MEMBER);
  }

  private static List<MemorySegment> groups(SaClient sa, long smKey) {
    SaRequest all = SaClient.getTable(McMemberRecord.ATTRIBUTE).smKey(smKey);
    return sa.table(all, McMemberRecord.ATTRIBUTE);
  }

  @Test
  void anMlidIsFreeWhenItsGroupHasEnded() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      for (int round = 0; round < 3; round++) {
        SaAnswer created = create(sa, MGID);
        assertThat(created.status()).isZero();
        assertThat(McMemberRecord.MLID.get(created.data(), 0)).isEqualTo(0xC000);
        assertThat(sa.ask(member(sa, SaMethod.DELETE, MGID)).status()).isZero();
        assertThat(groups(sa, 0)).isEmpty();
      }
    }
  }

  @Test
  void eachGroupHasItsOwnMlidUnlessTheyAreShared() {
    for (String uri : List.of("sim:sm", "sim:sm?mlids=shared")) {
      try (SaClient sa = SaClient.open(uri)) {
        create(sa, MGID);
        create(sa, new Gid(MGID.prefix(), 2));
        assertThat(
                groups(sa, 0).stream().map(group -> McMemberRecord.MLID.get(group, 0)).distinct())
            .hasSize(uri.contains("shared") ? 1 : 2);
      }
    }
  }

  @Test
  void whoNamesNoMgidIsGivenOne() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      Gid given = Gid.get(McMemberRecord.MGID, create(sa, NONE).data(), 0);
      assertThat(given.prefix() >>> 32).isEqualTo(0xFF12_A01BL);
    }
  }

  @Test
  void onlyTrustedRequestsShowMembers() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      create(sa, MGID);
      assertThat(groups(sa, 0))
          .singleElement()
          .satisfies(
              group -> assertThat(Gid.get(McMemberRecord.PORT_GID, group, 0)).isEqualTo(NONE));
      assertThat(groups(sa, 1))
          .singleElement()
          .satisfies(group ->
              assertThat(Gid.get(McMemberRecord.PORT_GID, group, 0)).isEqualTo(sa.tester().gid()))
          .satisfies(
              group -> assertThat(McMemberRecord.JOIN_STATE.get(group, 0)).isEqualTo(FULL_MEMBER));
    }
  }

  @Test
  void withoutGroupsOrSubscriptionsRequestsAreRefusedAndAnswered() {
    try (SaClient sa = SaClient.open("sim:sm?multicast=false&subscriptions=false")) {
      assertThat(create(sa, MGID).status()).isEqualTo(0x000C);
      assertThat(sa.ask(SaClient.getTable(McMemberRecord.ATTRIBUTE)).status()).isEqualTo(0x000C);
      assertThat(sa.ask(subscription(1)).status()).isEqualTo(0x000C);
      assertThat(sa.ask(SaClient.getTable(InformInfoRecord.ATTRIBUTE)).status()).isEqualTo(0x000C);
    }
  }

  private static SaRequest subscription(int subscribe) {
    return SaRequest.of(SaMethod.SET, InformInfo.ATTRIBUTE)
        .carrying(InformInfo.LID_RANGE_BEGIN, 0xFFFF)
        .carrying(InformInfo.IS_GENERIC, 1)
        .carrying(InformInfo.SUBSCRIBE, subscribe)
        .carrying(InformInfo.QPN, 1)
        .carrying(InformInfo.TYPE, 0xFFFF)
        .carrying(InformInfo.TRAP_NUMBER_DEVICE_ID, CREATED)
        .carrying(InformInfo.PRODUCER_TYPE_VENDOR_ID, 0xFF_FFFF);
  }

  private static List<UnaskedMad> reports(SaClient sa) {
    sa.pass(5);
    return sa.port().takeUnasked();
  }

  @Test
  void aReportIsRepeatedUntilItIsAnswered() throws LinkException, InterruptedException {
    try (SaClient sa = SaClient.open("sim:sm")) {
      assertThat(sa.ask(subscription(1)).status()).isZero();
      create(sa, MGID);
      assertThat(reports(sa))
          .hasSize(3)
          .allSatisfy(report -> {
            assertThat(MadHeader.METHOD.get(report.mad(), 0)).isEqualTo(SaMethod.REPORT);
            assertThat(Notice.TRAP_NUMBER_DEVICE_ID.get(report.mad(), SaHeader.DATA))
                .isEqualTo(CREATED);
          });
      sa.ask(member(sa, SaMethod.DELETE, MGID));
      assertThat(reports(sa)).isEmpty();
      create(sa, MGID);
      sa.pass(0.1);
      MemorySegment response = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
      response.copyFrom(sa.port().takeUnasked().getFirst().mad());
      MadHeader.METHOD.set(response, 0, SaMethod.REPORT_RESP);
      sa.port().reply(response, new Route.Lid(sa.smLid()), Label.NONE);
      assertThat(reports(sa)).isEmpty();
    }
  }

  @Test
  void aFormerSubscriberReceivesNothing() {
    try (SaClient sa = SaClient.open("sim:sm?unanswered-report=once")) {
      sa.ask(subscription(1));
      create(sa, MGID);
      assertThat(reports(sa)).hasSize(1);
      sa.ask(member(sa, SaMethod.DELETE, MGID));
      assertThat(sa.ask(subscription(0)).status()).isZero();
      create(sa, MGID);
      assertThat(reports(sa)).isEmpty();
      assertThat(sa.ask(subscription(0)).saStatus()).isEqualTo(SaStatus.REQ_INVALID);
    }
  }
}
