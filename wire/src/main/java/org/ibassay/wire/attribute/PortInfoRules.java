package org.ibassay.wire.attribute;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.Legal;

/// The legal values of PortInfo's fields (14.2.5.6, unless a rule cites another section).
///
/// A reserved bit is ignored on receipt, and a field that a device does not implement is reserved.
/// So if a device lacks the feature that a field belongs to, the field's values are left open,
/// never illegal.
final class PortInfoRules {
  /// Unicast LIDs (4.1.3); 0 is not a LID. The test specification requires that a Set of 0 is
  /// rejected, too (C14_024_06_CA_03 steps 3 to 6), although it is the value of a port after reset.
  static final Legal UNICAST_LID = Legal.range(0x0001, 0xBFFF);

  /// 1X, 4X, 8X and 12X in every combination, 2X if the port supports it.
  static final Legal LINK_WIDTH =
      Legal.when("0, 255, 1 to 15, or to 31 with IsLinkWidth2xSupported", PortInfoRules::isWidth)
          .and(
              "no bit beyond LinkWidthSupported",
              (value, held) ->
                  value == 255 || isWithin(value, PortInfo.LINK_WIDTH_SUPPORTED, held));

  /// SDR is a part of every combination that OpenSM's documentation of `force_link_speed` lists; it
  /// calls 2, 4 and 6 reserved. The Linux driver qib accepts them if it supports the speeds: they
  /// are left open.
  static final Legal LINK_SPEED =
      Legal.when(
              "0, 1, 3, 5, 7 or 15",
              (value, held) -> value == 0 || value == 15 || ((value & 1) == 1 && value < 8))
          .and(
              "no bit beyond LinkSpeedSupported",
              (value, held) -> value == 15 || isWithin(value, PortInfo.LINK_SPEED_SUPPORTED, held))
          .leavingOpen((value, held) ->
              value != 0
                  && value < 8
                  && (value & 1) == 0
                  && isWithin(value, PortInfo.LINK_SPEED_SUPPORTED, held));

  /// 30 disables, 31 is "as supported", as in OpenSM's `force_link_speed_ext`. OpenSM offers only
  /// some combinations of speeds, ibsim accepts others, too; neither forbids any.
  static final Legal LINK_SPEED_EXT =
      Legal.when("0 to 15, 30 or 31", (value, held) -> value < 16 || value == 30 || value == 31)
          .and(
              "no bit beyond LinkSpeedExtSupported",
              (value, held) ->
                  value >= 30 || isWithin(value, PortInfo.LINK_SPEED_EXT_SUPPORTED, held))
          .leavingOpen((value, held) -> !has(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED, held));

  /// Public sources define only 1, XDR, so everything but "no change" and a supported speed is left
  /// open.
  static final Legal LINK_SPEED_EXT2 =
      Legal.range(0, 7)
          .leavingOpen((value, held) ->
              value != 0
                  && !(hasMask2(PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED, held)
                      && isWithin(value, PortInfo.LINK_SPEED_EXT_SUPPORTED2, held)));

  /// Only legal transitions (7.2.7) may be requested: Down from any state, Armed from Initialize,
  /// Active from Armed; never Initialize.
  ///
  /// A Set of the current state is left open: the Linux driver qib skips it, hfi1's transition
  /// table ignores it, ibsim rejects it (for Armed and Active). So is Armed from Active: qib and
  /// ibsim do it, hfi1 ignores it, and no public text forbids it.
  static final Legal PORT_STATE =
      Legal.when("0 to 4", (value, held) -> value <= PortState.ACTIVE)
          .and(
              "0, 1, 3 from Initialize or 4 from Armed",
              (value, held) ->
                  value == PortState.NO_CHANGE
                      || value == PortState.DOWN
                      || (value != PortState.INITIALIZE
                          && value == PortInfo.PORT_STATE.get(held, 0) + 1))
          .leavingOpen(PortInfoRules::isOpenState);

  /// Training, LinkUp, LinkErrorRecovery and Phy Test can be read, but not requested.
  static final Legal PORT_PHYSICAL_STATE =
      Legal.range(0, 7).and("0 to 3", (value, held) -> value <= 3);

  static final Legal LINK_DOWN_DEFAULT_STATE = Legal.range(0, 2);

  static final Legal NEIGHBOR_MTU =
      Legal.range(1, 5)
          .and("not above MTUCap", (value, held) -> value <= PortInfo.MTU_CAP.get(held, 0));

  static final Legal OPERATIONAL_VLS =
      Legal.range(0, 5)
          .and("not above VLCap", (value, held) -> value <= PortInfo.VL_CAP.get(held, 0));

  /// Bits 0 to 2 are replies, bit 3 is reserved; all are defined only with IsReinitSupported. The
  /// test specification (C14_024_06_CA_03 step 104) requires that values above 8 are rejected. It
  /// omits 8, the reserved bit alone, which is left open here.
  static final Legal INIT_TYPE_REPLY =
      Legal.range(0, 7)
          .leavingOpen((value, held) ->
              value == 8 || (value != 0 && !has(PortInfo.IS_REINIT_SUPPORTED, held)));

  /// According to OpenSM's documentation of `vl_stall_count`, the result of 0 is undefined.
  static final Legal VL_STALL_COUNT = Legal.range(0, 7).leavingOpen((value, held) -> value == 0);

  /// A Set of 0 clears the counter; the effect of another value is undefined. qib and hfi1 leave
  /// the counter unchanged then.
  static final Legal VIOLATIONS = Legal.range(0, 0xFFFF).leavingOpen((value, held) -> value != 0);

  /// The test specification (C14_024_06_CA_03 step 123) requires that a 1 is rejected if the DUT
  /// does not support client reregistration; ibsim ignores it.
  static final Legal CLIENT_REREGISTER =
      Legal.range(0, 1)
          .and(
              "1 only with IsClientReregistrationSupported",
              (value, held) ->
                  value == 0 || has(PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED, held));

  /// Two bits since release 1.3 (OpenSM 0d58e55); only the meanings of 0 and 1 are public.
  static final Legal MCAST_P_KEY_TRAP_SUPPRESSION =
      Legal.range(0, 3)
          .leavingOpen((value, held) ->
              value > 1
                  || (value == 1
                      && !has(PortInfo.IS_MCAST_P_KEY_TRAP_SUPPRESSION_SUPPORTED, held)));

  private PortInfoRules() {}

  private static boolean isWidth(long value, MemorySegment held) {
    return value < 16
        || value == 255
        || (value < 32 && hasMask2(PortInfo.IS_LINK_WIDTH_2X_SUPPORTED, held));
  }

  private static boolean isOpenState(long value, MemorySegment held) {
    long present = PortInfo.PORT_STATE.get(held, 0);
    return value != PortState.NO_CHANGE
        && value <= PortState.ACTIVE
        && (value == present || (value == PortState.ARMED && present == PortState.ACTIVE));
  }

  private static boolean isWithin(long value, Field supported, MemorySegment held) {
    return (value & ~supported.get(held, 0)) == 0;
  }

  private static boolean has(Field capability, MemorySegment held) {
    return capability.get(held, 0) == 1;
  }

  private static boolean hasMask2(Field capability, MemorySegment held) {
    return has(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED, held) && has(capability, held);
  }
}
