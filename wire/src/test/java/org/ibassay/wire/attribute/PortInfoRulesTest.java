package org.ibassay.wire.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Legal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every value of every field with a rule, against lists written down from the specification.
class PortInfoRulesTest {
  private final MemorySegment held = MemorySegment.ofArray(new byte[PortInfo.LAYOUT.bytes()]);

  @Test
  void lidsAreUnicast() {
    for (Field lid : List.of(PortInfo.LID, PortInfo.MASTER_SM_LID)) {
      assertThat(reserved(lid)).isEqualTo(range(0, 0, 0xC000, 0xFFFF));
      assertThat(allowed(lid)).isEqualTo(range(1, 0xBFFF));
      assertThat(open(lid)).isEmpty();
    }
  }

  @Test
  void linkWidthsOfAnOldPort() {
    hold(PortInfo.LINK_WIDTH_SUPPORTED, 3);
    assertThat(allowed(PortInfo.LINK_WIDTH_ENABLED)).containsExactly(0L, 1L, 2L, 3L, 255L);
    assertThat(reserved(PortInfo.LINK_WIDTH_ENABLED)).isEqualTo(range(16, 254));
  }

  @Test
  void linkWidthsWith2X() {
    hold(PortInfo.LINK_WIDTH_SUPPORTED, 0x13);
    hold(PortInfo.IS_LINK_WIDTH_2X_SUPPORTED, 1);
    assertThat(reserved(PortInfo.LINK_WIDTH_ENABLED))
        .as("CapabilityMask2 does not count without IsCapabilityMask2Supported")
        .isEqualTo(range(16, 254));
    hold(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED, 1);
    assertThat(allowed(PortInfo.LINK_WIDTH_ENABLED))
        .containsExactly(0L, 1L, 2L, 3L, 16L, 17L, 18L, 19L, 255L);
    assertThat(reserved(PortInfo.LINK_WIDTH_ENABLED)).isEqualTo(range(32, 254));
  }

  @Test
  void linkSpeeds() {
    hold(PortInfo.LINK_SPEED_SUPPORTED, 3);
    assertThat(allowed(PortInfo.LINK_SPEED_ENABLED)).containsExactly(0L, 1L, 2L, 3L, 15L);
    assertThat(reserved(PortInfo.LINK_SPEED_ENABLED))
        .containsExactly(4L, 6L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
    assertThat(open(PortInfo.LINK_SPEED_ENABLED)).containsExactly(2L);
    hold(PortInfo.LINK_SPEED_SUPPORTED, 7);
    assertThat(mandatory(PortInfo.LINK_SPEED_ENABLED)).containsExactly(0L, 1L, 3L, 5L, 7L, 15L);
    assertThat(open(PortInfo.LINK_SPEED_ENABLED)).containsExactly(2L, 4L, 6L);
  }

  @Test
  void extendedSpeeds() {
    assertThat(illegal(PortInfo.LINK_SPEED_EXT_ENABLED)).as("the port has none").isEmpty();
    hold(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED, 1);
    hold(PortInfo.LINK_SPEED_EXT_SUPPORTED, 3);
    assertThat(allowed(PortInfo.LINK_SPEED_EXT_ENABLED)).containsExactly(0L, 1L, 2L, 3L, 30L, 31L);
    assertThat(reserved(PortInfo.LINK_SPEED_EXT_ENABLED)).isEqualTo(range(16, 29));
    assertThat(open(PortInfo.LINK_SPEED_EXT_ENABLED)).isEmpty();
  }

  @Test
  void extendedSpeeds2AreNeverIllegal() {
    assertThat(illegal(PortInfo.LINK_SPEED_EXT_ENABLED2)).isEmpty();
    assertThat(mandatory(PortInfo.LINK_SPEED_EXT_ENABLED2)).containsExactly(0L);
    hold(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED, 1);
    hold(PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED, 1);
    hold(PortInfo.LINK_SPEED_EXT_SUPPORTED2, 1);
    assertThat(illegal(PortInfo.LINK_SPEED_EXT_ENABLED2)).isEmpty();
    assertThat(mandatory(PortInfo.LINK_SPEED_EXT_ENABLED2)).containsExactly(0L, 1L);
  }

  @ParameterizedTest
  @CsvSource({
    // present state, what must be taken, what the specification leaves open
    "1, '0',     '1'",
    "2, '0 1 3', '2'",
    "3, '0 1 4', '3'",
    "4, '0 1',   '3 4'",
  })
  void portStates(int present, String mandatory, String open) {
    hold(PortInfo.PORT_STATE, present);
    assertThat(mandatory(PortInfo.PORT_STATE)).isEqualTo(numbers(mandatory));
    assertThat(open(PortInfo.PORT_STATE)).isEqualTo(numbers(open));
    assertThat(reserved(PortInfo.PORT_STATE)).isEqualTo(range(5, 15));
  }

  @ParameterizedTest
  @ValueSource(ints = {PortState.DOWN, PortState.INITIALIZE, PortState.ARMED, PortState.ACTIVE})
  void everyStateHasAnIllegalTransition(int present) {
    hold(PortInfo.PORT_STATE, present);
    assertThat(illegal(PortInfo.PORT_STATE)).anyMatch(value -> value <= PortState.ACTIVE);
  }

  @Test
  void portPhysicalStates() {
    hold(PortInfo.PORT_PHYSICAL_STATE, 5);
    assertThat(allowed(PortInfo.PORT_PHYSICAL_STATE)).containsExactly(0L, 1L, 2L, 3L);
    assertThat(reserved(PortInfo.PORT_PHYSICAL_STATE)).isEqualTo(range(8, 15));
  }

  @Test
  void linkDownDefaultStates() {
    assertThat(allowed(PortInfo.LINK_DOWN_DEFAULT_STATE)).containsExactly(0L, 1L, 2L);
    assertThat(reserved(PortInfo.LINK_DOWN_DEFAULT_STATE)).isEqualTo(range(3, 15));
  }

  @Test
  void neighborMtus() {
    hold(PortInfo.MTU_CAP, 4);
    assertThat(allowed(PortInfo.NEIGHBOR_MTU)).isEqualTo(range(1, 4));
    assertThat(reserved(PortInfo.NEIGHBOR_MTU)).isEqualTo(range(0, 0, 6, 15));
  }

  @Test
  void operationalVls() {
    hold(PortInfo.VL_CAP, 2);
    assertThat(allowed(PortInfo.OPERATIONAL_VLS)).isEqualTo(range(0, 2));
    assertThat(unsupported(PortInfo.OPERATIONAL_VLS)).isEqualTo(range(3, 5));
    assertThat(reserved(PortInfo.OPERATIONAL_VLS)).isEqualTo(range(6, 15));
  }

  @Test
  void initTypeReplies() {
    assertThat(mandatory(PortInfo.INIT_TYPE_REPLY)).containsExactly(0L);
    assertThat(illegal(PortInfo.INIT_TYPE_REPLY)).as("a port without IsReinit").isEmpty();
    hold(PortInfo.IS_REINIT_SUPPORTED, 1);
    assertThat(mandatory(PortInfo.INIT_TYPE_REPLY)).isEqualTo(range(0, 7));
    assertThat(reserved(PortInfo.INIT_TYPE_REPLY)).isEqualTo(range(9, 15));
  }

  @Test
  void clientReregister() {
    assertThat(allowed(PortInfo.CLIENT_REREGISTER)).containsExactly(0L);
    assertThat(open(PortInfo.CLIENT_REREGISTER)).isEmpty();
    hold(PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED, 1);
    assertThat(mandatory(PortInfo.CLIENT_REREGISTER)).containsExactly(0L, 1L);
  }

  @Test
  void trapSuppression() {
    Field suppression = PortInfo.MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED;
    assertThat(mandatory(suppression)).containsExactly(0L);
    hold(PortInfo.IS_MCAST_P_KEY_TRAP_SUPPRESSION_SUPPORTED, 1);
    assertThat(mandatory(suppression)).containsExactly(0L, 1L);
    assertThat(illegal(suppression)).isEmpty();
  }

  @Test
  void countersCanBeClearedAndNothingElseIsSure() {
    for (Field counter :
        List.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS)) {
      assertThat(mandatory(counter)).containsExactly(0L);
      assertThat(illegal(counter)).isEmpty();
    }
    assertThat(open(PortInfo.VL_STALL_COUNT)).containsExactly(0L);
  }

  @Test
  void noOtherFieldHasARule() {
    assertThat(PortInfo.LAYOUT.fields().stream().filter(f -> !f.legal().equals(Legal.ANY)))
        .allMatch(f -> f.access() == Access.RW)
        .hasSize(18);
  }

  private void hold(Field field, long value) {
    field.set(held, 0, value);
  }

  private List<Long> allowed(Field field) {
    return values(field, value -> field.legal().allows(value, held));
  }

  private List<Long> illegal(Field field) {
    return values(field, value -> !field.legal().allows(value, held));
  }

  private List<Long> reserved(Field field) {
    return values(field, value -> field.legal().isReserved(value, held));
  }

  private List<Long> unsupported(Field field) {
    return values(field, value -> field.legal().isUnsupported(value, held));
  }

  private List<Long> open(Field field) {
    return values(field, value -> field.legal().isOpen(value, held));
  }

  private List<Long> mandatory(Field field) {
    return values(field, v -> field.legal().allows(v, held) && !field.legal().isOpen(v, held));
  }

  private static List<Long> values(Field field, LongPredicate chosen) {
    return LongStream.rangeClosed(0, field.max()).filter(chosen).boxed().toList();
  }

  private static List<Long> range(long... fromTo) {
    LongStream all = LongStream.empty();
    for (int i = 0; i < fromTo.length; i += 2) {
      all = LongStream.concat(all, LongStream.rangeClosed(fromTo[i], fromTo[i + 1]));
    }
    return all.boxed().toList();
  }

  private static List<Long> numbers(String spaced) {
    return List.of(spaced.split(" ")).stream().map(Long::valueOf).toList();
  }
}
