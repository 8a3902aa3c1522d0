package org.ibassay.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.ToLongFunction;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.Route;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.SmInfoRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;
import org.junit.jupiter.api.Test;

/// Records compared with the ports' own attributes.
class SaRecordsTest {
  private static final int EXTENDED = PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;
  private static final int KNOWS_EXTENDED_SPEEDS = 0x80;

  @Test
  void nodeRecordsAreWhatTheNodesSay() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      List<MemorySegment> records =
          sa.table(SaClient.getTable(NodeRecord.ATTRIBUTE), NodeRecord.ATTRIBUTE);
      assertThat(records).hasSize(2);
      for (MemorySegment record : records) {
        Mad info = ask(sa, record, NodeRecord.LID, Attribute.NODE_INFO, 0);
        Mad description = ask(sa, record, NodeRecord.LID, Attribute.NODE_DESCRIPTION, 0);
        assertSame(record, NodeRecord.NODE_INFO.byteOffset(), info, NodeInfo.LAYOUT.bytes());
        assertSame(
            record,
            NodeRecord.NODE_DESCRIPTION.byteOffset(),
            description,
            NodeDescription.LAYOUT.bytes());
      }
    }
  }

  @Test
  void portInfoRecordsAreWhatThePortsSay() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      List<MemorySegment> records =
          sa.table(
              SaClient.getTable(PortInfoRecord.ATTRIBUTE)
                  .with(PortInfoRecord.OPTIONS, KNOWS_EXTENDED_SPEEDS),
              PortInfoRecord.ATTRIBUTE);
      assertThat(records).hasSize(2);
      for (MemorySegment record : records) {
        Mad info = ask(sa, record, PortInfoRecord.ENDPORT_LID, Attribute.PORT_INFO, EXTENDED);
        assertSame(record, PortInfoRecord.PORT_INFO.byteOffset(), info, PortInfo.LAYOUT.bytes());
        assertThat(PortInfoRecord.PORT_NUM.get(record, 0)).isEqualTo(1);
      }
    }
  }

  @Test
  void aRequesterWithoutExtendedSpeedsReadsQdr() {
    try (SaClient sa = SaClient.open("sim:sm?speeds=1")) {
      MemorySegment record =
          sa.ask(
                  SaClient.get(PortInfoRecord.ATTRIBUTE)
                      .with(PortInfoRecord.ENDPORT_LID, sa.smLid()))
              .data();
      Field speed = PortInfoRecord.PORT_INFO.of(PortInfo.LINK_SPEED_ACTIVE);
      assertThat(speed.get(record, 0)).isEqualTo(5);
    }
  }

  @Test
  void capabilitiesMatchBitByBitIfSoAsked() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      Field capabilities = PortInfoRecord.PORT_INFO.of(PortInfo.CAPABILITY_MASK);
      long isSm = 1 << 1;
      SaRequest request = SaClient.getTable(PortInfoRecord.ATTRIBUTE).with(capabilities, isSm);
      assertThat(sa.table(request, PortInfoRecord.ATTRIBUTE)).isEmpty();
      MadHeader.ATTRIBUTE_MODIFIER.set(request.mad(), 0, 1L << 31);
      List<MemorySegment> managers = sa.table(request, PortInfoRecord.ATTRIBUTE);
      assertThat(managers)
          .extracting(record -> (int) PortInfoRecord.ENDPORT_LID.get(record, 0))
          .containsExactly(sa.smLid());
    }
  }

  @Test
  void linkRecordsShowTheCableFromBothEnds() {
    try (SaClient sa = SaClient.open("sim:sm?ports=2&from-port=2&cabled=1")) {
      List<MemorySegment> records =
          sa.table(SaClient.getTable(LinkRecord.ATTRIBUTE), LinkRecord.ATTRIBUTE);
      assertThat(records)
          .extracting(
              record -> LinkRecord.FROM_LID.get(record, 0),
              record -> LinkRecord.FROM_PORT.get(record, 0),
              record -> LinkRecord.TO_PORT.get(record, 0),
              record -> LinkRecord.TO_LID.get(record, 0))
          .containsExactlyInAnyOrder(
              tuple((long) sa.smLid(), 2L, 1L, (long) sa.tester().lid()),
              tuple((long) sa.tester().lid(), 1L, 2L, (long) sa.smLid()));
    }
  }

  @Test
  void smInfoRecordIsWhatTheSubnetManagerSays() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      MemorySegment record = sa.ask(SaClient.get(SmInfoRecord.ATTRIBUTE)).data();
      Mad info = ask(sa, record, SmInfoRecord.LID, Attribute.SM_INFO, 0);
      assertThat(SmInfoRecord.LID.get(record, 0)).isEqualTo(sa.smLid());
      int offset = SmInfoRecord.SM_INFO.byteOffset();
      // The subnet manager has been active since.
      SmInfo.ACT_COUNT.set(info.bytes, 64, SmInfo.ACT_COUNT.get(record, offset));
      assertSame(record, offset, info, SmInfo.LAYOUT.bytes());
    }
  }

  @Test
  void tablesAreWhatThePortsSay() {
    try (SaClient sa = SaClient.open("sim:sm?guid-cap=10")) {
      compare(
          sa,
          PKeyTableRecord.ATTRIBUTE,
          PKeyTableRecord.LID,
          2 * 4,
          Attribute.P_KEY_TABLE,
          record -> PKeyTableRecord.BLOCK_NUM.get(record, 0));
      compare(
          sa,
          GuidInfoRecord.ATTRIBUTE,
          GuidInfoRecord.LID,
          2 + 1,
          Attribute.GUID_INFO,
          record -> GuidInfoRecord.BLOCK_NUM.get(record, 0));
      compare(
          sa,
          VlArbitrationTableRecord.ATTRIBUTE,
          VlArbitrationTableRecord.LID,
          2 * 4,
          Attribute.VL_ARBITRATION_TABLE,
          record -> VlArbitrationTableRecord.BLOCK_NUM.get(record, 0) << 16);
      compare(
          sa,
          SlToVlMappingTableRecord.ATTRIBUTE,
          SlToVlMappingTableRecord.LID,
          2,
          Attribute.SL_TO_VL_MAPPING_TABLE,
          record -> 0);
    }
  }

  private static void compare(
      SaClient sa,
      SaAttribute records,
      Field lid,
      int count,
      Attribute table,
      ToLongFunction<MemorySegment> modifier) {
    List<MemorySegment> found = sa.table(SaClient.getTable(records).smKey(1), records);
    assertThat(found).hasSize(count);
    for (MemorySegment record : found) {
      Mad block = ask(sa, record, lid, table, (int) modifier.applyAsLong(record));
      assertSame(record, 8, block, (int) record.byteSize() - 8);
    }
  }

  @Test
  void tablesArePickedByLidAndBlockButNotByPort() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaRequest request =
          SaClient.get(VlArbitrationTableRecord.ATTRIBUTE)
              .with(VlArbitrationTableRecord.LID, sa.smLid())
              .with(VlArbitrationTableRecord.BLOCK_NUM, 3)
              .with(VlArbitrationTableRecord.OUTPUT_PORT_NUM, 9);
      MemorySegment record = sa.ask(request).data();
      assertThat(VlArbitrationTableRecord.LID.get(record, 0)).isEqualTo(sa.smLid());
      assertThat(VlArbitrationTableRecord.BLOCK_NUM.get(record, 0)).isEqualTo(3);
      assertThat(VlArbitrationTableRecord.OUTPUT_PORT_NUM.get(record, 0)).isZero();
    }
  }

  @Test
  void partitionKeysAreForTrustedRequests() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      assertThat(sa.ask(SaClient.getTable(PKeyTableRecord.ATTRIBUTE)).saStatus())
          .isEqualTo(SaStatus.REQ_INVALID);
    }
  }

  @Test
  void thereAreNoTablesOfVirtualLanesWhereThereIsButOne() {
    try (SaClient sa = SaClient.open("sim:sm?vl-cap=1")) {
      assertThat(
              sa.table(
                  SaClient.getTable(VlArbitrationTableRecord.ATTRIBUTE),
                  VlArbitrationTableRecord.ATTRIBUTE))
          .hasSize(4)
          .allMatch(r -> VlArbitrationTableRecord.LID.get(r, 0) == sa.tester().lid());
    }
  }

  /// Each component alone, with the value in a record and with another one.
  @Test
  void everyComponentPicksRecords() {
    try (SaClient sa = SaClient.open("sim:sm?lmc=1")) {
      for (SaAttribute attribute :
          List.of(
              NodeRecord.ATTRIBUTE,
              PortInfoRecord.ATTRIBUTE,
              LinkRecord.ATTRIBUTE,
              SmInfoRecord.ATTRIBUTE)) {
        List<MemorySegment> all = sa.table(SaClient.getTable(attribute), attribute);
        for (Component component : attribute.components()) {
          if (!component.field().equals(PortInfoRecord.OPTIONS)) {
            checkPick(sa, attribute, component, all);
          }
        }
      }
    }
  }

  private static void checkPick(
      SaClient sa, SaAttribute attribute, Component component, List<MemorySegment> all) {
    for (MemorySegment wanted : all) {
      SaRequest request = naming(attribute, component, wanted);
      long expected = all.stream().filter(record -> equal(component, record, wanted)).count();
      assertThat(sa.table(request, attribute))
          .as(attribute.name() + "." + component.name())
          .hasSize((int) expected)
          .allMatch(record -> equal(component, record, wanted));
      MemorySegment other = MemorySegment.ofArray(new byte[(int) wanted.byteSize()]);
      other.copyFrom(wanted);
      MemorySegment bytes = component.field().slice(other, 0, component.index());
      long at = bytes.byteSize() - 1;
      if (component.field().isWide()) {
        byte old = bytes.get(JAVA_BYTE, at);
        bytes.set(JAVA_BYTE, at, (byte) (old ^ 1));
      } else {
        long old = component.field().get(other, 0, component.index());
        component.field().set(other, 0, component.index(), old ^ component.field().max());
      }
      long others = all.stream().filter(record -> equal(component, record, other)).count();
      assertThat(sa.table(naming(attribute, component, other), attribute))
          .as(attribute.name() + "." + component.name() + " of another value")
          .hasSize((int) others);
    }
  }

  private static SaRequest naming(
      SaAttribute attribute, Component component, MemorySegment record) {
    SaRequest request = SaClient.getTable(attribute).componentMask(component.mask());
    request.mad().asSlice(56, record.byteSize()).copyFrom(record);
    return request;
  }

  private static boolean equal(Component component, MemorySegment one, MemorySegment other) {
    int index = component.index();
    Field field = component.field();
    return field.isWide()
        ? field.slice(one, 0, index).mismatch(field.slice(other, 0, index)) < 0
        : field.get(one, 0, index) == field.get(other, 0, index);
  }

  @Test
  void anyOfAPortsLidsFindsIt() {
    try (SaClient sa = SaClient.open("sim:sm?lmc=2")) {
      SaAnswer answer =
          sa.ask(SaClient.get(NodeRecord.ATTRIBUTE).with(NodeRecord.LID, sa.smLid() + 3));
      assertThat(answer.status()).isZero();
      assertThat(NodeRecord.LID.get(answer.data(), 0)).isEqualTo(sa.smLid());
      assertThat(
              sa.ask(SaClient.get(NodeRecord.ATTRIBUTE).with(NodeRecord.LID, sa.smLid() - 1))
                  .saStatus())
          .isEqualTo(SaStatus.NO_RECORDS);
    }
  }

  private static Mad ask(
      SaClient sa, MemorySegment record, Field lid, Attribute attribute, int modifier) {
    Mad request = SmpClient.get(attribute, modifier);
    try {
      Route route = new Route.Lid((int) lid.get(record, 0));
      var exchange = sa.port().start(request.bytes, route, sa.port().timing(), Label.NONE);
      sa.port().await(exchange);
      Mad answer = new Mad(exchange.response());
      sa.port().release(exchange);
      return answer;
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertSame(MemorySegment record, int offset, Mad answer, int bytes) {
    assertThat(record.asSlice(offset, bytes).mismatch(answer.bytes.asSlice(64, bytes)))
        .isEqualTo(-1);
  }
}
