package org.ibassay.cli.decode;

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
import org.ibassay.link.Label;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Erf;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.ManagementClass;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaNotice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// MADs of other classes than those of the subnet.
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

  /// The three attributes of every class; where a class's data starts is not known of all.
  @Test
  void everyClassHasTheCommonOnes() throws Exception {
    for (int mgmtClass : new int[] {0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x10, 0x21, 0x32}) {
      int data = ManagementClass.data(mgmtClass);
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
    assertThat(tree(mad(ManagementClass.PERFORMANCE, 0x7F))).contains("\n  Data: 232 bytes\n");
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
    for (int mgmtClass : classes) {
      int[] attributes = {1, 2, 3, random.nextInt(0x10000)};
      if (mgmtClass == ManagementClass.PERFORMANCE) {
        attributes = PmAttributes.all().stream().mapToInt(GmpAttribute::id).toArray();
      } else if (mgmtClass == ManagementClass.COMMUNICATION) {
        attributes = CmAttributes.all().stream().mapToInt(GmpAttribute::id).toArray();
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
