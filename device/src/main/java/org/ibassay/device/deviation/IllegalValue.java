package org.ibassay.device.deviation;

import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.INIT_TYPE_REPLY;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.Legal;

/// A kind of illegal value in a Set(PortInfo), as listed in C14_024_06_CA_03.
///
/// @param word word in names of deviations
/// @param text description for users
/// @param field the field
/// @param which selects the values of this kind
/// @param one a value of this kind
/// @param isAlone whether it is the only one
/// @param given URI parameters of a device for which these values are illegal
record IllegalValue(
    String word,
    String text,
    Field field,
    Legal.Rule which,
    long one,
    boolean isAlone,
    Map<SimParameter, Long> given) {

  static List<IllegalValue> all() {
    return List.of(
        only("lid-0", "LID 0", LID, 0),
        of("multicast-lid", "multicast LIDs", LID, IllegalValue::isMulticast, 0xC000),
        only("permissive-lid", "LID 0xFFFF", LID, 0xFFFF),
        only("permissive-sm-lid", "MasterSMLID 0xFFFF", MASTER_SM_LID, 0xFFFF),
        only("sm-lid-0", "MasterSMLID 0", MASTER_SM_LID, 0),
        of(
            "multicast-sm-lid",
            "multicast MasterSMLIDs",
            MASTER_SM_LID,
            IllegalValue::isMulticast,
            0xC000),
        reserved("reserved-width", LINK_WIDTH_ENABLED, 32),
        unsupported("unsupported-width", LINK_WIDTH_ENABLED, 8),
        of(
            "illegal-transition",
            "illegal transitions of PortState",
            PORT_STATE,
            (value, held) -> !PORT_STATE.legal().allows(value, held),
            4),
        reserved("reserved-physical-state", PORT_PHYSICAL_STATE, 8),
        unsupported("physical-state-above-3", PORT_PHYSICAL_STATE, 4),
        reserved("reserved-down-default", LINK_DOWN_DEFAULT_STATE, 3),
        reserved("reserved-speed", LINK_SPEED_ENABLED, 8),
        unsupported("unsupported-speed", LINK_SPEED_ENABLED, 5).on(SimParameter.SPEEDS, 3),
        reserved("reserved-mtu", NEIGHBOR_MTU, 6),
        unsupported("unsupported-mtu", NEIGHBOR_MTU, 5).on(SimParameter.MTU_CAP, 3),
        reserved("reserved-init-type-reply", INIT_TYPE_REPLY, 9).on(SimParameter.REINIT, 1),
        reserved("reserved-vls", OPERATIONAL_VLS, 7),
        unsupported("unsupported-vls", OPERATIONAL_VLS, 5).on(SimParameter.VL_CAP, 3),
        only("client-reregister", "ClientReregister 1 when not supported", CLIENT_REREGISTER, 1)
            .on(SimParameter.CLIENT_REREGISTER, 0));
  }

  private static boolean isMulticast(long value, MemorySegment held) {
    return value >= 0xC000 && value < 0xFFFF;
  }

  private static IllegalValue of(
      String word, String text, Field field, Legal.Rule which, long one) {
    return new IllegalValue(word, text, field, which, one, false, Map.of());
  }

  private static IllegalValue only(String word, String text, Field field, long one) {
    return new IllegalValue(word, text, field, (value, _) -> value == one, one, true, Map.of());
  }

  private static IllegalValue reserved(String word, Field field, long one) {
    String text = "reserved values of " + field.name();
    return of(word, text, field, field.legal()::isReserved, one);
  }

  private static IllegalValue unsupported(String word, Field field, long one) {
    String text = "values of %s that the port does not support".formatted(field.name());
    return of(word, text, field, field.legal()::isUnsupported, one);
  }

  private IllegalValue on(SimParameter parameter, long value) {
    return new IllegalValue(word, text, field, which, one, isAlone, Map.of(parameter, value));
  }
}
