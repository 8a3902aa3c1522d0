package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.junit.jupiter.api.Test;

class ServiceSnapshotTest {
  private static final long ID = 0x1234;

  private static Dut open(String uri) throws Exception {
    return Drivers.installed().parse(uri).open(Tap.NONE, Timing.DEFAULT);
  }

  private static Snapshots take(Dut dut) throws Exception {
    return Snapshots.take(List.of(Change.SERVICE_RECORD), dut.madPorts(), List.of(), ID, 1);
  }

  private static int ask(MadPort port, int method) throws Exception {
    return ask(port, method, ID);
  }

  private static int ask(MadPort port, int method, long id) throws Exception {
    SaRequest request =
        SaRequest.of(method, ServiceRecord.ATTRIBUTE)
            .with(ServiceRecord.SERVICE_ID, id)
            .with(ServiceRecord.SERVICE_GID, TesterPort.read(port, Label.NONE).gid())
            .with(ServiceRecord.SERVICE_P_KEY, 0xFFFF);
    return SaPort.ofMaster(port, Label.NONE).ask(request, Timing.DEFAULT, Label.NONE).saStatus();
  }

  @Test
  void newServicesAreDeletedInEachSubnet() throws Exception {
    try (Dut dut = open("sim:sm?ports=2")) {
      Snapshots before = take(dut);
      for (MadPort port : dut.madPorts()) {
        assertThat(ask(port, SaMethod.SET)).isEqualTo(SaStatus.OK);
      }
      assertThat(before.restore()).isEmpty();
      for (MadPort port : dut.madPorts()) {
        assertThat(ask(port, SaMethod.GET)).isEqualTo(SaStatus.NO_RECORDS);
      }
    }
  }

  @Test
  void withoutNewServicesNothingIsDeleted() throws Exception {
    try (Dut dut = open("sim:sm")) {
      assertThat(take(dut).restore()).isEmpty();
    }
  }

  @Test
  void whatWasThereBeforeStays() throws Exception {
    try (Dut dut = open("sim:sm")) {
      MadPort port = dut.madPorts().getFirst();
      ask(port, SaMethod.SET);
      assertThat(take(dut).saved())
          .extracting(saved -> ServiceRecord.SERVICE_ID.get(saved.data(), 0))
          .as("the first free ServiceIDs")
          .containsExactly(ID + 1, ID + 2, ID + 3, ID + 4);
      assertThat(take(dut).restore()).isEmpty();
      assertThat(ask(port, SaMethod.GET)).isEqualTo(SaStatus.OK);
    }
  }

  @Test
  void whatCannotBeDeletedIsReported() throws Exception {
    try (Dut dut = open("sim:sm?deviation=service.delete-only-answers")) {
      Snapshots before = take(dut);
      ask(dut.madPorts().getFirst(), SaMethod.SET);
      assertThat(before.restore())
          .singleElement()
          .extracting(ChangedState::text, as(STRING))
          .startsWith("ServiceRecord 0x0000000000001234 of fe80000000000000:")
          .endsWith(" is still registered, until its lease ends");
    }
  }

  /// A test may register four services.
  @Test
  void theLastIsDeletedToo() throws Exception {
    try (Dut dut = open("sim:sm")) {
      List<SavedAttribute> saved = take(dut).saved();
      MadPort port = dut.madPorts().getFirst();
      ask(port, SaMethod.SET, ID + 3);
      assertThat(Snapshots.of(saved, dut.madPorts(), List.of(), 1).restore()).isEmpty();
      assertThat(ask(port, SaMethod.GET, ID + 3)).isEqualTo(SaStatus.NO_RECORDS);
    }
  }

  /// In the form that a journal stores.
  @Test
  void anotherProcessCanPutItBack() throws Exception {
    try (Dut dut = open("sim:sm")) {
      List<SavedAttribute> saved = take(dut).saved();
      MadPort port = dut.madPorts().getFirst();
      ask(port, SaMethod.SET);
      Snapshots later = Snapshots.of(saved, dut.madPorts(), List.of(), 1);
      assertThat(later.differences())
          .singleElement()
          .extracting(ChangedState::again)
          .isEqualTo(" was deleted again");
      assertThat(later.restore()).isEmpty();
      assertThat(ask(port, SaMethod.GET)).isEqualTo(SaStatus.NO_RECORDS);
    }
  }

  @Test
  void silenceIsNotTakenForAbsence() throws Exception {
    try (Dut dut = open("sim:sm");
        Dut silent = open("sim:sm?deviation=sa.silent")) {
      List<SavedAttribute> saved = take(dut).saved();
      assertThat(Snapshots.of(saved, silent.madPorts(), List.of(), 1).restore())
          .hasSize(4)
          .allSatisfy(left -> {
            assertThat(left.isFinal()).isFalse();
            assertThat(left.text())
                .endsWith(" may be registered still: subnet administration does not answer");
          });
    }
  }

  @Test
  void whoDoesNotAnswerCannotBeRead() throws Exception {
    try (Dut dut = open("sim:sm?deviation=sa.silent")) {
      assertThatThrownBy(() -> take(dut))
          .isInstanceOf(NotReadableException.class)
          .hasMessage("ServiceRecord: no response to SubnAdmGet");
    }
  }
}
