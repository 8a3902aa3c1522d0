package org.ibassay.wire.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;

class AttributeTest {
  @Test
  void numbersAreUniqueAndEveryOneFits() {
    assertThat(Attribute.all()).extracting(Attribute::id).doesNotHaveDuplicates().isSorted();
    assertThat(Attribute.all()).allMatch(a -> a.layout().bytes() <= Smp.DATA_BYTES);
  }

  @Test
  void namesWhatItKnows() {
    assertThat(Attribute.name(0x15)).isEqualTo("PortInfo");
    assertThat(Attribute.name(0x33)).isEqualTo("PortInfoExtended");
    assertThat(Attribute.name(0xFF90)).isEqualTo("ExtendedPortInfo");
    assertThat(Attribute.name(0xFF91)).isEqualTo("attribute 0xFF91");
    assertThat(Attribute.of(0x1D)).isEmpty();
  }
}
