package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PortInfoEdits.isRefused;
import static org.ibassay.device.deviation.PortInfoEdits.next;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;

import java.util.List;
import java.util.function.Consumer;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations of a port that correctly rejects a Set(PortInfo) with code 7, and changes something
/// other than the illegal value.
final class PortInfoRefusalDeviations {
  private PortInfoRefusalDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("changes-other-port", "sets MasterSMSL of the next port to 9", otherPort(1)),
        of("changes-far-port", "sets MasterSMSL of the port after the next to 9", otherPort(2))
            .on(SimParameter.PORTS, 4)
            .on(SimParameter.CABLED, 1),
        of(
            "copies-to-other-port",
            "stores a rejected LinkWidthEnabled in the next port",
            refused(done -> next(done).put(width(), done.t().asked(width())))),
        of(
            "neighbor-field",
            "stores an illegal NeighborMTU as MasterSMSL, which is next to it",
            moves(PortInfo.NEIGHBOR_MTU, PortInfo.MASTER_SM_SL)),
        of(
            "neighbor-read-only",
            "stores an illegal LinkSpeedEnabled as LinkSpeedActive, which is next to it",
            moves(PortInfo.LINK_SPEED_ENABLED, PortInfo.LINK_SPEED_ACTIVE)),
        of(
            "neighbor-word",
            "stores an illegal LID as MasterSMLID, which is next to it",
            moves(PortInfo.LID, PortInfo.MASTER_SM_LID)),
        of("resets-timeout", "sets SubnetTimeOut to 0", clears(PortInfo.SUBNET_TIME_OUT)),
        of("resets-prefix", "sets GidPrefix to 0", clears(PortInfo.GID_PREFIX)),
        of("resets-phy-errors", "sets LocalPhyErrors to 0", clears(PortInfo.LOCAL_PHY_ERRORS)),
        of(
            "resets-phy-errors-for-state",
            "sets LocalPhyErrors to 0 when a PortPhysicalState was illegal",
            refused(done -> {
              if (done.t().asked(PortInfo.PORT_PHYSICAL_STATE) != 0) {
                done.port().put(PortInfo.LOCAL_PHY_ERRORS, 0);
              }
            })),
        of("resets-counter", "sets M_KeyViolations to 0", clears(PortInfo.M_KEY_VIOLATIONS))
            .on(SimParameter.VIOLATIONS, 3),
        of("resets-last-counter", "sets Q_KeyViolations to 0", clears(PortInfo.Q_KEY_VIOLATIONS))
            .on(SimParameter.VIOLATIONS, 1),
        of("spoils-guids", "changes GUIDInfo", spoils(GUID_INFO, 10)),
        of("spoils-p-keys", "changes P_KeyTable", spoils(P_KEY_TABLE, 3)),
        of("spoils-sl-mapping", "changes SLtoVLMappingTable", spoils(SL_TO_VL_MAPPING_TABLE, 7)),
        of("spoils-arbitration", "changes VLArbitrationTable", spoils(VL_ARBITRATION_TABLE, 63)));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(
        "portinfo.refused-" + name,
        summary + ", when it rejects a Set (PortInfo)",
        WITH_END_PORTS,
        effect);
  }

  private static Field width() {
    return PortInfo.LINK_WIDTH_ENABLED;
  }

  private static Consumer<Seams> refused(Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (isRefused(done) && done.port().number() == done.t().port()) {
        more.accept(done);
      }
    });
  }

  private static Consumer<Seams> otherPort(int further) {
    return refused(done -> {
      int index = done.all().indexOf(done.port()) + further;
      done.all().get(index % done.all().size()).put(PortInfo.MASTER_SM_SL, 9);
    });
  }

  private static Consumer<Seams> clears(Field field) {
    return refused(done -> done.port().put(field, 0));
  }

  /// Only if the Set is rejected because of the field.
  private static Consumer<Seams> moves(Field from, Field to) {
    return refused(done -> {
      long asked = done.t().asked(from);
      if (!from.legal().allows(asked, done.before())) {
        done.port().put(to, asked);
      }
    });
  }

  private static Consumer<Seams> spoils(Attribute attribute, int octet) {
    return PortInfoEdits.spoils(
        attribute, octet, t -> MadStatus.CODE.get(t.response(), 0) == INVALID_FIELD);
  }
}
