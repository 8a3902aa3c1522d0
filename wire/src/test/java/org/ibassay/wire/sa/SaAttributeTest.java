package org.ibassay.wire.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SaAttributeTest {
  /// In units of 8 bytes, as OpenSM's padded structures have it; the three below the line are never
  /// sent as tables by it.
  private static final Map<String, Integer> OFFSETS =
      Map.ofEntries(
          Map.entry("NodeRecord", 14),
          Map.entry("PortInfoRecord", 9),
          Map.entry("SLtoVLMappingTableRecord", 2),
          Map.entry("SwitchInfoRecord", 3),
          Map.entry("LinearForwardingTableRecord", 9),
          Map.entry("RandomForwardingTableRecord", 9),
          Map.entry("MulticastForwardingTableRecord", 9),
          Map.entry("SMInfoRecord", 4),
          Map.entry("InformInfoRecord", 8),
          Map.entry("LinkRecord", 1),
          Map.entry("GuidInfoRecord", 9),
          Map.entry("ServiceRecord", 22),
          Map.entry("P_KeyTableRecord", 9),
          Map.entry("PathRecord", 8),
          Map.entry("VLArbitrationTableRecord", 9),
          Map.entry("MCMemberRecord", 7),
          Map.entry("TraceRecord", 6),
          Map.entry("MultiPathRecord", 25),
          Map.entry("ServiceAssociationRecord", 10),
          Map.entry("ClassPortInfo", 9),
          Map.entry("Notice", 10),
          Map.entry("InformInfo", 5));

  static Stream<SaAttribute> attributes() {
    return SaAttributes.all().stream();
  }

  @ParameterizedTest
  @MethodSource("attributes")
  void recordsArePaddedToEightBytes(SaAttribute attribute) {
    assertThat(attribute.attributeOffset()).isEqualTo(OFFSETS.get(attribute.name()));
  }

  @ParameterizedTest
  @MethodSource("attributes")
  void componentsAreNumberedInWireOrderAndOnce(SaAttribute attribute) {
    int lastBit = -1;
    int lastEnd = 0;
    for (SaAttribute.Component component : attribute.components()) {
      Field field = component.field();
      int start = field.bitOffset() + component.index() * field.stride();
      assertThat(component.bit()).as(component.name()).isBetween(lastBit + 1, 63);
      assertThat(start).as(component.name()).isGreaterThanOrEqualTo(lastEnd);
      lastBit = component.bit();
      lastEnd = start + field.width();
    }
  }

  @ParameterizedTest
  @MethodSource("attributes")
  void fieldsHaveNamesOfTheirOwn(SaAttribute attribute) {
    Set<String> names = new HashSet<>();
    Stream.concat(attribute.layout().fields().stream(), attribute.layout().parts().stream())
        .forEach(field -> assertThat(names.add(field.name())).as(field.name()).isTrue());
  }

  @Test
  void numbersCountReservedBitsBetweenFields() {
    assertThat(bit(NodeRecord.ATTRIBUTE, NodeRecord.NODE_INFO.of(NodeInfo.BASE_VERSION)))
        .isEqualTo(2);
    assertThat(bit(NodeRecord.ATTRIBUTE, NodeRecord.NODE_INFO.of(NodeInfo.VENDOR_ID)))
        .isEqualTo(13);
    assertThat(portInfo(PortInfo.M_KEY_PROTECT_BITS)).isEqualTo(18);
    assertThat(portInfo(PortInfo.LMC)).isEqualTo(20);
    assertThat(portInfo(PortInfo.SUBNET_TIME_OUT)).isEqualTo(45);
    assertThat(portInfo(PortInfo.RESP_TIME_VALUE)).isEqualTo(47);
    assertThat(portInfo(PortInfo.LINK_ROUND_TRIP_LATENCY)).isEqualTo(52);
    assertThat(portInfo(PortInfo.LINK_SPEED_EXT_ENABLED)).isEqualTo(57);
    assertThat(bit(SmInfoRecord.ATTRIBUTE, SmInfoRecord.SM_INFO.of(SmInfo.SM_STATE))).isEqualTo(6);
    assertThat(
            bit(
                SwitchInfoRecord.ATTRIBUTE,
                SwitchInfoRecord.SWITCH_INFO.of(SwitchInfo.ENHANCED_PORT0)))
        .isEqualTo(18);
    assertThat(
            bit(
                InformInfoRecord.ATTRIBUTE,
                InformInfoRecord.INFORM_INFO.of(InformInfo.PRODUCER_TYPE_VENDOR_ID)))
        .isEqualTo(15);
  }

  @Test
  void elementsAreComponentsOfTheirOwn() {
    Field guid = GuidInfoRecord.GUID_INFO.of(GuidInfo.GUID);

    assertThat(GuidInfoRecord.ATTRIBUTE.mask(guid)).isEqualTo(0xFF0);
    assertThat(GuidInfoRecord.ATTRIBUTE.mask(guid, 7)).isEqualTo(0x800);
    assertThat(ServiceRecord.ATTRIBUTE.mask(ServiceRecord.SERVICE_DATA64, 1)).isEqualTo(1L << 36);
  }

  @Test
  void wholeOfPartsHasTheirBits() {
    assertThat(PathRecord.ATTRIBUTE.mask(PathRecord.SERVICE_ID)).isEqualTo(3);
    assertThat(PathRecord.ATTRIBUTE.mask(PathRecord.SERVICE_ID_56_LSB)).isEqualTo(2);
  }

  @Test
  void fieldWithoutANumberIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> portInfo(PortInfo.LINK_SPEED_EXT_ACTIVE2))
        .withMessageContaining("PortInfoRecord.PortInfo.LinkSpeedExtActive2");
  }

  @Test
  void maskIsPrintedByNames() {
    assertThat(PathRecord.ATTRIBUTE.in(0x3088))
        .extracting(SaAttribute.Component::name)
        .containsExactly("SGID", "NumbPath", "P_Key");
    assertThat(ServiceRecord.ATTRIBUTE.in(1L << 24))
        .extracting(SaAttribute.Component::name)
        .containsExactly("ServiceData16[1]");
  }

  @Test
  void unknownNumbersArePrintedAsNumbers() {
    assertThat(SaAttributes.name(0x35)).isEqualTo("PathRecord");
    assertThat(SaAttributes.name(0x3C)).isEqualTo("HierarchyInfoRecord");
    assertThat(SaAttributes.name(0x3F)).isEqualTo("attribute 0x003F");
    assertThat(SaMethod.name(0x92)).isEqualTo("SubnAdmGetTableResp");
    assertThat(SaMethod.name(0x55)).isEqualTo("SA method 0x55");
    assertThat(SaStatus.name(3)).isEqualTo("ERR_NO_RECORDS");
  }

  @Test
  void statusCodeIsTheUpperByte() {
    assertThat(SaStatus.of(0x0300)).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(SaStatus.of(0x000C)).isZero();
    assertThat(SaStatus.inStatus(SaStatus.REQ_INVALID_GID)).isEqualTo(0x0500);
  }

  @Test
  void answerIsCutByItsOffset() {
    MemorySegment data = MemorySegment.ofArray(new byte[2 * 112 + 108]);
    LinkRecord.FROM_LID.set(data, 8, 7);

    assertThat(SaRecords.of(NodeRecord.ATTRIBUTE, data, 14).records()).hasSize(3);
    assertThat(SaRecords.of(NodeRecord.ATTRIBUTE, data, 14).leftOver()).isZero();
    assertThat(SaRecords.of(NodeRecord.ATTRIBUTE, data.asSlice(0, 200), 14).leftOver())
        .isEqualTo(88);
    MemorySegment second =
        SaRecords.of(LinkRecord.ATTRIBUTE, data.asSlice(0, 16), 1).records().get(1);
    assertThat(LinkRecord.FROM_LID.get(second, 0)).isEqualTo(7);
    assertThat(second.byteSize()).isEqualTo(6);
  }

  @Test
  void oneRecordHasNoOffset() {
    MemorySegment data = MemorySegment.ofArray(new byte[200]);

    SaRecords one = SaRecords.of(PathRecord.ATTRIBUTE, data, 0);
    assertThat(one.records()).hasSize(1);
    assertThat(one.leftOver()).isZero();
    assertThat(SaRecords.of(PathRecord.ATTRIBUTE, data.asSlice(0, 20), 0).records()).isEmpty();
  }

  private static int portInfo(Field field) {
    return bit(PortInfoRecord.ATTRIBUTE, PortInfoRecord.PORT_INFO.of(field));
  }

  private static int bit(SaAttribute attribute, Field field) {
    return Long.numberOfTrailingZeros(attribute.mask(field));
  }
}
