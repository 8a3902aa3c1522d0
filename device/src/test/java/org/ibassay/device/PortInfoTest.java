package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.SmpClient.get;
import static org.ibassay.device.SmpClient.set;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The effects of a Set(PortInfo), field by field.
class PortInfoTest {
  private static final long EXTENDED = 1L << 31;

  /// A legal Set that changes nothing.
  private static Mad writable(SmpClient smps, long modifier) {
    return set(PORT_INFO, modifier)
        .dataOf(smps.ask(get(PORT_INFO, modifier)))
        .with(PortInfo.PORT_STATE, PortState.NO_CHANGE)
        .with(PortInfo.PORT_PHYSICAL_STATE, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:ca?lid=1",
        "sim:switch?lid=1",
        "sim:router?lid=1",
        "sim:ca?lid=1&widths=31&reinit=true&client-reregister=false"
      })
  void whatWasReadMayBeWrittenBack(String uri) {
    try (SmpClient smps = SmpClient.open(uri)) {
      Mad before = smps.ask(get(PORT_INFO, 0));
      assertThat(smps.ask(writable(smps, 0)).code()).isEqualTo(OK);
      assertThat(smps.ask(get(PORT_INFO, 0)).data()).isEqualTo(before.data());
    }
  }

  /// Compares with the table in `wire`: each field alone, each value up to 255 and some greater
  /// ones.
  @ParameterizedTest
  @ValueSource(
      strings = {"sim:ca?lid=1", "sim:ca?lid=1&vl-cap=2&mtu-cap=3&widths=19&speeds=3&reinit=true"})
  void anIllegalValueRefusesTheSetAndChangesNothing(String uri) {
    try (SmpClient smps = SmpClient.open(uri)) {
      Mad before = smps.ask(get(PORT_INFO, EXTENDED));
      for (Field field : settable()) {
        for (long value : someValues(field)) {
          boolean legal = field.legal().allows(value, before.bytes.asSlice(Smp.DATA));
          Mad answer = smps.ask(writable(smps, EXTENDED).with(field, value).with(PortInfo.LMC, 3));
          if (!legal) {
            assertThat(answer.code()).as("%s %d", field.name(), value).isEqualTo(INVALID_FIELD);
            assertThat(answer.data()).isEqualTo(before.data());
            assertThat(smps.ask(get(PORT_INFO, EXTENDED)).data()).isEqualTo(before.data());
          } else {
            boolean open = field.legal().isOpen(value, before.bytes.asSlice(Smp.DATA));
            assertThat(open || answer.code() == OK).as("%s %d", field.name(), value).isTrue();
            restore(smps, before);
          }
        }
      }
    }
  }

  private static List<Field> settable() {
    List<Field> fields =
        new ArrayList<>(
            PortInfo.LAYOUT.fields().stream().filter(f -> f.access() == Access.RW).toList());
    // These take the link down, or lock the tester out.
    fields.removeAll(
        List.of(PortInfo.PORT_STATE, PortInfo.PORT_PHYSICAL_STATE, PortInfo.M_KEY, PortInfo.LMC));
    return fields;
  }

  private static List<Long> someValues(Field field) {
    List<Long> values = new ArrayList<>();
    for (long value = 0; value <= 255 && (field.width() >= 8 || value <= field.max()); value++) {
      values.add(value);
    }
    if (field.width() == 16) {
      values.addAll(List.of(0xBFFFL, 0xC000L, 0xFFFEL, 0xFFFFL));
    }
    return values;
  }

  private static void restore(SmpClient smps, Mad before) {
    Mad back =
        set(PORT_INFO, EXTENDED)
            .dataOf(before)
            .with(PortInfo.PORT_STATE, 0)
            .with(PortInfo.PORT_PHYSICAL_STATE, 0);
    assertThat(smps.ask(back).code()).isEqualTo(OK);
    assertThat(smps.ask(get(PORT_INFO, EXTENDED)).data()).isEqualTo(before.data());
  }

  @Test
  void readOnlyFieldsAndReservedBitsAreIgnored() {
    SplittableRandom random = new SplittableRandom(20);
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      Mad before = smps.ask(get(PORT_INFO, 0));
      for (int round = 0; round < 200; round++) {
        Mad set = writable(smps, 0);
        for (Field field : PortInfo.LAYOUT.fields()) {
          if (field.access() == Access.RO) {
            set.with(field, random.nextLong());
          }
        }
        Mad answer = smps.ask(set);
        assertThat(answer.code()).isEqualTo(OK);
        assertThat(answer.data()).isEqualTo(before.data());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LinkWidthEnabled,0,27",
    "LinkWidthEnabled,255,27",
    "LinkWidthEnabled,2,2",
    "LinkSpeedEnabled,0,7",
    "LinkSpeedEnabled,15,7",
    "LinkSpeedEnabled,3,3",
    "LinkSpeedExtEnabled,0,3",
    "LinkSpeedExtEnabled,31,3",
    "LinkSpeedExtEnabled,30,30",
    "LinkSpeedExtEnabled,1,1",
    "OperationalVLs,0,4",
    "OperationalVLs,2,2",
    "LinkDownDefaultState,0,2",
    "LinkDownDefaultState,1,1"
  })
  void someValuesMeanNoChangeOrAsSupported(String name, long value, long then) {
    Field field = PortInfo.LAYOUT.field(name).orElseThrow();
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1&widths=27")) {
      Mad answer = smps.ask(writable(smps, EXTENDED).with(field, value));
      assertThat(answer.code()).isEqualTo(OK);
      assertThat(answer.value(field)).isEqualTo(then);
    }
  }

  @Test
  void extendedSpeedsAreForThoseWhoKnowThem() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      Mad plain = smps.ask(get(PORT_INFO, 0));
      assertThat(plain.value(PortInfo.LINK_SPEED_EXT_SUPPORTED)).isZero();
      Mad set = writable(smps, 0).with(PortInfo.LINK_SPEED_EXT_ENABLED, 1);
      assertThat(smps.ask(set).code()).isEqualTo(OK);
      Mad extended = smps.ask(get(PORT_INFO, EXTENDED));
      assertThat(extended.value(PortInfo.LINK_SPEED_EXT_SUPPORTED)).isEqualTo(3);
      assertThat(extended.value(PortInfo.LINK_SPEED_EXT_ENABLED)).isEqualTo(3);
      assertThat(extended.value(PortInfo.LINK_SPEED_EXT_ACTIVE)).isEqualTo(2);
    }
  }

  @Test
  void clientReregisterIsAnsweredButNotKept() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      Mad answer = smps.ask(writable(smps, 0).with(PortInfo.CLIENT_REREGISTER, 1));
      assertThat(answer.value(PortInfo.CLIENT_REREGISTER)).isEqualTo(1);
      assertThat(smps.ask(get(PORT_INFO, 0)).value(PortInfo.CLIENT_REREGISTER)).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"ca,0", "router,0"})
  void anEndNodesZeroIsTheReceivingPort(String kind, long unused) {
    try (SmpClient smps = SmpClient.open("sim:" + kind + "?lid=1&ports=3&cabled=2")) {
      for (int i = 0; i < 2; i++) {
        Mad zero = smps.by(i).ask(get(PORT_INFO, unused));
        assertThat(zero.data()).isEqualTo(smps.by(i).ask(get(PORT_INFO, i + 1)).data());
        assertThat(zero.value(PortInfo.LOCAL_PORT_NUM)).isEqualTo(i + 1);
      }
      Mad other = smps.by(0).ask(get(PORT_INFO, 2));
      assertThat(other.value(PortInfo.LOCAL_PORT_NUM)).isEqualTo(1);
      assertThat(other.value(PortInfo.LID)).isEqualTo(2);
      assertThat(smps.ask(get(PORT_INFO, 4)).code()).isEqualTo(INVALID_FIELD);
      assertThat(smps.ask(set(PORT_INFO, 4)).code()).isEqualTo(INVALID_FIELD);
    }
  }

  @ParameterizedTest
  @CsvSource({"ignore,0", "refuse,7"})
  void aSetForAnotherPortChangesNothing(String word, int code) {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1&other-port-set=" + word)) {
      Mad before = smps.ask(get(PORT_INFO, 2));
      Mad answer = smps.ask(writable(smps, 2).with(PortInfo.LMC, 4));
      assertThat(answer.code()).isEqualTo(code);
      assertThat(smps.ask(get(PORT_INFO, 2)).data()).isEqualTo(before.data());
    }
  }

  @Test
  void aSwitchsPortsAreAskedByNumber() {
    try (SmpClient smps = SmpClient.open("sim:switch?ports=5&lid=1")) {
      assertThat(smps.ask(get(PORT_INFO, 0)).value(PortInfo.LID)).isEqualTo(1);
      Mad external = smps.ask(get(PORT_INFO, 5));
      assertThat(external.code()).isEqualTo(OK);
      assertThat(external.value(PortInfo.LID)).isZero();
      assertThat(external.value(PortInfo.CAPABILITY_MASK)).isZero();
      assertThat(external.value(PortInfo.RESP_TIME_VALUE)).isZero();
      assertThat(external.value(PortInfo.LOCAL_PORT_NUM)).isEqualTo(1);
      assertThat(smps.ask(get(PORT_INFO, 6)).code()).isEqualTo(INVALID_FIELD);
    }
  }

  @Test
  void anExternalPortIgnoresWhatPort0Has() {
    try (SmpClient smps = SmpClient.open("sim:switch?ports=5&lid=1")) {
      Mad set =
          writable(smps, 5)
              .with(PortInfo.M_KEY, 9)
              .with(PortInfo.LID, 0)
              .with(PortInfo.HOQ_LIFE, 3);
      Mad answer = smps.ask(set);
      assertThat(answer.code()).isEqualTo(OK);
      assertThat(answer.value(PortInfo.M_KEY)).isZero();
      assertThat(answer.value(PortInfo.HOQ_LIFE)).isEqualTo(3);
      assertThat(smps.ask(get(PORT_INFO, 0)).value(PortInfo.M_KEY)).isZero();
      assertThat(smps.ask(writable(smps, 5).with(PortInfo.NEIGHBOR_MTU, 6)).code())
          .isEqualTo(INVALID_FIELD);
    }
  }

  @ParameterizedTest
  @CsvSource({"false,4,4", "true,2,3"})
  void onlyAnEnhancedPort0HasAPortState(boolean enhanced, long before, long after) {
    try (SmpClient smps = SmpClient.open("sim:switch?lid=1&enhanced-port0=" + enhanced)) {
      assertThat(smps.ask(get(PORT_INFO, 0)).value(PortInfo.PORT_STATE)).isEqualTo(before);
      Mad answer = smps.ask(writable(smps, 0).with(PortInfo.PORT_STATE, PortState.ARMED));
      assertThat(answer.code()).isEqualTo(OK);
      assertThat(answer.value(PortInfo.PORT_STATE)).isEqualTo(after);
    }
  }
}
