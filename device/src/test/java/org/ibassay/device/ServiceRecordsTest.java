package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceRecordsTest {
  private static final long ID = 0x0102030405060708L;
  private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

  private final SaClient sa = SaClient.open("sim:sm");

  @AfterEach
  void close() {
    sa.close();
  }

  private SaRequest identity(int method) {
    return SaRequest.of(method, ServiceRecord.ATTRIBUTE)
        .with(ServiceRecord.SERVICE_ID, ID)
        .with(ServiceRecord.SERVICE_GID, sa.tester().gid())
        .with(ServiceRecord.SERVICE_P_KEY, 0xFFFF);
  }

  private SaRequest full() {
    SaRequest request =
        identity(SaMethod.SET)
            .with(ServiceRecord.SERVICE_LEASE, 100)
            .with(ServiceRecord.SERVICE_KEY, KEY)
            .with(ServiceRecord.SERVICE_NAME, "ibassay test service");
    for (int i = 0; i < 16; i++) {
      request.with(ServiceRecord.SERVICE_DATA8, i, 0x80 + i);
    }
    for (int i = 0; i < 8; i++) {
      request.with(ServiceRecord.SERVICE_DATA16, i, 0x8000 + i);
    }
    for (int i = 0; i < 4; i++) {
      request.with(ServiceRecord.SERVICE_DATA32, i, 0x80000000L + i);
    }
    for (int i = 0; i < 2; i++) {
      request.with(ServiceRecord.SERVICE_DATA64, i, Long.MIN_VALUE + i);
    }
    return request;
  }

  private List<MemorySegment> all() {
    return sa.table(SaClient.getTable(ServiceRecord.ATTRIBUTE), ServiceRecord.ATTRIBUTE);
  }

  private static MemorySegment record(SaRequest request) {
    return request.mad().asSlice(56, ServiceRecord.ATTRIBUTE.layout().bytes());
  }

  private static MemorySegment record(SaAnswer answer) {
    assertThat(answer.status()).isZero();
    return answer.data().asSlice(0, ServiceRecord.ATTRIBUTE.layout().bytes());
  }

  private static MemorySegment withoutKey(MemorySegment record) {
    ServiceRecord.SERVICE_KEY.slice(record, 0).fill((byte) 0);
    return record;
  }

  @Test
  void keepsWhatWasSet() {
    SaRequest request = full();
    assertThat(record(sa.ask(request)).mismatch(withoutKey(record(full())))).isEqualTo(-1);
    assertThat(record(sa.ask(identity(SaMethod.GET))).mismatch(withoutKey(record(full()))))
        .isEqualTo(-1);
    assertThat(all()).hasSize(1);
  }

  @Test
  void showsTheKeyToTrustedRequestsOnly() {
    sa.ask(full());
    MemorySegment trusted = record(sa.ask(identity(SaMethod.GET).smKey(1)));
    assertThat(trusted.mismatch(record(full()))).isEqualTo(-1);
  }

  @Test
  void picksByEveryComponent() {
    sa.ask(full());
    sa.ask(identity(SaMethod.SET).with(ServiceRecord.SERVICE_ID, 9));
    for (var component : ServiceRecord.ATTRIBUTE.components()) {
      SaRequest same = SaClient.getTable(ServiceRecord.ATTRIBUTE).componentMask(component.mask());
      record(same).copyFrom(record(full()));
      assertThat(sa.table(same, ServiceRecord.ATTRIBUTE))
          .as(component.name())
          .hasSize(
              component.field().equals(ServiceRecord.SERVICE_GID)
                      || component.field().equals(ServiceRecord.SERVICE_P_KEY)
                  ? 2
                  : 1);
    }
  }

  @Test
  void takesOnlyWhatTheMaskNames() {
    SaRequest request = full().componentMask(identity(SaMethod.SET).componentMask());
    MemorySegment record = record(sa.ask(request));
    assertThat(ServiceRecord.SERVICE_LEASE.get(record, 0)).isEqualTo(0xFFFF_FFFFL);
    assertThat(ServiceRecord.SERVICE_DATA64.get(record, 0)).isZero();
  }

  @Test
  void aSecondSetReplacesTheFirst() {
    sa.ask(full());
    sa.ask(identity(SaMethod.SET).with(ServiceRecord.SERVICE_NAME, "another"));
    assertThat(all()).hasSize(1);
    assertThat(
            sa.ask(
                    SaClient.get(ServiceRecord.ATTRIBUTE)
                        .with(ServiceRecord.SERVICE_NAME, "another"))
                .status())
        .isZero();
  }

  @Test
  void theDefaultPartitionIsMeantWithoutAKey() {
    SaRequest set =
        SaRequest.of(SaMethod.SET, ServiceRecord.ATTRIBUTE)
            .with(ServiceRecord.SERVICE_ID, ID)
            .with(ServiceRecord.SERVICE_GID, sa.tester().gid());
    assertThat(ServiceRecord.SERVICE_P_KEY.get(record(sa.ask(set)), 0)).isEqualTo(0xFFFF);
    assertThat(record(sa.ask(identity(SaMethod.DELETE))).byteSize()).isPositive();
    assertThat(all()).isEmpty();
  }

  @Test
  void deletes() {
    sa.ask(full());
    assertThat(record(sa.ask(identity(SaMethod.DELETE))).mismatch(withoutKey(record(full()))))
        .isEqualTo(-1);
    assertThat(sa.ask(identity(SaMethod.GET)).saStatus()).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(all()).isEmpty();
    assertThat(sa.ask(identity(SaMethod.DELETE)).saStatus()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void aLeaseCountsDownAndEnds() {
    sa.ask(full());
    sa.pass(40.5);
    assertThat(lease()).isEqualTo(60);
    sa.pass(59.4);
    assertThat(lease()).isEqualTo(1);
    sa.pass(0.2);
    assertThat(sa.ask(identity(SaMethod.GET)).saStatus()).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(all()).isEmpty();
    assertThat(sa.ask(identity(SaMethod.DELETE)).saStatus()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void aLeaseBeginsAgainWithASet() {
    sa.ask(full());
    sa.pass(90);
    sa.ask(full());
    sa.pass(90);
    assertThat(lease()).isEqualTo(10);
  }

  @Test
  void aLeaseWithoutEndNeverEnds() {
    sa.ask(identity(SaMethod.SET));
    sa.pass(1e9);
    assertThat(lease()).isEqualTo(0xFFFF_FFFFL);
  }

  @Test
  void theLongestLeaseIsNoLeaseWithoutEnd() {
    sa.ask(identity(SaMethod.SET).with(ServiceRecord.SERVICE_LEASE, 0xFFFF_FFFEL));
    sa.pass(10);
    assertThat(lease()).isEqualTo(0xFFFF_FFFEL - 10);
  }

  private long lease() {
    return ServiceRecord.SERVICE_LEASE.get(record(sa.ask(identity(SaMethod.GET))), 0);
  }

  @Test
  void refusesWhatDoesNotSayWhichServiceItIs() {
    SaRequest noGid =
        SaRequest.of(SaMethod.SET, ServiceRecord.ATTRIBUTE).with(ServiceRecord.SERVICE_ID, ID);
    SaRequest noId =
        SaRequest.of(SaMethod.DELETE, ServiceRecord.ATTRIBUTE)
            .with(ServiceRecord.SERVICE_GID, sa.tester().gid());
    assertThat(sa.ask(noGid).saStatus()).isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    assertThat(sa.ask(noId).saStatus()).isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    assertThat(all()).isEmpty();
  }

  @Test
  void refusesPortsAndPartitionsThatAreNot() {
    Gid stranger = new Gid(Gid.DEFAULT_PREFIX, 99);
    assertThat(sa.ask(identity(SaMethod.SET).with(ServiceRecord.SERVICE_GID, stranger)).saStatus())
        .isEqualTo(SaStatus.REQ_INVALID_GID);
    assertThat(sa.ask(identity(SaMethod.SET).with(ServiceRecord.SERVICE_P_KEY, 0x8001)).saStatus())
        .isEqualTo(SaStatus.REQ_INVALID);
    Gid group = new Gid(0xFF12_0000_0000_0000L, 1);
    assertThat(sa.ask(identity(SaMethod.SET).with(ServiceRecord.SERVICE_GID, group)).status())
        .isZero();
  }

  @Test
  void aGetThatFitsSeveralIsRefused() {
    sa.ask(full());
    sa.ask(full().with(ServiceRecord.SERVICE_ID, 9));
    assertThat(sa.ask(SaClient.get(ServiceRecord.ATTRIBUTE)).saStatus())
        .isEqualTo(SaStatus.TOO_MANY_RECORDS);
    assertThat(all()).hasSize(2);
  }
}
