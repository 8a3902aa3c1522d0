package org.ibassay.device.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.ibassay.wire.attribute.PortInfo;
import org.junit.jupiter.api.Test;

class LidPlanTest {
  private static FoundPort port(int lid, int lmc) {
    FoundPort port = new FoundPort(List.of(), MemorySegment.ofArray(new byte[64]));
    MemorySegment info = MemorySegment.ofArray(new byte[64]);
    PortInfo.LID.set(info, 0, lid);
    PortInfo.LMC.set(info, 0, lmc);
    port.portInfo(info);
    return port;
  }

  private static List<Integer> lids(int first, int lmc, int... present) {
    List<FoundPort> ports = Arrays.stream(present).mapToObj(lid -> port(lid, lmc)).toList();
    return new LidPlan(new SmSettings(first, lmc, 0, false, 1, false)).lidsFor(ports);
  }

  @Test
  void countsFromTheFirstOn() {
    assertThat(lids(5, 0, 0, 0, 0)).containsExactly(5, 6, 7);
  }

  @Test
  void leavesGoodOnesAndGoesRoundThem() {
    assertThat(lids(5, 0, 0, 6, 0)).containsExactly(5, 6, 7);
  }

  @Test
  void twoPortsDoNotKeepTheSame() {
    assertThat(lids(5, 0, 9, 9)).containsExactly(9, 5);
  }

  @Test
  void noneKeepsWhatIsNoUnicastLid() {
    assertThat(lids(5, 0, 0xC000, 0xFFFF)).containsExactly(5, 6);
  }

  @Test
  void blocksStartWhereTheLmcWantsThem() {
    assertThat(lids(5, 2, 0, 9, 16)).containsExactly(8, 12, 16);
  }

  @Test
  void anotherLmcMeansAnotherLid() {
    FoundPort port = port(16, 0);
    assertThat(new LidPlan(new SmSettings(1, 3, 0, false, 1, false)).lidsFor(List.of(port)))
        .containsExactly(8);
  }
}
