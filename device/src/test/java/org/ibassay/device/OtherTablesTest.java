package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.SmpClient.get;
import static org.ibassay.device.SmpClient.set;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.RANDOM_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.nio.charset.StandardCharsets;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.LedInfo;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.RandomForwardingTable;
import org.ibassay.wire.attribute.SlToVlMappingTable;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.attribute.VlArbitrationTable;
import org.junit.jupiter.api.Test;

/// Attributes other than PortInfo and the multicast table.
class OtherTablesTest {

  private static Mad filled(Attribute attribute, long modifier, Field entry, long value) {
    Mad set = set(attribute, modifier);
    for (int i = 0; i < entry.count(); i++) {
      set.with(entry, i, value);
    }
    return set;
  }

  private static void expectRefused(
      SmpClient smps, Attribute attribute, long modifier, Field entry) {
    for (Mad request :
        new Mad[] {get(attribute, modifier), filled(attribute, modifier, entry, 1)}) {
      Mad answer = smps.ask(request);
      assertThat(answer.code()).isEqualTo(INVALID_FIELD);
      assertThat(answer.data()).containsOnly(0);
    }
  }

  @Test
  void nodeInfoDistinguishesThePorts() {
    try (SmpClient ca = SmpClient.open("sim:ca");
        SmpClient sw = SmpClient.open("sim:switch?cabled=2")) {
      Mad first = ca.by(0).ask(get(NODE_INFO, 0));
      Mad second = ca.by(1).ask(get(NODE_INFO, 0));
      assertThat(first.value(NodeInfo.NODE_GUID)).isEqualTo(second.value(NodeInfo.NODE_GUID));
      assertThat(first.value(NodeInfo.PORT_GUID)).isNotEqualTo(second.value(NodeInfo.PORT_GUID));
      Mad external = sw.by(1).ask(get(NODE_INFO, 0));
      assertThat(external.value(NodeInfo.PORT_GUID)).isEqualTo(external.value(NodeInfo.NODE_GUID));
      assertThat(external.value(NodeInfo.LOCAL_PORT_NUM)).isEqualTo(2);
    }
  }

  @Test
  void nodeDescriptionIsText() {
    try (SmpClient smps = SmpClient.open("sim:router")) {
      byte[] text = smps.ask(get(NODE_DESCRIPTION, 0)).data();
      assertThat(new String(text, StandardCharsets.UTF_8)).startsWith("ibassay simulated router\0");
    }
  }

  @Test
  void switchInfoKeepsWhatIsReadWrite() {
    try (SmpClient smps = SmpClient.open("sim:switch")) {
      Mad before = smps.ask(get(SWITCH_INFO, 0));
      Mad set =
          set(SWITCH_INFO, 0)
              .dataOf(before)
              .with(SwitchInfo.LINEAR_FDB_TOP, 100)
              .with(SwitchInfo.DEFAULT_PORT, 3)
              .with(SwitchInfo.LINEAR_FDB_CAP, 1)
              .with(SwitchInfo.MULTICAST_FDB_CAP, 1);
      Mad answer = smps.ask(set);
      assertThat(answer.code()).isEqualTo(OK);
      assertThat(answer.value(SwitchInfo.LINEAR_FDB_TOP)).isEqualTo(100);
      assertThat(answer.value(SwitchInfo.DEFAULT_PORT)).isEqualTo(3);
      assertThat(answer.value(SwitchInfo.LINEAR_FDB_CAP)).isEqualTo(49152);
      assertThat(answer.value(SwitchInfo.MULTICAST_FDB_CAP)).isEqualTo(1000);
    }
  }

  @Test
  void theFirstGuidIsThePortsOwn() {
    try (SmpClient smps = SmpClient.open("sim:ca?guid-cap=10")) {
      long own = smps.ask(get(NODE_INFO, 0)).value(NodeInfo.PORT_GUID);
      Mad answer = smps.ask(filled(GUID_INFO, 0, GuidInfo.GUID, -7));
      assertThat(answer.code()).isEqualTo(OK);
      assertThat(answer.value(GuidInfo.GUID, 0)).isEqualTo(own);
      assertThat(answer.value(GuidInfo.GUID, 1)).isEqualTo(-7);
      Mad last = smps.ask(filled(GUID_INFO, 1, GuidInfo.GUID, 5));
      assertThat(last.value(GuidInfo.GUID, 1)).isEqualTo(5);
      assertThat(last.value(GuidInfo.GUID, 2)).isZero();
      expectRefused(smps, GUID_INFO, 2, GuidInfo.GUID);
      expectRefused(smps, GUID_INFO, 0xFFFF_FFFFL, GuidInfo.GUID);
      assertThat(smps.by(1).ask(get(GUID_INFO, 1)).data()).containsOnly(0);
    }
  }

  @Test
  void anEndNodeHasAPKeyTableForEachPort() {
    try (SmpClient smps = SmpClient.open("sim:ca")) {
      assertThat(smps.ask(get(P_KEY_TABLE, 0)).value(PKeyTable.P_KEY, 0)).isEqualTo(0xFFFF);
      smps.ask(filled(P_KEY_TABLE, 3, PKeyTable.P_KEY, 0x8005));
      assertThat(smps.ask(get(P_KEY_TABLE, 3)).value(PKeyTable.P_KEY, 31)).isEqualTo(0x8005);
      assertThat(smps.by(1).ask(get(P_KEY_TABLE, 3)).data()).containsOnly(0);
      expectRefused(smps, P_KEY_TABLE, 4, PKeyTable.P_KEY);
    }
  }

  @Test
  void aSwitchsPKeyTablesAreAskedByPort() {
    try (SmpClient smps = SmpClient.open("sim:switch?ports=4")) {
      smps.ask(filled(P_KEY_TABLE, 4L << 16, PKeyTable.P_KEY, 0x8005));
      assertThat(smps.ask(get(P_KEY_TABLE, 4L << 16)).value(PKeyTable.P_KEY, 31)).isEqualTo(0x8005);
      assertThat(smps.ask(get(P_KEY_TABLE, 0)).value(PKeyTable.P_KEY, 31)).isZero();
      expectRefused(smps, P_KEY_TABLE, 5L << 16, PKeyTable.P_KEY);
      expectRefused(smps, P_KEY_TABLE, (4L << 16) | 1, PKeyTable.P_KEY);
    }
  }

  @Test
  void slToVlMapsByPort() {
    try (SmpClient ca = SmpClient.open("sim:ca");
        SmpClient sw = SmpClient.open("sim:switch?ports=4&enhanced-port0=true");
        SmpClient base = SmpClient.open("sim:switch?ports=4")) {
      ca.ask(filled(SL_TO_VL_MAPPING_TABLE, 0, SlToVlMappingTable.SL_TO_VL, 3));
      assertThat(ca.ask(get(SL_TO_VL_MAPPING_TABLE, 0)).value(SlToVlMappingTable.SL_TO_VL, 15))
          .isEqualTo(3);
      assertThat(ca.by(1).ask(get(SL_TO_VL_MAPPING_TABLE, 0)).data()).containsOnly(0);
      sw.ask(filled(SL_TO_VL_MAPPING_TABLE, 0x0204, SlToVlMappingTable.SL_TO_VL, 2));
      assertThat(sw.ask(get(SL_TO_VL_MAPPING_TABLE, 0x0204)).value(SlToVlMappingTable.SL_TO_VL, 7))
          .isEqualTo(2);
      assertThat(sw.ask(get(SL_TO_VL_MAPPING_TABLE, 0x0402)).data()).containsOnly(0);
      assertThat(sw.ask(get(SL_TO_VL_MAPPING_TABLE, 0x0001)).code()).isEqualTo(OK);
      expectRefused(sw, SL_TO_VL_MAPPING_TABLE, 0x0501, SlToVlMappingTable.SL_TO_VL);
      assertThat(base.ask(get(SL_TO_VL_MAPPING_TABLE, 0x0001)).code()).isEqualTo(OK);
      expectRefused(base, SL_TO_VL_MAPPING_TABLE, 0x0100, SlToVlMappingTable.SL_TO_VL);
      assertThat(sw.ask(get(SL_TO_VL_MAPPING_TABLE, 0x0100)).code()).isEqualTo(OK);
    }
  }

  @Test
  void onePortsLaneNeedsNoTables() {
    try (SmpClient smps = SmpClient.open("sim:router?vl-cap=1")) {
      for (Attribute attribute : new Attribute[] {SL_TO_VL_MAPPING_TABLE, VL_ARBITRATION_TABLE}) {
        assertThat(smps.ask(get(attribute, 0x10000)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
        assertThat(smps.ask(set(attribute, 0x10000)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
      }
    }
    try (SmpClient smps = SmpClient.open("sim:router?vl-cap=1&sl-mapping=true")) {
      assertThat(smps.ask(get(SL_TO_VL_MAPPING_TABLE, 0)).code()).isEqualTo(OK);
    }
  }

  @Test
  void vlArbitrationHasFourParts() {
    try (SmpClient smps = SmpClient.open("sim:switch?ports=4")) {
      for (long part = 1; part <= 4; part++) {
        Mad set = filled(VL_ARBITRATION_TABLE, (part << 16) | 2, VlArbitrationTable.WEIGHT, part);
        assertThat(smps.ask(set).code()).isEqualTo(OK);
      }
      for (long part = 1; part <= 4; part++) {
        assertThat(
                smps.ask(get(VL_ARBITRATION_TABLE, (part << 16) | 2))
                    .value(VlArbitrationTable.WEIGHT, 31))
            .isEqualTo(part);
      }
      expectRefused(smps, VL_ARBITRATION_TABLE, 2, VlArbitrationTable.WEIGHT);
      expectRefused(smps, VL_ARBITRATION_TABLE, 0x50002, VlArbitrationTable.WEIGHT);
      expectRefused(smps, VL_ARBITRATION_TABLE, 0x10005, VlArbitrationTable.WEIGHT);
    }
  }

  @Test
  void theLinearTableEndsWithItsCapacity() {
    try (SmpClient smps = SmpClient.open("sim:switch?linear-cap=100")) {
      Field port = LinearForwardingTable.PORT;
      assertThat(smps.ask(filled(LINEAR_FORWARDING_TABLE, 0, port, 255)).value(port, 63))
          .isEqualTo(255);
      Mad last = smps.ask(filled(LINEAR_FORWARDING_TABLE, 1, port, 9));
      assertThat(last.code()).isEqualTo(OK);
      assertThat(last.value(port, 35)).isEqualTo(9);
      assertThat(last.value(port, 36)).isZero();
      expectRefused(smps, LINEAR_FORWARDING_TABLE, 2, port);
      expectRefused(smps, LINEAR_FORWARDING_TABLE, 0xFFFF_FFFFL, port);
      assertThat(smps.ask(get(RANDOM_FORWARDING_TABLE, 0)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
    }
  }

  @Test
  void aSwitchMayHaveARandomTableInstead() {
    try (SmpClient smps = SmpClient.open("sim:switch?linear-cap=0&random-cap=20")) {
      Field lid = RandomForwardingTable.LID;
      Mad last = smps.ask(filled(RANDOM_FORWARDING_TABLE, 1, lid, 77));
      assertThat(last.value(lid, 3)).isEqualTo(77);
      assertThat(last.value(lid, 4)).isZero();
      expectRefused(smps, RANDOM_FORWARDING_TABLE, 2, lid);
      expectRefused(smps, LINEAR_FORWARDING_TABLE, 0, LinearForwardingTable.PORT);
    }
  }

  @Test
  void eachPortHasALed() {
    try (SmpClient smps = SmpClient.open("sim:ca")) {
      assertThat(smps.ask(set(LED_INFO, 0).with(LedInfo.LED_MASK, 1)).value(LedInfo.LED_MASK))
          .isEqualTo(1);
      assertThat(smps.by(1).ask(get(LED_INFO, 0)).value(LedInfo.LED_MASK)).isZero();
      assertThat(smps.by(0).ask(set(LED_INFO, 0)).value(LedInfo.LED_MASK)).isZero();
    }
  }
}
