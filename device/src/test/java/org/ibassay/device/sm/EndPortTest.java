package org.ibassay.device.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Rate;
import org.junit.jupiter.api.Test;

class EndPortTest {
  private static EndPort port(Integer... pKeys) {
    return new EndPort(
        MemorySegment.ofArray(new byte[64]),
        MemorySegment.ofArray(new byte[64]),
        1,
        MemorySegment.ofArray(new byte[64]),
        List.of(pKeys),
        List.of());
  }

  @Test
  void twoLimitedMembersShareNothing() {
    assertThat(port(0x7FFF).shares(port(0x7FFF), 0xFFFF)).isFalse();
    assertThat(port(0x7FFF).sharedKey(port(0x7FFF))).isEmpty();
  }

  @Test
  void aFullAndALimitedMemberShare() {
    assertThat(port(0x7FFF).shares(port(0xFFFF), 0x7FFF)).isTrue();
    assertThat(port(0xFFFF).shares(port(0x7FFF), 0x7FFF)).isTrue();
  }

  @Test
  void membershipInOnePartitionDoesNotHelpInAnother() {
    EndPort one = port(0xFFFF, 0x0001);
    EndPort other = port(0x0001, 0x8002);
    assertThat(one.shares(other, 0x8001)).isFalse();
    assertThat(one.sharedKey(other)).isEmpty();
    assertThat(one.sharedKey(port(0x8001))).contains(0x0001);
  }

  @Test
  void lidsFollowTheLmc() {
    EndPort port = port(0xFFFF);
    PortInfo.LID.set(port.portInfo(), 0, 8);
    PortInfo.LMC.set(port.portInfo(), 0, 2);
    assertThat(port.has(7)).isFalse();
    assertThat(port.has(8)).isTrue();
    assertThat(port.has(11)).isTrue();
    assertThat(port.has(12)).isFalse();
    assertThat(port(0xFFFF).has(0)).isFalse();
  }

  @Test
  void theRateIsTheLinks() {
    EndPort port = port(0xFFFF);
    PortInfo.LINK_WIDTH_ACTIVE.set(port.portInfo(), 0, 2);
    PortInfo.LINK_SPEED_ACTIVE.set(port.portInfo(), 0, 4);
    assertThat(port.rate()).contains(Rate.GBPS_40);
    PortInfo.LINK_SPEED_EXT_ACTIVE.set(port.portInfo(), 0, 1);
    assertThat(port.rate()).contains(Rate.GBPS_56);
    PortInfo.LINK_WIDTH_ACTIVE.set(port.portInfo(), 0, 3);
    assertThat(port.rate()).isEmpty();
  }
}
