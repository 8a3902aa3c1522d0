package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.SmpClient.get;
import static org.ibassay.device.SmpClient.set;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.NOTICE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.device.SmpClient.Mad;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The M_Key check and its lease, in virtual time.
class MKeyTest {
  private static final long KEY = 0xC0FF_EE00_0000_0001L;
  private static final long OTHER = 0x0BAD_0000_0000_0002L;
  private static final int WAIT_FOR_SILENCE = 20;

  private @Nullable SmpClient open;

  @AfterEach
  void close() {
    smps().close();
  }

  private SmpClient smps() {
    if (open == null) {
      throw new IllegalStateException("guard() comes first");
    }
    return open;
  }

  /// Returns a device whose first port has a key.
  private SmpClient guard(String uri, int level, int period) {
    open = SmpClient.open(uri + "?lid=1");
    install(0, level, period);
    return open;
  }

  private void install(int port, int level, int period) {
    Mad answer =
        smps()
            .by(port)
            .ask(
                writable(port, 0)
                    .with(M_KEY, KEY)
                    .with(M_KEY_PROTECT_BITS, level)
                    .with(M_KEY_LEASE_PERIOD, period)
                    .with(M_KEY_VIOLATIONS, 0));
    assertThat(answer.code()).isEqualTo(OK);
    assertThat(answer.value(M_KEY)).isEqualTo(KEY);
  }

  private Mad writable(int port, long key) {
    return set(PORT_INFO, 0)
        .key(key)
        .dataOf(smps().by(port).ask(get(PORT_INFO, 0).key(key)))
        .with(PortInfo.PORT_STATE, 0)
        .with(PortInfo.PORT_PHYSICAL_STATE, 0);
  }

  private Mad read() {
    return smps().ask(get(PORT_INFO, 0).key(KEY));
  }

  @Test
  void withoutAKeyEverybodyMayDoEverything() {
    open = SmpClient.open("sim:ca?lid=1");
    Mad set = writable(0, 0).with(M_KEY_PROTECT_BITS, 3);
    assertThat(open.ask(set.key(OTHER)).code()).isEqualTo(OK);
    Mad answer = open.ask(get(PORT_INFO, 0).key(OTHER));
    assertThat(answer.value(M_KEY_PROTECT_BITS)).isEqualTo(3);
    assertThat(answer.value(M_KEY_VIOLATIONS)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0,true,true", "1,true,false", "2,false,false", "3,false,false"})
  void whoGetsWithTheWrongKey(int level, boolean answered, boolean shown) {
    guard("sim:ca", level, 0);
    Mad answer = smps().askIfAny(get(PORT_INFO, 0).key(OTHER));
    assertThat(answer != null).isEqualTo(answered);
    if (answer != null) {
      assertThat(answer.value(M_KEY)).isEqualTo(shown ? KEY : 0);
    }
    assertThat(read().value(M_KEY_VIOLATIONS)).isEqualTo(answered ? 0 : 1);
    assertThat(read().value(M_KEY)).isEqualTo(KEY);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void setAndTrapRepressNeedTheKeyAtEveryLevel(int level) {
    guard("sim:ca", level, 0);
    Mad set = writable(0, KEY).with(PortInfo.LMC, 5);
    assertThat(smps().askIfAny(set.key(OTHER))).isNull();
    assertThat(smps().askIfAny(new Mad(Method.TRAP_REPRESS, NOTICE.id(), 0).key(OTHER))).isNull();
    assertThat(read().value(M_KEY_VIOLATIONS)).isEqualTo(2);
    assertThat(smps().askIfAny(new Mad(Method.TRAP_REPRESS, NOTICE.id(), 0).key(KEY))).isNull();
    assertThat(read().value(M_KEY_VIOLATIONS)).isEqualTo(2);
    assertThat(read().value(PortInfo.LMC)).isZero();
    assertThat(smps().ask(set.key(KEY)).value(PortInfo.LMC)).isEqualTo(5);
  }

  @Test
  void violationsStayAtTheirGreatestValueUntilReset() {
    guard("sim:switch", 2, 0);
    Mad wrong = get(NODE_INFO, 0).key(OTHER);
    for (int i = 0; i < 0x10005; i++) {
      assertThat(smps().askIfAny(wrong)).isNull();
    }
    assertThat(read().value(M_KEY_VIOLATIONS)).isEqualTo(0xFFFF);
    Mad other = writable(0, KEY).with(M_KEY_VIOLATIONS, 7);
    assertThat(smps().ask(other).value(M_KEY_VIOLATIONS)).isEqualTo(0xFFFF);
    Mad reset = writable(0, KEY).with(M_KEY_VIOLATIONS, 0);
    assertThat(smps().ask(reset).value(M_KEY_VIOLATIONS)).isZero();
    assertThat(smps().askIfAny(wrong)).isNull();
    assertThat(read().value(M_KEY_VIOLATIONS)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"sim:ca,2", "sim:switch,3", "sim:router,2"})
  void theLeaseEndsAfterItsPeriodAndClearsTheBits(String uri, int level) {
    guard(uri, level, 100);
    smps().askIfAny(get(NODE_INFO, 0).key(OTHER));
    smps().pass(100 - WAIT_FOR_SILENCE - 0.001);
    assertThat(smps().askIfAny(get(NODE_INFO, 0).key(OTHER))).isNull();
    assertThat(smps().ask(get(NODE_INFO, 0).key(OTHER)).code()).isEqualTo(OK);
    Mad open = smps().ask(get(PORT_INFO, 0).key(OTHER));
    assertThat(open.value(M_KEY_PROTECT_BITS)).isZero();
    assertThat(open.value(M_KEY)).isEqualTo(KEY);
    assertThat(open.value(M_KEY_VIOLATIONS)).isEqualTo(2);
  }

  @Test
  void aSecondFailureDoesNotStartTheLeaseAnew() {
    guard("sim:ca", 2, 60);
    for (int i = 0; i < 2; i++) {
      assertThat(smps().askIfAny(get(NODE_INFO, 0).key(OTHER))).isNull();
    }
    smps().pass(60 - 2 * WAIT_FOR_SILENCE);
    assertThat(smps().ask(get(PORT_INFO, 0).key(OTHER)).value(M_KEY_PROTECT_BITS)).isZero();
  }

  @Test
  void theLeaseRunsOnlyAfterAFailure() {
    guard("sim:ca", 2, 1);
    smps().pass(1000);
    assertThat(read().value(M_KEY_PROTECT_BITS)).isEqualTo(2);
  }

  @Test
  void theRightKeyStopsTheLeaseAndGivesItBackWhole() {
    guard("sim:ca", 2, 60);
    smps().askIfAny(get(NODE_INFO, 0).key(OTHER));
    smps().pass(30);
    assertThat(smps().ask(get(NODE_INFO, 0).key(KEY)).code()).isEqualTo(OK);
    smps().pass(1000);
    assertThat(read().value(M_KEY_PROTECT_BITS)).isEqualTo(2);
    smps().askIfAny(get(NODE_INFO, 0).key(OTHER));
    smps().pass(60 - WAIT_FOR_SILENCE - 0.001);
    assertThat(read().value(M_KEY_PROTECT_BITS)).isEqualTo(2);
  }

  @Test
  void aPeriodOfZeroNeverEnds() {
    guard("sim:ca", 3, 0);
    smps().askIfAny(get(NODE_INFO, 0).key(OTHER));
    smps().pass(18.0 * 3600 * 365);
    assertThat(smps().askIfAny(get(NODE_INFO, 0).key(OTHER))).isNull();
    assertThat(read().value(M_KEY_PROTECT_BITS)).isEqualTo(3);
  }

  @Test
  void theLongestPeriodLasts18Hours() {
    guard("sim:ca", 3, 0xFFFF);
    smps().askIfAny(get(NODE_INFO, 0).key(OTHER));
    smps().pass(0xFFFF - WAIT_FOR_SILENCE - 0.001);
    assertThat(smps().askIfAny(get(NODE_INFO, 0).key(OTHER))).isNull();
    assertThat(smps().ask(get(NODE_INFO, 0).key(OTHER)).code()).isEqualTo(OK);
  }

  @Test
  void eachPortOfAChannelAdapterHasItsOwnKey() {
    guard("sim:ca", 2, 0);
    assertThat(smps().by(1).ask(get(NODE_INFO, 0).key(OTHER)).code()).isEqualTo(OK);
    Mad fromPort2 = smps().by(1).ask(get(PORT_INFO, 1));
    assertThat(fromPort2.value(M_KEY)).isZero();
    assertThat(smps().by(1).ask(get(PORT_INFO, 1).key(KEY)).value(M_KEY)).isEqualTo(KEY);
    assertThat(smps().by(1).ask(get(PORT_INFO, 0)).value(M_KEY_VIOLATIONS)).isZero();
  }

  @Test
  void port0GuardsAllPortsOfASwitch() {
    open = SmpClient.open("sim:switch?lid=1&cabled=2");
    install(0, 2, 0);
    assertThat(open.by(1).askIfAny(get(PORT_INFO, 2).key(OTHER))).isNull();
    Mad external = open.by(1).ask(get(PORT_INFO, 2).key(KEY));
    assertThat(external.value(M_KEY)).isZero();
    assertThat(external.value(M_KEY_PROTECT_BITS)).isZero();
    assertThat(open.by(1).ask(get(PORT_INFO, 0).key(KEY)).value(M_KEY_VIOLATIONS)).isEqualTo(1);
  }
}
