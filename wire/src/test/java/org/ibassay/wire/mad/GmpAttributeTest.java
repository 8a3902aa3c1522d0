package org.ibassay.wire.mad;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.wire.Layout;
import org.ibassay.wire.bm.BmAttributes;
import org.ibassay.wire.cc.CcAttributes;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.dm.DmAttributes;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.snmp.SnmpAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GmpAttributeTest {
  @Test
  void numbersAreUniqueAndTablesFit() {
    assertThat(PmAttributes.all()).extracting(GmpAttribute::id).doesNotHaveDuplicates();
    assertThat(PmAttributes.all()).allMatch(one -> 64 + one.layout().bytes() <= 256);
    for (List<GmpAttribute> of64 :
        List.of(CcAttributes.all(), DmAttributes.all(), BmAttributes.all(), SnmpAttributes.all())) {
      assertThat(of64).extracting(GmpAttribute::id).doesNotHaveDuplicates().isSorted();
      assertThat(of64)
          .filteredOn(one -> !one.equals(CongestionLog.ATTRIBUTE))
          .allMatch(one -> 64 + one.layout().bytes() <= 256);
    }
    assertThat(CmAttributes.all())
        .extracting(GmpAttribute::id)
        .containsExactly(
            0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C);
    assertThat(CmAttributes.all())
        .filteredOn(one -> one.id() <= 0x1A)
        .allMatch(one -> 24 + one.layout().bytes() == 256);
  }

  /// Lengths that Linux has for what follows a message's fields (`ib_cm.h`).
  @ParameterizedTest
  @CsvSource({
    "ConnectRequest, 92",
    "MsgRcptAck, 222",
    "ConnectReject, 148",
    "ConnectReply, 196",
    "ReadyToUse, 224",
    "DisconnectRequest, 220",
    "DisconnectReply, 224",
    "LoadAlternatePath, 168",
    "AlternatePathResponse, 148",
    "ServiceIDResReq, 216",
    "ServiceIDResReqResp, 136",
  })
  void privateDataIsSoLong(String name, int bytes) {
    Layout layout =
        CmAttributes.all().stream()
            .map(GmpAttribute::layout)
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(layout.field("PrivateData").orElseThrow().count()).isEqualTo(bytes);
  }

  @Test
  void classesShareClassPortInfoButForBitsOfTheirOwn() {
    assertThat(ClassPortInfo.COMMON.fields()).isEqualTo(ClassPortInfo.ATTRIBUTE.layout().fields());
    assertThat(ClassPortInfo.COMMON.field("IsTrapSupported")).isPresent();
    assertThat(ClassPortInfo.COMMON.field("IsMultiPathSupported")).isEmpty();
    assertThat(PmAttributes.all().getFirst().layout().field("AllPortSelect")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "0x04, 64", "0x07, 24", "0x08, 64", "0x09, 24", "0x0F, 24", "0x10, 64", "0x11, -1",
    "0x12, 64", "0x20, -1", "0x21, 64", "0x30, 40", "0x4F, 40", "0x50, -1", "0xFF, -1",
  })
  void dataStartsThere(String mgmtClass, int at) {
    assertThat(ManagementClass.data(Integer.decode(mgmtClass), 0x0001)).isEqualTo(at);
  }

  @Test
  void logOfCongestionStartsInTheLogData() {
    int id = CongestionLog.ATTRIBUTE.id();
    assertThat(ManagementClass.data(ManagementClass.CONGESTION_CONTROL, id)).isEqualTo(32);
    assertThat(ManagementClass.data(ManagementClass.PERFORMANCE, id)).isEqualTo(64);
    assertThat(32 + CongestionLog.CA.bytes()).isLessThanOrEqualTo(256);
  }

  /// As Linux and OpenSM have it.
  @Test
  void theseHaveRmpp() {
    assertThat(IntStream.range(0, 0x30).filter(ManagementClass::hasRmpp))
        .containsExactly(0x03, 0x06, 0x10, 0x12);
    assertThat(IntStream.range(0x30, 0x100).filter(ManagementClass::hasRmpp))
        .containsExactlyElementsOf(IntStream.rangeClosed(0x30, 0x4F).boxed().toList());
  }
}
