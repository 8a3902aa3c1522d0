package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Header;
import org.junit.jupiter.api.Test;

final class WrongFieldTest {
  @Test
  void anElementOfAnAttribute() {
    WrongField field =
        WrongField.inMad(MulticastForwardingTable.PORT_MASK, Smp.DATA, 3, 0xFFFF, 0xFFF7);
    assertThat(field.bit()).isEqualTo((64 + 6) * 8);
    assertThat(field.width()).isEqualTo(16);
    assertThat(field.index()).isEqualTo(3);
    assertThat(field.actual()).isEqualTo(BigInteger.valueOf(0xFFF7));
  }

  @Test
  void valuesAreUnsigned() {
    WrongField field = WrongField.in(Header.AETH, Aeth.MSN, -1, -2);
    assertThat(field.actual()).isEqualTo(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.TWO));
  }

  @Test
  void theFirstBytesOfAPayloadThatDiffer() {
    byte[] expected = new byte[100];
    byte[] actual = new byte[100];
    actual[40] = 1;
    assertThat(WrongField.inPayload(expected, actual))
        .isEqualTo(
            new WrongField(
                null,
                null,
                "Payload",
                WrongField.PLAIN,
                320,
                128,
                BigInteger.ZERO,
                BigInteger.ONE.shiftLeft(120)));
    assertThat(WrongField.inPayload(expected, new byte[50])).isNull();
  }
}
