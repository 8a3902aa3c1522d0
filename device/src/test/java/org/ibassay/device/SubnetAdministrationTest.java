package org.ibassay.device;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.Route;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaAnswer.Outcome;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.RandomForwardingTableRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceAssociationRecord;
import org.ibassay.wire.sa.ServiceRecord;
import org.ibassay.wire.sa.SmInfoRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What all attributes have in common: statuses, headers, keys, and other MADs to queue pair 1.
class SubnetAdministrationTest {
  private static final int ODD_LID = 0x7777;
  private static final List<SaAttribute> SERVED =
      List.of(
          NodeRecord.ATTRIBUTE,
          PortInfoRecord.ATTRIBUTE,
          LinkRecord.ATTRIBUTE,
          SmInfoRecord.ATTRIBUTE,
          PathRecord.ATTRIBUTE,
          ServiceRecord.ATTRIBUTE);

  @Test
  void givesClassPortInfo() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaAnswer answer = sa.ask(SaClient.get(ClassPortInfo.ATTRIBUTE));
      assertThat(answer.status()).isZero();
      MemorySegment info = answer.data();
      assertThat(ClassPortInfo.BASE_VERSION.get(info, 0)).isEqualTo(1);
      assertThat(ClassPortInfo.CLASS_VERSION.get(info, 0)).isEqualTo(2);
    }
  }

  @Test
  void givesThePathFromTheTesterToItself() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      Gid tester = sa.tester().gid();
      SaAnswer answer =
          sa.ask(
              SaClient.get(PathRecord.ATTRIBUTE)
                  .with(PathRecord.SGID, tester)
                  .with(PathRecord.DGID, tester)
                  .with(PathRecord.NUMB_PATH, 1));
      assertThat(answer.status()).isZero();
      assertThat(answer.transfer()).isNull();
      MemorySegment path = answer.data();
      assertThat(PathRecord.DLID.get(path, 0)).isEqualTo(sa.tester().lid());
      assertThat(PathRecord.SLID.get(path, 0)).isEqualTo(sa.tester().lid());
      assertThat(PathRecord.PACKET_LIFE_TIME.get(path, 0)).isZero();
    }
  }

  @Test
  void givesThePathsFromTheTesterByRmpp() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaAnswer answer =
          sa.ask(
              SaClient.getTable(PathRecord.ATTRIBUTE)
                  .with(PathRecord.SGID, sa.tester().gid())
                  .with(PathRecord.NUMB_PATH, 1)
                  .with(PathRecord.P_KEY, 0xFFFF));
      assertThat(answer.status()).isZero();
      assertThat(requireNonNull(answer.transfer()).segments()).isEqualTo(1);
      assertThat(answer.header(SaHeader.ATTRIBUTE_OFFSET)).isEqualTo(8);
      assertThat(answer.header(SaHeader.SM_KEY)).isZero();
      assertThat(answer.records(PathRecord.ATTRIBUTE).records())
          .extracting(path -> Gid.get(PathRecord.SGID, path, 0))
          .containsExactly(sa.tester().gid(), sa.tester().gid());
      assertThat(answer.records(PathRecord.ATTRIBUTE).records())
          .extracting(path -> (int) PathRecord.DLID.get(path, 0))
          .containsExactlyInAnyOrder(sa.tester().lid(), sa.smLid());
    }
  }

  @Test
  void givesAllPathsInTwoSegments() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaAnswer answer = sa.ask(SaClient.getTable(PathRecord.ATTRIBUTE));
      assertThat(requireNonNull(answer.transfer()).segments()).isEqualTo(2);
      assertThat(answer.records(PathRecord.ATTRIBUTE).records()).hasSize(4);
    }
  }

  @Test
  void givesManySegmentsToo() {
    try (SaClient sa = SaClient.open("sim:sm?lmc=7")) {
      SaAnswer answer = sa.ask(SaClient.getTable(PathRecord.ATTRIBUTE));
      assertThat(answer.records(PathRecord.ATTRIBUTE).records()).hasSize(4 * 128 * 128);
      assertThat(answer.records(PathRecord.ATTRIBUTE).leftOver()).isZero();
    }
  }

  @Test
  void aTableMayBeEmptyAndARecordNot() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaAnswer table =
          sa.ask(SaClient.getTable(NodeRecord.ATTRIBUTE).with(NodeRecord.LID, ODD_LID));
      assertThat(table.status()).isZero();
      assertThat(requireNonNull(table.transfer()).segments()).isEqualTo(1);
      assertThat(table.header(SaHeader.ATTRIBUTE_OFFSET)).isZero();
      assertThat(table.data().byteSize()).isZero();
      SaRequest get = SaClient.get(NodeRecord.ATTRIBUTE).with(NodeRecord.LID, ODD_LID);
      assertThat(sa.ask(get).saStatus()).isEqualTo(SaStatus.NO_RECORDS);
      assertThat(sa.ask(SaClient.get(ServiceRecord.ATTRIBUTE)).saStatus())
          .isEqualTo(SaStatus.NO_RECORDS);
    }
  }

  @Test
  void aGetBringsNoMoreThanOneRecord() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      for (SaAttribute attribute : SERVED.subList(0, 3)) {
        assertThat(sa.ask(SaClient.get(attribute)).saStatus())
            .as(attribute.name())
            .isEqualTo(SaStatus.TOO_MANY_RECORDS);
      }
      SaAnswer halfAPath =
          sa.ask(SaClient.get(PathRecord.ATTRIBUTE).with(PathRecord.SGID, sa.tester().gid()));
      assertThat(halfAPath.saStatus()).isEqualTo(SaStatus.TOO_MANY_RECORDS);
      assertThat(sa.ask(SaClient.get(SmInfoRecord.ATTRIBUTE)).status()).isZero();
    }
  }

  @Test
  void refusesMethodsAndAttributesThatDoNotGoTogether() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      for (SaAttribute attribute : SERVED.subList(0, 5)) {
        assertUnsupported(sa.ask(SaRequest.of(SaMethod.SET, attribute)));
        assertUnsupported(sa.ask(SaRequest.of(SaMethod.DELETE, attribute)));
        assertUnsupported(sa.ask(SaRequest.of(SaMethod.GET_MULTI, attribute)));
      }
      assertUnsupported(sa.ask(SaClient.getTable(ClassPortInfo.ATTRIBUTE)));
      assertUnsupported(sa.ask(SaRequest.of(SaMethod.SET, ClassPortInfo.ATTRIBUTE)));
      assertUnsupported(sa.ask(SaClient.get(InformInfo.ATTRIBUTE)));
      assertUnsupported(sa.ask(SaClient.getTable(ServiceAssociationRecord.ATTRIBUTE)));
      assertUnsupported(sa.ask(SaRequest.traceTable()));
      assertThat(sa.ask(SaRequest.of(0x30, PathRecord.ATTRIBUTE)).status())
          .isEqualTo(MadStatus.BAD_METHOD << 2);
    }
  }

  @Test
  void saysThatThereAreNoSwitchesGroupsOrSubscriptions() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      for (SaAttribute attribute :
          List.of(
              SwitchInfoRecord.ATTRIBUTE,
              LinearForwardingTableRecord.ATTRIBUTE,
              RandomForwardingTableRecord.ATTRIBUTE,
              MulticastForwardingTableRecord.ATTRIBUTE,
              McMemberRecord.ATTRIBUTE,
              InformInfoRecord.ATTRIBUTE)) {
        assertThat(sa.table(SaClient.getTable(attribute), attribute)).isEmpty();
        assertThat(sa.ask(SaClient.get(attribute)).saStatus()).isEqualTo(SaStatus.NO_RECORDS);
      }
      MemorySegment info = sa.ask(SaClient.get(ClassPortInfo.ATTRIBUTE)).data();
      assertThat(ClassPortInfo.IS_UD_MULTICAST_SUPPORTED.get(info, 0)).isOne();
      assertThat(ClassPortInfo.IS_SUBNET_OPTIONAL_RECORDS_SUPPORTED.get(info, 0)).isZero();
    }
  }

  private static void assertUnsupported(SaAnswer answer) {
    assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(answer.status()).isEqualTo(0x000C);
    assertThat(answer.transfer()).isNull();
  }

  @Test
  void refusesOtherVersions() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaRequest old = SaClient.get(ClassPortInfo.ATTRIBUTE);
      MadHeader.CLASS_VERSION.set(old.mad(), 0, 1);
      assertThat(sa.ask(old).status()).isEqualTo(MadStatus.BAD_VERSION << 2);
      SaRequest older = SaClient.get(ClassPortInfo.ATTRIBUTE);
      MadHeader.BASE_VERSION.set(older.mad(), 0, 2);
      assertThat(sa.ask(older).status()).isEqualTo(MadStatus.BAD_VERSION << 2);
    }
  }

  @Test
  void hearsOnlyWhoHasTheKeyOrNone() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      assertThat(sa.ask(SaClient.get(ClassPortInfo.ATTRIBUTE).smKey(2)).outcome())
          .isEqualTo(Outcome.SILENT);
      SaAnswer trusted = sa.ask(SaClient.get(ClassPortInfo.ATTRIBUTE).smKey(1));
      assertThat(trusted.status()).isZero();
      assertThat(trusted.header(SaHeader.SM_KEY)).isZero();
    }
  }

  @Test
  void hearsNothingThatComesToAnotherLid() throws LinkException, InterruptedException {
    try (SaClient sa = SaClient.open("sim:sm")) {
      assertThat(state(sa, SaClient.get(ClassPortInfo.ATTRIBUTE), sa.smLid() + 7))
          .isEqualTo(Exchange.State.UNANSWERED);
      assertThat(state(sa, SaClient.get(ClassPortInfo.ATTRIBUTE), Smp.PERMISSIVE_LID))
          .isEqualTo(Exchange.State.UNANSWERED);
    }
  }

  @Test
  void answersByTheLidThatWasAsked() throws LinkException, InterruptedException {
    try (SaClient sa = SaClient.open("sim:sm?lmc=2")) {
      assertThat(state(sa, SaClient.get(ClassPortInfo.ATTRIBUTE), sa.smLid() + 3))
          .isEqualTo(Exchange.State.ANSWERED);
    }
  }

  @Test
  void thereIsNoneOnOtherDevices() throws LinkException, InterruptedException {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=5&port-state=active")) {
      Exchange exchange =
          smps.port()
              .start(
                  SaClient.get(ClassPortInfo.ATTRIBUTE).mad(),
                  new Route.Lid(5),
                  new Timing(1_000_000_000L, 1),
                  Label.NONE);
      smps.port().await(exchange);
      assertThat(exchange.state()).isEqualTo(Exchange.State.UNANSWERED);
      smps.port().release(exchange);
    }
  }

  private static Exchange.State state(SaClient sa, SaRequest request, int lid)
      throws LinkException, InterruptedException {
    Exchange exchange =
        sa.port()
            .start(request.mad(), new Route.Lid(lid), new Timing(1_000_000_000L, 0), Label.NONE);
    try {
      sa.port().await(exchange);
      return exchange.state();
    } finally {
      sa.port().release(exchange);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void survivesWhateverComes(long seed) throws LinkException, InterruptedException {
    System.out.println("garbage: seed " + seed);
    Random random = new Random(seed);
    try (SaClient sa = SaClient.open("sim:sm")) {
      for (int i = 0; i < 3000; i++) {
        SaRequest request = SaClient.get(ClassPortInfo.ATTRIBUTE);
        spoil(request.mad(), random);
        state(sa, request, sa.smLid());
      }
      assertThat(sa.ask(SaClient.getTable(NodeRecord.ATTRIBUTE)).status()).isZero();
    }
  }

  /// Sets random bytes after the class, or everywhere; mostly with an existing method and
  /// attribute.
  private static void spoil(MemorySegment mad, Random random) {
    byte[] bytes = new byte[Smp.BYTES_OF_MAD];
    random.nextBytes(bytes);
    int from = random.nextInt(3) * 24;
    MemorySegment.copy(bytes, from, mad, ValueLayout.JAVA_BYTE, from, bytes.length - from);
    MadHeader.MGMT_CLASS.set(mad, 0, random.nextInt(20) == 0 ? 4 : 3);
    if (random.nextInt(4) > 0) {
      int[] methods = {1, 2, 0x12, 0x15, 0x14, 0x13, 5, 7, 0x92};
      MadHeader.METHOD.set(mad, 0, methods[random.nextInt(methods.length)]);
      SaAttribute attribute = SERVED.get(random.nextInt(SERVED.size()));
      MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
      MadHeader.BASE_VERSION.set(mad, 0, 1);
      MadHeader.CLASS_VERSION.set(mad, 0, 2);
      SaHeader.SM_KEY.set(mad, 0, random.nextInt(2));
      SaHeader.COMPONENT_MASK.set(mad, 0, random.nextLong() >>> random.nextInt(64));
      RmppHeader.ACTIVE.set(mad, 0, random.nextInt(8) == 0 ? 1 : 0);
    }
  }
}
