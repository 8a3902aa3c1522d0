package org.ibassay.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterTest {
  @TempDir Path directory = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void capture() throws Exception {
    file = Captured.write(directory.resolve("c.pcapng"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "BTH.PSN == 5; 3 4",
        "BTH.PSN == 5 && AETH; 4",
        "bth.psn==5 and not aeth; 3",
        "BTH.PSN == 0x5 && !(AETH || DETH); 3",
        "AETH || RETH; 3 4",
        "AETH && RETH or PortInfo; 1 2",
        "PortInfo.LID == 7; 2",
        "PortInfo.LID != 7; 1",
        "PortInfo.LID < 7; 1",
        "PortInfo.LID >= 7; 2",
        "PortInfo.LID <= 7; 1 2",
        "PortInfo.IsSM == 1; 2",
        "PathRecord.DLID == 0x22; 6",
        "PathRecord.DLID > 0x22; ",
        "MADHeader.HopCount == 2; 1 2",
        "SMP.InitialPath[2] == 3; 1 2",
        "SMP.InitialPath[1] == 3; ",
        "IPv4.SourceAddress == 192.0.2.1; 3",
        "ipv6.source_address == 2001:db8::2; 4",
        "Ethernet.Destination == ff:ff:ff:ff:ff:ff; 5",
        "VLAN.VID == 9; 4",
        "BTH.OpCode == rc_ack; 4",
        "Frame.Number > 5; 6 7",
        "Payload.Length == 301; 3",
        "Finding; 7",
        "Finding.ICRC && Finding.VCRC; 7",
        "!Finding && !MADHeader; 3 4 5",
        "ARP.Operation; 5",
        "ERF.Type == 21 && ERF.WireLength < 290; 7",
        "IPv4.Time to Live > 0 && ipv4.total length > 9; 3",
        "SMP.InitialPath[63]; 1 2",
        "Comment ~ \"step 3\"; 1 2 3 4 5 6 7",
        "Comment ~ \"step 4\"; ",
        "Comment == \"T1 step 3\" && BTH.Operation == \"RC RDMA WRITE Only\"; 3",
        "BTH.Operation ~ RC; 3 4",
        "AETH.Meaning == ACK; 4",
        "SAHeader.Components; 6",
        "Time < 2024; 1 2 3 4 5 6 7",
        "Time >= 2024; ",
        "Time > 2023-11-14T22:13:20.0; 1 2 3 4 5 6 7",
        "Time <= 2023-11-14T22:13:20.000001500Z; 1",
        "ICRC && VCRC; 1 2 6 7",
        "Length == 290; 1 2 6",
      })
  void selects(String filter, String frames) throws Exception {
    String numbers =
        Captured.decoded(file, Decoder.Style.LINES, Filter.parse(filter))
            .lines()
            .map(line -> line.strip().split(" ", 2)[0])
            .reduce("", (a, b) -> a.isEmpty() ? b : a + " " + b);
    assertThat(numbers).isEqualTo(frames == null ? "" : frames);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "BTH.PSM == 5; no such field or header \"BTH.PSM\"",
        "PSN == 5; did you mean: BTH.PSN",
        "PortInfo.Lid == 70000; \"70000\" is no value of PortInfo.LID: it has 16 bits",
        "BTH.PSN == five; expected a number, as in 17 or 0x11",
        "BTH == 5; \"BTH\" is no field and has no value",
        "BTH.PSN ==; expected a value",
        "(AETH; expected )",
        "AETH BTH; at \"BTH\": expected && or || or the end",
        "AETH &&; expected the name of a header, attribute or field",
        "Grh.SGID == 12; expected an address as in fe80::1",
        "Grh.SGID > fe80::1; it can be compared by == and != only",
        "SMP.InitialPath[64] == 1; has elements [0] to [63]",
        "SMP.InitialPath[x] == 1; expected the number of an element in [ ]",
        "Ethernet.Source == 12; is no MAC address",
        "IPv4.SourceAddress == 1.2.3.400; expected numbers up to 255",
        "AETH.Syndrome[3] == 1; \"AETH.Syndrome\" has a single value",
        "Frame.Number[7]; \"Frame.Number\" has a single value",
        "NodeDescription.NodeString == \"node; expected \" after the text",
        "IPv4.Time to Leave == 1; no such field or header \"IPv4.Time\"",
        "BTH.PSN ~ 5; ~ is for texts",
        "Frame.Number ~ 5; ~ is for texts",
      })
  void saysWhatIsWrong(String filter, String message) {
    assertThatThrownBy(() -> Filter.parse(filter))
        .isInstanceOf(FilterException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"!", "(", "not "})
  void endsNestingWhereTheStackCouldEnd(String level) {
    assertThatThrownBy(() -> Filter.parse(level.repeat(100_000) + "AETH"))
        .isInstanceOf(FilterException.class)
        .hasMessageContaining("expected at most 200 levels of ! and ( )");
  }

  /// Bytes after the terminating zero of a text are not displayed, and not compared.
  @Test
  void comparesTextsAsTheyAreShown() throws Exception {
    Path named = directory.resolve("named.pcapng");
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.LID_ROUTED);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, Attribute.NODE_DESCRIPTION.id());
    mad.asSlice(Smp.DATA).copyFrom(MemorySegment.ofArray(Digits.utf8("node one\0left over")));
    try (PcapNgWriter out = new PcapNgWriter(named)) {
      out.mad(Direction.RECEIVED, mad, Smp.BYTES_OF_MAD, 3, 0, 0, Label.of("T1 step 3"));
    }
    assertThat(selected(named, "NodeDescription.NodeString == \"node one\"")).isEqualTo(1);
    assertThat(selected(named, "NodeDescription.NodeString == \"node\"")).isZero();
    assertThat(selected(named, "NodeDescription.NodeString != \"node two\"")).isEqualTo(1);
    assertThat(selected(named, "NodeDescription.NodeString ~ one")).isEqualTo(1);
    assertThat(selected(named, "NodeDescription.NodeString ~ over")).isZero();
    assertThatThrownBy(
            () -> Filter.parse("NodeDescription.NodeString == \"%s\"".formatted("x".repeat(65))))
        .hasMessageContaining("it has at most 64 bytes");
  }

  private static long selected(Path file, String filter) throws Exception {
    return Captured.decoded(file, Decoder.Style.LINES, Filter.parse(filter)).lines().count();
  }

  @Test
  void everyNameThatIsShownIsKnown() {
    for (Section section : Sections.all()) {
      for (Row row : section.rows) {
        assertThat(FilterName.of(section.name + "." + row.name())).as(row.name()).isNotNull();
      }
    }
    assertThat(FilterName.near("PortInfo.CapabilityMsk")).contains("PortInfo.CapabilityMask");
  }
}
