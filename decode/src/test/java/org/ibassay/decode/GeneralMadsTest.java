package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibassay.link.Label;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Erf;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.ExtendedPortInfo;
import org.ibassay.wire.bm.BmHeader;
import org.ibassay.wire.cc.CcHeader;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.cc.SwitchCongestionSetting;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.dm.ServiceEntries;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.mad.VendorHeader;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaNotice;
import org.ibassay.wire.snmp.SnmpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// MADs of general management classes.
class GeneralMadsTest {
  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());
  private static final int HEADERS = Erf.LAYOUT.bytes() + 8 + 12 + 8;

  @TempDir Path directory = Path.of("");

  private static MemorySegment mad(int mgmtClass, int attribute) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(mad, 0, mgmtClass);
    MadHeader.METHOD.set(mad, 0, mgmtClass == ManagementClass.COMMUNICATION ? 3 : 0x81);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
    return mad;
  }

  /// A capture of one packet, as its ERF record.
  private byte[] packet(MemorySegment mad) throws IOException {
    Path file = directory.resolve("one.pcapng");
    try (PcapNgWriter out = new PcapNgWriter(file)) {
      out.mad(Direction.RECEIVED, mad, Smp.BYTES_OF_MAD, 3, 1, 0, Label.NONE);
    }
    try (CaptureReader capture = CaptureReader.open(file)) {
      assertThat(capture.next()).isTrue();
      return capture.packet().toArray(JAVA_BYTE);
    }
  }

  private static String decoded(byte[] packet, int captured, Decoder.Style style, String filter)
      throws FilterException {
    ByteBuffer file = ByteBuffer.allocate(40 + captured);
    file.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4).putLong(0).putInt(65535);
    file.putInt(CaptureReader.ERF).putLong(0).putInt(captured).putInt(packet.length);
    file.put(packet, 0, captured);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    CaptureReader capture = CaptureReader.of(MemorySegment.ofArray(file.array()));
    Filter which = filter.isEmpty() ? Filter.ALL : Filter.parse(filter);
    new Decoder(style, which, new Out(text)).decode(capture);
    return text.toString(StandardCharsets.UTF_8);
  }

  private String tree(MemorySegment mad) throws Exception {
    byte[] packet = packet(mad);
    return decoded(packet, packet.length, Decoder.Style.TREES, "");
  }

  @Test
  void countersAreShown() throws Exception {
    MemorySegment mad = mad(ManagementClass.PERFORMANCE, PortCounters.ATTRIBUTE.id());
    PortCounters.PORT_SELECT.set(mad, 64, 7);
    PortCounters.PORT_RCV_ERRORS.set(mad, 64, 1234);
    assertThat(tree(mad))
        .contains("\n  PortCounters\n    PortSelect: 7\n", "\n    PortRcvErrors: 1234\n")
        .doesNotContain("\n  Data:", "Class header");
    byte[] packet = packet(mad);
    assertThat(decoded(packet, packet.length, Decoder.Style.LINES, "PortCounters.PortSelect == 7"))
        .contains("PM GetResp(PortCounters)");
    assertThat(decoded(packet, packet.length, Decoder.Style.LINES, "PortCounters.PortSelect == 8"))
        .isEmpty();
    assertThat(decoded(packet, packet.length, Decoder.Style.JSON, ""))
        .contains("\"PortCounters\":{\"PortSelect\":7,");
  }

  @Test
  void messagesAreShown() throws Exception {
    MemorySegment mad = mad(ManagementClass.COMMUNICATION, ConnectRequest.ATTRIBUTE.id());
    ConnectRequest.LOCAL_QPN.set(mad, 24, 0x1234);
    Field gid = ConnectRequest.ATTRIBUTE.layout().field("Primary Local Port GID").orElseThrow();
    gid.slice(mad, 24).set(JAVA_BYTE, 0, (byte) 0xFE);
    mad.set(JAVA_BYTE, 255, (byte) 0xAB);
    byte[] packet = packet(mad);
    assertThat(tree(mad))
        .contains("\n  ConnectRequest\n    Local Communication ID: 0x00000000\n")
        .contains("\n    Local QPN: 0x001234\n", "\n    Primary Local Port GID: fe00::\n")
        .containsPattern("\n    PrivateData: 00[0 \n]+ab\n");
    assertThat(
            decoded(packet, packet.length, Decoder.Style.LINES, "connectrequest.localqpn==0x1234"))
        .contains("CM Send(ConnectRequest)");
  }

  /// The three attributes of every class; the offset of the data is not known for all classes.
  @Test
  void everyClassHasTheCommonOnes() throws Exception {
    for (int mgmtClass : new int[] {0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x10, 0x21, 0x32}) {
      int data = ManagementClass.data(mgmtClass, ClassPortInfo.ATTRIBUTE.id());
      MemorySegment info = mad(mgmtClass, ClassPortInfo.ATTRIBUTE.id());
      ClassPortInfo.TRAP_LID.set(info, data, 0x4321);
      ClassPortInfo.CAPABILITY_MASK.set(info, data, 0x0101);
      assertThat(tree(info))
          .as("class %d", mgmtClass)
          .contains("\n  ClassPortInfo\n", "    TrapLID: 0x4321\n")
          .contains(
              mgmtClass == ManagementClass.PERFORMANCE
                  ? "CapabilityMask: 0x0101 (IsTrapSupported, AllPortSelect)"
                  : "CapabilityMask: 0x0101 (IsTrapSupported)");
      MemorySegment notice = mad(mgmtClass, SaNotice.ATTRIBUTE.id());
      SaNotice.ISSUER_GID.slice(notice, data).set(JAVA_BYTE, 0, (byte) 0xFE);
      assertThat(tree(notice)).contains("\n  Notice\n", "    IssuerGID: fe00::\n");
      MemorySegment inform = mad(mgmtClass, InformInfo.ATTRIBUTE.id());
      InformInfo.QPN.set(inform, data, 0xABC);
      assertThat(tree(inform)).contains("\n  InformInfo\n", "    QPN: 0x000abc\n");
    }
    assertThat(tree(mad(0x50, ClassPortInfo.ATTRIBUTE.id())))
        .contains("\n  Data: 232 bytes\n")
        .doesNotContain("ClassPortInfo\n");
    assertThat(tree(mad(ManagementClass.PERFORMANCE, 0x7F))).contains("\n  Data: 192 bytes\n");
  }

  @Test
  void congestionControlIsShown() throws Exception {
    MemorySegment mad =
        mad(ManagementClass.CONGESTION_CONTROL, SwitchCongestionSetting.ATTRIBUTE.id());
    CcHeader.CC_KEY.set(mad, 0, 0x1234);
    SwitchCongestionSetting.MARKING_RATE.set(mad, 64, 77);
    assertThat(tree(mad))
        .contains("CC GetResp(SwitchCongestionSetting)\n")
        .contains("\n  CCHeader\n    CC_Key: 0x0000000000001234\n  SwitchCongestionSetting\n")
        .contains("\n    Marking_Rate: 77\n")
        .doesNotContain("Reserved", "Data:");
    mad.set(JAVA_BYTE, 63, (byte) 9);
    assertThat(tree(mad)).contains("\n  Reserved: 32 bytes\n    0000").contains("0009\n");
  }

  /// It begins where the others have reserved bytes, and its type distinguishes the two.
  @Test
  void bothLogsOfCongestionAreShown() throws Exception {
    MemorySegment mad = mad(ManagementClass.CONGESTION_CONTROL, CongestionLog.ATTRIBUTE.id());
    CongestionLog.LOG_TYPE.set(mad, 32, 1);
    Field ofSwitch = CongestionLog.ATTRIBUTE.layout().field("DLID").orElseThrow();
    ofSwitch.set(mad, 32, 14, 0xBEEF);
    assertThat(tree(mad)).contains("\n  CongestionLog\n    LogType: 1\n").contains("0xbeef\n");
    CongestionLog.LOG_TYPE.set(mad, 32, CongestionLog.CA_LOG);
    CongestionLog.CA.field("Remote_LID_CN_Entry").orElseThrow().set(mad, 32, 12, 0xCAFE);
    assertThat(tree(mad))
        .contains("\n  CongestionLog\n    LogType: 2\n", "\n    Remote_LID_CN_Entry: ", "0xcafe\n")
        .doesNotContain("PortMap");
    byte[] packet = packet(mad);
    assertThat(
            decoded(
                packet,
                packet.length,
                Decoder.Style.LINES,
                "CongestionLog.Remote_LID_CN_Entry[12] == 0xCAFE && CongestionLog.LogType == 2"))
        .contains("CC GetResp(CongestionLog)");
  }

  @Test
  void deviceManagementIsShown() throws Exception {
    MemorySegment mad = mad(ManagementClass.DEVICE, ServiceEntries.ATTRIBUTE.id());
    MemorySegment name = ServiceEntries.SERVICE_NAME.slice(mad, 64, 1);
    name.setString(0, "SRP.T10:0002c9");
    ServiceEntries.SERVICE_ID.set(mad, 64, 1, 0x2C9);
    MadHeader.STATUS.set(mad, 0, 0x8000);
    assertThat(tree(mad))
        .contains("DevMgt GetResp(ServiceEntries), status 0x8000 IOC failure\n")
        .contains("\n  RMPPHeader\n", "SRP.T10:0002c9", "0x00000000000002c9");
    MemorySegment test = mad(ManagementClass.DEVICE, 0x0021);
    test.set(JAVA_BYTE, 64, (byte) 0xAB);
    assertThat(tree(test))
        .contains("DevMgt GetResp(PrepareToTest)\n", "\n  PrepareToTest: 192 bytes\n    ab00");
  }

  @Test
  void baseboardManagementIsShown() throws Exception {
    MemorySegment mad = mad(ManagementClass.BASEBOARD, 0x0021);
    BmHeader.B_KEY.set(mad, 0, 5);
    mad.set(JAVA_BYTE, 67, (byte) 39);
    assertThat(tree(mad))
        .contains("BM GetResp(ReadVPD)\n", "\n  BMHeader\n    B_Key: 0x0000000000000005\n")
        .contains("\n  ReadVPD\n", "\n    ParamCount: 39\n");
  }

  @Test
  void snmpIsShown() throws Exception {
    MemorySegment mad = mad(ManagementClass.SNMP, 0x0011);
    SnmpHeader.PAYLOAD_LENGTH.set(mad, 0, 3);
    mad.set(JAVA_BYTE, 64, (byte) 0x30);
    assertThat(tree(mad))
        .contains("SNMP GetResp(PDUInfo)\n", "\n    PayloadLength: 3\n", "\n    PDUData: 3000");
  }

  /// An unknown vendor's attribute is displayed with the vendor and its bytes.
  @Test
  void vendorsAreNamed() throws Exception {
    MemorySegment mad = mad(0x32, 0x1234);
    VendorHeader.OUI.set(mad, 0, 0x0002C9);
    mad.set(JAVA_BYTE, 40, (byte) 0xFE);
    assertThat(tree(mad))
        .contains("vendor class 0x32 GetResp(attribute 0x1234)\n")
        .contains("\n  VendorHeader\n    OUI: 0x0002c9\n  Data: 216 bytes\n    fe00");
    RmppHeader.FLAGS.set(mad, 0, 1);
    assertThat(tree(mad)).contains("RMPPFlags: 0x1 (Active)");
    assertThat(tree(mad(0x0A, 1))).contains("vendor class 0x0a GetResp(ClassPortInfo)\n");
    assertThat(tree(mad(ManagementClass.DEVICE_ADMINISTRATION, 0x99)))
        .contains("DevAdm GetResp(attribute 0x0099)\n", "  Data: 192 bytes\n");
  }

  /// Only the first segment of a table begins with the beginning of a record.
  @Test
  void laterSegmentsAreBytes() throws Exception {
    MemorySegment mad = mad(ManagementClass.DEVICE, ServiceEntries.ATTRIBUTE.id());
    RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_DATA);
    RmppHeader.ACTIVE.set(mad, 0, 1);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 1);
    assertThat(tree(mad)).contains("\n  ServiceEntries\n");
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 2);
    assertThat(tree(mad)).contains("\n  Data: 192 bytes\n").doesNotContain("\n  ServiceEntries");
  }

  @Test
  void vendorsAttributesOfSubnetManagementAreShown() throws Exception {
    MemorySegment mad = mad(Smp.LID_ROUTED, Attribute.EXTENDED_PORT_INFO.id());
    ExtendedPortInfo.LINK_SPEED_ACTIVE.set(mad, Smp.DATA, 1);
    assertThat(tree(mad))
        .contains("SubnGetResp(ExtendedPortInfo)\n", "\n    LinkSpeedActive: 0x01\n");
  }

  @Test
  void cutOnesAreShownAsFarAsTheyGo() throws Exception {
    MemorySegment mad = mad(ManagementClass.PERFORMANCE, PmClassPortInfo.ATTRIBUTE.id());
    ClassPortInfo.CLASS_VERSION.set(mad, 64, 5);
    assertThat(decoded(packet(mad), HEADERS + 64 + 4, Decoder.Style.TREES, ""))
        .contains("    ClassVersion: 5\n", "    CapabilityMask: 0x0000\n", "4 of 72 bytes")
        .doesNotContain("RespTimeValue");
  }

  @Test
  void anyBytesOfAnyLengthAreShown() throws Exception {
    Random random = new Random(SEED);
    byte[] packet = packet(mad(0, 0));
    byte[] any = new byte[Smp.BYTES_OF_MAD];
    int[] classes = random.ints(30, 0, 0x100).toArray();
    classes[0] = ManagementClass.PERFORMANCE;
    classes[1] = ManagementClass.COMMUNICATION;
    classes[2] = ManagementClass.CONGESTION_CONTROL;
    classes[3] = ManagementClass.DEVICE;
    classes[4] = ManagementClass.BASEBOARD;
    classes[5] = ManagementClass.SNMP;
    for (int i = 0; i < classes.length; i++) {
      int mgmtClass = classes[i];
      int[] attributes = {1, 2, 3, random.nextInt(0x10000)};
      if (mgmtClass == ManagementClass.PERFORMANCE) {
        attributes = PmAttributes.all().stream().mapToInt(GmpAttribute::id).toArray();
      } else if (mgmtClass == ManagementClass.COMMUNICATION) {
        attributes = CmAttributes.all().stream().mapToInt(GmpAttribute::id).toArray();
      } else if (i < 6) {
        attributes = IntStream.range(0, 0x30).toArray();
      }
      for (int attribute : attributes) {
        random.nextBytes(any);
        MemorySegment mad = MemorySegment.ofArray(any);
        MadHeader.MGMT_CLASS.set(mad, 0, mgmtClass);
        MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
        System.arraycopy(any, 0, packet, HEADERS, any.length);
        int[] lengths = {packet.length, HEADERS + random.nextInt(any.length)};
        for (int length : lengths) {
          for (Decoder.Style style : Decoder.Style.values()) {
            assertThat(decoded(packet, length, style, ""))
                .as("%s, %s, -Dibassay.seed=%d", style, Arrays.toString(lengths), SEED)
                .isNotEmpty();
          }
        }
      }
    }
  }
}
