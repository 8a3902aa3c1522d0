package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An independent decoder reads the capture.
@RequiresPeer("tshark")
class CaptureTest {
  private static final long TIME = 1_700_000_000_123_456_789L;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("trace.pcapng");
  }

  private static MemorySegment smp(int mgmtClass, int method, int attribute) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, mgmtClass);
    MadHeader.CLASS_VERSION.set(mad, 0, 1);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.TRANSACTION_ID.set(mad, 0, 0x1234_5678L);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
    return mad;
  }

  @Test
  void headersMadAndCommentAreRead() throws Exception {
    MemorySegment request = smp(0x81, Method.GET, 0x11);
    Smp.HOP_COUNT.set(request, 0, 1);
    Smp.INITIAL_PATH.set(request, 0, 1, 1);
    MemorySegment response = smp(0x81, Method.GET_RESP, 0x11);
    NodeInfo.NODE_TYPE.set(response, Smp.DATA, 2);
    NodeInfo.NUM_PORTS.set(response, Smp.DATA, 36);
    try (PcapNgWriter writer = new PcapNgWriter(file)) {
      writer.mad(Direction.SENT, request, 256, 0xFFFF, 0, TIME, Label.of("C14 step 1 “µ”"));
      writer.mad(Direction.RECEIVED, response, 256, 0xFFFF, 0, TIME + 1001, Label.NONE);
      writer.mad(Direction.SENT, smp(1, Method.SET, 0x15), 256, 5, 0, TIME + 2000, Label.NONE);
      writer.mad(Direction.SENT, smp(3, Method.GET, 0x12), 256, 5, 1, TIME + 3000, Label.NONE);
    }
    assertThat(
            fields(
                "frame.number",
                "frame.comment",
                "frame.time_epoch",
                "frame.packet_flags_direction",
                "infiniband.lrh.vl",
                "infiniband.lrh.dlid",
                "infiniband.lrh.slid",
                "infiniband.lrh.pktlen",
                "infiniband.bth.opcode",
                "infiniband.bth.destqp",
                "infiniband.deth.q_key",
                "infiniband.mad.mgmtclass",
                "infiniband.mad.method",
                "infiniband.mad.transactionid",
                "infiniband.nodeinfo.numports",
                "_ws.malformed"))
        .containsExactly(
            "1|C14 step 1 “µ”|1700000000.123456789|0x00000002|0x0f|65535|65535|72|100|0x000000"
                + "|0x0000000000000000|0x81|0x01|0x0000000012345678|0x00|",
            "2||1700000000.123457790|0x00000001|0x0f|65535|65535|72|100|0x000000"
                + "|0x0000000000000000|0x81|0x81|0x0000000012345678|0x24|",
            "3||1700000000.123458789|0x00000002|0x0f|5|0|72|100|0x000000"
                + "|0x0000000000000000|0x01|0x02|0x0000000012345678||",
            "4||1700000000.123459789|0x00000002|0x00|5|0|72|100|0x000001"
                + "|0x0000000080010000|0x03|0x01|0x0000000012345678||");
  }

  @Test
  void noAttributeIsMalformed() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file)) {
      for (Attribute attribute : Attribute.all()) {
        for (int mgmtClass : new int[] {Smp.LID_ROUTED, Smp.DIRECTED_ROUTE}) {
          for (int method : new int[] {Method.GET, Method.SET, Method.GET_RESP}) {
            MemorySegment mad = smp(mgmtClass, method, attribute.id());
            writer.mad(Direction.SENT, mad, 256, 0xFFFF, 0, TIME, Label.of(attribute.name()));
          }
        }
      }
    }
    List<String> read = fields("frame.comment", "infiniband.mad.method", "_ws.malformed");
    assertThat(read).hasSize(Attribute.all().size() * 6).noneMatch(line -> !line.endsWith("|"));
    assertThat(read.getFirst()).isEqualTo(Attribute.all().getFirst().name() + "|0x01|");
  }

  /// Returns one line for each packet, with the values of the fields separated by bars.
  private List<String> fields(String... names) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("tshark", "-r", file.toString(), "-T", "fields"));
    command.addAll(List.of("-E", "separator=|"));
    Stream.of(names).forEach(name -> command.addAll(List.of("-e", name)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor()).isZero();
    return lines;
  }
}
