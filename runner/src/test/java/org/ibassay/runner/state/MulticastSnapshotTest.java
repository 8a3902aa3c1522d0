package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.mad.MadHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MulticastSnapshotTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "15, 32, 1", "16, 33, 4", "36, 100, 12", "254, 1024, 512"})
  void putsBackWhatChangedAndNoMore(int ports, int capacity, int blocks) throws Exception {
    FakeSma sma = filled(ports, capacity);
    Snapshots before = take(sma, 16);
    assertThat(sma.multicast).hasSize(blocks);
    MemorySegment block = sma.multicast.values().iterator().next();
    long original = MulticastForwardingTable.PORT_MASK.get(block, 0, 31);
    MulticastForwardingTable.PORT_MASK.set(block, 0, 31, ~original & 0xFFFF);
    assertThat(before.restore()).isEmpty();
    assertThat(sma.sets).hasSize(1);
    assertThat(MulticastForwardingTable.PORT_MASK.get(block, 0, 31)).isEqualTo(original);
  }

  @Test
  void aSwitchWithoutATableHasNothingToPutBack() throws Exception {
    FakeSma sma = filled(36, 0);
    assertThat(take(sma, 16).restore()).isEmpty();
    assertThat(sma.sets).isEmpty();
    assertThat(sma.multicast).isEmpty();
  }

  @Test
  void namesWhatDoesNotGoBackByRanges() throws Exception {
    FakeSma sma = filled(36, 1000);
    Snapshots before = take(sma, 16);
    sma.multicast.values().forEach(block -> block.fill((byte) 0));
    sma.ignores = mad -> (MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0) & 0x1FF) > 29;
    assertThat(texts(before.restore()))
        .containsExactly(
            "MulticastForwardingTable: 6 of 96 blocks are not restored: blocks 30-31; port"
                + " groups 0-2");
  }

  @Test
  void reportsWhichBlockDoesNotAnswer() {
    FakeSma sma = filled(36, 1000);
    sma.losesRequest = mad -> MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0) == 0x1000_0007;
    assertThatThrownBy(() -> take(sma, 16))
        .isInstanceOf(NotReadableException.class)
        .hasMessage("MulticastForwardingTable, block 7, port group 1: no response");
  }

  @Test
  void givesUpSoonOnASilentDut() throws Exception {
    FakeSma sma = filled(254, 16384);
    Snapshots before = take(sma, 16);
    int[] requests = {0};
    sma.losesRequest = mad -> requests[0]++ >= 0;
    assertThat(before.restore()).hasSize(1);
    assertThat(requests[0]).isLessThan(200);
  }

  private static FakeSma filled(int ports, int capacity) {
    FakeSma sma = FakeSma.switchWith(ports, capacity);
    Random random = new Random(42);
    int blocks = (capacity + 31) / 32;
    for (int block = 0; block < blocks; block++) {
      for (int group = 0; group <= ports / 16; group++) {
        byte[] entries = new byte[64];
        random.nextBytes(entries);
        sma.multicast.put(((long) group << 28) | block, MemorySegment.ofArray(entries));
      }
    }
    return sma;
  }

  private static Snapshots take(FakeSma sma, int window)
      throws NotReadableException, LinkException, InterruptedException {
    return Snapshots.take(
        List.of(Change.MULTICAST_FORWARDING_TABLE), List.of(sma.open()), List.of(), 1, window);
  }

  private static List<String> texts(List<ChangedState> differences) {
    return differences.stream().map(ChangedState::text).toList();
  }
}
