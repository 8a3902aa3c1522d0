package org.ibassay.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.bm.BmAttributes;
import org.ibassay.wire.cc.CcAttributes;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.dm.DmAttributes;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.snmp.SnmpAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {
  /// What belongs to no field: first and last bit of each gap. What is not here has none.
  private static final Map<String, String> RESERVED =
      Map.ofEntries(
          Map.entry("MADHeader", "144-159"),
          Map.entry("SMP", "0-31 33-47 64-191 288-511"),
          Map.entry("LRH", "12-13 32-36"),
          Map.entry("BTH", "65-71"),
          Map.entry("DETH", "32-39"),
          Map.entry("SwitchInfo", "133-143"),
          Map.entry("PortInfo", "274-276 416-418 448-448 504-506"),
          Map.entry("LedInfo", "1-31"),
          Map.entry("PortInfoExtended", "176-511"),
          Map.entry("ExtendedPortInfo", "0-23 32-55 64-87 96-119 128-511"),
          Map.entry("CongestionKeyInfo", "65-79"),
          Map.entry("CongestionLog", every(96, 15, 356, 383)),
          Map.entry("SwitchCongestionSetting", "548-551 564-575"),
          Map.entry("SwitchPortCongestionSetting", every(32, 32, 2, 3)),
          Map.entry("CACongestionSetting", every(64, 16, 72, 95)),
          Map.entry("CongestionControlTable", "16-31"),
          Map.entry("IOUnitInfo", "24-29"),
          Map.entry("IOControllerProfile", "88-95 144-159 184-191 288-319 336-343 424-431 440-511"),
          Map.entry("BKeyInfo", "65-79"),
          Map.entry("VLArbitrationTable", every(16, 32, 0, 3)),
          Map.entry("RandomForwardingTable", every(32, 16, 20, 23)),
          Map.entry("ClassPortInfo", "256-263"),
          Map.entry("PortSamplesControl", "24-28 32-33 64-64 88-93 544-575"),
          Map.entry("PortSamplesResult", "16-29"),
          Map.entry("PortSamplesResultExtended", "16-29 34-63"),
          Map.entry("PortExtendedSpeedsCounters", "0-7 16-63"),
          Map.entry("PortOpRcvCounters", ""),
          Map.entry("PortVLOpPackets", ""),
          Map.entry("PortVLOpData", ""),
          Map.entry(
              "ConnectRequest",
              "32-63 192-223 724-729 757-759 765-767 1076-1081 1109-1111 1118-1119"),
          Map.entry("MsgRcptAck", "66-71 77-79"),
          Map.entry("ConnectReject", "66-71 79-79"),
          Map.entry("ConnectReply", "120-127 152-159 184-191 220-223"),
          Map.entry("DisconnectRequest", "88-95"),
          Map.entry("ServiceIDResReq", "48-63"),
          Map.entry("ServiceIDResReqResp", "48-63 88-95"),
          Map.entry("LoadAlternatePath", "64-95 125-159 468-471 488-489 501-503 509-511"),
          Map.entry("AlternatePathResponse", "80-95"));

  static Stream<Layout> layouts() {
    return Stream.of(
            Stream.of(
                MadHeader.LAYOUT, Smp.LAYOUT, Lrh.LAYOUT, Grh.LAYOUT, Bth.LAYOUT, Deth.LAYOUT),
            Attribute.all().stream().map(Attribute::layout),
            performance(),
            Stream.of(
                    CmAttributes.all(),
                    CcAttributes.all(),
                    DmAttributes.all(),
                    BmAttributes.all(),
                    SnmpAttributes.all())
                .flatMap(List::stream)
                .map(GmpAttribute::layout))
        .flatMap(same -> same);
  }

  private static Stream<Layout> performance() {
    return PmAttributes.all().stream().map(GmpAttribute::layout);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void fieldsStandInWireOrder(Layout layout) {
    assertThat(layout.fields()).isSortedAccordingTo(Comparator.comparingInt(Field::bitOffset));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void everyGapIsKnown(Layout layout) {
    // The first byte is reserved in nearly all attributes of performance management.
    String usual = performance().anyMatch(layout::equals) ? "0-7" : "";
    assertThat(gaps(layout)).isEqualTo(RESERVED.getOrDefault(layout.name(), usual));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void namesAreUnique(Layout layout) {
    assertThat(Stream.concat(layout.fields().stream(), layout.parts().stream()).map(Field::name))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void everyPartBelongsToOneField(Layout layout) {
    for (Field part : layout.parts()) {
      assertThat(layout.fields().stream().filter(f -> layout.partsOf(f).contains(part)))
          .as(part.name())
          .hasSize(1);
    }
  }

  @Test
  void masksOfAllAccessesMakeUpTheWhole() {
    layouts()
        .filter(layout -> layout.bytes() > 0)
        .forEach(layout -> {
          byte[] sum = new byte[layout.bytes()];
          for (Access access : Access.values()) {
            byte[] mask = layout.mask(access);
            for (int i = 0; i < sum.length; i++) {
              assertThat(sum[i] & mask[i]).isZero();
              sum[i] |= mask[i];
            }
          }
          assertThat(sum).as(layout.name()).containsOnly(-1);
        });
  }

  @Test
  void namesTheFieldsThatDiffer() {
    RandomSeed seed = RandomSeed.ofRun();
    MemorySegment one = MemorySegment.ofArray(seed.bytes(80));
    Random random = seed.random();
    for (Layout layout : layouts().filter(l -> l.bytes() <= 64).toList()) {
      for (Field field : layout.fields()) {
        MemorySegment other = MemorySegment.ofArray(seed.bytes(80));
        int bit =
            8 * 7
                + field.bitOffset()
                + random.nextInt(field.count()) * field.stride()
                + random.nextInt(field.width());
        byte[] array = (byte[]) other.heapBase().orElseThrow();
        array[bit / 8] ^= (byte) (0x80 >> (bit % 8));
        assertThat(layout.differences(one, 7, other, 7))
            .as("%s, %s", layout.name(), seed)
            .containsExactly(field);
      }
    }
  }

  @Test
  void comparesAcrossDifferentPlaces() {
    MemorySegment one = MemorySegment.ofArray(new byte[100]);
    MemorySegment other = MemorySegment.ofArray(new byte[64]);
    NodeInfo.NUM_PORTS.set(one, 36, 36);
    assertThat(NodeInfo.LAYOUT.differences(one, 36, other, 0)).containsExactly(NodeInfo.NUM_PORTS);
    NodeInfo.NUM_PORTS.set(other, 0, 36);
    assertThat(NodeInfo.LAYOUT.differences(one, 36, other, 0)).isEmpty();
  }

  @Test
  void findsFieldsAndPartsByName() {
    assertThat(PortInfo.LAYOUT.field("M_KeyProtectBits")).contains(PortInfo.M_KEY_PROTECT_BITS);
    assertThat(PortInfo.LAYOUT.field("IsSM")).contains(PortInfo.IS_SM);
    assertThat(PortInfo.LAYOUT.field("PortPhysState")).isEmpty();
  }

  @Test
  void refusesFieldsThatOverlapOrDoNotFit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          Layout.Table t = Layout.table("T", "0", 4);
          t.repeated("A", 0, 8, 2, 16, Access.RO, Form.HEX);
          t.ro("B", 12, 5, Form.HEX);
          t.build();
        })
        .withMessage("T.B overlaps another field");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          Layout.Table t = Layout.table("T", "0", 4);
          t.ro("A", 20, 13, Form.HEX);
          t.build();
        })
        .withMessage("T.A lies past the end");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          Layout.Table t = Layout.table("T", "0", 4);
          t.bit(t.ro("A", 0, 8, Form.HEX), "IsB", 8);
        })
        .withMessage("IsB is no part of A");
  }

  @Test
  void bitsCountFromTheLeastSignificant() {
    Layout.Table t = Layout.table("T", "0", 2);
    Field mask = t.ro("Mask", 0, 16, Form.HEX);
    Field bit = t.bit(mask, "Bit3", 3);
    MemorySegment in = MemorySegment.ofArray(new byte[2]);
    mask.set(in, 0, 1 << 3);
    assertThat(bit.get(in, 0)).isEqualTo(1);
    mask.set(in, 0, 0xFFFF & ~(1 << 3));
    assertThat(bit.get(in, 0)).isZero();
  }

  @Test
  void detailsOfEveryTrapFitAfterTheNoticesHead() {
    for (int trap = 0; trap <= 0xFFFF; trap++) {
      NoticeDetails.of(trap)
          .ifPresent(
              layout -> assertThat(layout.fields()).allMatch(field -> field.bitOffset() >= 80));
    }
  }

  private static String gaps(Layout layout) {
    BitSet reserved = new BitSet();
    byte[] mask = layout.mask(Access.RESERVED);
    for (int bit = 0; bit < mask.length * 8; bit++) {
      reserved.set(bit, (mask[bit / 8] & (0x80 >> (bit % 8))) != 0);
    }
    List<String> gaps = new ArrayList<>();
    for (int from = reserved.nextSetBit(0); from >= 0; ) {
      int to = reserved.nextClearBit(from);
      gaps.add(from + "-" + (to - 1));
      from = reserved.nextSetBit(to);
    }
    return String.join(" ", gaps);
  }

  private static String every(int stride, int count, int from, int to) {
    List<String> gaps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      gaps.add((i * stride + from) + "-" + (i * stride + to));
    }
    return String.join(" ", gaps);
  }
}
