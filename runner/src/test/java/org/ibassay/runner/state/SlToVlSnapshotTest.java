package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.junit.jupiter.api.Test;

/// On a device that has a table where it should have none, and stores what is written there.
class SlToVlSnapshotTest {
  private static final String LEFT = "SLtoVLMappingTable is not restored";

  private final FakeSma ca = FakeSma.ca();

  @Test
  void putsBackWhatADutTook() throws Exception {
    fill(3);
    Snapshots before = take();
    fill(0);
    assertThat(before.differences()).extracting(ChangedState::text).containsExactly(LEFT);
    assertThat(before.restore()).isEmpty();
    assertThat(ca.slToVl.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 3);
  }

  @Test
  void aLaterProcessPutsItBackToo() throws Exception {
    fill(3);
    List<SavedAttribute> saved = take().saved();
    fill(0);
    assertThat(Snapshots.of(saved, List.of(ca.open()), List.of(), 1).restore()).isEmpty();
    assertThat(ca.slToVl.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 3);
  }

  @Test
  void listsWhatADutDoesNotTakeBack() throws Exception {
    Snapshots before = take();
    fill(5);
    ca.ignores = mad -> true;
    assertThat(before.restore())
        .singleElement()
        .satisfies(left -> {
          assertThat(left.text()).isEqualTo(LEFT);
          assertThat(left.isFinal()).isFalse();
        });
  }

  @Test
  void whatIsRefusedIsNotSaved() throws Exception {
    ca.losesAnswer =
        mad -> MadHeader.ATTRIBUTE_ID.get(mad, 0) == Attribute.SL_TO_VL_MAPPING_TABLE.id();
    assertThat(take().saved()).isEmpty();
    assertThat(take().restore()).isEmpty();
    assertThat(ca.sets).isEmpty();
  }

  private void fill(int value) {
    ca.slToVl.asSlice(0, 8).fill((byte) value);
  }

  private Snapshots take() throws NotReadableException, LinkException, InterruptedException {
    return Snapshots.take(
        List.of(Change.SL_TO_VL_MAPPING_TABLE), List.of(ca.open()), List.of(), 1, 1);
  }
}
