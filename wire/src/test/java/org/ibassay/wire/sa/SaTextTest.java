package org.ibassay.wire.sa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.ibassay.wire.Described;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.junit.jupiter.api.Test;

class SaTextTest {
  private static MemorySegment table(int records) {
    MemorySegment mad =
        SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE).with(PathRecord.DLID, 7).mad();
    MadHeader.METHOD.set(mad, 0, SaMethod.GET_TABLE_RESP);
    RmppHeader.ACTIVE.set(mad, 0, 1);
    RmppHeader.LAST.set(mad, 0, 1);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 1);
    RmppHeader.PAYLOAD_LENGTH.set(mad, 0, 20 + 64 * records);
    SaHeader.ATTRIBUTE_OFFSET.set(mad, 0, 8);
    return mad;
  }

  @Test
  void headersAndRecordsArePrinted() {
    Described table = SaText.describe(table(2));
    assertThat(table.name()).isEqualTo("SubnAdmGetTableResp(PathRecord)");
    assertThat(table.parts().stream().map(Described::name))
        .containsExactly("MADHeader", "RMPPHeader", "SAHeader", "PathRecord", "PathRecord");
    assertThat(table.parts().get(2).toLines()).contains("AttributeOffset: 8");
    assertThat(table.parts().get(3).toLines()).contains("DLID: 0x0007");
  }

  @Test
  void whatIsNoTableHasOneRecord() {
    MemorySegment mad = table(2);
    MadHeader.METHOD.set(mad, 0, SaMethod.GET_RESP);
    RmppHeader.ACTIVE.set(mad, 0, 0);
    assertThat(SaText.describe(mad).parts().stream().map(Described::name))
        .containsExactly("MADHeader", "RMPPHeader", "SAHeader", "PathRecord");
  }

  @Test
  void laterSegmentsAreBytes() {
    MemorySegment mad = table(2);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 2);
    assertThat(SaText.describe(mad).parts().getLast().name()).isEqualTo("SubnetAdminData");
  }

  @Test
  void whateverItHoldsIsDescribed() {
    Random random = new Random(15);
    for (int i = 0; i < 5000; i++) {
      byte[] bytes = new byte[57 + random.nextInt(200)];
      random.nextBytes(bytes);
      MemorySegment mad = MemorySegment.ofArray(bytes);
      MadHeader.MGMT_CLASS.set(mad, 0, Gmp.SUBNET_ADMINISTRATION);
      MadHeader.ATTRIBUTE_ID.set(
          mad, 0, SaAttributes.all().get(i % SaAttributes.all().size()).id());
      assertThat(SaText.isSa(mad)).isTrue();
      assertThat(SaText.describe(mad).toLines()).isNotEmpty();
    }
  }
}
