package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaPort;
import org.ibassay.link.sa.TesterPort;
import org.ibassay.runner.Drivers;
import org.ibassay.suite.Change;
import org.ibassay.suite.GroupIds;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupSnapshotTest {
  private static final int TRAP = 66;

  private static Dut open(String uri) throws Exception {
    return Drivers.installed().parse(uri).open(Tap.NONE, Timing.DEFAULT);
  }

  private static Snapshots take(Dut dut) throws Exception {
    List<Change> changes = List.of(Change.MULTICAST_GROUPS, Change.SUBSCRIPTIONS);
    return Snapshots.take(changes, dut.madPorts(), List.of(), 0, 1);
  }

  private static int ask(MadPort port, SaRequest request) throws Exception {
    return SaPort.ofMaster(port, Label.NONE).ask(request, Timing.DEFAULT, Label.NONE).saStatus();
  }

  private static Gid mgid(MadPort port, int number) throws Exception {
    return GroupIds.of(TesterPort.read(port, Label.NONE).gid().guid()).get(number);
  }

  private static void join(MadPort port, int number, int joinState) throws Exception {
    SaRequest request =
        SaRequest.of(SaMethod.SET, McMemberRecord.ATTRIBUTE)
            .with(McMemberRecord.MGID, mgid(port, number))
            .with(McMemberRecord.PORT_GID, TesterPort.read(port, Label.NONE).gid())
            .with(McMemberRecord.JOIN_STATE, joinState)
            .with(McMemberRecord.Q_KEY, GroupIds.Q_KEY)
            .with(McMemberRecord.P_KEY, 0xFFFF)
            .with(McMemberRecord.T_CLASS, 0)
            .with(McMemberRecord.SL, 0)
            .with(McMemberRecord.FLOW_LABEL, 0);
    assertThat(ask(port, request)).isEqualTo(SaStatus.OK);
  }

  private static int look(MadPort port, int number) throws Exception {
    return ask(
        port,
        SaRequest.of(SaMethod.GET, McMemberRecord.ATTRIBUTE)
            .with(McMemberRecord.MGID, mgid(port, number)));
  }

  private static void subscribe(MadPort port, int trap) throws Exception {
    SaRequest request =
        SaRequest.of(SaMethod.SET, InformInfo.ATTRIBUTE)
            .carrying(InformInfo.LID_RANGE_BEGIN, 0xFFFF)
            .carrying(InformInfo.IS_GENERIC, 1)
            .carrying(InformInfo.SUBSCRIBE, 1)
            .carrying(InformInfo.TRAP_NUMBER_DEVICE_ID, trap);
    assertThat(ask(port, request)).isEqualTo(SaStatus.OK);
  }

  private static int subscriptions(MadPort port) throws Exception {
    SaRequest all = SaRequest.of(SaMethod.GET_TABLE, InformInfoRecord.ATTRIBUTE);
    return SaPort.ofMaster(port, Label.NONE)
        .ask(all, Timing.DEFAULT, Label.NONE)
        .records(InformInfoRecord.ATTRIBUTE)
        .records()
        .size();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 9, 15})
  void whatWasJoinedIsLeft(int joinState) throws Exception {
    try (Dut dut = open("sim:sm?ports=2")) {
      Snapshots before = take(dut);
      for (MadPort port : dut.madPorts()) {
        join(port, 0, joinState);
        join(port, 5, joinState);
        subscribe(port, TRAP);
      }
      assertThat(before.restore()).isEmpty();
      for (MadPort port : dut.madPorts()) {
        assertThat(look(port, 0)).isEqualTo(SaStatus.NO_RECORDS);
        assertThat(look(port, 5)).isEqualTo(SaStatus.NO_RECORDS);
        assertThat(subscriptions(port)).isZero();
      }
    }
  }

  @Test
  void whatWasThereBeforeStays() throws Exception {
    try (Dut dut = open("sim:sm")) {
      MadPort port = dut.madPorts().getFirst();
      join(port, 0, 1);
      subscribe(port, TRAP);
      Snapshots before = take(dut);
      join(port, 1, 1);
      subscribe(port, TRAP + 1);
      List<SavedAttribute> saved = before.saved();
      assertThat(Snapshots.of(saved, dut.madPorts(), List.of(), 1).restore()).isEmpty();
      assertThat(look(port, 0)).isEqualTo(SaStatus.OK);
      assertThat(look(port, 1)).isEqualTo(SaStatus.NO_RECORDS);
      assertThat(subscriptions(port)).isOne();
    }
  }

  @Test
  void whatCannotBeLeftIsReported() throws Exception {
    try (Dut dut = open("sim:sm?deviation=group.never-ends")) {
      Snapshots before = take(dut);
      join(dut.madPorts().getFirst(), 0, 1);
      assertThat(before.restore())
          .singleElement()
          .extracting(ChangedState::text, as(STRING))
          .startsWith("Multicast group ff121ba55a700000:")
          .endsWith(" still exists, without members");
    }
  }

  @Test
  void whereThereIsNothingOfTheKindThereIsNothingToDo() throws Exception {
    try (Dut dut = open("sim:sm?multicast=false&subscriptions=false")) {
      assertThat(take(dut).restore()).isEmpty();
    }
  }
}
