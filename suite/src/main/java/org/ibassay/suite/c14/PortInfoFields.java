package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoRole.BASE_PORT0;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.suite.c14.PortInfoRole.ENHANCED_PORT0;
import static org.ibassay.suite.c14.PortInfoRole.EXTERNAL;
import static org.ibassay.wire.attribute.PortInfo.DIAG_CODE;
import static org.ibassay.wire.attribute.PortInfo.FILTER_RAW_INBOUND;
import static org.ibassay.wire.attribute.PortInfo.FILTER_RAW_OUTBOUND;
import static org.ibassay.wire.attribute.PortInfo.GID_PREFIX;
import static org.ibassay.wire.attribute.PortInfo.HOQ_LIFE;
import static org.ibassay.wire.attribute.PortInfo.INIT_TYPE_REPLY;
import static org.ibassay.wire.attribute.PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.IS_MCAST_P_KEY_TRAP_SUPPRESSION_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.IS_REINIT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_ROUND_TRIP_LATENCY;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_SL;
import static org.ibassay.wire.attribute.PortInfo.MAX_CREDIT_HINT;
import static org.ibassay.wire.attribute.PortInfo.MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PARTITION_ENFORCEMENT_INBOUND;
import static org.ibassay.wire.attribute.PortInfo.PARTITION_ENFORCEMENT_OUTBOUND;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.P_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.Q_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;
import static org.ibassay.wire.attribute.PortInfo.VL_CAP;
import static org.ibassay.wire.attribute.PortInfo.VL_HIGH_LIMIT;
import static org.ibassay.wire.attribute.PortInfo.VL_STALL_COUNT;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.VolatileFields;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// The components of PortInfo by the role of a port (14.2.5.6): the single table that drives the
/// tests of PortInfo.
///
/// Not included, because a Set of them is a separate test: M_Key and M_KeyProtectBits (C14_015 to
/// C14_017), PortState, PortPhysicalState, ClientReregister and the violation counters, which can
/// only be set to 0. LocalPhyErrors and OverrunErrors are not included because a device may round
/// them, or apply them at the next change of state.
final class PortInfoFields {
  private static final Set<PortInfoRole> ADDRESSED = Set.of(END, ENHANCED_PORT0, BASE_PORT0);
  private static final Set<PortInfoRole> CABLED = Set.of(END, EXTERNAL);
  private static final Set<PortInfoRole> LINKED = Set.of(END, EXTERNAL, ENHANCED_PORT0);
  private static final Set<PortInfoRole> OUTSIDE = Set.of(EXTERNAL);

  /// Multiples of 128, which makes them base LIDs with every LMC.
  private static final long ALIGNED_LID = 0x4680;

  private static final long OTHER_ALIGNED_LID = 0x2980;

  private static final long LAST_LID = 0xBFFF;

  /// Components that may change at any time: violation counters, which only a Set to 0 reduces, and
  /// measured values.
  static final VolatileFields MOVING =
      new VolatileFields(
          Set.of(DIAG_CODE, MAX_CREDIT_HINT, LINK_ROUND_TRIP_LATENCY),
          Set.of(M_KEY_VIOLATIONS, P_KEY_VIOLATIONS, Q_KEY_VIOLATIONS));

  /// Components that may also change when LinkWidthEnabled or LinkSpeedEnabled is set: a device may
  /// retrain its link at once.
  static final VolatileFields MOVING_WITH_LINK =
      new VolatileFields(
          Set.of(
              DIAG_CODE,
              MAX_CREDIT_HINT,
              LINK_ROUND_TRIP_LATENCY,
              LINK_WIDTH_ACTIVE,
              LINK_SPEED_ACTIVE,
              LINK_SPEED_EXT_ACTIVE),
          MOVING.counters());

  /// The read-write components, in an order in which each can be tested after the previous one: LMC
  /// is set when LID is a multiple of 128. If two values are given, each bit is 0 in one and 1 in
  /// the other, within the limits of the component.
  static final List<PortInfoField> READ_WRITE =
      List.of(
          PortInfoField.of(LID, ADDRESSED, PortInfoFields::lids),
          PortInfoField.of(LMC, Set.of(END, ENHANCED_PORT0), PortInfoFields::masks),
          PortInfoField.of(MASTER_SM_LID, ADDRESSED, LAST_LID, 1, 0x4DA2),
          PortInfoField.of(MASTER_SM_SL, ADDRESSED, 10, 5, 15).harmless(),
          PortInfoField.of(GID_PREFIX, ADDRESSED, 0xFEC0_A53C_69F0_1E2DL, 0xFD3F_5AC3_960F_E1D2L),
          PortInfoField.of(M_KEY_LEASE_PERIOD, ADDRESSED, 0xA51E, 0x5AE1, 0).harmless(),
          PortInfoField.of(SUBNET_TIME_OUT, ADDRESSED, 11, 20, 31, 0).harmless(),
          PortInfoField.of(INIT_TYPE_REPLY, ADDRESSED, 5, 2, 0)
              .given(
                  "the DUT declares IsReinitSupported = 0",
                  held -> IS_REINIT_SUPPORTED.get(held, 0) == 1),
          PortInfoField.of(MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED, ADDRESSED, 1, 0)
              .given(
                  "the DUT declares IsMcastPkeyTrapSuppressionSupported = 0",
                  held -> IS_MCAST_P_KEY_TRAP_SUPPRESSION_SUPPORTED.get(held, 0) == 1),
          PortInfoField.of(LINK_WIDTH_ENABLED, CABLED, PortInfoFields::widths),
          PortInfoField.of(LINK_SPEED_ENABLED, CABLED, 1, 3, 5, 7),
          PortInfoField.of(LINK_DOWN_DEFAULT_STATE, CABLED, 1, 2),
          PortInfoField.of(NEIGHBOR_MTU, LINKED, 5, 4, 3, 2, 1),
          PortInfoField.of(OPERATIONAL_VLS, LINKED, 5, 4, 3, 2, 1)
              .given(
                  "lanes need not change on a port that is not in Initialize",
                  held -> PORT_STATE.get(held, 0) == PortState.INITIALIZE),
          PortInfoField.of(VL_HIGH_LIMIT, LINKED, 0xA5, 0x5A, 255, 0)
              .given(
                  "a port of one data VL has no use for VLHighLimit",
                  held -> VL_CAP.get(held, 0) > 1)
              .harmless(),
          PortInfoField.of(VL_STALL_COUNT, OUTSIDE, 5, 2, 7),
          PortInfoField.of(HOQ_LIFE, OUTSIDE, 12, 19).harmless());

  /// LinkSpeedExtEnabled, which counts only in requests with [PortInfo#SM_SUPPORTS_EXTENDED_SPEEDS]
  /// in their AttributeModifier.
  static final PortInfoField EXTENDED_SPEED =
      PortInfoField.of(LINK_SPEED_EXT_ENABLED, CABLED, PortInfoFields::extendedSpeeds)
          .given(
              "the DUT declares IsExtendedSpeedsSupported = 0",
              held -> IS_EXTENDED_SPEEDS_SUPPORTED.get(held, 0) == 1);

  /// What SwitchInfo must declare for an external port to have a component.
  static final Map<Field, PortInfoField> BY_SWITCH_CAP = bySwitchCap();

  private static final List<Field> OF_PORT_0 =
      List.of(
          PortInfo.M_KEY,
          PortInfo.M_KEY_PROTECT_BITS,
          PortInfo.CLIENT_REREGISTER,
          M_KEY_VIOLATIONS,
          Q_KEY_VIOLATIONS);

  private PortInfoFields() {}

  private static Map<Field, PortInfoField> bySwitchCap() {
    Map<Field, PortInfoField> rows = new LinkedHashMap<>();
    rows.put(
        SwitchInfo.INBOUND_ENFORCEMENT_CAP,
        PortInfoField.of(PARTITION_ENFORCEMENT_INBOUND, OUTSIDE, 1, 0));
    rows.put(
        SwitchInfo.OUTBOUND_ENFORCEMENT_CAP,
        PortInfoField.of(PARTITION_ENFORCEMENT_OUTBOUND, OUTSIDE, 1, 0));
    rows.put(
        SwitchInfo.FILTER_RAW_INBOUND_CAP, PortInfoField.of(FILTER_RAW_INBOUND, OUTSIDE, 1, 0));
    rows.put(
        SwitchInfo.FILTER_RAW_OUTBOUND_CAP, PortInfoField.of(FILTER_RAW_OUTBOUND, OUTSIDE, 1, 0));
    return Collections.unmodifiableMap(rows);
  }

  /// Returns what may change when this component is set.
  static VolatileFields movingWith(Field written) {
    return written.equals(LINK_WIDTH_ENABLED)
            || written.equals(LINK_SPEED_ENABLED)
            || written.equals(LINK_SPEED_EXT_ENABLED)
        ? MOVING_WITH_LINK
        : MOVING;
  }

  /// Returns the row of a component that is read-write on some port.
  static PortInfoField row(Field field) {
    return READ_WRITE.stream().filter(row -> row.field().equals(field)).findFirst().orElseThrow();
  }

  /// Returns the read-only components, except for volatile ones.
  static List<Field> readOnly() {
    return PortInfo.LAYOUT.fields().stream()
        .filter(field -> field.access() == Access.RO && !MOVING.contains(field))
        .toList();
  }

  /// Returns the components that an external port of a switch shares with port 0, if it shows them.
  static List<Field> ofPort0() {
    Stream<Field> written =
        READ_WRITE.stream()
            .filter(row -> !row.roles().contains(EXTERNAL))
            .map(PortInfoField::field);
    return Stream.concat(written, OF_PORT_0.stream()).toList();
  }

  /// Returns legal values, different from the present ones, for components that are safe to change:
  /// a Set carries them in addition to the component that it tests, to detect whether they are
  /// stored.
  static Map<Field, Long> elsewhere(PortInfoRole role, MadPacketSpec held) {
    Map<Field, Long> values = new LinkedHashMap<>();
    for (PortInfoField row : READ_WRITE) {
      if (row.isHarmless() && row.isSettable(role, held)) {
        row.values(held)
            .filter(value -> value != held.data(row.field()))
            .findFirst()
            .ifPresent(value -> values.put(row.field(), value));
      }
    }
    return values;
  }

  /// Returns for each settable component a legal value different from the present one, if there is
  /// one: values that may be set together.
  static Map<Field, Long> otherValues(PortInfoRole role, MadPacketSpec held) {
    Map<Field, Long> values = new LinkedHashMap<>();
    for (PortInfoField row : READ_WRITE) {
      if (row.isSettable(role, held)) {
        row.values(held)
            .filter(value -> value != held.data(row.field()))
            .findFirst()
            .ifPresent(value -> values.put(row.field(), value));
      }
    }
    long other = held.data(LID) == ALIGNED_LID ? OTHER_ALIGNED_LID : ALIGNED_LID;
    values.computeIfPresent(LID, (_, lid) -> other);
    return values;
  }

  /// The first and last unicast LID that are base LIDs with the LMC, then one that is a base LID
  /// with every LMC.
  private static LongStream lids(MemorySegment held) {
    long paths = 1L << LMC.get(held, 0);
    return LongStream.of(LAST_LID & -paths, paths, ALIGNED_LID);
  }

  /// The effect on a base LID whose low LMC bits are not 0 is open.
  private static LongStream masks(MemorySegment held) {
    long lid = LID.get(held, 0);
    return LongStream.of(7, 1, 6, 0).filter(lmc -> (lid & ((1L << lmc) - 1)) == 0);
  }

  /// The lowest speed, then all.
  private static LongStream extendedSpeeds(MemorySegment held) {
    long supported = LINK_SPEED_EXT_SUPPORTED.get(held, 0);
    return LongStream.of(Long.lowestOneBit(supported), supported).filter(value -> value != 0);
  }

  /// Each width alone, then all.
  private static LongStream widths(MemorySegment held) {
    return LongStream.of(1, 2, 4, 8, 16, LINK_WIDTH_SUPPORTED.get(held, 0));
  }
}
