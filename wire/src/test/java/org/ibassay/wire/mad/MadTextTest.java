package org.ibassay.wire.mad;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.ibassay.wire.Described;
import org.ibassay.wire.RandomSeed;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.pm.PortCounters;
import org.junit.jupiter.api.Test;

class MadTextTest {
  private final MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  @Test
  void writesADirectedRouteSmp() {
    smp(Smp.DIRECTED_ROUTE, Method.GET_RESP, Attribute.PORT_INFO.id());
    MadHeader.STATUS.set(mad, 0, 0x801C);
    Smp.HOP_COUNT.set(mad, 0, 2);
    Smp.M_KEY.set(mad, 0, -1);
    PortInfo.LID.set(mad, Smp.DATA, 0x1B);
    PortInfo.IS_SM.set(mad, Smp.DATA, 1);
    PortInfo.IS_TRAP_SUPPORTED.set(mad, Smp.DATA, 1);

    assertThat(MadText.describe(mad).toLines())
        .startsWith("SubnGetResp(PortInfo)\n  MADHeader\n    BaseVersion: 1\n    MgmtClass: 0x81\n")
        .contains("    D: 1\n    Status: 0x801c\n    HopPointer: 0\n    HopCount: 2\n")
        .doesNotContain("ClassSpecific")
        .contains("\n  M_Key: 0xffffffffffffffff\n  DrSLID: 0x0000\n")
        .contains("\n  PortInfo\n    M_Key: 0x0000000000000000\n")
        .contains("\n    LID: 0x001b\n")
        .contains("\n    CapabilityMask: 0x0000000a (IsSM, IsTrapSupported)\n")
        .contains("\n  InitialPath: 0000");
  }

  @Test
  void writesALidRoutedSmp() {
    smp(Smp.LID_ROUTED, Method.SET, Attribute.MULTICAST_FORWARDING_TABLE.id());
    MulticastForwardingTable.PORT_MASK.set(mad, Smp.DATA, 31, 0xBEEF);
    assertThat(MadText.describe(mad).toLines())
        .startsWith("SubnSet(MulticastForwardingTable)\n")
        .contains("    ClassSpecific: 0x0000\n")
        .contains(" 0x0000 0xbeef\n")
        .doesNotContain("DrSLID", "InitialPath");
  }

  @Test
  void writesAnUnknownAttributeWithItsBytes() {
    smp(Smp.LID_ROUTED, Method.GET, 0xFF42);
    mad.set(JAVA_BYTE, Smp.DATA, (byte) 0xAB);
    assertThat(MadText.describe(mad).toLines())
        .startsWith("SubnGet(attribute 0xFF42)\n")
        .contains("\n  attribute 0xFF42: ab0000");
  }

  @Test
  void writesAnotherClassAsItsBytes() {
    smp(0x7F, 0x01, 0x12);
    assertThat(MadText.describe(mad).toLines())
        .startsWith("class 0x7f method 0x01 attribute 0x0012\n")
        .contains("\n  Data: 0000");
  }

  @Test
  void writesWhatATrapTells() {
    smp(Smp.LID_ROUTED, Method.TRAP, Attribute.NOTICE.id());
    Notice.IS_GENERIC.set(mad, Smp.DATA, 1);
    Notice.TRAP_NUMBER_DEVICE_ID.set(mad, Smp.DATA, 128);
    Notice.DATA_DETAILS.slice(mad, Smp.DATA).set(JAVA_BYTE, 1, (byte) 7);
    assertThat(MadText.describe(mad).toLines()).contains("\n  Trap 128\n    LIDADDR: 0x0007\n");
    Notice.IS_GENERIC.set(mad, Smp.DATA, 0);
    assertThat(MadText.describe(mad).toLines()).doesNotContain("Trap 128");
  }

  @Test
  void escapesWhatDisturbsATerminal() {
    smp(Smp.LID_ROUTED, Method.GET_RESP, Attribute.NODE_DESCRIPTION.id());
    MemorySegment.copy(
        MemorySegment.ofArray("caf\u00e9 \u001b[2J\0rest".getBytes(StandardCharsets.UTF_8)),
        0,
        NodeDescription.NODE_STRING.slice(mad, Smp.DATA),
        0,
        15);
    assertThat(MadText.describe(mad).toLines()).contains("NodeString: caf\u00e9 \\u001b[2J\n");
  }

  @Test
  void writesGidsAsAddresses() {
    MemorySegment grh = MemorySegment.ofArray(new byte[40]);
    grh.asSlice(8, 2).fill((byte) 0xFE);
    grh.asSlice(23, 1).fill((byte) 1);
    assertThat(Described.of(Grh.LAYOUT, grh, 0).toLines())
        .contains("SGID: fefe::1\n")
        .contains("DGID: ::\n");
  }

  @Test
  void keepsTheShapeForJson() {
    smp(Smp.LID_ROUTED, Method.GET, Attribute.PORT_INFO.id());
    Map<?, ?> portInfo = child((Map<?, ?>) MadText.describe(mad).toJson(), "PortInfo");
    assertThat(portInfo.get("LID")).isEqualTo("0x0000");
    assertThat(child(portInfo, "CapabilityMask").get("value")).isEqualTo("0x00000000");
    assertThat(child(portInfo, "CapabilityMask").get("IsSM")).isEqualTo("0");
    smp(Smp.LID_ROUTED, Method.GET, Attribute.GUID_INFO.id());
    Map<?, ?> guidInfo = child((Map<?, ?>) MadText.describe(mad).toJson(), "GUIDInfo");
    assertThat((List<?>) guidInfo.get("GUID")).hasSize(8);
  }

  @Test
  void otherClassesHaveTheirTables() {
    smp(ManagementClass.PERFORMANCE, Method.GET_RESP, PortCounters.ATTRIBUTE.id());
    PortCounters.PORT_SELECT.set(mad, ManagementClass.data(ManagementClass.PERFORMANCE, 0), 7);
    assertThat(MadText.describe(mad).toLines())
        .startsWith("class 0x04 method 0x81 PortCounters\n")
        .contains("\n  PortCounters\n", "    PortSelect: 7\n");
    smp(ManagementClass.COMMUNICATION, Method.GET_RESP, ConnectRequest.ATTRIBUTE.id());
    assertThat(MadText.describe(mad).toLines())
        .contains("\n  " + ConnectRequest.ATTRIBUTE.name() + "\n");
    smp(ManagementClass.CONGESTION_CONTROL, Method.GET, 0x7777);
    assertThat(MadText.describe(mad).toLines())
        .startsWith("class 0x21 method 0x01 attribute 0x7777\n")
        .contains("\n  CCHeader\n    CC_Key: ", "\n  Data: 00");
    smp(0x7F, Method.GET, 1);
    assertThat(MadText.describe(mad).toLines()).contains("\n  Data: 00");
  }

  @Test
  void saysWhatIsMissing() {
    smp(Smp.DIRECTED_ROUTE, Method.GET_RESP, Attribute.PORT_INFO.id());
    assertThat(MadText.describe(mad.asSlice(0, 10)).toLines())
        .startsWith("MAD\n  MADHeader\n    BaseVersion: 1\n")
        .contains("    cut off: 10 of 24 bytes\n")
        .contains("  bytes: 01810181");
    assertThat(MadText.describe(mad.asSlice(0, 70)).toLines())
        .startsWith("SubnGetResp(PortInfo)\n")
        .contains("\n  PortInfo\n    cut off: 6 of 64 bytes\n")
        .endsWith("\n  cut off: 70 of 256 bytes\n");
  }

  @Test
  void neverThrows() {
    RandomSeed seed = RandomSeed.ofRun();
    Random random = seed.random();
    int[] classes = {Smp.LID_ROUTED, Smp.DIRECTED_ROUTE, 0x03, 0x04, 0x06, 0x07, 0x21, 0x31, 0xFF};
    for (int round = 0; round < 5000; round++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      MemorySegment in = MemorySegment.ofArray(bytes);
      if (bytes.length >= MadHeader.LAYOUT.bytes()) {
        MadHeader.MGMT_CLASS.set(in, 0, classes[random.nextInt(classes.length)]);
        MadHeader.ATTRIBUTE_ID.set(in, 0, random.nextInt(0x40));
      }
      assertThat(MadText.describe(in).toLines()).as(seed.toString()).isNotEmpty();
      assertThat(MadText.describe(in).toJson()).as(seed.toString()).isNotNull();
    }
  }

  private static Map<?, ?> child(Map<?, ?> json, String name) {
    return (Map<?, ?>) Objects.requireNonNull(json.get(name));
  }

  private void smp(int mgmtClass, int method, int attribute) {
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, mgmtClass);
    MadHeader.CLASS_VERSION.set(mad, 0, 1);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
  }
}
