package org.ibassay.wire.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.junit.jupiter.api.Test;

class SaRequestTest {
  private static final Gid MINE = new Gid(Gid.DEFAULT_PREFIX, 0x0002_C903_00A1_B2C3L);

  /// The two masks that the pages of the SA tests print.
  @Test
  void maskIsMadeOfTheFieldsThatWereSet() {
    SaRequest table =
        SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE)
            .with(PathRecord.SGID, MINE)
            .with(PathRecord.NUMB_PATH, 1)
            .with(PathRecord.P_KEY, 0xFFFF);
    SaRequest one =
        SaRequest.of(SaMethod.GET, PathRecord.ATTRIBUTE)
            .with(PathRecord.DGID, MINE)
            .with(PathRecord.SGID, MINE)
            .with(PathRecord.NUMB_PATH, 1);

    assertThat(table.componentMask()).isEqualTo(0x3008);
    assertThat(one.componentMask()).isEqualTo(0x100C);
  }

  @Test
  void headerIsThatOfTheClass() {
    MemorySegment mad = SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE).smKey(9).mad();

    assertThat(MadHeader.BASE_VERSION.get(mad, 0)).isEqualTo(1);
    assertThat(MadHeader.MGMT_CLASS.get(mad, 0)).isEqualTo(3);
    assertThat(MadHeader.CLASS_VERSION.get(mad, 0)).isEqualTo(2);
    assertThat(MadHeader.METHOD.get(mad, 0)).isEqualTo(0x12);
    assertThat(MadHeader.ATTRIBUTE_ID.get(mad, 0)).isEqualTo(0x35);
    assertThat(RmppHeader.ACTIVE.get(mad, 0)).isZero();
    assertThat(SaHeader.SM_KEY.get(mad, 0)).isEqualTo(9);
  }

  @Test
  void valuesStandAfterTheHeader() {
    MemorySegment mad =
        SaRequest.of(SaMethod.GET, PathRecord.ATTRIBUTE).with(PathRecord.DGID, MINE).mad();

    assertThat(mad.get(ValueLayout.JAVA_BYTE, 64)).isEqualTo((byte) 0xFE);
    assertThat(mad.get(ValueLayout.JAVA_BYTE, 79)).isEqualTo((byte) 0xC3);
    assertThat(Gid.get(PathRecord.DGID, mad, SaHeader.DATA)).isEqualTo(MINE);
  }

  @Test
  void zeroIsAValueToo() {
    assertThat(
            SaRequest.of(SaMethod.GET, PathRecord.ATTRIBUTE).with(PathRecord.SL, 0).componentMask())
        .isEqualTo(1 << 15);
  }

  @Test
  void fieldsOfAnEmbeddedTableAreComponents() {
    SaRequest request =
        SaRequest.of(SaMethod.GET_TABLE, NodeRecord.ATTRIBUTE)
            .with(NodeRecord.NODE_INFO.of(NodeInfo.NODE_TYPE), 2);

    assertThat(request.componentMask()).isEqualTo(0x10);
    assertThat(request.mad().get(ValueLayout.JAVA_BYTE, 56 + 4 + 2)).isEqualTo((byte) 2);
  }

  @Test
  void textIsPaddedWithZeros() {
    SaRequest request =
        SaRequest.of(SaMethod.SET, ServiceRecord.ATTRIBUTE)
            .with(ServiceRecord.SERVICE_NAME, "a long name")
            .with(ServiceRecord.SERVICE_NAME, "short")
            .with(ServiceRecord.SERVICE_DATA8, 3, 0xAB);

    MemorySegment name = ServiceRecord.SERVICE_NAME.slice(request.mad(), SaHeader.DATA);
    assertThat(name.getString(0)).isEqualTo("short");
    assertThat(name.get(ValueLayout.JAVA_BYTE, 8)).isZero();
    assertThat(request.componentMask()).isEqualTo(0x40 | (1 << 10));
    assertThat(ServiceRecord.SERVICE_DATA8.get(request.mad(), SaHeader.DATA, 3)).isEqualTo(0xAB);
  }

  @Test
  void valueThatDoesNotFitIsRefused() {
    SaRequest request = SaRequest.of(SaMethod.GET, PathRecord.ATTRIBUTE);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.with(PathRecord.NUMB_PATH, 128))
        .withMessageContaining("NumbPath has 7 bits");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.with(PathRecord.DGID, new byte[17]))
        .withMessageContaining("16 bytes");
    assertThatIllegalArgumentException().isThrownBy(() -> request.with(PathRecord.DGID, 1));
  }

  @Test
  void maskCanBeReplaced() {
    SaRequest request =
        SaRequest.of(SaMethod.GET, PathRecord.ATTRIBUTE).with(PathRecord.DLID, 5).componentMask(0);

    assertThat(request.componentMask()).isZero();
    assertThat(PathRecord.DLID.get(request.mad(), SaHeader.DATA)).isEqualTo(5);
  }

  @Test
  void subscriptionIsSetAsAWhole() {
    SaRequest request =
        SaRequest.of(SaMethod.SET, InformInfo.ATTRIBUTE)
            .carrying(InformInfo.LID_RANGE_BEGIN, 0xFFFF)
            .carrying(InformInfo.SUBSCRIBE, 1);

    assertThat(request.componentMask()).isZero();
    assertThat(InformInfo.SUBSCRIBE.get(request.mad(), SaHeader.DATA)).isEqualTo(1);
  }

  @Test
  void traceIsAskedForByAPath() {
    SaRequest request = SaRequest.traceTable().with(PathRecord.DLID, 5);

    assertThat(MadHeader.ATTRIBUTE_ID.get(request.mad(), 0)).isEqualTo(0x39);
    assertThat(request.componentMask()).isEqualTo(0x10);
  }

  @Test
  void responseMethods() {
    assertThat(SaMethod.response(SaMethod.SET)).isEqualTo(SaMethod.GET_RESP);
    assertThat(SaMethod.response(SaMethod.GET_TRACE_TABLE)).isEqualTo(SaMethod.GET_TABLE_RESP);
    assertThat(SaMethod.response(SaMethod.DELETE)).isEqualTo(SaMethod.DELETE_RESP);
  }
}
